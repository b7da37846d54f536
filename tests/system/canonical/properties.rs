//! Laws that hold for every value and every text, and agreement with crates that were written by others.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt::{self, Write as _};

use ordain_runtime::canonical::{
    Kind, Limits, Number, Object, Reader, Value, from_slice, from_value, parse, to_canonical,
    to_value, to_vec,
};
use ordain_runtime::digest::{Digest, Domain};
use proptest::prelude::*;
use serde::de::{self, Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};

use super::refusal;

fn numbers() -> impl Strategy<Value = Number> {
    let double = |double: f64| Number::try_from(double).ok();
    prop_oneof![
        (-1000..1000_i32).prop_map(Number::from),
        any::<i64>().prop_map(|bits| Number::try_from(bits >> 11).unwrap()),
        any::<u64>().prop_filter_map("a number", move |bits| double(f64::from_bits(bits))),
        (any::<i32>(), -30..10_i32).prop_filter_map("a number", move |(digits, power)| double(
            format!("{digits}e{power}").parse().ok()?
        )),
        (0.0..2.0).prop_filter_map("a number", double),
    ]
}

fn strings() -> impl Strategy<Value = String> {
    let characters = prop_oneof![
        4 => prop::char::range(' ', '~'),
        1 => prop::char::range('\0', '\u{a0}'),
        1 => prop::sample::select(vec!['"', '\\', '/', '\u{7f}', '\u{d7ff}', '\u{e000}', '\u{ffff}', '\u{10000}', '\u{10ffff}']),
        1 => any::<char>(),
    ];
    prop::collection::vec(characters, 0..20).prop_map(String::from_iter)
}

fn values() -> impl Strategy<Value = Value<'static>> {
    let scalars = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        numbers().prop_map(Value::from),
        strings().prop_map(Value::from),
    ];
    scalars.prop_recursive(5, 60, 8, |inner| {
        let members = prop::collection::vec((strings(), inner.clone()), 0..8);
        let object = |members: Vec<(String, Value<'static>)>| {
            let mut object = Object::new();
            for (key, value) in members {
                object.insert(key, value);
            }
            Value::Object(object)
        };
        prop_oneof![
            prop::collection::vec(inner, 0..8).prop_map(Value::from),
            members.prop_map(object),
        ]
    })
}

/// A source of choices, so that one seed gives one spelling.
struct Choices(u64);

impl Choices {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }

    fn pick<'a>(&mut self, options: &[&'a str]) -> &'a str {
        options[self.below(options.len())]
    }
}

/// One of the many texts of a value: members in any order, white space, escapes, spellings of numbers.
fn spell(value: &Value<'_>, choices: &mut Choices, text: &mut String) {
    let space = |choices: &mut Choices| choices.pick(&["", "", "", " ", "\n\t", "\r "]);
    text.push_str(space(choices));
    match value {
        Value::Null => text.push_str("null"),
        Value::Boolean(boolean) => text.push_str(&boolean.to_string()),
        Value::Number(number) => {
            let mut form = number.to_string();
            match (form.contains('e'), form.contains('.')) {
                (true, _) => form = form.replace('e', choices.pick(&["e", "E"])),
                (false, true) => form.push_str(choices.pick(&["", "0", "000e0", "E-0"])),
                (false, false) => form.push_str(choices.pick(&["", "", ".0", "e0", ".00E+00"])),
            }
            text.push_str(&form);
        }
        Value::String(string) => spell_string(string, choices, text),
        Value::Array(elements) => {
            text.push('[');
            for (index, element) in elements.iter().enumerate() {
                text.push_str(if index > 0 { "," } else { "" });
                spell(element, choices, text);
            }
            text.push_str(space(choices));
            text.push(']');
        }
        Value::Object(object) => {
            let mut members: Vec<_> = object.iter().collect();
            for index in 0..members.len() {
                let other = choices.below(members.len());
                members.swap(index, other);
            }
            text.push('{');
            for (index, (key, member)) in members.into_iter().enumerate() {
                text.push_str(if index > 0 { "," } else { "" });
                text.push_str(space(choices));
                spell_string(key, choices, text);
                text.push_str(space(choices));
                text.push(':');
                spell(member, choices, text);
            }
            text.push_str(space(choices));
            text.push('}');
        }
    }
    text.push_str(space(choices));
}

fn spell_string(string: &str, choices: &mut Choices, text: &mut String) {
    text.push('"');
    for character in string.chars() {
        let must = matches!(character, '"' | '\\' | '\0'..' ');
        if must || choices.below(10) == 0 {
            for unit in character.encode_utf16(&mut [0; 2]) {
                let _ = match choices.below(2) {
                    0 => write!(text, "\\u{unit:04x}"),
                    _ => write!(text, "\\u{unit:04X}"),
                };
            }
        } else {
            text.push(character);
        }
    }
    text.push('"');
}

