//! The bodies of artefacts: one definition each, which the compiler fills and the evaluators read.
//!
//! A list that is empty and a choice that is not made are left out of the bytes, so that a later member of the
//! language moves no digest of what does not use it.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::String;
use alloc::vec::Vec;
use serde::{Deserialize, Deserializer, Serialize};

use super::ArtefactRef;
use crate::canonical::Value;
use crate::policy::{Features, Mode, Outcome, Schema};

/// `facts`: language, section 2.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FactsBody {
    /// The fields by name.
    pub fields: Schema,
}

/// `control`: language, section 3.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ControlBody {
    /// One line.
    pub title: String,
    /// What is obliged.
    pub statement: String,
    /// Who answers for it.
    pub owner: Owner,
    /// When it is judged.
    pub stage: Stage,
    /// The facts that show it.
    pub evidence: ArtefactRef,
    /// A predicate over the evidence as JsonLogic; absent in a declarative control, whose evidence is recorded, not judged.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "owned_if_any"
    )]
    pub satisfied_when: Option<Value<'static>>,
}

/// Who answers for a control.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Owner {
    /// The runtime that executes the work.
    Runtime,
    /// Who runs that runtime.
    Operator,
    /// A provider outside.
    Provider,
    /// Who wrote the workflow.
    Author,
}

/// When a control is judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// When a contract is admitted.
    Admission,
    /// When a context is compiled.
    Compile,
    /// When work is planned.
    Plan,
    /// When an action is dispatched.
    Dispatch,
    /// When usage and effects are settled.
    Settle,
    /// When a run is resumed.
    Resume,
}

/// `profile`: language, section 3. Each list is sorted by id, then revision, and holds nothing twice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProfileBody {
    /// One line.
    pub title: String,
    /// Profiles whose controls this one takes over.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub extends: Vec<ArtefactRef>,
    /// Controls that are always mandatory.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub required: Vec<ArtefactRef>,
    /// Controls that are mandatory under features, sorted by the features.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub conditional: Vec<ConditionalBody>,
    /// Controls that may be missing.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub optional: Vec<ArtefactRef>,
}

/// Controls that are mandatory where all of `when` hold.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ConditionalBody {
    /// At least one feature.
    pub when: Features,
    /// At least one control.
    pub required: Vec<ArtefactRef>,
}

/// `policy`: language, section 4.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PolicyBody {
    /// What it decides on.
    pub facts: ArtefactRef,
    /// In canonical order: priority descending, deny before allow by the outcome of `then`, then id.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<RuleBody>,
    /// Sorted by id.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub scoring_rules: Vec<ScoringRuleBody>,
    /// Sorted by id.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub guardrails: Vec<GuardrailBody>,
}

/// For each key, dotted where it is nested, the values under which a rule applies. Empty: it applies always.
pub type AppliesTo = BTreeMap<String, BTreeSet<String>>;

/// A rule.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RuleBody {
    /// Unique in the policy among rules, scoring rules and guardrails.
    pub rule_id: String,
    /// Larger numbers win; within ±(2^53−1).
    pub priority: i64,
    /// When it applies at all.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub applies_to: AppliesTo,
    /// The predicate as JsonLogic.
    #[serde(rename = "if", deserialize_with = "owned")]
    pub predicate: Value<'static>,
    /// What it contributes where the predicate is true.
    pub then: BranchBody,
    /// What it contributes where the predicate is false; without it, nothing.
    #[serde(rename = "else", default, skip_serializing_if = "Option::is_none")]
    pub otherwise: Option<BranchBody>,
}

/// A rule that may be skipped and changes no outcome.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScoringRuleBody {
    /// Unique in the policy among rules, scoring rules and guardrails.
    pub rule_id: String,
    /// When it applies at all.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub applies_to: AppliesTo,
    /// The predicate as JsonLogic.
    #[serde(rename = "if", deserialize_with = "owned")]
    pub predicate: Value<'static>,
    /// What it adds where the predicate is true; within ±(2^53−1).
    pub score: i64,
}

/// A guardrail.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GuardrailBody {
    /// Unique in the policy among rules, scoring rules and guardrails.
    pub guardrail_id: String,
    /// When it applies at all.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub applies_to: AppliesTo,
    /// The predicate as JsonLogic.
    #[serde(rename = "if", deserialize_with = "owned")]
    pub predicate: Value<'static>,
    /// At least one effect, in the order of the source.
    pub then: Vec<EffectBody>,
}

/// What a guardrail does where its predicate is true.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(tag = "effect", rename_all = "snake_case", deny_unknown_fields)]
pub enum EffectBody {
    /// The decision is not permitted.
    Refuse,
    /// The decision is not permitted here; `target` takes it over.
    Escalate {
        /// Who.
        target: String,
    },
    /// A further approval is needed.
    Approval {
        /// The gate.
        gate: String,
    },
    /// Facts are withheld.
    Redact {
        /// Dotted paths of facts.
        fields: Vec<String>,
    },
}

/// `then` or `else`. Lists keep the order of the source and hold nothing twice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BranchBody {
    /// `allow` or `deny`.
    pub outcome: Outcome,
    /// The reason in business words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub because: Option<String>,
    /// Approvals that are needed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub approvals: Vec<ApprovalBody>,
    /// Evidence that must be at hand.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub required_evidence: Vec<String>,
    /// What must be done.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub obligations: Vec<String>,
    /// Capabilities that may not be called.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub prohibited: Vec<String>,
    /// What arguments are held to.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub limits: Vec<LimitBody>,
}

/// An approval and the mode that it is given at.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ApprovalBody {
    /// The gate.
    pub gate: String,
    /// The mode, if the rule names one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mode: Option<Mode>,
}

/// One limit on one argument: exactly one of `at_least`, `at_most` and `one_of`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LimitBody {
    /// Dotted where it is nested.
    pub argument: String,
    /// The least integer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_least: Option<i64>,
    /// The greatest integer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_most: Option<i64>,
    /// The permitted values.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub one_of: Option<BTreeSet<LimitValue>>,
    /// Whether the limit is dropped while every approval of the same branch is held.
    #[serde(default, skip_serializing_if = "core::ops::Not::not")]
    pub unless_approved: bool,
}

/// A permitted value of an argument. Integers come before strings.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(untagged)]
pub enum LimitValue {
    /// Within ±(2^53−1).
    Integer(i64),
    /// Compared scalar by scalar.
    String(String),
}

/// A value out of any input, not only out of one that lives forever.
fn owned<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Value<'static>, D::Error> {
    Value::deserialize(deserializer).map(Value::into_owned)
}

fn owned_if_any<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<Value<'static>>, D::Error> {
    owned(deserializer).map(Some)
}
