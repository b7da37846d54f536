//! Looking through bytes eight and more at a time, in safe Rust. What the bytes mean is the lexer's.

const ONES: u64 = 0x0101_0101_0101_0101;
const HIGH_BITS: u64 = 0x8080_8080_8080_8080;

/// How many bytes are looked at together where there are many.
const BLOCK: usize = 64;

/// How many of the first bytes stand for themselves in a string: neither a quotation mark, nor a backslash, nor a control
/// character below U+0020.
#[inline]
pub(super) fn plain(bytes: &[u8]) -> usize {
    // Most strings are short.
    let (words, _) = bytes.as_chunks::<8>();
    let mut length = 0;
    for word in words.iter().take(4) {
        let found = special(u64::from_le_bytes(*word));
        if found != 0 {
            return length + first(found);
        }
        length += 8;
    }
    length + plain_long(bytes.get(length..).unwrap_or_default())
}

/// [`plain`] for long strings: whole blocks, and then the block that ends the string.
fn plain_long(bytes: &[u8]) -> usize {
    let (blocks, _) = bytes.as_chunks::<BLOCK>();
    let clean = blocks.iter().take_while(|block| is_plain_block(block));
    let mut length = BLOCK * clean.count();
    let (words, rest) = bytes.get(length..).unwrap_or_default().as_chunks::<8>();
    for word in words {
        let found = special(u64::from_le_bytes(*word));
        if found != 0 {
            return length + first(found);
        }
        length += 8;
    }
    length + plain_bytes(rest)
}

/// Whether all bytes stand for themselves in a string: [`plain`] for those who ask about strings that end, where reading
/// past the end is no way to be fast.
#[inline]
pub(super) fn is_plain(bytes: &[u8]) -> bool {
    let (words, _) = bytes.as_chunks::<8>();
    let found = if let ([_, ..], Some(last)) = (words, bytes.last_chunk()) {
        if bytes.len() > BLOCK {
            return is_plain_in_blocks(bytes);
        }
        // The last word overlaps the one before.
        let found = words
            .iter()
            .fold(0, |found, word| found | special(u64::from_le_bytes(*word)));
        found | special(u64::from_le_bytes(*last))
    } else if let (Some(first), Some(last)) = (bytes.first_chunk(), bytes.last_chunk()) {
        let [first, last] = [first, last].map(|half| u64::from(u32::from_le_bytes(*half)));
        special(first << 32 | last)
    } else {
        u64::from(plain_bytes(bytes) < bytes.len())
    };
    found == 0
}

fn is_plain_in_blocks(bytes: &[u8]) -> bool {
    let (blocks, rest) = bytes.as_chunks::<BLOCK>();
    blocks.iter().all(is_plain_block) && rest.iter().all(|byte| special_byte(*byte) == 0)
}

#[inline]
fn is_plain_block(block: &[u8; BLOCK]) -> bool {
    block
        .iter()
        .fold(0, |found, byte| found | special_byte(*byte))
        == 0
}

/// Arithmetic on bytes without branches, which compiles to vectors; 0 for what stands for itself.
#[inline]
fn special_byte(byte: u8) -> u8 {
    u8::from(byte < 0x20) | u8::from(byte == b'"') | u8::from(byte == b'\\')
}

fn plain_bytes(bytes: &[u8]) -> usize {
    bytes
        .iter()
        .position(|byte| matches!(byte, b'"' | b'\\' | 0..0x20))
        .unwrap_or(bytes.len())
}

/// Sets the high bit of the first byte that does not stand for itself; of later bytes, those too, and perhaps others.
const fn special(word: u64) -> u64 {
    below_space(word) | equal(word, b'"') | equal(word, b'\\')
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
            for place in (0..20).chain(60..140) {
                let mut bytes = [b'a'; 140];
                bytes[place] = byte;
                let plain_byte = !matches!(byte, b'"' | b'\\' | 0..0x20);
                for length in [place + 1, place + 2, place + 9].map(|length| length.min(140)) {
                    assert_eq!(
                        is_plain(&bytes[..length]),
                        plain_byte,
                        "{byte} at {place} of {length}"
                    );
                    assert!(is_plain(&bytes[..place]));
                    // Where the text ends there may be no word, and no block.
                    let expected = if plain_byte { length } else { place };
                    assert_eq!(
                        plain(&bytes[..length]),
                        expected,
                        "{byte} at {place} of {length}"
                    );
                }
                assert_eq!(
                    plain(&bytes),
                    if plain_byte { 140 } else { place },
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