/// A value as `serde_json` reads it, with duplicates refused: an independent strict reader, for all but numbers.
struct Strict(serde_json::Value);

impl<'de> Deserialize<'de> for Strict {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Any;

        impl<'de> Visitor<'de> for Any {
            type Value = Strict;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("JSON")
            }

            fn visit_unit<E>(self) -> Result<Strict, E> {
                Ok(Strict(serde_json::Value::Null))
            }

            fn visit_bool<E>(self, value: bool) -> Result<Strict, E> {
                Ok(Strict(value.into()))
            }

            fn visit_i64<E>(self, value: i64) -> Result<Strict, E> {
                Ok(Strict(value.into()))
            }

            fn visit_u64<E>(self, value: u64) -> Result<Strict, E> {
                Ok(Strict(value.into()))
            }

            fn visit_f64<E>(self, value: f64) -> Result<Strict, E> {
                Ok(Strict(value.into()))
            }

            fn visit_str<E>(self, value: &str) -> Result<Strict, E> {
                Ok(Strict(value.into()))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut access: A) -> Result<Strict, A::Error> {
                let mut elements = Vec::new();
                while let Some(Strict(element)) = access.next_element()? {
                    elements.push(element);
                }
                Ok(Strict(elements.into()))
            }

            fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<Strict, A::Error> {
                let mut members = serde_json::Map::new();
                while let Some((key, Strict(value))) = access.next_entry::<String, _>()? {
                    if members.insert(key, value).is_some() {
                        return Err(de::Error::custom("duplicate"));
                    }
                }
                Ok(Strict(members.into()))
            }
        }
        deserializer.deserialize_any(Any)
    }
}

/// Reads a value by hand, through every method of the reader.
fn read<'a>(reader: &mut Reader<'a>) -> Result<Value<'a>, ordain_runtime::canonical::JsonError> {
    Ok(match reader.peek()? {
        Kind::Null => {
            reader.null()?;
            Value::Null
        }
        Kind::Boolean => Value::Boolean(reader.boolean()?),
        Kind::Number => Value::Number(reader.number()?),
        Kind::String => Value::String(reader.string()?),
        Kind::Array => {
            reader.begin_array()?;
            let mut elements = Vec::new();
            while reader.next_element()? {
                elements.push(read(reader)?);
            }
            Value::Array(elements)
        }
        Kind::Object => {
            reader.begin_object()?;
            let mut members = Vec::new();
            let mut keys = BTreeSet::new();
            while let Some((offset, key)) = reader.next_key_at()? {
                if !keys.insert(key.clone()) {
                    return Err(ordain_runtime::canonical::JsonError::duplicate_key(offset));
                }
                members.push((key, read(reader)?));
            }
            Value::Object(Object::try_from(members).expect("duplicates were refused"))
        }
    })
}

/// What all readers say of one text.
fn agree(text: &[u8]) -> Result<(), TestCaseError> {
    let parsed = parse(text);
    if let Ok(mut reader) = Reader::new(text, Limits::DEFAULT) {
        let by_hand = read(&mut reader).and_then(|value| reader.end().map(|()| value));
        prop_assert_eq!(&by_hand, &parsed);
        let mut reader = Reader::new(text, Limits::DEFAULT).unwrap();
        let passed_over = reader.skip_value().and_then(|()| reader.end());
        prop_assert_eq!(passed_over.err(), parsed.as_ref().err().copied());
        let mut reader = Reader::new(text, Limits::DEFAULT).unwrap();
        let whole = reader
            .value()
            .and_then(|value| reader.end().map(|()| value));
        prop_assert_eq!(&whole, &parsed);
    } else {
        prop_assert!(parsed.is_err());
    }
    let decoded = from_slice::<Value<'_>>(text);
    prop_assert_eq!(decoded.as_ref().ok(), parsed.as_ref().ok());

    let strict = serde_json::from_slice::<Strict>(text);
    match (parsed, strict) {
        (Ok(value), Ok(Strict(strict))) => {
            let form = to_vec(&value);
            prop_assert_eq!(&form, &serde_jcs::to_vec(&strict).unwrap());
            prop_assert_eq!(&form, &serde_json_canonicalizer::to_vec(&strict).unwrap());
        }
        (Ok(_), Err(error)) => prop_assert!(false, "serde_json refuses: {}", error),
        (Err(error), Ok(_)) => {
            let (code, _) = refusal(error);
            prop_assert!(
                matches!(
                    code,
                    "number_not_exact" | "number_out_of_range" | "too_deep"
                ),
                "{}",
                code
            );
        }
        (Err(_), Err(_)) => {}
    }
    Ok(())
}

