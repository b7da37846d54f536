//! A project that has been read and compiled: what `check`, `build`, `test` and `eval` begin with.

use std::path::Path;

use ordain::Compilation;
use ordain::diagnose::Diagnostic;
use ordain::diagnose::render::{self, DiagnosticsJson, View};
use ordain::project::Project;
use ordain_runtime::money::Currency;

use crate::failure::Failure;
use crate::progress::Progress;
use crate::terminal::{STYLE, Terminal};

/// A project with its compilation.
pub(crate) struct Compiled {
    pub(crate) project: Project,
    pub(crate) compilation: Compilation,
}

impl Compiled {
    /// Reads and compiles a project.
    pub(crate) fn open(path: &Path) -> Result<Self, Failure> {
        let _progress = Progress::of("compiling");
        let project = Project::open(path)?;
        let compilation = ordain::compile(&project.sources);
        Ok(Self {
            project,
            compilation,
        })
    }

    pub(crate) fn view(&self) -> View<'_> {
        View {
            sources: &self.project.sources,
            root: &self.project.root,
        }
    }

    /// Everything that is to be said about it, as data.
    pub(crate) fn json(&self) -> DiagnosticsJson {
        DiagnosticsJson::new(&self.compilation.diagnostics, self.view())
    }

    /// Shows every diagnostic and how many there are.
    pub(crate) fn show(&self, terminal: &mut Terminal) {
        show(&self.compilation.diagnostics, self.view(), terminal);
    }

    pub(crate) fn has_errors(&self) -> bool {
        self.compilation.errors() > 0
    }
}

/// How many diagnostics are shown to a person; a program gets all.
const SHOWN: usize = 1_000;

/// Shows diagnostics on standard error, with how many there are.
pub(crate) fn show(diagnostics: &[Diagnostic], view: View<'_>, terminal: &mut Terminal) {
    for diagnostic in diagnostics.iter().take(SHOWN) {
        let text = render::text(diagnostic, view, STYLE);
        terminal.err(&format!("{text}\n\n"));
    }
    if let Some(summary) = render::summary(diagnostics) {
        let left_out = if diagnostics.len() > SHOWN {
            format!("; the first {SHOWN} are shown")
        } else {
            String::new()
        };
        terminal.err_line(&format!("{summary}{left_out}"));
    }
}

/// How many decimals the amounts of a currency are written with.
pub(crate) fn decimals(currency: Currency) -> u32 {
    iso_currency::Currency::from_code(currency.as_str())
        .and_then(iso_currency::Currency::exponent)
        .map_or(0, u32::from)
}
