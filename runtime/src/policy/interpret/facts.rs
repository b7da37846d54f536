//! Whether a document is facts of a schema: read from the front, refused at its first fault. Semantics, section 2.

use alloc::collections::BTreeSet;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;

use super::super::decision::{FactsFault, FactsInvalid};
use super::super::facts::{Schema, Type, is_text};
use crate::canonical::{JsonError, Kind, Limits, Object, Reader, Value};
use crate::digest::Digest;
use crate::ident::Identifier;
use crate::money::Currency;
use crate::time::Instant;

/// The facts that `bytes` hold, if they are those of `schema` and nothing else. The first fault in the order of the
/// document is reported; a missing field where its object ends, the first by name.
pub fn validate<'a>(bytes: &'a [u8], schema: &Schema) -> Result<Value<'a>, FactsInvalid> {
    let mut reader = Reader::new(bytes, Limits::DEFAULT).map_err(json)?;
    let facts = read_record(&mut reader, schema)?;
    reader.end().map_err(json)?;
    Ok(facts)
}

type ReadValue<'a> = Result<Value<'a>, FactsInvalid>;

fn here(reason: FactsFault) -> FactsInvalid {
    FactsInvalid {
        pointer: String::new(),
        reason,
    }
}

fn json(error: JsonError) -> FactsInvalid {
    here(FactsFault::Json(error))
}

/// The same fault, seen from the record or list around it.
fn under(mut invalid: FactsInvalid, step: &str) -> FactsInvalid {
    let step = step.replace('~', "~0").replace('/', "~1");
    invalid.pointer.insert_str(0, &step);
    invalid.pointer.insert(0, '/');
    invalid
}

fn read<'a>(reader: &mut Reader<'a>, ty: &Type) -> ReadValue<'a> {
    match ty {
        Type::Record { fields } => read_record(reader, fields),
        Type::Money => read_money(reader),
        Type::List { of } => read_elements(reader, of, |_| true),
        Type::Set { of } => {
            let mut seen = BTreeSet::new();
            read_elements(reader, of, |element| seen.insert(Meaning::of(element, of)))
        }
        _ => read_scalar(reader, ty),
    }
}

fn read_record<'a>(reader: &mut Reader<'a>, fields: &Schema) -> ReadValue<'a> {
    let required = fields
        .iter()
        .filter(|(_, field)| !field.optional)
        .map(|(name, _)| name);
    read_object(reader, required, |reader, name| match fields.get(name) {
        Some(field) => read(reader, &field.ty),
        None => Err(here(FactsFault::UnknownField)),
    })
}

fn read_money<'a>(reader: &mut Reader<'a>) -> ReadValue<'a> {
    read_object(
        reader,
        MONEY.into_iter(),
        |reader, name| match money_member(name) {
            Some(member) => read_scalar_as(reader, member.kind(), |value| member.fault(value)),
            None => Err(here(FactsFault::UnknownField)),
        },
    )
}

fn read_object<'a>(
    reader: &mut Reader<'a>,
    mut required: impl Iterator<Item: AsRef<str>>,
    mut member: impl FnMut(&mut Reader<'a>, &str) -> ReadValue<'a>,
) -> ReadValue<'a> {
    expect(reader, Kind::Object)?;
    reader.begin_object().map_err(json)?;
    let mut object = Object::new();
    while let Some(name) = reader.next_key().map_err(json)? {
        if object.contains_key(&name) {
            return Err(under(here(FactsFault::DuplicateField), &name));
        }
        let value = member(reader, &name).map_err(|invalid| under(invalid, &name))?;
        object.insert(name, value);
    }
    match required.find(|name| !object.contains_key(name.as_ref())) {
        Some(missing) => Err(under(here(FactsFault::Missing), missing.as_ref())),
        None => Ok(Value::Object(object)),
    }
}

fn read_elements<'a>(
    reader: &mut Reader<'a>,
    of: &Type,
    mut is_new: impl FnMut(&Value<'a>) -> bool,
) -> ReadValue<'a> {
    expect(reader, Kind::Array)?;
    reader.begin_array().map_err(json)?;
    let mut elements = Vec::new();
    while reader.next_element().map_err(json)? {
        let in_element = |invalid| under(invalid, &elements.len().to_string());
        let element = read(reader, of).map_err(in_element)?;
        if !is_new(&element) {
            return Err(in_element(here(FactsFault::DuplicateElement)));
        }
        elements.push(element);
    }
    Ok(Value::Array(elements))
}

fn read_scalar<'a>(reader: &mut Reader<'a>, ty: &Type) -> ReadValue<'a> {
    let kind = match ty {
        Type::Boolean => Kind::Boolean,
        Type::Integer { .. } => Kind::Number,
        _ => Kind::String,
    };
    read_scalar_as(reader, kind, |value| scalar_fault(value, ty))
}

