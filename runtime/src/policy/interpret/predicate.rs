//! Whether a predicate holds. Evaluation is from the left, stops at what decides, and fails in three ways alone:
//! semantics, section 2; language, section 5.

use core::cmp::Ordering;

use super::super::decision::PredicateFault;
use super::super::jsonlogic::sum_operator;
use super::super::node_path::NodePath;
use super::super::predicate::{
    Comparison, Constant, FactPath, Haystack, Operand, Predicate, ScalarKind, Term,
};
use super::super::vocabulary::{Comparator, Sign};
use super::input::{Poisoned, Scope};
use crate::canonical::Value;
use crate::counter::SafeInteger;
use crate::digest::Digest;
use crate::time::Instant;

/// A fault on its way to the root of its predicate. Paths are those of the stored JsonLogic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::policy) struct Failure {
    pub(in crate::policy) path: NodePath,
    pub(in crate::policy) fault: PredicateFault,
}

impl Failure {
    const fn here(fault: PredicateFault) -> Self {
        Self {
            path: NodePath::ROOT,
            fault,
        }
    }

    /// The same fault, seen from the node above.
    pub(in crate::policy) fn under(self, operator: &str, index: usize) -> Self {
        Self {
            path: self.path.under(operator, index),
            fault: self.fault,
        }
    }
}

impl From<Poisoned> for Failure {
    fn from(_: Poisoned) -> Self {
        Self::here(PredicateFault::FactType)
    }
}

/// Whether `predicate` is true of what `scope` holds.
pub(in crate::policy) fn holds(predicate: &Predicate, scope: Scope<'_>) -> Result<bool, Failure> {
    match predicate {
        Predicate::Constant(constant) => Ok(*constant),
        Predicate::Flag(path) => required(path, scope, Value::as_boolean),
        Predicate::Not(operand) => {
            Ok(!holds(operand, scope).map_err(|failure| failure.under("!", 0))?)
        }
        Predicate::And(operands) => {
            for (index, operand) in operands.iter().enumerate() {
                if !holds(operand, scope).map_err(|failure| failure.under("and", index))? {
                    return Ok(false);
                }
            }
            Ok(true)
        }
        Predicate::Or(operands) => {
            for (index, operand) in operands.iter().enumerate() {
                if holds(operand, scope).map_err(|failure| failure.under("or", index))? {
                    return Ok(true);
                }
            }
            Ok(false)
        }
        Predicate::Present(path) => Ok(scope
            .read(path)
            .map_err(|poisoned| Failure::from(poisoned).under("!==", 0))?
            .is_some()),
        Predicate::Absent(path) => Ok(scope
            .read(path)
            .map_err(|poisoned| Failure::from(poisoned).under("===", 0))?
            .is_none()),
        Predicate::Compare(comparison) => compare(comparison, scope),
        Predicate::In {
            of,
            needle,
            haystack,
        } => is_in(*of, needle, haystack, scope),
        Predicate::Any { list, body } => {
            for element in elements(list, scope).map_err(|failure| failure.under("some", 0))? {
                if holds(body, Scope::of_element(element))
                    .map_err(|failure| failure.under("some", 1))?
                {
                    return Ok(true);
                }
            }
            Ok(false)
        }
        Predicate::All { list, body } => {
            for element in elements(list, scope).map_err(|failure| failure.under("none", 0))? {
                let in_body = |failure: Failure| failure.under("!", 0).under("none", 1);
                if !holds(body, Scope::of_element(element)).map_err(in_body)? {
                    return Ok(false);
                }
            }
            Ok(true)
        }
    }
}

/// A fact that a checked predicate reads, where it is known to be there. That it is missing, or another value than its
/// type has, cannot be after validation or screening; were it so, it would fail like a poisoned one.
fn required<'v, T>(
    path: &FactPath,
    scope: Scope<'v>,
    take: impl FnOnce(&'v Value<'v>) -> Option<T>,
) -> Result<T, Failure> {
    scope
        .read(path)?
        .and_then(take)
        .ok_or(Failure::here(PredicateFault::FactType))
}

pub(in crate::policy) fn elements<'v>(
    path: &FactPath,
    scope: Scope<'v>,
) -> Result<&'v [Value<'v>], Failure> {
    required(path, scope, Value::as_array)
}

