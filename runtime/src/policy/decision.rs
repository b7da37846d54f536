//! What an evaluation gives: the decision as data, and the two ways in which there is none.
//! Semantics, sections 2 and 3. Who computes it lives elsewhere.

use alloc::borrow::Cow;
use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};

use super::vocabulary::{BranchName, Mode};
use crate::digest::Digest;
use crate::registry::LimitValue;

/// A decision, as canonical JSON prints it. Every list is in canonical order and holds nothing twice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DecisionRecord<'a> {
    /// The digest of the policy's artefact.
    pub policy: Digest,
    /// The outcome of the highest priority among contributions.
    pub outcome: DecidedOutcome,
    /// That priority; `null` without contributions.
    pub priority: Option<i64>,
    /// The rules that contribute the outcome at that priority.
    #[serde(borrow)]
    pub decided_by: Vec<Cow<'a, str>>,
    /// Every contribution.
    #[serde(borrow)]
    pub contributed: Vec<Contribution<'a>>,
    /// What must be done.
    #[serde(borrow)]
    pub obligations: Vec<Cow<'a, str>>,
    /// Evidence that must be at hand.
    #[serde(borrow)]
    pub required_evidence: Vec<Cow<'a, str>>,
    /// Capabilities that may not be called.
    #[serde(borrow)]
    pub prohibited: Vec<Cow<'a, str>>,
    /// For each argument, the intersection of its limits.
    #[serde(borrow)]
    pub limits: BTreeMap<Cow<'a, str>, EffectiveLimit<'a>>,
    /// Approvals that are all needed.
    #[serde(borrow)]
    pub approvals: Vec<Approval<'a>>,
    /// The lowest mode that a contribution names; `null` where none does.
    pub effective_mode: Option<Mode>,
    /// What guardrails ask for, by guardrail id.
    #[serde(borrow)]
    pub guardrails: Guardrails<'a>,
    /// What scoring rules add, by rule id.
    #[serde(borrow)]
    pub scores: Vec<Score<'a>>,
    /// Scoring rules whose predicate failed.
    #[serde(borrow)]
    pub skipped: Vec<Cow<'a, str>>,
    /// Whether the outcome is allow, no guardrail refuses or escalates, and no limits conflict.
    pub permitted: bool,
}

/// The outcome of a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DecidedOutcome {
    /// Some rule of the highest priority denies.
    Deny,
    /// The rules of the highest priority allow.
    Allow,
    /// No rule contributes; permits nothing.
    NotApplicable,
}

/// A rule and the branch of it that holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Contribution<'a> {
    /// The rule.
    #[serde(borrow)]
    pub rule_id: Cow<'a, str>,
    /// Its branch.
    pub branch: BranchName,
}

/// An approval that is needed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Approval<'a> {
    /// The gate.
    #[serde(borrow)]
    pub gate: Cow<'a, str>,
    /// The mode that the rule names, if it names one.
    pub mode: Option<Mode>,
}

/// The intersection of the limits on one argument, those left out that a held approval drops.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EffectiveLimit<'a> {
    /// The least integer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_least: Option<i64>,
    /// The greatest integer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_most: Option<i64>,
    /// The permitted values, integers first, then strings, each ascending. With it the bounds are already applied
    /// and left out.
    #[serde(default, skip_serializing_if = "Option::is_none", borrow)]
    pub one_of: Option<Vec<Cow<'a, LimitValue>>>,
    /// `limits_conflict` where nothing meets all of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub conflict: Option<Conflict>,
}

/// The code of an empty intersection.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Conflict {
    /// Nothing meets all limits on one argument.
    #[serde(rename = "limits_conflict")]
    LimitsConflict,
}

/// What guardrails ask for. Each list is sorted by guardrail id, and within one guardrail in the order of its source.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Guardrails<'a> {
    /// Guardrails that refuse.
    #[serde(borrow)]
    pub refuse: Vec<Cow<'a, str>>,
    /// Guardrails that escalate, and to whom.
    #[serde(borrow)]
    pub escalate: Vec<Escalation<'a>>,
    /// Guardrails that need an approval, and at which gate.
    #[serde(borrow)]
    pub approval: Vec<GuardrailApproval<'a>>,
    /// Guardrails that withhold facts, and which.
    #[serde(borrow)]
    pub redact: Vec<Redaction<'a>>,
}

/// A guardrail hands the decision over.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Escalation<'a> {
    /// The guardrail.
    #[serde(borrow)]
    pub guardrail_id: Cow<'a, str>,
    /// Who takes it over.
    #[serde(borrow)]
    pub target: Cow<'a, str>,
}

/// A guardrail needs an approval.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GuardrailApproval<'a> {
    /// The guardrail.
    #[serde(borrow)]
    pub guardrail_id: Cow<'a, str>,
    /// The gate.
    #[serde(borrow)]
    pub gate: Cow<'a, str>,
}

