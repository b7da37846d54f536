//! Writing a registry into its folder. A reader finds the old registry or the new one, whenever the writer is killed.

use alloc::string::{String, ToString as _};
use alloc::vec::Vec;
use std::io::{ErrorKind, Write as _};
use std::path::Path;

use super::RegistryError;
use super::layout::{BLOBS, Files, INDEX_FILE, LAYOUT_FILE};
use super::load::io;

/// What writing changed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Written {
    /// The paths, below the folder, of files that were written or removed, in order.
    pub changed: Vec<String>,
}

/// A file that differs from what a build would write.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Drift {
    /// Below the folder.
    pub path: String,
    /// In what way it differs.
    pub how: DriftKind,
}

/// In what way a file differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum DriftKind {
    /// It is not there.
    Missing,
    /// It holds other bytes.
    Different,
    /// It is there and should not be.
    Extra,
}

impl DriftKind {
    /// The word that commands print.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Missing => "missing",
            Self::Different => "different",
            Self::Extra => "extra",
        }
    }
}

/// Writes the files that differ: blobs first, then the index, by which a reader finds them; blobs of an older registry
/// go only after that.
///
/// # Errors
///
/// `not_a_registry` for a folder that holds anything else, which is left alone; `io` where a file cannot be written.
pub fn write(folder: &Path, files: &Files) -> Result<Written, RegistryError> {
    let drifts = check(folder, files)?;
    let mut written = Written::default();
    let is_last = |path: &str| path == INDEX_FILE;
    let (wanted, extra): (Vec<&Drift>, Vec<&Drift>) = drifts
        .iter()
        .partition(|drift| drift.how != DriftKind::Extra);
    let (last, first): (Vec<&Drift>, Vec<&Drift>) =
        wanted.into_iter().partition(|drift| is_last(&drift.path));
    for drift in first.into_iter().chain(last) {
        if let Some(bytes) = files.get(&drift.path) {
            replace(&folder.join(&drift.path), bytes)?;
            written.changed.push(drift.path.clone());
        }
    }
    for drift in extra {
        let path = folder.join(&drift.path);
        std::fs::remove_file(&path).map_err(|error| io(&path, error))?;
        written.changed.push(drift.path.clone());
    }
    written.changed.sort();
    Ok(written)
}

/// Compares a folder with what a build would write, and changes nothing.
///
/// # Errors
///
/// `not_a_registry` for a folder that holds anything else; `io` where a file cannot be read.
pub fn check(folder: &Path, files: &Files) -> Result<Vec<Drift>, RegistryError> {
    let present = present(folder)?;
    let mut drifts = Vec::new();
    for (path, bytes) in files {
        let file = folder.join(path);
        match std::fs::read(&file) {
            Ok(stored) if stored == *bytes => {}
            Ok(_) => drifts.push(Drift {
                path: path.clone(),
                how: DriftKind::Different,
            }),
            Err(error)
                if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) =>
            {
                drifts.push(Drift {
                    path: path.clone(),
                    how: DriftKind::Missing,
                });
            }
            Err(error) => return Err(io(&file, error)),
        }
    }
    drifts.extend(
        present
            .into_iter()
            .filter(|path| !files.contains_key(path))
            .map(|path| Drift {
                path,
                how: DriftKind::Extra,
            }),
    );
    drifts.sort();
    Ok(drifts)
}

/// The files of a folder that is a registry, is empty or is not there yet. What a killed writer left counts as a file
/// of the registry, so that the next write clears it away.
fn present(folder: &Path) -> Result<Vec<String>, RegistryError> {
    let mut found = Vec::new();
    let refuse = || RegistryError::NotARegistry {
        folder: folder.display().to_string(),
    };
    for (below, is_blobs) in [("", false), ("blobs", false), (BLOBS, true)] {
        let path = folder.join(below);
        let entries = match std::fs::read_dir(&path) {
            Ok(entries) => entries,
            Err(error) if error.kind() == ErrorKind::NotFound => continue,
            Err(error) => return Err(io(&path, error)),
        };
        for entry in entries {
            let entry = entry.map_err(|error| io(&path, error))?;
            let name = entry.file_name();
            let name = name.to_str().ok_or_else(refuse)?;
            let kind = entry
                .file_type()
                .map_err(|error| io(&entry.path(), error))?;
            let left_over = name.starts_with(TEMPORARY);
            let known = match below {
                "" => {
                    [LAYOUT_FILE, INDEX_FILE].contains(&name)
                        || left_over
                        || name == "blobs" && kind.is_dir()
                }
                "blobs" => name == "sha256" && kind.is_dir() || left_over,
                _ => is_blobs && kind.is_file() && (name.len() == 64 || left_over),
            };
            if !known {
                return Err(refuse());
            }
            if kind.is_file() {
                let mut relative = below.to_string();
                if !relative.is_empty() {
                    relative.push('/');
                }
                relative.push_str(name);
                found.push(relative);
            }
        }
    }
    Ok(found)
}

/// How the names of files begin that are not yet renamed into their place.
const TEMPORARY: &str = ".ordain-";

/// Writes a file beside its place, makes it durable, and renames it there.
fn replace(path: &Path, bytes: &[u8]) -> Result<(), RegistryError> {
    let folder = path.parent().unwrap_or(Path::new("."));
    let failed = |error| io(path, error);
    std::fs::create_dir_all(folder).map_err(failed)?;
    let mut file = tempfile::Builder::new()
        .prefix(TEMPORARY)
        .tempfile_in(folder)
        .map_err(failed)?;
    file.write_all(bytes).map_err(failed)?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        // Temporary files are private; a registry is as readable as any other folder.
        file.as_file()
            .set_permissions(std::fs::Permissions::from_mode(0o644))
            .map_err(failed)?;
    }
    file.as_file().sync_all().map_err(failed)?;
    file.persist(path).map_err(|error| failed(error.error))?;
    #[cfg(unix)]
    std::fs::File::open(folder)
        .and_then(|folder| folder.sync_all())
        .map_err(failed)?;
    Ok(())
}
