//! Facts out of the bytes of a fuzzer: whatever is made is valid for its type. Which values are worth trying for a policy
//! is the fuzzer's to find out.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

pub use ::arbitrary::{Arbitrary, Result, Unstructured};

use super::constant;
use crate::counter::SafeInteger;
use crate::digest::Digest;
use crate::ident::Identifier;
use crate::money::{Currency, Money};
use crate::time::Instant;

/// The most elements of a collection, so that one collection does not use up the bytes of all others.
const ELEMENTS_MAX: usize = 16;

const CURRENCIES: [Currency; 4] = [
    constant::currency("EUR"),
    constant::currency("INR"),
    constant::currency("JPY"),
    constant::currency("USD"),
];

/// `true` or `false`.
///
/// # Errors
///
/// As [`Arbitrary::arbitrary`], like every function here.
pub fn boolean(bytes: &mut Unstructured<'_>) -> Result<bool> {
    bytes.arbitrary()
}

/// An integer from `least` to `most`.
pub fn integer(bytes: &mut Unstructured<'_>, least: i64, most: i64) -> Result<i64> {
    bytes.int_in_range(least..=most)
}

/// An identifier.
pub fn identifier<'a>(bytes: &mut Unstructured<'a>) -> Result<Identifier<'a>> {
    let text: &'a str = bytes.arbitrary()?;
    Ok(Identifier::new(text).unwrap_or(Identifier::constant("a")))
}

/// A text.
pub fn text<'a>(bytes: &mut Unstructured<'a>) -> Result<Cow<'a, str>> {
    Ok(Cow::Borrowed(bytes.arbitrary()?))
}

/// A digest.
pub fn digest(bytes: &mut Unstructured<'_>) -> Result<Digest> {
    Ok(Digest::from_bytes(bytes.arbitrary()?))
}

/// An instant of the years 1970 to 2100, with or without a fraction.
pub fn instant(bytes: &mut Unstructured<'_>) -> Result<Instant> {
    let (year, month, day) = (
        bytes.int_in_range(1970..=2100)?,
        bytes.int_in_range(1..=12)?,
        bytes.int_in_range(1..=28)?,
    );
    let (hour, minute, second) = (
        bytes.int_in_range(0..=23)?,
        bytes.int_in_range(0..=59)?,
        bytes.int_in_range(0..=59)?,
    );
    let fraction = match bytes.int_in_range(0..=u64::pow(10, 18) - 1)? {
        0 => String::new(),
        attoseconds => format!(".{attoseconds:018}"),
    };
    let text =
        format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}{fraction}Z");
    Instant::parse(&text).map_err(|_| ::arbitrary::Error::IncorrectFormat)
}

/// An amount of money, of one of a few currencies.
pub fn money(bytes: &mut Unstructured<'_>) -> Result<Money> {
    let currency = *bytes.choose(&CURRENCIES)?;
    let most = SafeInteger::MAX.get();
    let minor_units = SafeInteger::new(bytes.int_in_range(-most..=most)?);
    Ok(Money::new(currency, minor_units.unwrap_or_default()))
}

/// A word of an enum.
pub fn word<W: Copy>(bytes: &mut Unstructured<'_>, words: &[W]) -> Result<W> {
    bytes.choose(words).copied()
}

/// A fact that may be absent.
pub fn optional<'a, T>(
    bytes: &mut Unstructured<'a>,
    value: impl FnOnce(&mut Unstructured<'a>) -> Result<T>,
) -> Result<Option<T>> {
    if bytes.arbitrary()? {
        value(bytes).map(Some)
    } else {
        Ok(None)
    }
}

/// A list.
pub fn list<'a, T>(
    bytes: &mut Unstructured<'a>,
    element: impl Fn(&mut Unstructured<'a>) -> Result<T>,
) -> Result<Vec<T>> {
    let length = bytes.int_in_range(0..=ELEMENTS_MAX)?;
    (0..length).map(|_| element(bytes)).collect()
}

/// A set: a list whose elements all differ.
pub fn set<'a, T: PartialEq>(
    bytes: &mut Unstructured<'a>,
    element: impl Fn(&mut Unstructured<'a>) -> Result<T>,
) -> Result<Vec<T>> {
    let mut distinct = Vec::new();
    for value in list(bytes, element)? {
        if !distinct.contains(&value) {
            distinct.push(value);
        }
    }
    Ok(distinct)
}
