//! What is asked: found by its name among artefacts, loaded, and put the question.

use ordain::diagnose;
use ordain::emit::artefacts;
use ordain::project::ProjectError;
use ordain_runtime::canonical::{self, Limits};
use ordain_runtime::policy::interpret::{Control, Definitions, Policy};
use ordain_runtime::policy::{FactsFault, FactsInvalid};
use ordain_runtime::registry::{ArtefactRef, Kind};

use super::{Eval, answer};
use crate::arguments::Format;
use crate::compiled::{Compiled, decimals};
use crate::failure::{Failure, Status};
use crate::json;
use crate::terminal::Terminal;

/// What can be asked with facts.
pub(super) enum Subject {
    Policy(Policy),
    Control(Control),
}

impl Subject {
    /// Finds what the arguments name; `None` where the project has errors, which have then been shown.
    pub(super) fn find(eval: &Eval, terminal: &mut Terminal) -> Result<Option<Self>, Failure> {
        if let Some(folder) = &eval.registry {
            let (registry, _) = eval.trusted.load(folder, terminal)?;
            let references: Vec<ArtefactRef> = registry.references().collect();
            return Self::load(&registry, &references, &eval.subject).map(Some);
        }
        let compiled = Compiled::open(&eval.project)?;
        if compiled.has_errors() {
            match eval.format {
                Format::Json => json::print(&compiled.json(), terminal),
                Format::Text => compiled.show(terminal),
            }
            return Ok(None);
        }
        let artefacts = artefacts::emit(&compiled.compilation.model).map_err(ProjectError::from)?;
        let references: Vec<ArtefactRef> = artefacts.references.into_values().collect();
        Self::load(&artefacts.registry, &references, &eval.subject).map(Some)
    }

    fn load(
        definitions: &impl Definitions,
        references: &[ArtefactRef],
        name: &str,
    ) -> Result<Self, Failure> {
        let full_name =
            |reference: &ArtefactRef| format!("{}@{}", reference.artifact_id, reference.version);
        let known: Vec<(String, &ArtefactRef)> = references
            .iter()
            .filter(|reference| matches!(reference.artifact_type, Kind::Policy | Kind::Control))
            .map(|reference| (full_name(reference), reference))
            .collect();
        let Some((_, reference)) = known.iter().find(|(known, _)| known == name) else {
            let hint = match diagnose::nearest(name, known.iter().map(|(known, _)| known.as_str()))
            {
                Some(near) => format!("; did you mean `{near}`?"),
                None => String::new(),
            };
            return Err(Failure::input(
                "policy_unknown",
                format!("there is no policy or control `{name}`{hint}"),
            ));
        };
        let loaded = match reference.artifact_type {
            Kind::Control => Control::load(definitions, reference).map(Self::Control),
            _ => Policy::load(definitions, reference).map(Self::Policy),
        };
        loaded.map_err(|error| Failure::input(error.code(), error.to_string()))
    }

    /// Asks, and prints the answer.
    pub(super) fn answer(
        &self,
        eval: &Eval,
        facts: &[u8],
        terminal: &mut Terminal,
    ) -> Result<Status, Failure> {
        let untyped = match eval
            .untyped
            .then(|| canonical::parse_with(facts, Limits::MAX))
            .transpose()
        {
            Ok(untyped) => untyped,
            Err(error) => {
                let error = FactsInvalid {
                    pointer: String::new(),
                    reason: FactsFault::Json(error),
                };
                return Ok(answer::refused(&error.into(), eval.format, terminal));
            }
        };
        let held: Vec<&str> = eval.approved.iter().map(String::as_str).collect();
        if eval.explain {
            return self.explain(eval, facts, &held, terminal);
        }
        let status = match self {
            Self::Policy(policy) => {
                let decision = match &untyped {
                    Some(value) => policy.evaluate_untyped(value, &held),
                    None => policy.evaluate(facts, &held),
                };
                decision.map(|decision| {
                    answer::decision(&decision, &eval.subject, eval.format, terminal);
                })
            }
            Self::Control(control) => {
                let verdict = match &untyped {
                    Some(value) => control.judge_untyped(value),
                    None => control.judge(facts),
                };
                verdict.map(|verdict| {
                    answer::verdict(verdict, control.reference(), eval.format, terminal);
                })
            }
        };
        Ok(match status {
            Ok(()) => Status::Done,
            Err(error) => answer::refused(&error, eval.format, terminal),
        })
    }

    /// Asks why, and prints that.
    fn explain(
        &self,
        eval: &Eval,
        facts: &[u8],
        held: &[&str],
        terminal: &mut Terminal,
    ) -> Result<Status, Failure> {
        let Self::Policy(policy) = self else {
            return Err(Failure::call(
                "nothing_to_explain",
                "a control is one predicate; policies are explained",
            ));
        };
        Ok(match policy.explain(facts, held, decimals) {
            Ok(explanation) => answer::explanation(&explanation, eval.format, terminal),
            Err(error) => answer::refused(&error.into(), eval.format, terminal),
        })
    }
}
