//! Runs the tests of a project: loads what was emitted into the interpreter, and holds each answer against what the
//! author expects. Pure: who reads sources and who prints results is elsewhere.

mod coverage;
mod expectation;

pub use coverage::{Part, Unreached};

use std::collections::BTreeMap;

use ordain_runtime::policy::EvaluationError;
use ordain_runtime::policy::interpret::{Control, Policy, profile};
use ordain_runtime::registry::{ArtefactRef, Kind};

use crate::emit::artefacts::Artefacts;
use crate::model::{ControlExpectation, Id, Model, Origin, PolicyExpectation, Subject, Test};
use crate::wording;
use coverage::Coverage;

/// What running the tests of a project gives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// One for each test that ran, in the order of the model.
    pub outcomes: Vec<Outcome>,
    /// What no test that ran reaches, by subject, then in the order of the source.
    pub unreached: Vec<Unreached>,
}

impl Report {
    /// How many tests failed.
    #[must_use]
    pub fn failed(&self) -> usize {
        self.outcomes
            .iter()
            .filter(|outcome| !outcome.mismatches.is_empty())
            .count()
    }
}

/// What one test gave.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// What the author calls the test.
    pub title: String,
    /// What it is of.
    pub kind: Kind,
    /// Which one.
    pub subject: Id,
    /// Where it stands.
    pub origin: Origin,
    /// Where the answer is not the expected one; empty where the test passes.
    pub mismatches: Vec<Mismatch>,
}

/// One expectation that does not hold.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Mismatch {
    /// As the author writes it: `approval finance at delegated`.
    pub expected: String,
    /// In the same words: `approval finance`.
    pub found: String,
}

/// Runs every test that `wanted` asks for.
#[must_use]
pub fn run(model: &Model, artefacts: &Artefacts, wanted: impl Fn(&Test) -> bool) -> Report {
    let mut runner = Runner {
        artefacts,
        policies: BTreeMap::new(),
        controls: BTreeMap::new(),
        coverage: Coverage::default(),
    };
    let outcomes = model
        .tests
        .iter()
        .filter(|test| wanted(test))
        .map(|test| runner.run(test))
        .collect();
    Report {
        outcomes,
        unreached: runner.coverage.unreached(model),
    }
}

impl Test {
    /// The kind and the id of what is tested.
    #[must_use]
    pub const fn subject(&self) -> (Kind, &Id) {
        match &self.subject {
            Subject::Policy { policy, .. } => (Kind::Policy, policy),
            Subject::Control { control, .. } => (Kind::Control, control),
            Subject::Profile { profile, .. } => (Kind::Profile, profile),
        }
    }
}

struct Runner<'a> {
    artefacts: &'a Artefacts,
    /// Each policy is loaded once, however many tests it has.
    policies: BTreeMap<Id, Result<Policy, String>>,
    controls: BTreeMap<Id, Result<Control, String>>,
    coverage: Coverage,
}

impl Runner<'_> {
    fn run(&mut self, test: &Test) -> Outcome {
        let mismatches = match &test.subject {
            Subject::Policy {
                policy,
                given,
                expect,
            } => self.policy(policy, given, expect),
            Subject::Control {
                control,
                given,
                expect,
            } => self.control(control, given, *expect),
            Subject::Profile {
                profile,
                given,
                expect,
            } => self.profile(profile, *given, expect),
        };
        let (kind, subject) = test.subject();
        Outcome {
            title: test.title.clone(),
            kind,
            subject: subject.clone(),
            origin: test.origin.clone(),
            mismatches,
        }
    }

    fn policy(&mut self, id: &Id, given: &[u8], expect: &[PolicyExpectation]) -> Vec<Mismatch> {
        let artefacts = self.artefacts;
        let loaded = self.policies.entry(id.clone()).or_insert_with(|| {
            let reference = reference(artefacts, Kind::Policy, id)?;
            Policy::load(&artefacts.registry, reference).map_err(|error| error.to_string())
        });
        let policy = match loaded {
            Ok(policy) => policy,
            Err(error) => return all(expect.iter().map(wording::policy_expectation), error),
        };
        match policy.evaluate(given, &[]) {
            Ok(decision) => {
                self.coverage.decided(id, &decision);
                expect
                    .iter()
                    .filter_map(|expected| expectation::of_decision(expected, &decision))
                    .collect()
            }
            Err(EvaluationError::Policy(error)) => expect
                .iter()
                .filter_map(|expected| expectation::of_error(expected, &error))
                .collect(),
            Err(error @ EvaluationError::Facts(_)) => all(
                expect.iter().map(wording::policy_expectation),
                &format!("facts that are refused: {error}"),
            ),
        }
    }

    fn control(&mut self, id: &Id, given: &[u8], expect: ControlExpectation) -> Vec<Mismatch> {
        let artefacts = self.artefacts;
        let loaded = self.controls.entry(id.clone()).or_insert_with(|| {
            let reference = reference(artefacts, Kind::Control, id)?;
            Control::load(&artefacts.registry, reference).map_err(|error| error.to_string())
        });
        self.coverage.judged(id);
        let found = match loaded.as_ref().map(|control| control.judge(given)) {
            Ok(Ok(verdict)) if expect == ControlExpectation::Verdict(verdict) => return Vec::new(),
            Ok(Ok(verdict)) => wording::verdict(verdict).to_owned(),
            Ok(Err(EvaluationError::Policy(_))) if expect == ControlExpectation::Error => {
                return Vec::new();
            }
            Ok(Err(EvaluationError::Policy(error))) => wording::error(&error),
            Ok(Err(EvaluationError::Facts(error))) => format!("facts that are refused: {error}"),
            Err(error) => error.clone(),
        };
        all([wording::control_expectation(expect).to_owned()], &found)
    }

    fn profile(
        &self,
        id: &Id,
        given: ordain_runtime::policy::Features,
        expect: &[Id],
    ) -> Vec<Mismatch> {
        let registry = &self.artefacts.registry;
        let expected: Vec<String> = expect.iter().map(Id::to_string).collect();
        let found = reference(self.artefacts, Kind::Profile, id).and_then(|reference| {
            profile::expand(registry, reference, given).map_err(|error| error.to_string())
        });
        let found = match found {
            Ok(expansion) => expansion
                .mandatory
                .iter()
                .map(|one| format!("{}@{}", one.artifact_id, one.version))
                .collect(),
            Err(error) => return all([wording::list("controls", &expected)], &error),
        };
        expectation::exact("controls", &expected, found)
            .into_iter()
            .collect()
    }
}

fn reference<'a>(artefacts: &'a Artefacts, kind: Kind, id: &Id) -> Result<&'a ArtefactRef, String> {
    let found = artefacts.references.get(&(kind, id.clone()));
    found.ok_or_else(|| format!("no artefact of {} {id}", kind.as_str()))
}

fn all(expected: impl IntoIterator<Item = String>, found: &str) -> Vec<Mismatch> {
    expected
        .into_iter()
        .map(|expected| Mismatch {
            expected,
            found: found.to_owned(),
        })
        .collect()
}
