//! A strict serde deserializer over a value in memory: the refusals of `decode`, without byte offsets.

use alloc::string::ToString as _;
use core::slice;

use serde::Deserializer as _;
use serde::de::value::BorrowedStrDeserializer;
use serde::de::{self, DeserializeSeed, Visitor};

use super::decode::{unknown_member, visit_number};
use super::error::{DecodeError, DecodeErrorCode};
use super::object::{Members, Object};
use super::value::Value;

/// Decodes a value in memory, as strictly as [`from_slice`](super::from_slice) does; strings borrow from it.
pub fn from_value<'de, T: de::Deserialize<'de>>(value: &'de Value<'_>) -> Result<T, DecodeError> {
    T::deserialize(ValueDecoder(value))
}

#[derive(Clone, Copy)]
struct ValueDecoder<'de, 'v>(&'de Value<'v>);

impl<'de> ValueDecoder<'de, '_> {
    fn array<V: Visitor<'de>>(
        elements: &'de [Value<'_>],
        visitor: V,
    ) -> Result<V::Value, DecodeError> {
        let mut access = Elements {
            rest: elements.iter(),
            index: 0,
        };
        let value = visitor.visit_seq(&mut access)?;
        match access.rest.next() {
            None => Ok(value),
            Some(_) => Err(de::Error::invalid_length(elements.len(), &"fewer elements")),
        }
    }

    fn object<V: Visitor<'de>>(
        object: &'de Object<'_>,
        visitor: V,
    ) -> Result<V::Value, DecodeError> {
        let mut access = MemberAccess {
            rest: object.members(),
            pending: None,
        };
        let value = visitor.visit_map(&mut access);
        match (value, access.pending, access.rest.next()) {
            (Err(error), Some((key, _)), _) => Err(error.under(key)),
            (Ok(_), _, Some((key, _))) => Err(unknown_member().under(key)),
            (value, ..) => value,
        }
    }
}

impl<'de> de::Deserializer<'de> for ValueDecoder<'de, '_> {
    type Error = DecodeError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        match self.0 {
            Value::Null => visitor.visit_unit(),
            Value::Boolean(boolean) => visitor.visit_bool(*boolean),
            Value::Number(number) => visit_number(*number, visitor),
            Value::String(string) => visitor.visit_borrowed_str(string),
            Value::Array(elements) => Self::array(elements, visitor),
            Value::Object(object) => Self::object(object, visitor),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        match self.0 {
            Value::Null => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, DecodeError> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, DecodeError> {
        match self.0 {
            Value::String(string) => visitor.visit_enum(BorrowedStrDeserializer::new(string)),
            Value::Object(object) => {
                let mut members = object.members();
                let Some((name, content)) = members.next() else {
                    return Err(de::Error::invalid_length(
                        0,
                        &"one member, which names a variant",
                    ));
                };
                let value = visitor.visit_enum(Variant { name, content })?;
                match members.next() {
                    None => Ok(value),
                    Some((key, _)) => Err(unknown_member().under(key)),
                }
            }
            _ => self.deserialize_any(visitor),
        }
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(
        self,
        _visitor: V,
    ) -> Result<V::Value, DecodeError> {
        Err(unknown_member())
    }

    fn deserialize_f32<V: Visitor<'de>>(self, _visitor: V) -> Result<V::Value, DecodeError> {
        Err(DecodeError::new(
            DecodeErrorCode::InvalidValue,
            "32-bit floats cannot be read exactly",
        ))
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f64 char str string bytes byte_buf unit unit_struct seq tuple
        tuple_struct map struct identifier
    }
}

struct Elements<'de, 'v> {
    rest: slice::Iter<'de, Value<'v>>,
    index: usize,
}

impl<'de> de::SeqAccess<'de> for &mut Elements<'de, '_> {
    type Error = DecodeError;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, DecodeError> {
        let Some(element) = self.rest.next() else {
            return Ok(None);
        };
        let index = self.index;
        self.index += 1;
        seed.deserialize(ValueDecoder(element))
            .map(Some)
            .map_err(|error| error.under(&index.to_string()))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.rest.len())
    }
}

struct MemberAccess<'de, 'v> {
    rest: Members<'de, 'v>,
    pending: Option<(&'de str, &'de Value<'v>)>,
}

impl<'de> de::MapAccess<'de> for &mut MemberAccess<'de, '_> {
    type Error = DecodeError;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, DecodeError> {
        self.pending = self.rest.next();
        let Some((key, _)) = self.pending else {
            return Ok(None);
        };
        seed.deserialize(BorrowedStrDeserializer::new(key))
            .map(Some)
    }

    fn next_value_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<T::Value, DecodeError> {
        let Some((key, value)) = self.pending.take() else {
            return Err(de::Error::custom("a value was asked for before its key"));
        };
        seed.deserialize(ValueDecoder(value))
            .map_err(|error| error.under(key))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.rest.len())
    }
}

/// The one member of an object that stands for a variant with data.
struct Variant<'de, 'v> {
    name: &'de str,
    content: &'de Value<'v>,
}

impl<'de> de::EnumAccess<'de> for Variant<'de, '_> {
    type Error = DecodeError;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'de>>(
        self,
        seed: V,
    ) -> Result<(V::Value, Self), DecodeError> {
        let name: BorrowedStrDeserializer<'de, DecodeError> =
            BorrowedStrDeserializer::new(self.name);
        Ok((seed.deserialize(name)?, self))
    }
}

impl<'de> de::VariantAccess<'de> for Variant<'de, '_> {
    type Error = DecodeError;

    fn unit_variant(self) -> Result<(), DecodeError> {
        de::Deserialize::deserialize(ValueDecoder(self.content))
            .map_err(|error: DecodeError| error.under(self.name))
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(
        self,
        seed: T,
    ) -> Result<T::Value, DecodeError> {
        seed.deserialize(ValueDecoder(self.content))
            .map_err(|error| error.under(self.name))
    }

    fn tuple_variant<V: Visitor<'de>>(
        self,
        _length: usize,
        visitor: V,
    ) -> Result<V::Value, DecodeError> {
        ValueDecoder(self.content)
            .deserialize_seq(visitor)
            .map_err(|error| error.under(self.name))
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        _members: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, DecodeError> {
        ValueDecoder(self.content)
            .deserialize_map(visitor)
            .map_err(|error| error.under(self.name))
    }
}
