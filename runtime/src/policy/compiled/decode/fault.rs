//! A fault of facts while the way to it is still being found: the steps are noted from the innermost value outwards.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;

use super::super::super::{FactsFault, FactsInvalid};
use crate::canonical::JsonError;

/// What is wrong, and the steps to it. Boxed, so that the good path carries one word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault(Box<Found>);

#[derive(Clone, Debug, PartialEq, Eq)]
struct Found {
    reason: FactsFault,
    /// Innermost first.
    steps: Vec<Cow<'static, str>>,
}

impl Fault {
    #[cold]
    pub(super) fn here(reason: FactsFault) -> Self {
        Self(Box::new(Found {
            reason,
            steps: Vec::new(),
        }))
    }

    /// The record in which this is found has no field `name`.
    #[cold]
    #[must_use]
    pub fn unknown(name: &str) -> Self {
        Self::here(FactsFault::UnknownField).under(String::from(name))
    }

    /// The same fault, seen from the value around it.
    #[cold]
    pub(super) fn under(mut self, step: impl Into<Cow<'static, str>>) -> Self {
        self.0.steps.push(step.into());
        self
    }

    /// The same fault, seen from the list around it.
    #[cold]
    pub(super) fn at(self, index: usize) -> Self {
        self.under(index.to_string())
    }
}

impl From<JsonError> for Fault {
    #[cold]
    fn from(error: JsonError) -> Self {
        Self::here(FactsFault::Json(error))
    }
}

impl From<Fault> for FactsInvalid {
    fn from(fault: Fault) -> Self {
        Self {
            pointer: pointer(fault.0.steps.iter().rev()),
            reason: fault.0.reason,
        }
    }
}

/// The JSON Pointer (RFC 6901) of the value to which `steps` lead, outermost first.
pub(super) fn pointer<S: AsRef<str>>(steps: impl Iterator<Item = S>) -> String {
    let mut pointer = String::new();
    for step in steps {
        pointer.push('/');
        for character in step.as_ref().chars() {
            match character {
                '~' => pointer.push_str("~0"),
                '/' => pointer.push_str("~1"),
                other => pointer.push(other),
            }
        }
    }
    pointer
}
