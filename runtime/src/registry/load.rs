//! Reading a registry from its folder. Every byte is verified, and nothing is loaded in part.
//!
//! A build that was killed leaves what it had not finished: temporary files, and blobs that its journal names and no index
//! reaches. They are passed over, so that the registry loads as its index says; in a signed registry they are refused.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;
use std::io::Read as _;
use std::path::Path;

use super::layout::{self, BLOBS, Files, INDEX_FILE, LAYOUT_FILE};
use super::oci::{self, Descriptor, Index, Manifest};
use super::schema::SchemaBody;
use super::store::decode;
use super::write::{JOURNAL, TEMPORARY};
use super::{
    Artefact, ArtefactRef, Body, ControlBody, FactsBody, Kind, PolicyBody, ProfileBody, Registry,
    RegistryError, invariants,
};
use crate::canonical::{self, Limits};
use crate::digest::Digest;

/// The most bytes that one file of a registry has: what the strict parser takes at most.
const FILE_BYTES: u64 = 64 << 20;

impl Registry {
    /// Loads the registry in `folder`.
    ///
    /// # Errors
    ///
    /// A coded refusal that names the file: a missing, changed, added, renamed or linked file; a document that is not
    /// canonical, has a member that is not declared or a format that is not known; an artefact that is not the one that
    /// its manifest says; a reference that leads nowhere or to other bytes; a body that breaks a rule of its kind.
    pub fn load(folder: &Path) -> Result<Self, RegistryError> {
        let folder = read(folder)?;
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

/// What is in the folder of a registry.
pub(crate) struct Folder {
    pub(crate) files: Files,
    /// Blobs that a journal names: of a build that was killed, unless the index reaches them.
    unfinished: BTreeSet<String>,
    /// The journal or a temporary file of such a build.
    left_over: Option<String>,
}

impl Folder {
    /// The files, if no build was killed over them.
    ///
    /// # Errors
    ///
    /// `unreferenced_blob` with the file that was left over.
    #[cfg_attr(
        not(feature = "signing"),
        expect(dead_code, reason = "asked of signed registries")
    )]
    pub(crate) fn settled(self) -> Result<Files, RegistryError> {
        match self.left_over {
            Some(file) => Err(RegistryError::UnreferencedBlob { file }),
            None => Ok(self.files),
        }
    }
}

/// Reads every file below the folder; nothing but what a registry has is let in.
pub(crate) fn read(root: &Path) -> Result<Folder, RegistryError> {
    let mut folder = Folder {
        files: Files::new(),
        unfinished: BTreeSet::new(),
        left_over: None,
    };
    let mut open = Vec::from([String::new()]);
    while let Some(below) = open.pop() {
        let path = root.join(&below);
        for entry in std::fs::read_dir(&path).map_err(|error| io(&path, error))? {
            let entry = entry.map_err(|error| io(&path, error))?;
            let name = entry.file_name();
            let shown = entry.path().display().to_string();
            let refused = || RegistryError::PathInvalid {
                file: shown.clone(),
            };
            let name = name.to_str().ok_or_else(refused)?;
            let relative = if below.is_empty() {
                name.to_string()
            } else {
                format!("{below}/{name}")
            };
            // The type is that of the entry itself, so a link is neither folder nor file.
            let kind = entry
                .file_type()
                .map_err(|error| io(&entry.path(), error))?;
            if kind.is_dir() && (relative == "blobs" || relative == BLOBS) {
                open.push(relative);
            } else if kind.is_file() && relative == JOURNAL {
                folder.unfinished = journal(&bounded(&entry.path())?, &shown)?;
                folder.left_over = Some(relative);
            } else if kind.is_file() && name.starts_with(TEMPORARY) {
                folder.left_over = Some(relative);
            } else if kind.is_file() && is_name(&relative) {
                folder.files.insert(relative, bounded(&entry.path())?);
            } else {
                return Err(refused());
            }
        }
    }
    Ok(folder)
}

/// The bytes of a file, if it is not larger than any that a registry has.
fn bounded(path: &Path) -> Result<Vec<u8>, RegistryError> {
    let failed = |error| io(path, error);
    let file = std::fs::File::open(path).map_err(failed)?;
    let mut bytes = Vec::new();
    file.take(FILE_BYTES + 1)
        .read_to_end(&mut bytes)
        .map_err(failed)?;
    if bytes.len() as u64 > FILE_BYTES {
        return Err(RegistryError::TooLarge {
            file: path.display().to_string(),
        });
    }
    Ok(bytes)
}

/// The blobs that the journal in a folder names; none where it is no journal.
pub(super) fn unfinished(root: &Path) -> Result<BTreeSet<String>, RegistryError> {
    Ok(journal(&bounded(&root.join(JOURNAL))?, JOURNAL).unwrap_or_default())
}

/// Whether the index in a folder can be read and names anything that is no artefact.
pub(super) fn is_index_of_others(root: &Path) -> Result<bool, RegistryError> {
    let bytes = bounded(&root.join(INDEX_FILE))?;
    let Ok(index) = canonical::parse_with(&bytes, Limits::MAX) else {
        return Ok(false);
    };
    let is_ours = |manifest: &canonical::Value<'_>| {
        manifest
            .get("artifactType")
            .and_then(canonical::Value::as_str)
            .and_then(oci::kind)
            .is_some()
    };
    Ok(index
        .get("manifests")
        .and_then(canonical::Value::as_array)
        .is_some_and(|manifests| !manifests.iter().all(is_ours)))
}

/// The blobs that a journal names, one path a line.
fn journal(bytes: &[u8], shown: &str) -> Result<BTreeSet<String>, RegistryError> {
    let refused = || invalid(shown, "is no journal of a build");
    let text = core::str::from_utf8(bytes).map_err(|_| refused())?;
    let is_blob = |path: &&str| path.starts_with(BLOBS) && is_name(path);
    let paths: BTreeSet<String> = text.lines().filter(is_blob).map(str::to_string).collect();
    (paths.len() == text.lines().count())
        .then_some(paths)
        .ok_or_else(refused)
}

/// Whether a path is one that a registry has.
fn is_name(relative: &str) -> bool {
    let is_blob = |name: &str| {
        name.len() == 64
            && name
                .bytes()
                .all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
    };
    relative == LAYOUT_FILE
        || relative == INDEX_FILE
        || relative
            .strip_prefix(BLOBS)
            .and_then(|rest| rest.strip_prefix('/'))
            .is_some_and(is_blob)
}

pub(super) fn io(path: &Path, error: std::io::Error) -> RegistryError {
    RegistryError::Io {
        file: path.display().to_string(),
        error,
    }
}
