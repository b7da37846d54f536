//! Presence: which optional facts are known to be there where an expression stands. Language, section 5.

use std::collections::BTreeSet;

use ordain_runtime::policy::FactPath;

/// The optional facts that are known to be present.
pub(super) type Known = BTreeSet<FactPath>;

/// What an expression shows of presence by being true, and by being false.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Flow {
    pub(super) if_true: Known,
    pub(super) if_false: Known,
}

impl Flow {
    /// Of `X is present`.
    pub(super) fn present(shown: Known) -> Self {
        Self {
            if_true: shown,
            if_false: Known::new(),
        }
    }

    /// Of `not E`.
    pub(super) fn negated(self) -> Self {
        Self {
            if_true: self.if_false,
            if_false: self.if_true,
        }
    }

    /// Of `A and B …`: all are true, or at least one is false.
    pub(super) fn conjunction(operands: Vec<Self>) -> Self {
        Self {
            if_true: operands
                .iter()
                .flat_map(|flow| flow.if_true.iter().cloned())
                .collect(),
            if_false: operands
                .into_iter()
                .map(|flow| flow.if_false)
                .reduce(|a, b| &a & &b)
                .unwrap_or_default(),
        }
    }

    /// Of `A or B …`: at least one is true, or all are false.
    pub(super) fn disjunction(operands: Vec<Self>) -> Self {
        Self::conjunction(operands.into_iter().map(Self::negated).collect()).negated()
    }
}
