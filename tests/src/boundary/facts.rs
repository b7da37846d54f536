//! Valid facts of a schema.

use std::collections::BTreeSet;

use ordain_runtime::canonical::{Number, Object, Value};
use ordain_runtime::counter::SafeInteger;
use ordain_runtime::digest::Digest;
use ordain_runtime::ident::Identifier;
use ordain_runtime::money::{Currency, Money};
use ordain_runtime::policy::{
    Constant, FactPath, Haystack, Operand, Predicate, ScalarKind, Schema, Term, Type, compiled,
};
use ordain_runtime::time::Instant;

use super::steer::steer;
use super::{Constants, Random};

/// The greatest integer.
const SAFE: i64 = (1 << 53) - 1;

const WORDS: [&str; 6] = [
    "a",
    "b",
    "support.refund",
    "é",
    "\u{1f600} \u{301}",
    "\u{ffff}\u{10ffff}",
];
const TIMES: [&str; 5] = [
    "2026-10-16T00:00:00Z",
    "2026-10-16T00:00:00.1Z",
    "2026-10-16T00:00:00.100000000000000001Z",
    "0000-01-01T00:00:00Z",
    "9999-12-31T23:59:59.999999999999999999Z",
];

/// Facts of `schema`, near `constants` and near each other.
pub fn facts(schema: &Schema, constants: &Constants, random: &mut Random) -> Value<'static> {
    let mut maker = Maker {
        constants,
        seen: Vec::new(),
        near: *random.pick(&[20, 60, 90]).unwrap_or(&60),
        truth: *random.pick(&[10, 50, 90]).unwrap_or(&50),
        nth: None,
        home: currency_of(constants, random),
        there: *random.pick(&[20, 50, 90]).unwrap_or(&50),
        random,
    };
    let mut facts = maker.record(schema, &mut Vec::new());
    let whole = Type::Record {
        fields: schema.clone(),
    };
    // One question or two, so that the others are met as chance has it.
    for _ in 0..maker.random.below(3) {
        let Some((applies_to, predicate)) = maker.random.pick(&constants.questions) else {
            break;
        };
        let wish = maker.random.chance(60);
        steer(&mut maker, &mut facts, &whole, predicate, wish);
        for (key, values) in applies_to {
            let fact = FactPath(key.split('.').map(String::from).collect());
            let haystack =
                Haystack::Constants(values.iter().cloned().map(Constant::String).collect());
            let key = Predicate::In {
                of: ScalarKind::Identifier,
                needle: Operand::Term(Term::Fact(fact)),
                haystack,
            };
            steer(&mut maker, &mut facts, &whole, &key, true);
        }
    }
    tidy(&mut facts, &whole);
    facts
}

/// Takes out what a set holds twice.
fn tidy(value: &mut Value<'_>, ty: &Type) {
    match (value, ty) {
        (Value::Object(object), Type::Record { fields }) => {
            for (name, field) in fields {
                if let Some(value) = object.get_mut(name) {
                    tidy(value, &field.ty);
                }
            }
        }
        (Value::Array(elements), Type::List { of }) => {
            for element in elements {
                tidy(element, of);
            }
        }
        (Value::Array(elements), Type::Set { of }) => {
            let mut meanings = BTreeSet::new();
            elements.retain(|element| meanings.insert(meaning(element, of)));
        }
        _ => {}
    }
}

pub(super) struct Maker<'c> {
    constants: &'c Constants,
    pub(super) random: &'c mut Random,
    /// Scalars so far: two facts are often compared with each other.
    seen: Vec<Constant>,
    /// In how many of a hundred cases a scalar is near a constant of its own fact.
    near: usize,
    /// How often a boolean is true. It differs by document, so that long conjunctions have a chance.
    truth: usize,
    /// Which element is being steered, where all of a collection are: those of a set have to differ.
    pub(super) nth: Option<usize>,
    /// The currency of most amounts: others make rules fail.
    home: Currency,
    /// How often an optional fact is there.
    there: usize,
}

