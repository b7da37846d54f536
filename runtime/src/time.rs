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
mod tests {
    use super::*;
    use alloc::format;
    use alloc::string::ToString as _;

    fn instant(text: &str) -> Instant {
        text.parse().unwrap()
    }

    #[test]
    fn equality_and_order_are_of_moments() {
        assert_eq!(
            instant("2026-01-01T00:00:00.10Z"),
            instant("2026-01-01T00:00:00.1Z")
        );
        assert_eq!(
            instant("2026-01-01T00:00:00.000Z"),
            instant("2026-01-01T00:00:00Z")
        );
        let order = [
            "0000-01-01T00:00:00Z",
            "0000-01-01T00:00:00.000000000000000001Z",
            "1999-12-31T23:59:59.999999999999999999Z",
            "2000-01-01T00:00:00Z",
            "2000-01-01T00:00:00.09Z",
            "2000-01-01T00:00:00.1Z",
            "2000-01-01T00:00:01Z",
            "2000-01-01T00:01:00Z",
            "2000-01-01T01:00:00Z",
            "2000-01-02T00:00:00Z",
            "2000-02-01T00:00:00Z",
            "9999-12-31T23:59:59.999999999999999999Z",
        ];
        assert!(
            order
                .map(instant)
                .is_sorted_by(|earlier, later| earlier < later)
        );
    }

    #[test]
    fn an_instant_prints_its_shortest_form() {
        for (text, printed) in [
            ("2026-01-01T00:00:00.0Z", "2026-01-01T00:00:00Z"),
            ("2026-01-01T00:00:00.10Z", "2026-01-01T00:00:00.1Z"),
            ("2026-01-01T00:00:00.010Z", "2026-01-01T00:00:00.01Z"),
            (
                "0000-12-31T23:59:59.000000000000000001Z",
                "0000-12-31T23:59:59.000000000000000001Z",
            ),
            (
                "0999-12-31T23:59:59.999999999999999999Z",
                "0999-12-31T23:59:59.999999999999999999Z",
            ),
        ] {
            assert_eq!(instant(text).to_string(), printed);
        }
    }

    #[test]
    fn dates_are_those_of_the_calendar() {
        let ends = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
        for (month, end) in (1..).zip(ends) {
            let day = |day| format!("2025-{month:02}-{day:02}T00:00:00Z").parse::<Instant>();
            assert!(day(1).is_ok() && day(end).is_ok(), "{month}");
            assert_eq!(day(0), Err(InstantError::Invalid), "{month}");
            assert_eq!(day(end + 1), Err(InstantError::Invalid), "{month}");
        }
        for (year, leap) in [
            (0, true),
            (4, true),
            (1900, false),
            (2000, true),
            (2024, true),
            (2100, false),
            (2400, true),
        ] {
            let last = format!("{year:04}-02-29T00:00:00Z").parse::<Instant>();
            assert_eq!(last.is_ok(), leap, "{year}");
        }
        for month in ["00", "13", "99"] {
            let text = format!("2026-{month}-01T00:00:00Z");
            assert_eq!(text.parse::<Instant>(), Err(InstantError::Invalid));
        }
    }

    #[test]
    fn second_60_has_its_own_code() {
        let code = |text: &str| text.parse::<Instant>().unwrap_err().code();
        assert_eq!(code("2016-12-31T23:59:60Z"), "leap_second");
        assert_eq!(code("2016-12-31T23:59:60.5Z"), "leap_second");
        assert_eq!(code("2016-12-31T23:59:61Z"), "instant_invalid");
        assert_eq!(code("2016-13-31T23:59:60Z"), "instant_invalid");
        assert_eq!(code("2016-12-31T23:59:60+00:00"), "instant_invalid");
    }

    #[test]
    fn other_forms_are_refused() {
        for text in [
            "",
            "Z",
            "2026-01-01T00:00:00",
            "2026-01-01T00:00:00z",
            "2026-01-01t00:00:00Z",
            "2026-01-01 00:00:00Z",
            "2026-01-01T00:00:00+00:00",
            "2026-01-01T00:00:00-01:00",
            "2026-01-01T00:00:00+00:00Z",
            "2026-01-01T00:00Z",
            "2026-01-01T24:00:00Z",
            "2026-01-01T00:60:00Z",
            "2026-01-01T00:00:00.Z",
            "2026-01-01T00:00:00.1.2Z",
            "2026-01-01T00:00:00.1234567890123456789Z",
            "2026-01-01T00:00:00,5Z",
            "2026-01-01T00:00:00.-5Z",
            "2026-1-01T00:00:00Z",
            "26-01-01T00:00:00Z",
            "-2026-01-01T00:00:00Z",
            "+2026-01-01T00:00:00Z",
            "12026-01-01T00:00:00Z",
            "2026-01-01T00:00:00ZZ",
            " 2026-01-01T00:00:00Z",
            "2026-01-01T00:00:00Z\n",
            "2026-01-01T00:00:0٠Z",
            "２026-01-01T00:00:00Z",
            "20260101T000000Z",
        ] {
            assert_eq!(
                text.parse::<Instant>(),
                Err(InstantError::Invalid),
                "{text}"
            );
        }
        assert!(
            "2026-01-01T00:00:00.123456789012345678Z"
                .parse::<Instant>()
                .is_ok()
        );
    }

    #[test]
    fn an_interval_is_half_open_and_never_empty() {
        let (from, until) = (
            instant("2026-01-01T00:00:00Z"),
            instant("2026-01-01T00:00:00.1Z"),
        );
        let interval = Interval::new(from, until).unwrap();
        assert!(interval.contains(from));
        assert!(interval.contains(instant("2026-01-01T00:00:00.099999999999999999Z")));
        assert!(!interval.contains(until));
        assert!(!interval.contains(instant("2025-12-31T23:59:59.999999999999999999Z")));
        assert_eq!(Interval::new(from, from), Err(IntervalError));
        assert_eq!(Interval::new(until, from), Err(IntervalError));
        let same = instant("2026-01-01T00:00:00.10Z");
        assert_eq!(Interval::new(until, same), Err(IntervalError));
    }

    #[test]
    fn an_interval_reads_as_it_is_written() {
        use crate::canonical::{from_slice, to_canonical};
        let text = br#"{"from":"2026-01-01T00:00:00Z","until":"2026-01-02T00:00:00Z"}"#;
        let interval: Interval = from_slice(text).unwrap();
        assert_eq!(to_canonical(&interval).unwrap(), text);
        let inverted = br#"{"from":"2026-01-02T00:00:00Z","until":"2026-01-01T00:00:00Z"}"#;
        assert!(from_slice::<Interval>(inverted).is_err());
    }
}
