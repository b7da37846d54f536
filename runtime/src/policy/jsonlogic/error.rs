//! Why JsonLogic is no predicate over some facts, and at which node.

use alloc::string::String;

use super::super::node_path::NodePath;

/// JsonLogic that is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{} at node `{path}`", .kind.message())]
pub struct JsonLogicError {
    /// The node, from the root of the predicate: `and.1.>.0`. Empty: the root itself.
    pub path: String,
    /// What is wrong there.
    pub kind: JsonLogicFault,
}

/// What can be wrong with a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum JsonLogicFault {
    /// Neither a boolean nor an object of one member.
    NotAnOperation,
    /// An operator that artefacts do not use, or not in this place.
    UnknownOperator,
    /// Too few operands, too many, or none where a list of them belongs.
    OperandCount,
    /// An operand of another type than its operator and its neighbour ask for.
    OperandType,
    /// Strings among themselves: no fact says what they are.
    UntypedOperands,
    /// A constant that is none of the type's values.
    InvalidConstant,
    /// A variable that the facts do not declare.
    UnknownFact,
    /// An optional fact that is read where it may be absent.
    UnguardedFact,
    /// An `if` that is not the comparison of two amounts.
    NotMoneyComparison,
    /// Deeper than a predicate may be.
    TooDeep,
    /// More nodes than a predicate may have.
    TooManyNodes,
}

impl JsonLogicFault {
    /// The stable code.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::NotAnOperation => "not_an_operation",
            Self::UnknownOperator => "unknown_operator",
            Self::OperandCount => "operand_count",
            Self::OperandType => "operand_type",
            Self::UntypedOperands => "untyped_operands",
            Self::InvalidConstant => "invalid_constant",
            Self::UnknownFact => "unknown_fact",
            Self::UnguardedFact => "unguarded_fact",
            Self::NotMoneyComparison => "not_money_comparison",
            Self::TooDeep => "predicate_too_deep",
            Self::TooManyNodes => "predicate_too_large",
        }
    }

    /// What is wrong, in a few words.
    #[must_use]
    pub const fn message(self) -> &'static str {
        match self {
            Self::NotAnOperation => "neither a boolean nor one operation",
            Self::UnknownOperator => "the operator does not belong here",
            Self::OperandCount => "the operator has another number of operands",
            Self::OperandType => "the operand has another type",
            Self::UntypedOperands => "no fact says what these strings are",
            Self::InvalidConstant => "the constant is none of the type's values",
            Self::UnknownFact => "the facts declare no such variable",
            Self::UnguardedFact => "the fact may be absent where it is read",
            Self::NotMoneyComparison => "the branches are not those of a comparison of money",
            Self::TooDeep => "the predicate is too deep",
            Self::TooManyNodes => "the predicate has too many nodes",
        }
    }
}

/// A fault on its way to the root.
#[derive(Debug)]
pub(super) struct Refusal {
    path: NodePath,
    kind: JsonLogicFault,
}

impl Refusal {
    /// A fault at the node at hand.
    pub(super) const fn here(kind: JsonLogicFault) -> Self {
        Self {
            path: NodePath::ROOT,
            kind,
        }
    }

    /// A fault at operand `index` of the node at hand.
    pub(super) fn at(kind: JsonLogicFault, operator: &str, index: usize) -> Self {
        Self::here(kind).under(operator, index)
    }

    /// The same fault, seen from the node above.
    pub(super) fn under(self, operator: &str, index: usize) -> Self {
        Self {
            path: self.path.under(operator, index),
            kind: self.kind,
        }
    }

    /// The fault as seen from the root.
    pub(super) fn at_root(self) -> JsonLogicError {
        JsonLogicError {
            path: self.path.into_string(),
            kind: self.kind,
        }
    }
}
