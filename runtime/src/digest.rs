//! SHA-256 over canonical bytes, plain and under a domain (semantics, section 1). Signatures live elsewhere.

use core::fmt;
use core::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use sha2::{Digest as _, Sha256};

use crate::canonical::{self, JsonError, Limits, Sink, Value};

const PREFIX: &str = "sha256:";

/// A SHA-256 digest. Its only text is `sha256:` and 64 lower-case hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digest([u8; 32]);

/// `digest_invalid`: a text is not `sha256:` and 64 lower-case hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a digest is `sha256:` and 64 lower-case hexadecimal digits")]
pub struct DigestError;

impl DigestError {
    /// The stable code, in `snake_case`.
    #[must_use]
    pub const fn code(self) -> &'static str {
        "digest_invalid"
    }
}

/// The name under which a domain digest is taken: no text has the same digest in two domains.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Domain<'a>(&'a str);

/// `domain_invalid`: a domain holds the character NUL, which ends it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a domain holds no NUL")]
pub struct DomainError;

impl<'a> Domain<'a> {
    /// The domain `name`; `None` where it holds NUL.
    #[must_use]
    pub const fn new(name: &'a str) -> Option<Self> {
        let mut bytes = name.as_bytes();
        while let [byte, rest @ ..] = bytes {
            if *byte == 0 {
                return None;
            }
            bytes = rest;
        }
        Some(Self(name))
    }

    /// The name.
    #[must_use]
    pub const fn as_str(self) -> &'a str {
        self.0
    }
}

impl<'a> TryFrom<&'a str> for Domain<'a> {
    type Error = DomainError;

    fn try_from(name: &'a str) -> Result<Self, DomainError> {
        Self::new(name).ok_or(DomainError)
    }
}

impl Digest {
    /// The digest that is these 32 bytes.
    #[must_use]
    pub const fn from_bytes(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// The 32 bytes.
    #[must_use]
    pub const fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// Reads `sha256:` and 64 lower-case hexadecimal digits; for constants of generated code.
    pub const fn parse(text: &str) -> Result<Self, DigestError> {
        match text.as_bytes() {
            [b's', b'h', b'a', b'2', b'5', b'6', b':', hex @ ..] => Self::parse_hex_bytes(hex),
            _ => Err(DigestError),
        }
    }

    /// Reads 64 lower-case hexadecimal digits without a prefix, as file names and contract hashes have them.
    pub const fn parse_hex(text: &str) -> Result<Self, DigestError> {
        Self::parse_hex_bytes(text.as_bytes())
    }

    const fn parse_hex_bytes(mut hex: &[u8]) -> Result<Self, DigestError> {
        if hex.len() != 64 {
            return Err(DigestError);
        }
        let mut bytes = [0; 32];
        let mut rest: &mut [u8] = &mut bytes;
        while let ([high, low, further @ ..], [byte, later @ ..]) = (hex, rest) {
            match (nibble(*high), nibble(*low)) {
                (Some(high), Some(low)) => *byte = high << 4 | low,
                _ => return Err(DigestError),
            }
            hex = further;
            rest = later;
        }
        Ok(Self(bytes))
    }

    /// The plain SHA-256 of `bytes`.
    #[must_use]
    pub fn of_bytes(bytes: &[u8]) -> Self {
        Self(Sha256::digest(bytes).into())
    }

    /// The plain digest of a value: SHA-256 over its canonical bytes.
    #[must_use]
    pub fn of(value: &Value<'_>) -> Self {
        let mut hasher = Hasher::new();
        canonical::write(value, &mut hasher);
        hasher.finish()
    }

    /// The plain digest of the value that a text is, read as [`canonical::parse_with`] reads it.
    ///
    /// Reads a text whose objects have their keys in order without making the value; of a canonical text, nothing is
    /// copied either.
    pub fn of_text(text: &[u8], limits: Limits) -> Result<Self, JsonError> {
        match canonical::transcribe(text, limits) {
            Some(form) => Ok(Self::of_bytes(&form)),
            None => canonical::parse_with(text, limits).map(|value| Self::of(&value)),
        }
    }

    /// The domain digest of a value: SHA-256 over the domain, one zero byte, and the canonical bytes.
    #[must_use]
    pub fn in_domain(domain: Domain<'_>, value: &Value<'_>) -> Self {
        let mut hasher = Hasher::new();
        hasher.write(domain.0.as_bytes());
        hasher.write(&[0]);
        canonical::write(value, &mut hasher);
        hasher.finish()
    }

    /// The 64 lower-case hexadecimal digits, without the prefix.
    #[must_use]
    pub fn hex(&self) -> impl fmt::Display + '_ {
        Hex(&self.0)
    }
}

