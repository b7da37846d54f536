//! The shortest decimal of a double in exact integer arithmetic, for the magnitudes that people write. All other doubles
//! are left to `ryu-js`, with which this agrees wherever it answers.

use super::super::write::Sink;

/// How many powers of five fit 64 bits: 5^27 is the last.
const POWERS: usize = 28;

/// 5^0 to 5^27.
const FIVES: [u64; POWERS] = powers(5);

/// 10^0 to 10^19; those further on are 0, which no product of digits equals.
pub(super) const TENS: [u64; POWERS] = powers(10);

const fn powers(base: u64) -> [u64; POWERS] {
    let mut powers = [1; POWERS];
    let mut rest: &mut [u64] = &mut powers;
    let mut power = Some(1_u64);
    while let Some((first, others)) = rest.split_first_mut() {
        (*first, power) = match power {
            Some(power) => (power, power.checked_mul(base)),
            None => (0, None),
        };
        rest = others;
    }
    powers
}

/// 2^(63 + bits of 5^k) / 5^k, rounded down: 64 bits of the reciprocal of each power of five.
const RECIPROCALS: [u64; POWERS] = {
    let mut reciprocals = FIVES;
    let mut rest: &mut [u64] = &mut reciprocals;
    while let Some((first, others)) = rest.split_first_mut() {
        *first = reciprocal(*first);
        rest = others;
    }
    reciprocals
};

#[expect(
    clippy::cast_possible_truncation,
    reason = "2^63 < 2^(63 + b) / five < 2^64 for a five of b bits that is no power of two; for 1 it is never read"
)]
const fn reciprocal(five: u64) -> u64 {
    ((1_u128 << (127 - five.leading_zeros())) / five as u128) as u64
}

/// The range of falls that are answered: doubles are `significand / 2^fall`.
const FALLS: usize = 89;

/// For each fall from 1, the decimal places at which half a unit in the last place of a double spans more than half a
/// decimal and less than five; and how many decimals it spans, in units of 2^-64, which is exact.
const SPANS: [(u128, usize); FALLS] = {
    let mut spans = [(0, 0); FALLS];
    let mut rest: &mut [(u128, usize)] = &mut spans;
    let mut fall = 1;
    while let Some((first, others)) = rest.split_first_mut() {
        // 1233 / 4096 approximates the decimal logarithm of 2 well enough for these falls.
        let places = ((fall * 1233) >> 12) + 1;
        if let Some((_, [five, ..])) = FIVES.split_at_checked(places) {
            *first = ((*five as u128) << (63 + places - fall), places);
        }
        fall += 1;
        rest = others;
    }
    spans
};

/// A positive decimal: `digits / 10^places`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Decimal {
    pub(super) digits: u64,
    pub(super) places: usize,
}

