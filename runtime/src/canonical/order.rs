//! The order of keys: UTF-16 code units, compared on UTF-8 bytes without converting either.

use core::cmp::Ordering;

/// Compares two keys by their UTF-16 code units (RFC 8785, section 3.2.3).
///
/// UTF-8 bytes order as code points do, and code points order as UTF-16 does, except that U+E000 to U+FFFF sort after
/// the surrogates with which UTF-16 writes everything above. At the first byte that differs, lifting the two lead bytes
/// of that block (0xEE, 0xEF) above those of four-byte sequences (0xF0 to 0xF4) repairs exactly this. The first byte
/// that differs is never a continuation byte of one text against a lead byte of the other, so only lead bytes are lifted
/// against lead bytes.
#[must_use]
pub fn compare_keys(left: &str, right: &str) -> Ordering {
    let differing = left
        .bytes()
        .zip(right.bytes())
        .find(|(left, right)| left != right);
    match differing {
        None => left.len().cmp(&right.len()),
        Some((left, right)) => lift(left).cmp(&lift(right)),
    }
}

const fn lift(byte: u8) -> u8 {
    match byte {
        0xEE | 0xEF => byte + 0x10,
        _ => byte,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    #[test]
    fn keys_order_as_their_utf16_code_units() {
        let keys = [
            "",
            "\0",
            "\n",
            "\r",
            "1",
            "a",
            "aa",
            "a\u{7f}",
            "\u{80}",
            "ö",
            "€",
            "\u{7ff}",
            "\u{800}",
            "\u{d7ff}",
            "\u{e000}",
            "\u{e000}a",
            "דּ",
            "\u{efff}",
            "\u{f000}",
            "\u{ffff}",
            "\u{ffff}\u{10000}",
            "\u{10000}",
            "😀",
            "😀\u{e000}",
            "\u{10ffff}",
            "\u{10ffff}z",
        ];
        for left in keys {
            for right in keys {
                let units = left
                    .encode_utf16()
                    .collect::<Vec<_>>()
                    .cmp(&right.encode_utf16().collect::<Vec<_>>());
                assert_eq!(compare_keys(left, right), units, "{left:?} {right:?}");
            }
        }
    }
}
