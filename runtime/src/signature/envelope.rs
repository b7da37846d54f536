//! The envelope: DSSE 1.0. It holds bytes, their type and signatures over both; whom to trust is the caller's to say.

use alloc::borrow::ToOwned as _;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;

use base64ct::{Base64, Base64Url, Encoding as _};
use serde::Deserialize;

use super::{SecretKey, SignatureError, Statement};
use crate::canonical::{self, Limits, Object, Value};
use crate::constant;

/// The name of the file, beside the folder of the registry that it is about.
pub const ENVELOPE_FILE: &str = "ordain.sig";
/// The type of an in-toto statement.
pub const PAYLOAD_TYPE: &str = "application/vnd.in-toto+json";
/// The most bytes that an envelope may have.
pub const ENVELOPE_BYTES: usize = 64 << 10;
/// The most signatures that an envelope may have.
pub const SIGNATURES: usize = 64;

const LIMITS: Limits = constant!(Some(Limits::new(8, 1_000, 64 << 10)));

/// A payload and the signatures over it. Nothing in it is to be believed before [`Envelope::verify`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Envelope {
    /// The type of the payload.
    pub payload_type: String,
    /// What is signed, byte for byte.
    pub payload: Vec<u8>,
    /// At most [`SIGNATURES`].
    pub signatures: Vec<Signature>,
}

/// One signature of an envelope.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature {
    /// A hint at the key, which nobody signed: empty where there is none.
    pub key_id: String,
    /// 64 bytes, if it is one of Ed25519.
    pub bytes: Vec<u8>,
}

/// What is signed: the type and the payload, each behind its length in decimal, so that neither passes for the other.
#[must_use]
pub fn pae(payload_type: &str, payload: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(payload_type.len() + payload.len() + 32);
    bytes.extend_from_slice(b"DSSEv1");
    for part in [payload_type.as_bytes(), payload] {
        bytes.push(b' ');
        bytes.extend_from_slice(part.len().to_string().as_bytes());
        bytes.push(b' ');
        bytes.extend_from_slice(part);
    }
    bytes
}

/// The envelope as its file has it.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct EnvelopeFile {
    payload: String,
    payload_type: String,
    signatures: Vec<SignatureFile>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SignatureFile {
    #[serde(default)]
    keyid: Option<String>,
    sig: String,
}

impl Envelope {
    /// An envelope of a statement that nobody has signed yet.
    #[must_use]
    pub fn new(statement: &Statement) -> Self {
        Self {
            payload_type: PAYLOAD_TYPE.to_owned(),
            payload: statement.to_bytes(),
            signatures: Vec::new(),
        }
    }

    /// Adds the signature of a key, in place of the one that names it already.
    ///
    /// # Errors
    ///
    /// `envelope_malformed` where there are [`SIGNATURES`] already.
    pub fn sign(&mut self, key: &SecretKey) -> Result<(), SignatureError> {
        let key_id = key.public().id().to_string();
        let bytes = key.sign(&self.pae()).to_vec();
        let is_full = self.signatures.len() >= SIGNATURES;
        let before = self
            .signatures
            .iter_mut()
            .find(|signature| signature.key_id == key_id);
        match before {
            Some(signature) => signature.bytes = bytes,
            None if is_full => return Err(SignatureError::EnvelopeTooLarge),
            None => self.signatures.push(Signature { key_id, bytes }),
        }
        Ok(())
    }

    /// Reads an envelope. Both alphabets of base64 are taken, with padding, one in each text; what is not strict JSON,
    /// has members that DSSE does not name or is larger than [`ENVELOPE_BYTES`] and [`SIGNATURES`] allow is not.
    ///
    /// # Errors
    ///
    /// `envelope_malformed`.
    pub fn parse(bytes: &[u8]) -> Result<Self, SignatureError> {
        if bytes.len() > ENVELOPE_BYTES {
            return Err(SignatureError::EnvelopeTooLarge);
        }
        let file: EnvelopeFile = canonical::from_slice_with(bytes, LIMITS)
            .map_err(|error| SignatureError::EnvelopeMalformed { error })?;
        if file.signatures.len() > SIGNATURES {
            return Err(SignatureError::EnvelopeTooLarge);
        }
        let read = |signature: SignatureFile| -> Result<Signature, SignatureError> {
            Ok(Signature {
                key_id: signature.keyid.unwrap_or_default(),
                bytes: base64(&signature.sig, "sig")?,
            })
        };
        let signatures = file.signatures.into_iter().map(read);
        Ok(Self {
            payload: base64(&file.payload, "payload")?,
            signatures: signatures.collect::<Result<_, _>>()?,
            payload_type: file.payload_type,
        })
    }

    /// The bytes of the file: canonical JSON, base64 in its standard alphabet.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let signatures = self.signatures.iter().map(|signature| {
            let mut members = Object::new();
            if !signature.key_id.is_empty() {
                members.insert("keyid", signature.key_id.as_str());
            }
            members.insert("sig", Base64::encode_string(&signature.bytes));
            Value::Object(members)
        });
        let mut members = Object::new();
        members.insert("payload", Base64::encode_string(&self.payload));
        members.insert("payloadType", self.payload_type.as_str());
        members.insert("signatures", Value::Array(signatures.collect()));
        canonical::to_vec(&Value::Object(members))
    }

    /// What the signatures are over.
    pub(super) fn pae(&self) -> Vec<u8> {
        pae(&self.payload_type, &self.payload)
    }
}

fn base64(text: &str, member: &'static str) -> Result<Vec<u8>, SignatureError> {
    Base64::decode_vec(text)
        .or_else(|_| Base64Url::decode_vec(text))
        .map_err(|_| SignatureError::NotBase64 { member })
}
