//! The flow of presence: which optional facts a predicate shows to be there. Language, section 5.

use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;

use super::super::predicate::FactPath;

/// Facts that are known to be there, each with every record on the way to it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Known(BTreeSet<Vec<String>>);

impl Known {
    /// `path` and every record on the way to it.
    fn along(path: &FactPath) -> Self {
        Self(
            (1..=path.0.len())
                .filter_map(|length| path.0.get(..length))
                .map(<[String]>::to_vec)
                .collect(),
        )
    }

    /// Whether the fact with these steps is known to be there.
    pub(super) fn contains(&self, steps: &[String]) -> bool {
        self.0.contains(steps)
    }

    /// What either knows.
    pub(super) fn or(&self, other: &Self) -> Self {
        Self(self.0.union(&other.0).cloned().collect())
    }

    /// What both know.
    fn and(&self, other: &Self) -> Self {
        Self(self.0.intersection(&other.0).cloned().collect())
    }
}

/// What is known once a predicate has given its answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Flow {
    pub(super) when_true: Known,
    pub(super) when_false: Known,
}

impl Flow {
    /// Of `path is present`.
    pub(super) fn present(path: &FactPath) -> Self {
        Self {
            when_true: Known::along(path),
            when_false: Known::default(),
        }
    }

    /// Of the opposite question.
    pub(super) fn opposite(self) -> Self {
        Self {
            when_true: self.when_false,
            when_false: self.when_true,
        }
    }

    /// Of `self and next`, where `next` is asked because `self` is true. It is false if `self` is, or if `self` is
    /// true and `next` is false: what both of these know stays.
    pub(super) fn and_then(self, next: &Self) -> Self {
        Self {
            when_false: self.when_false.and(&self.when_true.or(&next.when_false)),
            when_true: self.when_true.or(&next.when_true),
        }
    }

    /// Of `self or next`, where `next` is asked because `self` is false.
    pub(super) fn or_else(self, next: &Self) -> Self {
        Self {
            when_true: self.when_true.and(&self.when_false.or(&next.when_true)),
            when_false: self.when_false.or(&next.when_false),
        }
    }
}
