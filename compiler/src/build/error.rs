//! Why a build script has nothing to include, readable wherever it ends up: as the `Debug` that `main` prints, or as
//! lines that cargo shows on its own.

use std::fmt;
use std::io::Write;

use crate::diagnose::render::{self, View};
use crate::diagnose::{Diagnostic, Severity};
use crate::project::ProjectError;

/// A project that gives no evaluators.
///
/// `Debug` prints what is wrong in full, since that is what a `main` that returns it shows.
#[derive(thiserror::Error)]
#[error("{}", .lines.join("\n"))]
pub struct Error {
    /// Each mistake in one line: `file:line:column: code: message`.
    lines: Vec<String>,
    /// The same with the lines of the sources, where this crate is built to show them.
    snippets: Option<String>,
}

impl Error {
    pub(super) fn no_out_dir() -> Self {
        Self::line(
            "out_dir_missing: `OUT_DIR` is not set; outside of a build script name a folder with `out_dir`",
        )
    }

    pub(super) fn rules(diagnostics: &[Diagnostic], view: View<'_>) -> Self {
        let errors: Vec<&Diagnostic> = diagnostics
            .iter()
            .filter(|diagnostic| diagnostic.severity() == Severity::Error)
            .collect();
        Self {
            lines: errors
                .iter()
                .map(|diagnostic| render::concise(diagnostic, view))
                .collect(),
            snippets: snippets(&errors, view),
        }
    }

    fn line(text: impl Into<String>) -> Self {
        Self {
            lines: vec![text.into()],
            snippets: None,
        }
    }

    /// Each mistake in one line: `file:line:column: code: message`, and without a place where it has none.
    #[must_use]
    pub fn lines(&self) -> &[String] {
        &self.lines
    }

    /// Says what is wrong and ends the process with status 1: each mistake as an error of cargo's own, and all of them
    /// with the lines of the sources on standard error.
    pub fn report(&self) -> ! {
        let mut out = std::io::stdout().lock();
        for line in &self.lines {
            // cargo gone away is cargo not listening; the status still says that the build failed.
            let _ = writeln!(out, "cargo::error={line}");
        }
        let _ = out.flush();
        let _ = writeln!(std::io::stderr(), "{self:?}");
        std::process::exit(1)
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.snippets {
            Some(snippets) => f.write_str(snippets),
            None => write!(f, "{self}"),
        }
    }
}

impl From<ProjectError> for Error {
    fn from(error: ProjectError) -> Self {
        let message: Vec<String> = error.to_string().lines().map(render::printable).collect();
        Self::line(format!("{}: {}", error.code(), message.join(" ")))
    }
}

/// Every diagnostic with the lines of its sources, if this crate is built with what shows them.
fn snippets(errors: &[&Diagnostic], view: View<'_>) -> Option<String> {
    #[cfg(feature = "command")]
    let snippets = {
        let show = |diagnostic: &&Diagnostic| render::text(diagnostic, view, render::Style::Plain);
        Some(errors.iter().map(show).collect::<Vec<_>>().join("\n\n"))
    };
    #[cfg(not(feature = "command"))]
    let snippets = {
        let _ = (errors, view);
        None
    };
    snippets
}
