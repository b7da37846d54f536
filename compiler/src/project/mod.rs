//! A project on disk: its settings, its source files, and where its outputs go. The only part of the library that
//! reads and writes files, besides the writing of registries.

mod config;
mod error;
mod outputs;

pub use config::Config;
pub use error::ProjectError;
pub use outputs::{Change, Drift, LOCK, Outputs, replace};

use std::path::{Component, Path, PathBuf};

use crate::source::Sources;

/// The name of the settings.
pub const CONFIG: &str = "ordain.toml";

/// A project whose sources have been read.
#[derive(Debug)]
pub struct Project {
    /// The folder of `ordain.toml`.
    pub root: PathBuf,
    /// Its settings.
    pub config: Config,
    /// Every `*.ordain` file below the source folders.
    pub sources: Sources,
    /// The folders that were searched, each below `root`, and every folder in them.
    pub folders: Vec<PathBuf>,
}

impl Project {
    /// Reads a project from its folder, or from its `ordain.toml`.
    ///
    /// # Errors
    ///
    /// Where the settings are missing or wrong, or a file cannot be read.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, ProjectError> {
        let path = path.as_ref();
        let (root, file) = if path.file_name().is_some_and(|name| name == CONFIG) {
            (
                path.parent().unwrap_or(Path::new("")).to_path_buf(),
                path.to_path_buf(),
            )
        } else {
            (path.to_path_buf(), path.join(CONFIG))
        };
        // Paths are told as they were named, without the `.` of where we are.
        let (root, file) = (without_here(&root), without_here(&file));
        let text = match std::fs::read_to_string(&file) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                return Err(ProjectError::NoConfig(file));
            }
            Err(error) => return Err(ProjectError::Io { path: file, error }),
        };
        let config = Config::parse(&text).map_err(|message| ProjectError::Config {
            path: file,
            message,
        })?;
        Self::read(root, config)
    }

    /// Reads the sources below a folder, under settings that were found elsewhere.
    ///
    /// # Errors
    ///
    /// Where a file cannot be read.
    pub fn read(root: PathBuf, config: Config) -> Result<Self, ProjectError> {
        let mut reader = Reader {
            root: &root,
            files: Vec::new(),
            folders: Vec::new(),
            total: 0,
        };
        for folder in &config.project.sources {
            let start = without_here(&root.join(folder));
            // The folder where we are has no other name.
            let here = start.as_os_str().is_empty();
            reader.folder(if here { Path::new(".") } else { &start })?;
        }
        let Reader {
            mut files,
            mut folders,
            ..
        } = reader;
        files.sort();
        files.dedup();
        folders.sort();
        folders.dedup();
        Ok(Self {
            sources: Sources::parse(files),
            folders,
            config,
            root,
        })
    }
}

fn without_here(path: &Path) -> PathBuf {
    path.components()
        .filter(|part| *part != Component::CurDir)
        .collect()
}

/// The most bytes of sources that a project may have, over all files.
const SOURCE_BYTES: u64 = 256 << 20;

struct Reader<'r> {
    root: &'r Path,
    files: Vec<(String, Vec<u8>)>,
    folders: Vec<PathBuf>,
    total: u64,
}

impl Reader<'_> {
    /// Reads a folder and every folder below it. Hidden folders, `target`, and whatever a link leads to are not sources.
    fn folder(&mut self, start: &Path) -> Result<(), ProjectError> {
        let mut open = vec![start.to_path_buf()];
        while let Some(folder) = open.pop() {
            let io = |error| ProjectError::Io {
                path: folder.clone(),
                error,
            };
            for entry in std::fs::read_dir(&folder).map_err(io)? {
                let entry = entry.map_err(io)?;
                let (path, name) = (entry.path(), entry.file_name());
                let kind = entry.file_type().map_err(io)?;
                let hidden = name.to_string_lossy().starts_with('.');
                if kind.is_dir() && !hidden && name != "target" {
                    open.push(path);
                } else if kind.is_file()
                    && path
                        .extension()
                        .is_some_and(|extension| extension == "ordain")
                {
                    self.file(&path)?;
                }
            }
            self.folders.push(folder);
        }
        Ok(())
    }

    fn file(&mut self, path: &Path) -> Result<(), ProjectError> {
        let io = |error| ProjectError::Io {
            path: path.to_path_buf(),
            error,
        };
        self.total += std::fs::metadata(path).map_err(io)?.len();
        if self.total > SOURCE_BYTES {
            return Err(ProjectError::TooLarge);
        }
        let bytes = std::fs::read(path).map_err(io)?;
        let below = path.strip_prefix(self.root).unwrap_or(path);
        let parts: Vec<_> = below
            .components()
            .filter(|part| *part != Component::CurDir)
            .map(|part| part.as_os_str().to_string_lossy())
            .collect();
        self.files.push((parts.join("/"), bytes));
        Ok(())
    }
}
