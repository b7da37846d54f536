//! Constants of rules, written as authors read them. Each is called in a `const` block, so that a wrong one stops the
//! build of the generated code and nothing at run time.

use crate::counter::SafeInteger;
use crate::digest::Digest;
use crate::money::{Currency, Money};
use crate::time::Instant;

/// The currency `code`.
///
/// # Panics
///
/// Where it is none: in a constant, which stops the build.
#[must_use]
#[track_caller]
#[expect(clippy::panic, reason = "only in constants, where it stops the build")]
pub const fn currency(code: &str) -> Currency {
    match Currency::new(code) {
        Some(currency) => currency,
        None => panic!("a currency is three capital letters"),
    }
}

/// The amount of `minor_units`.
///
/// # Panics
///
/// Where it is none: in a constant, which stops the build.
#[must_use]
#[track_caller]
#[expect(clippy::panic, reason = "only in constants, where it stops the build")]
pub const fn money(code: &str, minor_units: i64) -> Money {
    match SafeInteger::new(minor_units) {
        Some(minor_units) => Money::new(currency(code), minor_units),
        None => panic!("an amount is within 2^53-1"),
    }
}

/// The digest `text`.
///
/// # Panics
///
/// Where it is none: in a constant, which stops the build.
#[must_use]
#[track_caller]
#[expect(clippy::panic, reason = "only in constants, where it stops the build")]
pub const fn digest(text: &str) -> Digest {
    match Digest::parse(text) {
        Ok(digest) => digest,
        Err(_) => panic!("a digest is `sha256:` and 64 hexadecimal digits"),
    }
}

/// The instant `text`.
///
/// # Panics
///
/// Where it is none: in a constant, which stops the build.
#[must_use]
#[track_caller]
#[expect(clippy::panic, reason = "only in constants, where it stops the build")]
pub const fn instant(text: &str) -> Instant {
    match Instant::parse(text) {
        Ok(instant) => instant,
        Err(_) => panic!("an instant is written `YYYY-MM-DDTHH:MM:SSZ`"),
    }
}
