//! What stored JsonLogic says: semantics, section 2, and language, section 5. One function, in which a node is a case.

use super::facts::instant;
use super::json::{Json, safe};

/// The node that failed, and the constant sentence of its kind.
pub(super) struct Failure {
    pub(super) path: String,
    pub(super) message: &'static str,
}

const OVERFLOW: &str = "An integer in an applicable policy predicate left the exact range.";
const CURRENCIES: &str = "An applicable policy predicate compared amounts in different currencies.";
const FACT_TYPE: &str = "A fact that an applicable policy predicate reads has another type.";

fn fail<T>(path: &str, message: &'static str) -> Result<T, Failure> {
    let path = path.into();
    Err(Failure { path, message })
}

/// What the node at `path` comes to. Variables start at `scope`.
pub(super) fn value(node: &Json, scope: &Json, path: &str) -> Result<Json, Failure> {
    let Json::Record(members) = node else {
        return Ok(node.clone());
    };
    let [(operator, argument)] = members.as_slice() else {
        panic!("no operation: {node:?}");
    };
    if operator == "var" {
        return read(scope, argument.text(), path);
    }
    let operands = argument.elements();
    let below = |index: usize| format!("{path}.{operator}.{index}");
    let operand = |index: usize| value(&operands[index], scope, &below(index));
    let is_true = |index: usize| operand(index).map(|operand| operand.is_true());
    let is_true_of_some = || {
        for element in operand(0)?.elements() {
            if value(&operands[1], element, &below(1))?.is_true() {
                return Ok(true);
            }
        }
        Ok(false)
    };
    let truth = match operator.as_str() {
        "!" => !is_true(0)?,
        "and" => {
            for index in 0..operands.len() {
                if !is_true(index)? {
                    return Ok(Json::Boolean(false));
                }
            }
            true
        }
        "or" => {
            for index in 0..operands.len() {
                if is_true(index)? {
                    return Ok(Json::Boolean(true));
                }
            }
            false
        }
        "===" => is_same(&operand(0)?, &operand(1)?),
        "!==" => !is_same(&operand(0)?, &operand(1)?),
        "<" | "<=" | ">" | ">=" => {
            let order = ordered(&operand(0)?).cmp(&ordered(&operand(1)?));
            match operator.as_str() {
                "<" => order.is_lt(),
                "<=" => order.is_le(),
                ">" => order.is_gt(),
                _ => order.is_ge(),
            }
        }
        "in" => {
            let needle = operand(0)?;
            let haystack = operand(1)?;
            let mut elements = haystack.elements().iter();
            elements.any(|element| is_same(element, &needle))
        }
        "some" => is_true_of_some()?,
        "none" => !is_true_of_some()?,
        "if" => return if is_true(0)? { operand(1) } else { operand(2) },
        "error" => return fail(path, CURRENCIES),
        "+" | "-" => {
            let (Some(left), Some(right)) = (operand(0)?.integer(), operand(1)?.integer()) else {
                panic!("no integers: {node:?}");
            };
            let sum = if operator == "+" {
                left + right
            } else {
                left - right
            };
            return safe(sum).map_or_else(|| fail(path, OVERFLOW), Ok);
        }
        _ => panic!("the compiler writes no such operator: {operator}"),
    };
    Ok(Json::Boolean(truth))
}

/// The fact, or `null` where it or a record on the way to it is absent. The number of elements is their `length`.
pub(super) fn read(scope: &Json, variable: &str, path: &str) -> Result<Json, Failure> {
    let mut fact = scope;
    for step in variable.split('.').filter(|step| !step.is_empty()) {
        match fact {
            Json::List(elements) => {
                let length = i64::try_from(elements.len()).unwrap_or(i64::MAX);
                return Ok(Json::Integer(length));
            }
            Json::Unsound => break,
            _ => fact = fact.at(step),
        }
    }
    if *fact == Json::Unsound {
        return fail(path, FACT_TYPE);
    }
    Ok(fact.clone())
}

/// A constant beside an instant is one.
fn is_same(left: &Json, right: &Json) -> bool {
    match (left, right) {
        (Json::Time(time), Json::Text(text)) | (Json::Text(text), Json::Time(time)) => {
            instant(text).as_ref() == Some(time)
        }
        _ => left == right,
    }
}

/// Integers and instants are ordered, and nothing else is: what stands here as text is a constant beside an instant.
fn ordered(operand: &Json) -> (Option<i64>, Option<String>) {
    match operand {
        Json::Integer(integer) => (Some(*integer), None),
        Json::Time(time) => (None, Some(time.clone())),
        Json::Text(text) => (None, instant(text)),
        _ => panic!("no order: {operand:?}"),
    }
}
