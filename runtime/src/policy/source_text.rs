//! Predicates in the syntax of the language, for people who read why something was decided. Reading that syntax lives
//! with the grammar.

use alloc::format;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;

use super::predicate::{
    Comparison, Constant, FactPath, Haystack, Operand, Predicate, ScalarKind, Term,
};
use super::vocabulary::Sign;
use crate::money::{Currency, Money};

/// How many decimals a currency has: 2 for most. Which it is, the caller knows.
pub type Decimals = fn(Currency) -> u32;

impl Predicate {
    /// The predicate as the language writes it. Elements of quantifiers, whose names no artefact keeps, are called
    /// `item`, `item2`, …
    #[must_use]
    pub fn to_source(&self, decimals: Decimals) -> String {
        SourceText::new(decimals).predicate(self)
    }
}

/// Prints what stands at one place: outside of quantifiers, or in the body of one.
#[derive(Clone, Copy, Debug)]
pub(super) struct SourceText {
    decimals: Decimals,
    /// How many quantifiers are around it.
    quantifiers: usize,
}

/// How tightly the parts of a predicate hold together; brackets stand around what holds less than its place asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Binding {
    /// A quantifier takes in everything behind it.
    Quantifier,
    Or,
    And,
    Not,
    Comparison,
    Word,
}

impl SourceText {
    /// Outside of quantifiers.
    pub(super) const fn new(decimals: Decimals) -> Self {
        Self {
            decimals,
            quantifiers: 0,
        }
    }

    /// In the body of a quantifier that stands here.
    pub(super) const fn inside(self) -> Self {
        Self {
            quantifiers: self.quantifiers + 1,
            ..self
        }
    }

    /// How many decimals a currency has.
    pub(super) const fn decimals(self) -> Decimals {
        self.decimals
    }

    /// A whole predicate.
    pub(super) fn predicate(self, predicate: &Predicate) -> String {
        match predicate {
            Predicate::Constant(constant) => constant.to_string(),
            Predicate::Flag(path) => self.path(path),
            Predicate::Not(operand) => {
                let place = if binding(operand) == Binding::Not {
                    Binding::Not
                } else {
                    Binding::Word
                };
                format!("not {}", self.bracketed(operand, place))
            }
            Predicate::And(operands) => self.chain(operands, " and ", Binding::Not),
            Predicate::Or(operands) => self.chain(operands, " or ", Binding::And),
            Predicate::Present(path) => format!("{} is present", self.path(path)),
            Predicate::Absent(path) => format!("{} is absent", self.path(path)),
            Predicate::Compare(comparison) => self.comparison(comparison),
            Predicate::In {
                of,
                needle,
                haystack,
            } => {
                format!(
                    "{} in {}",
                    self.operand(needle, *of),
                    self.haystack(haystack, *of)
                )
            }
            Predicate::Any { list, body } => self.quantified("any", list, body),
            Predicate::All { list, body } => self.quantified("all", list, body),
        }
    }

    fn bracketed(self, predicate: &Predicate, place: Binding) -> String {
        let text = self.predicate(predicate);
        if binding(predicate) < place {
            format!("({text})")
        } else {
            text
        }
    }

    fn chain(self, operands: &[Predicate], word: &str, place: Binding) -> String {
        let operands: Vec<_> = operands
            .iter()
            .map(|operand| self.bracketed(operand, place))
            .collect();
        operands.join(word)
    }

    fn comparison(self, comparison: &Comparison) -> String {
        let Comparison {
            of,
            comparator,
            left,
            right,
        } = comparison;
        format!(
            "{} {} {}",
            self.operand(left, *of),
            comparator.as_source(),
            self.operand(right, *of)
        )
    }

    fn quantified(self, word: &str, list: &FactPath, body: &Predicate) -> String {
        let inside = self.inside();
        format!(
            "{word} {} in {}: {}",
            inside.element(),
            self.path(list),
            inside.predicate(body)
        )
    }

