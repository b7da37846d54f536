//! Reading a number literal: its grammar, its double, and whether it is exactly what would be written for that double.

use super::super::error::JsonErrorCode;
use super::shortest::{self, TENS};
use super::{EXPONENT_LIMIT, INTEGER_LIMIT, Number};

/// Exponents are held at this bound: beyond it every double is 0 or infinite whatever digits precede, as no document
/// holds so many digits.
const EXPONENT_BOUND: i64 = 1 << 40;

/// So many digits fit 64 bits, whichever they are.
const DIGITS_MAX: usize = 19;

/// The powers of ten that a double holds exactly.
const EXACT_POWERS: [f64; 23] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
];

/// A fault in a literal, and the byte at which it is.
type Fault = (JsonErrorCode, usize);

/// The literal at byte `start` of `text`: its number, and the byte after it (RFC 8259, section 6).
#[inline]
pub(in crate::canonical) fn read(text: &str, start: usize) -> Result<(Number, usize), Fault> {
    let bytes = text.as_bytes();
    let negative = bytes.get(start) == Some(&b'-');
    let first = start + usize::from(negative);
    let (value, mut end) = digits(bytes, first, 0);
    if end == first {
        return Err((JsonErrorCode::MalformedJson, first));
    }
    if bytes.get(first) == Some(&b'0') && end > first + 1 {
        // A zero ends the literal, and whatever digits follow it are none of it.
        end = first + 1;
        return Ok((Number::ZERO, end));
    }
    if let Some(b'.' | b'e' | b'E') = bytes.get(end) {
        return fraction(text, start, end, value);
    }
    if end - first > 16 || value >= 1 << 53 {
        return Err((JsonErrorCode::NumberOutOfRange, start));
    }
    let integer = value.cast_signed();
    let number = Number::from_safe(if negative { -integer } else { integer });
    Ok((number, end))
}

/// Whether a literal that was read as `number` is spelt as `number` is written. `false` says nothing where there is an exponent.
///
/// [`read`] takes no literal whose digits are not the shortest, so only zeros, signs and exponents make a difference.
#[inline]
pub(in crate::canonical) fn is_canonical(literal: &[u8], number: Number) -> bool {
    // Without branches, since literals are short and their bytes hard to foresee.
    let has = |byte| {
        let found = literal
            .iter()
            .fold(0, |found, each| found | u8::from(each | 0x20 == byte));
        found > 0
    };
    if has(b'e') {
        return false;
    }
    if has(b'.') {
        // What is smaller is written with an exponent.
        return literal.last() != Some(&b'0') && number.0.abs() >= 1e-6;
    }
    number != Number::ZERO || literal == b"0"
}

/// Appends the digits from byte `start` on to those of `value`, modulo 2^64; gives the byte after them too. Takes eight
/// at a time, and what is left of eight without a branch on how many they are.
#[inline]
fn digits(bytes: &[u8], start: usize, mut value: u64) -> (u64, usize) {
    let mut end = start;
    while let Some(word) = bytes.get(end..).and_then(|rest| rest.first_chunk()) {
        let (digits, others) = digits_of_word(u64::from_le_bytes(*word));
        if others == 0 {
            value = value.wrapping_mul(100_000_000).wrapping_add(join(digits));
            end += 8;
            continue;
        }
        // The digits move up to where the last digit of eight stands, and zeros stand before them.
        let count = others.trailing_zeros() / 8;
        let number = join(digits.checked_shl(64 - 8 * count).unwrap_or(0));
        let count = count as usize;
        let ten = TENS.get(count).copied().unwrap_or_default();
        return (value.wrapping_mul(ten).wrapping_add(number), end + count);
    }
    while let Some(byte @ b'0'..=b'9') = bytes.get(end) {
        value = value.wrapping_mul(10).wrapping_add(u64::from(byte - b'0'));
        end += 1;
    }
    (value, end)
}

/// The digits of a word, a byte each, up to the first byte that is no digit; and a high bit in that byte, if there is one.
/// Only bytes that are no digits borrow and carry, so that the first of them is found whatever follows it.
const fn digits_of_word(word: u64) -> (u64, u64) {
    let digits = word.wrapping_sub(0x3030_3030_3030_3030);
    let above_nine = word.wrapping_add(0x4646_4646_4646_4646);
    (digits, (digits | above_nine) & 0x8080_8080_8080_8080)
}

