//! A strict serde deserializer over the reader: unknown members, duplicates and lossy numbers are refused, and each
//! refusal says where. Decoding from a value in memory lives in `from_value`.

use alloc::borrow::Cow;
use alloc::string::ToString as _;
use alloc::vec::Vec;

use serde::Deserializer as _;
use serde::de::{self, DeserializeSeed, IntoDeserializer as _, Visitor};

use super::error::{DecodeError, DecodeErrorCode, JsonError};
use super::keys::KeyDecoder;
use super::limits::Limits;
use super::number::Number;
use super::order::compare_keys;
use super::reader::{Kind, Reader};

/// Decodes one document strictly, within [`Limits::DEFAULT`] (semantics, section 1).
///
/// A member that `T` does not know is refused, as is one that stands twice, whatever `T` does with it. Types that serde
/// reads through a buffer (`flatten`, internally tagged and untagged enumerations) see unknown members only if they carry
/// `deny_unknown_fields`. 32-bit floats are refused: their double is not what was written.
pub fn from_slice<'de, T: de::Deserialize<'de>>(bytes: &'de [u8]) -> Result<T, DecodeError> {
    from_slice_with(bytes, Limits::DEFAULT)
}

/// Decodes one document strictly, within `limits`.
pub fn from_slice_with<'de, T: de::Deserialize<'de>>(
    bytes: &'de [u8],
    limits: Limits,
) -> Result<T, DecodeError> {
    let mut decoder = Decoder {
        reader: Reader::new(bytes, limits)?,
        keys: Vec::new(),
    };
    let value = T::deserialize(&mut decoder).map_err(|error| error.at(0))?;
    decoder.reader.end()?;
    Ok(value)
}

struct Decoder<'de> {
    reader: Reader<'de>,
    /// The keys of the objects that are open, those of each after those of the one around it.
    keys: Vec<Key<'de>>,
}

struct Key<'de> {
    name: Cow<'de, str>,
    offset: usize,
}

impl<'de> Decoder<'de> {
    fn array<V: Visitor<'de>>(&mut self, visitor: V) -> Result<V::Value, DecodeError> {
        self.reader.begin_array()?;
        let mut elements = Elements {
            decoder: self,
            index: 0,
            ended: false,
        };
        let value = visitor.visit_seq(&mut elements)?;
        let Elements { index, ended, .. } = elements;
        if !ended && self.reader.next_element()? {
            return Err(de::Error::invalid_length(index + 1, &"fewer elements"));
        }
        Ok(value)
    }

    fn object<V: Visitor<'de>>(&mut self, visitor: V) -> Result<V::Value, DecodeError> {
        self.reader.begin_object()?;
        let start = self.keys.len();
        let mut members = Members {
            decoder: self,
            start,
            key: None,
            ended: false,
        };
        let value = visitor.visit_map(&mut members);
        let Members { key, ended, .. } = members;
        let value = value.map_err(|error| match key {
            // The visitor refused the key itself, and never came to its value.
            Some(key) => self.beneath(key, error),
            None => error,
        })?;
        if !ended {
            // The visitor had enough, and there may be more.
            if let Some((offset, key)) = self.reader.next_key_at()? {
                return Err(unknown_member().at(offset).under(&key));
            }
            self.refuse_duplicates(start)?;
        }
        Ok(value)
    }

    /// An object whose one key names a variant.
    fn variant<V: Visitor<'de>>(&mut self, visitor: V) -> Result<V::Value, DecodeError> {
        self.reader.begin_object()?;
        let start = self.keys.len();
        let value = visitor.visit_enum(Variant { decoder: self })?;
        if let Some((offset, key)) = self.reader.next_key_at()? {
            let twice = self.keys.get(start).is_some_and(|first| first.name == key);
            let error = if twice {
                JsonError::duplicate_key(offset).into()
            } else {
                unknown_member().at(offset)
            };
            return Err(error.under(&key));
        }
        self.keys.truncate(start);
        Ok(value)
    }

    /// Compares the keys of the object that ends, which are those from `start` on.
    fn refuse_duplicates(&mut self, start: usize) -> Result<(), DecodeError> {
        let keys = self.keys.get_mut(start..).unwrap_or_default();
        let ascending =
            |[left, right]: &[Key<'de>; 2]| compare_keys(&left.name, &right.name).is_lt();
        if !keys.array_windows().all(ascending) {
            keys.sort_by(|left, right| compare_keys(&left.name, &right.name));
            let twice = keys
                .array_windows()
                .filter(|[left, right]| left.name == right.name);
            if let Some(key) = twice.map(|[_, key]| key).min_by_key(|key| key.offset) {
                return Err(
                    DecodeError::from(JsonError::duplicate_key(key.offset)).under(&key.name)
                );
            }
        }
        self.keys.truncate(start);
        Ok(())
    }

    /// Places an error under the key that is the `index`th.
    #[cold]
    fn beneath(&self, index: usize, error: DecodeError) -> DecodeError {
        match self.keys.get(index) {
            Some(key) => error.at(key.offset).under(&key.name),
            None => error,
        }
    }
}

pub(super) fn unknown_member() -> DecodeError {
    DecodeError::new(DecodeErrorCode::UnknownMember, "there is no such member")
}

pub(super) fn visit_number<'de, V: Visitor<'de>>(
    number: Number,
    visitor: V,
) -> Result<V::Value, DecodeError> {
    match number.as_integer() {
        None => visitor.visit_f64(number.as_f64()),
        Some(integer) => match u64::try_from(integer) {
            Ok(integer) => visitor.visit_u64(integer),
            Err(_) => visitor.visit_i64(integer),
        },
    }
}

