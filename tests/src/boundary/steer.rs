//! Facts changed so that a predicate becomes true, or false: a conjunction of twenty conditions is met by no chance. What
//! cannot be had is left as it is; that facts come out as wished is likely, and nothing depends on it.

use ordain_runtime::canonical::Value;
use ordain_runtime::counter::SafeInteger;
use ordain_runtime::policy::{
    Comparator, Comparison, Constant, FactPath, Haystack, Operand, Predicate, ScalarKind, Sign,
    Term, Type, compiled,
};
use ordain_runtime::time::Instant;

use super::facts::{Maker, constant, json, just_after};

const EARLIEST: Instant = compiled::instant("0000-01-01T00:00:00Z");

/// The most elements that a list is grown to.
const ELEMENTS: i64 = 300;

/// Steers what `root` holds, which is of the type `ty`, towards `wish`.
pub(super) fn steer(
    maker: &mut Maker<'_>,
    root: &mut Value<'static>,
    ty: &Type,
    predicate: &Predicate,
    wish: bool,
) {
    match predicate {
        Predicate::Constant(_) => {}
        Predicate::Flag(fact) => set(maker, root, ty, fact, Value::Boolean(wish)),
        Predicate::Not(inner) => steer(maker, root, ty, inner, !wish),
        Predicate::And(operands) => several(maker, root, ty, operands, wish, true),
        Predicate::Or(operands) => several(maker, root, ty, operands, wish, false),
        Predicate::Present(fact) => presence(maker, root, ty, fact, wish),
        Predicate::Absent(fact) => presence(maker, root, ty, fact, !wish),
        Predicate::Compare(comparison) => compare(maker, root, ty, comparison, wish),
        Predicate::In {
            of,
            needle,
            haystack,
        } => membership(maker, root, ty, *of, needle, haystack, wish),
        Predicate::Any { list, body } => elements(maker, root, ty, list, body, wish, wish),
        Predicate::All { list, body } => elements(maker, root, ty, list, body, wish, !wish),
    }
}

/// Operands that are all `neutral` where the whole is; else one decides, and mostly it alone.
fn several(
    maker: &mut Maker<'_>,
    root: &mut Value<'static>,
    ty: &Type,
    operands: &[Predicate],
    wish: bool,
    neutral: bool,
) {
    let deciding = (wish != neutral).then(|| maker.random.below(operands.len()));
    for (index, operand) in operands.iter().enumerate() {
        if Some(index) != deciding && (deciding.is_none() || maker.random.chance(70)) {
            steer(maker, root, ty, operand, neutral);
        }
    }
    if let Some(operand) = deciding.and_then(|index| operands.get(index)) {
        steer(maker, root, ty, operand, !neutral);
    }
}

/// One element for which the body is as wished suffices, or every one has to be so.
fn elements(
    maker: &mut Maker<'_>,
    root: &mut Value<'static>,
    ty: &Type,
    list: &FactPath,
    body: &Predicate,
    wish: bool,
    one_suffices: bool,
) {
    let Some((Value::Array(elements), Type::Set { of } | Type::List { of })) =
        reach(maker, root, ty, list)
    else {
        return;
    };
    if one_suffices {
        if elements.is_empty() || maker.random.chance(20) {
            elements.push(maker.value(of, &mut list.0.clone()));
        }
        let index = maker.random.below(elements.len());
        if let Some(element) = elements.get_mut(index) {
            steer(maker, element, of, body, wish);
        }
    } else {
        let start = maker.random.below(100);
        for (index, element) in elements.iter_mut().enumerate() {
            let around = maker.nth.replace(start + index);
            steer(maker, element, of, body, wish);
            maker.nth = around;
        }
    }
}

fn presence(
    maker: &mut Maker<'_>,
    root: &mut Value<'static>,
    ty: &Type,
    fact: &FactPath,
    wish: bool,
) {
    if wish {
        reach(maker, root, ty, fact);
        return;
    }
    // The innermost that may be absent, or one around it.
    let lengths = (1..=fact.0.len()).rev().filter(|length| {
        let path = fact.0.get(..*length).unwrap_or_default();
        matches!(ty, Type::Record { fields } if ordain_runtime::policy::field_at(fields, path).is_some_and(|field| field.optional))
    });
    let lengths: Vec<usize> = lengths.collect();
    let Some(length) = maker.random.pick(&lengths) else {
        return;
    };
    let Some((name, above)) = fact.0.get(..*length).and_then(<[String]>::split_last) else {
        return;
    };
    let record = above.iter().try_fold(root, |value, step| match value {
        Value::Object(object) => object.get_mut(step),
        _ => None,
    });
    if let Some(Value::Object(object)) = record {
        object.remove(name);
    }
}

