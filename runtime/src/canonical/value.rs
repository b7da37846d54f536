//! The value that the strict parser gives: every one of them has exactly one canonical form.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use super::number::Number;
use super::object::Object;
use super::reader::Kind;
use crate::counter::{Counter, SafeInteger};

/// A JSON value. Strings and keys borrow from the text they were read from where it has no escapes.
///
/// What the parser gives is never deeper than its limits; who builds deeper values by hand gives writing and dropping a
/// stack that follows them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum Value<'a> {
    /// `null`
    #[default]
    Null,
    /// `true` and `false`
    Boolean(bool),
    /// A number that has an exact double.
    Number(Number),
    /// A string, never normalised.
    String(Cow<'a, str>),
    /// Values in their given order.
    Array(Vec<Value<'a>>),
    /// Members in canonical order.
    Object(Object<'a>),
}

impl<'a> Value<'a> {
    /// Which of the six kinds this is.
    #[must_use]
    pub const fn kind(&self) -> Kind {
        match self {
            Self::Null => Kind::Null,
            Self::Boolean(_) => Kind::Boolean,
            Self::Number(_) => Kind::Number,
            Self::String(_) => Kind::String,
            Self::Array(_) => Kind::Array,
            Self::Object(_) => Kind::Object,
        }
    }

    /// Whether this is `null`.
    #[must_use]
    pub const fn is_null(&self) -> bool {
        matches!(self, Self::Null)
    }

    /// The boolean, if this is one.
    #[must_use]
    pub const fn as_boolean(&self) -> Option<bool> {
        match self {
            Self::Boolean(boolean) => Some(*boolean),
            _ => None,
        }
    }

    /// The number, if this is one.
    #[must_use]
    pub const fn as_number(&self) -> Option<Number> {
        match self {
            Self::Number(number) => Some(*number),
            _ => None,
        }
    }

    /// The integer within ±(2^53−1), if this is one.
    #[must_use]
    pub fn as_integer(&self) -> Option<i64> {
        self.as_number()?.as_integer()
    }

    /// The string, if this is one.
    #[must_use]
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Self::String(string) => Some(string),
            _ => None,
        }
    }

    /// The elements, if this is an array.
    #[must_use]
    pub fn as_array(&self) -> Option<&[Value<'a>]> {
        match self {
            Self::Array(elements) => Some(elements),
            _ => None,
        }
    }

    /// The object, if this is one.
    #[must_use]
    pub const fn as_object(&self) -> Option<&Object<'a>> {
        match self {
            Self::Object(object) => Some(object),
            _ => None,
        }
    }

    /// The member `key`, if this is an object that has it.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&Value<'a>> {
        self.as_object()?.get(key)
    }

    /// The same value, borrowing from nothing.
    #[must_use]
    pub fn into_owned(self) -> Value<'static> {
        match self {
            Self::Null => Value::Null,
            Self::Boolean(boolean) => Value::Boolean(boolean),
            Self::Number(number) => Value::Number(number),
            Self::String(string) => Value::String(Cow::Owned(string.into_owned())),
            Self::Array(elements) => {
                Value::Array(elements.into_iter().map(Value::into_owned).collect())
            }
            Self::Object(object) => Value::Object(object.into_owned()),
        }
    }
}

impl<'a> From<&'a str> for Value<'a> {
    fn from(value: &'a str) -> Self {
        Self::String(Cow::Borrowed(value))
    }
}

impl<'a> From<Cow<'a, str>> for Value<'a> {
    fn from(value: Cow<'a, str>) -> Self {
        Self::String(value)
    }
}

impl From<Vec<Self>> for Value<'_> {
    fn from(value: Vec<Self>) -> Self {
        Self::Array(value)
    }
}

impl<'a> From<Object<'a>> for Value<'a> {
    fn from(value: Object<'a>) -> Self {
        Self::Object(value)
    }
}

macro_rules! from {
    ($($source:ty => |$value:ident| $target:expr;)*) => {$(
        impl From<$source> for Value<'_> {
            fn from($value: $source) -> Self {
                $target
            }
        }
    )*};
}

from! {
    bool => |value| Self::Boolean(value);
    String => |value| Self::String(Cow::Owned(value));
    Number => |value| Self::Number(value);
    i32 => |value| Self::Number(value.into());
    u32 => |value| Self::Number(value.into());
    SafeInteger => |value| Self::Number(value.into());
    Counter => |value| Self::Number(value.into());
}
