//! What reading and writing canonical JSON can refuse, each refusal with its stable code.
//! Prose for authors and rendering live elsewhere.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::format;
use alloc::string::{String, ToString as _};
use core::fmt;

/// Why a text is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum JsonErrorCode {
    /// `duplicate_key`: an object has one key twice, compared after unescaping.
    DuplicateKey,
    /// `malformed_unicode`: invalid UTF-8, or an escaped surrogate without its other half.
    MalformedUnicode,
    /// `trailing_data`: a byte order mark, or anything after the value.
    TrailingData,
    /// `number_out_of_range`: an integer beyond ±(2^53−1).
    NumberOutOfRange,
    /// `number_not_exact`: the literal is not the decimal value that would be written for its double.
    NumberNotExact,
    /// `malformed_json`: any other error of syntax.
    MalformedJson,
    /// `too_deep`: more levels than the limit.
    TooDeep,
    /// `too_many_values`: more values than the limit.
    TooManyValues,
    /// `too_large`: more bytes than the limit.
    TooLarge,
    /// `wrong_type`: a reader was asked for another kind of value than the one that stands there. Parsing to a
    /// [`Value`](super::Value) never gives it.
    WrongType,
}

impl JsonErrorCode {
    /// The stable code, in `snake_case`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::DuplicateKey => "duplicate_key",
            Self::MalformedUnicode => "malformed_unicode",
            Self::TrailingData => "trailing_data",
            Self::NumberOutOfRange => "number_out_of_range",
            Self::NumberNotExact => "number_not_exact",
            Self::MalformedJson => "malformed_json",
            Self::TooDeep => "too_deep",
            Self::TooManyValues => "too_many_values",
            Self::TooLarge => "too_large",
            Self::WrongType => "wrong_type",
        }
    }

    const fn sentence(self) -> &'static str {
        match self {
            Self::DuplicateKey => "an object has the same key twice",
            Self::MalformedUnicode => "the text is not valid Unicode",
            Self::TrailingData => "there is data outside of the value",
            Self::NumberOutOfRange => "an integer is beyond 2^53-1",
            Self::NumberNotExact => "a number has no exact double",
            Self::MalformedJson => "the text is not JSON",
            Self::TooDeep => "the value is nested too deeply",
            Self::TooManyValues => "there are too many values",
            Self::TooLarge => "the text is too large",
            Self::WrongType => "the value is of another type",
        }
    }
}

impl fmt::Display for JsonErrorCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A text refused, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}, at byte {offset}", code.sentence())]
pub struct JsonError {
    code: JsonErrorCode,
    offset: usize,
}

impl JsonError {
    #[cold]
    pub(crate) const fn new(code: JsonErrorCode, offset: usize) -> Self {
        Self { code, offset }
    }

    /// The refusal of a key that its object already has, for those who read objects by hand; `offset` is the byte at
    /// which the second one begins.
    #[must_use]
    pub const fn duplicate_key(offset: usize) -> Self {
        Self::new(JsonErrorCode::DuplicateKey, offset)
    }

    /// Why.
    #[must_use]
    pub const fn code(&self) -> JsonErrorCode {
        self.code
    }

    /// The byte at which the fault begins, counted from the start of the text.
    #[must_use]
    pub const fn offset(&self) -> usize {
        self.offset
    }
}

/// Why a value is not of the type asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DecodeErrorCode {
    /// The text itself is refused; the codes are those of [`JsonErrorCode`].
    Json(JsonErrorCode),
    /// `unknown_member`: an object has a member that its type does not.
    UnknownMember,
    /// `missing_member`: an object lacks a member that its type requires.
    MissingMember,
    /// `unknown_variant`: a name is none of an enumeration's.
    UnknownVariant,
    /// `invalid_length`: an array has too many or too few elements.
    InvalidLength,
    /// `invalid_value`: the value is of the right JSON type, and not one that is allowed.
    InvalidValue,
}

impl DecodeErrorCode {
    /// The stable code, in `snake_case`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Json(code) => code.as_str(),
            Self::UnknownMember => "unknown_member",
            Self::MissingMember => "missing_member",
            Self::UnknownVariant => "unknown_variant",
            Self::InvalidLength => "invalid_length",
            Self::InvalidValue => "invalid_value",
        }
    }
}

impl fmt::Display for DecodeErrorCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A document that is not of the type asked for: why, at which byte, and at which JSON Pointer.
///
/// Boxed, so that the good path carries one word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DecodeError(Box<DecodeFault>);

#[derive(Clone, Debug, PartialEq, Eq)]
struct DecodeFault {
    code: DecodeErrorCode,
    offset: Option<usize>,
    pointer: String,
    message: Cow<'static, str>,
}

impl DecodeError {
    /// Why.
    #[must_use]
    pub fn code(&self) -> DecodeErrorCode {
        self.0.code
    }

    /// The byte at which the fault lies; `None` where the value did not come from a text.
    #[must_use]
    pub fn offset(&self) -> Option<usize> {
        self.0.offset
    }

