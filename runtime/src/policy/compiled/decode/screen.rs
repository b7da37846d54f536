//! Screening of facts that nobody has validated: each fact is decoded or poisoned, one by one. Only where a record holds
//! what its declaration does not know, or the document is no record, is there no evaluation at all.

use alloc::vec::Vec;
use core::cmp::Ordering;

use super::super::super::{FactsFault, FactsInvalid};
use super::super::caller::{Fact, Untyped};
use super::fault::pointer;
use super::scalar::Placeholder;
use crate::canonical::{Object, Value, compare_keys};

/// A screening under way.
#[derive(Debug, Default)]
pub struct Screen<'a> {
    untyped: Untyped,
    /// The names of the records around the one at hand, outermost first.
    path: Vec<&'static str>,
    /// The steps to the unknown field that comes first in the canonical order of the document.
    unknown: Option<Vec<&'a str>>,
}

/// Screens the document `value`, whose fields `read` takes.
pub fn screen<'a, 'v, T>(
    value: &'a Value<'v>,
    read: impl FnOnce(&mut Screen<'a>, Member<'a, 'v>) -> T,
) -> Result<(T, Untyped), FactsInvalid> {
    if value.as_object().is_none() {
        let reason = FactsFault::WrongType;
        let pointer = pointer(core::iter::empty::<&str>());
        return Err(FactsInvalid { pointer, reason });
    }
    let mut screen = Screen::default();
    let member = Member {
        value: Some(value),
        poisoned: false,
    };
    let facts = read(&mut screen, member);
    match screen.unknown {
        None => Ok((facts, screen.untyped)),
        Some(steps) => Err(FactsInvalid {
            pointer: pointer(steps.iter()),
            reason: FactsFault::UnknownField,
        }),
    }
}

/// A field of a record, as far as it is there.
#[derive(Clone, Copy, Debug)]
pub struct Member<'a, 'v> {
    value: Option<&'a Value<'v>>,
    /// A record around it is unsound, and so is all that could be read through that record.
    poisoned: bool,
}

/// The fields of a record.
#[derive(Clone, Copy, Debug)]
pub struct Members<'a, 'v> {
    object: Option<&'a Object<'v>>,
    poisoned: bool,
}

impl<'a, 'v> Members<'a, 'v> {
    /// The field `name`.
    #[must_use]
    pub fn get(&self, name: &str) -> Member<'a, 'v> {
        Member {
            value: self.object.and_then(|object| object.get(name)),
            poisoned: self.poisoned,
        }
    }
}

impl<'a> Screen<'a> {
    /// The fields of the whole document, which are among `names`.
    pub fn root<'v>(&mut self, member: Member<'a, 'v>, names: &[&str]) -> Members<'a, 'v> {
        let object = member.value.and_then(Value::as_object);
        self.note_unknown(object, names);
        Members {
            object,
            poisoned: false,
        }
    }

    /// The fields of a record, which are among `names`.
    pub fn record<'v>(
        &mut self,
        fact: Fact,
        member: Member<'a, 'v>,
        names: &[&str],
    ) -> Members<'a, 'v> {
        let object = member.value.and_then(Value::as_object);
        let poisoned = member.poisoned || object.is_none();
        if poisoned {
            self.untyped.poison(fact);
        }
        self.note_unknown(object, names);
        Members { object, poisoned }
    }

    /// Screens the record `name` inside the one at hand.
    pub fn inside<'v, T>(
        &mut self,
        name: &'static str,
        member: Member<'a, 'v>,
        read: impl FnOnce(&mut Self, Member<'a, 'v>) -> T,
    ) -> T {
        self.path.push(name);
        let record = read(self, member);
        self.path.pop();
        record
    }

    /// Screens the record `name`, which may be absent.
    pub fn inside_optional<'v, T>(
        &mut self,
        name: &'static str,
        member: Member<'a, 'v>,
        read: impl FnOnce(&mut Self, Member<'a, 'v>) -> T,
    ) -> Option<T> {
        if member.value.is_none() && !member.poisoned {
            return None;
        }
        Some(self.inside(name, member, read))
    }

    /// A fact that must be there.
    pub fn required<'v, T: Placeholder>(
        &mut self,
        fact: Fact,
        member: Member<'a, 'v>,
        read: impl FnOnce(&'a Value<'v>) -> Option<T>,
    ) -> T {
        match member.value.and_then(read) {
            Some(value) if !member.poisoned => value,
            _ => {
                self.untyped.poison(fact);
                T::placeholder()
            }
        }
    }

    /// A fact that may be absent.
    pub fn optional<'v, T>(
        &mut self,
        fact: Fact,
        member: Member<'a, 'v>,
        read: impl FnOnce(&'a Value<'v>) -> Option<T>,
    ) -> Option<T> {
        let value = member.value.and_then(read);
        if member.poisoned || value.is_none() && member.value.is_some() {
            self.untyped.poison(fact);
        }
        value
    }

    fn note_unknown(&mut self, object: Option<&'a Object<'_>>, names: &[&str]) {
        let mut keys = object.into_iter().flat_map(Object::keys);
        let Some(unknown) = keys.find(|name| !names.contains(name)) else {
            return;
        };
        let steps: Vec<&str> = self.path.iter().copied().chain([unknown]).collect();
        if self
            .unknown
            .as_ref()
            .is_none_or(|first| precedes(&steps, first))
        {
            self.unknown = Some(steps);
        }
    }
}

/// Whether a document in canonical order has the field at `steps` before the one at `others`. Neither is inside the other:
/// nobody looks into an unknown field.
fn precedes(steps: &[&str], others: &[&str]) -> bool {
    steps
        .iter()
        .zip(others)
        .map(|(step, other)| compare_keys(step, other))
        .find(|order| order.is_ne())
        .is_some_and(Ordering::is_lt)
}
