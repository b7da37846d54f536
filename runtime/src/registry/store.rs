//! The store in memory: artefacts by name, bytes by digest. Files are for [`super::layout`] and `load`.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::artefact::Envelope;
use super::{Artefact, ArtefactRef, Body, Kind, RegistryError, invariants, schema};
use crate::canonical::{self, Limits};
use crate::digest::Digest;
use crate::policy::interpret::Definitions;

/// Artefacts whose every byte is known by its digest.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Registry {
    by_name: BTreeMap<(Kind, String, String), Digest>,
    bytes: BTreeMap<Digest, Vec<u8>>,
}

impl Registry {
    /// A registry that holds the schemas of every kind of body and nothing else.
    ///
    /// # Errors
    ///
    /// Never, as long as the schemas are sound, which a test sees to.
    pub fn with_schemas() -> Result<Self, RegistryError> {
        let mut registry = Self::default();
        for artefact in schema::all()? {
            registry.insert(&artefact)?;
        }
        Ok(registry)
    }

    /// Stores an artefact and gives the reference that pins it.
    ///
    /// # Errors
    ///
    /// `revision_mutated` where its id and revision already stand for other bytes; `invariant_broken` where its body
    /// breaks a rule of its kind; `definition_missing` where it refers to something that is not stored yet.
    pub fn insert<B: Body + 'static>(
        &mut self,
        artefact: &Artefact<B>,
    ) -> Result<ArtefactRef, RegistryError> {
        let what = format!("{}@{}", artefact.artifact_id, artefact.version);
        let bytes = canonical::to_canonical(artefact).map_err(|error| RegistryError::Encode {
            what: what.clone(),
            error,
        })?;
        let reference = ArtefactRef {
            artifact_type: artefact.artifact_type,
            artifact_id: artefact.artifact_id.clone(),
            version: artefact.version.clone(),
            sha256: Digest::of_bytes(&bytes),
        };
        invariants::check(self, artefact)?;
        self.file(&reference, bytes)?;
        Ok(reference)
    }

    /// Files bytes under their reference, whose digest has been computed from them.
    pub(super) fn file(
        &mut self,
        reference: &ArtefactRef,
        bytes: Vec<u8>,
    ) -> Result<(), RegistryError> {
        let key = (
            reference.artifact_type,
            reference.artifact_id.clone(),
            reference.version.clone(),
        );
        match self.by_name.get(&key) {
            Some(before) if *before != reference.sha256 => {
                return Err(RegistryError::RevisionMutated {
                    id: key.1,
                    revision: key.2,
                });
            }
            Some(_) => {}
            None => {
                self.by_name.insert(key, reference.sha256);
                self.bytes.insert(reference.sha256, bytes);
            }
        }
        Ok(())
    }

    /// The reference of one revision.
    #[must_use]
    pub fn get(&self, kind: Kind, id: &str, revision: &str) -> Option<ArtefactRef> {
        let key = (kind, String::from(id), String::from(revision));
        let sha256 = *self.by_name.get(&key)?;
        Some(ArtefactRef {
            artifact_type: kind,
            artifact_id: key.1,
            version: key.2,
            sha256,
        })
    }

    /// The references of everything stored, by kind, id and revision.
    pub fn references(&self) -> impl Iterator<Item = ArtefactRef> {
        self.by_name
            .iter()
            .map(|((kind, id, revision), digest)| ArtefactRef {
                artifact_type: *kind,
                artifact_id: id.clone(),
                version: revision.clone(),
                sha256: *digest,
            })
    }

    /// The bytes of an artefact; `None` where it is not stored under exactly this reference.
    #[must_use]
    pub fn by_ref(&self, reference: &ArtefactRef) -> Option<&[u8]> {
        let key = (
            reference.artifact_type,
            reference.artifact_id.clone(),
            reference.version.clone(),
        );
        if self.by_name.get(&key) != Some(&reference.sha256) {
            return None;
        }
        self.bytes.get(&reference.sha256).map(Vec::as_slice)
    }

    /// An artefact with its body.
    ///
    /// # Errors
    ///
    /// `definition_missing` where it is not stored; `artefact_mismatch` where it is of another kind.
    pub fn decode<B: Body>(&self, reference: &ArtefactRef) -> Result<Artefact<B>, RegistryError> {
        let bytes = self
            .by_ref(reference)
            .ok_or_else(|| RegistryError::missing(reference.artifact_id.as_str(), reference))?;
        decode(bytes, reference)
    }
}

impl Definitions for Registry {
    fn bytes(&self, reference: &ArtefactRef) -> Option<&[u8]> {
        self.by_ref(reference)
    }
}

/// Reads an artefact strictly: canonical form, and kind, id, revision and format as the reference says.
pub(super) fn decode<B: Body>(
    bytes: &[u8],
    reference: &ArtefactRef,
) -> Result<Artefact<B>, RegistryError> {
    let what = || format!("{}@{}", reference.artifact_id, reference.version);
    // Predicates nest deeper, and policies hold more values, than a document has by default.
    let value =
        canonical::parse_with(bytes, Limits::MAX).map_err(|error| RegistryError::Malformed {
            what: what(),
            error: error.into(),
        })?;
    if canonical::to_vec(&value) != bytes {
        return Err(RegistryError::NotCanonical { what: what() });
    }
    let envelope = Envelope::of(&value);
    if envelope.artifact_type == Some(B::KIND.as_str())
        && envelope.format != Some(B::FORMAT.as_str())
    {
        return Err(RegistryError::UnknownFormat { what: what() });
    }
    let artefact: Artefact<B> =
        canonical::from_value(&value).map_err(|error| RegistryError::Malformed {
            what: what(),
            error,
        })?;
    let is_as_referred = artefact.artifact_type == reference.artifact_type
        && artefact.artifact_type == B::KIND
        && artefact.artifact_id == reference.artifact_id
        && artefact.version == reference.version
        && artefact.format == B::FORMAT;
    if !is_as_referred {
        return Err(RegistryError::ArtefactMismatch { what: what() });
    }
    Ok(artefact)
}
