//! Identifiers and revisions: names that are compared byte for byte. Which names exist is their registry's.

use alloc::borrow::Cow;
use alloc::string::String;
use core::fmt;
use core::ops::Deref;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::canonical::KeyVisitor;

/// The most Unicode scalar values of an identifier.
pub const IDENTIFIER_SCALARS_MAX: usize = 256;

/// An identifier or revision: 1 to 256 Unicode scalar values, no control characters, never normalised (semantics,
/// section 1). Equality, order and hash are those of its bytes.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Identifier<'a>(Cow<'a, str>);

/// `identifier_invalid`: a text is empty, longer than 256 scalar values, or holds a control character.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("an identifier has 1 to 256 characters, none of them a control character")]
pub struct IdentifierError;

impl IdentifierError {
    /// The stable code, in `snake_case`.
    #[must_use]
    pub const fn code(self) -> &'static str {
        "identifier_invalid"
    }
}

impl<'a> Identifier<'a> {
    /// The identifier `text`.
    pub fn new(text: impl Into<Cow<'a, str>>) -> Result<Self, IdentifierError> {
        let text = text.into();
        if is_identifier(&text) {
            return Ok(Self(text));
        }
        Err(IdentifierError)
    }

    /// The identifier `text`, for constants: what is none does not compile.
    ///
    /// ```
    /// # use ordain_runtime::ident::Identifier;
    /// const SUPPORT: Identifier<'_> = Identifier::constant("support.refunds");
    /// ```
    ///
    /// # Panics
    ///
    /// Where it is called while the program runs, if `text` is no identifier.
    #[must_use]
    pub const fn constant(text: &'static str) -> Self {
        assert!(is_identifier(text), "a text is no identifier");
        Self(Cow::Borrowed(text))
    }

    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The same identifier, borrowed from this one.
    #[must_use]
    pub fn borrowed(&self) -> Identifier<'_> {
        Identifier(Cow::Borrowed(&self.0))
    }

    /// The same identifier, borrowing from nothing.
    #[must_use]
    pub fn into_owned(self) -> Identifier<'static> {
        Identifier(Cow::Owned(self.0.into_owned()))
    }
}

const fn is_identifier(text: &str) -> bool {
    // Four bytes a scalar value at most: longer texts are refused without being read.
    if text.is_empty() || text.len() > 4 * IDENTIFIER_SCALARS_MAX {
        return false;
    }
    let mut bytes = text.as_bytes();
    let mut scalars = 0;
    while let [byte, rest @ ..] = bytes {
        match (*byte, rest) {
            // C0 and delete; and C1, which are U+0080 to U+009F.
            (0..0x20 | 0x7F, _) | (0xC2, [0x80..0xA0, ..]) => return false,
            // A continuation of a scalar value that was counted.
            (0x80..0xC0, _) => {}
            _ => scalars += 1,
        }
        bytes = rest;
    }
    scalars <= IDENTIFIER_SCALARS_MAX
}

impl<'a> TryFrom<&'a str> for Identifier<'a> {
    type Error = IdentifierError;

    fn try_from(text: &'a str) -> Result<Self, IdentifierError> {
        Self::new(text)
    }
}

impl TryFrom<String> for Identifier<'_> {
    type Error = IdentifierError;

    fn try_from(text: String) -> Result<Self, IdentifierError> {
        Self::new(text)
    }
}

impl<'a> TryFrom<Cow<'a, str>> for Identifier<'a> {
    type Error = IdentifierError;

    fn try_from(text: Cow<'a, str>) -> Result<Self, IdentifierError> {
        Self::new(text)
    }
}

impl<'a> From<Identifier<'a>> for Cow<'a, str> {
    fn from(identifier: Identifier<'a>) -> Self {
        identifier.0
    }
}

impl Deref for Identifier<'_> {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl AsRef<str> for Identifier<'_> {
    fn as_ref(&self) -> &str {
        &self.0
    }
}

impl core::borrow::Borrow<str> for Identifier<'_> {
    fn borrow(&self) -> &str {
        &self.0
    }
}

impl PartialEq<str> for Identifier<'_> {
    fn eq(&self, other: &str) -> bool {
        self.0 == other
    }
}

impl PartialEq<&str> for Identifier<'_> {
    fn eq(&self, other: &&str) -> bool {
        self.0 == *other
    }
}

impl fmt::Display for Identifier<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

impl fmt::Debug for Identifier<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0, f)
    }
}

impl Serialize for Identifier<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0)
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for Identifier<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = deserializer.deserialize_str(KeyVisitor)?;
        Self::new(text).map_err(de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString as _;

    #[test]
    fn an_identifier_has_1_to_256_scalar_values() {
        assert_eq!(Identifier::new(""), Err(IdentifierError));
        for character in ["a", "é", "€", "😀"] {
            assert!(
                Identifier::new(character.repeat(256)).is_ok(),
                "{character}"
            );
            assert_eq!(
                Identifier::new(character.repeat(257)),
                Err(IdentifierError),
                "{character}"
            );
        }
        assert_eq!(Identifier::new("a".repeat(1 << 20)), Err(IdentifierError));
    }

    #[test]
    fn control_characters_are_refused_everywhere() {
        for control in (0..=0x1F).chain(0x7F..=0x9F).filter_map(char::from_u32) {
            let text = ["a", &control.to_string(), "b"].concat();
            assert_eq!(Identifier::new(text), Err(IdentifierError), "{control:?}");
        }
        for scalar in (0..0x3000).filter_map(char::from_u32) {
            let accepted = Identifier::new(scalar.to_string()).is_ok();
            assert_eq!(accepted, !scalar.is_control(), "{scalar:?}");
        }
        for allowed in [" ", "\u{a0}", "\u{200b}", "\u{feff}", "\u{ffff}", "/"] {
            assert!(Identifier::new(allowed).is_ok(), "{allowed:?}");
        }
    }

    #[test]
    fn identifiers_are_never_normalised() {
        assert_ne!(Identifier::new("\u{e9}"), Identifier::new("e\u{301}"));
        assert_ne!(Identifier::new("A"), Identifier::new("a"));
    }
}
