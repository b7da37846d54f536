//! What lies in the folder of a registry: every file that may be there, read whole, and nothing else let in. What the files
//! say is not looked at here.

use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;
use std::io::Read as _;
use std::path::Path;

use super::RegistryError;
use super::layout::{BLOBS, Files, INDEX_FILE, LAYOUT_FILE};
use super::oci;
use crate::canonical::{self, Limits};

/// How the names of files begin that are not yet renamed into their place.
pub(super) const TEMPORARY: &str = ".ordain-";
/// The file that names the blobs which come or go while a build writes.
pub(super) const JOURNAL: &str = ".ordain-journal";

/// The most bytes that one file of a registry has: what the strict parser takes at most.
const FILE_BYTES: u64 = 64 << 20;

/// What is in the folder of a registry.
pub(crate) struct Folder {
    pub(crate) files: Files,
    /// Blobs that a journal names: of a build that was killed, unless the index reaches them.
    pub(super) unfinished: BTreeSet<String>,
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
    let refused = || RegistryError::LayoutInvalid {
        file: shown.to_string(),
        rule: "is no journal of a build",
    };
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
