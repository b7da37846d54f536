//! Why a document of this room is refused before anything is decided. What a decision refuses lives with the decision.

use crate::canonical::{DecodeError, EncodeError};
use crate::counter::CounterOverflow;
use crate::time::IntervalError;

/// A document that is no binding, grant, approval or observation.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ActionError {
    /// The text is not strict JSON, or not of these members; the codes are those of [`DecodeError`].
    #[error("{0}")]
    Malformed(DecodeError),
    /// A value in memory has no canonical form; the codes are those of [`EncodeError`].
    #[error("{0}")]
    NotCanonical(EncodeError),
    /// `set_unsorted`: the elements of a set are not in ascending order.
    #[error("`{member}` is a set, and its elements are not in ascending order")]
    SetUnsorted {
        /// Which.
        member: &'static str,
    },
    /// `set_duplicate`: a set holds an element twice.
    #[error("`{member}` is a set, and holds an element twice")]
    SetDuplicate {
        /// Which.
        member: &'static str,
    },
    /// `bound_exceeded`: more elements than an array may have, or a number above its bound or below 1.
    #[error("`{member}` is not within its bound of 1 to {most}, or has more than {most} elements")]
    BoundExceeded {
        /// Which.
        member: &'static str,
        /// The bound.
        most: usize,
    },
    /// `interval_invalid`: an interval ends when it begins, or before.
    #[error("{0}")]
    Interval(#[from] IntervalError),
    /// `counter_overflow`: a record has had every revision that there is.
    #[error("{0}")]
    Overflow(#[from] CounterOverflow),
    /// `state_invalid`: a stored record contradicts itself.
    #[error("the stored record contradicts itself: {rule}")]
    StateInvalid {
        /// What does not hold.
        rule: &'static str,
    },
}

impl ActionError {
    /// The stable code, in `snake_case`.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::Malformed(error) => error.code().as_str(),
            Self::NotCanonical(error) => error.code(),
            Self::SetUnsorted { .. } => "set_unsorted",
            Self::SetDuplicate { .. } => "set_duplicate",
            Self::BoundExceeded { .. } => "bound_exceeded",
            Self::Interval(error) => error.code(),
            Self::Overflow(error) => error.code(),
            Self::StateInvalid { .. } => "state_invalid",
        }
    }
}

impl From<DecodeError> for ActionError {
    fn from(error: DecodeError) -> Self {
        Self::Malformed(error)
    }
}

impl From<EncodeError> for ActionError {
    fn from(error: EncodeError) -> Self {
        Self::NotCanonical(error)
    }
}
