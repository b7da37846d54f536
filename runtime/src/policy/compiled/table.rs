//! What a policy holds, as constants: the shape that generated code fills and the driver reads.

use super::super::{Mode, Outcome};
use crate::digest::Digest;

/// A policy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Table {
    /// The id of its artefact, `package.name`.
    pub id: &'static str,
    /// Its revision.
    pub revision: &'static str,
    /// The digest of its artefact.
    pub digest: Digest,
    /// In canonical order: priority descending, deny before allow by the outcome of `then`, then id.
    pub rules: &'static [RuleTable],
    /// Sorted by id.
    pub scoring_rules: &'static [ScoringRuleTable],
    /// Sorted by id.
    pub guardrails: &'static [GuardrailTable],
}

/// A rule, without its predicate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RuleTable {
    /// Its name.
    pub id: &'static str,
    /// Larger numbers win.
    pub priority: i64,
    /// What it contributes where its predicate is true.
    pub then: BranchTable,
    /// What it contributes where its predicate is false.
    pub otherwise: Option<BranchTable>,
}

/// A branch of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BranchTable {
    /// Allow or deny.
    pub outcome: Outcome,
    /// The reason in business words.
    pub because: Option<&'static str>,
    /// Approvals that are needed.
    pub approvals: &'static [ApprovalTable],
    /// Evidence that must be at hand.
    pub required_evidence: &'static [&'static str],
    /// What must be done.
    pub obligations: &'static [&'static str],
    /// Capabilities that may not be called.
    pub prohibited: &'static [&'static str],
    /// What arguments are held to.
    pub limits: &'static [LimitTable],
}

impl BranchTable {
    /// A branch that allows and asks for nothing.
    pub const ALLOW: Self = Self::of(Outcome::Allow);
    /// A branch that denies and asks for nothing.
    pub const DENY: Self = Self::of(Outcome::Deny);

    const fn of(outcome: Outcome) -> Self {
        Self {
            outcome,
            because: None,
            approvals: &[],
            required_evidence: &[],
            obligations: &[],
            prohibited: &[],
            limits: &[],
        }
    }
}

/// An approval and the mode that it is given at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ApprovalTable {
    /// The gate.
    pub gate: &'static str,
    /// The mode, if the rule names one.
    pub mode: Option<Mode>,
}

/// A limit on an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LimitTable {
    /// Dotted where it is nested.
    pub argument: &'static str,
    /// What it is held to.
    pub bound: Bound,
    /// Whether the limit is dropped while every approval of its branch is held.
    pub unless_approved: bool,
}

/// What an argument is held to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The least integer.
    AtLeast(i64),
    /// The greatest integer.
    AtMost(i64),
    /// The permitted values, integers first, then strings, each ascending.
    OneOf(&'static [ValueTable]),
}

/// A permitted value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueTable {
    /// Within ±(2^53−1).
    Integer(i64),
    /// Compared scalar by scalar.
    String(&'static str),
}

/// A scoring rule, without its predicate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScoringRuleTable {
    /// Its name.
    pub id: &'static str,
    /// What it adds.
    pub score: i64,
}

/// A guardrail, without its predicate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GuardrailTable {
    /// Its name.
    pub id: &'static str,
    /// In the order of the source.
    pub effects: &'static [EffectTable],
}

/// What a guardrail does where its predicate is true.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EffectTable {
    /// The decision is not permitted.
    Refuse,
    /// The decision is not permitted here; somebody takes it over.
    Escalate(&'static str),
    /// A further approval is needed at this gate.
    Approval(&'static str),
    /// These facts are withheld.
    Redact(&'static [&'static str]),
}
