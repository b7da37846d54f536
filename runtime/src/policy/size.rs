//! How large a predicate is, and how large it may be: language, section 5.

use super::predicate::{Operand, Predicate};

/// The deepest predicate.
pub const MAX_PREDICATE_DEPTH: u32 = 32;

/// The largest predicate.
pub const MAX_PREDICATE_NODES: u32 = 512;

/// The size of a predicate. Chains of `and`, `or`, `+` and `-` are flat: depth follows brackets, not length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PredicateSize {
    /// Nodes from the root to the deepest one, both counted.
    pub depth: u32,
    /// Operations, facts and constants. The constants behind `in` count as one.
    pub nodes: u32,
}

impl PredicateSize {
    const LEAF: Self = Self { depth: 1, nodes: 1 };

    /// Whether the predicate may be stored and evaluated.
    #[must_use]
    pub const fn is_within_bounds(self) -> bool {
        self.depth <= MAX_PREDICATE_DEPTH && self.nodes <= MAX_PREDICATE_NODES
    }

    /// A node above others.
    fn above(operands: impl IntoIterator<Item = Self>) -> Self {
        operands
            .into_iter()
            .fold(Self::LEAF, |whole, operand| Self {
                depth: whole.depth.max(operand.depth.saturating_add(1)),
                nodes: whole.nodes.saturating_add(operand.nodes),
            })
    }
}

impl Predicate {
    /// How large the predicate is.
    #[must_use]
    pub fn size(&self) -> PredicateSize {
        match self {
            Self::Constant(_) | Self::Flag(_) | Self::Present(_) | Self::Absent(_) => {
                PredicateSize::LEAF
            }
            Self::Not(operand) => PredicateSize::above([operand.size()]),
            Self::And(operands) | Self::Or(operands) => {
                PredicateSize::above(operands.iter().map(Self::size))
            }
            Self::Compare(comparison) => {
                PredicateSize::above([comparison.left.size(), comparison.right.size()])
            }
            Self::In { needle, .. } => PredicateSize::above([needle.size(), PredicateSize::LEAF]),
            Self::Any { body, .. } | Self::All { body, .. } => {
                PredicateSize::above([PredicateSize::LEAF, body.size()])
            }
        }
    }
}

impl Operand {
    /// How large the operand is.
    fn size(&self) -> PredicateSize {
        match self {
            Self::Term(_) => PredicateSize::LEAF,
            Self::Sum { rest, .. } => PredicateSize::above(
                core::iter::once(PredicateSize::LEAF)
                    .chain(rest.iter().map(|(_, operand)| operand.size())),
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use alloc::boxed::Box;
    use alloc::vec;
    use alloc::vec::Vec;

    use super::super::predicate::{Comparison, Constant, FactPath, ScalarKind, Term};
    use super::super::vocabulary::{Comparator, Sign};
    use super::*;

    fn one() -> Operand {
        Operand::Term(Term::Constant(Constant::Integer(1)))
    }

    #[test]
    fn a_leaf_is_one_node() {
        assert_eq!(
            Predicate::Flag(FactPath(vec![])).size(),
            PredicateSize { depth: 1, nodes: 1 }
        );
    }

    #[test]
    fn chains_are_flat() {
        let sum = Operand::Sum {
            first: Term::Constant(Constant::Integer(1)),
            rest: core::iter::repeat_with(|| (Sign::Plus, one()))
                .take(40)
                .collect(),
        };
        let compare = Predicate::Compare(Comparison {
            of: ScalarKind::Integer,
            comparator: Comparator::Equal,
            left: sum,
            right: one(),
        });
        assert_eq!(
            compare.size(),
            PredicateSize {
                depth: 3,
                nodes: 44
            }
        );
        let or = Predicate::Or(vec![compare.clone(), compare]);
        assert_eq!(
            or.size(),
            PredicateSize {
                depth: 4,
                nodes: 89
            }
        );
    }

    #[test]
    fn brackets_are_depth() {
        let mut predicate = Predicate::Constant(true);
        for _ in 1..MAX_PREDICATE_DEPTH {
            predicate = Predicate::Not(Box::new(predicate));
        }
        assert!(predicate.size().is_within_bounds());
        assert!(
            !Predicate::Not(Box::new(predicate))
                .size()
                .is_within_bounds()
        );
        let wide: Vec<_> = core::iter::repeat_n(Predicate::Constant(true), 511).collect();
        assert!(Predicate::And(wide.clone()).size().is_within_bounds());
        let wider: Vec<_> = wide
            .into_iter()
            .chain([Predicate::Constant(true)])
            .collect();
        assert!(!Predicate::And(wider).size().is_within_bounds());
    }
}