    /// The JSON Pointer (RFC 6901) of the value at fault; empty for the whole document.
    #[must_use]
    pub fn pointer(&self) -> &str {
        &self.0.pointer
    }

    #[cold]
    pub(crate) fn new(code: DecodeErrorCode, message: impl Into<Cow<'static, str>>) -> Self {
        Self(Box::new(DecodeFault {
            code,
            offset: None,
            pointer: String::new(),
            message: message.into(),
        }))
    }

    /// Gives the fault a place, unless a nearer one is known.
    #[cold]
    pub(crate) fn at(mut self, offset: usize) -> Self {
        self.0.offset.get_or_insert(offset);
        self
    }

    /// Prefixes the pointer by one step: called from the innermost value outwards.
    #[cold]
    pub(crate) fn under(mut self, segment: &str) -> Self {
        let escaped = segment.replace('~', "~0").replace('/', "~1");
        self.0.pointer = format!("/{escaped}{}", self.0.pointer);
        self
    }
}

impl From<JsonError> for DecodeError {
    fn from(error: JsonError) -> Self {
        Self::new(DecodeErrorCode::Json(error.code), error.code.sentence()).at(error.offset)
    }
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.message)?;
        if !self.0.pointer.is_empty() {
            write!(f, ", at `{}`", self.0.pointer)?;
        }
        if let Some(offset) = self.0.offset {
            write!(f, ", at byte {offset}")?;
        }
        Ok(())
    }
}

impl core::error::Error for DecodeError {}

impl serde::de::Error for DecodeError {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self::new(DecodeErrorCode::InvalidValue, message.to_string())
    }

    fn invalid_type(
        unexpected: serde::de::Unexpected<'_>,
        expected: &dyn serde::de::Expected,
    ) -> Self {
        Self::new(
            DecodeErrorCode::Json(JsonErrorCode::WrongType),
            format!("expected {expected}, found {unexpected}"),
        )
    }

    fn invalid_value(
        unexpected: serde::de::Unexpected<'_>,
        expected: &dyn serde::de::Expected,
    ) -> Self {
        Self::new(
            DecodeErrorCode::InvalidValue,
            format!("expected {expected}, found {unexpected}"),
        )
    }

    fn invalid_length(length: usize, expected: &dyn serde::de::Expected) -> Self {
        Self::new(
            DecodeErrorCode::InvalidLength,
            format!("expected {expected}, found {length} elements"),
        )
    }

    fn unknown_variant(variant: &str, _expected: &'static [&'static str]) -> Self {
        Self::new(
            DecodeErrorCode::UnknownVariant,
            format!("`{variant}` is not a name that can stand here"),
        )
    }

    fn unknown_field(field: &str, _expected: &'static [&'static str]) -> Self {
        Self::new(
            DecodeErrorCode::UnknownMember,
            format!("there is no member `{field}`"),
        )
    }

    fn missing_field(field: &'static str) -> Self {
        Self::new(
            DecodeErrorCode::MissingMember,
            format!("the member `{field}` is missing"),
        )
    }

    fn duplicate_field(field: &'static str) -> Self {
        Self::new(
            DecodeErrorCode::Json(JsonErrorCode::DuplicateKey),
            format!("the member `{field}` is given twice"),
        )
    }
}

/// Why a Rust value has no canonical form.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EncodeError {
    /// `number_not_finite`: NaN or an infinity, which RFC 8785 refuses at any depth.
    #[error("a number is not finite")]
    NotFinite,
    /// `number_out_of_range`: an integer beyond ±(2^53−1), which two different integers may round to.
    #[error("an integer is beyond 2^53-1")]
    OutOfRange,
    /// `key_not_string`: a map has keys that are not strings.
    #[error("a key is not a string")]
    KeyNotString,
    /// `duplicate_key`: a map, or a flattened member, gives one key twice.
    #[error("an object has the key `{0}` twice")]
    DuplicateKey(String),
    /// `type_unsupported`: raw bytes, which have no JSON form, and 32-bit floats, whose form differs between writers.
    #[error("values of the type {0} have no canonical form")]
    Unsupported(&'static str),
    /// `too_deep`: more levels than any reader accepts.
    #[error("the value is nested too deeply")]
    TooDeep,
    /// `encode_failed`: the type's own serialisation failed.
    #[error("{0}")]
    Custom(String),
}

impl EncodeError {
    /// The stable code, in `snake_case`.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::NotFinite => "number_not_finite",
            Self::OutOfRange => "number_out_of_range",
            Self::KeyNotString => "key_not_string",
            Self::DuplicateKey(_) => "duplicate_key",
            Self::Unsupported(_) => "type_unsupported",
            Self::TooDeep => "too_deep",
            Self::Custom(_) => "encode_failed",
        }
    }
}

impl serde::ser::Error for EncodeError {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self::Custom(message.to_string())
    }
}
