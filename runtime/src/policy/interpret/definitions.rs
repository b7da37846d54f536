//! Where artefacts come from, and the checks that nothing loaded escapes: its digest, its canonical form, its
//! envelope. What a body means is checked by who loads it.

use serde::de::DeserializeOwned;

use super::error::{LoadError, LoadFault};
use crate::canonical::{self, Limits};
use crate::digest::Digest;
use crate::registry::{Artefact, ArtefactRef, Format};

/// Holds artefacts by reference. Nothing that it gives is trusted.
pub trait Definitions {
    /// The bytes of the artefact, if it is there.
    fn bytes(&self, reference: &ArtefactRef) -> Option<&[u8]>;
}

impl<D: Definitions + ?Sized> Definitions for &D {
    fn bytes(&self, reference: &ArtefactRef) -> Option<&[u8]> {
        (**self).bytes(reference)
    }
}

/// The body of an artefact of the given format, after every check.
pub(super) fn load<B: DeserializeOwned>(
    definitions: &impl Definitions,
    reference: &ArtefactRef,
    format: Format,
) -> Result<B, LoadError> {
    verified(definitions, reference, format).map_err(|fault| LoadError::new(reference, fault))
}

fn verified<B: DeserializeOwned>(
    definitions: &impl Definitions,
    reference: &ArtefactRef,
    format: Format,
) -> Result<B, LoadFault> {
    let bytes = definitions
        .bytes(reference)
        .ok_or(LoadFault::DefinitionMissing)?;
    if Digest::of_bytes(bytes) != reference.sha256 {
        return Err(LoadFault::DigestMismatch);
    }
    // A predicate nests two levels of JSON for each of its own, more than a document has by default.
    let value = canonical::parse_with(bytes, Limits::MAX)
        .map_err(|error| LoadFault::Malformed(error.into()))?;
    if canonical::to_vec(&value) != bytes {
        return Err(LoadFault::NotCanonical);
    }
    let artefact: Artefact<B> = canonical::from_value(&value).map_err(LoadFault::Malformed)?;
    let is_as_referred = artefact.artifact_type == reference.artifact_type
        && artefact.artifact_id == reference.artifact_id
        && artefact.version == reference.version;
    if !is_as_referred || artefact.format != format {
        return Err(LoadFault::OtherArtefact);
    }
    Ok(artefact.body)
}