impl Decimal {
    /// The shortest decimal that rounds to `double` and, among those, the one closest to it: its digits may end in
    /// zeros. `None` for what is left to others: powers of two, what is below 2^-37, and integers from 2^52 up.
    ///
    /// At the places of [`SPANS`], between one decimal and ten round to the double. So one multiple of ten at most does,
    /// which is the shortest decimal if there is one; if not, the closest decimal is. All is exact: 64 bits hold the whole
    /// decimals, and 64 bits their fractions.
    #[inline]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "the halves of 128 bits are taken one by one"
    )]
    pub(super) fn shortest(double: f64) -> Option<Self> {
        let bits = double.to_bits() & !(1 << 63);
        let (exponent, fraction) = (bits >> 52, bits & ((1 << 52) - 1));
        if fraction == 0 {
            // The doubles below a power of two are closer than those above.
            return None;
        }
        let index = usize::try_from(1074_u64.wrapping_sub(exponent)).ok()?;
        let (half, places) = *SPANS.get(index)?;
        let twice = u128::from(1 << 53 | fraction << 1);
        let exact = half.wrapping_mul(twice);
        // What is half-way between two doubles rounds to the even one.
        let odd = u128::from(fraction & 1);
        let lower = exact.wrapping_sub(half).wrapping_sub(1 - odd);
        let upper = exact.wrapping_add(half).wrapping_sub(odd);
        let first = ((lower >> 64) as u64).wrapping_add(1);
        let last = (upper >> 64) as u64;
        let tens = last / 10 * 10;
        if tens >= first {
            return Some(Self {
                digits: tens,
                places,
            });
        }
        let (below, rest) = ((exact >> 64) as u64, exact as u64);
        let up = rest > 1 << 63 || rest == 1 << 63 && below & 1 == 1;
        Some(Self {
            digits: below.wrapping_add(u64::from(up)),
            places,
        })
    }

    /// The double of this decimal if it is the shortest one of that double. `None` says nothing.
    ///
    /// The double is only estimated, within one unit in its last place and nearly always exactly. That it is right
    /// follows from its shortest decimal, which rounds to it, being this one.
    #[inline]
    pub(super) fn exact(self) -> Option<f64> {
        let five = FIVES.get(self.places).filter(|five| **five > 1)?;
        let zeros = self.digits.leading_zeros();
        let normal = self.digits.checked_shl(zeros)?;
        let product = u128::from(normal) * u128::from(*RECIPROCALS.get(self.places)?);
        let high = (product >> 64) as u64;
        let excess = 11 - high.leading_zeros();
        let rounded = (high + (1 << (excess - 1))) >> excess;
        // The rounding may carry into the next power of two; addition then carries into the exponent.
        let scale = 1075 + u64::from(excess) + u64::from(five.leading_zeros());
        let fall = 63 + u64::from(zeros) + self.places as u64;
        let double = f64::from_bits(
            (scale.checked_sub(fall)? << 52).wrapping_add(rounded.wrapping_sub(1 << 52)),
        );
        (Self::shortest(double)?.equals(self)).then_some(double)
    }

    /// Whether two decimals are the same value.
    fn equals(self, other: Self) -> bool {
        let scaled = |decimal: Self, places: usize| {
            let ten = TENS.get(places.wrapping_sub(decimal.places));
            ten.and_then(|ten| decimal.digits.checked_mul(*ten))
        };
        if self.places < other.places {
            scaled(self, other.places) == Some(other.digits)
        } else {
            scaled(other, self.places) == Some(self.digits)
        }
    }

    /// Writes the ECMAScript form of a decimal that [`Decimal::shortest`] gave, and so of 16 or 17 digits.
    ///
    /// The digits are 16 bytes of one integer, the first of them lowest, so that parts of them are cut out by shifting
    /// and written at a fixed size.
    pub(super) fn write(self, negative: bool, sink: &mut impl Sink) {
        let before = self.digits / 10_000_000_000_000_000;
        let middle = spread(self.digits / 100_000_000 % 100_000_000);
        let last = spread(self.digits % 100_000_000);
        let zeros = match last {
            0 => 8 + middle.leading_zeros() / 8,
            _ => last.leading_zeros() / 8,
        };
        let zeros = (zeros as usize).min(self.places);
        let places = self.places - zeros;
        let sixteen =
            (u128::from(last) << 64 | u128::from(middle)) + u128::from_ne_bytes([b'0'; 16]);
        // The digit before the sixteen, if there are 17, and how many that makes.
        let (digits, one) = match before {
            0 => (sixteen, 0),
            _ => (sixteen << 8 | u128::from(before + u64::from(b'0')), 1),
        };
        let count = 16 + one - zeros;
        let from = |first: usize| (sixteen >> (8 * (first - one))).to_le_bytes();

        if negative {
            sink.write(b"-");
        }
        match count.checked_sub(places) {
            Some(whole @ 1..) => {
                sink.write_first(digits.to_le_bytes(), whole);
                if places > 0 {
                    sink.write(b".");
                    sink.write_first(from(whole), places);
                }
            }
            _ if places - count < 6 => {
                sink.write_first(*b"0.00000000000000", 2 + places - count);
                if one > 0 {
                    sink.write_first(digits.to_le_bytes(), 1);
                }
                sink.write_first(from(one), count - one);
            }
            _ => {
                sink.write_first(digits.to_le_bytes(), 1);
                if count > 1 {
                    sink.write(b".");
                    sink.write_first(from(1), count - 1);
                }
                sink.write(b"e-");
                sink.write(itoa::Buffer::new().format(places - count + 1).as_bytes());
            }
        }
    }
}

