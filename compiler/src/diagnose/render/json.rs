//! Diagnostics for programs: plain data that any serde format can print.

use serde::Serialize;

use super::{View, count};
use crate::diagnose::{Diagnostic, Severity};
use crate::source::Place;

/// Everything that one run says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DiagnosticsJson {
    /// By file, place and code.
    pub diagnostics: Vec<DiagnosticJson>,
    /// How many of them are errors.
    pub errors: usize,
    /// How many of them are warnings.
    pub warnings: usize,
}

/// One diagnostic.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DiagnosticJson {
    code: &'static str,
    severity: &'static str,
    message: String,
    file: String,
    start: Position,
    end: Position,
    label: Option<String>,
    related: Vec<Related>,
    help: Option<String>,
    mend: Option<MendJson>,
}

/// A place inside a file. The byte counts from 0, line and column from 1, the column in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
struct Position {
    line: u32,
    column: u32,
    byte: u32,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
struct Related {
    message: String,
    file: String,
    start: Position,
    end: Position,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
struct MendJson {
    title: String,
    replacement: String,
    file: String,
    start: Position,
    end: Position,
}

impl DiagnosticsJson {
    /// Turns diagnostics into data.
    #[must_use]
    pub fn new(diagnostics: &[Diagnostic], view: View<'_>) -> Self {
        let (errors, warnings) = count(diagnostics);
        let diagnostics = diagnostics
            .iter()
            .map(|diagnostic| DiagnosticJson::new(diagnostic, view))
            .collect();
        Self {
            diagnostics,
            errors,
            warnings,
        }
    }
}

impl DiagnosticJson {
    fn new(diagnostic: &Diagnostic, view: View<'_>) -> Self {
        let (start, end) = positions(diagnostic.place, view);
        Self {
            code: diagnostic.code.as_str(),
            severity: match diagnostic.severity() {
                Severity::Error => "error",
                Severity::Warning => "warning",
            },
            message: diagnostic.message.clone(),
            file: view.path(diagnostic.place),
            start,
            end,
            label: (!diagnostic.label.is_empty()).then(|| diagnostic.label.clone()),
            related: diagnostic
                .related
                .iter()
                .map(|(place, message)| {
                    let (start, end) = positions(*place, view);
                    Related {
                        message: message.clone(),
                        file: view.path(*place),
                        start,
                        end,
                    }
                })
                .collect(),
            help: diagnostic.help.clone(),
            mend: diagnostic.mend.as_ref().map(|mend| {
                let (start, end) = positions(mend.place, view);
                let (title, replacement) = (mend.title.clone(), mend.replacement.clone());
                MendJson {
                    title,
                    replacement,
                    file: view.path(mend.place),
                    start,
                    end,
                }
            }),
        }
    }
}

fn positions(place: Place, view: View<'_>) -> (Position, Position) {
    let file = view.sources.file(place.file);
    let position = |byte| {
        let (line, column) = file.position(byte);
        Position { line, column, byte }
    };
    (position(place.span.start), position(place.span.end))
}
