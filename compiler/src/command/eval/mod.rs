//! `ordain eval`: one decision on facts, from the sources of a project or from a registry.

mod answer;
mod subject;

use std::path::PathBuf;

use clap::Args;

use crate::arguments::Format;
use crate::failure::{Failure, Status};
use crate::input;
use crate::terminal::Terminal;
use crate::trust::Trusted;

const EXAMPLE: &str = "\
Examples:
  ordain eval support.refunds@1 --facts request.json --explain
  ordain eval support.refunds@1 --facts - --registry registry --format json < request.json";

/// Decides on facts, as an evaluator would
#[derive(Debug, Args)]
#[command(after_help = EXAMPLE)]
pub(crate) struct Eval {
    /// The policy or control: `package.name@revision`
    #[arg(value_name = "POLICY")]
    subject: String,
    /// The facts, as JSON; `-` reads standard input
    #[arg(long, value_name = "FILE")]
    facts: PathBuf,
    /// The project whose sources are compiled: its folder or its ordain.toml
    #[arg(long, value_name = "DIR", default_value = ".")]
    project: PathBuf,
    /// Take the policy from a registry that was built, in place of a project
    #[arg(long, value_name = "DIR", conflicts_with = "project")]
    registry: Option<PathBuf>,
    #[command(flatten)]
    trusted: Trusted,
    /// A gate whose approval is already held
    #[arg(long, value_name = "GATE")]
    approved: Vec<String>,
    /// Say of each rule whether it applies, what its predicate says, and why
    #[arg(long)]
    explain: bool,
    /// Validate nothing beforehand: a fact of another type fails the rule that reads it
    #[arg(long, conflicts_with = "explain")]
    untyped: bool,
    /// How the decision is printed
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: Format,
}

impl Eval {
    pub(crate) fn run(self, terminal: &mut Terminal) -> Result<Status, Failure> {
        if self.registry.is_none() && self.trusted.is_given() {
            return Err(Failure::call(
                "key_without_registry",
                "`--key` checks who signed a registry; name one with `--registry`",
            ));
        }
        let Some(subject) = subject::Subject::find(&self, terminal)? else {
            return Ok(Status::InputAtFault);
        };
        let facts = input::document(&self.facts)?;
        subject.answer(&self, &facts, terminal)
    }
}
