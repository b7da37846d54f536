//! Whether an envelope is accepted: by whom it is signed, against whom the caller trusts.

use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;

use super::{Envelope, KeyId, PAYLOAD_TYPE, PublicKey, Signature, SignatureError, Statement};
use crate::counter::Counter;
use crate::digest::Digest;

/// Whom a caller trusts, and what it has accepted before. None of it comes from the envelope.
#[derive(Clone, Debug, Default)]
pub struct Trust {
    /// Each of these may sign; several while one follows another.
    pub keys: Vec<PublicKey>,
    /// Keys that may not sign any more, even where they are among `keys`.
    pub revoked: BTreeSet<KeyId>,
    /// The sequence that was accepted last, which the caller keeps; without it, every sequence is new enough.
    ///
    /// Two registries that were signed under one sequence both pass: only who signs can rule that out.
    pub last_accepted: Option<Counter>,
    /// Take an older sequence than `last_accepted`.
    pub allow_downgrade: bool,
}

/// What was accepted, and on whose word.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Accepted {
    /// The digest of the index that is signed.
    pub index: Digest,
    /// To be kept as the next `last_accepted`.
    pub sequence: Counter,
    /// The trusted keys whose signatures verified: at least one, sorted.
    pub key_ids: Vec<KeyId>,
    /// The hints of signatures that no trusted key could check: in the order of the envelope, empty where there is none.
    pub unchecked: Vec<String>,
}

/// What one signature is worth.
enum Verdict {
    By(KeyId),
    Unchecked,
}

impl Envelope {
    /// Checks the signatures over the bytes of the payload, then reads the same bytes strictly.
    ///
    /// Every signature that names a trusted key must verify, and there must be one. A hint that names another key leaves
    /// its signature unchecked; a signature without a hint is tried with each trusted key. Work is bounded by
    /// [`super::SIGNATURES`] times the trusted keys.
    ///
    /// # Errors
    ///
    /// In this order: `payload_type_unknown`; of the first signature at fault, `key_revoked` or `signature_invalid`;
    /// `key_untrusted`; `statement_malformed`, `statement_unknown`; `downgrade`.
    pub fn verify(&self, trust: &Trust) -> Result<Accepted, SignatureError> {
        if self.payload_type != PAYLOAD_TYPE {
            return Err(SignatureError::PayloadTypeUnknown {
                found: self.payload_type.clone(),
            });
        }
        let message = self.pae();
        let mut key_ids = BTreeSet::new();
        let mut unchecked = Vec::new();
        for signature in &self.signatures {
            match trust.judge(signature, &message)? {
                Verdict::By(key_id) => {
                    key_ids.insert(key_id);
                }
                Verdict::Unchecked => unchecked.push(signature.key_id.clone()),
            }
        }
        if key_ids.is_empty() {
            return Err(SignatureError::KeyUntrusted { found: unchecked });
        }
        let statement = Statement::parse(&self.payload)?;
        trust.judge_age(statement.sequence)?;
        Ok(Accepted {
            index: statement.index,
            sequence: statement.sequence,
            key_ids: key_ids.into_iter().collect(),
            unchecked,
        })
    }
}

impl Trust {
    fn judge(&self, signature: &Signature, message: &[u8]) -> Result<Verdict, SignatureError> {
        let key = if signature.key_id.is_empty() {
            let mut keys = self.keys.iter();
            keys.find(|key| key.verify(message, &signature.bytes).is_ok())
        } else {
            let Ok(key_id) = signature.key_id.parse() else {
                return Ok(Verdict::Unchecked);
            };
            self.refuse_revoked(key_id)?;
            self.keys.iter().find(|key| key.id() == key_id)
        };
        let Some(key) = key else {
            return Ok(Verdict::Unchecked);
        };
        self.refuse_revoked(key.id())?;
        key.verify(message, &signature.bytes)?;
        Ok(Verdict::By(key.id()))
    }

    fn refuse_revoked(&self, key_id: KeyId) -> Result<(), SignatureError> {
        if self.revoked.contains(&key_id) {
            return Err(SignatureError::KeyRevoked { key_id });
        }
        Ok(())
    }

    fn judge_age(&self, sequence: Counter) -> Result<(), SignatureError> {
        match self.last_accepted {
            Some(last) if sequence < last && !self.allow_downgrade => {
                Err(SignatureError::Downgrade { sequence, last })
            }
            _ => Ok(()),
        }
    }
}
