//! Amounts of money in minor units. Converting between currencies is no one's here; cost units live with budgets.

use core::cmp::Ordering;
use core::fmt;
use core::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::counter::SafeInteger;

/// A currency: three capital ASCII letters. Whether it is one that exists is not known here.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Currency([u8; 3]);

/// `currency_invalid`: a text is not three capital ASCII letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a currency is three capital letters")]
pub struct CurrencyError;

/// `currency_mismatch`: two amounts of different currencies have no order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("an amount in {left} cannot be compared with one in {right}")]
pub struct CurrencyMismatch {
    /// The currency of the first amount.
    pub left: Currency,
    /// The currency of the second amount.
    pub right: Currency,
}

impl CurrencyError {
    /// The stable code, in `snake_case`.
    #[must_use]
    pub const fn code(self) -> &'static str {
        "currency_invalid"
    }
}

impl CurrencyMismatch {
    /// The stable code, in `snake_case`.
    #[must_use]
    pub const fn code(self) -> &'static str {
        "currency_mismatch"
    }
}

impl Currency {
    /// The currency `text`; for constants of generated code too.
    #[must_use]
    pub const fn new(text: &str) -> Option<Self> {
        match text.as_bytes() {
            [
                first @ b'A'..=b'Z',
                second @ b'A'..=b'Z',
                third @ b'A'..=b'Z',
            ] => Some(Self([*first, *second, *third])),
            _ => None,
        }
    }

    /// The three letters.
    #[must_use]
    pub const fn as_str(&self) -> &str {
        match str::from_utf8(&self.0) {
            Ok(text) => text,
            // Letters of ASCII are UTF-8.
            Err(_) => "",
        }
    }
}

/// An amount in minor units of one currency: `{"currency": "EUR", "minor_units": 1050}`.
///
/// There is no order over all amounts, only [`Money::compare`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Money {
    /// The currency.
    pub currency: Currency,
    /// The amount, in the smallest unit that the currency has; negative for what is owed.
    pub minor_units: SafeInteger,
}

impl Money {
    /// An amount in minor units.
    #[must_use]
    pub const fn new(currency: Currency, minor_units: SafeInteger) -> Self {
        Self {
            currency,
            minor_units,
        }
    }

    /// Compares two amounts of one currency.
    pub fn compare(&self, other: &Self) -> Result<Ordering, CurrencyMismatch> {
        if self.currency == other.currency {
            return Ok(self.minor_units.cmp(&other.minor_units));
        }
        Err(CurrencyMismatch {
            left: self.currency,
            right: other.currency,
        })
    }
}

impl FromStr for Currency {
    type Err = CurrencyError;

    fn from_str(text: &str) -> Result<Self, CurrencyError> {
        Self::new(text).ok_or(CurrencyError)
    }
}

impl fmt::Display for Currency {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl fmt::Debug for Currency {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Display for Money {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.currency, self.minor_units)
    }
}

impl Serialize for Currency {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for Currency {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor;

        impl de::Visitor<'_> for Visitor {
            type Value = Currency;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a currency")
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Currency, E> {
                text.parse().map_err(E::custom)
            }
        }
        deserializer.deserialize_str(Visitor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::constant;
    use alloc::string::ToString as _;

    use crate::canonical::{DecodeErrorCode, from_slice, to_canonical};

    const EUR: Currency = constant!(Some(Currency::new("EUR")));
    const USD: Currency = constant!(Some(Currency::new("USD")));

    #[test]
    fn a_currency_is_three_capital_letters() {
        assert_eq!(EUR.to_string(), "EUR");
        for text in ["", "EU", "EURO", "eur", "EU1", "EU ", "ÉU", "€"] {
            assert_eq!(text.parse::<Currency>(), Err(CurrencyError), "{text}");
        }
    }

    #[test]
    fn amounts_compare_within_one_currency_only() {
        let amount = |currency, minor_units| Money::new(currency, SafeInteger::from(minor_units));
        assert_eq!(amount(EUR, 1).compare(&amount(EUR, 2)), Ok(Ordering::Less));
        assert_eq!(
            amount(EUR, -1).compare(&amount(EUR, -2)),
            Ok(Ordering::Greater)
        );
        assert_eq!(amount(EUR, 0).compare(&amount(EUR, 0)), Ok(Ordering::Equal));
        let mismatch = amount(EUR, 0).compare(&amount(USD, 0)).unwrap_err();
        assert_eq!(mismatch.code(), "currency_mismatch");
        assert_eq!(
            mismatch.to_string(),
            "an amount in EUR cannot be compared with one in USD"
        );
    }

    #[test]
    fn money_has_two_members_and_no_other() {
        let text = br#"{"currency":"EUR","minor_units":-1050}"#;
        let money: Money = from_slice(text).unwrap();
        assert_eq!(money, Money::new(EUR, SafeInteger::from(-1050)));
        assert_eq!(to_canonical(&money).unwrap(), text);
        let code = |text: &[u8]| from_slice::<Money>(text).unwrap_err().code();
        assert_eq!(
            code(br#"{"currency":"EUR"}"#),
            DecodeErrorCode::MissingMember
        );
        assert_eq!(
            code(br#"{"currency":"EUR","minor_units":1,"note":""}"#),
            DecodeErrorCode::UnknownMember
        );
        assert_eq!(
            code(br#"{"currency":"EUR","minor_units":"1"}"#).as_str(),
            "wrong_type"
        );
        assert_eq!(
            code(br#"{"currency":"EUR","minor_units":0.5}"#).as_str(),
            "wrong_type"
        );
        assert_eq!(
            code(br#"{"currency":"eur","minor_units":1}"#),
            DecodeErrorCode::InvalidValue
        );
    }
}
