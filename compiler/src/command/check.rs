//! `ordain check`: everything that is wrong with a project, and nothing written.

use std::path::PathBuf;

use clap::Args;
use ordain::diagnose::render::{self, DiagnosticsJson};
use ordain::emit::index::explain::ProjectReport;
use serde::Serialize;

use crate::arguments::Format;
use crate::compiled::{Compiled, decimals};
use crate::failure::{Failure, Status};
use crate::json;
use crate::terminal::Terminal;

const EXAMPLE: &str = "\
Example:
  ordain check rules --deny-warnings
  ordain check rules --explain-index";

/// Reports everything that is wrong with a project
#[derive(Debug, Args)]
#[command(after_help = EXAMPLE)]
pub(crate) struct Check {
    /// The project: its folder or its ordain.toml
    #[arg(default_value = ".")]
    project: PathBuf,
    /// How the diagnostics are printed
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: Format,
    /// Treat warnings as errors
    #[arg(long)]
    deny_warnings: bool,
    /// Tell by which facts each rule is found, and what is left to ask of it
    #[arg(long)]
    explain_index: bool,
}

/// Everything that is said, as data.
#[derive(Serialize)]
struct Said<'r> {
    #[serde(flatten)]
    diagnostics: DiagnosticsJson,
    /// Only where it was asked for, and there are no errors.
    #[serde(skip_serializing_if = "Option::is_none")]
    index: Option<&'r ProjectReport>,
}

impl Check {
    pub(crate) fn run(self, terminal: &mut Terminal) -> Result<Status, Failure> {
        let compiled = Compiled::open(&self.project)?;
        let report = (self.explain_index && !compiled.has_errors())
            .then(|| ProjectReport::of(&compiled.compilation.model, decimals));
        match self.format {
            Format::Json => json::print(
                &Said {
                    diagnostics: compiled.json(),
                    index: report.as_ref(),
                },
                terminal,
            ),
            Format::Text => compiled.show(terminal),
        }
        let (errors, warnings) = render::count(&compiled.compilation.diagnostics);
        let fails = errors > 0 || (self.deny_warnings && warnings > 0);
        if let (Format::Text, Some(report)) = (self.format, &report) {
            terminal.out(&report.to_string());
        } else if self.format == Format::Text && errors + warnings == 0 {
            terminal.out_line(&format!(
                "{}: nothing to report",
                render::printable(&compiled.project.config.project.name)
            ));
        }
        Ok(if fails {
            Status::InputAtFault
        } else {
            Status::Done
        })
    }
}
