//! From JsonLogic to a predicate that is well typed over some facts. What is no predicate of the language is refused
//! at its node; operands that are no predicates are read next door.

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::super::facts::{Schema, Type};
use super::super::predicate::{Comparison, FactPath, Haystack, Predicate, ScalarKind};
use super::super::size::{MAX_PREDICATE_LEVELS, MAX_PREDICATE_NODES};
use super::super::vocabulary::Comparator;
use super::error::{JsonLogicError, JsonLogicFault, Refusal};
use super::operand::{constant, money, operand, scalar_of, variable_name};
use super::presence::{Flow, Known};
use super::scope::{Part, Scalar, Scope};
use super::{CURRENCY_MISMATCH, ERROR_OPERATOR, OPERATORS};
use crate::canonical::Value;

/// The predicate over `schema` that `json` stores.
pub fn decode(json: &Value<'_>, schema: &Schema) -> Result<Predicate, JsonLogicError> {
    let nothing = Known::default();
    let (predicate, _) =
        decode_node(json, Scope::of_facts(schema, &nothing)).map_err(Refusal::at_root)?;
    let size = predicate.size();
    if size.nodes > MAX_PREDICATE_NODES {
        return Err(Refusal::here(JsonLogicFault::TooManyNodes).at_root());
    }
    if size.levels > MAX_PREDICATE_LEVELS {
        return Err(Refusal::here(JsonLogicFault::TooDeep).at_root());
    }
    Ok(predicate)
}

type Decoded = Result<(Predicate, Flow), Refusal>;

fn decode_node(node: &Value<'_>, above: Scope<'_>) -> Decoded {
    let scope = above.deeper()?;
    if let Value::Boolean(constant) = node {
        return Ok((Predicate::Constant(*constant), Flow::default()));
    }
    let (operator, argument) = operation(node)?;
    if operator == "var" {
        return decode_flag(node, scope);
    }
    let operands = argument
        .as_array()
        .ok_or(Refusal::here(JsonLogicFault::OperandCount))?;
    if let Some(comparator) = comparator(operator) {
        return decode_comparison(comparator, operands, scope);
    }
    match operator {
        "!" => decode_not(operands, scope),
        "and" => decode_and(operands, scope),
        "or" => decode_or(operands, scope),
        "in" => decode_in(operands, scope),
        "some" => decode_any(operands, scope),
        "none" => decode_all(operands, scope),
        "if" => decode_money(operands, scope),
        _ => Err(Refusal::here(JsonLogicFault::UnknownOperator)),
    }
}

/// The operator of a node and what stands behind it.
pub(super) fn operation<'v, 'a>(node: &'v Value<'a>) -> Result<(&'v str, &'v Value<'a>), Refusal> {
    let mut members = node
        .as_object()
        .ok_or(Refusal::here(JsonLogicFault::NotAnOperation))?
        .iter();
    let (Some((operator, argument)), None) = (members.next(), members.next()) else {
        return Err(Refusal::here(JsonLogicFault::NotAnOperation));
    };
    if OPERATORS.contains(&operator) {
        return Ok((operator, argument));
    }
    Err(Refusal::here(JsonLogicFault::UnknownOperator))
}

/// Exactly `N` operands.
pub(super) fn exactly<'v, 'a, const N: usize>(
    operands: &'v [Value<'a>],
) -> Result<&'v [Value<'a>; N], Refusal> {
    operands
        .try_into()
        .map_err(|_| Refusal::here(JsonLogicFault::OperandCount))
}

fn comparator(operator: &str) -> Option<Comparator> {
    Some(match operator {
        "===" => Comparator::Equal,
        "!==" => Comparator::NotEqual,
        "<" => Comparator::Less,
        "<=" => Comparator::LessOrEqual,
        ">" => Comparator::Greater,
        ">=" => Comparator::GreaterOrEqual,
        _ => return None,
    })
}

fn decode_flag(node: &Value<'_>, scope: Scope<'_>) -> Decoded {
    let variable = scope.read(variable_name(node)?)?;
    if variable.part != Part::Whole || *variable.ty != Type::Boolean {
        return Err(Refusal::here(JsonLogicFault::OperandType));
    }
    Ok((Predicate::Flag(variable.path), Flow::default()))
}

