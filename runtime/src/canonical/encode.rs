//! Serde types to values, refusing whatever has no one canonical form.

use alloc::borrow::Cow;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;

use serde::ser::{self, Serialize};

use super::error::EncodeError;
use super::keys::KeyEncoder;
use super::limits::Limits;
use super::number::{Number, NumberError};
use super::object::Object;
use super::value::Value;
use super::write::to_vec;

/// The value of a serde type (semantics, section 1).
///
/// Refused are, at every depth: NaN and infinities, integers beyond ±(2^53−1), keys that are not strings, a key that two
/// members give, raw bytes, 32-bit floats, and more levels than [`Limits::MAX`].
pub fn to_value<T: Serialize + ?Sized>(value: &T) -> Result<Value<'static>, EncodeError> {
    value.serialize(Encoder {
        levels_left: Limits::MAX.depth(),
    })
}

/// The canonical bytes of a serde type.
pub fn to_canonical<T: Serialize + ?Sized>(value: &T) -> Result<Vec<u8>, EncodeError> {
    to_value(value).map(|value| to_vec(&value))
}

impl From<NumberError> for EncodeError {
    fn from(error: NumberError) -> Self {
        match error {
            NumberError::NotFinite => Self::NotFinite,
            NumberError::OutOfRange => Self::OutOfRange,
        }
    }
}

#[derive(Clone, Copy)]
struct Encoder {
    levels_left: u32,
}

impl Encoder {
    fn deeper(self) -> Result<Self, EncodeError> {
        let levels_left = self.levels_left.checked_sub(1);
        levels_left
            .map(|levels_left| Self { levels_left })
            .ok_or(EncodeError::TooDeep)
    }

    fn array(self, length: Option<usize>) -> Result<Elements, EncodeError> {
        Ok(Elements {
            encoder: self.deeper()?,
            values: Vec::with_capacity(length.unwrap_or(0).min(1024)),
            variant: None,
        })
    }

    fn object(self) -> Result<Members, EncodeError> {
        Ok(Members {
            encoder: self.deeper()?,
            entries: Vec::new(),
            key: None,
            variant: None,
        })
    }
}

/// Wraps the data of a variant into the object whose one key is its name.
fn wrap(variant: Option<&'static str>, value: Value<'static>) -> Value<'static> {
    match variant {
        None => value,
        Some(variant) => {
            let mut object = Object::new();
            object.insert(variant, value);
            Value::Object(object)
        }
    }
}

impl ser::Serializer for Encoder {
    type Ok = Value<'static>;
    type Error = EncodeError;
    type SerializeSeq = Elements;
    type SerializeTuple = Elements;
    type SerializeTupleStruct = Elements;
    type SerializeTupleVariant = Elements;
    type SerializeMap = Members;
    type SerializeStruct = Members;
    type SerializeStructVariant = Members;