    /// The name of the element at hand; empty outside of quantifiers.
    fn element(self) -> String {
        match self.quantifiers {
            0 => String::new(),
            1 => String::from("item"),
            further => format!("item{further}"),
        }
    }

    /// A fact.
    pub(super) fn path(self, path: &FactPath) -> String {
        let element = (self.quantifiers > 0).then(|| self.element());
        let steps: Vec<String> = element.into_iter().chain(path.0.iter().cloned()).collect();
        steps.join(".")
    }

    fn operand(self, operand: &Operand, of: ScalarKind) -> String {
        match operand {
            Operand::Term(term) => self.term(term, of),
            Operand::Sum { first, rest } => {
                rest.iter().fold(self.term(first, of), |sum, (sign, next)| {
                    let sign = match sign {
                        Sign::Plus => '+',
                        Sign::Minus => '-',
                    };
                    let text = self.operand(next, of);
                    match next {
                        Operand::Term(_) => format!("{sum} {sign} {text}"),
                        Operand::Sum { .. } => format!("{sum} {sign} ({text})"),
                    }
                })
            }
        }
    }

    fn term(self, term: &Term, of: ScalarKind) -> String {
        match term {
            Term::Fact(path) => self.path(path),
            Term::Count(path) => format!("count {}", self.path(path)),
            Term::Constant(constant) => self.constant(constant, of),
        }
    }

    fn haystack(self, haystack: &Haystack, of: ScalarKind) -> String {
        match haystack {
            Haystack::Fact(path) => self.path(path),
            Haystack::Constants(constants) => {
                let constants: Vec<_> = constants
                    .iter()
                    .map(|constant| self.constant(constant, of))
                    .collect();
                format!("[{}]", constants.join(", "))
            }
        }
    }

    fn constant(self, constant: &Constant, of: ScalarKind) -> String {
        match constant {
            Constant::Boolean(boolean) => boolean.to_string(),
            Constant::Integer(value) => integer(*value),
            Constant::String(word) if of == ScalarKind::Enum => word.clone(),
            Constant::String(string) => quoted(string),
            Constant::Digest(digest) => quoted(&digest.to_string()),
            Constant::Time(instant) => instant.to_string(),
            Constant::Money(value) => money(value, self.decimals),
        }
    }
}

const fn binding(predicate: &Predicate) -> Binding {
    match predicate {
        Predicate::Any { .. } | Predicate::All { .. } => Binding::Quantifier,
        Predicate::Or(_) => Binding::Or,
        Predicate::And(_) => Binding::And,
        Predicate::Not(_) => Binding::Not,
        Predicate::Present(_)
        | Predicate::Absent(_)
        | Predicate::Compare(_)
        | Predicate::In { .. } => Binding::Comparison,
        Predicate::Constant(_) | Predicate::Flag(_) => Binding::Word,
    }
}

/// `50_000`
pub(super) fn integer(integer: i64) -> String {
    let sign = if integer < 0 { "-" } else { "" };
    format!("{sign}{}", grouped(integer.unsigned_abs()))
}

/// `INR 3_000.00`
pub(super) fn money(money: &Money, decimals: Decimals) -> String {
    let minor_units = money.minor_units.get();
    let sign = if minor_units < 0 { "-" } else { "" };
    let minor_units = minor_units.unsigned_abs();
    let decimals = decimals(money.currency);
    match 10_u64.checked_pow(decimals).filter(|_| decimals > 0) {
        None => format!("{} {sign}{}", money.currency, grouped(minor_units)),
        Some(unit) => {
            let (whole, part) = (grouped(minor_units / unit), minor_units % unit);
            let width = usize::try_from(decimals).unwrap_or_default();
            format!("{} {sign}{whole}.{part:0width$}", money.currency)
        }
    }
}

/// Decimal digits in threes.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push('_');
        }
        text.push(digit);
    }
    text
}

