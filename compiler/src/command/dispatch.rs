//! `ordain dispatch`: whether an action may be dispatched.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use ordain_runtime::action::ActionBinding;
use ordain_runtime::action::dispatch::{self, Observations};

use crate::arguments::Format;
use crate::failure::{Failure, Status};
use crate::input;
use crate::json;
use crate::refusal;
use crate::terminal::Terminal;

const EXAMPLE: &str = "\
Example:
  ordain dispatch check action.json --observations observations.json --now 2026-03-01T12:05:00Z";

const CHECK_HELP: &str = "\
Seven checks are made, each whatever the others say: authority, policy, approval, constraints,
boundary, data, budget. Nothing in the action passes one of them.

The observations are one JSON object, made by the trusted side and never by who proposes the action:
  grants      [{ grant_id, parent, grantor, grantee, tenant_id, purposes, capabilities,
              destination_ids, from, until, revoked }], the first one first, at most 16
  facts       the facts of the action, any JSON
  policy      { decision, facts_digest }, the decision as `ordain eval --format json` prints it,
              or null
  approvals   [{ gate, approval: { single: … } or { standing: … } }], as `ordain approval check`
              reads them
  approvers   as `ordain approval check` reads them
  boundary, data, budget
              { action_digest, from, until, faults: [{ code, message, remedy }] }, or null

Example:
  ordain dispatch check action.json --observations observations.json --now 2026-03-01T12:05:00Z";

/// Checks whether actions may be dispatched
#[derive(Debug, Args)]
#[command(after_help = EXAMPLE, disable_help_subcommand = true)]
pub(crate) struct Dispatch {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, Subcommand)]
enum Verb {
    /// Permits an action, or lists everything that stands against it
    #[command(after_help = CHECK_HELP)]
    Check {
        /// The action, as `ordain action digest` reads it
        #[arg(value_name = "ACTION")]
        action: PathBuf,
        /// What is observed
        #[arg(long, value_name = "FILE")]
        observations: PathBuf,
        /// The moment of the dispatch, such as 2026-03-01T12:05:00Z
        #[arg(long, value_name = "INSTANT")]
        now: String,
        /// How the answer is printed
        #[arg(long, value_enum, default_value_t)]
        format: Format,
    },
}

impl Dispatch {
    pub(crate) fn format(&self) -> Format {
        let Verb::Check { format, .. } = self.verb;
        format
    }

    pub(crate) fn run(self, terminal: &mut Terminal) -> Result<Status, Failure> {
        let Verb::Check {
            action: action_path,
            observations: observations_path,
            now,
            format,
        } = self.verb;
        let now = refusal::moment(&now)?;
        let action = input::document(&action_path)?;
        let observations = input::document(&observations_path)?;
        let action =
            ActionBinding::parse(&action).map_err(|error| Failure::action(&action_path, &error))?;
        let observations = Observations::parse(&observations)
            .map_err(|error| Failure::action(&observations_path, &error))?;
        match dispatch::dispatch(&action, &observations, now) {
            Ok(permit) => {
                match format {
                    Format::Json => json::print(&permit, terminal),
                    Format::Text => terminal.out_line(&format!(
                        "permitted at {}: {}",
                        permit.at(),
                        permit.action_digest()
                    )),
                }
                Ok(Status::Done)
            }
            Err(refused) => Ok(refusal::print(&refused.failures, format, terminal)),
        }
    }
}
