//! Reading a registry from its folder. Every byte is verified, and nothing is loaded in part.
//!
//! A build that was killed leaves what it had not finished: temporary files, and blobs that its journal names and no index
//! reaches. They are passed over, so that the registry loads as its index says; in a signed registry they are refused.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;
use std::path::Path;

use super::folder;
use super::layout::{self, Files, INDEX_FILE, LAYOUT_FILE};
use super::oci::{self, Descriptor, Index, Manifest};
use super::schema::SchemaBody;
use super::store::decode;
use super::{
    Artefact, ArtefactRef, Body, ControlBody, FactsBody, Kind, PolicyBody, ProfileBody, Registry,
    RegistryError, invariants,
};
use crate::canonical::{self, Limits};
use crate::digest::Digest;

impl Registry {
    /// Loads the registry in `folder`.
    ///
    /// # Errors
    ///
    /// A coded refusal that names the file: a missing, changed, added, renamed or linked file; a document that is not
    /// canonical, has a member that is not declared or a format that is not known; an artefact that is not the one that
    /// its manifest says; a reference that leads nowhere or to other bytes; a body that breaks a rule of its kind.
    pub fn load(folder: &Path) -> Result<Self, RegistryError> {
        let folder = folder::read(folder)?;
        from_files(&folder.files, &folder.unfinished)
    }

    /// Loads a registry from the files of its folder, by their paths below it.
    ///
    /// # Errors
    ///
    /// As [`Self::load`].
    pub fn from_files(files: &Files) -> Result<Self, RegistryError> {
        from_files(files, &BTreeSet::new())
    }
}

/// Loads what the index reaches; `unfinished` files that it does not reach are passed over.
fn from_files(files: &Files, unfinished: &BTreeSet<String>) -> Result<Registry, RegistryError> {
    let mut reader = Reader {
        files,
        reached: BTreeSet::new(),
    };
    let layout = reader.file(LAYOUT_FILE)?;
    if layout != oci::LAYOUT.as_bytes() {
        return Err(invalid(LAYOUT_FILE, "is not version 1.0.0 of the layout"));
    }
    let index: Index = document(reader.file(INDEX_FILE)?, INDEX_FILE)?;
    if index.schema_version != 2 || index.media_type != oci::INDEX_TYPE {
        return Err(invalid(INDEX_FILE, "is no OCI image index"));
    }
    let mut found = BTreeMap::new();
    for descriptor in &index.manifests {
        let (reference, bytes) = reader.artefact(descriptor)?;
        let key = (
            reference.artifact_type,
            reference.artifact_id.clone(),
            reference.version.clone(),
        );
        if found.insert(key, (reference.clone(), bytes)).is_some() {
            return Err(RegistryError::RevisionMutated {
                id: reference.artifact_id,
                revision: reference.version,
            });
        }
    }
    if let Some(extra) = files
        .keys()
        .find(|path| !reader.reached.contains(*path) && !unfinished.contains(*path))
    {
        return Err(RegistryError::UnreferencedBlob {
            file: extra.clone(),
        });
    }
    let mut registry = Registry::default();
    for (reference, bytes) in found.values() {
        registry.file(reference, bytes.to_vec())?;
    }
    for (reference, bytes) in found.values() {
        verify(&registry, reference, bytes)?;
    }
    // The index, the tags and the order of both are what this product writes for these artefacts, or are refused.
    let reached = |path: &&String| reader.reached.contains(*path);
    if !layout::files(&registry)?
        .iter()
        .eq(files.iter().filter(|(path, _)| reached(path)))
    {
        return Err(invalid(INDEX_FILE, "is not the index of these artefacts"));
    }
    Ok(registry)
}

struct Reader<'f> {
    files: &'f Files,
    reached: BTreeSet<String>,
}

impl<'f> Reader<'f> {
    fn file(&mut self, path: &str) -> Result<&'f [u8], RegistryError> {
        self.reached.insert(path.to_string());
        self.files
            .get(path)
            .map(Vec::as_slice)
            .ok_or_else(|| invalid(path, "is missing"))
    }

    fn blob(&mut self, descriptor: &Descriptor, referrer: &str) -> Result<&'f [u8], RegistryError> {
        let path = layout::blob_path(&descriptor.digest);
        self.reached.insert(path.clone());
        let bytes = self
            .files
            .get(&path)
            .ok_or_else(|| RegistryError::DefinitionMissing {
                what: referrer.to_string(),
                digest: descriptor.digest,
            })?;
        if bytes.len() as u64 != descriptor.size || Digest::of_bytes(bytes) != descriptor.digest {
            return Err(RegistryError::DigestMismatch { file: path });
        }
        Ok(bytes)
    }

    fn artefact(
        &mut self,
        descriptor: &Descriptor,
    ) -> Result<(ArtefactRef, &'f [u8]), RegistryError> {
        let path = layout::blob_path(&descriptor.digest);
        let manifest: Manifest = document(self.blob(descriptor, INDEX_FILE)?, &path)?;
        let is_ours = manifest.schema_version == 2
            && manifest.media_type == oci::MANIFEST_TYPE
            && descriptor.media_type == oci::MANIFEST_TYPE
            && descriptor.artifact_type.as_ref() == Some(&manifest.artifact_type)
            && manifest.config.media_type == oci::EMPTY_TYPE;
        let (Some(kind), [layer], true) = (
            oci::kind(&manifest.artifact_type),
            manifest.layers.as_slice(),
            is_ours,
        ) else {
            return Err(invalid(&path, "is no manifest of an artefact"));
        };
        self.blob(&manifest.config, &path)?;
        let annotation = |name| manifest.annotations.get(name).cloned();
        let (Some(artifact_id), Some(version)) = (annotation(oci::ID), annotation(oci::REVISION))
        else {
            return Err(invalid(&path, "does not name its artefact"));
        };
        let bytes = self.blob(layer, &path)?;
        Ok((
            ArtefactRef {
                artifact_type: kind,
                artifact_id,
                version,
                sha256: layer.digest,
            },
            bytes,
        ))
    }
}

fn verify(registry: &Registry, reference: &ArtefactRef, bytes: &[u8]) -> Result<(), RegistryError> {
    fn body<B: Body + 'static>(
        registry: &Registry,
        reference: &ArtefactRef,
        bytes: &[u8],
    ) -> Result<(), RegistryError> {
        let artefact: Artefact<B> = decode(bytes, reference)?;
        invariants::check(registry, &artefact)
    }
    match reference.artifact_type {
        Kind::Control => body::<ControlBody>(registry, reference, bytes),
        Kind::Facts => body::<FactsBody>(registry, reference, bytes),
        Kind::Policy => body::<PolicyBody>(registry, reference, bytes),
        Kind::Profile => body::<ProfileBody>(registry, reference, bytes),
        Kind::Schema => body::<SchemaBody>(registry, reference, bytes),
    }
}

fn document<T: serde::de::DeserializeOwned>(bytes: &[u8], path: &str) -> Result<T, RegistryError> {
    let what = || path.to_string();
    let malformed = |error| RegistryError::Malformed {
        what: what(),
        error,
    };
    let value =
        canonical::parse_with(bytes, Limits::MAX).map_err(|error| malformed(error.into()))?;
    if canonical::to_vec(&value) != bytes {
        return Err(RegistryError::NotCanonical { what: what() });
    }
    canonical::from_value(&value).map_err(malformed)
}

fn invalid(file: &str, rule: &'static str) -> RegistryError {
    RegistryError::LayoutInvalid {
        file: file.to_string(),
        rule,
    }
}
