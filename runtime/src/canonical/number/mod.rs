//! Numbers: finite doubles that have one canonical form, which reads back as themselves.
//!
//! The only place of the system that knows floating point. Reading literals is in `literal`, finding and writing short
//! decimals in `shortest`. Integers that are counted or added live in [`crate::counter`].

mod literal;
mod shortest;

use core::cmp::Ordering;
use core::fmt;

use super::write::Sink;
use crate::counter::{Counter, SafeInteger};

pub(super) use literal::{is_canonical, read};
use shortest::Decimal;

/// 2^53: from here up doubles skip integers.
const INTEGER_LIMIT: f64 = 9_007_199_254_740_992.0;
/// From here up ECMAScript writes an exponent.
const EXPONENT_LIMIT: f64 = 1e21;

/// A number: a finite double, or an integer within ±(2^53−1).
///
/// Integers from 2^53 up to 10^21 are not among them, however they are spelt: their canonical form is an integer literal
/// that the strict parser refuses, so what holds one could be written and never read again. There is one zero.
#[derive(Clone, Copy)]
pub struct Number(f64);

/// Why a double is no [`Number`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NumberError {
    /// `number_not_finite`: NaN or an infinity.
    #[error("a number is not finite")]
    NotFinite,
    /// `number_out_of_range`: an integer beyond ±(2^53−1).
    #[error("an integer is beyond 2^53-1")]
    OutOfRange,
}

impl Number {
    /// 0.
    pub const ZERO: Self = Self(0.0);

    /// The integer, if this is one within ±(2^53−1): `3.0` and `1e3` are, `-0` is 0.
    #[must_use]
    #[expect(
        clippy::cast_possible_truncation,
        clippy::float_cmp,
        reason = "what truncation changes is no integer, which the exact comparison sees"
    )]
    pub fn as_integer(self) -> Option<i64> {
        let integer = self.0 as i64;
        (integer.unsigned_abs() < 1 << 53 && widen(integer) == self.0).then_some(integer)
    }

    /// The double.
    #[must_use]
    pub const fn as_f64(self) -> f64 {
        self.0
    }

    /// Writes the canonical form.
    pub(super) fn write(self, sink: &mut impl Sink) {
        if let Some(integer) = self.as_integer() {
            sink.write(itoa::Buffer::new().format(integer).as_bytes());
        } else {
            write_double(self.0, sink);
        }
    }

    /// An integer that is known to be within ±(2^53−1).
    const fn from_safe(integer: i64) -> Self {
        Self(widen(integer))
    }
}

/// Writes the ECMAScript form of any finite double (RFC 8785, section 3.2.2.3), those that are no [`Number`] among them:
/// for documents that other systems define. Writes `null` for NaN and infinities.
pub fn write_double(double: f64, sink: &mut impl Sink) {
    if let Some(decimal) = Decimal::shortest(double) {
        decimal.write(double.is_sign_negative(), sink);
    } else if double.is_finite() {
        sink.write(ryu_js::Buffer::new().format_finite(double).as_bytes());
    } else {
        sink.write(b"null");
    }
}

#[expect(
    clippy::cast_precision_loss,
    reason = "callers compare, or know the integer to be exact"
)]
const fn widen(integer: i64) -> f64 {
    integer as f64
}

impl TryFrom<f64> for Number {
    type Error = NumberError;

    #[expect(
        clippy::float_arithmetic,
        reason = "adding zero turns -0 into 0 and keeps every other double"
    )]
    fn try_from(double: f64) -> Result<Self, NumberError> {
        if !double.is_finite() {
            Err(NumberError::NotFinite)
        } else if (INTEGER_LIMIT..EXPONENT_LIMIT).contains(&double.abs()) {
            Err(NumberError::OutOfRange)
        } else {
            Ok(Self(double + 0.0))
        }
    }
}

impl TryFrom<i64> for Number {
    type Error = NumberError;

    fn try_from(integer: i64) -> Result<Self, NumberError> {
        SafeInteger::new(integer)
            .map(Self::from)
            .ok_or(NumberError::OutOfRange)
    }
}

impl TryFrom<u64> for Number {
    type Error = NumberError;

    fn try_from(integer: u64) -> Result<Self, NumberError> {
        Counter::new(integer)
            .map(Self::from)
            .ok_or(NumberError::OutOfRange)
    }
}

impl From<SafeInteger> for Number {
    fn from(integer: SafeInteger) -> Self {
        Self::from_safe(integer.get())
    }
}

impl From<Counter> for Number {
    fn from(counter: Counter) -> Self {
        SafeInteger::from(counter).into()
    }
}

impl From<i32> for Number {
    fn from(integer: i32) -> Self {
        Self(integer.into())
    }
}

impl From<u32> for Number {
    fn from(integer: u32) -> Self {
        Self(integer.into())
    }
}

impl PartialEq for Number {
    fn eq(&self, other: &Self) -> bool {
        self.0.to_bits() == other.0.to_bits()
    }
}

impl Eq for Number {}

impl PartialOrd for Number {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Number {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.total_cmp(&other.0)
    }
}

impl core::hash::Hash for Number {
    fn hash<H: core::hash::Hasher>(&self, state: &mut H) {
        self.0.to_bits().hash(state);
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(ryu_js::Buffer::new().format_finite(self.0))
    }
}

impl fmt::Debug for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Number({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString as _;

    #[test]
    fn there_is_one_zero() {
        let zero = Number::try_from(-0.0).unwrap();
        assert_eq!(zero, Number::ZERO);
        assert_eq!(zero.to_string(), "0");
        assert_eq!(zero.as_integer(), Some(0));
    }

    #[test]
    fn integers_are_safe_ones() {
        assert_eq!(Number::try_from(3.0).unwrap().as_integer(), Some(3));
        assert_eq!(Number::try_from(0.5).unwrap().as_integer(), None);
        assert_eq!(Number::try_from(-0.5).unwrap().as_integer(), None);
        assert_eq!(Number::try_from(1e300).unwrap().as_integer(), None);
        let largest = 9_007_199_254_740_991;
        assert_eq!(
            Number::try_from(largest).unwrap().as_integer(),
            Some(largest)
        );
        assert_eq!(
            Number::try_from(-largest).unwrap().as_integer(),
            Some(-largest)
        );
        assert_eq!(Number::try_from(largest + 1), Err(NumberError::OutOfRange));
        assert_eq!(Number::try_from(i64::MIN), Err(NumberError::OutOfRange));
        assert_eq!(Number::try_from(u64::MAX), Err(NumberError::OutOfRange));
    }

    #[test]
    fn a_number_reads_back_from_its_form() {
        assert_eq!(Number::try_from(f64::NAN), Err(NumberError::NotFinite));
        assert_eq!(
            Number::try_from(f64::NEG_INFINITY),
            Err(NumberError::NotFinite)
        );
        assert_eq!(
            Number::try_from(9_007_199_254_740_992.0),
            Err(NumberError::OutOfRange)
        );
        assert_eq!(
            Number::try_from(-999_999_999_999_999_900_000.0),
            Err(NumberError::OutOfRange)
        );
        assert_eq!(Number::try_from(1e21).unwrap().to_string(), "1e+21");
        assert_eq!(Number::try_from(5e-324).unwrap().to_string(), "5e-324");
    }

    #[test]
    fn numbers_order_by_value() {
        let order = [-1e300, -1.5, 0.0, 5e-324, 0.1, 3.0, 1e21];
        assert!(
            order
                .map(|double| Number::try_from(double).unwrap())
                .is_sorted()
        );
    }
}