/// The fact, made where it is not there, with its type.
fn reach<'v, 't>(
    maker: &mut Maker<'_>,
    root: &'v mut Value<'static>,
    ty: &'t Type,
    fact: &FactPath,
) -> Option<(&'v mut Value<'static>, &'t Type)> {
    let (mut value, mut ty) = (root, ty);
    let mut path = Vec::new();
    for step in &fact.0 {
        let (Type::Record { fields }, Value::Object(object)) = (ty, value) else {
            return None;
        };
        ty = &fields.get(step)?.ty;
        path.push(step.clone());
        if !object.contains_key(step) {
            object.insert(step.clone(), maker.value(ty, &mut path));
        }
        value = object.get_mut(step)?;
    }
    Some((value, ty))
}

fn set(
    maker: &mut Maker<'_>,
    root: &mut Value<'static>,
    ty: &Type,
    fact: &FactPath,
    new: Value<'static>,
) {
    let Some((value, ty)) = reach(maker, root, ty, fact) else {
        return;
    };
    let fits = match ty {
        Type::Integer { minimum, maximum } => new
            .as_integer()
            .is_some_and(|integer| (*minimum..=*maximum).contains(&integer)),
        Type::Enum { members } => new.as_str().is_some_and(|word| members.contains(word)),
        _ => true,
    };
    if fits {
        *value = new;
    }
}

fn compare(
    maker: &mut Maker<'_>,
    root: &mut Value<'static>,
    ty: &Type,
    comparison: &Comparison,
    wish: bool,
) {
    let Comparison {
        of,
        comparator,
        left,
        right,
    } = comparison;
    let comparator = if wish {
        *comparator
    } else {
        opposite(*comparator)
    };
    let (target, other, comparator) = match (left, right) {
        (Operand::Term(Term::Constant(_)), _) => (right, left, mirrored(comparator)),
        (_, Operand::Term(Term::Fact(_))) if maker.random.chance(50) => {
            (right, left, mirrored(comparator))
        }
        _ => (left, right, comparator),
    };
    if *of == ScalarKind::Integer {
        integers(maker, root, ty, (target, other), comparator);
        return;
    }
    let Operand::Term(Term::Fact(fact)) = target else {
        return;
    };
    let other = match other {
        Operand::Term(Term::Constant(constant)) => Some(constant.clone()),
        Operand::Term(Term::Fact(other)) => {
            reach(maker, root, ty, other).and_then(|(value, _)| constant(value, *of))
        }
        _ => None,
    };
    let Some(other) = other else { return };
    let step = match comparator {
        Comparator::Less => -1,
        Comparator::NotEqual | Comparator::Greater => 1,
        _ => 0,
    };
    let new = match other {
        Constant::Boolean(boolean) => Constant::Boolean(boolean != (step != 0)),
        Constant::Time(instant) if step > 0 => {
            just_after(&instant.to_string()).map_or(other, Constant::Time)
        }
        Constant::Time(_) if step < 0 => Constant::Time(EARLIEST),
        Constant::Money(mut money) => {
            let units = money
                .minor_units
                .get()
                .checked_add(step)
                .and_then(SafeInteger::new);
            money.minor_units = units.unwrap_or(money.minor_units);
            Constant::Money(money)
        }
        // For equality alone: any other value will do.
        other if step == 0 => other,
        _ => match reach(maker, root, ty, fact) {
            Some((value, ty)) => {
                *value = maker.value(ty, &mut fact.0.clone());
                return;
            }
            None => return,
        },
    };
    set(maker, root, ty, fact, json(new));
}

