//! Integers that every JSON reader holds exactly: counters from 0 up, and signed ones; all arithmetic is checked.
//! What is counted lives with its subject.

use core::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

const MAX: u64 = (1 << 53) - 1;
const SIGNED_MAX: i64 = (1 << 53) - 1;

/// `counter_overflow`: the value would leave the range of its type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a counter leaves its range")]
pub struct CounterOverflow;

impl CounterOverflow {
    /// The stable code, in `snake_case`.
    #[must_use]
    pub const fn code(self) -> &'static str {
        "counter_overflow"
    }
}

/// An integer from 0 to 2^53−1 (semantics, section 1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Counter(u64);

impl Counter {
    /// 0.
    pub const ZERO: Self = Self(0);
    /// 1.
    pub const ONE: Self = Self(1);
    /// 2^53−1.
    pub const MAX: Self = Self(MAX);

    /// The counter `value`; `None` above 2^53−1.
    #[must_use]
    pub const fn new(value: u64) -> Option<Self> {
        if value > MAX {
            return None;
        }
        Some(Self(value))
    }

    /// The integer.
    #[must_use]
    pub const fn get(self) -> u64 {
        self.0
    }

    /// The sum, or `counter_overflow`.
    pub const fn checked_add(self, other: Self) -> Result<Self, CounterOverflow> {
        // Two values below 2^53 cannot overflow 64 bits.
        match Self::new(self.0 + other.0) {
            Some(sum) => Ok(sum),
            None => Err(CounterOverflow),
        }
    }

    /// The difference, or `counter_overflow` below 0.
    pub const fn checked_sub(self, other: Self) -> Result<Self, CounterOverflow> {
        match self.0.checked_sub(other.0) {
            Some(difference) => Ok(Self(difference)),
            None => Err(CounterOverflow),
        }
    }

    /// The next integer, or `counter_overflow`.
    pub const fn next(self) -> Result<Self, CounterOverflow> {
        self.checked_add(Self::ONE)
    }
}

/// An integer within ±(2^53−1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SafeInteger(i64);

impl SafeInteger {
    /// 0.
    pub const ZERO: Self = Self(0);
    /// 2^53−1.
    pub const MAX: Self = Self(SIGNED_MAX);
    /// −(2^53−1).
    pub const MIN: Self = Self(-SIGNED_MAX);

    /// The integer `value`; `None` beyond ±(2^53−1).
    #[must_use]
    pub const fn new(value: i64) -> Option<Self> {
        if value > SIGNED_MAX || value < -SIGNED_MAX {
            return None;
        }
        Some(Self(value))
    }

    /// The integer.
    #[must_use]
    pub const fn get(self) -> i64 {
        self.0
    }

    /// The sum; `None` where it leaves the range.
    #[must_use]
    pub const fn checked_add(self, other: Self) -> Option<Self> {
        Self::new(self.0 + other.0)
    }

    /// The difference; `None` where it leaves the range.
    #[must_use]
    pub const fn checked_sub(self, other: Self) -> Option<Self> {
        Self::new(self.0 - other.0)
    }
}

impl TryFrom<u64> for Counter {
    type Error = CounterOverflow;

    fn try_from(value: u64) -> Result<Self, CounterOverflow> {
        Self::new(value).ok_or(CounterOverflow)
    }
}

impl TryFrom<i64> for SafeInteger {
    type Error = CounterOverflow;

    fn try_from(value: i64) -> Result<Self, CounterOverflow> {
        Self::new(value).ok_or(CounterOverflow)
    }
}

impl From<u32> for Counter {
    fn from(value: u32) -> Self {
        Self(value.into())
    }
}

impl From<i32> for SafeInteger {
    fn from(value: i32) -> Self {
        Self(value.into())
    }
}

impl From<Counter> for SafeInteger {
    fn from(value: Counter) -> Self {
        Self(value.0.cast_signed())
    }
}

impl fmt::Display for Counter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Display for SafeInteger {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Serialize for Counter {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u64(self.0)
    }
}

impl Serialize for SafeInteger {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_i64(self.0)
    }
}

impl<'de> Deserialize<'de> for Counter {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = u64::deserialize(deserializer)?;
        Self::try_from(value).map_err(de::Error::custom)
    }
}

impl<'de> Deserialize<'de> for SafeInteger {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = i64::deserialize(deserializer)?;
        Self::try_from(value).map_err(de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_counter_ends_at_2_to_the_53_less_one() {
        assert_eq!(Counter::new(9_007_199_254_740_991), Some(Counter::MAX));
        assert_eq!(Counter::new(9_007_199_254_740_992), None);
        assert_eq!(Counter::new(u64::MAX), None);
        assert_eq!(Counter::MAX.next(), Err(CounterOverflow));
        assert_eq!(Counter::MAX.checked_add(Counter::MAX), Err(CounterOverflow));
        assert_eq!(Counter::MAX.checked_add(Counter::ZERO), Ok(Counter::MAX));
        assert_eq!(
            Counter::ZERO.checked_sub(Counter::ONE),
            Err(CounterOverflow)
        );
        assert_eq!(Counter::ONE.checked_sub(Counter::ONE), Ok(Counter::ZERO));
        assert_eq!(CounterOverflow.code(), "counter_overflow");
    }

    #[test]
    fn a_safe_integer_is_symmetric() {
        assert_eq!(
            SafeInteger::new(-9_007_199_254_740_991),
            Some(SafeInteger::MIN)
        );
        assert_eq!(SafeInteger::new(-9_007_199_254_740_992), None);
        assert_eq!(SafeInteger::new(i64::MIN), None);
        assert_eq!(SafeInteger::MAX.checked_add(1.into()), None);
        assert_eq!(SafeInteger::MIN.checked_sub(1.into()), None);
        assert_eq!(
            SafeInteger::MIN.checked_add(SafeInteger::MAX),
            Some(SafeInteger::ZERO)
        );
        assert_eq!(SafeInteger::MIN.checked_sub(SafeInteger::MAX), None);
        assert_eq!(SafeInteger::from(Counter::MAX), SafeInteger::MAX);
    }
}
