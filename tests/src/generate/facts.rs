//! Arbitrary facts of a schema; facts that are not quite of it; and other spellings of the same facts.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use ordain_runtime::canonical::{Number, Object, Value};
use ordain_runtime::policy::{Schema, Type};
use proptest::prelude::*;

pub(super) const IDENTIFIERS: [&str; 4] = ["a", "b", "support.refund", "é"];
pub(super) const TEXTS: [&str; 4] = ["", "a", "line\nline", "\u{1f600}"];
pub(super) const TIMES: [&str; 4] = [
    "2026-10-16T00:00:00Z",
    "2026-10-16T00:00:00.1Z",
    "2026-10-16T00:00:00.100000000000000001Z",
    "1970-01-01T00:00:00Z",
];
pub(super) const CURRENCIES: [&str; 2] = ["EUR", "INR"];

/// The greatest integer.
const SAFE: i64 = (1 << 53) - 1;

/// Facts of `schema`.
pub fn facts(schema: &Schema) -> BoxedStrategy<Value<'static>> {
    let members: Vec<_> = schema
        .iter()
        .map(|(name, field)| {
            let name = name.clone();
            let there = if field.optional {
                prop::bool::weighted(0.6).boxed()
            } else {
                Just(true).boxed()
            };
            (there, value(&field.ty))
                .prop_map(move |(there, value)| there.then(|| (name.clone(), value)))
        })
        .collect();
    members
        .prop_map(|members| object(members.into_iter().flatten()))
        .boxed()
}

/// A value of the type `ty`.
pub fn value(ty: &Type) -> BoxedStrategy<Value<'static>> {
    match ty {
        Type::Boolean => any::<bool>().prop_map(Value::from).boxed(),
        Type::Integer { minimum, maximum } => integer(*minimum, *maximum).prop_map(number).boxed(),
        Type::Identifier => word(&IDENTIFIERS),
        Type::Text => word(&TEXTS),
        Type::Digest => digest().prop_map(Value::from).boxed(),
        // A spelling with a zero at its end is the same instant.
        Type::Time => (prop::sample::select(&TIMES[..]), any::<bool>())
            .prop_map(|(time, zero)| match (zero, time.strip_suffix(".1Z")) {
                (true, Some(whole)) => Value::from(format!("{whole}.10Z")),
                _ => Value::from(time),
            })
            .boxed(),
        Type::Money => (prop::sample::select(&CURRENCIES[..]), integer(-SAFE, SAFE))
            .prop_map(|(currency, minor_units)| {
                object([
                    ("currency".into(), Value::from(currency)),
                    ("minor_units".into(), number(minor_units)),
                ])
            })
            .boxed(),
        Type::Enum { members } => {
            let members: Vec<_> = members.iter().cloned().collect();
            prop::sample::select(members).prop_map(Value::from).boxed()
        }
        Type::Set { of } => {
            let is_time = **of == Type::Time;
            prop::collection::vec(value(of), 0..4)
                .prop_map(move |elements| set(elements, is_time))
                .boxed()
        }
        Type::List { of } => prop::collection::vec(value(of), 0..4)
            .prop_map(Value::from)
            .boxed(),
        Type::Record { fields } => facts(fields),
    }
}

fn word(words: &'static [&'static str]) -> BoxedStrategy<Value<'static>> {
    prop::sample::select(words).prop_map(Value::from).boxed()
}

/// A digest as text.
pub(super) fn digest() -> impl Strategy<Value = String> {
    prop::sample::select(vec!["00", "a7"]).prop_map(|byte| ["sha256:", &byte.repeat(32)].concat())
}

/// Near zero, or at the ends of the range.
pub(super) fn integer(minimum: i64, maximum: i64) -> BoxedStrategy<i64> {
    let (low, high) = ((-3).clamp(minimum, maximum), 3.clamp(minimum, maximum));
    prop_oneof![8 => low..=high, 1 => Just(minimum), 1 => Just(maximum)].boxed()
}

pub(super) fn number(integer: i64) -> Value<'static> {
    Number::try_from(integer).map_or(Value::Null, Value::Number)
}