/// Chooses the first fact of the left side so that the sides are as wished.
fn integers(
    maker: &mut Maker<'_>,
    root: &mut Value<'static>,
    ty: &Type,
    (target, other): (&Operand, &Operand),
    comparator: Comparator,
) {
    let first = match target {
        Operand::Term(first) | Operand::Sum { first, .. } => first,
    };
    let (Some(now), Some(goal)) = (sum(maker, root, ty, target), sum(maker, root, ty, other))
    else {
        return;
    };
    let goal = match comparator {
        Comparator::Less => goal - 1,
        Comparator::NotEqual | Comparator::Greater => goal + 1,
        _ => goal,
    };
    let Some(before) = term(maker, root, ty, first) else {
        return;
    };
    let new = before.saturating_add(goal.saturating_sub(now));
    match first {
        Term::Fact(fact) => set(maker, root, ty, fact, super::facts::number(new)),
        Term::Count(list) => {
            let Some((Value::Array(elements), Type::Set { of } | Type::List { of })) =
                reach(maker, root, ty, list)
            else {
                return;
            };
            let count = usize::try_from(new.clamp(0, ELEMENTS)).unwrap_or(0);
            elements.truncate(count);
            while elements.len() < count {
                elements.push(maker.distinct(of, elements.len()));
            }
        }
        Term::Constant(_) => {}
    }
}

fn sum(
    maker: &mut Maker<'_>,
    root: &mut Value<'static>,
    ty: &Type,
    operand: &Operand,
) -> Option<i64> {
    match operand {
        Operand::Term(only) => term(maker, root, ty, only),
        Operand::Sum { first, rest } => {
            let mut total = term(maker, root, ty, first)?;
            for (sign, operand) in rest {
                let next = sum(maker, root, ty, operand)?;
                total = match sign {
                    Sign::Plus => total.checked_add(next)?,
                    Sign::Minus => total.checked_sub(next)?,
                };
            }
            Some(total)
        }
    }
}

fn term(maker: &mut Maker<'_>, root: &mut Value<'static>, ty: &Type, term: &Term) -> Option<i64> {
    match term {
        Term::Constant(Constant::Integer(integer)) => Some(*integer),
        Term::Constant(_) => None,
        Term::Fact(fact) => reach(maker, root, ty, fact)?.0.as_integer(),
        Term::Count(list) => i64::try_from(reach(maker, root, ty, list)?.0.as_array()?.len()).ok(),
    }
}

fn membership(
    maker: &mut Maker<'_>,
    root: &mut Value<'static>,
    ty: &Type,
    of: ScalarKind,
    needle: &Operand,
    haystack: &Haystack,
    wish: bool,
) {
    match (needle, haystack) {
        (_, Haystack::Constants(constants)) => {
            let index = maker
                .nth
                .unwrap_or_else(|| maker.random.below(constants.len()));
            let Some(constant) = constants.get(index % constants.len().max(1)).cloned() else {
                return;
            };
            let comparator = if wish {
                Comparator::Equal
            } else {
                Comparator::NotEqual
            };
            let comparison = Comparison {
                of,
                comparator,
                left: needle.clone(),
                right: Operand::Term(Term::Constant(constant)),
            };
            compare(maker, root, ty, &comparison, true);
        }
        (needle, Haystack::Fact(list)) => {
            let needle = match needle {
                Operand::Term(Term::Constant(constant)) => Some(json(constant.clone())),
                Operand::Term(Term::Fact(fact)) => {
                    reach(maker, root, ty, fact).map(|(value, _)| value.clone())
                }
                sum => self::sum(maker, root, ty, sum).map(super::facts::number),
            };
            let (Some(needle), Some((Value::Array(elements), _))) =
                (needle, reach(maker, root, ty, list))
            else {
                return;
            };
            elements.retain(|element| *element != needle);
            if wish {
                let index = maker.random.below(elements.len() + 1);
                elements.insert(index, needle);
            }
        }
    }
}

const fn opposite(comparator: Comparator) -> Comparator {
    match comparator {
        Comparator::Equal => Comparator::NotEqual,
        Comparator::NotEqual => Comparator::Equal,
        Comparator::Less => Comparator::GreaterOrEqual,
        Comparator::LessOrEqual => Comparator::Greater,
        Comparator::Greater => Comparator::LessOrEqual,
        Comparator::GreaterOrEqual => Comparator::Less,
    }
}

const fn mirrored(comparator: Comparator) -> Comparator {
    match comparator {
        Comparator::Less => Comparator::Greater,
        Comparator::LessOrEqual => Comparator::GreaterOrEqual,
        Comparator::Greater => Comparator::Less,
        Comparator::GreaterOrEqual => Comparator::LessOrEqual,
        same => same,
    }
}