/// A decimal literal's digits without zeros at either end, and the place of the last digit.
fn decimal(literal: &str) -> (String, i64) {
    let literal = literal.trim_start_matches('-').to_lowercase();
    let (digits, power) = literal.split_once('e').unwrap_or((&literal, "0"));
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let digits = format!("{whole}{fraction}");
    let significant = digits.trim_end_matches('0');
    if significant.is_empty() {
        return (String::new(), 0);
    }
    let zeros = i64::try_from(digits.len() - significant.len()).unwrap();
    let scale = i64::try_from(fraction.len()).unwrap();
    let power: i64 = power.parse().unwrap();
    (
        significant.trim_start_matches('0').to_owned(),
        power - scale + zeros,
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn what_is_written_reads_back(value in values()) {
        let form = to_vec(&value);
        let read = parse(&form).unwrap();
        prop_assert_eq!(&read, &value);
        prop_assert_eq!(to_vec(&read), form);
    }

    #[test]
    fn every_spelling_has_one_form(value in values(), seed in any::<u64>()) {
        let mut text = String::new();
        spell(&value, &mut Choices(seed), &mut text);
        prop_assert_eq!(&parse(text.as_bytes()).unwrap(), &value);
        agree(text.as_bytes())?;
    }

    #[test]
    fn readers_agree_on_broken_texts(
        value in values(),
        seed in any::<u64>(),
        cuts in prop::collection::vec((any::<prop::sample::Index>(), 0..3_u8, prop::sample::select(
            b"{}[],:\"\\ue0129.-+ \n\x00\x1f\x7f\x80\xc3\xed\xf0\xffa".to_vec(),
        )), 1..4),
    ) {
        let mut text = String::new();
        spell(&value, &mut Choices(seed), &mut text);
        let mut text = text.into_bytes();
        for (index, change, byte) in cuts {
            if text.is_empty() {
                break;
            }
            let index = index.index(text.len());
            match change {
                0 => text[index] = byte,
                1 => text.insert(index, byte),
                _ => { text.remove(index); }
            }
        }
        agree(&text)?;
    }

    #[test]
    fn a_number_is_exact_when_its_decimal_value_is_what_is_written(
        digits in "-?(0|[1-9][0-9]{0,20})(\\.[0-9]{1,22})?",
        power in prop::option::of(-340..320_i32),
    ) {
        let literal = power.map_or_else(|| digits.clone(), |power| format!("{digits}e{power}"));
        let double: f64 = literal.parse().unwrap();
        let mut form = Vec::new();
        ordain_runtime::canonical::write_double(double, &mut form);
        let form = String::from_utf8(form).unwrap();
        let integer = !literal.contains(['.', 'e']);
        let beyond = |text: &str| text.parse::<i128>().is_ok_and(|integer| integer.unsigned_abs() >= 1 << 53);
        let expected = if integer && beyond(&literal) {
            Err("number_out_of_range")
        } else if form == "null" || decimal(&literal) != decimal(&form) {
            Err("number_not_exact")
        } else if beyond(&form) {
            Err("number_out_of_range")
        } else {
            Ok(form)
        };
        prop_assert_eq!(super::canonical(&literal).map_err(|(code, _)| code), expected, "{}", literal);
    }

    #[test]
    fn serde_types_keep_values(value in values()) {
        prop_assert_eq!(&to_value(&value).unwrap(), &value);
        prop_assert_eq!(&from_value::<Value<'_>>(&value).unwrap(), &value);
        prop_assert_eq!(to_canonical(&value).unwrap(), to_vec(&value));
        let other: serde_json::Value = serde_json::from_slice(&to_vec(&value)).unwrap();
        prop_assert_eq!(&to_value(&other).unwrap(), &value);
    }

    #[test]
    fn digests_are_of_the_canonical_bytes(value in values(), domain in "[^\\x00]{0,20}") {
        let form = to_vec(&value);
        prop_assert_eq!(Digest::of(&value), Digest::of_bytes(&form));
        let prefixed = [domain.as_bytes(), &[0], &form].concat();
        let in_domain = Digest::in_domain(Domain::new(&domain).unwrap(), &value);
        prop_assert_eq!(in_domain, Digest::of_bytes(&prefixed));
    }

    #[test]
    fn strings_borrow_unless_they_are_escaped(string in strings()) {
        let text = to_vec(&Value::from(string.as_str()));
        let escaped = text.contains(&b'\\');
        let Value::String(read) = parse(&text).unwrap() else { unreachable!() };
        prop_assert_eq!(matches!(read, Cow::Owned(_)), escaped);
        let decoded: Value<'_> = from_slice(&text).unwrap();
        prop_assert_eq!(matches!(decoded, Value::String(Cow::Owned(_))), escaped);
    }
}
