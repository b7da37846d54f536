//! Whether an approval stands at a moment: every fault, in the order of section 5. What a redeemed one permits, and to
//! which operation, is judged where it is redeemed and dispatched.

use alloc::collections::BTreeSet;
use alloc::vec::Vec;

use super::fault::{ApprovalFault, DenialReason, EntitlementReason, ExpiryReason, MismatchReason};
use super::{ApprovalRequest, ApprovalState, Approver, SignedDecision, StoredApproval, Verdict};
use crate::counter::Counter;
use crate::digest::Digest;
use crate::ident::Identifier;
use crate::time::Instant;

/// Judges the interval, the approvers, the quorum, self-approval and denials of an approval, for an actor.
///
/// Every principal that has approved must be entitled now and no two may be the same, also where more have approved than
/// the quorum asks for: a record with a doubtful decision in it is refused whole. A denied or revoked one is not asked
/// for its quorum.
pub(in crate::action) fn judge<'a>(
    stored: &StoredApproval<'a>,
    actor: &Identifier<'_>,
    approvers: &[Approver<'_>],
    now: Instant,
) -> Vec<ApprovalFault<'a>> {
    let request = &stored.request;
    let approvals: Vec<&SignedDecision<'a>> = with_verdict(stored, Verdict::Approve).collect();
    let denial = denial(stored);

    let mut faults: Vec<_> = moment_fault(stored, now).into_iter().collect();
    faults.extend(
        approvals
            .iter()
            .filter_map(|signed| decision_moment_fault(request, signed, now)),
    );
    faults.extend(
        approvals
            .iter()
            .filter_map(|signed| entitlement_fault(request, signed, approvers, now)),
    );
    let approved = Counter::try_from(approvals.len() as u64).unwrap_or(Counter::MAX);
    if denial.is_none() && approved < request.quorum {
        faults.push(ApprovalFault::QuorumNotMet {
            approved,
            quorum: request.quorum,
        });
    }
    faults.extend(repeated(&approvals));
    let selves: BTreeSet<_> = approvals
        .iter()
        .map(|signed| &signed.decision.approver)
        .filter(|approver| is_self(stored, actor, approver))
        .collect();
    faults.extend(
        selves
            .into_iter()
            .map(|approver| ApprovalFault::SelfApproval {
                approver: approver.clone(),
            }),
    );
    faults.extend(denial.map(|reason| ApprovalFault::Denied { reason }));
    faults
}

/// `action_mismatch`, where something else was approved.
pub(in crate::action) fn subject_fault<'a>(
    request: &ApprovalRequest<'_>,
    found: Digest,
) -> Option<ApprovalFault<'a>> {
    (request.action_digest != found).then_some(ApprovalFault::ActionMismatch {
        reason: MismatchReason::Digest {
            approved: request.action_digest,
            found,
        },
    })
}

/// `approval_expired`, where the approval does not hold now. It holds from the first moment of its interval on, and at
/// the last it no longer does.
pub(super) fn moment_fault<'a>(
    stored: &StoredApproval<'a>,
    now: Instant,
) -> Option<ApprovalFault<'a>> {
    let request = &stored.request;
    let reason = if !holds(request, now) {
        ExpiryReason::Now(now)
    } else if stored.state == ApprovalState::Expired {
        ExpiryReason::Recorded
    } else {
        return None;
    };
    Some(expired(request, reason))
}

/// `approval_expired`, where a decision was made outside of the interval or is still to come: a later one extends
/// nothing.
pub(super) fn decision_moment_fault<'a>(
    request: &ApprovalRequest<'_>,
    signed: &SignedDecision<'a>,
    now: Instant,
) -> Option<ApprovalFault<'a>> {
    let decision = &signed.decision;
    if holds(request, decision.at) && decision.at <= now {
        return None;
    }
    let reason = ExpiryReason::Decision(decision.approver.clone(), decision.at);
    Some(expired(request, reason))
}

/// `approver_not_entitled`, where nobody who may decide now has signed a decision.
pub(super) fn entitlement_fault<'a>(
    request: &ApprovalRequest<'_>,
    signed: &SignedDecision<'a>,
    approvers: &[Approver<'_>],
    now: Instant,
) -> Option<ApprovalFault<'a>> {
    let decision = &signed.decision;
    // Entitlements of one principal may come as several entries; one that carries the decision is enough.
    let mut reason = Some(EntitlementReason::Unknown);
    for approver in approvers {
        if approver.principal == decision.approver {
            reason = entry_fault(request, signed, approver, now);
            if reason.is_none() {
                break;
            }
        }
    }
    reason.map(|reason| ApprovalFault::NotEntitled {
        approver: decision.approver.clone(),
        reason,
    })
}

fn entry_fault(
    request: &ApprovalRequest<'_>,
    signed: &SignedDecision<'_>,
    approver: &Approver<'_>,
    now: Instant,
) -> Option<EntitlementReason> {
    let decision = &signed.decision;
    if !approver.is_entitled(now) {
        return Some(EntitlementReason::NotNow);
    }
    if !request.roles.contains(&decision.role) {
        return Some(EntitlementReason::RoleNotAsked);
    }
    if !approver.roles.contains(&decision.role) {
        return Some(EntitlementReason::RoleNotHeld);
    }
    let Some(key) = approver.keys.iter().find(|key| key.id() == decision.key) else {
        return Some(EntitlementReason::KeyNotHeld);
    };
    signed
        .verify(request, key)
        .is_err()
        .then_some(EntitlementReason::SignatureInvalid)
}

/// Whether a principal may not approve because it acts or proposed.
pub(super) fn is_self(
    stored: &StoredApproval<'_>,
    actor: &Identifier<'_>,
    approver: &Identifier<'_>,
) -> bool {
    stored.request.forbid_self_approval && (approver == actor || *approver == stored.proposer)
}

fn denial(stored: &StoredApproval<'_>) -> Option<DenialReason> {
    match stored.state {
        ApprovalState::Revoked => Some(DenialReason::Revoked),
        ApprovalState::Denied => Some(DenialReason::Denied),
        _ => with_verdict(stored, Verdict::Deny)
            .next()
            .map(|_| DenialReason::Denied),
    }
}

fn with_verdict<'s, 'a>(
    stored: &'s StoredApproval<'a>,
    verdict: Verdict,
) -> impl Iterator<Item = &'s SignedDecision<'a>> {
    let decisions = stored.decisions.iter();
    decisions.filter(move |signed| signed.decision.decision == verdict)
}

/// Each principal that stands there more than once, once.
fn repeated<'a>(approvals: &[&SignedDecision<'a>]) -> Vec<ApprovalFault<'a>> {
    let mut seen = BTreeSet::new();
    let mut twice = BTreeSet::new();
    for signed in approvals {
        let approver = &signed.decision.approver;
        if !seen.insert(approver) {
            twice.insert(approver);
        }
    }
    let fault = |approver: &Identifier<'a>| ApprovalFault::Repeated {
        approver: approver.clone(),
    };
    twice.into_iter().map(fault).collect()
}

fn holds(request: &ApprovalRequest<'_>, instant: Instant) -> bool {
    request.from <= instant && instant < request.until
}

const fn expired<'a>(request: &ApprovalRequest<'_>, reason: ExpiryReason<'a>) -> ApprovalFault<'a> {
    ApprovalFault::Expired {
        from: request.from,
        until: request.until,
        reason,
    }
}