impl Maker<'_> {
    fn record(&mut self, schema: &Schema, path: &mut Vec<String>) -> Value<'static> {
        let mut object = Object::new();
        for (name, field) in schema {
            if field.optional && !self.random.chance(self.there) {
                continue;
            }
            path.push(name.clone());
            let value = self.value(&field.ty, path);
            path.pop();
            object.insert(name.clone(), value);
        }
        Value::Object(object)
    }

    pub(super) fn value(&mut self, ty: &Type, path: &mut Vec<String>) -> Value<'static> {
        match ty {
            Type::Record { fields } => self.record(fields, path),
            // What a set holds twice is taken out at the end.
            Type::Set { of } | Type::List { of } => {
                let count = self.count(path);
                Value::Array((0..count).map(|_| self.value(of, path)).collect())
            }
            _ => {
                let constant = self.scalar(ty, path);
                self.seen.push(constant.clone());
                json(constant)
            }
        }
    }

    /// How many elements: few, or about as many as rules count.
    fn count(&mut self, path: &[String]) -> i64 {
        let counted = self.constants.at(path).iter().filter_map(integer);
        let counted: Vec<i64> = counted.filter(|count| (0..=300).contains(count)).collect();
        match self.random.pick(&counted) {
            Some(count) if self.random.chance(30) => {
                (count + self.random.between(-1, 1)).clamp(0, 300)
            }
            _ => self.random.between(0, 3),
        }
    }

    /// A constant of the fact, of another fact, or another fact, as far as `take` can make use of it.
    fn nearby<T>(&mut self, path: &[String], take: impl Fn(&Constant) -> Option<T>) -> Option<T> {
        let constants = self.constants;
        let pool = if self.random.chance(self.near) {
            constants.at(path)
        } else if self.random.chance(50) {
            self.seen.as_slice()
        } else {
            constants.all()
        };
        let usable: Vec<&Constant> = pool.iter().filter(|one| take(one).is_some()).collect();
        self.random.pick(&usable).and_then(|one| take(one))
    }

    fn scalar(&mut self, ty: &Type, path: &[String]) -> Constant {
        match ty {
            Type::Boolean => Constant::Boolean(self.random.chance(self.truth)),
            Type::Integer { minimum, maximum } => {
                let near = self.nearby(path, integer);
                let integer = match near {
                    Some(integer) => integer.saturating_add(self.random.between(-1, 1)),
                    None if self.random.chance(50) => self.random.between(-4, 4),
                    None if self.random.chance(50) => self.random.between(*minimum, *maximum),
                    None => *self.random.pick(&[*minimum, *maximum]).unwrap_or(minimum),
                };
                Constant::Integer(integer.clamp(*minimum, *maximum))
            }
            Type::Identifier => {
                let near = self
                    .nearby(path, string)
                    .filter(|word| Identifier::new(word.as_str()).is_ok());
                Constant::String(near.unwrap_or_else(|| self.word()))
            }
            Type::Text => match self.nearby(path, string) {
                Some(text) => Constant::String(text),
                None if self.random.chance(50) => Constant::String("\u{0}line\n\"\\".into()),
                None => Constant::String(String::new()),
            },
            Type::Enum { members } => {
                let near = self
                    .nearby(path, string)
                    .filter(|word| members.contains(word));
                let any = members.iter().nth(self.random.below(members.len()));
                Constant::String(near.or_else(|| any.cloned()).unwrap_or_default())
            }
            Type::Digest => {
                let near = self.nearby(path, |constant| match constant {
                    Constant::Digest(digest) => Some(*digest),
                    _ => None,
                });
                let byte = if self.random.chance(50) { 0 } else { 0xa7 };
                Constant::Digest(near.unwrap_or_else(|| Digest::from_bytes([byte; 32])))
            }
            Type::Time => self.time(path),
            _ => self.money(path),
        }
    }

    /// A value of `ty` that is unlike those with other numbers, as far as there are so many.
    pub(super) fn distinct(&mut self, ty: &Type, number: usize) -> Value<'static> {
        match ty {
            Type::Identifier | Type::Text => Value::from(format!("n{number}")),
            Type::Enum { members } => members
                .iter()
                .nth(number % members.len().max(1))
                .cloned()
                .map_or(Value::Null, Value::from),
            Type::Integer { minimum, maximum } => {
                let integer =
                    i64::try_from(number).map_or(*maximum, |number| minimum.saturating_add(number));
                json(Constant::Integer(integer.min(*maximum)))
            }
            Type::Digest => {
                let byte = u8::try_from(number % 256).unwrap_or(0);
                json(Constant::Digest(Digest::from_bytes([byte; 32])))
            }
            Type::Boolean => Value::Boolean(number.is_multiple_of(2)),
            _ => self.value(ty, &mut Vec::new()),
        }
    }

    fn word(&mut self) -> String {
        (*self.random.pick(&WORDS).unwrap_or(&"a")).to_owned()
    }

    fn time(&mut self, path: &[String]) -> Constant {
        let near = self.nearby(path, |constant| match constant {
            Constant::Time(instant) => Some(*instant),
            _ => None,
        });
        Constant::Time(match near {
            Some(near) if self.random.chance(40) => just_after(&near.to_string()).unwrap_or(near),
            Some(near) => near,
            None => {
                let time = self.random.pick(&TIMES).and_then(|time| time.parse().ok());
                time.unwrap_or(const { compiled::instant("1970-01-01T00:00:00Z") })
            }
        })
    }

    fn money(&mut self, path: &[String]) -> Constant {
        let near = self.nearby(path, |constant| match constant {
            Constant::Money(money) => Some(money.minor_units.get()),
            _ => None,
        });
        let far = [
            self.random.between(-4, 4),
            self.random.between(-SAFE, SAFE),
            SAFE,
            -SAFE,
        ];
        let step = self.random.between(-1, 1);
        let units = near
            .map(|near| near + step)
            .or_else(|| self.random.pick(&far).copied())
            .unwrap_or_default();
        let currency = if self.random.chance(5) {
            currency_of(self.constants, self.random)
        } else {
            self.home
        };
        let minor_units = SafeInteger::new(units.clamp(-SAFE, SAFE)).unwrap_or_default();
        Constant::Money(Money::new(currency, minor_units))
    }
}