/// A JSON string on one line, in which every control character is spelt out, so that no fact can write to a terminal
/// what it is not.
pub(super) fn quoted(string: &str) -> String {
    let mut text = String::from('"');
    for character in string.chars() {
        match character {
            '"' | '\\' => text.extend(['\\', character]),
            '\n' => text.push_str("\\n"),
            _ if is_hidden(character) => {
                text.extend(format!("\\u{:04x}", u32::from(character)).chars());
            }
            _ => text.push(character),
        }
    }
    text.push('"');
    text
}

/// Control characters, and those that change the order in which others are shown. All are in the basic plane.
fn is_hidden(character: char) -> bool {
    character.is_control()
        || matches!(character, '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::super::jsonlogic;
    use super::super::testing::{json, schema};
    use super::*;
    use crate::counter::SafeInteger;

    fn decimals(currency: Currency) -> u32 {
        match currency.as_str() {
            "JPY" => 0,
            "KWD" => 3,
            _ => 2,
        }
    }

    #[track_caller]
    fn prints(json_logic: &str, source: &str) {
        let predicate = jsonlogic::decode(&json(json_logic), &schema()).unwrap();
        assert_eq!(predicate.to_source(decimals), source);
    }

    #[test]
    fn brackets_stand_where_they_are_needed() {
        const VIP: &str = r#"{"var":"vip"}"#;
        prints(
            &format!(r#"{{"or":[{{"and":[{VIP},true]}},{VIP}]}}"#),
            "vip and true or vip",
        );
        prints(
            &format!(r#"{{"and":[{{"or":[{VIP},true]}},{VIP}]}}"#),
            "(vip or true) and vip",
        );
        prints(
            &format!(r#"{{"and":[{{"and":[{VIP},true]}},{VIP}]}}"#),
            "(vip and true) and vip",
        );
        prints(
            &format!(r#"{{"or":[{{"or":[{VIP},true]}},{VIP}]}}"#),
            "(vip or true) or vip",
        );
        prints(&format!(r#"{{"!":[{{"!":[{VIP}]}}]}}"#), "not not vip");
        prints(
            r#"{"!":[{"===":[{"var":"balance"},-1000]}]}"#,
            "not (balance == -1_000)",
        );
        prints(
            r#"{"and":[{"!":[{"var":"vip"}]},true]}"#,
            "not vip and true",
        );
        prints(
            r#"{"and":[{"some":[{"var":"rows"},{"some":[{"var":""},{"<":[{"var":""},1]}]}]},true]}"#,
            "(any item in rows: any item2 in item: item2 < 1) and true",
        );
    }

    #[test]
    fn operands_are_written_as_the_language_writes_them() {
        prints(
            r#"{"===":[{"-":[{"+":[{"var":"flags.length"},1]},{"-":[{"var":"balance"},2]}]},3]}"#,
            "count flags + 1 - (balance - 2) == 3",
        );
        prints(
            r#"{"in":[{"var":"user.role"},["customer","supervisor"]]}"#,
            "user.role in [customer, supervisor]",
        );
        prints(
            r#"{"in":[{"var":"intent"},["a\"b"]]}"#,
            r#"intent in ["a\"b"]"#,
        );
        prints(
            r#"{"===":[{"var":"agent.name"},null]}"#,
            "agent.name is absent",
        );
        prints(
            r#"{"none":[{"var":"seen"},{"!":[{"<":[{"var":""},"2026-10-16T00:00:00.50Z"]}]}]}"#,
            "all item in seen: item < 2026-10-16T00:00:00.5Z",
        );
    }

    #[test]
    fn amounts_have_the_decimals_of_their_currency() {
        let text = |currency: &str, minor_units: i64| {
            money(
                &Money::new(
                    Currency::new(currency).unwrap(),
                    SafeInteger::new(minor_units).unwrap(),
                ),
                decimals,
            )
        };
        assert_eq!(text("INR", 300_000), "INR 3_000.00");
        assert_eq!(text("INR", -5), "INR -0.05");
        assert_eq!(text("JPY", 1_234_567), "JPY 1_234_567");
        assert_eq!(text("KWD", 1_000_001), "KWD 1_000.001");
        assert_eq!(text("EUR", 0), "EUR 0.00");
    }
}
