//! Writing a registry into its folder. A reader finds the old registry or the new one, whenever the writer is killed.

use alloc::collections::BTreeSet;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;
use std::io::{ErrorKind, Write as _};
use std::path::Path;

use super::RegistryError;
use super::folder::{self, JOURNAL, TEMPORARY, io};
use super::layout::{BLOBS, Files, INDEX_FILE, LAYOUT_FILE};

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

/// Writes the files that differ, and no others. A reader finds the old registry or the new one whenever the writer is
/// killed: a journal first names every blob that comes or goes; then blobs come, then the index, by which a reader finds
/// them; then blobs go that it no longer reaches, and at last the journal.
///
/// # Errors
///
/// `not_a_registry` for a folder that holds anything else, which is left alone; `io` where a file cannot be written.
pub fn write(folder: &Path, files: &Files) -> Result<Written, RegistryError> {
    write_to(&Synced, folder, files)
}

/// What changes a folder.
trait Disk {
    /// Puts a file in its place, whole and durable, or changes nothing.
    fn replace(&self, path: &Path, bytes: &[u8]) -> std::io::Result<()>;
    /// Takes a file away.
    fn remove(&self, path: &Path) -> std::io::Result<()>;
}

fn write_to(disk: &impl Disk, folder: &Path, files: &Files) -> Result<Written, RegistryError> {
    let drifts = check(folder, files)?;
    let (wanted, extra): (Vec<&Drift>, Vec<&Drift>) = drifts
        .iter()
        .partition(|drift| drift.how != DriftKind::Extra);
    let (index, wanted): (Vec<&Drift>, Vec<&Drift>) = wanted
        .into_iter()
        .partition(|drift| drift.path == INDEX_FILE);
    // What is left of a killed build goes like any other blob, but for its journal, which is replaced by a wider one: what
    // that build had brought may already be as it should, and until the index comes no reader reaches it.
    let (journals, extra): (Vec<&Drift>, Vec<&Drift>) =
        extra.into_iter().partition(|drift| drift.path == JOURNAL);
    let unfinished = if journals.is_empty() {
        BTreeSet::new()
    } else {
        folder::unfinished(folder)?
    };
    let mut written = Written::default();
    let put = |path: &str, bytes: &[u8]| {
        let path = folder.join(path);
        disk.replace(&path, bytes).map_err(|error| io(&path, error))
    };
    let take = |path: &str| {
        let path = folder.join(path);
        disk.remove(&path).map_err(|error| io(&path, error))
    };
    let is_blob = |drift: &&&Drift| drift.path.starts_with(BLOBS) && !is_temporary(&drift.path);
    let mut moving: BTreeSet<&str> = wanted
        .iter()
        .chain(&extra)
        .filter(is_blob)
        .map(|drift| drift.path.as_str())
        .collect();
    if !moving.is_empty() {
        moving.extend(unfinished.iter().map(String::as_str));
        let journal: Vec<&str> = moving.iter().copied().collect();
        put(JOURNAL, journal.join("\n").as_bytes())?;
    }
    for drift in wanted.iter().chain(&index) {
        if let Some(bytes) = files.get(&drift.path) {
            put(&drift.path, bytes)?;
            written.changed.push(drift.path.clone());
        }
    }
    for drift in &extra {
        take(&drift.path)?;
        written.changed.push(drift.path.clone());
    }
    if !moving.is_empty() || !journals.is_empty() {
        take(JOURNAL)?;
    }
    written.changed.sort();
    Ok(written)
}

fn is_temporary(path: &str) -> bool {
    path.rsplit('/')
        .next()
        .is_some_and(|name| name.starts_with(TEMPORARY))
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

/// The files of a folder that is a registry, is empty or is not there yet. An image layout whose index names anything but
/// artefacts is somebody else's, and an index that cannot be read is nobody's and may be replaced. What a killed writer left counts as a file
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
    if found.iter().any(|path| path == INDEX_FILE) && folder::is_index_of_others(folder)? {
        return Err(refuse());
    }
    Ok(found)
}

/// The disk, which has taken each change before the next begins.
struct Synced;

impl Disk for Synced {
    fn replace(&self, path: &Path, bytes: &[u8]) -> std::io::Result<()> {
        let folder = path.parent().unwrap_or(Path::new("."));
        std::fs::create_dir_all(folder)?;
        let mut file = tempfile::Builder::new()
            .prefix(TEMPORARY)
            .tempfile_in(folder)?;
        file.write_all(bytes)?;
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            // Temporary files are private; a registry is as readable as any other folder.
            file.as_file()
                .set_permissions(std::fs::Permissions::from_mode(0o644))?;
        }
        file.as_file().sync_all()?;
        file.persist(path).map_err(|error| error.error)?;
        sync(folder)
    }

    fn remove(&self, path: &Path) -> std::io::Result<()> {
        std::fs::remove_file(path)?;
        sync(path.parent().unwrap_or(Path::new(".")))
    }
}

/// Makes the names in a folder durable.
#[cfg(unix)]
fn sync(folder: &Path) -> std::io::Result<()> {
    std::fs::File::open(folder)?.sync_all()
}

#[cfg(not(unix))]
#[expect(clippy::unnecessary_wraps, reason = "only some systems sync folders")]
fn sync(_folder: &Path) -> std::io::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests;
