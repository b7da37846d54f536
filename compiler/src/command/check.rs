//! `ordain check`: everything that is wrong with a project, and nothing written.

use std::path::PathBuf;

use clap::Args;
use ordain::diagnose::render;

use crate::arguments::Format;
use crate::compiled::Compiled;
use crate::failure::{Failure, Status};
use crate::json;
use crate::terminal::Terminal;

const EXAMPLE: &str = "\
Example:
  ordain check rules --deny-warnings";

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
}

impl Check {
    pub(crate) fn run(self, terminal: &mut Terminal) -> Result<Status, Failure> {
        let compiled = Compiled::open(&self.project)?;
        match self.format {
            Format::Json => json::print(&compiled.json(), terminal),
            Format::Text => compiled.show(terminal),
        }
        let (errors, warnings) = render::count(&compiled.compilation.diagnostics);
        let fails = errors > 0 || (self.deny_warnings && warnings > 0);
        if self.format == Format::Text && errors + warnings == 0 {
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
