//! The one redemption of an approval, and its recovery.

use super::fault::ApprovalFault;
use super::judge::judge;
use super::transition::revision_fault;
use super::{ApprovalState, Operation, StoredApproval, Transition, TransitionError, subject_fault};
use crate::action::ActionError;
use crate::counter::Counter;
use crate::time::Instant;

/// The transition that gives an approval to one operation (semantics, section 5).
///
/// At `now`, the approval must be approved, within its interval, of exactly this action, by entitled approvers up to its
/// quorum, none of whom acts or proposed where that is forbidden; and the record must have the revision that was read.
/// All faults are listed, in the order of section 5.
///
/// Once redeemed, the same operation has the same answer whenever it asks again, with the revision that it redeemed or
/// the one that the record has now: after a crash nobody knows whether the swap was made. Another operation is refused
/// for good, whatever revision it has read. Neither answer permits an effect.
///
/// # Errors
///
/// The codes of section 5: `approval_expired`, `approver_not_entitled`, `quorum_not_met`, `approver_repeated`,
/// `self_approval`, `approval_denied`, `action_mismatch`, `already_redeemed`, `revision_conflict`. Those of
/// [`StoredApproval::check`] for a record that contradicts itself, and `counter_overflow` where it has no revision left.
pub fn transition_approval_redemption<'a>(
    stored: &StoredApproval<'a>,
    expected_revision: Counter,
    operation: &Operation<'_, 'a>,
    now: Instant,
) -> Result<Transition<StoredApproval<'a>>, TransitionError<'a>> {
    stored.check()?;
    let action = operation.action;
    if let ApprovalState::Redeemed { operation_id, .. } = &stored.state {
        if *operation_id != action.members().operation_id {
            return Err(TransitionError::refused(ApprovalFault::AlreadyRedeemed {
                holder: Some(operation_id.clone()),
            }));
        }
        return recover(stored, expected_revision, operation);
    }
    let mut faults = judge(stored, &action.members().actor, operation.approvers, now);
    if stored.state == ApprovalState::Pending && faults.is_empty() {
        // Nobody has recorded that the quorum is complete, so nobody has checked the decisions as they came in.
        return Err(TransitionError::Invalid(ActionError::StateInvalid {
            rule: "the decisions make up the quorum, and the state is pending",
        }));
    }
    faults.extend(subject_fault(&stored.request, action.digest()));
    faults.extend(revision_fault(stored.revision, expected_revision));
    if !faults.is_empty() {
        return Err(TransitionError::Refused(faults));
    }
    let mut next = stored.clone();
    next.revision = stored.revision.next()?;
    next.state = ApprovalState::Redeemed {
        operation_id: action.members().operation_id.clone(),
        at: now,
    };
    Ok(Transition::new(stored.revision, next))
}

fn recover<'a>(
    stored: &StoredApproval<'a>,
    expected_revision: Counter,
    operation: &Operation<'_, 'a>,
) -> Result<Transition<StoredApproval<'a>>, TransitionError<'a>> {
    if let Some(fault) = subject_fault(&stored.request, operation.action.digest()) {
        return Err(TransitionError::refused(fault));
    }
    let redeemed_at = stored.revision.checked_sub(Counter::ONE)?;
    if expected_revision != redeemed_at
        && let Some(fault) = revision_fault(stored.revision, expected_revision)
    {
        return Err(TransitionError::refused(fault));
    }
    Ok(Transition::new(redeemed_at, stored.clone()))
}
