//! Operands of comparisons: facts, counts, sums and constants, each checked against the type that it must have.

use alloc::borrow::ToOwned as _;
use alloc::vec::Vec;

use super::super::facts::is_text;
use super::super::predicate::{Constant, Operand, Term};
use super::super::vocabulary::Sign;
use super::decode::{exactly, operation};
use super::encode::{MoneyMember, sum_operator};
use super::error::{JsonLogicFault, Refusal};
use super::scope::{Part, Scalar, Scope};
use crate::canonical::Value;
use crate::counter::SafeInteger;
use crate::ident::Identifier;
use crate::money::{Currency, Money};

/// What an operand is by itself: of a string only its neighbour can tell.
pub(super) fn scalar_of<'s>(
    node: &Value<'_>,
    scope: Scope<'s>,
) -> Result<Option<Scalar<'s>>, Refusal> {
    match node {
        Value::String(_) => return Ok(None),
        Value::Boolean(_) => return Ok(Some(Scalar::Boolean)),
        Value::Number(_) => return Ok(Some(Scalar::Integer)),
        Value::Null | Value::Array(_) => return Err(Refusal::here(JsonLogicFault::OperandType)),
        Value::Object(_) => {}
    }
    match operation(node)? {
        ("var", _) => scope.resolve(variable_name(node)?)?.scalar().map(Some),
        ("+" | "-", _) => Ok(Some(Scalar::Integer)),
        _ => Err(Refusal::here(JsonLogicFault::OperandType)),
    }
}

/// The variable that a node reads.
pub(super) fn variable_name<'v>(node: &'v Value<'_>) -> Result<&'v str, Refusal> {
    let ("var", name) = operation(node)? else {
        return Err(Refusal::here(JsonLogicFault::OperandType));
    };
    name.as_str()
        .ok_or(Refusal::here(JsonLogicFault::OperandType))
}

/// An operand of the type `of`.
pub(super) fn operand(
    node: &Value<'_>,
    of: Scalar<'_>,
    above: Scope<'_>,
) -> Result<Operand, Refusal> {
    if sum_step(node)?.is_some() {
        return sum(node, of, above);
    }
    let scope = above.deeper()?;
    if !matches!(node, Value::Object(_)) {
        return Ok(Operand::Term(Term::Constant(constant(node, of)?)));
    }
    let variable = scope.read(variable_name(node)?)?;
    if variable.scalar()? != of {
        return Err(Refusal::here(JsonLogicFault::OperandType));
    }
    Ok(Operand::Term(match variable.part {
        Part::Length => Term::Count(variable.path),
        Part::Whole | Part::Money(_) => Term::Fact(variable.path),
    }))
}

/// A sum leans to the left: its first operand is again a sum, or the first term. Followed in a loop, because a chain
/// may be far longer than a predicate is deep.
fn sum(node: &Value<'_>, of: Scalar<'_>, above: Scope<'_>) -> Result<Operand, Refusal> {
    if of != Scalar::Integer {
        return Err(Refusal::here(JsonLogicFault::OperandType));
    }
    let scope = above.deeper()?;
    let mut steps = Vec::new();
    let mut leftmost = node;
    while let Some((sign, left, right)) = sum_step(leftmost)
        .map_err(|refusal| below_sums(refusal, steps.iter().map(|(sign, _)| *sign)))?
    {
        steps.push((sign, right));
        leftmost = left;
    }
    let signs: Vec<Sign> = steps.iter().map(|(sign, _)| *sign).collect();
    let first = operand(leftmost, of, scope)
        .map_err(|refusal| below_sums(refusal, signs.iter().copied()))?;
    let Operand::Term(first) = first else {
        return Err(Refusal::here(JsonLogicFault::OperandType));
    };
    let mut rest = Vec::with_capacity(steps.len());
    for (index, (sign, right)) in steps.iter().enumerate().rev() {
        let next = operand(right, of, scope).map_err(|refusal| {
            below_sums(
                refusal.under(sum_operator(*sign), 1),
                signs.iter().copied().take(index),
            )
        })?;
        rest.push((*sign, next));
    }
    Ok(Operand::Sum { first, rest })
}

