//! Values inside of other serde types: a member that holds any JSON.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use serde::de::{self, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::number::Number;
use super::object::Object;
use super::value::Value;

impl Serialize for Value<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Null => serializer.serialize_unit(),
            Self::Boolean(boolean) => serializer.serialize_bool(*boolean),
            Self::Number(number) => number.serialize(serializer),
            Self::String(string) => serializer.serialize_str(string),
            Self::Array(elements) => elements.serialize(serializer),
            Self::Object(object) => object.serialize(serializer),
        }
    }
}

impl Serialize for Object<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter())
    }
}

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.as_integer() {
            Some(integer) => serializer.serialize_i64(integer),
            None => serializer.serialize_f64(self.as_f64()),
        }
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for Value<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(AnyVisitor)
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for Object<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(ObjectVisitor)
    }
}

impl<'de> Deserialize<'de> for Number {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_f64(NumberVisitor)
    }
}

struct NumberVisitor;

impl Visitor<'_> for NumberVisitor {
    type Value = Number;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a number")
    }

    fn visit_i64<E: de::Error>(self, integer: i64) -> Result<Number, E> {
        Number::try_from(integer).map_err(E::custom)
    }

    fn visit_u64<E: de::Error>(self, integer: u64) -> Result<Number, E> {
        Number::try_from(integer).map_err(E::custom)
    }

    fn visit_f64<E: de::Error>(self, double: f64) -> Result<Number, E> {
        Number::try_from(double).map_err(E::custom)
    }
}

struct ObjectVisitor;

impl<'de> Visitor<'de> for ObjectVisitor {
    type Value = Object<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: de::MapAccess<'de>>(self, mut access: A) -> Result<Object<'de>, A::Error> {
        let mut members = Vec::new();
        while let Some((Key(key), value)) = access.next_entry()? {
            members.push((key, value));
        }
        Object::try_from(members).map_err(de::Error::custom)
    }
}

/// A key that borrows where it can, which `Cow` by itself does not.
struct Key<'a>(Cow<'a, str>);

impl<'de> Deserialize<'de> for Key<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_str(KeyVisitor).map(Self)
    }
}

/// Also serves [`crate::ident`].
pub(crate) struct KeyVisitor;

impl<'de> Visitor<'de> for KeyVisitor {
    type Value = Cow<'de, str>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a string")
    }

    fn visit_str<E: de::Error>(self, string: &str) -> Result<Cow<'de, str>, E> {
        Ok(Cow::Owned(string.into()))
    }

    fn visit_borrowed_str<E: de::Error>(self, string: &'de str) -> Result<Cow<'de, str>, E> {
        Ok(Cow::Borrowed(string))
    }

    fn visit_string<E: de::Error>(self, string: String) -> Result<Cow<'de, str>, E> {
        Ok(Cow::Owned(string))
    }
}

struct AnyVisitor;

impl<'de> Visitor<'de> for AnyVisitor {
    type Value = Value<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any value")
    }

    fn visit_unit<E: de::Error>(self) -> Result<Value<'de>, E> {
        Ok(Value::Null)
    }

    fn visit_none<E: de::Error>(self) -> Result<Value<'de>, E> {
        Ok(Value::Null)
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value<'de>, D::Error> {
        deserializer.deserialize_any(self)
    }

    fn visit_bool<E: de::Error>(self, boolean: bool) -> Result<Value<'de>, E> {
        Ok(Value::Boolean(boolean))
    }

    fn visit_i64<E: de::Error>(self, integer: i64) -> Result<Value<'de>, E> {
        NumberVisitor.visit_i64(integer).map(Value::Number)
    }

    fn visit_u64<E: de::Error>(self, integer: u64) -> Result<Value<'de>, E> {
        NumberVisitor.visit_u64(integer).map(Value::Number)
    }

    fn visit_f64<E: de::Error>(self, double: f64) -> Result<Value<'de>, E> {
        NumberVisitor.visit_f64(double).map(Value::Number)
    }

    fn visit_str<E: de::Error>(self, string: &str) -> Result<Value<'de>, E> {
        KeyVisitor.visit_str(string).map(Value::String)
    }

    fn visit_borrowed_str<E: de::Error>(self, string: &'de str) -> Result<Value<'de>, E> {
        Ok(Value::String(Cow::Borrowed(string)))
    }

    fn visit_string<E: de::Error>(self, string: String) -> Result<Value<'de>, E> {
        Ok(Value::String(Cow::Owned(string)))
    }

    fn visit_seq<A: de::SeqAccess<'de>>(self, mut access: A) -> Result<Value<'de>, A::Error> {
        let mut elements = Vec::new();
        while let Some(element) = access.next_element()? {
            elements.push(element);
        }
        Ok(Value::Array(elements))
    }

    fn visit_map<A: de::MapAccess<'de>>(self, access: A) -> Result<Value<'de>, A::Error> {
        ObjectVisitor.visit_map(access).map(Value::Object)
    }
}
