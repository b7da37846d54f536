//! `policy`: section 4 of the language.

use super::{Documentation, Expression, Header, Path, Reference, Word};
use crate::span::Spanned;

/// `policy NAME@REVISION on FACTS { … }`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Policy {
    /// Name and revision.
    pub header: Header,
    /// The facts it decides on.
    pub facts: Reference,
    /// `rule`, in the order of the file.
    pub rules: Vec<Rule>,
    /// `scoring rule`, in the order of the file.
    pub scoring_rules: Vec<ScoringRule>,
    /// `guardrail`, in the order of the file.
    pub guardrails: Vec<Guardrail>,
}

/// `rule NAME priority N { on … when … then … else … }`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    /// The `///` lines above it.
    pub documentation: Documentation,
    /// The name, unique in its policy.
    pub name: Word,
    /// `priority N`; larger numbers win. The checker asks for one that is missing.
    pub priority: Option<Spanned<i64>>,
    /// `on KEY VALUE, … and KEY VALUE, …`.
    pub on: Vec<KeyMatch>,
    /// `when E`; without it the predicate is true.
    pub when: Option<Expression>,
    /// `then`; the checker asks for one that is missing.
    pub then: Option<Branch>,
    /// `else`.
    pub otherwise: Option<Branch>,
    /// From `rule` to the closing brace.
    pub span: Spanned<()>,
}

/// `scoring rule NAME { on … when … score N }`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScoringRule {
    /// The `///` lines above it.
    pub documentation: Documentation,
    /// The name, unique in its policy.
    pub name: Word,
    /// `on …`.
    pub on: Vec<KeyMatch>,
    /// `when E`; without it the predicate is true.
    pub when: Option<Expression>,
    /// `score N`; the checker asks for one that is missing.
    pub score: Option<Spanned<i64>>,
    /// From `scoring` to the closing brace.
    pub span: Spanned<()>,
}

/// `guardrail NAME { on … when … then EFFECT }`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Guardrail {
    /// The `///` lines above it.
    pub documentation: Documentation,
    /// The name, unique in its policy.
    pub name: Word,
    /// `on …`.
    pub on: Vec<KeyMatch>,
    /// `when E`; without it the predicate is true.
    pub when: Option<Expression>,
    /// `then EFFECT, …`: one or more. The checker asks for one that is missing.
    pub effects: Vec<Spanned<GuardrailEffect>>,
    /// From `guardrail` to the closing brace.
    pub span: Spanned<()>,
}

/// What a guardrail does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GuardrailEffect {
    /// `refuse`
    Refuse,
    /// `escalate TARGET`
    Escalate(Word),
    /// `approval GATE`
    Approval(Word),
    /// `redact FIELD, …`
    Redact(Vec<Path>),
}

/// One conjunct of `on`: a key and the values that it may have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyMatch {
    /// The key field.
    pub key: Path,
    /// One or more values.
    pub values: Vec<KeyValue>,
}

/// A value of a key: a string for an `id`, a bare word for an enum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum KeyValue {
    /// `"support.refund"`
    String(Word),
    /// `support_agent`
    Member(Word),
}

impl KeyValue {
    /// The word with its place, whichever way it was written.
    #[must_use]
    pub const fn word(&self) -> &Word {
        match self {
            Self::String(word) | Self::Member(word) => word,
        }
    }
}

/// `then` or `else`: one outcome and its clauses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Branch {
    /// `allow` or `deny`.
    pub outcome: Spanned<Outcome>,
    /// In the order of the file.
    pub clauses: Vec<Clause>,
    /// From `then` or `else` to the last clause.
    pub span: Spanned<()>,
}

/// The business outcomes that a branch names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// `allow`
    Allow,
    /// `deny`
    Deny,
}

/// A clause with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clause {
    /// What it is.
    pub kind: ClauseKind,
    /// Its place.
    pub span: Spanned<()>,
}

/// The clauses of a branch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClauseKind {
    /// `because "…"`
    Because(Word),
    /// `approval GATE [at MODE]`
    Approval {
        /// The gate.
        gate: Word,
        /// The mode as written.
        mode: Option<Word>,
    },
    /// `require evidence NAME, …`
    RequireEvidence(Vec<Word>),
    /// `oblige "…", …`
    Oblige(Vec<Word>),
    /// `prohibit CAPABILITY, …`
    Prohibit(Vec<Word>),
    /// `limit …`
    Limit(Limit),
}

/// `limit ARGUMENT at least N | at most N | in [ … ] [unless approved]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limit {
    /// The argument, dotted where it is nested.
    pub argument: Path,
    /// What it is held to.
    pub bound: LimitBound,
    /// Whether a held approval of the same branch drops it.
    pub unless_approved: bool,
}

/// What a limit holds its argument to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LimitBound {
    /// `at least N`
    AtLeast(Spanned<i64>),
    /// `at most N`
    AtMost(Spanned<i64>),
    /// `in [ … ]`: integers or strings.
    In(Vec<Expression>),
}

/// The modes of an approval, in ascending order of risk.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mode {
    /// `read_only`
    ReadOnly,
    /// `local_write`
    LocalWrite,
    /// `network`
    Network,
    /// `delegated`
    Delegated,
    /// `destructive`
    Destructive,
}
