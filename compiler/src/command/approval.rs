//! `ordain approval`: whether an operation may redeem an approval.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use ordain_runtime::action::approval::{
    Approver, Operation, StoredApproval, Transition, TransitionError,
    transition_approval_redemption,
};
use ordain_runtime::action::dispatch::Failure as Fault;
use ordain_runtime::action::standing::{StoredStandingGrant, transition_standing_use};
use ordain_runtime::action::{ActionBinding, ActionError};
use ordain_runtime::canonical;
use ordain_runtime::counter::Counter;
use serde::Serialize;

use crate::arguments::Format;
use crate::failure::{Failure, Status};
use crate::input;
use crate::json;
use crate::refusal;
use crate::terminal::Terminal;

const EXAMPLE: &str = "\
Example:
  ordain approval check approval.json --action action.json --approvers approvers.json \\
    --revision 1 --now 2026-03-01T12:05:00Z";

const CHECK_HELP: &str = "\
Nothing is written: what is printed is the record that a store is to swap in where it still has the
revision. A redemption permits no effect; `ordain dispatch check` decides that.

APPROVAL is one JSON object as its store has it:
  revision     a counter
  request      { request_id, action_digest, from, until, roles, quorum, forbid_self_approval }
  proposer     an identifier
  decisions    [{ decision: { approver, role, decision, at, key }, signature }]
  state        \"pending\", \"approved\", \"denied\", \"expired\", \"revoked\",
               or { redeemed: { operation_id, at } }
`decision` is \"approve\" or \"deny\", `key` a key id, `signature` base64 of Ed25519 over the bytes
`ordain.approval_decision.v1`, zero, and the canonical form of { decision, request }.
With --standing it is { terms, approval, uses }: terms of
  { tenant_id, actor, gate, capability, destination_ids, amount, uses }
and the approval of their digest in the domain `ordain.standing_grant.v1`.

The approvers are [{ principal, roles, keys, from, until, revoked }], each key a public key in PEM.
The action is as `ordain action digest` reads it.

Example:
  ordain approval check approval.json --action action.json --approvers approvers.json \\
    --revision 1 --now 2026-03-01T12:05:00Z";

/// Checks approvals and their redemption
#[derive(Debug, Args)]
#[command(after_help = EXAMPLE, disable_help_subcommand = true)]
pub(crate) struct Approval {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, Subcommand)]
enum Verb {
    /// Says whether the operation of an action may redeem an approval, or everything against it
    #[command(after_help = CHECK_HELP)]
    Check(Check),
}

#[derive(Debug, Args)]
struct Check {
    /// The approval, as stored
    #[arg(value_name = "APPROVAL")]
    approval: PathBuf,
    /// The action whose operation redeems it
    #[arg(long, value_name = "FILE")]
    action: PathBuf,
    /// Who may approve now
    #[arg(long, value_name = "FILE")]
    approvers: PathBuf,
    /// The revision of the record that was read
    #[arg(long, value_name = "NUMBER")]
    revision: u64,
    /// The moment of the redemption, such as 2026-03-01T12:05:00Z
    #[arg(long, value_name = "INSTANT")]
    now: String,
    /// The approval is a standing grant
    #[arg(long)]
    standing: bool,
    /// How the answer is printed
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

impl Approval {
    pub(crate) fn format(&self) -> Format {
        let Verb::Check(check) = &self.verb;
        check.format
    }

    pub(crate) fn run(self, terminal: &mut Terminal) -> Result<Status, Failure> {
        let Verb::Check(check) = self.verb;
        check.run(terminal)
    }
}

impl Check {
    fn run(&self, terminal: &mut Terminal) -> Result<Status, Failure> {
        let now = refusal::moment(&self.now)?;
        let revision = Counter::try_from(self.revision)
            .map_err(|error| Failure::call(error.code(), format!("`--revision`: {error}")))?;
        let approval = input::document(&self.approval)?;
        let action = input::document(&self.action)?;
        let approvers = input::document(&self.approvers)?;
        let action =
            ActionBinding::parse(&action).map_err(|error| Failure::action(&self.action, &error))?;
        let approvers: Vec<Approver<'_>> = canonical::from_slice(&approvers)
            .map_err(|error| Failure::action(&self.approvers, &ActionError::from(error)))?;
        let operation = Operation {
            action: &action,
            approvers: &approvers,
        };
        let malformed = |error: ActionError| Failure::action(&self.approval, &error);
        if self.standing {
            let stored = StoredStandingGrant::parse(&approval).map_err(malformed)?;
            let answer = transition_standing_use(&stored, revision, &operation, now);
            let next = |next: &StoredStandingGrant<'_>| next.approval.revision;
            return self.print(answer, "used", &operation, next, terminal);
        }
        let stored = StoredApproval::parse(&approval).map_err(malformed)?;
        let answer = transition_approval_redemption(&stored, revision, &operation, now);
        let next = |next: &StoredApproval<'_>| next.revision;
        self.print(answer, "redeemed", &operation, next, terminal)
    }

    fn print<S: Serialize>(
        &self,
        answer: Result<Transition<S>, TransitionError<'_>>,
        verb: &str,
        operation: &Operation<'_, '_>,
        revision: impl Fn(&S) -> Counter,
        terminal: &mut Terminal,
    ) -> Result<Status, Failure> {
        match answer {
            Ok(transition) if self.format == Format::Json => {
                json::print(&transition, terminal);
                Ok(Status::Done)
            }
            Ok(transition) => {
                terminal.out_line(&format!(
                    "may be {verb} by the operation `{}`: swap revision {} for {}",
                    operation.action.members().operation_id,
                    transition.expected_revision,
                    revision(&transition.next),
                ));
                terminal.out_line("permits no effect");
                Ok(Status::Done)
            }
            Err(TransitionError::Refused(faults)) => {
                let faults: Vec<Fault> = faults.iter().map(Fault::from).collect();
                Ok(refusal::print(&faults, self.format, terminal))
            }
            Err(TransitionError::Invalid(error)) => Err(Failure::action(&self.approval, &error)),
            Err(error) => Err(Failure::input("state_invalid", error.to_string())),
        }
    }
}