/// The currency of a constant, or none that rules know.
fn currency_of(constants: &Constants, random: &mut Random) -> Currency {
    let known = constants
        .all()
        .iter()
        .filter_map(|constant| match constant {
            Constant::Money(money) => Some(money.currency),
            _ => None,
        });
    let mut known: Vec<Currency> = known.collect();
    known.sort_unstable();
    known.dedup();
    let known = random.pick(&known).copied().filter(|_| random.chance(95));
    known.unwrap_or(const { compiled::currency("XXX") })
}

const fn integer(constant: &Constant) -> Option<i64> {
    match constant {
        Constant::Integer(integer) => Some(*integer),
        _ => None,
    }
}

fn string(constant: &Constant) -> Option<String> {
    match constant {
        Constant::String(string) => Some(string.clone()),
        _ => None,
    }
}

/// The least step after a time, which one with all its digits has only by a carry.
pub(super) fn just_after(time: &str) -> Option<Instant> {
    let whole = time.strip_suffix('Z')?;
    let fraction = whole
        .split_once('.')
        .map_or(0, |(_, fraction)| fraction.len());
    let zeros = "0".repeat(17_usize.saturating_sub(fraction));
    let point = if fraction == 0 { "." } else { "" };
    format!("{whole}{point}{zeros}1Z").parse().ok()
}

/// The scalar that a fact holds.
pub(super) fn constant(value: &Value<'_>, of: ScalarKind) -> Option<Constant> {
    Some(match of {
        ScalarKind::Boolean => Constant::Boolean(value.as_boolean()?),
        ScalarKind::Integer => Constant::Integer(value.as_integer()?),
        ScalarKind::Identifier | ScalarKind::Text | ScalarKind::Enum => {
            Constant::String(value.as_str()?.to_owned())
        }
        ScalarKind::Digest => Constant::Digest(value.as_str()?.parse().ok()?),
        ScalarKind::Time => Constant::Time(value.as_str()?.parse().ok()?),
        ScalarKind::Money => {
            let currency = value.get("currency")?.as_str()?.parse().ok()?;
            let minor_units = SafeInteger::new(value.get("minor_units")?.as_integer()?)?;
            Constant::Money(Money::new(currency, minor_units))
        }
    })
}

pub(super) fn json(constant: Constant) -> Value<'static> {
    match constant {
        Constant::Boolean(boolean) => Value::Boolean(boolean),
        Constant::Integer(integer) => number(integer),
        Constant::String(string) => Value::from(string),
        Constant::Digest(digest) => Value::from(digest.to_string()),
        Constant::Time(instant) => Value::from(instant.to_string()),
        Constant::Money(money) => {
            let mut object = Object::new();
            object.insert(
                "currency".to_owned(),
                Value::from(money.currency.to_string()),
            );
            object.insert("minor_units".to_owned(), number(money.minor_units.get()));
            Value::Object(object)
        }
    }
}

pub(super) fn number(integer: i64) -> Value<'static> {
    Number::try_from(integer).map_or(Value::Null, Value::Number)
}

/// Two spellings of one instant are one element.
fn meaning(element: &Value<'_>, of: &Type) -> String {
    let time = || element.as_str()?.parse::<Instant>().ok();
    match (of, time()) {
        (Type::Time, Some(instant)) => instant.to_string(),
        _ => format!("{element:?}"),
    }
}
