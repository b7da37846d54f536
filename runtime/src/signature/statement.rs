//! What is signed: an in-toto statement that says which index a registry has, and how new that is.

use alloc::string::{String, ToString as _};
use alloc::vec;
use alloc::vec::Vec;

use serde::Deserialize;

use super::SignatureError;
use crate::canonical::{self, Object, Value};
use crate::counter::Counter;
use crate::digest::Digest;
use crate::registry::{INDEX_FILE, Registry, RegistryError, layout};

/// `_type` of every statement.
pub const STATEMENT_TYPE: &str = "https://in-toto.io/Statement/v1";
/// `predicateType` of a statement about a registry. It is a name; nothing is fetched from it. Its predicate has exactly
/// one member, `sequence`: an integer from 0 to 2^53−1 that grows with each registry that is signed.
pub const PREDICATE_TYPE: &str = "https://ordain.dev/attestation/registry/v1";

/// A registry has this index, and is the one of this number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Statement {
    /// The digest of the bytes of `index.json`.
    pub index: Digest,
    /// Grows from one signed registry to the next; an older one is refused by those who accepted a newer.
    pub sequence: Counter,
}

/// The statement as it is signed. The types are read before.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct StatementFile {
    #[serde(rename = "_type")]
    _type: String,
    subject: Vec<Subject>,
    #[serde(rename = "predicateType")]
    _predicate_type: String,
    predicate: Predicate,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Subject {
    name: String,
    digest: Digests,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Digests {
    sha256: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Predicate {
    sequence: Counter,
}

impl Statement {
    /// The statement about a registry.
    ///
    /// # Errors
    ///
    /// Never for a registry that was loaded or filled: it has an index.
    pub fn of(registry: &Registry, sequence: Counter) -> Result<Self, RegistryError> {
        let files = layout::files(registry)?;
        let index = files.get(INDEX_FILE).map(Vec::as_slice).unwrap_or_default();
        Ok(Self {
            index: Digest::of_bytes(index),
            sequence,
        })
    }

    /// The canonical bytes, which are the payload of the envelope.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut digest = Object::new();
        digest.insert("sha256", self.index.hex().to_string());
        let mut subject = Object::new();
        subject.insert("name", INDEX_FILE);
        subject.insert("digest", Value::Object(digest));
        let mut predicate = Object::new();
        predicate.insert("sequence", self.sequence);
        let mut statement = Object::new();
        statement.insert("_type", STATEMENT_TYPE);
        statement.insert("subject", Value::Array(vec![Value::Object(subject)]));
        statement.insert("predicateType", PREDICATE_TYPE);
        statement.insert("predicate", Value::Object(predicate));
        canonical::to_vec(&Value::Object(statement))
    }

    /// Reads what [`Self::to_bytes`] writes, and nothing else.
    ///
    /// # Errors
    ///
    /// `statement_malformed` for what is no strict JSON, is not in canonical form, or has other members;
    /// `statement_unknown` for a statement of another type, predicate or subject.
    pub fn parse(bytes: &[u8]) -> Result<Self, SignatureError> {
        let malformed = |error| SignatureError::StatementMalformed { error };
        let unknown = |rule| SignatureError::StatementUnknown { rule };
        let value = canonical::parse(bytes).map_err(|error| malformed(error.into()))?;
        if canonical::to_vec(&value) != bytes {
            return Err(SignatureError::StatementNotCanonical);
        }
        // The types first: another predicate has other members by right.
        let is = |member, name| value.get(member).and_then(Value::as_str) == Some(name);
        if !is("_type", STATEMENT_TYPE) {
            return Err(unknown("it is no in-toto statement of version 1"));
        }
        if !is("predicateType", PREDICATE_TYPE) {
            return Err(unknown("it has another predicate"));
        }
        let file: StatementFile = canonical::from_value(&value).map_err(malformed)?;
        let [subject] = file.subject.as_slice() else {
            return Err(unknown("it has not exactly one subject"));
        };
        if subject.name != INDEX_FILE {
            return Err(unknown("its subject is no index"));
        }
        let index = Digest::parse_hex(&subject.digest.sha256)
            .map_err(|_| unknown("its subject has no digest"))?;
        Ok(Self {
            index,
            sequence: file.predicate.sequence,
        })
    }
}
