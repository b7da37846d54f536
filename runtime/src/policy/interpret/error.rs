//! Why an artefact cannot be loaded. Each fault has its stable code and names the place in the artefact.

use alloc::boxed::Box;
use alloc::string::String;

use super::super::jsonlogic::JsonLogicFault;
use crate::canonical::DecodeError;
use crate::registry::ArtefactRef;

/// An artefact that is refused. Nothing of it is loaded.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{} {}@{}: {fault}", .reference.artifact_type.as_str(), .reference.artifact_id, .reference.version)]
pub struct LoadError {
    /// Which artefact: the one asked for, or one that it reaches.
    pub reference: Box<ArtefactRef>,
    /// What is wrong with it.
    pub fault: LoadFault,
}

impl LoadError {
    pub(super) fn new(reference: &ArtefactRef, fault: LoadFault) -> Self {
        Self {
            reference: Box::new(reference.clone()),
            fault,
        }
    }

    /// The stable code.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        self.fault.code()
    }
}

/// What can be wrong with an artefact. `rule_id` names a rule, scoring rule or guardrail; in a control it is
/// `satisfied`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LoadFault {
    /// Nothing is stored under the reference.
    #[error("it is not there")]
    DefinitionMissing,
    /// The bytes have another digest than the reference.
    #[error("its bytes have another digest")]
    DigestMismatch,
    /// The bytes are not the canonical form of what they say.
    #[error("its bytes are not canonical JSON")]
    NotCanonical,
    /// The bytes are not JSON, or not of the shape of such an artefact.
    #[error("{0}")]
    Malformed(DecodeError),
    /// The envelope is of another kind, id, revision or format than the reference and its place ask for.
    #[error("its envelope is another's")]
    OtherArtefact,
    /// A field that no facts can declare, by its dotted path.
    #[error("the field `{field}` cannot be declared so")]
    InvalidField {
        /// The field.
        field: String,
    },
    /// Two rules, scoring rules or guardrails with one id.
    #[error("the rule id `{rule_id}` stands twice")]
    DuplicateRule {
        /// The id.
        rule_id: String,
    },
    /// A number beyond ±(2^53−1).
    #[error("rule `{rule_id}`: a number is outside the exact range")]
    InvalidNumber {
        /// The rule.
        rule_id: String,
    },
    /// `applies_to` names no key, no value, or a value that the key cannot have.
    #[error("rule `{rule_id}`: `applies_to.{key}` can never be asked")]
    InvalidKey {
        /// The rule.
        rule_id: String,
        /// The key as it is written.
        key: String,
    },
    /// A predicate that is not well typed over the facts.
    #[error("rule `{rule_id}`: {} at `{path}`", .fault.message())]
    InvalidPredicate {
        /// The rule.
        rule_id: String,
        /// The node, from the rule: `if.and.1`.
        path: String,
        /// What is wrong there.
        fault: JsonLogicFault,
    },
    /// A limit that has not exactly one bound.
    #[error("rule `{rule_id}`: the limit on `{argument}` needs exactly one bound")]
    InvalidLimit {
        /// The rule.
        rule_id: String,
        /// The argument.
        argument: String,
    },
    /// A guardrail without effect, or one that withholds a fact that is not declared.
    #[error("guardrail `{rule_id}`: an effect cannot be had")]
    InvalidEffect {
        /// The guardrail.
        rule_id: String,
    },
}

impl LoadFault {
    /// The stable code.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::DefinitionMissing => "definition_missing",
            Self::DigestMismatch => "digest_mismatch",
            Self::NotCanonical => "not_canonical",
            Self::Malformed(_) => "artefact_malformed",
            Self::OtherArtefact => "artefact_mismatch",
            Self::InvalidField { .. } => "schema_invalid",
            Self::DuplicateRule { .. } => "duplicate_rule",
            Self::InvalidNumber { .. } => "number_out_of_range",
            Self::InvalidKey { .. } => "applies_to_invalid",
            Self::InvalidPredicate { .. } => "predicate_invalid",
            Self::InvalidLimit { .. } => "limit_invalid",
            Self::InvalidEffect { .. } => "effect_invalid",
        }
    }
}