const fn nibble(digit: u8) -> Option<u8> {
    match digit {
        b'0'..=b'9' => Some(digit - b'0'),
        b'a'..=b'f' => Some(digit - b'a' + 10),
        _ => None,
    }
}

/// SHA-256 of what is written into it, for digests over more than one value.
#[derive(Clone, Debug)]
pub struct Hasher {
    hash: Sha256,
    /// What is not hashed yet. A form comes in many short pieces, each of which would cost the hash more than its copy.
    pending: [u8; PENDING],
    length: usize,
}

const PENDING: usize = 512;

impl Hasher {
    /// A hasher of nothing yet.
    #[must_use]
    pub fn new() -> Self {
        Self {
            hash: Sha256::new(),
            pending: [0; PENDING],
            length: 0,
        }
    }

    /// The digest of all that was written.
    #[must_use]
    pub fn finish(mut self) -> Digest {
        self.flush();
        Digest(self.hash.finalize().into())
    }

    fn flush(&mut self) {
        self.hash
            .update(self.pending.get(..self.length).unwrap_or_default());
        self.length = 0;
    }

    #[cold]
    fn write_over(&mut self, bytes: &[u8]) {
        self.flush();
        if bytes.len() >= PENDING {
            self.hash.update(bytes);
        } else {
            self.write(bytes);
        }
    }
}

impl Default for Hasher {
    fn default() -> Self {
        Self::new()
    }
}

impl Sink for Hasher {
    fn write(&mut self, bytes: &[u8]) {
        let place = self.pending.get_mut(self.length..);
        match place.and_then(|place| place.get_mut(..bytes.len())) {
            Some(place) => {
                place.copy_from_slice(bytes);
                self.length += bytes.len();
            }
            None => self.write_over(bytes),
        }
    }

    fn write_first(&mut self, bytes: [u8; 16], length: usize) {
        let place = self.pending.get_mut(self.length..);
        match place.and_then(<[u8]>::first_chunk_mut) {
            Some(place) if length <= bytes.len() => {
                *place = bytes;
                self.length += length;
            }
            _ => self.write(bytes.get(..length).unwrap_or(&bytes)),
        }
    }
}

struct Hex<'a>(&'a [u8; 32]);

impl fmt::Display for Hex<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{PREFIX}{}", self.hex())
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Digest {
    type Err = DigestError;

    fn from_str(text: &str) -> Result<Self, DigestError> {
        Self::parse(text)
    }
}

impl Serialize for Digest {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Digest {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor;

        impl de::Visitor<'_> for Visitor {
            type Value = Digest;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a digest")
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Digest, E> {
                Digest::parse(text).map_err(E::custom)
            }
        }
        deserializer.deserialize_str(Visitor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::constant;
    use alloc::format;
    use alloc::string::ToString as _;

    const EMPTY: &str = "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
    const HEX: &str = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
    const CONSTANT: Digest = constant!(Ok(Digest::parse(EMPTY)));

    #[test]
    fn a_digest_has_one_text() {
        assert_eq!(Digest::of_bytes(b""), CONSTANT);
        assert_eq!(CONSTANT.to_string(), EMPTY);
        assert_eq!(CONSTANT.hex().to_string(), HEX);
        assert_eq!(Digest::parse_hex(HEX), Ok(CONSTANT));
        for text in [
            "",
            "sha256:",
            EMPTY.trim_start_matches('s'),
            HEX,
            EMPTY.trim_end_matches('5'),
            &format!("{EMPTY}0"),
            &format!(" {EMPTY}"),
            &EMPTY.to_uppercase(),
            &EMPTY.replace('e', "E"),
            &EMPTY.replace('e', "g"),
            &EMPTY.replace("sha256", "sha512"),
        ] {
            assert_eq!(text.parse::<Digest>(), Err(DigestError), "{text}");
        }
    }

    #[test]
    fn a_domain_parts_digests_of_one_value() {
        let value = Value::from("x");
        assert_eq!(Digest::of(&value), Digest::of_bytes(b"\"x\""));
        let domain = Domain::new("contextos.action_binding.v1").unwrap();
        assert_eq!(
            Digest::in_domain(domain, &value),
            Digest::of_bytes(b"contextos.action_binding.v1\0\"x\"")
        );
        assert_eq!(Domain::new("a\0b"), None);
    }
}
