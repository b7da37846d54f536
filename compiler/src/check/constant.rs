//! Constants: literals held to the type that they stand beside. Language, sections 1 and 5.

use core::str::FromStr;

use iso_currency::Currency as Iso4217;
use ordain_grammar::span::Span;
use ordain_grammar::syntax::{Literal, Word};
use ordain_runtime::counter::SafeInteger;
use ordain_runtime::digest::Digest;
use ordain_runtime::ident::Identifier;
use ordain_runtime::money::{Currency, Money};
use ordain_runtime::policy::{Constant, Type};
use ordain_runtime::time::Instant;

use super::scope::type_name;
use super::{Checker, Within};
use crate::diagnose::Code;

/// Scalar values of a `text`: language, section 2.
const TEXT_LENGTH: usize = 65_536;

impl Checker<'_> {
    /// A literal of a type; reported where it is of another.
    pub(super) fn constant(
        &mut self,
        within: Within<'_>,
        literal: &Literal,
        span: Span,
        ty: &Type,
    ) -> Option<Constant> {
        match (literal, ty) {
            (Literal::Boolean(value), Type::Boolean) => Some(Constant::Boolean(*value)),
            (Literal::Integer(value), Type::Integer { minimum, maximum }) => {
                if (minimum..=maximum).contains(&value) {
                    return Some(Constant::Integer(*value));
                }
                self.diagnostics
                    .report(
                        Code::OUTSIDE_RANGE,
                        within.at(span),
                        format!("the number is outside the declared range {minimum}..={maximum}"),
                    )
                    .help("a fact never has this value: choose another, or widen the range of the field");
                None
            }
            (Literal::String(value), Type::Identifier) => match Identifier::new(value.clone()) {
                Ok(_) => Some(Constant::String(value.clone())),
                Err(_) => self.malformed(within, span, "an `id` has 1 to 256 characters and no control characters"),
            },
            (Literal::String(value), Type::Text) => {
                if value.chars().count() <= TEXT_LENGTH {
                    return Some(Constant::String(value.clone()));
                }
                self.malformed(within, span, "a `text` has at most 65,536 characters")
            }
            (Literal::String(value), Type::Digest) => match Digest::from_str(value) {
                Ok(digest) => Some(Constant::Digest(digest)),
                Err(_) => self.malformed(within, span, "a `digest` is `sha256:` and 64 lower-case hex digits"),
            },
            (Literal::Time(value), Type::Time) => match Instant::from_str(value) {
                Ok(instant) => Some(Constant::Time(instant)),
                Err(_) => self.malformed(
                    within,
                    span,
                    "a time is a real calendar date and time in UTC, such as `2026-10-16T00:00:00Z`",
                ),
            },
            (Literal::Money { currency, amount }, Type::Money) => {
                self.money(within, currency, amount).map(Constant::Money)
            }
            (Literal::String(value), Type::Enum { members }) => {
                let report = self.diagnostics.report(
                    Code::TYPES_DIFFER,
                    within.at(span),
                    "members of an enum are written without quotes",
                );
                if members.contains(value) {
                    report.mend(within.at(span), value.as_str(), format!("write `{value}`"));
                } else {
                    report.suggest(value, members.iter().map(String::as_str));
                }
                None
            }
            (Literal::Duration(_), _) => {
                self.diagnostics
                    .report(Code::MISPLACED_OPERAND, within.at(span), "a duration has no meaning in an expression")
                    .help("compare times with times, or numbers with numbers");
                None
            }
            _ => {
                let (what, hint) = literal_kind(literal);
                let report = self.diagnostics.report(
                    Code::TYPES_DIFFER,
                    within.at(span),
                    format!("{what} stands beside {}", type_name(ty)),
                );
                report.help(hint_for(ty).unwrap_or(hint));
                if let Some(meant) = respelled(literal, ty) {
                    let title = format!("write `{meant}`");
                    report.mend(within.at(span), meant, title);
                }
                None
            }
        }
    }

    fn malformed<T>(&mut self, within: Within<'_>, span: Span, message: &str) -> Option<T> {
        self.diagnostics
            .report(Code::MALFORMED_CONSTANT, within.at(span), message);
        None
    }

    /// An amount in minor units, with exactly the decimals of its currency, or none.
    fn money(&mut self, within: Within<'_>, currency: &Word, amount: &Word) -> Option<Money> {
        let place = within.at(currency.span.to(amount.span));
        let Some(decimals) = decimals(&currency.value) else {
            self.diagnostics
                .report(
                    Code::UNKNOWN_CURRENCY,
                    within.at(currency.span),
                    format!(
                        "`{}` is no currency of ISO 4217 with minor units",
                        currency.value
                    ),
                )
                .help("write the three capital letters of the currency, such as `INR` or `USD`");
            return None;
        };
        let (whole, fraction) = amount.value.split_once('.').unwrap_or((&amount.value, ""));
        let decimals = usize::from(decimals);
        if !fraction.is_empty() && fraction.len() != decimals {
            let message = match decimals {
                0 => format!("`{}` has no decimals", currency.value),
                _ => format!(
                    "`{}` has exactly {decimals} decimals, or none are written",
                    currency.value
                ),
            };
            let report =
                self.diagnostics
                    .report(Code::MONEY_DECIMALS, within.at(amount.span), message);
            let end = amount.span.end;
            if let Some(missing) = decimals.checked_sub(fraction.len()) {
                report.mend(
                    within.at(Span::new(end, end)),
                    "0".repeat(missing),
                    "write all decimals",
                );
            } else if fraction.bytes().skip(decimals).all(|digit| digit == b'0') {
                // Without decimals the point goes too.
                let surplus = fraction.len() - decimals + usize::from(decimals == 0);
                let start =
                    u32::try_from(surplus).map_or(end, |surplus| end.saturating_sub(surplus));
                report.mend(
                    within.at(Span::new(start, end)),
                    "",
                    "leave the surplus zeros out",
                );
            }
            return None;
        }
        let digits = format!("{whole}{fraction:0<decimals$}");
        let minor_units = digits
            .parse::<i64>()
            .ok()
            .and_then(|units| SafeInteger::try_from(units).ok());
        let money = minor_units
            .zip(Currency::new(&currency.value))
            .map(|(units, currency)| Money::new(currency, units));
        if money.is_none() {
            self.diagnostics.report(
                Code::MALFORMED_CONSTANT,
                place,
                "an amount lies within ±9_007_199_254_740_991 minor units",
            );
        }
        money
    }
}

