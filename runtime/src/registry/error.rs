//! Why a registry, or one artefact of it, is refused.

use alloc::string::String;

use super::ArtefactRef;
use crate::canonical::{DecodeError, EncodeError};
use crate::digest::Digest;

/// A refusal, which names the file or the artefact. Nothing is ever loaded in part.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RegistryError {
    /// Nothing is filed under the digest that something refers to.
    #[error("`{what}` refers to {digest}, which the registry does not hold")]
    DefinitionMissing {
        /// What refers to it.
        what: String,
        /// What is missing.
        digest: Digest,
    },
    /// Bytes have another digest, or another size, than the one that they are filed under.
    #[error("`{file}` does not hold the bytes of its digest")]
    DigestMismatch {
        /// The file.
        file: String,
    },
    /// One id and revision stands for two different artefacts.
    #[error("`{id}@{revision}` stands for two different artefacts")]
    RevisionMutated {
        /// The id.
        id: String,
        /// The revision.
        revision: String,
    },
    /// An artefact is not in the one form that its meaning has.
    #[error("`{what}` is not canonical JSON")]
    NotCanonical {
        /// What it is.
        what: String,
    },
    /// A document is no strict JSON, has a member that is not declared, or lacks one that is.
    #[error("`{what}`: {error}")]
    Malformed {
        /// What it is.
        what: String,
        /// What is wrong with it.
        error: DecodeError,
    },
    /// An artefact has a format that this version does not know.
    #[error("`{what}` has an unknown format")]
    UnknownFormat {
        /// What it is.
        what: String,
    },
    /// An artefact is not the one that its manifest, its annotations or a reference say.
    #[error("`{what}` is another artefact than what refers to it says")]
    ArtefactMismatch {
        /// What it is.
        what: String,
    },
    /// A body breaks a rule of its kind.
    #[error("`{what}`: {rule}")]
    InvariantBroken {
        /// What it is.
        what: String,
        /// What does not hold.
        rule: &'static str,
    },
    /// A file that no index reaches, or that belongs to no registry.
    #[error("`{file}` belongs to no artefact of the index")]
    UnreferencedBlob {
        /// The file.
        file: String,
    },
    /// A path that leaves the folder, a link, or a name that no registry has.
    #[error("`{file}` is no file of a registry")]
    PathInvalid {
        /// The file.
        file: String,
    },
    /// The layout, the index or a manifest is not one of this product.
    #[error("`{file}`: {rule}")]
    LayoutInvalid {
        /// The file.
        file: String,
        /// What does not hold.
        rule: &'static str,
    },
    /// A file is larger than any that a registry has.
    #[error("`{file}` is too large")]
    TooLarge {
        /// The file.
        file: String,
    },
    /// A lock file that this product did not write.
    #[error("line {line} of the lock file {rule}")]
    LockInvalid {
        /// From 1.
        line: usize,
        /// What does not hold.
        rule: &'static str,
    },
    /// What is to be stored has no canonical form.
    #[error("`{what}`: {error}")]
    Encode {
        /// What it is.
        what: String,
        /// Why.
        error: EncodeError,
    },
    /// The folder holds something else than a registry, and is left alone.
    #[error("`{folder}` is not empty and holds no registry")]
    NotARegistry {
        /// The folder.
        folder: String,
    },
    /// A file or folder cannot be read or written.
    #[cfg(feature = "std")]
    #[error("`{file}`: {error}")]
    Io {
        /// Which.
        file: String,
        /// Why.
        error: std::io::Error,
    },
}

impl RegistryError {
    /// The stable code.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::DefinitionMissing { .. } => "definition_missing",
            Self::DigestMismatch { .. } => "digest_mismatch",
            Self::RevisionMutated { .. } => "revision_mutated",
            Self::NotCanonical { .. } => "not_canonical",
            Self::Malformed { error, .. } => error.code().as_str(),
            Self::UnknownFormat { .. } => "unknown_format",
            Self::ArtefactMismatch { .. } => "artefact_mismatch",
            Self::InvariantBroken { .. } => "invariant_broken",
            Self::UnreferencedBlob { .. } => "unreferenced_blob",
            Self::PathInvalid { .. } => "path_invalid",
            Self::LayoutInvalid { .. } => "layout_invalid",
            Self::TooLarge { .. } => "too_large",
            Self::LockInvalid { .. } => "lock_invalid",
            Self::Encode { error, .. } => error.code(),
            Self::NotARegistry { .. } => "not_a_registry",
            #[cfg(feature = "std")]
            Self::Io { .. } => "io",
        }
    }

    /// A reference that leads nowhere.
    pub(super) fn missing(what: impl Into<String>, reference: &ArtefactRef) -> Self {
        Self::DefinitionMissing {
            what: what.into(),
            digest: reference.sha256,
        }
    }
}
