//! The answers that transitions give, and the transitions towards a decision: deciding, expiring, revoking.

use alloc::vec::Vec;

use serde::{Serialize, Serializer};

use super::fault::{ApprovalFault, DenialReason};
use super::judge::{decision_moment_fault, entitlement_fault, is_self, moment_fault};
use super::{ApprovalState, Operation, SignedDecision, StoredApproval, Verdict};
use crate::action::ActionError;
use crate::counter::{Counter, CounterOverflow};
use crate::time::Instant;

/// An intended compare-and-swap: where the store still has `expected_revision`, it is to have `next`. Nothing has
/// happened until the store has done so, atomically (semantics, section 5).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Transition<S> {
    /// The revision that the record must have.
    pub expected_revision: Counter,
    /// The record that takes its place.
    pub next: S,
    permits_new_effect: Never,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Never;

impl Serialize for Never {
    fn serialize<Z: Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
        serializer.serialize_bool(false)
    }
}

impl<S> Transition<S> {
    pub(in crate::action) const fn new(expected_revision: Counter, next: S) -> Self {
        Self {
            expected_revision,
            next,
            permits_new_effect: Never,
        }
    }

    /// Whether the transition permits an effect: never. Only a dispatch does.
    #[must_use]
    pub const fn permits_new_effect(&self) -> bool {
        false
    }
}

/// Why there is no transition.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TransitionError<'a> {
    /// The record is none that transitions lead to, or has no revision left.
    #[error("{0}")]
    Invalid(ActionError),
    /// The faults in the order of section 5: at least one.
    #[error("the approval does not stand")]
    Refused(Vec<ApprovalFault<'a>>),
}

impl<'a> TransitionError<'a> {
    /// The stable codes, in order.
    #[must_use]
    pub fn codes(&self) -> Vec<&'static str> {
        match self {
            Self::Invalid(error) => Vec::from([error.code()]),
            Self::Refused(faults) => faults.iter().map(ApprovalFault::code).collect(),
        }
    }

    pub(in crate::action) fn refused(fault: ApprovalFault<'a>) -> Self {
        Self::Refused(Vec::from([fault]))
    }
}

impl From<ActionError> for TransitionError<'_> {
    fn from(error: ActionError) -> Self {
        Self::Invalid(error)
    }
}

impl From<CounterOverflow> for TransitionError<'_> {
    fn from(error: CounterOverflow) -> Self {
        Self::Invalid(error.into())
    }
}

type Answer<'a> = Result<Transition<StoredApproval<'a>>, TransitionError<'a>>;

/// Takes one decision in: a denial ends the request, and the approval that completes the quorum approves it.
///
/// Denying is possible until it is redeemed. The same signed decision again gives a transition to the record as it is.
///
/// # Errors
///
/// As [`super::transition_approval_redemption`], without the quorum; `bound_exceeded` past
/// [`super::DECISIONS_MAX`].
pub fn transition_approval_decision<'a>(
    stored: &StoredApproval<'a>,
    expected_revision: Counter,
    operation: &Operation<'_, 'a>,
    signed: &SignedDecision<'a>,
    now: Instant,
) -> Answer<'a> {
    stored.check()?;
    if stored.decisions.contains(signed) {
        return Ok(Transition::new(stored.revision, stored.clone()));
    }
    let decision = &signed.decision;
    let approves = decision.decision == Verdict::Approve;
    let actor = &operation.action.members().actor;
    let mut faults = Vec::new();
    faults.extend(moment_fault(stored, now));
    faults.extend(decision_moment_fault(&stored.request, signed, now));
    faults.extend(entitlement_fault(
        &stored.request,
        signed,
        operation.approvers,
        now,
    ));
    let has_approved = |one: &SignedDecision<'_>| {
        one.decision.decision == Verdict::Approve && one.decision.approver == decision.approver
    };
    if approves && stored.decisions.iter().any(has_approved) {
        faults.push(ApprovalFault::Repeated {
            approver: decision.approver.clone(),
        });
    }
    if approves && is_self(stored, actor, &decision.approver) {
        faults.push(ApprovalFault::SelfApproval {
            approver: decision.approver.clone(),
        });
    }
    faults.extend(final_fault(stored));
    faults.extend(super::subject_fault(
        &stored.request,
        operation.action.digest(),
    ));
    faults.extend(revision_fault(stored.revision, expected_revision));
    if !faults.is_empty() {
        return Err(TransitionError::Refused(faults));
    }
    let mut next = stored.clone();
    next.decisions.push(signed.clone());
    let approvals = next
        .decisions
        .iter()
        .filter(|one| one.decision.decision == Verdict::Approve);
    if !approves {
        next.state = ApprovalState::Denied;
    } else if approvals.count() as u64 >= stored.request.quorum.get() {
        next.state = ApprovalState::Approved;
    }
    advance(stored.revision, next)
}

