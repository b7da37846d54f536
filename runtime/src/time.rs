//! Instants in UTC and half-open intervals between them. There is no clock here: `now` is always an input.

use core::fmt::{self, Write as _};
use core::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// The most digits of a fraction of a second.
pub const FRACTION_DIGITS_MAX: usize = 18;

/// A moment in UTC, exact to 10^-18 seconds: `YYYY-MM-DDTHH:MM:SS[.fraction]Z` (semantics, section 1).
///
/// Two are equal when they are the same moment, however many zeros end their fraction; what is printed has none.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Instant {
    // The order of the members is the order of moments.
    year: u16,
    month: u8,
    day: u8,
    hour: u8,
    minute: u8,
    second: u8,
    /// In 10^-18 seconds, below one second.
    attoseconds: u64,
}

/// Why a text is no instant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InstantError {
    /// `instant_invalid`: another form than `YYYY-MM-DDTHH:MM:SS[.fraction]Z`, or a date or time that is not one.
    #[error("an instant is a real date and time written `YYYY-MM-DDTHH:MM:SSZ`")]
    Invalid,
    /// `leap_second`: second 60, at which no two clocks agree.
    #[error("a leap second is no instant")]
    LeapSecond,
}

impl InstantError {
    /// The stable code, in `snake_case`.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Invalid => "instant_invalid",
            Self::LeapSecond => "leap_second",
        }
    }
}

impl Instant {
    /// Reads one instant; for constants of generated code too.
    pub const fn parse(text: &str) -> Result<Self, InstantError> {
        let &[
            y1,
            y2,
            y3,
            y4,
            b'-',
            m1,
            m2,
            b'-',
            d1,
            d2,
            b'T',
            h1,
            h2,
            b':',
            n1,
            n2,
            b':',
            s1,
            s2,
            ref end @ ..,
        ] = text.as_bytes()
        else {
            return Err(InstantError::Invalid);
        };
        let attoseconds = match end {
            [b'Z'] => Some(0),
            [b'.', fraction @ .., b'Z'] => attoseconds(fraction),
            _ => None,
        };
        let (
            Some(century),
            Some(year),
            Some(month),
            Some(day),
            Some(hour),
            Some(minute),
            Some(second),
            Some(attoseconds),
        ) = (
            two_digits(y1, y2),
            two_digits(y3, y4),
            two_digits(m1, m2),
            two_digits(d1, d2),
            two_digits(h1, h2),
            two_digits(n1, n2),
            two_digits(s1, s2),
            attoseconds,
        )
        else {
            return Err(InstantError::Invalid);
        };
        let year = century as u16 * 100 + year as u16;
        let date = 1 <= day && day <= days_in_month(year, month);
        if !date || 23 < hour || 59 < minute || 60 < second {
            return Err(InstantError::Invalid);
        }
        if second == 60 {
            return Err(InstantError::LeapSecond);
        }
        Ok(Self {
            year,
            month,
            day,
            hour,
            minute,
            second,
            attoseconds,
        })
    }
}

const fn two_digits(tens: u8, units: u8) -> Option<u8> {
    if tens.is_ascii_digit() && units.is_ascii_digit() {
        return Some((tens - b'0') * 10 + (units - b'0'));
    }
    None
}

/// A fraction of 1 to 18 digits, in 10^-18 seconds.
const fn attoseconds(mut digits: &[u8]) -> Option<u64> {
    if digits.is_empty() || digits.len() > FRACTION_DIGITS_MAX {
        return None;
    }
    let mut places = FRACTION_DIGITS_MAX;
    let mut sum = 0;
    while let [digit, rest @ ..] = digits {
        if !digit.is_ascii_digit() {
            return None;
        }
        sum = sum * 10 + (*digit - b'0') as u64;
        digits = rest;
        places -= 1;
    }
    while places > 0 {
        sum *= 10;
        places -= 1;
    }
    Some(sum)
}

/// The days of a month of the Gregorian calendar, extended back to year 0; 0 for what is no month.
const fn days_in_month(year: u16, month: u8) -> u8 {
    let leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    match month {
        2 if leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        _ => 0,
    }
}

impl fmt::Display for Instant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{:04}-{:02}-{:02}T{:02}:{:02}:{:02}",
            self.year, self.month, self.day, self.hour, self.minute, self.second
        )?;
        let (mut fraction, mut width) = (self.attoseconds, FRACTION_DIGITS_MAX);
        if fraction > 0 {
            while fraction.is_multiple_of(10) {
                fraction /= 10;
                width -= 1;
            }
            write!(f, ".{fraction:0width$}")?;
        }
        f.write_char('Z')
    }
}

impl fmt::Debug for Instant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Instant {
    type Err = InstantError;

    fn from_str(text: &str) -> Result<Self, InstantError> {
        Self::parse(text)
    }
}

impl Serialize for Instant {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Instant {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor;

        impl de::Visitor<'_> for Visitor {
            type Value = Instant;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an instant")
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Instant, E> {
                Instant::parse(text).map_err(E::custom)
            }
        }
        deserializer.deserialize_str(Visitor)
    }
}

/// The moments from `from` on and before `until`: never empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "Bounds")]
pub struct Interval {
    from: Instant,
    until: Instant,
}

/// `interval_invalid`: an interval that ends when it begins, or before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("an interval ends after it begins")]
pub struct IntervalError;

impl IntervalError {
    /// The stable code, in `snake_case`.
    #[must_use]
    pub const fn code(self) -> &'static str {
        "interval_invalid"
    }
}

impl Interval {
    /// The interval `from ≤ t < until`.
    pub fn new(from: Instant, until: Instant) -> Result<Self, IntervalError> {
        if from < until {
            return Ok(Self { from, until });
        }
        Err(IntervalError)
    }

    /// The first moment within.
    #[must_use]
    pub const fn from(&self) -> Instant {
        self.from
    }

    /// The first moment that is no longer within.
    #[must_use]
    pub const fn until(&self) -> Instant {
        self.until
    }

    /// Whether `instant` is within.
    #[must_use]
    pub fn contains(&self, instant: Instant) -> bool {
        self.from <= instant && instant < self.until
    }
}

/// What an interval is written as.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Bounds {
    from: Instant,
    until: Instant,
}

impl TryFrom<Bounds> for Interval {
    type Error = IntervalError;

    fn try_from(bounds: Bounds) -> Result<Self, IntervalError> {
        Self::new(bounds.from, bounds.until)
    }
}

#[cfg(test)]
mod tests;
