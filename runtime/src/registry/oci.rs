//! The documents of the OCI image layout, as far as a registry of artefacts uses them: image-spec 1.1.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use super::Kind;
use crate::digest::Digest;

/// The text of `oci-layout`.
pub(super) const LAYOUT: &str = r#"{"imageLayoutVersion":"1.0.0"}"#;
/// The bytes of the empty configuration that every manifest refers to.
pub(super) const EMPTY: &[u8] = b"{}";
pub(super) const INDEX_TYPE: &str = "application/vnd.oci.image.index.v1+json";
pub(super) const MANIFEST_TYPE: &str = "application/vnd.oci.image.manifest.v1+json";
pub(super) const EMPTY_TYPE: &str = "application/vnd.oci.empty.v1+json";
/// The annotation by which clients find a manifest.
pub(super) const REF_NAME: &str = "org.opencontainers.image.ref.name";
pub(super) const ID: &str = "dev.ordain.artefact.id";
pub(super) const REVISION: &str = "dev.ordain.artefact.revision";

/// The media type of a kind of artefact.
pub(super) fn media_type(kind: Kind) -> String {
    format!("application/vnd.ordain.{}.v1+json", kind.as_str())
}

/// The kind that a media type stands for.
#[cfg(feature = "std")]
pub(super) fn kind(media_type: &str) -> Option<Kind> {
    Kind::ALL
        .into_iter()
        .find(|kind| self::media_type(*kind) == media_type)
}

/// Names bytes by type, digest and size.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct Descriptor {
    pub(super) media_type: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) artifact_type: Option<String>,
    pub(super) digest: Digest,
    pub(super) size: u64,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(super) annotations: BTreeMap<String, String>,
}

/// `index.json`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct Index {
    pub(super) schema_version: u32,
    pub(super) media_type: String,
    pub(super) manifests: Vec<Descriptor>,
}

/// The manifest of one artefact revision.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct Manifest {
    pub(super) schema_version: u32,
    pub(super) media_type: String,
    pub(super) artifact_type: String,
    pub(super) config: Descriptor,
    pub(super) layers: Vec<Descriptor>,
    pub(super) annotations: BTreeMap<String, String>,
}