/// Records that the interval is over: nothing else changes by it, since an approval that is over is refused anyway.
///
/// # Errors
///
/// `approval_denied` and `already_redeemed` in a final state, `revision_conflict`; `state_invalid` before the interval is
/// over.
pub fn transition_approval_expiry<'a>(
    stored: &StoredApproval<'a>,
    expected_revision: Counter,
    now: Instant,
) -> Answer<'a> {
    if stored.state == ApprovalState::Expired {
        return Ok(Transition::new(stored.revision, stored.clone()));
    }
    if now < stored.request.until {
        return Err(TransitionError::Invalid(ActionError::StateInvalid {
            rule: "an interval that is not over does not expire",
        }));
    }
    finish(stored, expected_revision, ApprovalState::Expired)
}

/// Takes an approval back, before it is redeemed. Who may do so is the caller's to check.
///
/// # Errors
///
/// `approval_denied`, `already_redeemed` and `approval_expired` in another final state, `revision_conflict`.
pub fn transition_approval_revocation<'a>(
    stored: &StoredApproval<'a>,
    expected_revision: Counter,
) -> Answer<'a> {
    if stored.state == ApprovalState::Revoked {
        return Ok(Transition::new(stored.revision, stored.clone()));
    }
    finish(stored, expected_revision, ApprovalState::Revoked)
}

fn finish<'a>(
    stored: &StoredApproval<'a>,
    expected_revision: Counter,
    state: ApprovalState<'a>,
) -> Answer<'a> {
    stored.check()?;
    let recorded = (stored.state == ApprovalState::Expired)
        .then(|| moment_fault(stored, stored.request.from))
        .flatten();
    let faults: Vec<_> = recorded
        .into_iter()
        .chain(final_fault(stored))
        .chain(revision_fault(stored.revision, expected_revision))
        .collect();
    if !faults.is_empty() {
        return Err(TransitionError::Refused(faults));
    }
    let mut next = stored.clone();
    next.state = state;
    advance(stored.revision, next)
}

fn advance(expected_revision: Counter, mut next: StoredApproval<'_>) -> Answer<'_> {
    next.revision = expected_revision.next()?;
    next.check()?;
    Ok(Transition::new(expected_revision, next))
}

/// What a final state answers, other than the expiry that its moment answers for.
fn final_fault<'a>(stored: &StoredApproval<'a>) -> Option<ApprovalFault<'a>> {
    match &stored.state {
        ApprovalState::Pending | ApprovalState::Approved | ApprovalState::Expired => None,
        ApprovalState::Denied => Some(ApprovalFault::Denied {
            reason: DenialReason::Denied,
        }),
        ApprovalState::Revoked => Some(ApprovalFault::Denied {
            reason: DenialReason::Revoked,
        }),
        ApprovalState::Redeemed { operation_id, .. } => Some(ApprovalFault::AlreadyRedeemed {
            holder: Some(operation_id.clone()),
        }),
    }
}

/// `revision_conflict`, where the record has moved on.
pub(in crate::action) fn revision_fault<'a>(
    found: Counter,
    expected: Counter,
) -> Option<ApprovalFault<'a>> {
    (found != expected).then_some(ApprovalFault::RevisionConflict { expected, found })
}
