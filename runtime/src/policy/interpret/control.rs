//! A control, loaded: what it says of its evidence. Semantics, section 4; language, section 3.

use super::super::decision::{EvaluationError, PolicyEvalError, Verdict};
use super::super::facts::Schema;
use super::super::predicate::Predicate;
use super::definitions::{self, Definitions};
use super::error::{LoadError, LoadFault};
use super::facts;
use super::input::Facts;
use super::policy::{load_predicate, load_schema};
use super::predicate::holds;
use crate::canonical::Value;
use crate::registry::{ArtefactRef, ControlBody, Format};

/// The name of a control's one rule in errors.
const RULE_ID: &str = "satisfied";
/// The member that holds its predicate.
const MEMBER: &str = "satisfied_when";

/// A control that can judge evidence.
#[derive(Clone, Debug)]
pub struct Control {
    reference: ArtefactRef,
    schema: Schema,
    predicate: Option<Predicate>,
}

impl Control {
    /// Loads a control with the facts that are its evidence.
    pub fn load(
        definitions: &impl Definitions,
        reference: &ArtefactRef,
    ) -> Result<Self, LoadError> {
        let body: ControlBody = definitions::load(definitions, reference, Format::ControlV1)?;
        let schema = load_schema(definitions, &body.evidence)?;
        let predicate = match &body.satisfied_when {
            Some(json) => Some(
                load_predicate(json, &schema, RULE_ID, MEMBER)
                    .map_err(|fault: LoadFault| LoadError::new(reference, fault))?,
            ),
            None => None,
        };
        Ok(Self {
            reference: reference.clone(),
            schema,
            predicate,
        })
    }

    /// The artefact.
    #[must_use]
    pub const fn reference(&self) -> &ArtefactRef {
        &self.reference
    }

    /// The facts that are its evidence.
    #[must_use]
    pub const fn schema(&self) -> &Schema {
        &self.schema
    }

    /// Judges an evidence document. A declarative control checks its form and judges nothing.
    pub fn judge(&self, evidence: &[u8]) -> Result<Verdict, EvaluationError<'_>> {
        let value = facts::validate(evidence, &self.schema)?;
        Ok(self.verdict(&Facts::validated(&value))?)
    }

    /// Judges evidence that nobody has validated: a fact that is not of its type fails the predicate where it reads it.
    pub fn judge_untyped(&self, evidence: &Value<'_>) -> Result<Verdict, EvaluationError<'_>> {
        Ok(self.verdict(&Facts::screened(evidence, &self.schema)?)?)
    }

    fn verdict(&self, evidence: &Facts<'_>) -> Result<Verdict, PolicyEvalError<'_>> {
        let Some(predicate) = &self.predicate else {
            return Ok(Verdict::Recorded);
        };
        match holds(predicate, evidence.scope()) {
            Ok(true) => Ok(Verdict::Satisfied),
            Ok(false) => Ok(Verdict::Violated),
            Err(failure) => Err(PolicyEvalError::new(
                &self.reference.artifact_id,
                RULE_ID,
                failure.path.in_member(MEMBER),
                failure.fault,
            )),
        }
    }
}
