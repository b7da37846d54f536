//! Why a key, an envelope or a signed registry is refused, each refusal with its stable code.

use alloc::string::String;
use alloc::vec::Vec;

use super::{ENVELOPE_BYTES, KeyId, SIGNATURES};
use crate::canonical::DecodeError;
use crate::counter::Counter;
use crate::digest::Digest;
use crate::registry::RegistryError;

/// A key that is refused when it is taken in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum KeyError {
    /// `key_malformed`: a file that is no Ed25519 key, or bytes that encode no point of the curve, or encode it in
    /// another way than the one that a point has.
    #[error("{rule}")]
    Malformed {
        /// What does not hold.
        rule: &'static str,
    },
    /// `key_weak`: a point of small order, under which one signature verifies for many messages.
    #[error("the public key is weak: its point has a small order")]
    Weak,
}

impl KeyError {
    /// The stable code, in `snake_case`.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Malformed { .. } => "key_malformed",
            Self::Weak => "key_weak",
        }
    }
}

/// `key_id_invalid`: a text is not 64 lower-case hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a key id is 64 lower-case hexadecimal digits")]
pub struct KeyIdError;

impl KeyIdError {
    /// The stable code, in `snake_case`.
    #[must_use]
    pub const fn code(self) -> &'static str {
        "key_id_invalid"
    }
}

/// Why a signed registry, or the envelope beside it, is refused.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SignatureError {
    /// `envelope_malformed`: no strict JSON, a member that DSSE does not have, or one that is missing.
    #[error("the envelope is malformed: {error}")]
    EnvelopeMalformed {
        /// What is wrong with it.
        error: DecodeError,
    },
    /// `envelope_malformed`: the payload or a signature is no base64 with padding.
    #[error("the envelope is malformed: `{member}` is no base64")]
    NotBase64 {
        /// `payload` or `sig`.
        member: &'static str,
    },
    /// `envelope_malformed`: more bytes, or more signatures, than an envelope may have.
    #[error("the envelope has more than {ENVELOPE_BYTES} bytes or {SIGNATURES} signatures")]
    EnvelopeTooLarge,
    /// `payload_type_unknown`: the payload is of another type than in-toto statements are.
    #[error("the envelope holds a payload of type `{}`", found.escape_debug())]
    PayloadTypeUnknown {
        /// The type, as the envelope has it.
        found: String,
    },
    /// `key_untrusted`: no signature is by a trusted key.
    #[error("no signature is by a trusted key{}", Hints(found))]
    KeyUntrusted {
        /// The hints of the signatures that were not checked; empty texts for those that have none.
        found: Vec<String>,
    },
    /// `key_revoked`: a signature is by a key that the caller no longer trusts.
    #[error("the key {key_id} is revoked")]
    KeyRevoked {
        /// Which.
        key_id: KeyId,
    },
    /// `signature_invalid`: a signature that names a trusted key is not by it, or is of other bytes.
    #[error("the signature of the key {key_id} does not verify")]
    SignatureInvalid {
        /// The key.
        key_id: KeyId,
    },
    /// `statement_malformed`: what is signed is no strict JSON, or has other members than the statement of a registry.
    #[error("the signed statement is malformed: {error}")]
    StatementMalformed {
        /// What is wrong with it.
        error: DecodeError,
    },
    /// `statement_malformed`: what is signed is not in canonical form.
    #[error("the signed statement is malformed: it is not canonical JSON")]
    StatementNotCanonical,
    /// `statement_unknown`: what is signed says something else than which index a registry has.
    #[error("the signed statement is not about a registry: {rule}")]
    StatementUnknown {
        /// What does not hold.
        rule: &'static str,
    },
    /// `downgrade`: the statement is older than one that the caller has accepted before.
    #[error("the signed sequence {sequence} is older than {last}, which was accepted before")]
    Downgrade {
        /// What is signed.
        sequence: Counter,
        /// What was accepted last.
        last: Counter,
    },
    /// `index_mismatch`: the registry has another index than the one that is signed.
    #[error("the registry's index is {found}; signed is {signed}")]
    IndexMismatch {
        /// The digest that is signed.
        signed: Digest,
        /// The digest of the index that is there.
        found: Digest,
    },
    /// The registry itself is refused, under its own code.
    #[error(transparent)]
    Registry(#[from] RegistryError),
}

impl SignatureError {
    /// The stable code, in `snake_case`.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::EnvelopeMalformed { .. } | Self::NotBase64 { .. } | Self::EnvelopeTooLarge => {
                "envelope_malformed"
            }
            Self::PayloadTypeUnknown { .. } => "payload_type_unknown",
            Self::KeyUntrusted { .. } => "key_untrusted",
            Self::KeyRevoked { .. } => "key_revoked",
            Self::SignatureInvalid { .. } => "signature_invalid",
            Self::StatementMalformed { .. } | Self::StatementNotCanonical => "statement_malformed",
            Self::StatementUnknown { .. } => "statement_unknown",
            Self::Downgrade { .. } => "downgrade",
            Self::IndexMismatch { .. } => "index_mismatch",
            Self::Registry(error) => error.code(),
        }
    }
}

struct Hints<'h>(&'h [String]);

impl core::fmt::Display for Hints<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        for (index, hint) in self.0.iter().enumerate() {
            f.write_str(if index == 0 { "; it names " } else { ", " })?;
            if hint.is_empty() {
                f.write_str("no key")?;
            } else {
                // Whoever wrote the envelope chose the text; it stays on its line.
                write!(f, "`{}`", hint.escape_debug())?;
            }
        }
        Ok(())
    }
}
