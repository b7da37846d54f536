//! From a registry in memory to the files of an OCI image layout: artefacts, section 1. Nothing here touches a disk.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::{String, ToString as _};
use alloc::vec;
use alloc::vec::Vec;

use super::oci::{self, Descriptor, Index, Manifest};
use super::{ArtefactRef, Registry, RegistryError};
use crate::canonical;
use crate::digest::Digest;

/// Every file of the layout by its path below the folder, with `/` between folders.
pub type Files = BTreeMap<String, Vec<u8>>;

/// The path of the layout's version.
pub(super) const LAYOUT_FILE: &str = "oci-layout";
/// The path of the index.
pub(crate) const INDEX_FILE: &str = "index.json";
/// The folder of everything that is filed by digest.
pub(super) const BLOBS: &str = "blobs/sha256";

/// Lays a registry out: one manifest for each artefact revision, in the order of kind, id and revision.
///
/// # Errors
///
/// Never for a registry that [`Registry::insert`] filled: its documents all have a canonical form.
pub fn files(registry: &Registry) -> Result<Files, RegistryError> {
    let mut files = Files::new();
    let config = blob(&mut files, oci::EMPTY_TYPE, oci::EMPTY.to_vec());
    let mut manifests = Vec::new();
    for reference in registry.references() {
        let bytes = registry
            .by_ref(&reference)
            .ok_or_else(|| RegistryError::missing(reference.artifact_id.as_str(), &reference))?;
        let media_type = oci::media_type(reference.artifact_type);
        let layer = blob(&mut files, &media_type, bytes.to_vec());
        let annotations = annotations(&reference);
        let manifest = Manifest {
            schema_version: 2,
            media_type: oci::MANIFEST_TYPE.to_string(),
            artifact_type: media_type.clone(),
            config: config.clone(),
            layers: vec![layer],
            annotations: annotations.clone(),
        };
        let mut descriptor = blob(
            &mut files,
            oci::MANIFEST_TYPE,
            encode(&manifest, "manifest")?,
        );
        descriptor.artifact_type = Some(media_type);
        descriptor.annotations = annotations;
        descriptor
            .annotations
            .insert(oci::REF_NAME.to_string(), tag(&reference));
        manifests.push(descriptor);
    }
    let index = Index {
        schema_version: 2,
        media_type: oci::INDEX_TYPE.to_string(),
        manifests,
    };
    files.insert(INDEX_FILE.to_string(), encode(&index, INDEX_FILE)?);
    files.insert(LAYOUT_FILE.to_string(), oci::LAYOUT.as_bytes().to_vec());
    Ok(files)
}

/// The path of a blob.
pub(super) fn blob_path(digest: &Digest) -> String {
    format!("{BLOBS}/{}", digest.hex())
}

/// Id and revision of an artefact, as its manifest and its descriptor carry them.
pub(super) fn annotations(reference: &ArtefactRef) -> BTreeMap<String, String> {
    BTreeMap::from([
        (oci::ID.to_string(), reference.artifact_id.clone()),
        (oci::REVISION.to_string(), reference.version.clone()),
    ])
}

/// A tag by which clients find an artefact: `kind.id-revision` where that is one, else the digest. Tags are at most
/// 128 characters; names and revisions are made of characters that a tag may have.
pub(super) fn tag(reference: &ArtefactRef) -> String {
    let readable = format!(
        "{}.{}-{}",
        reference.artifact_type.as_str(),
        reference.artifact_id,
        reference.version
    );
    if readable.len() <= 128 {
        readable
    } else {
        format!("sha256-{}", reference.sha256.hex())
    }
}

fn blob(files: &mut Files, media_type: &str, bytes: Vec<u8>) -> Descriptor {
    let digest = Digest::of_bytes(&bytes);
    let size = bytes.len() as u64;
    files.insert(blob_path(&digest), bytes);
    Descriptor {
        media_type: media_type.to_string(),
        artifact_type: None,
        digest,
        size,
        annotations: BTreeMap::new(),
    }
}

fn encode<T: serde::Serialize>(document: &T, what: &str) -> Result<Vec<u8>, RegistryError> {
    canonical::to_canonical(document).map_err(|error| RegistryError::Encode {
        what: what.to_string(),
        error,
    })
}