/// How many decimals ISO 4217 gives a currency; `None` where it is no currency or has no minor units.
#[must_use]
pub(super) fn decimals(currency: &str) -> Option<u16> {
    Iso4217::from_code(currency)?.exponent()
}

/// The constant of the type that was probably meant: the same with quotation marks, or without them.
fn respelled(literal: &Literal, ty: &Type) -> Option<String> {
    match (literal, ty) {
        (Literal::String(text), Type::Integer { minimum, maximum }) => {
            let value: i64 = text.parse().ok()?;
            ((minimum..=maximum).contains(&&value) && value.to_string() == *text)
                .then(|| text.clone())
        }
        (Literal::String(text), Type::Time) => {
            Instant::from_str(text).is_ok().then(|| text.clone())
        }
        (Literal::String(text), Type::Boolean) => {
            matches!(text.as_str(), "true" | "false").then(|| text.clone())
        }
        (Literal::Integer(value), Type::Identifier | Type::Text) => Some(format!("\"{value}\"")),
        _ => None,
    }
}

/// A kind of literal in words, and what it can stand beside.
pub(super) fn literal_kind(literal: &Literal) -> (&'static str, &'static str) {
    match literal {
        Literal::Boolean(_) => (
            "a truth value",
            "`true` and `false` stand beside `bool` alone",
        ),
        Literal::Integer(_) => ("a number", "numbers stand beside `int` alone"),
        Literal::String(_) => (
            "a string",
            "strings stand beside `id`, `text` and `digest` alone",
        ),
        Literal::Money { .. } => ("an amount", "amounts stand beside `money` alone"),
        Literal::Time(_) => ("a time", "times stand beside `time` alone"),
        Literal::Duration(_) => ("a duration", "durations have no meaning in an expression"),
    }
}

fn hint_for(ty: &Type) -> Option<&'static str> {
    match ty {
        Type::Money => Some("write an amount with its currency, such as `INR 3_000.00`"),
        Type::Time => Some("write a time without quotes, such as `2026-10-16T00:00:00Z`"),
        Type::Enum { .. } => Some("write a bare member of the enum"),
        Type::Boolean => Some("a `bool` is asked bare: `revoked`, or `not revoked`"),
        _ => None,
    }
}
