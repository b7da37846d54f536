//! The approval check: every gate that the decision names needs an approval that stands now and that this operation has
//! redeemed.

use alloc::collections::BTreeSet;
use alloc::format;
use alloc::vec::Vec;

use super::{Check, Failure, GateApproval, HeldApproval, Observations};
use crate::action::ActionBinding;
use crate::action::approval::{
    ApprovalFault, ApprovalState, MismatchReason, StoredApproval, judge, subject_fault,
};
use crate::action::standing::StoredStandingGrant;
use crate::time::Instant;

/// What the check holds against an action, gate by gate, in alphabetical order.
///
/// Where a gate has several approvals, one that stands is enough; else the faults of the first are listed.
pub(super) fn failures(
    action: &ActionBinding<'_>,
    observations: &Observations<'_>,
    now: Instant,
) -> Vec<Failure> {
    let Some(policy) = &observations.policy else {
        // Which gates there are is not known, and the policy check says so.
        return Vec::new();
    };
    let decision = &policy.decision;
    let named = decision.approvals.iter().map(|approval| &*approval.gate);
    let guarded = decision.guardrails.approval.iter().map(|one| &*one.gate);
    let gates: BTreeSet<&str> = named.chain(guarded).collect();
    gates
        .into_iter()
        .flat_map(|gate| gate_failures(gate, action, observations, now))
        .collect()
}

fn gate_failures(
    gate: &str,
    action: &ActionBinding<'_>,
    observations: &Observations<'_>,
    now: Instant,
) -> Vec<Failure> {
    let held = observations
        .approvals
        .iter()
        .filter(|held| held.gate == *gate);
    let mut first = None;
    for held in held {
        let failures = held_failures(held, action, observations, now);
        if failures.is_empty() {
            return failures;
        }
        first.get_or_insert(failures);
    }
    first.unwrap_or_else(|| {
        Vec::from([Failure::new(
            Check::Approval,
            "quorum_not_met",
            format!("nobody has approved at the gate `{gate}`"),
            "an approval of this action at the gate, redeemed by this operation",
        )])
    })
}

fn held_failures(
    held: &GateApproval<'_>,
    action: &ActionBinding<'_>,
    observations: &Observations<'_>,
    now: Instant,
) -> Vec<Failure> {
    match &held.approval {
        HeldApproval::Single(stored) => single_failures(stored, action, observations, now),
        HeldApproval::Standing(stored) => {
            let mut failures = standing_failures(stored, action, observations, now);
            if stored.terms.gate != held.gate {
                failures.push(Failure::from(&ApprovalFault::ActionMismatch {
                    reason: MismatchReason::Gate(stored.terms.gate.clone()),
                }));
            }
            failures
        }
    }
}

fn single_failures(
    stored: &StoredApproval<'_>,
    action: &ActionBinding<'_>,
    observations: &Observations<'_>,
    now: Instant,
) -> Vec<Failure> {
    let members = action.members();
    let mut faults = judge(stored, &members.actor, &observations.approvers, now);
    match &stored.state {
        ApprovalState::Redeemed { operation_id, .. } if *operation_id != members.operation_id => {
            // An operation is part of its action, so that what was approved is another one need not be said too.
            faults.push(ApprovalFault::AlreadyRedeemed {
                holder: Some(operation_id.clone()),
            });
        }
        _ => faults.extend(subject_fault(&stored.request, action.digest())),
    }
    let is_redeemed = matches!(stored.state, ApprovalState::Redeemed { .. });
    listed(&faults, is_redeemed)
}

fn standing_failures(
    stored: &StoredStandingGrant<'_>,
    action: &ActionBinding<'_>,
    observations: &Observations<'_>,
    now: Instant,
) -> Vec<Failure> {
    let mut faults = match stored.faults(action, &observations.approvers, now) {
        Ok(faults) => faults,
        Err(error) => {
            return Vec::from([Failure::new(
                Check::Approval,
                error.code(),
                format!("{error}"),
                "terms that have a canonical form",
            )]);
        }
    };
    let made = stored.use_of(&action.members().operation_id);
    if let Some(made) = made.filter(|made| made.action_digest != action.digest()) {
        faults.push(ApprovalFault::ActionMismatch {
            reason: MismatchReason::Digest {
                approved: made.action_digest,
                found: action.digest(),
            },
        });
    }
    listed(&faults, made.is_some())
}

/// The faults; and without any, that the approval has yet to be redeemed.
fn listed(faults: &[ApprovalFault<'_>], is_redeemed: bool) -> Vec<Failure> {
    let mut failures: Vec<_> = faults.iter().map(Failure::from).collect();
    if failures.is_empty() && !is_redeemed {
        failures.push(Failure::new(
            Check::Approval,
            "approval_not_redeemed",
            "the approval stands, and no operation has redeemed it",
            "redeem it for this operation, and swap the record in",
        ));
    }
    failures
}
