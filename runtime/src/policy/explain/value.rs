//! Facts as the language writes their values, on one line and of bounded length.

use alloc::format;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;

use super::super::facts::Type;
use super::super::source_text::{Decimals, integer, money, quoted};
use crate::canonical::Value;
use crate::counter::SafeInteger;
use crate::money::{Currency, Money};

/// The most characters of a string that are shown.
const MAX_CHARACTERS: usize = 60;
/// The most elements of a collection that are shown.
const MAX_ELEMENTS: usize = 6;

/// `value`, which is of the type `ty`.
pub(super) fn display(value: &Value<'_>, ty: &Type, decimals: Decimals) -> String {
    let text = match (ty, value) {
        (Type::Record { .. }, _) => Some(String::from("present")),
        (Type::Money, value) => amount(value).map(|amount| money(&amount, decimals)),
        (Type::Set { of } | Type::List { of }, Value::Array(elements)) => {
            Some(collection(elements, of, decimals))
        }
        (Type::Enum { .. } | Type::Time | Type::Digest, Value::String(word)) => {
            Some(word.clone().into_owned())
        }
        (_, Value::String(string)) => Some(shortened(string)),
        (_, Value::Boolean(boolean)) => Some(boolean.to_string()),
        (_, Value::Number(number)) => number.as_integer().map(integer),
        _ => None,
    };
    text.unwrap_or_else(|| String::from("of another type"))
}

fn amount(value: &Value<'_>) -> Option<Money> {
    let currency = Currency::new(value.get("currency")?.as_str()?)?;
    let minor_units = SafeInteger::new(value.get("minor_units")?.as_integer()?)?;
    Some(Money::new(currency, minor_units))
}

fn collection(elements: &[Value<'_>], of: &Type, decimals: Decimals) -> String {
    let count = elements.len();
    if count == 0 {
        return String::from("empty");
    }
    if matches!(
        of,
        Type::Record { .. } | Type::Set { .. } | Type::List { .. }
    ) {
        let s = if count == 1 { "" } else { "s" };
        return format!("a list of {count} element{s}");
    }
    let mut shown: Vec<String> = elements
        .iter()
        .take(MAX_ELEMENTS)
        .map(|element| display(element, of, decimals))
        .collect();
    if count > MAX_ELEMENTS {
        shown.push(format!("… {} more", count - MAX_ELEMENTS));
    }
    format!("[{}]", shown.join(", "))
}

fn shortened(string: &str) -> String {
    if string.chars().nth(MAX_CHARACTERS).is_none() {
        return quoted(string);
    }
    let start: String = string.chars().take(MAX_CHARACTERS).collect();
    format!("{}…", quoted(&start))
}
