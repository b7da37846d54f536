//! `ordain action`: what an action is bound to.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use ordain_runtime::action::{ACTION_BINDING_DOMAIN, ActionBinding};
use ordain_runtime::digest::Digest;
use serde::Serialize;

use crate::arguments::Format;
use crate::failure::{Failure, Status};
use crate::input;
use crate::json;
use crate::terminal::Terminal;

const EXAMPLE: &str = "\
Example:
  ordain action digest action.json";

const DIGEST_HELP: &str = "\
The file is one JSON object with exactly these members:
  contract_id, run_id, operation_id, proposal_id, tenant_id, actor, purpose   identifiers
  capability       { id, revision, digest }
  arguments        any JSON
  authority_refs, resource_ids, destination_ids, evidence_refs                sets of identifiers
  policy_refs, profile_refs, release_refs
                   sets of { artifact_type, artifact_id, version, sha256 }
  risk             { effect, authority, reversibility, interaction, data }
  amount           { currency, minor_units }, or null
A set is sorted byte for byte, holds nothing twice and has at most 128 elements. It is refused
otherwise, and not put right: what is approved is the text that was shown.

Example:
  ordain action digest action.json --format json";

/// Reads the binding of an action
#[derive(Debug, Args)]
#[command(after_help = EXAMPLE, disable_help_subcommand = true)]
pub(crate) struct Action {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, Subcommand)]
enum Verb {
    /// Prints the digest that approvals, uses and permits of the action carry
    #[command(after_help = DIGEST_HELP)]
    Digest {
        /// The action; `-` reads standard input
        #[arg(value_name = "FILE")]
        action: PathBuf,
        /// How the digest is printed
        #[arg(long, value_enum, default_value_t)]
        format: Format,
    },
}

#[derive(Serialize)]
struct Answer {
    digest: Digest,
    domain: &'static str,
}

impl Action {
    pub(crate) fn format(&self) -> Format {
        let Verb::Digest { format, .. } = self.verb;
        format
    }

    pub(crate) fn run(self, terminal: &mut Terminal) -> Result<Status, Failure> {
        let Verb::Digest { action, format } = self.verb;
        let bytes = input::document(&action)?;
        let binding =
            ActionBinding::parse(&bytes).map_err(|error| Failure::action(&action, &error))?;
        let digest = binding.digest();
        match format {
            Format::Json => json::print(
                &Answer {
                    digest,
                    domain: ACTION_BINDING_DOMAIN.as_str(),
                },
                terminal,
            ),
            Format::Text => terminal.out_line(&digest.to_string()),
        }
        Ok(Status::Done)
    }
}
