//! Plain JSON, members in the order of the document and doubled ones kept, so that the model sees what a caller wrote.
//! Two variants stand for facts once their type is known.

use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};

/// An integer, if it is within ±(2^53−1).
pub(super) fn safe(integer: i64) -> Option<Json> {
    let greatest = (1 << 53) - 1;
    (-greatest..=greatest)
        .contains(&integer)
        .then_some(Json::Integer(integer))
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Json {
    Null,
    Boolean(bool),
    Integer(i64),
    /// A number that is no integer within ±(2^53−1).
    OtherNumber,
    Text(String),
    List(Vec<Self>),
    Record(Vec<(String, Self)>),
    /// A fact of the type `time`, written so that texts are in the order of the instants.
    Time(String),
    /// A fact that is none of its type, from a caller who has validated nothing.
    Unsound,
}

impl Json {
    pub(super) fn parse(text: &[u8]) -> Self {
        serde_json::from_slice(text).expect("the model is asked about JSON alone")
    }

    pub(super) fn get(&self, name: &str) -> Option<&Self> {
        let mut members = self.members().iter();
        members
            .find(|(member, _)| member == name)
            .map(|(_, value)| value)
    }

    pub(super) fn at(&self, name: &str) -> &Self {
        self.get(name).unwrap_or(&Self::Null)
    }

    pub(super) fn text(&self) -> &str {
        match self {
            Self::Text(text) => text,
            _ => "",
        }
    }

    pub(super) const fn integer(&self) -> Option<i64> {
        match self {
            Self::Integer(integer) => Some(*integer),
            _ => None,
        }
    }

    pub(super) fn is_true(&self) -> bool {
        *self == Self::Boolean(true)
    }

    /// The elements; none of what is no list.
    pub(super) fn elements(&self) -> &[Self] {
        match self {
            Self::List(elements) => elements,
            _ => &[],
        }
    }

    /// The members; none of what is no record.
    pub(super) fn members(&self) -> &[(String, Self)] {
        match self {
            Self::Record(members) => members,
            _ => &[],
        }
    }

    /// As a library's value, to be printed.
    pub(super) fn print(&self) -> serde_json::Value {
        match self {
            Self::Integer(integer) => (*integer).into(),
            Self::Text(text) => text.as_str().into(),
            _ => serde_json::Value::Null,
        }
    }
}

impl<'de> Deserialize<'de> for Json {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(AnyValue)
    }
}

struct AnyValue;

impl<'de> Visitor<'de> for AnyValue {
    type Value = Json;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_unit<E>(self) -> Result<Json, E> {
        Ok(Json::Null)
    }

    fn visit_bool<E>(self, boolean: bool) -> Result<Json, E> {
        Ok(Json::Boolean(boolean))
    }

    fn visit_i64<E>(self, integer: i64) -> Result<Json, E> {
        Ok(safe(integer).unwrap_or(Json::OtherNumber))
    }

    fn visit_u64<E>(self, integer: u64) -> Result<Json, E> {
        let integer = i64::try_from(integer).ok();
        Ok(integer.and_then(safe).unwrap_or(Json::OtherNumber))
    }

    fn visit_f64<E>(self, number: f64) -> Result<Json, E> {
        // Printed without an exponent; what has a fraction does not parse.
        let integer = number.to_string().parse().ok();
        Ok(integer.and_then(safe).unwrap_or(Json::OtherNumber))
    }

    fn visit_str<E>(self, text: &str) -> Result<Json, E> {
        Ok(Json::Text(text.into()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Json, A::Error> {
        let mut elements = Vec::new();
        while let Some(element) = list.next_element()? {
            elements.push(element);
        }
        Ok(Json::List(elements))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut record: A) -> Result<Json, A::Error> {
        let mut members = Vec::new();
        while let Some(member) = record.next_entry()? {
            members.push(member);
        }
        Ok(Json::Record(members))
    }
}
