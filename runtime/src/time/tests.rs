//! Instants and intervals at their edges.

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
