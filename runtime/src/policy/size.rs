//! How large a predicate is, and how large it may be: language, section 5.

use super::predicate::{Operand, Predicate, ScalarKind};

/// The deepest predicate.
pub const MAX_PREDICATE_DEPTH: u32 = 32;

/// The largest predicate.
pub const MAX_PREDICATE_NODES: u32 = 512;

/// The most levels of JSON of a stored predicate. With those of the artefact around it, that is what can be read again.
pub const MAX_PREDICATE_LEVELS: u32 = 120;

/// The size of a predicate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PredicateSize {
    /// Nodes from the root to the deepest one, both counted. Chains of `and`, `or`, `+` and `-` are flat: depth follows
    /// brackets, not length.
    pub depth: u32,
    /// Operations, facts and constants. The constants behind `in` count as one.
    pub nodes: u32,
    /// Levels of objects and arrays in which it is stored, at most. A sum takes two for each further operand.
    pub levels: u32,
}

impl PredicateSize {
    /// A node without operands that is stored within `levels`.
    const fn leaf(levels: u32) -> Self {
        Self {
            depth: 1,
            nodes: 1,
            levels,
        }
    }

    /// A node over others, below which they are stored `levels` deeper.
    fn over(operands: impl IntoIterator<Item = Self>, levels: u32) -> Self {
        operands
            .into_iter()
            .fold(Self::leaf(levels), |whole, operand| Self {
                depth: whole.depth.max(operand.depth.saturating_add(1)),
                nodes: whole.nodes.saturating_add(operand.nodes),
                levels: whole.levels.max(operand.levels.saturating_add(levels)),
            })
    }

    /// Whether the predicate may be stored and evaluated.
    #[must_use]
    pub const fn is_within_bounds(self) -> bool {
        self.depth <= MAX_PREDICATE_DEPTH
            && self.nodes <= MAX_PREDICATE_NODES
            && self.levels <= MAX_PREDICATE_LEVELS
    }
}

/// An operation is stored as an object that holds an array.
const OPERATION: u32 = 2;
/// A fact is stored as an object.
const FACT: u32 = 1;

impl Predicate {
    /// How large the predicate is.
    #[must_use]
    pub fn size(&self) -> PredicateSize {
        match self {
            Self::Constant(_) => PredicateSize::leaf(0),
            Self::Flag(_) => PredicateSize::leaf(FACT),
            Self::Present(_) | Self::Absent(_) => PredicateSize::leaf(OPERATION + FACT),
            Self::Not(operand) => PredicateSize::over([operand.size()], OPERATION),
            Self::And(operands) | Self::Or(operands) => {
                PredicateSize::over(operands.iter().map(Self::size), OPERATION)
            }
            Self::Compare(comparison) => {
                // Amounts are compared inside of an `if`.
                let levels = if comparison.of == ScalarKind::Money {
                    2 * OPERATION
                } else {
                    OPERATION
                };
                PredicateSize::over([comparison.left.size(), comparison.right.size()], levels)
            }
            // The constants are one array, and so as deep as a fact.
            Self::In { needle, .. } => {
                PredicateSize::over([needle.size(), PredicateSize::leaf(FACT)], OPERATION)
            }
            Self::Any { body, .. } => {
                PredicateSize::over([PredicateSize::leaf(FACT), body.size()], OPERATION)
            }
            // Stored with a negation between.
            Self::All { body, .. } => {
                let mut body = body.size();
                body.levels = body.levels.saturating_add(OPERATION);
                PredicateSize::over([PredicateSize::leaf(FACT), body], OPERATION)
            }
        }
    }
}

impl Operand {
    /// How large the operand is.
    fn size(&self) -> PredicateSize {
        let Self::Sum { rest, .. } = self else {
            return PredicateSize::leaf(FACT);
        };
        let operands = rest.iter().map(|(_, operand)| operand.size());
        let mut sum = PredicateSize::over(
            core::iter::once(PredicateSize::leaf(FACT)).chain(operands),
            0,
        );
        sum.levels = rest.iter().fold(FACT, |levels, (_, operand)| {
            levels.max(operand.size().levels).saturating_add(OPERATION)
        });
        sum
    }
}

#[cfg(test)]
mod tests {
    use alloc::boxed::Box;
    use alloc::vec;
    use alloc::vec::Vec;

    use super::super::predicate::{Comparison, Constant, FactPath, Term};
    use super::super::vocabulary::{Comparator, Sign};
    use super::*;

    fn one() -> Operand {
        Operand::Term(Term::Constant(Constant::Integer(1)))
    }

    fn compare(left: Operand) -> Predicate {
        let (of, comparator, right) = (ScalarKind::Integer, Comparator::Equal, one());
        Predicate::Compare(Comparison {
            of,
            comparator,
            left,
            right,
        })
    }

    fn sum(further: usize) -> Operand {
        let rest = core::iter::repeat_with(|| (Sign::Plus, one()))
            .take(further)
            .collect();
        Operand::Sum {
            first: Term::Constant(Constant::Integer(1)),
            rest,
        }
    }

    #[test]
    fn a_leaf_is_one_node() {
        let flag = Predicate::Flag(FactPath(vec![]));
        assert_eq!(
            flag.size(),
            PredicateSize {
                depth: 1,
                nodes: 1,
                levels: 1
            }
        );
    }

    #[test]
    fn chains_are_flat() {
        let long = compare(sum(40));
        assert_eq!(
            long.size(),
            PredicateSize {
                depth: 3,
                nodes: 44,
                levels: 2 + 2 * 40 + 1
            }
        );
        let or = Predicate::Or(vec![long.clone(), long]);
        assert_eq!(
            or.size(),
            PredicateSize {
                depth: 4,
                nodes: 89,
                levels: 2 + 2 + 2 * 40 + 1
            }
        );
    }

    #[test]
    fn a_sum_is_no_longer_than_can_be_stored() {
        assert!(compare(sum(58)).size().is_within_bounds());
        assert!(!compare(sum(59)).size().is_within_bounds());
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
