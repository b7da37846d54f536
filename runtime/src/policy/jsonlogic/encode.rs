//! From a predicate to JsonLogic. Nothing is checked here: a predicate that is ill typed becomes JsonLogic that
//! decoding refuses.

use alloc::borrow::Cow;
use alloc::string::{String, ToString as _};
use alloc::vec;
use alloc::vec::Vec;

use super::super::predicate::{
    Comparison, Constant, FactPath, Haystack, Operand, Predicate, ScalarKind, Term,
};
use super::super::vocabulary::Sign;
use super::{CURRENCY_MISMATCH, ERROR_OPERATOR};
use crate::canonical::{Object, Value};
use crate::counter::SafeInteger;

/// The JsonLogic of `predicate`.
#[must_use]
pub fn encode(predicate: &Predicate) -> Value<'static> {
    match predicate {
        Predicate::Constant(constant) => Value::Boolean(*constant),
        Predicate::Flag(path) => variable(path, None),
        Predicate::Not(operand) => negation(encode(operand)),
        Predicate::And(operands) => operation("and", operands.iter().map(encode).collect()),
        Predicate::Or(operands) => operation("or", operands.iter().map(encode).collect()),
        // Not `missing`, for which the empty string is missing too.
        Predicate::Present(path) => operation("!==", vec![variable(path, None), Value::Null]),
        Predicate::Absent(path) => operation("===", vec![variable(path, None), Value::Null]),
        Predicate::Compare(comparison) => compare(comparison),
        Predicate::In {
            needle, haystack, ..
        } => operation("in", vec![operand(needle), stack(haystack)]),
        Predicate::Any { list, body } => {
            operation("some", vec![variable(list, None), encode(body)])
        }
        // Not `all`, which other engines find false for the empty list.
        Predicate::All { list, body } => {
            operation("none", vec![variable(list, None), negation(encode(body))])
        }
    }
}

fn compare(comparison: &Comparison) -> Value<'static> {
    let operator = comparison.comparator.as_json_logic();
    let (left, right) = (&comparison.left, &comparison.right);
    if comparison.of != ScalarKind::Money {
        return operation(operator, vec![operand(left), operand(right)]);
    }
    let both = |member| vec![money_member(left, member), money_member(right, member)];
    operation(
        "if",
        vec![
            operation("===", both(MoneyMember::Currency)),
            operation(operator, both(MoneyMember::MinorUnits)),
            operation(ERROR_OPERATOR, vec![Value::from(CURRENCY_MISMATCH)]),
        ],
    )
}

/// The members of an amount.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MoneyMember {
    Currency,
    MinorUnits,
}

impl MoneyMember {
    pub(super) const fn as_str(self) -> &'static str {
        match self {
            Self::Currency => "currency",
            Self::MinorUnits => "minor_units",
        }
    }
}

fn money_member(operand: &Operand, member: MoneyMember) -> Value<'static> {
    match operand {
        Operand::Term(Term::Fact(path)) => variable(path, Some(member.as_str())),
        Operand::Term(Term::Constant(Constant::Money(money))) => match member {
            MoneyMember::Currency => Value::from(money.currency.as_str().to_string()),
            MoneyMember::MinorUnits => Value::from(money.minor_units),
        },
        Operand::Term(Term::Constant(_) | Term::Count(_)) | Operand::Sum { .. } => Value::Null,
    }
}

fn operand(of: &Operand) -> Value<'static> {
    match of {
        Operand::Term(of) => term(of),
        Operand::Sum { first, rest } => rest.iter().fold(term(first), |sum, (sign, next)| {
            operation(sum_operator(*sign), vec![sum, operand(next)])
        }),
    }
}

/// The operator of one step of a sum.
pub(in crate::policy) const fn sum_operator(sign: Sign) -> &'static str {
    match sign {
        Sign::Plus => "+",
        Sign::Minus => "-",
    }
}

fn term(of: &Term) -> Value<'static> {
    match of {
        Term::Fact(path) => variable(path, None),
        Term::Count(path) => variable(path, Some("length")),
        Term::Constant(of) => constant(of),
    }
}

fn stack(haystack: &Haystack) -> Value<'static> {
    match haystack {
        Haystack::Constants(constants) => Value::Array(constants.iter().map(constant).collect()),
        Haystack::Fact(path) => variable(path, None),
    }
}

fn constant(of: &Constant) -> Value<'static> {
    match of {
        Constant::Boolean(boolean) => Value::Boolean(*boolean),
        // An integer beyond the exact range is no constant of the language, and `null` none of JsonLogic here.
        Constant::Integer(integer) => SafeInteger::new(*integer).map_or(Value::Null, Value::from),
        Constant::String(string) => Value::from(string.clone()),
        Constant::Digest(digest) => Value::from(digest.to_string()),
        Constant::Time(instant) => Value::from(instant.to_string()),
        // Money is compared member by member and stands nowhere else.
        Constant::Money(_) => Value::Null,
    }
}

fn variable(path: &FactPath, member: Option<&str>) -> Value<'static> {
    let steps: Vec<&str> = path.0.iter().map(String::as_str).chain(member).collect();
    single("var", Value::from(steps.join(".")))
}

fn negation(of: Value<'static>) -> Value<'static> {
    operation("!", vec![of])
}

fn operation(operator: &'static str, operands: Vec<Value<'static>>) -> Value<'static> {
    single(operator, Value::Array(operands))
}

fn single(operator: &'static str, operand: Value<'static>) -> Value<'static> {
    let mut object = Object::new();
    object.insert(Cow::Borrowed(operator), operand);
    Value::Object(object)
}