fn object(members: impl IntoIterator<Item = (String, Value<'static>)>) -> Value<'static> {
    let mut object = Object::new();
    for (name, value) in members {
        object.insert(name, value);
    }
    Value::Object(object)
}

/// The elements without those that mean the same as an earlier one.
fn set(elements: Vec<Value<'static>>, is_time: bool) -> Value<'static> {
    let mut kept: BTreeMap<String, usize> = BTreeMap::new();
    let mut distinct = Vec::new();
    for element in elements {
        let meaning = match element.as_str() {
            Some(time) if is_time => time.replace(".10Z", ".1Z"),
            _ => format!("{element:?}"),
        };
        if kept.insert(meaning, distinct.len()).is_none() {
            distinct.push(element);
        }
    }
    Value::Array(distinct)
}

/// Facts of `schema` of which one member, at any depth, is taken away or replaced by what may be none of its values.
/// Members that no schema declares are not among the changes.
pub fn spoilt(schema: &Schema) -> BoxedStrategy<Value<'static>> {
    let junk = prop_oneof![
        Just(None),
        Just(Some(Value::Null)),
        any::<bool>().prop_map(|boolean| Some(Value::from(boolean))),
        prop::sample::select(vec![-4, 0, 10, SAFE]).prop_map(|integer| Some(number(integer))),
        Just(Number::try_from(0.5).ok().map(Value::Number)),
        prop::sample::select(vec![
            "",
            "a",
            "INR",
            "inr",
            "RED",
            "\u{7}",
            "2026-10-16T00:00:60Z"
        ])
        .prop_map(|string| Some(Value::from(string))),
        Just(Some(Value::Array(Vec::new()))),
        Just(Some(Value::from(vec![Value::from("a"), Value::from("a")]))),
        Just(Some(Value::Object(Object::new()))),
    ];
    (facts(schema), any::<prop::sample::Index>(), junk)
        .prop_map(|(mut facts, index, junk)| {
            let places = places(&facts);
            // Without members there is nothing to spoil.
            if let Some(place) = places.get(index.index(places.len().max(1))) {
                spoil(&mut facts, place, junk);
            }
            facts
        })
        .boxed()
}

/// The way to every value below `value`.
fn places(value: &Value<'_>) -> Vec<Vec<String>> {
    let children: Vec<(String, &Value<'_>)> = match value {
        Value::Object(object) => object
            .iter()
            .map(|(name, value)| (name.into(), value))
            .collect(),
        Value::Array(elements) => elements
            .iter()
            .enumerate()
            .map(|(index, value)| (index.to_string(), value))
            .collect(),
        _ => Vec::new(),
    };
    children
        .into_iter()
        .flat_map(|(step, child)| {
            let below = places(child).into_iter();
            std::iter::once(Vec::new())
                .chain(below)
                .map(move |rest| [vec![step.clone()], rest].concat())
        })
        .collect()
}

fn spoil(value: &mut Value<'static>, place: &[String], junk: Option<Value<'static>>) {
    let Some((step, rest)) = place.split_first() else {
        return;
    };
    match value {
        Value::Object(object) => match object.get_mut(step) {
            Some(child) if !rest.is_empty() => spoil(child, rest, junk),
            _ => {
                object.remove(step);
                if let Some(junk) = junk {
                    object.insert(step.clone(), junk);
                }
            }
        },
        Value::Array(elements) => {
            if let Some(child) = step
                .parse()
                .ok()
                .and_then(|index: usize| elements.get_mut(index))
            {
                if rest.is_empty() {
                    *child = junk.unwrap_or_default();
                } else {
                    spoil(child, rest, junk);
                }
            }
        }
        _ => {}
    }
}

/// The same value in another text: members backwards, white space, escapes, exponents.
#[must_use]
pub fn respell(value: &Value<'_>) -> String {
    match value {
        Value::Null => "null".into(),
        Value::Boolean(boolean) => boolean.to_string(),
        Value::Number(number) => number.as_integer().map_or_else(
            || number.to_string(),
            |integer| {
                if integer % 2 == 0 {
                    format!("{integer}.0")
                } else {
                    format!("{integer}e0")
                }
            },
        ),
        Value::String(string) => escaped(string),
        Value::Array(elements) => {
            let elements: Vec<_> = elements.iter().map(respell).collect();
            format!("[\n {} ]", elements.join(" ,\t"))
        }
        Value::Object(object) => {
            let members: Vec<_> = object
                .iter()
                .rev()
                .map(|(name, value)| format!("{} : {}", escaped(name), respell(value)))
                .collect();
            format!("{{ {} }}\r\n", members.join(",\n"))
        }
    }
}

fn escaped(string: &str) -> String {
    let mut text = String::from("\"");
    for unit in string.encode_utf16() {
        // Writing to a string cannot fail.
        let _ = write!(text, "\\u{unit:04x}");
    }
    text.push('"');
    text
}