/// The number that eight digits are, the first of them in the lowest byte. Neighbours are joined to two digits, then four,
/// then eight; each sum stands in the higher of its places.
const fn join(digits: u64) -> u64 {
    let two = digits.wrapping_mul(10 << 8 | 1) >> 8 & 0x00FF_00FF_00FF_00FF;
    let four = two.wrapping_mul(100 << 16 | 1) >> 16 & 0x0000_FFFF_0000_FFFF;
    four.wrapping_mul(10_000 << 32 | 1) >> 32
}

/// A literal of which the whole digits end at `end`, and which goes on.
fn fraction(text: &str, start: usize, end: usize, whole: u64) -> Result<(Number, usize), Fault> {
    let decimal = Decimal::read(text.as_bytes(), start, end, whole)?;
    let magnitude = if decimal.count > DIGITS_MAX {
        None
    } else if decimal.significand == 0 {
        Some(0.0)
    } else {
        quick(decimal.significand, decimal.exponent)
    };
    let magnitude = if let Some(magnitude) = magnitude {
        magnitude
    } else {
        let literal = text.get(start..decimal.end).unwrap_or_default();
        exact(literal, &decimal).ok_or((JsonErrorCode::NumberNotExact, start))?
    };
    if (INTEGER_LIMIT..EXPONENT_LIMIT).contains(&magnitude) {
        return Err((JsonErrorCode::NumberOutOfRange, start));
    }
    let negative = text.as_bytes().get(start) == Some(&b'-') && magnitude > 0.0;
    let number = Number(if negative {
        magnitude.copysign(-1.0)
    } else {
        magnitude
    });
    Ok((number, decimal.end))
}

/// A literal's magnitude: `significand · 10^exponent`, unless there are more digits than the significand holds.
struct Decimal {
    significand: u64,
    exponent: i64,
    /// How many bytes may be digits, leading zeros and a sign included.
    count: usize,
    end: usize,
}

impl Decimal {
    /// Reads what follows the whole digits, which begin at `start` and end at `end`.
    #[expect(
        clippy::inline_always,
        reason = "what it gives is taken apart at once, and slow to return whole"
    )]
    #[inline(always)]
    fn read(bytes: &[u8], start: usize, mut end: usize, whole: u64) -> Result<Self, Fault> {
        let (mut significand, mut exponent, mut count) = (whole, 0, end - start);
        if bytes.get(end) == Some(&b'.') {
            let first = end + 1;
            (significand, end) = digits(bytes, first, whole);
            let places = end - first;
            if places == 0 {
                return Err((JsonErrorCode::MalformedJson, first));
            }
            count += places;
            exponent = -i64::try_from(places).unwrap_or(EXPONENT_BOUND);
        }
        if let Some(b'e' | b'E') = bytes.get(end) {
            let power;
            (power, end) = self::power(bytes, end + 1)?;
            exponent += power;
        }
        Ok(Self {
            significand,
            exponent,
            count,
            end,
        })
    }
}

/// The power of ten at byte `start`, after `e`.
fn power(bytes: &[u8], start: usize) -> Result<(i64, usize), Fault> {
    let sign = bytes.get(start);
    let first = start + usize::from(matches!(sign, Some(b'+' | b'-')));
    let mut end = first;
    let mut power = 0;
    while let Some(byte @ b'0'..=b'9') = bytes.get(end) {
        power = (power * 10 + i64::from(byte - b'0')).min(EXPONENT_BOUND);
        end += 1;
    }
    if end == first {
        return Err((JsonErrorCode::MalformedJson, first));
    }
    Ok((if sign == Some(&b'-') { -power } else { power }, end))
}

/// The double of `significand · 10^exponent`, where it can be had quickly and is exact; `None` says nothing.
#[expect(
    clippy::float_arithmetic,
    clippy::cast_precision_loss,
    reason = "both operands are exact, so the one operation rounds correctly"
)]
fn quick(significand: u64, exponent: i64) -> Option<f64> {
    if significand >= 1_000_000_000_000_000 {
        let places = usize::try_from(-exponent).ok()?;
        let decimal = shortest::Decimal {
            digits: significand,
            places,
        };
        return decimal.exact();
    }
    // Every decimal of 15 digits is the shortest of its double.
    let ten = EXACT_POWERS.get(usize::try_from(exponent.unsigned_abs()).ok()?)?;
    let significand = significand as f64;
    Some(if exponent < 0 {
        significand / ten
    } else {
        significand * ten
    })
}

