//! The syntax tree: what was written, with its places, before any name or type is looked at.
//!
//! Equality ignores places and never ignores meaning, so that formatting can be checked to change nothing.
//! Comments stand beside the tree, in [`File::comments`]; documentation stands in it.

mod expression;
mod facts;
mod obligation;
mod policy;
mod test;

pub use expression::{Comparator, Expression, ExpressionKind, Quantifier, Sign};
pub use facts::{Facts, Field, Type, TypeKind};
pub use obligation::{Conditional, Control, Owner, Profile, Stage};
pub use policy::{
    Branch, Clause, ClauseKind, Guardrail, GuardrailEffect, KeyMatch, KeyValue, Limit, LimitBound,
    Mode, Outcome, Policy, Rule, ScoringRule,
};
pub use test::{
    Expectation, ExpectationKind, Given, GivenMember, GivenValue, GivenValueKind, Test,
};

use crate::span::{Span, Spanned};

/// A name, a field or a member as written.
pub type Word = Spanned<String>;

/// One `*.ordain` file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct File {
    /// `package NAME`; absent only when the file does not open with one, which is an error.
    pub package: Option<Word>,
    /// In the order of the file. A declaration that could not be read is left out, and so is a rule of a policy.
    pub declarations: Vec<Declaration>,
    /// Every `//` comment of the file, in order, without documentation.
    pub comments: Vec<Comment>,
}

/// A `//` comment: its text without the slashes.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Comment {
    /// What follows `//`, without the white space at its end.
    pub text: String,
    /// From the first slash to the end of the text.
    pub span: Span,
}

/// One declaration with its documentation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declaration {
    /// The `///` lines above it.
    pub documentation: Documentation,
    /// Which of the kinds, and its content.
    pub kind: DeclarationKind,
    /// From the keyword to the closing brace.
    pub span: Spanned<()>,
}

/// The kinds of declaration.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DeclarationKind {
    /// `facts NAME@REVISION { … }`.
    Facts(Facts),
    /// `control NAME@REVISION { … }`.
    Control(Control),
    /// `profile NAME@REVISION { … }`.
    Profile(Profile),
    /// `policy NAME@REVISION on FACTS { … }`.
    Policy(Policy),
    /// `test "…" of NAME@REVISION { … }`.
    Test(Test),
}

/// The lines of a `///` comment, each without the slashes and one space after them; empty when there is none.
pub type Documentation = Vec<String>;

/// `NAME@REVISION`, where it is declared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// The name without package.
    pub name: Word,
    /// The revision.
    pub revision: Word,
}

/// `NAME@REVISION`, where it is used. The name may carry its package.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reference {
    /// Dotted, with or without package.
    pub name: Word,
    /// The revision.
    pub revision: Word,
}

impl Reference {
    /// The place of the whole reference.
    #[must_use]
    pub fn span(&self) -> Span {
        self.name.span.to(self.revision.span)
    }
}

/// A dotted path to a fact: `user.role`. At least one word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Path {
    /// The words between the dots.
    pub words: Vec<Word>,
}

impl Path {
    /// The place of the whole path.
    #[must_use]
    pub fn span(&self) -> Span {
        match (self.words.first(), self.words.last()) {
            (Some(first), Some(last)) => first.span.to(last.span),
            _ => Span::default(),
        }
    }
}

/// A constant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Literal {
    /// `true` or `false`.
    Boolean(bool),
    /// `-50_000`, within ±(2^53−1).
    Integer(i64),
    /// A string, unescaped and folded.
    String(String),
    /// `INR 3_000.00`: the currency as written and the digits as written, underscores left out.
    Money {
        /// Three capital letters.
        currency: Word,
        /// `3000.00`, perhaps with a sign.
        amount: Word,
    },
    /// `2026-10-16T00:00:00Z`, as written.
    Time(String),
    /// `15m`, `4h`, `30s`, in seconds.
    Duration(u64),
}
