//! Scalars out of strings, the same for bytes and for values, and the words of enums.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use super::super::super::FactsFault;
use crate::counter::SafeInteger;
use crate::digest::Digest;
use crate::ident::Identifier;
use crate::money::{Currency, Money};
use crate::time::Instant;

/// The most scalar values of a text.
const TEXT_SCALARS_MAX: usize = 65_536;

/// A fact that is one of finitely many words.
pub trait Word: Copy {
    /// The member that `word` is.
    fn from_word(word: &str) -> Option<Self>;
}

/// What stands in the place of an unsound fact, and is never read.
pub trait Placeholder {
    /// Some value of the type.
    fn placeholder() -> Self;
}

pub(super) fn word<W: Word>(word: &str) -> Result<W, FactsFault> {
    W::from_word(word).ok_or(FactsFault::UnknownMember)
}

pub(super) fn identifier(text: Cow<'_, str>) -> Result<Identifier<'_>, FactsFault> {
    Identifier::new(text).map_err(|_| FactsFault::Malformed)
}

pub(super) fn text(text: Cow<'_, str>) -> Result<Cow<'_, str>, FactsFault> {
    // A scalar value has one byte at least, so that most texts are not counted.
    if text.len() > TEXT_SCALARS_MAX && text.chars().count() > TEXT_SCALARS_MAX {
        return Err(FactsFault::Malformed);
    }
    Ok(text)
}

pub(super) fn digest(text: &str) -> Result<Digest, FactsFault> {
    Digest::parse(text).map_err(|_| FactsFault::Malformed)
}

pub(super) fn instant(text: &str) -> Result<Instant, FactsFault> {
    Instant::parse(text).map_err(|_| FactsFault::Malformed)
}

pub(super) fn currency(text: &str) -> Result<Currency, FactsFault> {
    Currency::new(text).ok_or(FactsFault::Malformed)
}

/// An integer of a range; `None` is a number that is no exact integer.
pub(super) fn integer(number: Option<i64>, least: i64, most: i64) -> Result<i64, FactsFault> {
    number
        .filter(|integer| (least..=most).contains(integer))
        .ok_or(FactsFault::OutOfRange)
}

pub(super) fn minor_units(number: Option<i64>) -> Result<SafeInteger, FactsFault> {
    number
        .and_then(SafeInteger::new)
        .ok_or(FactsFault::OutOfRange)
}

impl Placeholder for bool {
    fn placeholder() -> Self {
        false
    }
}

impl Placeholder for i64 {
    fn placeholder() -> Self {
        0
    }
}

impl Placeholder for Identifier<'_> {
    #[expect(
        clippy::expect_used,
        reason = "one character that is no control character is an identifier"
    )]
    fn placeholder() -> Self {
        Identifier::new("-").expect("an identifier")
    }
}

impl Placeholder for Cow<'_, str> {
    fn placeholder() -> Self {
        Cow::Borrowed("")
    }
}

impl Placeholder for Digest {
    fn placeholder() -> Self {
        Self::from_bytes([0; 32])
    }
}

impl Placeholder for Instant {
    fn placeholder() -> Self {
        const { super::super::constant::instant("0000-01-01T00:00:00Z") }
    }
}

impl Placeholder for Money {
    fn placeholder() -> Self {
        const { super::super::constant::money("XXX", 0) }
    }
}

impl<T> Placeholder for Vec<T> {
    fn placeholder() -> Self {
        Self::new()
    }
}