fn decode_not(operands: &[Value<'_>], scope: Scope<'_>) -> Decoded {
    let [inner] = exactly(operands)?;
    if let Ok(("missing", names)) = operation(inner) {
        return decode_not_missing(names, scope).map_err(|refusal| refusal.under("!", 0));
    }
    let (predicate, flow) = decode_node(inner, scope).map_err(|refusal| refusal.under("!", 0))?;
    Ok((Predicate::Not(Box::new(predicate)), flow.opposite()))
}

/// `missing` lists what is not there, so that nothing is missing where the list is empty. Other writers say so; from here
/// on it is the question that this writer would have stored, paths of failures included.
fn decode_not_missing(names: &Value<'_>, scope: Scope<'_>) -> Decoded {
    let [name] = exactly(
        names
            .as_array()
            .ok_or(Refusal::here(JsonLogicFault::OperandCount))?,
    )?;
    let name = name
        .as_str()
        .ok_or(Refusal::at(JsonLogicFault::OperandType, "missing", 0))?;
    let variable = scope
        .resolve(name)
        .map_err(|refusal| refusal.under("missing", 0))?;
    if variable.part != Part::Whole {
        return Err(Refusal::at(JsonLogicFault::UnknownFact, "missing", 0));
    }
    let flow = Flow::present(&variable.path);
    Ok((Predicate::Present(variable.path), flow))
}

fn decode_and(operands: &[Value<'_>], scope: Scope<'_>) -> Decoded {
    let (operands, flow) = decode_chain(
        "and",
        operands,
        scope,
        |flow| &flow.when_true,
        Flow::and_then,
    )?;
    Ok((Predicate::And(operands), flow))
}

fn decode_or(operands: &[Value<'_>], scope: Scope<'_>) -> Decoded {
    let (operands, flow) = decode_chain(
        "or",
        operands,
        scope,
        |flow| &flow.when_false,
        Flow::or_else,
    )?;
    Ok((Predicate::Or(operands), flow))
}

/// Two or more operands, each read where the ones before it have not decided.
fn decode_chain(
    operator: &str,
    operands: &[Value<'_>],
    scope: Scope<'_>,
    undecided: fn(&Flow) -> &Known,
    join: fn(Flow, &Flow) -> Flow,
) -> Result<(Vec<Predicate>, Flow), Refusal> {
    if operands.len() < 2 {
        return Err(Refusal::here(JsonLogicFault::OperandCount));
    }
    let mut predicates = Vec::with_capacity(operands.len());
    let mut whole: Option<Flow> = None;
    for (index, operand) in operands.iter().enumerate() {
        let known = match &whole {
            Some(flow) => scope.known().or(undecided(flow)),
            None => scope.known().clone(),
        };
        let (predicate, flow) = decode_node(operand, scope.knowing(&known))
            .map_err(|refusal| refusal.under(operator, index))?;
        predicates.push(predicate);
        whole = Some(match whole {
            Some(before) => join(before, &flow),
            None => flow,
        });
    }
    Ok((predicates, whole.unwrap_or_default()))
}

fn decode_comparison(comparator: Comparator, operands: &[Value<'_>], scope: Scope<'_>) -> Decoded {
    let operator = comparator.as_json_logic();
    let [left, right] = exactly(operands)?;
    if right.is_null() {
        return decode_presence(comparator, left, scope);
    }
    let left_type = scalar_of(left, scope).map_err(|refusal| refusal.under(operator, 0))?;
    let right_type = scalar_of(right, scope).map_err(|refusal| refusal.under(operator, 1))?;
    let of = match (left_type, right_type) {
        (None, None) => return Err(Refusal::here(JsonLogicFault::UntypedOperands)),
        (Some(one), None) | (None, Some(one)) => one,
        (Some(one), Some(other)) if one == other => one,
        _ => return Err(Refusal::at(JsonLogicFault::OperandType, operator, 1)),
    };
    let is_equality = matches!(comparator, Comparator::Equal | Comparator::NotEqual);
    if !is_equality && !of.kind().is_ordered() {
        return Err(Refusal::here(JsonLogicFault::OperandType));
    }
    let comparison = Comparison {
        of: of.kind(),
        comparator,
        left: operand(left, of, scope).map_err(|refusal| refusal.under(operator, 0))?,
        right: operand(right, of, scope).map_err(|refusal| refusal.under(operator, 1))?,
    };
    Ok((Predicate::Compare(comparison), Flow::default()))
}

fn decode_presence(comparator: Comparator, fact: &Value<'_>, scope: Scope<'_>) -> Decoded {
    let operator = comparator.as_json_logic();
    let variable = variable_name(fact)
        .and_then(|name| scope.resolve(name))
        .map_err(|refusal| refusal.under(operator, 0))?;
    if variable.part != Part::Whole {
        return Err(Refusal::at(JsonLogicFault::UnknownFact, operator, 0));
    }
    let present = Flow::present(&variable.path);
    match comparator {
        Comparator::NotEqual => Ok((Predicate::Present(variable.path), present)),
        Comparator::Equal => Ok((Predicate::Absent(variable.path), present.opposite())),
        _ => Err(Refusal::at(JsonLogicFault::OperandType, operator, 1)),
    }
}

fn decode_in(operands: &[Value<'_>], scope: Scope<'_>) -> Decoded {
    let [needle, haystack] = exactly(operands)?;
    let in_needle = |refusal: Refusal| refusal.under("in", 0);
    let in_haystack = |refusal: Refusal| refusal.under("in", 1);
    let needle_type = scalar_of(needle, scope).map_err(in_needle)?;
    let below = scope.deeper().map_err(in_haystack)?;
    let (of, haystack) = if let Some(constants) = haystack.as_array() {
        let of = needle_type.ok_or(Refusal::here(JsonLogicFault::UntypedOperands))?;
        let constants: Result<_, _> = constants.iter().map(|value| constant(value, of)).collect();
        (of, Haystack::Constants(constants.map_err(in_haystack)?))
    } else {
        let variable = variable_name(haystack)
            .and_then(|name| below.read(name))
            .map_err(in_haystack)?;
        let of = variable
            .elements()
            .and_then(|ty| Scalar::of(ty).ok_or(Refusal::here(JsonLogicFault::OperandType)))
            .map_err(in_haystack)?;
        (of, Haystack::Fact(variable.path))
    };
    if needle_type.is_some_and(|ty| ty != of) || of == Scalar::Time {
        return Err(Refusal::at(JsonLogicFault::OperandType, "in", 0));
    }
    let needle = operand(needle, of, scope).map_err(in_needle)?;
    Ok((
        Predicate::In {
            of: of.kind(),
            needle,
            haystack,
        },
        Flow::default(),
    ))
}

fn decode_any(operands: &[Value<'_>], scope: Scope<'_>) -> Decoded {
    let [list, body] = exactly(operands)?;
    let nothing = Known::default();
    let (list, inside) = decode_list("some", list, scope, &nothing)?;
    let (body, _) = decode_node(body, inside).map_err(|refusal| refusal.under("some", 1))?;
    Ok((
        Predicate::Any {
            list,
            body: Box::new(body),
        },
        Flow::default(),
    ))
}

/// `none` of a negation. Another body would mean the same as its negation does, under another path.
fn decode_all(operands: &[Value<'_>], scope: Scope<'_>) -> Decoded {
    let [list, negated] = exactly(operands)?;
    let nothing = Known::default();
    let (list, inside) = decode_list("none", list, scope, &nothing)?;
    let body = match operation(negated) {
        Ok(("!", body)) => body.as_array().map(exactly),
        _ => None,
    };
    let Some(Ok([body])) = body else {
        return Err(Refusal::at(JsonLogicFault::OperandType, "none", 1));
    };
    let (body, _) =
        decode_node(body, inside).map_err(|refusal| refusal.under("!", 0).under("none", 1))?;
    Ok((
        Predicate::All {
            list,
            body: Box::new(body),
        },
        Flow::default(),
    ))
}

fn decode_list<'s>(
    operator: &str,
    list: &Value<'_>,
    scope: Scope<'s>,
    nothing: &'s Known,
) -> Result<(FactPath, Scope<'s>), Refusal> {
    let in_list = |refusal: Refusal| refusal.under(operator, 0);
    let below = scope.deeper().map_err(in_list)?;
    let variable = variable_name(list)
        .and_then(|name| below.read(name))
        .map_err(in_list)?;
    let element = variable.elements().map_err(in_list)?;
    Ok((variable.path, scope.of_element(element, nothing)))
}

/// The one `if` there is: where the currencies are equal the minor units are compared, and elsewhere nothing is.
fn decode_money(operands: &[Value<'_>], scope: Scope<'_>) -> Decoded {
    let [condition, comparison, otherwise] = exactly(operands)?;
    let not_money = |index| Refusal::at(JsonLogicFault::NotMoneyComparison, "if", index);
    let Ok(("===", currencies)) = operation(condition) else {
        return Err(not_money(0));
    };
    let Ok((operator, minor_units)) = operation(comparison) else {
        return Err(not_money(1));
    };
    let Some(comparator) = comparator(operator) else {
        return Err(not_money(1));
    };
    let (Some([left_currency, right_currency]), Some([left_units, right_units])) =
        (currencies.as_array(), minor_units.as_array())
    else {
        return Err(Refusal::here(JsonLogicFault::NotMoneyComparison));
    };
    if !is_currency_error(otherwise) {
        return Err(not_money(2));
    }
    let side = |currency, units, index| {
        money(currency, units, scope).map_err(|refusal| refusal.under("===", index).under("if", 0))
    };
    let comparison = Comparison {
        of: ScalarKind::Money,
        comparator,
        left: side(left_currency, left_units, 0)?,
        right: side(right_currency, right_units, 1)?,
    };
    Ok((Predicate::Compare(comparison), Flow::default()))
}

fn is_currency_error(node: &Value<'_>) -> bool {
    let Some(object) = node.as_object() else {
        return false;
    };
    let Some([what]) = object.get(ERROR_OPERATOR).and_then(Value::as_array) else {
        return false;
    };
    object.len() == 1 && what.as_str() == Some(CURRENCY_MISMATCH)
}
