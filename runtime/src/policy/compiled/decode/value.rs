//! Values in memory as facts: each function gives the fact, or nothing where the value is none of its type. What is
//! wrong is not said; who reads an unsound fact learns only that it is.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use super::scalar::{self, Word};
use super::set::first_duplicate;
use crate::canonical::{Object, Value};
use crate::digest::Digest;
use crate::ident::Identifier;
use crate::money::Money;
use crate::time::Instant;

/// `true` or `false`.
#[must_use]
pub fn boolean(value: &Value<'_>) -> Option<bool> {
    value.as_boolean()
}

/// An integer from `least` to `most`.
#[must_use]
pub fn integer(value: &Value<'_>, least: i64, most: i64) -> Option<i64> {
    let number = value.as_number()?;
    scalar::integer(number.as_integer(), least, most).ok()
}

/// An identifier.
#[must_use]
pub fn identifier<'a>(value: &'a Value<'_>) -> Option<Identifier<'a>> {
    scalar::identifier(Cow::Borrowed(value.as_str()?)).ok()
}

/// A text.
#[must_use]
pub fn text<'a>(value: &'a Value<'_>) -> Option<Cow<'a, str>> {
    scalar::text(Cow::Borrowed(value.as_str()?)).ok()
}

/// A digest.
#[must_use]
pub fn digest(value: &Value<'_>) -> Option<Digest> {
    scalar::digest(value.as_str()?).ok()
}

/// An instant.
#[must_use]
pub fn instant(value: &Value<'_>) -> Option<Instant> {
    scalar::instant(value.as_str()?).ok()
}

/// A word of an enum.
#[must_use]
pub fn word<W: Word>(value: &Value<'_>) -> Option<W> {
    scalar::word(value.as_str()?).ok()
}

/// An amount.
#[must_use]
pub fn money(value: &Value<'_>) -> Option<Money> {
    let record = record(value, &["currency", "minor_units"])?;
    let currency = record.required("currency", |value| scalar::currency(value.as_str()?).ok())?;
    let minor_units = record.required("minor_units", |value| {
        scalar::minor_units(value.as_integer()).ok()
    })?;
    Some(Money::new(currency, minor_units))
}

/// A list, each element by `read`.
#[must_use]
pub fn list<'a, 'v, T>(
    value: &'a Value<'v>,
    read: impl FnMut(&'a Value<'v>) -> Option<T>,
) -> Option<Vec<T>> {
    value.as_array()?.iter().map(read).collect()
}

/// A set, each element by `read`.
#[must_use]
pub fn set<'a, 'v, T: Ord>(
    value: &'a Value<'v>,
    read: impl FnMut(&'a Value<'v>) -> Option<T>,
) -> Option<Vec<T>> {
    list(value, read).filter(|elements| first_duplicate(elements).is_none())
}

/// A record of fields among `names`.
#[must_use]
pub fn record<'a, 'v>(value: &'a Value<'v>, names: &[&str]) -> Option<Record<'a, 'v>> {
    let object = value.as_object()?;
    object
        .keys()
        .all(|name| names.contains(&name))
        .then_some(Record(object))
}

/// The fields of a record inside a collection.
#[derive(Clone, Copy, Debug)]
pub struct Record<'a, 'v>(&'a Object<'v>);

impl<'a, 'v> Record<'a, 'v> {
    /// The field `name`, which must be there.
    pub fn required<T>(
        self,
        name: &str,
        read: impl FnOnce(&'a Value<'v>) -> Option<T>,
    ) -> Option<T> {
        read(self.0.get(name)?)
    }

    /// The field `name`, if it is there: nothing at all where it is there and unsound.
    pub fn optional<T>(
        self,
        name: &str,
        read: impl FnOnce(&'a Value<'v>) -> Option<T>,
    ) -> Option<Option<T>> {
        match self.0.get(name) {
            Some(value) => read(value).map(Some),
            None => Some(None),
        }
    }
}