/// One step of a sum with its two operands; `None` for what is no sum.
type SumStep<'v, 'a> = Option<(Sign, &'v Value<'a>, &'v Value<'a>)>;

fn sum_step<'v, 'a>(node: &'v Value<'a>) -> Result<SumStep<'v, 'a>, Refusal> {
    if !matches!(node, Value::Object(_)) {
        return Ok(None);
    }
    let (sign, operands) = match operation(node)? {
        ("+", operands) => (Sign::Plus, operands),
        ("-", operands) => (Sign::Minus, operands),
        _ => return Ok(None),
    };
    let [left, right] = exactly(
        operands
            .as_array()
            .ok_or(Refusal::here(JsonLogicFault::OperandCount))?,
    )?;
    Ok(Some((sign, left, right)))
}

/// The same fault, seen from above `outer` sums, the outermost first, each of which holds the next on its left.
fn below_sums(refusal: Refusal, outer: impl DoubleEndedIterator<Item = Sign>) -> Refusal {
    outer.rev().fold(refusal, |refusal, sign| {
        refusal.under(sum_operator(sign), 0)
    })
}

/// A constant of the type `of`.
pub(super) fn constant(value: &Value<'_>, of: Scalar<'_>) -> Result<Constant, Refusal> {
    let wrong_type = || Refusal::here(JsonLogicFault::OperandType);
    let constant = match of {
        Scalar::Boolean => Some(Constant::Boolean(
            value.as_boolean().ok_or_else(wrong_type)?,
        )),
        Scalar::Integer => value
            .as_number()
            .ok_or_else(wrong_type)?
            .as_integer()
            .map(Constant::Integer),
        Scalar::Identifier | Scalar::Text | Scalar::Digest | Scalar::Time | Scalar::Enum(_) => {
            string_constant(value.as_str().ok_or_else(wrong_type)?, of)
        }
    };
    constant.ok_or_else(|| Refusal::here(JsonLogicFault::InvalidConstant))
}

fn string_constant(string: &str, of: Scalar<'_>) -> Option<Constant> {
    let is_member = match of {
        Scalar::Digest => return string.parse().ok().map(Constant::Digest),
        Scalar::Time => return string.parse().ok().map(Constant::Time),
        Scalar::Identifier => Identifier::new(string).is_ok(),
        Scalar::Text => is_text(string),
        Scalar::Enum(members) => members.contains(string),
        Scalar::Boolean | Scalar::Integer => false,
    };
    is_member.then(|| Constant::String(string.to_owned()))
}

/// One side of a comparison of money, spread over the two comparisons of its members.
pub(super) fn money(
    currency: &Value<'_>,
    minor_units: &Value<'_>,
    scope: Scope<'_>,
) -> Result<Operand, Refusal> {
    let scope = scope.deeper()?;
    let not_money = Refusal::here(JsonLogicFault::NotMoneyComparison);
    if let (Some(currency), Some(minor_units)) = (currency.as_str(), minor_units.as_integer()) {
        let money = Currency::new(currency)
            .zip(SafeInteger::new(minor_units))
            .map(|(currency, minor_units)| Money::new(currency, minor_units))
            .ok_or(Refusal::here(JsonLogicFault::InvalidConstant))?;
        return Ok(Operand::Term(Term::Constant(Constant::Money(money))));
    }
    let currency = scope.read(variable_name(currency)?)?;
    let minor_units = scope.read(variable_name(minor_units)?)?;
    let is_one_amount = currency.path == minor_units.path
        && currency.part == Part::Money(MoneyMember::Currency)
        && minor_units.part == Part::Money(MoneyMember::MinorUnits);
    if is_one_amount {
        Ok(Operand::Term(Term::Fact(currency.path)))
    } else {
        Err(not_money)
    }
}
