//! A generated policy, for each of the texts that decide.

use ordain_runtime::canonical::to_canonical;
use ordain_runtime::policy::interpret::{self, Policy};
use ordain_runtime::policy::{DecisionRecord, EvaluationError, FactsFault, Schema};
use ordain_runtime::registry::{ArtefactRef, FactsBody, Format, Kind, PolicyBody};
use ordain_tests::boundary::Constants;
use ordain_tests::generate::Definitions;

use super::json::Json;
use super::{Answer, Model};
use crate::agreement::constants;

/// A policy as an artefact, as an interpreter of it, as the model of it, and where facts make a difference to it.
pub(super) struct Subject {
    pub(super) interpreted: Policy,
    pub(super) model: Model,
    pub(super) constants: Constants,
}

impl Subject {
    /// A policy that stands alone.
    pub(super) fn of(schema: &Schema, body: &PolicyBody) -> Self {
        let mut definitions = Definitions::default();
        let fields = FactsBody {
            fields: schema.clone(),
        };
        let facts = definitions.file(Kind::Facts, Format::FactsV1, "test.facts", fields);
        let body = PolicyBody {
            facts: facts.unwrap(),
            ..body.clone()
        };
        let policy = definitions.file(Kind::Policy, Format::PolicyV1, "test.policy", &body);
        Self::load(&definitions, &policy.unwrap(), &body)
    }

    /// A policy among others.
    pub(super) fn load(
        definitions: &impl interpret::Definitions,
        policy: &ArtefactRef,
        body: &PolicyBody,
    ) -> Self {
        let bytes = |reference| definitions.bytes(reference).unwrap();
        let interpreted = Policy::load(definitions, policy).unwrap();
        Self {
            model: Model::of(bytes(policy), bytes(&body.facts)),
            constants: constants(body, interpreted.schema()),
            interpreted,
        }
    }
}

/// What the interpreter says, as the model would.
pub(super) fn answer(result: &Result<DecisionRecord<'_>, EvaluationError<'_>>) -> Answer {
    match result {
        Ok(decision) => Answer::Decided(to_canonical(decision).unwrap()),
        Err(EvaluationError::Policy(error)) => Answer::Failed(to_canonical(error).unwrap()),
        Err(EvaluationError::Facts(invalid)) => Answer::Refused(invalid.pointer.clone()),
    }
}

/// Whether a document that may be damaged is JSON, for both of those who read it. Whether bytes are JSON at all is for other
/// tests; the model is not asked about what is none.
pub(super) fn is_json(text: &[u8], said: &Result<DecisionRecord<'_>, EvaluationError<'_>>) -> bool {
    let is_refused = matches!(
        said,
        Err(EvaluationError::Facts(invalid)) if matches!(invalid.reason, FactsFault::Json(_))
    );
    !is_refused && serde_json::from_slice::<Json>(text).is_ok()
}
