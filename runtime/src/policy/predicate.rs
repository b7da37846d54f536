//! Predicates with their types: what an artefact's JsonLogic means. Nothing here runs or stores them.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

use super::vocabulary::{Comparator, Sign};
use crate::digest::Digest;
use crate::money::Money;
use crate::time::Instant;

/// The fields that lead to a fact, outermost first. Inside the body of [`Predicate::Any`] and [`Predicate::All`]
/// paths start at the element, and an empty one is the element itself: nothing else can be read there.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FactPath(pub Vec<String>);

/// What is true or false of facts: language, section 5.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Predicate {
    /// The same for all facts.
    Constant(bool),
    /// A boolean fact.
    Flag(FactPath),
    /// The opposite.
    Not(Box<Self>),
    /// Two or more operands, from the left until one is false.
    And(Vec<Self>),
    /// Two or more operands, from the left until one is true.
    Or(Vec<Self>),
    /// Whether the fact, and each record on the way to it, is there.
    Present(FactPath),
    /// The opposite of [`Self::Present`].
    Absent(FactPath),
    /// Two operands of one type.
    Compare(Comparison),
    /// Whether a scalar is among others. Never of time or money.
    In {
        /// What both sides hold.
        of: ScalarKind,
        /// What is looked for.
        needle: Operand,
        /// Where.
        haystack: Haystack,
    },
    /// Whether one element satisfies the body.
    Any {
        /// A list or set.
        list: FactPath,
        /// Asked of each element, in order, until it is true.
        body: Box<Self>,
    },
    /// Whether every element does.
    All {
        /// A list or set.
        list: FactPath,
        /// Asked of each element, in order, until it is false.
        body: Box<Self>,
    },
}

/// The types that can be compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ScalarKind {
    /// `bool`
    Boolean,
    /// `int`
    Integer,
    /// `id`
    Identifier,
    /// `text`
    Text,
    /// `digest`
    Digest,
    /// `time`
    Time,
    /// `money`
    Money,
    /// `enum`
    Enum,
}

impl ScalarKind {
    /// Whether `<` and its kin work on it.
    #[must_use]
    pub const fn is_ordered(self) -> bool {
        matches!(self, Self::Integer | Self::Time | Self::Money)
    }
}

/// `left comparator right`, both of the type `of`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comparison {
    /// What both sides hold.
    pub of: ScalarKind,
    /// How they are compared.
    pub comparator: Comparator,
    /// Evaluated first.
    pub left: Operand,
    /// Evaluated second.
    pub right: Operand,
}

/// One side of a comparison.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Operand {
    /// A single value.
    Term(Term),
    /// Integers, added and subtracted from the left, each step within ±(2^53−1).
    Sum {
        /// The first value.
        first: Term,
        /// One or more further ones.
        rest: Vec<(Sign, Operand)>,
    },
}

/// A value that needs no arithmetic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Term {
    /// A fact.
    Fact(FactPath),
    /// The number of elements of a list or set.
    Count(FactPath),
    /// The same for all facts.
    Constant(Constant),
}

/// Where [`Predicate::In`] looks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Haystack {
    /// Constants of the rule, in the order of the source.
    Constants(Vec<Constant>),
    /// A set or list among the facts.
    Fact(FactPath),
}

/// A constant of a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Constant {
    /// `true` or `false`.
    Boolean(bool),
    /// Within ±(2^53−1).
    Integer(i64),
    /// An identifier, a text or a member of an enum; which of them, the operation says.
    String(String),
    /// A digest.
    Digest(Digest),
    /// An instant.
    Time(Instant),
    /// An amount.
    Money(Money),
}
