//! How diagnostics are shown: in one line, as JSON, and with the lines of the source. Each is a function over the one
//! type; nothing here decides what is said, or where it is printed.

mod json;
#[cfg(feature = "command")]
mod text;
#[cfg(feature = "command")]
mod window;

pub use json::{DiagnosticJson, DiagnosticsJson};
#[cfg(feature = "command")]
pub use text::{Style, text};

use std::path::{Component, Path, PathBuf};

use super::{Diagnostic, Severity};
use crate::source::{Place, Sources};

/// What the renderers read besides a diagnostic: the sources, and the folder that their paths are shown below.
#[derive(Clone, Copy, Debug)]
pub struct View<'v> {
    /// The files that diagnostics speak of.
    pub sources: &'v Sources,
    /// The folder of the project as it was named to us, so that what is shown can be opened from where we were called.
    pub root: &'v Path,
}

impl View<'_> {
    /// The path of a place's file: the project's folder and the path below it, with `/` between folders.
    #[must_use]
    pub fn path(&self, place: Place) -> String {
        self.path_of(&self.sources.file(place.file).path)
    }

    /// The same of a path below the project's folder.
    #[must_use]
    pub fn path_of(&self, below: &str) -> String {
        shown(&self.root.join(below))
    }
}

/// A path as it is printed: without the `.` of the folder where we are, each control character replaced.
#[must_use]
pub fn shown(path: &Path) -> String {
    let parts: PathBuf = path
        .components()
        .filter(|part| *part != Component::CurDir)
        .collect();
    printable(&parts.to_string_lossy())
}

/// One line: `file:line:column: code: message`. Control characters of quoted text are replaced, so that it stays one
/// line wherever it is printed.
#[must_use]
pub fn concise(diagnostic: &Diagnostic, view: View<'_>) -> String {
    let (line, column) = view
        .sources
        .file(diagnostic.place.file)
        .position(diagnostic.place.span.start);
    let path = view.path(diagnostic.place);
    printable(&format!(
        "{path}:{line}:{column}: {}: {}",
        diagnostic.code, diagnostic.message
    ))
}

/// The text with each control character replaced.
#[must_use]
pub fn printable(text: &str) -> String {
    text.chars()
        .map(|character| {
            if character.is_control() {
                '\u{FFFD}'
            } else {
                character
            }
        })
        .collect()
}

/// How many errors and how many warnings there are.
#[must_use]
pub fn count(diagnostics: &[Diagnostic]) -> (usize, usize) {
    let errors = diagnostics
        .iter()
        .filter(|diagnostic| diagnostic.severity() == Severity::Error)
        .count();
    (errors, diagnostics.len() - errors)
}

/// The numbers in words: `2 errors, 1 warning`; `None` where there is nothing.
#[must_use]
pub fn summary(diagnostics: &[Diagnostic]) -> Option<String> {
    let (errors, warnings) = count(diagnostics);
    let parts: Vec<String> = [(errors, "error"), (warnings, "warning")]
        .into_iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, what)| format!("{count} {what}{}", if count == 1 { "" } else { "s" }))
        .collect();
    (!parts.is_empty()).then(|| parts.join(", "))
}

#[cfg(test)]
mod tests;