    fn serialize_bool(self, value: bool) -> Result<Value<'static>, EncodeError> {
        Ok(Value::Boolean(value))
    }

    fn serialize_i8(self, value: i8) -> Result<Value<'static>, EncodeError> {
        self.serialize_i64(value.into())
    }

    fn serialize_i16(self, value: i16) -> Result<Value<'static>, EncodeError> {
        self.serialize_i64(value.into())
    }

    fn serialize_i32(self, value: i32) -> Result<Value<'static>, EncodeError> {
        self.serialize_i64(value.into())
    }

    fn serialize_i64(self, value: i64) -> Result<Value<'static>, EncodeError> {
        Ok(Value::Number(Number::try_from(value)?))
    }

    fn serialize_i128(self, value: i128) -> Result<Value<'static>, EncodeError> {
        self.serialize_i64(i64::try_from(value).map_err(|_| EncodeError::OutOfRange)?)
    }

    fn serialize_u8(self, value: u8) -> Result<Value<'static>, EncodeError> {
        self.serialize_u64(value.into())
    }

    fn serialize_u16(self, value: u16) -> Result<Value<'static>, EncodeError> {
        self.serialize_u64(value.into())
    }

    fn serialize_u32(self, value: u32) -> Result<Value<'static>, EncodeError> {
        self.serialize_u64(value.into())
    }

    fn serialize_u64(self, value: u64) -> Result<Value<'static>, EncodeError> {
        Ok(Value::Number(Number::try_from(value)?))
    }

    fn serialize_u128(self, value: u128) -> Result<Value<'static>, EncodeError> {
        self.serialize_u64(u64::try_from(value).map_err(|_| EncodeError::OutOfRange)?)
    }

    fn serialize_f32(self, _value: f32) -> Result<Value<'static>, EncodeError> {
        Err(EncodeError::Unsupported("f32"))
    }

    fn serialize_f64(self, value: f64) -> Result<Value<'static>, EncodeError> {
        Ok(Value::Number(Number::try_from(value)?))
    }

    fn serialize_char(self, value: char) -> Result<Value<'static>, EncodeError> {
        Ok(Value::from(value.to_string()))
    }

    fn serialize_str(self, value: &str) -> Result<Value<'static>, EncodeError> {
        Ok(Value::from(String::from(value)))
    }

    fn serialize_bytes(self, _value: &[u8]) -> Result<Value<'static>, EncodeError> {
        Err(EncodeError::Unsupported("bytes"))
    }

    fn serialize_none(self) -> Result<Value<'static>, EncodeError> {
        Ok(Value::Null)
    }

    fn serialize_some<T: Serialize + ?Sized>(
        self,
        value: &T,
    ) -> Result<Value<'static>, EncodeError> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<Value<'static>, EncodeError> {
        Ok(Value::Null)
    }

    fn serialize_unit_struct(self, _name: &'static str) -> Result<Value<'static>, EncodeError> {
        Ok(Value::Null)
    }

    fn serialize_unit_variant(
        self,
        _name: &'static str,
        _index: u32,
        variant: &'static str,
    ) -> Result<Value<'static>, EncodeError> {
        Ok(Value::from(variant))
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _name: &'static str,
        value: &T,
    ) -> Result<Value<'static>, EncodeError> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _name: &'static str,
        _index: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<Value<'static>, EncodeError> {
        Ok(wrap(Some(variant), value.serialize(self.deeper()?)?))
    }

    fn serialize_seq(self, length: Option<usize>) -> Result<Elements, EncodeError> {
        self.array(length)
    }

    fn serialize_tuple(self, length: usize) -> Result<Elements, EncodeError> {
        self.array(Some(length))
    }

    fn serialize_tuple_struct(
        self,
        _name: &'static str,
        length: usize,
    ) -> Result<Elements, EncodeError> {
        self.array(Some(length))
    }

    fn serialize_tuple_variant(
        self,
        _name: &'static str,
        _index: u32,
        variant: &'static str,
        length: usize,
    ) -> Result<Elements, EncodeError> {
        let elements = self.deeper()?.array(Some(length))?;
        Ok(Elements {
            variant: Some(variant),
            ..elements
        })
    }

    fn serialize_map(self, _length: Option<usize>) -> Result<Members, EncodeError> {
        self.object()
    }

    fn serialize_struct(self, _name: &'static str, _length: usize) -> Result<Members, EncodeError> {
        self.object()
    }

    fn serialize_struct_variant(
        self,
        _name: &'static str,
        _index: u32,
        variant: &'static str,
        _length: usize,
    ) -> Result<Members, EncodeError> {
        let members = self.deeper()?.object()?;
        Ok(Members {
            variant: Some(variant),
            ..members
        })
    }
}

struct Elements {
    encoder: Encoder,
    values: Vec<Value<'static>>,
    variant: Option<&'static str>,
}

impl Elements {
    fn push<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), EncodeError> {
        self.values.push(value.serialize(self.encoder)?);
        Ok(())
    }

    fn finish(self) -> Value<'static> {
        wrap(self.variant, Value::Array(self.values))
    }
}

macro_rules! elements {
    ($($trait:ident $method:ident)*) => {$(
        impl ser::$trait for Elements {
            type Ok = Value<'static>;
            type Error = EncodeError;

            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), EncodeError> {
                self.push(value)
            }

            fn end(self) -> Result<Value<'static>, EncodeError> {
                Ok(self.finish())
            }
        }
    )*};
}

elements! {
    SerializeSeq serialize_element
    SerializeTuple serialize_element
    SerializeTupleStruct serialize_field
    SerializeTupleVariant serialize_field
}

struct Members {
    encoder: Encoder,
    entries: Vec<(Cow<'static, str>, Value<'static>)>,
    key: Option<Cow<'static, str>>,
    variant: Option<&'static str>,
}

impl Members {
    fn push<T: Serialize + ?Sized>(
        &mut self,
        key: Cow<'static, str>,
        value: &T,
    ) -> Result<(), EncodeError> {
        self.entries.push((key, value.serialize(self.encoder)?));
        Ok(())
    }

    fn finish(self) -> Result<Value<'static>, EncodeError> {
        let object =
            Object::try_from(self.entries).map_err(|twice| EncodeError::DuplicateKey(twice.0))?;
        Ok(wrap(self.variant, Value::Object(object)))
    }
}

impl ser::SerializeMap for Members {
    type Ok = Value<'static>;
    type Error = EncodeError;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), EncodeError> {
        self.key = Some(key.serialize(KeyEncoder)?);
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), EncodeError> {
        match self.key.take() {
            Some(key) => self.push(key, value),
            None => Err(ser::Error::custom("a value came before its key")),
        }
    }

    fn end(self) -> Result<Value<'static>, EncodeError> {
        self.finish()
    }
}

macro_rules! members {
    ($($trait:ident)*) => {$(
        impl ser::$trait for Members {
            type Ok = Value<'static>;
            type Error = EncodeError;

            fn serialize_field<T: Serialize + ?Sized>(
                &mut self,
                key: &'static str,
                value: &T,
            ) -> Result<(), EncodeError> {
                self.push(Cow::Borrowed(key), value)
            }

            fn end(self) -> Result<Value<'static>, EncodeError> {
                self.finish()
            }
        }
    )*};
}

members! { SerializeStruct SerializeStructVariant }