/// A value as comparisons see it. Identifiers, texts, digests and members of enums are equal where their scalars are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Scalar<'v> {
    Boolean(bool),
    Integer(i64),
    String(&'v str),
    Digest(Digest),
    Time(Instant),
    Money { currency: &'v str, minor_units: i64 },
}

impl<'v> Scalar<'v> {
    fn of_value(value: &'v Value<'v>, of: ScalarKind) -> Option<Self> {
        match of {
            ScalarKind::Boolean => value.as_boolean().map(Self::Boolean),
            ScalarKind::Integer => value.as_integer().map(Self::Integer),
            ScalarKind::Identifier | ScalarKind::Text | ScalarKind::Enum => {
                value.as_str().map(Self::String)
            }
            ScalarKind::Digest => value.as_str()?.parse().ok().map(Self::Digest),
            ScalarKind::Time => value.as_str()?.parse().ok().map(Self::Time),
            ScalarKind::Money => Some(Self::Money {
                currency: value.get("currency")?.as_str()?,
                minor_units: value.get("minor_units")?.as_integer()?,
            }),
        }
    }

    fn of_constant(constant: &'v Constant) -> Self {
        match constant {
            Constant::Boolean(boolean) => Self::Boolean(*boolean),
            Constant::Integer(integer) => Self::Integer(*integer),
            Constant::String(string) => Self::String(string),
            Constant::Digest(digest) => Self::Digest(*digest),
            Constant::Time(instant) => Self::Time(*instant),
            Constant::Money(money) => Self::Money {
                currency: money.currency.as_str(),
                minor_units: money.minor_units.get(),
            },
        }
    }
}

fn compare(comparison: &Comparison, scope: Scope<'_>) -> Result<bool, Failure> {
    let Comparison {
        of,
        comparator,
        left,
        right,
    } = comparison;
    let operator = comparator.as_json_logic();
    let in_operand = |index| {
        move |failure: Failure| match of {
            ScalarKind::Money => failure.under("===", index).under("if", 0),
            _ => failure.under(operator, index),
        }
    };
    let left = scalar(left, *of, scope).map_err(in_operand(0))?;
    let right = scalar(right, *of, scope).map_err(in_operand(1))?;
    let ordering = match (left, right) {
        (Scalar::Integer(left), Scalar::Integer(right)) => left.cmp(&right),
        (Scalar::Time(left), Scalar::Time(right)) => left.cmp(&right),
        (
            Scalar::Money {
                currency,
                minor_units,
            },
            Scalar::Money {
                currency: other_currency,
                minor_units: other_units,
            },
        ) => {
            if currency != other_currency {
                return Err(Failure::here(PredicateFault::CurrencyMismatch).under("if", 2));
            }
            minor_units.cmp(&other_units)
        }
        // The rest is compared for equality alone.
        (left, right) if left == right => Ordering::Equal,
        _ => return Ok(*comparator == Comparator::NotEqual),
    };
    Ok(match comparator {
        Comparator::Equal => ordering.is_eq(),
        Comparator::NotEqual => ordering.is_ne(),
        Comparator::Less => ordering.is_lt(),
        Comparator::LessOrEqual => ordering.is_le(),
        Comparator::Greater => ordering.is_gt(),
        Comparator::GreaterOrEqual => ordering.is_ge(),
    })
}

fn is_in(
    of: ScalarKind,
    needle: &Operand,
    haystack: &Haystack,
    scope: Scope<'_>,
) -> Result<bool, Failure> {
    let needle = scalar(needle, of, scope).map_err(|failure| failure.under("in", 0))?;
    Ok(match haystack {
        Haystack::Constants(constants) => constants
            .iter()
            .any(|constant| Scalar::of_constant(constant) == needle),
        Haystack::Fact(path) => elements(path, scope)
            .map_err(|failure| failure.under("in", 1))?
            .iter()
            .any(|element| Scalar::of_value(element, of) == Some(needle)),
    })
}

fn scalar<'v>(
    operand: &'v Operand,
    of: ScalarKind,
    scope: Scope<'v>,
) -> Result<Scalar<'v>, Failure> {
    match operand {
        Operand::Term(term) => self::term(term, of, scope),
        Operand::Sum { first, rest } => sum(first, rest, scope).map(Scalar::Integer),
    }
}

fn term<'v>(term: &'v Term, of: ScalarKind, scope: Scope<'v>) -> Result<Scalar<'v>, Failure> {
    match term {
        Term::Fact(path) => required(path, scope, |value| Scalar::of_value(value, of)),
        Term::Count(path) => {
            let count = elements(path, scope)?.len();
            let count =
                i64::try_from(count).map_err(|_| Failure::here(PredicateFault::IntegerOverflow))?;
            Ok(Scalar::Integer(count))
        }
        Term::Constant(constant) => Ok(Scalar::of_constant(constant)),
    }
}

/// A sum leans to the left, so that its first operand lies below all its operators and the last only below the last.
fn sum(first: &Term, rest: &[(Sign, Operand)], scope: Scope<'_>) -> Result<i64, Failure> {
    let below = |failure: Failure, steps: &[(Sign, Operand)]| {
        steps.iter().fold(failure, |failure, (sign, _)| {
            failure.under(sum_operator(*sign), 0)
        })
    };
    let mut total =
        integer(term(first, ScalarKind::Integer, scope)).map_err(|failure| below(failure, rest))?;
    let mut ahead = rest;
    while let Some(((sign, operand), further)) = ahead.split_first() {
        let next = integer(scalar(operand, ScalarKind::Integer, scope))
            .map_err(|failure| below(failure.under(sum_operator(*sign), 1), further))?;
        let step = match sign {
            Sign::Plus => total.checked_add(next),
            Sign::Minus => total.checked_sub(next),
        };
        total =
            step.ok_or_else(|| below(Failure::here(PredicateFault::IntegerOverflow), further))?;
        ahead = further;
    }
    Ok(total.get())
}

fn integer(scalar: Result<Scalar<'_>, Failure>) -> Result<SafeInteger, Failure> {
    match scalar? {
        Scalar::Integer(integer) => {
            SafeInteger::new(integer).ok_or(Failure::here(PredicateFault::IntegerOverflow))
        }
        _ => Err(Failure::here(PredicateFault::FactType)),
    }
}
