//! Looking through bytes eight at a time, in safe Rust. What the bytes mean is the lexer's.

const ONES: u64 = 0x0101_0101_0101_0101;
const HIGH_BITS: u64 = 0x8080_8080_8080_8080;

/// How many of the first bytes stand for themselves in a string: neither a quotation mark, nor a backslash, nor a control
/// character below U+0020.
pub(super) fn plain(bytes: &[u8]) -> usize {
    let (words, rest) = bytes.as_chunks::<8>();
    let mut length = 0;
    for word in words {
        let word = u64::from_le_bytes(*word);
        let found = below_space(word) | equal(word, b'"') | equal(word, b'\\');
        if found != 0 {
            return length + first(found);
        }
        length += 8;
    }
    length
        + rest
            .iter()
            .position(|byte| matches!(byte, b'"' | b'\\' | 0..0x20))
            .unwrap_or(rest.len())
}

/// Sets the high bit of the first byte below 0x20; of later bytes, those too, and perhaps others.
const fn below_space(word: u64) -> u64 {
    word.wrapping_sub(ONES * 0x20) & !word & HIGH_BITS
}

/// Sets the high bit of the first byte that is `byte`; of later bytes, those too, and perhaps others.
const fn equal(word: u64, byte: u8) -> u64 {
    let zero = word ^ (ONES * byte as u64);
    zero.wrapping_sub(ONES) & !zero & HIGH_BITS
}

/// The index of the first byte with its high bit set.
const fn first(found: u64) -> usize {
    found.trailing_zeros() as usize / 8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_is_found_at_every_place() {
        for byte in 0..=u8::MAX {
            for place in 0..20 {
                let mut bytes = [b'a'; 20];
                bytes[place] = byte;
                let plain_byte = !matches!(byte, b'"' | b'\\' | 0..0x20);
                assert_eq!(
                    plain(&bytes),
                    if plain_byte { 20 } else { place },
                    "{byte} at {place}"
                );
                if let Some(next) = bytes.get_mut(place + 1) {
                    // A byte that is found must not hide behind, or be hidden by, its neighbour.
                    *next = b'"';
                    let expected = if plain_byte { place + 1 } else { place };
                    assert_eq!(plain(&bytes), expected, "{byte} at {place}");
                }
            }
        }
    }
}
