//! The operations of predicates that a Rust operator does not say alone: exact sums, money, quantifiers.

use core::cmp::Ordering;

use super::super::PredicateFault;
use super::caller::Failure;
use crate::counter::SafeInteger;
use crate::money::Money;

/// `left + right`, or the failure of the node `path` where the sum leaves ±(2^53−1).
#[inline]
pub fn add(left: i64, right: i64, path: &'static str) -> Result<i64, Failure> {
    exact(left.checked_add(right), path)
}

/// `left - right`, or the failure of the node `path` where the difference leaves ±(2^53−1).
#[inline]
pub fn subtract(left: i64, right: i64, path: &'static str) -> Result<i64, Failure> {
    exact(left.checked_sub(right), path)
}

fn exact(result: Option<i64>, path: &'static str) -> Result<i64, Failure> {
    result
        .and_then(SafeInteger::new)
        .map(SafeInteger::get)
        .ok_or(Failure {
            path,
            fault: PredicateFault::IntegerOverflow,
        })
}

/// The order of two amounts, or the failure of the node `path` where their currencies differ.
#[inline]
pub fn compare(left: Money, right: Money, path: &'static str) -> Result<Ordering, Failure> {
    left.compare(&right).map_err(|_| Failure {
        path,
        fault: PredicateFault::CurrencyMismatch,
    })
}

/// The number of elements of a list or set.
#[inline]
#[must_use]
pub fn count<T>(elements: &[T]) -> i64 {
    i64::try_from(elements.len()).unwrap_or(i64::MAX)
}

/// The value of an optional fact, behind a question that has found it present.
///
/// The compiler has proved that it is there; were it not, its reading would fail at `path` like that of an unsound fact.
#[inline]
pub fn present<T>(value: Option<T>, path: &'static str) -> Result<T, Failure> {
    value.ok_or(Failure::of_type(path))
}

/// Whether an element satisfies `body`, which is asked of each in order until it is true.
#[inline]
pub fn any<'e, T>(
    elements: &'e [T],
    mut body: impl FnMut(&'e T) -> Result<bool, Failure>,
) -> Result<bool, Failure> {
    for element in elements {
        if body(element)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Whether every element satisfies `body`, which is asked of each in order until it is false.
#[inline]
pub fn all<'e, T>(
    elements: &'e [T],
    mut body: impl FnMut(&'e T) -> Result<bool, Failure>,
) -> Result<bool, Failure> {
    for element in elements {
        if !body(element)? {
            return Ok(false);
        }
    }
    Ok(true)
}