fn read_scalar_as<'a>(
    reader: &mut Reader<'a>,
    kind: Kind,
    fault: impl FnOnce(&Value<'a>) -> Option<FactsFault>,
) -> ReadValue<'a> {
    expect(reader, kind)?;
    let value = reader.value().map_err(json)?;
    match fault(&value) {
        Some(fault) => Err(here(fault)),
        None => Ok(value),
    }
}

fn expect(reader: &mut Reader<'_>, kind: Kind) -> Result<(), FactsInvalid> {
    if reader.peek().map_err(json)? == kind {
        Ok(())
    } else {
        Err(here(FactsFault::WrongType))
    }
}

/// Whether a value in memory is one of `ty`, with all that it holds.
pub(super) fn conforms(value: &Value<'_>, ty: &Type) -> bool {
    match (ty, value) {
        (Type::Record { fields }, Value::Object(object)) => {
            object.iter().all(|(name, value)| {
                fields
                    .get(name)
                    .is_some_and(|field| conforms(value, &field.ty))
            }) && fields
                .iter()
                .all(|(name, field)| field.optional || object.contains_key(name))
        }
        (Type::Money, Value::Object(object)) => {
            object.len() == MONEY.len()
                && object.iter().all(|(name, value)| {
                    money_member(name).is_some_and(|member| member.fault(value).is_none())
                })
        }
        (Type::List { of }, Value::Array(elements)) => {
            elements.iter().all(|element| conforms(element, of))
        }
        (Type::Set { of }, Value::Array(elements)) => {
            let mut seen = BTreeSet::new();
            elements
                .iter()
                .all(|element| conforms(element, of) && seen.insert(Meaning::of(element, of)))
        }
        _ => scalar_fault(value, ty).is_none(),
    }
}

/// What is wrong with a value of a scalar type.
fn scalar_fault(value: &Value<'_>, ty: &Type) -> Option<FactsFault> {
    match (ty, value) {
        (Type::Boolean, Value::Boolean(_)) => None,
        (Type::Integer { minimum, maximum }, Value::Number(number)) => {
            let in_range = number
                .as_integer()
                .is_some_and(|integer| (*minimum..=*maximum).contains(&integer));
            (!in_range).then_some(FactsFault::OutOfRange)
        }
        (_, Value::String(string)) => string_fault(string, ty),
        _ => Some(FactsFault::WrongType),
    }
}

/// What is wrong with a string of a scalar type.
pub(super) fn string_fault(string: &str, ty: &Type) -> Option<FactsFault> {
    let (is_sound, fault) = match ty {
        Type::Identifier => (Identifier::new(string).is_ok(), FactsFault::Malformed),
        Type::Text => (is_text(string), FactsFault::Malformed),
        Type::Digest => (string.parse::<Digest>().is_ok(), FactsFault::Malformed),
        Type::Time => (string.parse::<Instant>().is_ok(), FactsFault::Malformed),
        Type::Enum { members } => (members.contains(string), FactsFault::UnknownMember),
        _ => (false, FactsFault::WrongType),
    };
    (!is_sound).then_some(fault)
}

/// Both are required, and nothing else is there.
const MONEY: [&str; 2] = ["currency", "minor_units"];

/// A member of an amount.
#[derive(Clone, Copy)]
enum MoneyMember {
    Currency,
    MinorUnits,
}

fn money_member(name: &str) -> Option<MoneyMember> {
    match name {
        "currency" => Some(MoneyMember::Currency),
        "minor_units" => Some(MoneyMember::MinorUnits),
        _ => None,
    }
}

impl MoneyMember {
    const fn kind(self) -> Kind {
        match self {
            Self::Currency => Kind::String,
            Self::MinorUnits => Kind::Number,
        }
    }

    fn fault(self, value: &Value<'_>) -> Option<FactsFault> {
        match (self, value) {
            (Self::Currency, Value::String(code)) => code
                .parse::<Currency>()
                .is_err()
                .then_some(FactsFault::Malformed),
            (Self::MinorUnits, Value::Number(number)) => number
                .as_integer()
                .is_none()
                .then_some(FactsFault::OutOfRange),
            _ => Some(FactsFault::WrongType),
        }
    }
}

/// What an element of a set means: two spellings of one instant are one element.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Meaning {
    Boolean(bool),
    Integer(i64),
    String(String),
    Time(Instant),
    /// Of a value that is none of the type's, which is refused before it matters.
    None,
}

impl Meaning {
    fn of(element: &Value<'_>, ty: &Type) -> Self {
        let time = |string: &str| string.parse().ok().map(Self::Time);
        match (ty, element) {
            (Type::Time, Value::String(string)) => time(string),
            (_, Value::String(string)) => Some(Self::String(string.clone().into_owned())),
            (_, Value::Number(number)) => number.as_integer().map(Self::Integer),
            (_, Value::Boolean(boolean)) => Some(Self::Boolean(*boolean)),
            _ => None,
        }
        .unwrap_or(Self::None)
    }
}
