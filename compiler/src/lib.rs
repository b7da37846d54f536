//! Compiles rules into artefacts, evaluators and conformance suites.
//!
//! Data walks one way: files become [`source::Sources`], whose names [`resolve`] binds, which [`check`] turns into the
//! [`model::Model`], which [`analyse`] warns about and [`emit`] writes down. [`compile`] is that walk, and touches no
//! file; [`project`] reads and writes them.

pub mod analyse;
pub mod build;
pub mod check;
pub mod diagnose;
pub mod emit;
pub mod limits;
pub mod model;
pub mod project;
pub mod resolve;
pub mod source;
pub mod testing;
pub mod wording;

use diagnose::{Diagnostic, Diagnostics, Severity};
use model::Model;
use source::Sources;

/// What a compilation gives: the model of what is sound, and everything that is to be said about the sources.
#[derive(Debug)]
pub struct Compilation {
    /// Complete where there are no errors.
    pub model: Model,
    /// By file, place and code.
    pub diagnostics: Vec<Diagnostic>,
}

impl Compilation {
    /// How many diagnostics are errors.
    #[must_use]
    pub fn errors(&self) -> usize {
        self.diagnostics
            .iter()
            .filter(|diagnostic| diagnostic.severity() == Severity::Error)
            .count()
    }
}

/// Compiles sources to the model: one run reports every error of the project.
#[must_use]
pub fn compile(sources: &Sources) -> Compilation {
    let mut diagnostics = Diagnostics::default();
    for (file, source) in sources.iter() {
        for error in &source.parsed.errors {
            diagnostics.push(Diagnostic::from_syntax(file, error));
        }
    }
    let (names, declared) = resolve::resolve(sources, &mut diagnostics);
    let model = check::check(sources, &names, &declared, &mut diagnostics);
    // What is unused or unreachable is known only where everything could be read.
    if !diagnostics.has_errors() {
        analyse::analyse(&model, &names, &declared, &mut diagnostics);
    }
    Compilation {
        model,
        diagnostics: diagnostics.into_sorted(),
    }
}