/// Eight digits of a number below 10^8, a byte each, the first of them lowest.
const fn spread(number: u64) -> u64 {
    // Each step divides all lanes at once by a multiplication that is exact for numbers as small as theirs.
    // Nothing overflows, which costs something to check.
    let fours = (number / 10_000) | ((number % 10_000) << 32);
    let hundreds = fours.wrapping_mul(10_486) >> 20 & 0x0000_007F_0000_007F;
    let twos = hundreds | fours.wrapping_sub(hundreds.wrapping_mul(100)) << 16;
    let tens = twos.wrapping_mul(103) >> 10 & 0x000F_000F_000F_000F;
    tens | twos.wrapping_sub(tens.wrapping_mul(10)) << 8
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::String;
    use alloc::vec::Vec;

    /// Whether a double is answered, and if its decimal has places, whether that leads back to it.
    fn check(double: f64) -> (bool, Option<bool>) {
        let mut buffer = ryu_js::Buffer::new();
        let expected = buffer.format_finite(double);
        let Some(decimal) = Decimal::shortest(double) else {
            return (false, None);
        };
        let mut written = Vec::new();
        decimal.write(double < 0.0, &mut written);
        assert_eq!(String::from_utf8(written).unwrap(), expected);

        // Decimals beside the shortest one have other doubles, or are not the shortest of theirs.
        for digits in [decimal.digits - 1, decimal.digits + 1] {
            let beside = Decimal { digits, ..decimal };
            assert_ne!(beside.exact(), Some(double.abs()), "{expected}");
        }
        let mut trimmed = decimal;
        while trimmed.places > 0 && trimmed.digits.is_multiple_of(10) {
            trimmed.digits /= 10;
            trimmed.places -= 1;
        }
        let back = trimmed.exact();
        assert!(back.is_none() || back == Some(double.abs()), "{expected}");
        (true, (trimmed.places > 0).then_some(back.is_some()))
    }

    #[test]
    fn what_is_answered_is_what_ryu_answers() {
        let (mut answered, mut led_back, mut lost) = (0, 0, 0);
        let mut bits = 7_u64;
        for round in 0..300_000_u64 {
            bits = bits
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            // Every exponent from 2^-38 to 2^53 in turn, and fractions of few and of many bits.
            let exponent = 985 + round % 92;
            let fraction = (bits >> 12) & (u64::MAX << (round % 53));
            let double = f64::from_bits(exponent << 52 | fraction);
            for double in [double, -double] {
                let (answer, back) = check(double);
                answered += u32::from(answer);
                led_back += u32::from(back == Some(true));
                lost += u32::from(back == Some(false));
            }
        }
        assert!(answered > 500_000, "{answered}");
        assert!(led_back > 1_000 * lost, "{led_back} {lost}");
    }

    #[test]
    fn decimals_of_few_digits_are_answered() {
        for places in 1..=18 {
            for digits in 1..3_000_u64 {
                let double: f64 = alloc::format!("{digits}e-{places}").parse().unwrap();
                check(double);
                check(f64::from_bits(double.to_bits() + 1));
            }
        }
    }

    #[test]
    fn tables_are_powers() {
        assert_eq!(FIVES.last(), Some(&5_u64.pow(27)));
        assert_eq!(TENS[19], 10_u64.pow(19));
        assert_eq!(TENS[20..], [0; 8]);
        for fall in 1..=89_u32 {
            let places = ((fall * 1233) >> 12) + 1;
            assert!(10_u128.pow(places) > 1 << fall, "{fall}");
            assert!(10_u128.pow(places - 1) < 1 << fall, "{fall}");
        }
    }
}
