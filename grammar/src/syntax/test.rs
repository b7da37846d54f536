//! `test`: section 8 of the language.

use super::{Limit, Literal, Path, Reference, Word};
use crate::span::Spanned;

/// `test "…" of NAME@REVISION { given … expect … }`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Test {
    /// What it is called in reports.
    pub title: Word,
    /// The policy, control or profile under test.
    pub of: Reference,
    /// `given …`; the checker asks for one that is missing.
    pub given: Option<Given>,
    /// `expect …, …`; the checker asks for one that is missing.
    pub expectations: Vec<Expectation>,
}

/// What a test supposes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Given {
    /// `given { … }`: a facts document.
    Facts(GivenValue),
    /// `given [FEATURE, …]`: the features that hold, for a profile.
    Features(Vec<Word>),
}

/// A value of a facts document, with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GivenValue {
    /// What it is.
    pub kind: GivenValueKind,
    /// Its place.
    pub span: Spanned<()>,
}

/// The forms of such a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GivenValueKind {
    /// `{ name: value, … }`
    Record(Vec<GivenMember>),
    /// `[value, …]`
    List(Vec<GivenValue>),
    /// A bare member of an enum.
    Member(String),
    /// A constant.
    Literal(Literal),
}

/// One member of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GivenMember {
    /// Bare, or as a string.
    pub name: Word,
    /// Its value.
    pub value: GivenValue,
}

/// What a test expects, with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expectation {
    /// What it is.
    pub kind: ExpectationKind,
    /// Its place.
    pub span: Spanned<()>,
}

/// The forms of expectation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExpectationKind {
    /// A single word: `allow`, `deny`, `not_applicable`, `permitted`, `refuse`, `satisfied`, `violated`, … as written.
    Word(String),
    /// `not permitted`
    NotPermitted,
    /// `approval GATE [at MODE]`
    Approval {
        /// The gate.
        gate: Word,
        /// The mode as written.
        mode: Option<Word>,
    },
    /// `evidence NAME, …` in brackets: `evidence [order_lookup]`.
    Evidence(Vec<Word>),
    /// `oblige ["…"]`
    Oblige(Vec<Word>),
    /// `prohibit [NAME, …]`
    Prohibit(Vec<Word>),
    /// `limit …`, one constraint of the decision.
    Limit(Limit),
    /// `escalate TARGET`
    Escalate(Word),
    /// `redact [FIELD, …]`
    Redact(Vec<Path>),
    /// `rules [NAME, …]`: exactly the rules that contribute.
    Rules(Vec<Word>),
    /// `skipped [NAME, …]`: exactly the scoring rules that are skipped.
    Skipped(Vec<Word>),
    /// `score N`: the scores of the scoring rules that hold, added up.
    Score(Spanned<i64>),
    /// `controls [NAME@REVISION, …]`: exactly the effective controls.
    Controls(Vec<Reference>),
    /// `error RULE`: evaluation stops with `policy_eval_error` in that rule or guardrail.
    Error(Option<Word>),
}
