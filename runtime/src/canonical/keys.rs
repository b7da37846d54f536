//! Keys of maps, from and to serde types. Only strings are keys.

use alloc::borrow::Cow;
use alloc::string::ToString as _;
use core::fmt::Display;

use serde::de::{self, IntoDeserializer as _, Visitor};
use serde::ser::{self, Impossible, Serialize};

use super::decode::visit_string;
use super::error::{DecodeError, EncodeError};

/// A key, to whatever type reads keys.
pub(super) struct KeyDecoder<'de>(pub(super) Cow<'de, str>);

impl<'de> de::Deserializer<'de> for KeyDecoder<'de> {
    type Error = DecodeError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        visit_string(self.0, visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, DecodeError> {
        visitor.visit_enum(self.0.into_deserializer())
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, DecodeError> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        visitor.visit_some(self)
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct seq tuple
        tuple_struct map struct identifier ignored_any
    }
}

/// Keys are strings, or what is written as one without a choice: characters and the names of variants.
pub(super) struct KeyEncoder;

macro_rules! refuse {
    ($($method:ident $type:ty),*) => {$(
        fn $method(self, _value: $type) -> Result<Self::Ok, EncodeError> {
            Err(EncodeError::KeyNotString)
        }
    )*};
}

impl ser::Serializer for KeyEncoder {
    type Ok = Cow<'static, str>;
    type Error = EncodeError;
    type SerializeSeq = Impossible<Self::Ok, EncodeError>;
    type SerializeTuple = Impossible<Self::Ok, EncodeError>;
    type SerializeTupleStruct = Impossible<Self::Ok, EncodeError>;
    type SerializeTupleVariant = Impossible<Self::Ok, EncodeError>;
    type SerializeMap = Impossible<Self::Ok, EncodeError>;
    type SerializeStruct = Impossible<Self::Ok, EncodeError>;
    type SerializeStructVariant = Impossible<Self::Ok, EncodeError>;

    refuse! {
        serialize_bool bool, serialize_i8 i8, serialize_i16 i16, serialize_i32 i32, serialize_i64 i64,
        serialize_i128 i128, serialize_u8 u8, serialize_u16 u16, serialize_u32 u32, serialize_u64 u64,
        serialize_u128 u128, serialize_f32 f32, serialize_f64 f64, serialize_bytes &[u8],
        serialize_unit_struct &'static str
    }

    fn serialize_char(self, value: char) -> Result<Self::Ok, EncodeError> {
        Ok(Cow::Owned(value.to_string()))
    }

    fn serialize_str(self, value: &str) -> Result<Self::Ok, EncodeError> {
        Ok(Cow::Owned(value.into()))
    }

    fn serialize_none(self) -> Result<Self::Ok, EncodeError> {
        Err(EncodeError::KeyNotString)
    }

    fn serialize_some<T: Serialize + ?Sized>(self, _value: &T) -> Result<Self::Ok, EncodeError> {
        Err(EncodeError::KeyNotString)
    }

    fn serialize_unit(self) -> Result<Self::Ok, EncodeError> {
        Err(EncodeError::KeyNotString)
    }

    fn serialize_unit_variant(
        self,
        _name: &'static str,
        _index: u32,
        variant: &'static str,
    ) -> Result<Self::Ok, EncodeError> {
        Ok(Cow::Borrowed(variant))
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _name: &'static str,
        value: &T,
    ) -> Result<Self::Ok, EncodeError> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _name: &'static str,
        _index: u32,
        _variant: &'static str,
        _value: &T,
    ) -> Result<Self::Ok, EncodeError> {
        Err(EncodeError::KeyNotString)
    }

    fn serialize_seq(self, _length: Option<usize>) -> Result<Self::SerializeSeq, EncodeError> {
        Err(EncodeError::KeyNotString)
    }

    fn serialize_tuple(self, _length: usize) -> Result<Self::SerializeTuple, EncodeError> {
        Err(EncodeError::KeyNotString)
    }

    fn serialize_tuple_struct(
        self,
        _name: &'static str,
        _length: usize,
    ) -> Result<Self::SerializeTupleStruct, EncodeError> {
        Err(EncodeError::KeyNotString)
    }

    fn serialize_tuple_variant(
        self,
        _name: &'static str,
        _index: u32,
        _variant: &'static str,
        _length: usize,
    ) -> Result<Self::SerializeTupleVariant, EncodeError> {
        Err(EncodeError::KeyNotString)
    }

    fn serialize_map(self, _length: Option<usize>) -> Result<Self::SerializeMap, EncodeError> {
        Err(EncodeError::KeyNotString)
    }

    fn serialize_struct(
        self,
        _name: &'static str,
        _length: usize,
    ) -> Result<Self::SerializeStruct, EncodeError> {
        Err(EncodeError::KeyNotString)
    }

    fn serialize_struct_variant(
        self,
        _name: &'static str,
        _index: u32,
        _variant: &'static str,
        _length: usize,
    ) -> Result<Self::SerializeStructVariant, EncodeError> {
        Err(EncodeError::KeyNotString)
    }

    fn collect_str<T: Display + ?Sized>(self, value: &T) -> Result<Self::Ok, EncodeError> {
        Ok(Cow::Owned(value.to_string()))
    }
}