/// A guardrail withholds facts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Redaction<'a> {
    /// The guardrail.
    #[serde(borrow)]
    pub guardrail_id: Cow<'a, str>,
    /// Dotted paths of facts, in the order of the source.
    #[serde(borrow)]
    pub fields: Vec<Cow<'a, str>>,
}

/// What one scoring rule adds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Score<'a> {
    /// The scoring rule.
    #[serde(borrow)]
    pub rule_id: Cow<'a, str>,
    /// Within ±(2^53−1).
    pub score: i64,
}

/// Why facts were refused before any rule ran: `facts_invalid`. Says where and what, and holds no fact.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{} at `{pointer}`", .reason.message())]
pub struct FactsInvalid {
    /// A JSON Pointer to the offending member; to the record where a member is missing, with the member's name.
    pub pointer: String,
    /// What is wrong there.
    pub reason: FactsFault,
}

impl FactsInvalid {
    /// The stable code.
    pub const CODE: &'static str = "facts_invalid";
}

/// What can be wrong with facts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FactsFault {
    /// The document is not JSON as section 1 takes it.
    Json(crate::canonical::JsonError),
    /// A member that the facts do not declare.
    UnknownField,
    /// A member twice.
    DuplicateField,
    /// A required member is not there.
    Missing,
    /// Another JSON type than the declared one.
    WrongType,
    /// An integer outside its declared range, or a number that is no integer.
    OutOfRange,
    /// A word that the enum does not list.
    UnknownMember,
    /// A string that is no identifier, digest, instant or currency, or is too long.
    Malformed,
    /// An element twice in a set.
    DuplicateElement,
}

impl FactsFault {
    /// A constant sentence that holds no fact.
    #[must_use]
    pub const fn message(self) -> &'static str {
        match self {
            Self::Json(_) => "the document is not strict JSON",
            Self::UnknownField => "the facts declare no such field",
            Self::DuplicateField => "the field stands twice",
            Self::Missing => "a required field is missing",
            Self::WrongType => "the value has another type than the field",
            Self::OutOfRange => "the number is outside the range of the field",
            Self::UnknownMember => "the word is no member of the enum",
            Self::Malformed => "the string does not have the form of the field's type",
            Self::DuplicateElement => "the set holds an element twice",
        }
    }
}

/// Why a predicate failed. Semantics, section 2; language, section 5.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PredicateFault {
    /// A sum left ±(2^53−1).
    IntegerOverflow,
    /// Two amounts in different currencies were compared.
    CurrencyMismatch,
    /// An untyped caller supplied a fact with another type.
    FactType,
}

impl PredicateFault {
    /// The constant sentence of its kind.
    #[must_use]
    pub const fn message(self) -> &'static str {
        match self {
            Self::IntegerOverflow => {
                "An integer in an applicable policy predicate left the exact range."
            }
            Self::CurrencyMismatch => {
                "An applicable policy predicate compared amounts in different currencies."
            }
            Self::FactType => "A fact that an applicable policy predicate reads has another type.",
        }
    }
}

/// Why an evaluation stopped: the safe error, which prints exactly six members and holds no fact, no predicate and
/// no cause. Semantics, section 2.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, thiserror::Error)]
#[error("{message}")]
pub struct PolicyEvalError<'a> {
    code: &'static str,
    stage: &'static str,
    /// The id of the policy's or control's artefact.
    pub bundle_id: Cow<'a, str>,
    /// The rule or guardrail; in a control `satisfied`.
    pub rule_id: Cow<'a, str>,
    /// The failing node inside the rule's artefact: `if.and.1.>.0`.
    pub expression_path: Cow<'a, str>,
    message: &'static str,
}

impl<'a> PolicyEvalError<'a> {
    /// The stable code.
    pub const CODE: &'static str = "policy_eval_error";

    /// Names the place of a fault.
    pub fn new(
        bundle_id: impl Into<Cow<'a, str>>,
        rule_id: impl Into<Cow<'a, str>>,
        expression_path: impl Into<Cow<'a, str>>,
        fault: PredicateFault,
    ) -> Self {
        Self {
            code: Self::CODE,
            stage: "policy_resolution",
            bundle_id: bundle_id.into(),
            rule_id: rule_id.into(),
            expression_path: expression_path.into(),
            message: fault.message(),
        }
    }

    /// The constant sentence of the fault's kind.
    #[must_use]
    pub const fn message(&self) -> &'static str {
        self.message
    }
}

/// Why an untyped evaluation gave no decision.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EvaluationError<'a> {
    /// The facts were refused.
    #[error(transparent)]
    Facts(#[from] FactsInvalid),
    /// An applicable predicate failed.
    #[error("{0}")]
    Policy(PolicyEvalError<'a>),
}

impl<'a> From<PolicyEvalError<'a>> for EvaluationError<'a> {
    // By hand: a source of an error would have to live forever.
    fn from(error: PolicyEvalError<'a>) -> Self {
        Self::Policy(error)
    }
}

/// What a control says of its evidence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// `satisfied when` is true.
    Satisfied,
    /// `satisfied when` is false.
    Violated,
    /// The control is declarative: its evidence is recorded, not judged.
    Recorded,
}
