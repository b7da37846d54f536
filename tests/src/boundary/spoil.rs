//! Facts that are not quite of their schema: one member, at any depth, is taken away, added, or replaced.

use ordain_runtime::canonical::{Number, Object, Value};

use super::Random;
use super::facts::number;

/// The greatest integer.
const SAFE: i64 = (1 << 53) - 1;

/// Changes one place of `facts`. What comes of it may still be valid.
pub fn spoil(facts: &mut Value<'static>, random: &mut Random) {
    match facts {
        Value::Object(object) if !object.is_empty() && random.chance(97) => {
            let index = random.below(object.len());
            let Some(name) = object.keys().nth(index).map(str::to_owned) else {
                return;
            };
            match random.below(10) {
                0 => {
                    object.remove(&name);
                }
                1 => {
                    let other = *random
                        .pick(&["unknown", "", "a/b~c", "Currency"])
                        .unwrap_or(&"");
                    let value = junk(random);
                    object.insert(other.to_owned(), value);
                }
                2..=5 => {
                    object.insert(name, junk(random));
                }
                _ => {
                    if let Some(inner) = object.get_mut(&name) {
                        spoil(inner, random);
                    }
                }
            }
        }
        Value::Array(elements) if !elements.is_empty() && random.chance(80) => {
            let index = random.below(elements.len());
            match random.below(4) {
                0 => {
                    let again = elements.get(index).cloned().unwrap_or_default();
                    elements.push(again);
                }
                1 => elements.insert(index, junk(random)),
                _ => {
                    if let Some(inner) = elements.get_mut(index) {
                        spoil(inner, random);
                    }
                }
            }
        }
        _ => *facts = junk(random),
    }
}

fn junk(random: &mut Random) -> Value<'static> {
    let long = if random.chance(2) { 65_537 } else { 257 };
    match random.below(14) {
        0 => Value::Null,
        1 => Value::Boolean(random.chance(50)),
        2 => number(*random.pick(&[-4, 0, 10, SAFE, -SAFE, 36_501]).unwrap_or(&0)),
        3 => Number::try_from(0.5).map_or(Value::Null, Value::Number),
        4 => Value::Array(Vec::new()),
        5 => Value::Array(vec![Value::from("a"), Value::from("a")]),
        6 => Value::Object(Object::new()),
        7 => Value::from("é".repeat(long)),
        8 => {
            let mut money = Object::new();
            money.insert(
                "currency".to_owned(),
                Value::from(*random.pick(&["INR", "inr", "IN"]).unwrap_or(&"")),
            );
            money.insert("minor_units".to_owned(), number(1));
            Value::Object(money)
        }
        _ => {
            let strings = [
                "",
                "a",
                "INR",
                "inr",
                "\u{7}",
                "2026-10-16T00:00:60Z",
                "2026-10-16T00:00:00.100Z",
                "2026-02-30T00:00:00Z",
                "sha256:00",
                "sha256:A7A7A7A7A7A7A7A7A7A7A7A7A7A7A7A7A7A7A7A7A7A7A7A7A7A7A7A7A7A7A7A7",
            ];
            Value::from(*random.pick(&strings).unwrap_or(&""))
        }
    }
}