pub(super) fn visit_string<'de, V: Visitor<'de>>(
    string: Cow<'de, str>,
    visitor: V,
) -> Result<V::Value, DecodeError> {
    match string {
        Cow::Borrowed(string) => visitor.visit_borrowed_str(string),
        Cow::Owned(string) => visitor.visit_string(string),
    }
}

impl<'de> de::Deserializer<'de> for &mut Decoder<'de> {
    type Error = DecodeError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        let kind = self.reader.peek()?;
        let offset = self.reader.offset();
        let value = match kind {
            Kind::Null => {
                self.reader.null()?;
                visitor.visit_unit()
            }
            Kind::Boolean => visitor.visit_bool(self.reader.boolean()?),
            Kind::Number => visit_number(self.reader.number()?, visitor),
            Kind::String => visit_string(self.reader.string()?, visitor),
            Kind::Array => self.array(visitor),
            Kind::Object => self.object(visitor),
        };
        value.map_err(|error| error.at(offset))
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        if self.reader.peek()? == Kind::Null {
            self.reader.null()?;
            return visitor.visit_none();
        }
        visitor.visit_some(self)
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
        let kind = self.reader.peek()?;
        let offset = self.reader.offset();
        let value = match kind {
            Kind::String => visitor.visit_enum(self.reader.string()?.into_deserializer()),
            Kind::Object => self.variant(visitor),
            _ => return self.deserialize_any(visitor),
        };
        value.map_err(|error| error.at(offset))
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(
        self,
        _visitor: V,
    ) -> Result<V::Value, DecodeError> {
        // Whoever asked knows the place: of a member it is that of its key.
        Err(unknown_member())
    }

    fn deserialize_f32<V: Visitor<'de>>(self, _visitor: V) -> Result<V::Value, DecodeError> {
        self.reader.peek()?;
        Err(DecodeError::new(
            DecodeErrorCode::InvalidValue,
            "32-bit floats cannot be read exactly",
        )
        .at(self.reader.offset()))
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f64 char str string bytes byte_buf unit unit_struct seq tuple
        tuple_struct map struct identifier
    }
}

struct Elements<'d, 'de> {
    decoder: &'d mut Decoder<'de>,
    index: usize,
    ended: bool,
}

impl<'de> de::SeqAccess<'de> for &mut Elements<'_, 'de> {
    type Error = DecodeError;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, DecodeError> {
        if self.ended || !self.decoder.reader.next_element()? {
            self.ended = true;
            return Ok(None);
        }
        let index = self.index;
        self.index += 1;
        let offset = self.decoder.reader.offset();
        seed.deserialize(&mut *self.decoder)
            .map(Some)
            .map_err(|error| error.at(offset).under(&index.to_string()))
    }
}

struct Members<'d, 'de> {
    decoder: &'d mut Decoder<'de>,
    /// Where the keys of this object begin.
    start: usize,
    /// The index of the key whose value comes next.
    key: Option<usize>,
    ended: bool,
}

impl<'de> de::MapAccess<'de> for &mut Members<'_, 'de> {
    type Error = DecodeError;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, DecodeError> {
        if self.ended {
            return Ok(None);
        }
        let Some((offset, name)) = self.decoder.reader.next_key_at()? else {
            self.ended = true;
            // Before the visitor makes anything of the members.
            return self.decoder.refuse_duplicates(self.start).map(|()| None);
        };
        self.key = Some(self.decoder.keys.len());
        self.decoder.keys.push(Key {
            name: name.clone(),
            offset,
        });
        seed.deserialize(KeyDecoder(name)).map(Some)
    }

    fn next_value_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<T::Value, DecodeError> {
        let key = self.key.take();
        match (seed.deserialize(&mut *self.decoder), key) {
            (Err(error), Some(key)) => Err(self.decoder.beneath(key, error)),
            (result, _) => result,
        }
    }
}

/// The one member of an object that stands for a variant with data.
struct Variant<'d, 'de> {
    decoder: &'d mut Decoder<'de>,
}

impl<'d, 'de> de::EnumAccess<'de> for Variant<'d, 'de> {
    type Error = DecodeError;
    type Variant = Content<'d, 'de>;

    fn variant_seed<V: DeserializeSeed<'de>>(
        self,
        seed: V,
    ) -> Result<(V::Value, Self::Variant), DecodeError> {
        let Some((offset, name)) = self.decoder.reader.next_key_at()? else {
            return Err(de::Error::invalid_length(
                0,
                &"one member, which names a variant",
            ));
        };
        let variant = seed
            .deserialize(KeyDecoder(name.clone()))
            .map_err(|error| error.at(offset))?;
        self.decoder.keys.push(Key {
            name: name.clone(),
            offset,
        });
        let content = Content {
            decoder: self.decoder,
            name,
        };
        Ok((variant, content))
    }
}

/// The data of a variant.
struct Content<'d, 'de> {
    decoder: &'d mut Decoder<'de>,
    name: Cow<'de, str>,
}

impl<'de> de::VariantAccess<'de> for Content<'_, 'de> {
    type Error = DecodeError;

    fn unit_variant(self) -> Result<(), DecodeError> {
        de::Deserialize::deserialize(self.decoder)
            .map_err(|error: DecodeError| error.under(&self.name))
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(
        self,
        seed: T,
    ) -> Result<T::Value, DecodeError> {
        seed.deserialize(self.decoder)
            .map_err(|error| error.under(&self.name))
    }

    fn tuple_variant<V: Visitor<'de>>(
        self,
        _length: usize,
        visitor: V,
    ) -> Result<V::Value, DecodeError> {
        self.decoder
            .deserialize_seq(visitor)
            .map_err(|error| error.under(&self.name))
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        _members: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, DecodeError> {
        self.decoder
            .deserialize_map(visitor)
            .map_err(|error| error.under(&self.name))
    }
}
