//! Texts of values: any of those that mean the same, and texts that are damaged.

use std::fmt::Write as _;

use ordain_runtime::canonical::{Object, Value};

use super::Random;

/// A text of `value`: members in any order, white space, escapes, exponents. Where `twice` is set, some member may stand
/// twice, which no reader takes.
pub fn spell(value: &Value<'_>, twice: bool, random: &mut Random) -> Vec<u8> {
    let mut text = String::new();
    write(value, twice, random, &mut text);
    text.into_bytes()
}

/// Changes a few bytes of a text.
pub fn damage(text: &mut Vec<u8>, random: &mut Random) {
    const BYTES: &[u8] = b"{}[],:\"\\ \n0-9.eEtfnu\x00\x1f\x7f\x80\xc3\xed\xa0\xef\xbb\xbf\xff";
    for _ in 0..=random.below(2) {
        let at = random.below(text.len());
        let byte = *random.pick(BYTES).unwrap_or(&0);
        match random.below(5) {
            0 => text.insert(at, byte),
            1 => text.truncate(at),
            2 if at < text.len() => {
                text.remove(at);
            }
            3 => {
                // A part of it again: names, members, brackets.
                let length = random.below(40);
                let part: Vec<u8> = text.iter().skip(at).take(length).copied().collect();
                text.splice(at..at, part);
            }
            _ => {
                if let Some(place) = text.get_mut(at) {
                    *place = byte;
                }
            }
        }
    }
}

fn write(value: &Value<'_>, twice: bool, random: &mut Random, text: &mut String) {
    space(random, text);
    match value {
        Value::Null => text.push_str("null"),
        Value::Boolean(boolean) => text.push_str(if *boolean { "true" } else { "false" }),
        Value::Number(number) => {
            // Writing to a string cannot fail.
            let _ = write!(text, "{number}");
            if number.as_integer().is_some() {
                text.push_str(random.pick(&["", "", ".0", "e0", "E+0"]).unwrap_or(&""));
            }
        }
        Value::String(string) => write_string(string, random, text),
        Value::Array(elements) => {
            text.push('[');
            for (index, element) in elements.iter().enumerate() {
                if index > 0 {
                    text.push(',');
                }
                write(element, twice, random, text);
            }
            space(random, text);
            text.push(']');
        }
        Value::Object(object) => write_object(object, twice, random, text),
    }
    space(random, text);
}

fn write_object(object: &Object<'_>, twice: bool, random: &mut Random, text: &mut String) {
    let mut members: Vec<_> = object.iter().collect();
    if random.chance(50) {
        for index in 1..members.len() {
            members.swap(index, random.below(index + 1));
        }
    }
    if twice && random.chance(50) {
        let again = random.pick(&members).copied();
        let at = random.below(members.len() + 1);
        members.splice(at..at, again);
    }
    text.push('{');
    for (index, (name, value)) in members.into_iter().enumerate() {
        if index > 0 {
            text.push(',');
        }
        space(random, text);
        write_string(name, random, text);
        space(random, text);
        text.push(':');
        write(value, twice, random, text);
    }
    space(random, text);
    text.push('}');
}

fn write_string(string: &str, random: &mut Random, text: &mut String) {
    let escape_all = random.chance(15);
    text.push('"');
    for character in string.chars() {
        match character {
            '"' => text.push_str("\\\""),
            '\\' => text.push_str("\\\\"),
            _ if escape_all || character.is_control() => {
                for unit in character.encode_utf16(&mut [0; 2]) {
                    let _ = write!(text, "\\u{unit:04x}");
                }
            }
            _ => text.push(character),
        }
    }
    text.push('"');
}

fn space(random: &mut Random, text: &mut String) {
    if random.chance(8) {
        text.push_str(random.pick(&[" ", "\n", "\r\n", "\t"]).unwrap_or(&""));
    }
}
