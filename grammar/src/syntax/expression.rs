//! Expressions: section 5 of the language.

use super::{Literal, Path, Word};
use crate::span::{Span, Spanned};

/// An expression with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expression {
    /// What it is.
    pub kind: ExpressionKind,
    /// Its place, brackets left out.
    pub span: Spanned<()>,
}

impl Expression {
    /// Pairs a kind with its place.
    #[must_use]
    pub const fn new(kind: ExpressionKind, span: Span) -> Self {
        Self {
            kind,
            span: Spanned::new((), span),
        }
    }
}

/// The forms of expression. Chains are flat, so that depth follows brackets alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExpressionKind {
    /// Two or more operands.
    Or(Vec<Expression>),
    /// Two or more operands.
    And(Vec<Expression>),
    /// `not E`.
    Not(Box<Expression>),
    /// `A == B` and its kin.
    Compare {
        /// The operator with its place.
        comparator: Spanned<Comparator>,
        /// What stands before it.
        left: Box<Expression>,
        /// What stands behind it.
        right: Box<Expression>,
    },
    /// `A in B`; `B` is a fact or a [`ExpressionKind::List`].
    In {
        /// What is looked for.
        needle: Box<Expression>,
        /// Where it is looked for.
        haystack: Box<Expression>,
    },
    /// `X is present`, `X is absent`.
    Presence {
        /// The fact.
        path: Path,
        /// Whether `present` was asked.
        present: bool,
    },
    /// `A + B - C`: a first operand and one or more signed ones.
    Sum {
        /// The first operand.
        first: Box<Expression>,
        /// The further operands.
        rest: Vec<(Sign, Expression)>,
    },
    /// `any X in LIST: E`, `all X in LIST: E`.
    Quantified {
        /// Which of the two.
        quantifier: Quantifier,
        /// The name of the element in the body.
        element: Word,
        /// The list or set.
        list: Path,
        /// What is asked of each element.
        body: Box<Expression>,
    },
    /// `count LIST`.
    Count(Path),
    /// `[A, B]`; only behind `in`.
    List(Vec<Expression>),
    /// A fact, or beside an enum field a bare member.
    Path(Path),
    /// A constant.
    Literal(Literal),
}

/// The comparison operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Comparator {
    /// `==`
    Equal,
    /// `!=`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    LessOrEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterOrEqual,
}

/// The sign before a further operand of a sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sign {
    /// `+`
    Plus,
    /// `-`
    Minus,
}

/// `any` or `all`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Quantifier {
    /// True where one element satisfies the body.
    Any,
    /// True where every element does, and so for none.
    All,
}
