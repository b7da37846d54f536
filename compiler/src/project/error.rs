//! What can be wrong with a project besides its rules.

use std::io;
use std::path::PathBuf;

use ordain_runtime::registry::RegistryError;

/// A project that cannot be read or written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ProjectError {
    /// The folder has no `ordain.toml`.
    #[error("there is no `{}`; `ordain init` writes one", .0.display())]
    NoConfig(PathBuf),
    /// `ordain.toml` is wrong.
    #[error("`{}`: {message}", .path.display())]
    Config {
        /// The settings.
        path: PathBuf,
        /// What is wrong.
        message: String,
    },
    /// A file or folder cannot be read or written.
    #[error("`{}`: {error}", .path.display())]
    Io {
        /// Which.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// The sources together are larger than 256 MiB.
    #[error("the sources of the project are larger than 256 MiB")]
    TooLarge,
    /// The registry cannot be written, or refuses what would be written.
    #[error(transparent)]
    Registry(#[from] RegistryError),
    /// Evaluators cannot be emitted.
    #[error(transparent)]
    Rust(#[from] crate::emit::rust::EmitError),
    /// The rules have errors.
    #[error("the rules have {0} errors")]
    Rules(usize),
}

impl ProjectError {
    /// The stable code.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::NoConfig(_) => "config_missing",
            Self::Config { .. } => "config_invalid",
            Self::Io { .. } => "io",
            Self::TooLarge => "sources_too_large",
            Self::Registry(error) => error.code(),
            Self::Rust(error) => error.code(),
            Self::Rules(_) => "rules_invalid",
        }
    }
}
