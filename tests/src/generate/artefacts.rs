//! Artefacts in memory.

use std::collections::BTreeMap;

use ordain_runtime::canonical::{EncodeError, to_canonical};
use ordain_runtime::digest::Digest;
use ordain_runtime::policy::interpret;
use ordain_runtime::registry::{Artefact, ArtefactRef, Format, Kind};
use serde::Serialize;

/// Artefacts by reference.
#[derive(Clone, Debug, Default)]
pub struct Definitions(BTreeMap<ArtefactRef, Vec<u8>>);

impl Definitions {
    /// Files a body under an id at revision 1; gives the reference to it.
    pub fn file<B: Serialize>(
        &mut self,
        artifact_type: Kind,
        format: Format,
        id: &str,
        body: B,
    ) -> Result<ArtefactRef, EncodeError> {
        let artefact = Artefact {
            artifact_type,
            artifact_id: id.into(),
            version: "1".into(),
            format,
            body,
        };
        let bytes = to_canonical(&artefact)?;
        let reference = ArtefactRef {
            artifact_type,
            artifact_id: artefact.artifact_id,
            version: artefact.version,
            sha256: Digest::of_bytes(&bytes),
        };
        self.0.insert(reference.clone(), bytes);
        Ok(reference)
    }
}

impl interpret::Definitions for Definitions {
    fn bytes(&self, reference: &ArtefactRef) -> Option<&[u8]> {
        self.0.get(reference).map(Vec::as_slice)
    }
}
