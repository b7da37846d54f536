//! For build scripts: rules in, evaluators in `OUT_DIR` out. Artefacts, section 2.
//!
//! ```no_run
//! fn main() -> Result<(), ordain::build::Error> {
//!     ordain::build::Project::open("rules")?.emit()
//! }
//! ```
//!
//! Nothing here prints anything but the files that cargo has to watch, or ends the process, except [`Error::report`] and
//! [`emit_or_exit`], which say so.

mod error;
mod watch;

pub use error::Error;

use std::path::{Path, PathBuf};

use crate::Compilation;
use crate::diagnose::render::View;
use crate::emit::{artefacts, rust};
use crate::project::{self, CONFIG, Config, ProjectError};

/// A project whose evaluators are to be emitted.
#[derive(Debug)]
#[must_use = "nothing is written before `emit`"]
pub struct Project {
    read: project::Project,
    compilation: Compilation,
    /// The settings, if the project has its own.
    settings: Option<PathBuf>,
    out_dir: Option<PathBuf>,
    directives: bool,
}

impl Project {
    /// Reads and compiles the project in a folder. A folder without `ordain.toml` is a project whose sources are the
    /// files below it. A relative path starts, as always in build scripts, at the folder of the package.
    ///
    /// # Errors
    ///
    /// Where the project cannot be read. That its rules are wrong is said by [`Self::emit`].
    pub fn open(path: impl AsRef<Path>) -> Result<Self, Error> {
        let path = path.as_ref();
        let is_settings = path.file_name().is_some_and(|name| name == CONFIG);
        let settings = if is_settings {
            path.to_path_buf()
        } else {
            path.join(CONFIG)
        };
        let has_settings = is_settings || settings.exists();
        let project = if has_settings {
            project::Project::open(path)?
        } else {
            let name = path
                .file_name()
                .map(|name| name.to_string_lossy().into_owned());
            project::Project::read(
                path.to_path_buf(),
                Config::of_folder(name.unwrap_or_default()),
            )?
        };
        let compilation = crate::compile(&project.sources);
        let settings = has_settings.then_some(settings);
        Ok(Self {
            read: project,
            compilation,
            settings,
            out_dir: None,
            directives: true,
        })
    }

    /// Writes below this folder in place of `OUT_DIR`.
    pub fn out_dir(mut self, path: impl Into<PathBuf>) -> Self {
        self.out_dir = Some(path.into());
        self
    }

    /// Whether cargo is told which files to watch. It is unless this says otherwise; another build system has its own
    /// ways to know.
    pub const fn emit_rerun_directives(mut self, emit: bool) -> Self {
        self.directives = emit;
        self
    }

    /// Writes one file for each package, `PACKAGE.rs`: only what differs from what is there, each by rename.
    ///
    /// # Errors
    ///
    /// Where the rules have errors, each of which the error then holds, or a file cannot be written. Warnings are
    /// for `ordain check`.
    pub fn emit(self) -> Result<(), Error> {
        let out_dir = match &self.out_dir {
            Some(folder) => folder.clone(),
            None => PathBuf::from(std::env::var_os("OUT_DIR").ok_or_else(Error::no_out_dir)?),
        };
        if self.directives {
            watch::print(&self.read, self.settings.as_deref(), &out_dir);
        }
        if self.compilation.errors() > 0 {
            let view = View {
                sources: &self.read.sources,
                root: &self.read.root,
            };
            return Err(Error::rules(&self.compilation.diagnostics, view));
        }
        for (name, text) in self.evaluators()? {
            let path = out_dir.join(name);
            if std::fs::read(&path).is_ok_and(|bytes| bytes == text.as_bytes()) {
                continue;
            }
            project::replace(&path, text.as_bytes())
                .map_err(|error| ProjectError::Io { path, error })?;
        }
        Ok(())
    }

    fn evaluators(&self) -> Result<std::collections::BTreeMap<String, String>, ProjectError> {
        let model = &self.compilation.model;
        let artefacts = artefacts::emit(model)?;
        let digests = artefacts
            .references
            .iter()
            .map(|(key, reference)| (key.clone(), reference.sha256))
            .collect();
        Ok(rust::emit(model, &digests)?)
    }
}

/// Emits the project in a folder. Where that fails, [reports](Error::report) why, which ends the process: the whole
/// build script in one line.
pub fn emit_or_exit(path: impl AsRef<Path>) {
    Project::open(path)
        .and_then(Project::emit)
        .unwrap_or_else(|error| error.report());
}

#[cfg(test)]
mod tests;
