//! Who signed a registry: Ed25519 keys, the DSSE envelope over an in-toto statement, and the trust that a caller has.
//! What a registry holds, and whether it is whole, lives in [`crate::registry`].
//!
//! A signature covers one file, `index.json`: the index names every manifest by digest, each manifest its artefact, and
//! loading refuses whatever they do not name, so those bytes pin the whole registry. `oci-layout` has only one text.
//!
//! The envelope is a file beside the folder of the registry, [`ENVELOPE_FILE`], as `ordain.lock` is, so that the folder
//! stays a plain OCI image layout. What is signed is the payload of the envelope and its type, never the envelope: the
//! key ids in it are hints, and the keys come from the caller.
//!
//! ```
//! use ordain_runtime::counter::Counter;
//! use ordain_runtime::registry::Registry;
//! use ordain_runtime::signature::{Envelope, SecretKey, Statement, Trust};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let registry = Registry::with_schemas()?;
//! // A seed from the operating system, in anything but an example.
//! let key = SecretKey::from_seed(&[7; 32]);
//! let mut envelope = Envelope::new(&Statement::of(&registry, Counter::ONE)?);
//! envelope.sign(&key)?;
//!
//! let trust = Trust { keys: vec![key.public()], ..Trust::default() };
//! let accepted = Envelope::parse(&envelope.to_bytes())?.verify(&trust)?;
//! assert_eq!(accepted.sequence, Counter::ONE);
//! # Ok(())
//! # }
//! ```

mod envelope;
mod error;
mod key;
#[cfg(feature = "std")]
mod load;
mod statement;
mod trust;

pub use envelope::{
    ENVELOPE_BYTES, ENVELOPE_FILE, Envelope, PAYLOAD_TYPE, SIGNATURES, Signature, pae,
};
pub use error::{KeyError, KeyIdError, SignatureError};
pub use key::{KEY_FILE_BYTES, KeyId, PublicKey, SecretKey};
pub use statement::{PREDICATE_TYPE, STATEMENT_TYPE, Statement};
pub use trust::{Accepted, Trust};
