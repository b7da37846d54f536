//! Ed25519 keys and their files: RFC 8032, RFC 8410. Verification is strict; there is no other.

use alloc::borrow::Cow;
use alloc::string::String;
use core::fmt;
use core::str::FromStr;

use ed25519::pkcs8::spki::der::pem::LineEnding;
use ed25519::pkcs8::{DecodePrivateKey as _, DecodePublicKey as _};
use ed25519::pkcs8::{EncodePrivateKey as _, EncodePublicKey as _};
use ed25519::{KeypairBytes, PublicKeyBytes};
use ed25519_dalek::{Signer as _, SigningKey, VerifyingKey};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use zeroize::Zeroizing;

use super::{KeyError, KeyIdError, SignatureError};
use crate::canonical::Sink as _;
use crate::digest::{Digest, Hasher};

/// The most bytes that a key file may have; those that this product writes have 119 and 113.
pub const KEY_FILE_BYTES: usize = 4 << 10;

/// What comes before the 32 bytes of a public key in its `SubjectPublicKeyInfo`.
const SPKI_HEAD: [u8; 12] = [
    0x30, 0x2a, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x03, 0x21, 0x00,
];

/// Names a key: SHA-256 over the DER of its `SubjectPublicKeyInfo`, in 64 lower-case hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct KeyId(Digest);

impl fmt::Display for KeyId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.hex().fmt(f)
    }
}

impl fmt::Debug for KeyId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for KeyId {
    type Err = KeyIdError;

    fn from_str(text: &str) -> Result<Self, KeyIdError> {
        Digest::parse_hex(text).map(Self).map_err(|_| KeyIdError)
    }
}

impl Serialize for KeyId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for KeyId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Cow::<str>::deserialize(deserializer)?
            .parse()
            .map_err(de::Error::custom)
    }
}

/// A public key that is fit to be trusted: a point of the curve in its one encoding, and not weak.
#[derive(Clone, PartialEq, Eq)]
pub struct PublicKey {
    key: VerifyingKey,
    id: KeyId,
}

impl PublicKey {
    /// The key that these 32 bytes encode.
    ///
    /// # Errors
    ///
    /// `key_malformed` where they encode no point, or encode one in another than its canonical way, by which one key
    /// would have two ids; `key_weak` where the point has a small order.
    pub fn from_bytes(bytes: &[u8; 32]) -> Result<Self, KeyError> {
        let malformed = |rule| KeyError::Malformed { rule };
        let key = VerifyingKey::from_bytes(bytes)
            .map_err(|_| malformed("the public key is no point of the curve"))?;
        if key.to_edwards().compress().to_bytes() != *bytes {
            return Err(malformed(
                "the public key is not the one encoding of its point",
            ));
        }
        if key.is_weak() {
            return Err(KeyError::Weak);
        }
        Ok(Self::of(key))
    }

    fn of(key: VerifyingKey) -> Self {
        let mut hasher = Hasher::new();
        hasher.write(&SPKI_HEAD);
        hasher.write(key.as_bytes());
        Self {
            key,
            id: KeyId(hasher.finish()),
        }
    }

    /// Reads a `PUBLIC KEY` in PEM (SPKI), as `openssl pkey -pubout` writes it: at most [`KEY_FILE_BYTES`].
    ///
    /// # Errors
    ///
    /// `key_malformed` where the text is no such file; else as [`Self::from_bytes`].
    pub fn from_pem(pem: &str) -> Result<Self, KeyError> {
        const RULE: &str = "the file is no Ed25519 public key in PEM";
        if pem.len() > KEY_FILE_BYTES {
            return Err(KeyError::Malformed { rule: RULE });
        }
        let bytes = PublicKeyBytes::from_public_key_pem(pem)
            .map_err(|_| KeyError::Malformed { rule: RULE })?;
        Self::from_bytes(&bytes.to_bytes())
    }

    /// The key as a `PUBLIC KEY` in PEM (SPKI), which ends with a line end.
    ///
    /// # Errors
    ///
    /// Never: a key of 32 bytes has a file.
    pub fn to_pem(&self) -> Result<String, KeyError> {
        PublicKeyBytes(self.key.to_bytes())
            .to_public_key_pem(LineEnding::LF)
            .map_err(|_| KeyError::Malformed {
                rule: "the public key cannot be written",
            })
    }

    /// The 32 bytes.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8; 32] {
        self.key.as_bytes()
    }

    /// The name of the key.
    #[must_use]
    pub const fn id(&self) -> KeyId {
        self.id
    }

    /// Checks strictly that `signature`, which is 64 bytes long, is by this key and of `message`. What is accepted is
    /// accepted by every other implementation; a signature that would fit several messages is not (semantics, section 9).
    ///
    /// # Errors
    ///
    /// `signature_invalid`.
    pub fn verify(&self, message: &[u8], signature: &[u8]) -> Result<(), SignatureError> {
        // `verify` of the crate takes points of small order, and its batches give other answers than single checks.
        ed25519::Signature::from_slice(signature)
            .and_then(|signature| self.key.verify_strict(message, &signature))
            .map_err(|_| SignatureError::SignatureInvalid { key_id: self.id })
    }
}

impl fmt::Debug for PublicKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("PublicKey").field(&self.id).finish()
    }
}

/// A private key. It is wiped when it is dropped, and nothing prints it.
pub struct SecretKey(SigningKey);

impl SecretKey {
    /// The key of a seed: 32 bytes that nobody can guess. The caller wipes the seed.
    #[must_use]
    pub fn from_seed(seed: &[u8; 32]) -> Self {
        Self(SigningKey::from_bytes(seed))
    }

    /// Reads a `PRIVATE KEY` in PEM (PKCS#8, version 1 or 2): at most [`KEY_FILE_BYTES`]. The caller wipes the text.
    ///
    /// # Errors
    ///
    /// `key_malformed` where the text is no such file, is encrypted, or names another public key than its own.
    pub fn from_pem(pem: &str) -> Result<Self, KeyError> {
        let malformed = || KeyError::Malformed {
            rule: "the file is no Ed25519 private key in PEM",
        };
        if pem.len() > KEY_FILE_BYTES {
            return Err(malformed());
        }
        let bytes = KeypairBytes::from_pkcs8_pem(pem).map_err(|_| malformed())?;
        SigningKey::try_from(&bytes)
            .map(Self)
            .map_err(|_| malformed())
    }

    /// The key as a `PRIVATE KEY` in PEM, which ends with a line end and is wiped when it is dropped.
    ///
    /// The file is PKCS#8 version 1, without the public key: OpenSSL before 3.5 and what builds on it refuse version 2.
    ///
    /// # Errors
    ///
    /// Never: a seed of 32 bytes has a file.
    pub fn to_pem(&self) -> Result<Zeroizing<String>, KeyError> {
        KeypairBytes {
            secret_key: self.0.to_bytes(),
            public_key: None,
        }
        .to_pkcs8_pem(LineEnding::LF)
        .map_err(|_| KeyError::Malformed {
            rule: "the private key cannot be written",
        })
    }

    /// The public key: of a seed, always one that [`PublicKey::from_bytes`] takes.
    #[must_use]
    pub fn public(&self) -> PublicKey {
        PublicKey::of(self.0.verifying_key())
    }

    /// The signature of `message`, which depends on nothing else.
    #[must_use]
    pub fn sign(&self, message: &[u8]) -> [u8; 64] {
        self.0.sign(message).to_bytes()
    }
}

impl fmt::Debug for SecretKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("SecretKey")
            .field(&self.public().id())
            .finish()
    }
}
