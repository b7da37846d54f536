//! Reading a number literal: its grammar, its double, and whether it is exactly what would be written for that double.

use super::super::error::JsonErrorCode;
use super::{EXPONENT_LIMIT, INTEGER_LIMIT, Number};

/// Exponents are held at this bound: beyond it every double is 0 or infinite whatever digits precede, as no document
/// holds so many digits.
const EXPONENT_BOUND: i64 = 1 << 40;

/// The powers of ten that a double holds exactly.
const EXACT_POWERS: [f64; 23] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
];

/// The literal at the start of `text`: its number and its length in bytes, or the fault and its offset.
pub(in crate::canonical) fn read(text: &str) -> Result<(Number, usize), (JsonErrorCode, usize)> {
    let shape =
        Shape::read(text.as_bytes()).map_err(|offset| (JsonErrorCode::MalformedJson, offset))?;
    let literal = text.get(..shape.length).unwrap_or_default();
    let number = shape.number(literal).map_err(|code| (code, 0))?;
    Ok((number, shape.length))
}

/// What the grammar finds: `±significand · 10^exponent`, unless there are more digits than the significand holds.
struct Shape {
    negative: bool,
    /// The first 19 significant digits.
    significand: u64,
    /// How many significant digits there are; 0 for zero.
    digits: usize,
    exponent: i64,
    /// Whether there is neither fraction nor exponent.
    integer: bool,
    length: usize,
}

impl Shape {
    /// Follows the grammar of RFC 8259, section 6; on a fault gives its offset.
    fn read(bytes: &[u8]) -> Result<Self, usize> {
        let mut shape = Self {
            negative: bytes.first() == Some(&b'-'),
            significand: 0,
            digits: 0,
            exponent: 0,
            integer: true,
            length: 0,
        };
        shape.length = usize::from(shape.negative);
        if bytes.get(shape.length) == Some(&b'0') {
            shape.length += 1;
        } else {
            shape.digits(bytes)?;
        }
        if bytes.get(shape.length) == Some(&b'.') {
            shape.integer = false;
            shape.length += 1;
            let start = shape.length;
            shape.digits(bytes)?;
            shape.exponent = start.cast_signed() as i64 - shape.length.cast_signed() as i64;
        }
        if let Some(b'e' | b'E') = bytes.get(shape.length) {
            shape.integer = false;
            shape.length += 1;
            shape.exponent += shape.power(bytes)?;
        }
        Ok(shape)
    }

    /// One digit or more.
    fn digits(&mut self, bytes: &[u8]) -> Result<(), usize> {
        let start = self.length;
        while let Some(byte @ b'0'..=b'9') = bytes.get(self.length) {
            if self.digits < 19 {
                self.significand = self.significand * 10 + u64::from(byte - b'0');
            }
            self.digits += usize::from(self.digits > 0 || *byte != b'0');
            self.length += 1;
        }
        if self.length == start {
            return Err(start);
        }
        Ok(())
    }

    fn power(&mut self, bytes: &[u8]) -> Result<i64, usize> {
        let sign = bytes.get(self.length);
        self.length += usize::from(matches!(sign, Some(b'+' | b'-')));
        let start = self.length;
        let mut power = 0;
        while let Some(byte @ b'0'..=b'9') = bytes.get(self.length) {
            power = (power * 10 + i64::from(byte - b'0')).min(EXPONENT_BOUND);
            self.length += 1;
        }
        if self.length == start {
            return Err(start);
        }
        Ok(if sign == Some(&b'-') { -power } else { power })
    }

    fn number(&self, literal: &str) -> Result<Number, JsonErrorCode> {
        if self.integer {
            return match self.significand {
                integer if self.digits <= 16 && integer < 1 << 53 => {
                    let integer = integer.cast_signed();
                    Ok(Number::from_safe(if self.negative {
                        -integer
                    } else {
                        integer
                    }))
                }
                _ => Err(JsonErrorCode::NumberOutOfRange),
            };
        }
        if self.digits == 0 {
            return Ok(Number::ZERO);
        }
        let magnitude = match self.short() {
            Some(double) => double,
            None => long(literal)?,
        };
        if (INTEGER_LIMIT..EXPONENT_LIMIT).contains(&magnitude) {
            return Err(JsonErrorCode::NumberOutOfRange);
        }
        Ok(Number(if self.negative {
            magnitude.copysign(-1.0)
        } else {
            magnitude
        }))
    }

    /// At most 15 digits, and a power of ten that is exact: one correctly rounded operation gives the double, and every
    /// decimal of 15 digits is the shortest of its double.
    #[expect(
        clippy::float_arithmetic,
        clippy::cast_precision_loss,
        reason = "both operands are exact, so the one operation rounds correctly"
    )]
    fn short(&self) -> Option<f64> {
        if self.digits > 15 {
            return None;
        }
        let significand = self.significand as f64;
        let power = EXACT_POWERS.get(usize::try_from(self.exponent.unsigned_abs()).ok()?)?;
        Some(if self.exponent < 0 {
            significand / power
        } else {
            significand * power
        })
    }
}

/// Any literal: rounded correctly by the standard library, and compared with what would be written.
fn long(literal: &str) -> Result<f64, JsonErrorCode> {
    let magnitude = literal.parse::<f64>().map_or(f64::INFINITY, f64::abs);
    if !magnitude.is_finite() {
        return Err(JsonErrorCode::NumberNotExact);
    }
    let mut buffer = ryu_js::Buffer::new();
    let written = buffer.format_finite(magnitude);
    if Decimal::read(literal) == Decimal::read(written) {
        Ok(magnitude)
    } else {
        Err(JsonErrorCode::NumberNotExact)
    }
}

/// A decimal value without its sign: digits that neither begin nor end in zero, and the place of the last one.
#[derive(PartialEq, Eq)]
struct Decimal {
    /// `None` where there are more digits than 19, which is more than is ever written.
    significand: Option<u64>,
    exponent: i64,
}

impl Decimal {
    fn read(literal: &str) -> Self {
        let (digits, power) = literal.split_once(['e', 'E']).unwrap_or((literal, "0"));
        let mut decimal = Self {
            significand: Some(0),
            exponent: power
                .parse::<i64>()
                .unwrap_or(EXPONENT_BOUND)
                .clamp(-EXPONENT_BOUND, EXPONENT_BOUND),
        };
        let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
        let mut zeros = 0_i64;
        for byte in whole
            .bytes()
            .chain(fraction.bytes())
            .filter(u8::is_ascii_digit)
        {
            if byte == b'0' {
                zeros += 1;
                continue;
            }
            let shifted = match (
                decimal.significand,
                10_u64.checked_pow(u32::try_from(zeros).unwrap_or(u32::MAX)),
            ) {
                (Some(0), _) => Some(0),
                (Some(significand), Some(scale)) => significand
                    .checked_mul(scale)
                    .and_then(|shifted| shifted.checked_mul(10)),
                _ => None,
            };
            decimal.significand =
                shifted.and_then(|shifted| shifted.checked_add(u64::from(byte - b'0')));
            zeros = 0;
        }
        decimal.exponent += zeros;
        decimal.exponent -= i64::try_from(fraction.len()).unwrap_or(EXPONENT_BOUND);
        decimal
    }
}