/// The magnitude of any literal, rounded correctly by the standard library; `None` if it is not what would be written.
fn exact(literal: &str, decimal: &Decimal) -> Option<f64> {
    let magnitude = literal.parse::<f64>().ok()?.abs();
    if !magnitude.is_finite() {
        return None;
    }
    let mut buffer = ryu_js::Buffer::new();
    let written = buffer.format_finite(magnitude);
    let (whole, end) = digits(written.as_bytes(), 0, 0);
    let form = Decimal::read(written.as_bytes(), 0, end, whole).ok()?;
    (Normal::of(literal, decimal)? == Normal::of(written, &form)?).then_some(magnitude)
}

/// A decimal value without its sign: digits that neither begin nor end in zero, and the place of the last one.
#[derive(PartialEq, Eq)]
struct Normal {
    digits: u64,
    exponent: i64,
}

impl Normal {
    fn of(literal: &str, decimal: &Decimal) -> Option<Self> {
        if decimal.count > DIGITS_MAX {
            return Self::read(literal);
        }
        let mut normal = Self {
            digits: decimal.significand,
            exponent: decimal.exponent,
        };
        while normal.digits.is_multiple_of(10) && normal.digits > 0 {
            normal.digits /= 10;
            normal.exponent += 1;
        }
        Some(normal)
    }

    /// `None` where there are more digits, or a larger exponent, than are ever written.
    fn read(literal: &str) -> Option<Self> {
        let (digits, power) = literal.split_once(['e', 'E']).unwrap_or((literal, "0"));
        let places = digits
            .split_once('.')
            .map_or(0, |(_, fraction)| fraction.len());
        let digits = digits.bytes().filter(u8::is_ascii_digit);
        let ending = digits
            .clone()
            .rev()
            .take_while(|digit| *digit == b'0')
            .count();
        let significant = digits.skip_while(|digit| *digit == b'0');
        let Some(count) = significant.clone().count().checked_sub(ending) else {
            // All of them are zeros, and none is significant.
            return Some(Self {
                digits: 0,
                exponent: 0,
            });
        };
        if count > DIGITS_MAX {
            return None;
        }
        let append = |number: u64, digit| {
            number
                .wrapping_mul(10)
                .wrapping_add(u64::from(digit - b'0'))
        };
        Some(Self {
            digits: significant.take(count).fold(0, append),
            exponent: power
                .parse::<i64>()
                .ok()?
                .checked_add(i64::try_from(ending).ok()?)?
                .checked_sub(i64::try_from(places).ok()?)?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_end_at_whatever_is_none() {
        for text in [
            "01234567",
            "98765432",
            "99999999",
            "00000000",
            "1234567890123456",
            "999",
        ] {
            for place in 0..text.len() {
                for byte in 0..=u8::MAX {
                    let mut bytes = text.as_bytes().to_vec();
                    bytes[place] = byte;
                    let count = bytes
                        .iter()
                        .take_while(|byte| byte.is_ascii_digit())
                        .count();
                    let number = str::from_utf8(&bytes[..count])
                        .unwrap()
                        .parse()
                        .unwrap_or(0);
                    assert_eq!(digits(&bytes, 0, 0), (number, count), "{bytes:?}");
                }
            }
        }
    }

    #[test]
    fn a_literal_is_canonical_only_if_it_would_be_written() {
        for literal in [
            "0",
            "7",
            "-7",
            "120",
            "0.5",
            "-0.5",
            "100.25",
            "0.000001",
            "0.1",
            "9007199254740991",
            "0.30000000000000004",
            "-0",
            "-0.0",
            "0.0",
            "1.0",
            "1.50",
            "1e2",
            "1E2",
            "5e-1",
            "0.0000001",
            "0.00000099",
            "-0.00000012345",
            "1e-7",
        ] {
            let (number, end) = read(literal, 0).unwrap();
            assert_eq!(end, literal.len(), "{literal}");
            let written = alloc::string::ToString::to_string(&number) == literal;
            // Exponents are left to those who write.
            let expected = written && !literal.contains('e');
            assert_eq!(
                is_canonical(literal.as_bytes(), number),
                expected,
                "{literal}"
            );
        }
    }

    #[test]
    fn zero_is_zero_however_it_is_spelt() {
        for literal in [
            "-0",
            "0.0",
            "-0.0e-999999999999999999999",
            "0.000000000000000000000000000000e9999999999999999999",
        ] {
            assert_eq!(
                read(literal, 0),
                Ok((Number::ZERO, literal.len())),
                "{literal}"
            );
        }
    }
}
