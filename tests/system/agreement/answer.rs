//! What an evaluator says, in a form in which two of them are compared to the byte.

use std::fmt;

use ordain_runtime::canonical::to_canonical;
use ordain_runtime::policy::{EvaluationError, FactsInvalid};
use serde::Serialize;

/// What an evaluator says.
#[derive(Clone, PartialEq, Eq)]
pub(super) enum Answer {
    /// Canonical bytes of a decision or a verdict.
    Said(Vec<u8>),
    /// Canonical bytes of the safe error.
    Failed(Vec<u8>),
    Refused(FactsInvalid),
}

impl Answer {
    pub(super) fn of<T: Serialize>(result: &Result<T, EvaluationError<'_>>) -> Self {
        match result {
            Ok(said) => Self::Said(to_canonical(said).unwrap()),
            Err(EvaluationError::Policy(error)) => Self::Failed(to_canonical(error).unwrap()),
            Err(EvaluationError::Facts(invalid)) => Self::Refused(invalid.clone()),
        }
    }
}

impl fmt::Debug for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Said(bytes) => write!(f, "said {}", String::from_utf8_lossy(bytes)),
            Self::Failed(bytes) => write!(f, "failed {}", String::from_utf8_lossy(bytes)),
            Self::Refused(invalid) => write!(f, "refused {invalid:?}"),
        }
    }
}

/// Fails with everything that is needed to see why.
#[track_caller]
pub(super) fn same(
    subject: &dyn fmt::Display,
    asked: &[u8],
    compiled: &Answer,
    interpreted: &Answer,
) {
    assert!(
        compiled == interpreted,
        "{subject} on {}\n   compiled: {compiled:?}\ninterpreted: {interpreted:?}",
        String::from_utf8_lossy(asked)
    );
}
