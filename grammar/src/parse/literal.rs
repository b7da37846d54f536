//! Constants: numbers, durations, money, times. Their shape is checked here; whether a currency or a day exists is not.

use super::reader::{Node, Reader, Rule, child};
use crate::error::{SyntaxCode, SyntaxError};
use crate::limits;
use crate::span::{Span, Spanned};
use crate::syntax::{Literal, Word};

impl Reader<'_> {
    /// A constant of any kind.
    pub(super) fn literal(&mut self, node: &Node<'_>) -> Option<Literal> {
        let inner = node.clone().into_inner().next()?;
        Some(match inner.as_rule() {
            Rule::kw_true => Literal::Boolean(true),
            Rule::kw_false => Literal::Boolean(false),
            Rule::string => Literal::String(self.string(&inner)?.value),
            Rule::money => self.money(&inner)?,
            Rule::time => self.time(&inner)?,
            Rule::number => match self.number(&inner)? {
                Number::Integer(value) => Literal::Integer(value),
                Number::Duration(seconds) => Literal::Duration(seconds),
            },
            _ => return None,
        })
    }

    /// A number where only an integer may stand.
    pub(super) fn integer(&mut self, node: &Node<'_>) -> Option<Spanned<i64>> {
        let span = self.span(node);
        match self.number(node)? {
            Number::Integer(value) => Some(Spanned::new(value, span)),
            Number::Duration(_) => {
                self.errors.push(
                    SyntaxError::new(
                        SyntaxCode::NumberMalformed,
                        span,
                        format!(
                            "`{}` is a duration, and an integer stands here",
                            node.as_str()
                        ),
                    )
                    .help("leave the unit out"),
                );
                None
            }
        }
    }

    fn number(&mut self, node: &Node<'_>) -> Option<Number> {
        let text = node.as_str();
        let span = self.span(node);
        if text.contains('.') {
            self.errors.push(
                SyntaxError::new(
                    SyntaxCode::DecimalWithoutCurrency,
                    span,
                    format!("`{text}` has decimals, and only money has them"),
                )
                .help("money stands behind its currency, as in `INR 3_000.00`; everything else is an integer"),
            );
            return None;
        }
        let (digits, unit) = match text.char_indices().next_back() {
            Some((index, unit @ ('s' | 'm' | 'h'))) => (text.get(..index)?, Some(unit)),
            _ => (text, None),
        };
        let digits = self.digits(digits, text, span)?;
        let Some(unit) = unit else {
            let value: Option<i64> = digits.parse().ok();
            let value = value.filter(|value| (-limits::INTEGER..=limits::INTEGER).contains(value));
            if value.is_none() {
                self.too_large(text, span);
            }
            return value.map(Number::Integer);
        };
        if digits.starts_with('-') {
            self.error(
                SyntaxCode::NumberMalformed,
                span,
                format!("`{text}` is a negative duration"),
            );
            return None;
        }
        let factor: u64 = match unit {
            's' => 1,
            'm' => 60,
            _ => 3_600,
        };
        let seconds = digits
            .parse()
            .ok()
            .and_then(|count: u64| count.checked_mul(factor))
            .filter(|seconds| *seconds <= limits::INTEGER.unsigned_abs());
        if seconds.is_none() {
            self.too_large(text, span);
        }
        seconds.map(Number::Duration)
    }

    fn too_large(&mut self, text: &str, span: Span) {
        self.errors.push(
            SyntaxError::new(
                SyntaxCode::NumberTooLarge,
                span,
                format!("`{text}` is too large"),
            )
            .help(format!(
                "integers, and durations in seconds, stay within {} on either side of zero",
                limits::INTEGER
            )),
        );
    }

    /// The digits of a number without underscores, perhaps with a sign.
    fn digits(&mut self, digits: &str, text: &str, span: Span) -> Option<String> {
        let (sign, magnitude) = match digits.strip_prefix('-') {
            Some(magnitude) => ("-", magnitude),
            None => ("", digits),
        };
        let plain: String = magnitude.split('_').collect();
        let message = if !plain.bytes().all(|byte| byte.is_ascii_digit()) {
            let error = SyntaxError::new(
                SyntaxCode::NumberMalformed,
                span,
                format!("`{text}` is not a number"),
            )
            .help(
                "numbers are decimal digits, which `_` may group; durations end in `s`, `m` or `h`",
            );
            self.errors.push(error);
            return None;
        } else if magnitude.split('_').any(str::is_empty) {
            "has a `_` that stands between no two digits"
        } else if plain.len() > 1 && plain.starts_with('0') {
            "begins with a zero"
        } else if sign == "-" && plain == "0" {
            "is zero, which has no sign"
        } else {
            return Some(format!("{sign}{plain}"));
        };
        let trimmed = plain.trim_start_matches('0');
        let trimmed = if trimmed.is_empty() { "0" } else { trimmed };
        let sign = if trimmed == "0" { "" } else { sign };
        let tail = text.strip_prefix(digits).unwrap_or_default();
        self.errors.push(
            SyntaxError::new(
                SyntaxCode::NumberMalformed,
                span,
                format!("`{text}` {message}"),
            )
            .mend(
                span,
                format!("{sign}{trimmed}{tail}"),
                format!("write `{sign}{trimmed}{tail}`"),
            ),
        );
        Some(format!("{sign}{trimmed}"))
    }

    fn money(&mut self, node: &Node<'_>) -> Option<Literal> {
        let currency = child(node, Rule::currency)?;
        let amount = child(node, Rule::amount)?;
        let place = self.span(&currency);
        let text = currency.as_str();
        let upper = text.to_ascii_uppercase();
        if text != upper {
            self.errors.push(
                SyntaxError::new(
                    SyntaxCode::CurrencyMalformed,
                    place,
                    format!("`{text}` is not a currency"),
                )
                .help("a currency is three capital letters")
                .mend(place, upper.as_str(), format!("write `{upper}`")),
            );
        }
        let span = self.span(&amount);
        let text = amount.as_str();
        let (whole, decimals) = match text.split_once('.') {
            Some((whole, decimals)) => (whole, Some(decimals)),
            None => (text, None),
        };
        let negative_nothing = whole == "-0";
        let whole = if negative_nothing {
            "-0".to_owned()
        } else {
            self.digits(whole, text, span)?
        };
        let well_formed = |decimals: &str| {
            !decimals.is_empty() && decimals.bytes().all(|byte| byte.is_ascii_digit())
        };
        let amount = match decimals {
            None => whole,
            Some(decimals) if well_formed(decimals) => format!("{whole}.{decimals}"),
            Some(_) => {
                self.errors.push(
                    SyntaxError::new(
                        SyntaxCode::NumberMalformed,
                        span,
                        format!("`{text}` is not an amount"),
                    )
                    .help("behind the point stand as many digits as the currency has, without `_`"),
                );
                return None;
            }
        };
        Some(Literal::Money {
            currency: Word::new(upper, place),
            amount: Word::new(amount, span),
        })
    }

    fn time(&mut self, node: &Node<'_>) -> Option<Literal> {
        let text = node.as_str();
        if is_time(text) {
            return Some(Literal::Time(text.to_owned()));
        }
        let span = self.span(node);
        let error = SyntaxError::new(
            SyntaxCode::TimeMalformed,
            span,
            format!("`{text}` is not a time"),
        );
        let upper = text.to_ascii_uppercase();
        let proposal = [
            upper.clone(),
            format!("{text}T00:00:00Z"),
            format!("{upper}Z"),
        ]
        .into_iter()
        .find(|proposal| is_time(proposal));
        self.errors.push(match proposal {
            Some(proposal) => error
                .help("times have a date, a time of day and a `Z`, because they are always in UTC")
                .mend(span, proposal.as_str(), format!("write `{proposal}`")),
            None => error.help("times are always in UTC, as in `2026-10-16T00:00:00Z`, with up to 18 digits of a second"),
        });
        None
    }
}

/// What a token that begins with a digit means.
enum Number {
    Integer(i64),
    Duration(u64),
}

/// Whether text has the shape `2026-10-16T00:00:00Z`, with up to 18 digits of a second.
pub(crate) fn is_time(text: &str) -> bool {
    const SHAPE: &[u8] = b"0000-00-00T00:00:00";
    let Some((seconds, fraction)) = text
        .strip_suffix('Z')
        .and_then(|time| time.split_at_checked(SHAPE.len()))
    else {
        return false;
    };
    let shaped = seconds.bytes().zip(SHAPE).all(|(byte, shape)| {
        if *shape == b'0' {
            byte.is_ascii_digit()
        } else {
            byte == *shape
        }
    });
    let fraction_shaped = fraction.is_empty()
        || fraction.strip_prefix('.').is_some_and(|digits| {
            (1..=limits::SECOND_DIGITS).contains(&digits.len())
                && digits.bytes().all(|byte| byte.is_ascii_digit())
        });
    shaped && fraction_shaped
}
