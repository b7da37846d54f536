//! Why an approval does not stand: the codes of section 5, each with the reason behind it.

use core::fmt;

use crate::counter::Counter;
use crate::digest::Digest;
use crate::ident::Identifier;
use crate::time::Instant;

/// One thing that stands against an approval. The order of the variants is that of section 5, in which faults are
/// listed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ApprovalFault<'a> {
    /// `approval_expired`: something lies outside of the stored interval.
    #[error("the approval holds from {from} until {until}, and {reason}")]
    Expired {
        /// The first moment of the interval.
        from: Instant,
        /// The first moment after it.
        until: Instant,
        /// What lies outside.
        reason: ExpiryReason<'a>,
    },
    /// `approver_not_entitled`: a decision has nobody behind it who may decide now.
    #[error("`{approver}` is not entitled to this decision: {reason}")]
    NotEntitled {
        /// Whom the decision names.
        approver: Identifier<'a>,
        /// Why not.
        reason: EntitlementReason,
    },
    /// `quorum_not_met`: too few have approved.
    #[error("{approved} of {quorum} have approved")]
    QuorumNotMet {
        /// How many have.
        approved: Counter,
        /// How many must.
        quorum: Counter,
    },
    /// `approver_repeated`: one principal has approved more than once.
    #[error("`{approver}` has approved more than once")]
    Repeated {
        /// Who.
        approver: Identifier<'a>,
    },
    /// `self_approval`: the actor or the proposer has approved, which this request forbids.
    #[error("`{approver}` acts or proposed, and may not approve")]
    SelfApproval {
        /// Who.
        approver: Identifier<'a>,
    },
    /// `approval_denied`: somebody has denied it, or it was taken back. Both are final.
    #[error("the approval is {reason}")]
    Denied {
        /// Which of the two.
        reason: DenialReason,
    },
    /// `action_mismatch`: what is to be done is not what was approved.
    #[error("{reason}")]
    ActionMismatch {
        /// In what it differs.
        reason: MismatchReason<'a>,
    },
    /// `already_redeemed`: another operation has it, or a standing grant has no use left.
    #[error("the approval is redeemed by {}", Holder(holder.as_ref()))]
    AlreadyRedeemed {
        /// The operation; `None` where a standing grant is used up.
        holder: Option<Identifier<'a>>,
    },
    /// `revision_conflict`: the record has another revision than the one that was read.
    #[error("the record has revision {found}, not {expected}")]
    RevisionConflict {
        /// What was read.
        expected: Counter,
        /// What is stored.
        found: Counter,
    },
}

/// What lies outside of the stored interval.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ExpiryReason<'a> {
    /// This moment.
    Now(Instant),
    /// The moment of a decision, or it is still to come.
    Decision(Identifier<'a>, Instant),
    /// The store has recorded that it is over.
    Recorded,
}

/// Why somebody is not entitled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EntitlementReason {
    /// Nobody of this name is entitled to anything now.
    Unknown,
    /// The entitlement was taken back, is over or has not begun.
    NotNow,
    /// The request does not ask for this role.
    RoleNotAsked,
    /// The principal does not have the role.
    RoleNotHeld,
    /// The key is none of the principal's.
    KeyNotHeld,
    /// The signature is not by the key, or is of something else.
    SignatureInvalid,
}

/// Why an approval is refused for good.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DenialReason {
    /// An approver has denied it.
    Denied,
    /// It was taken back.
    Revoked,
}

/// In what an action differs from what was approved.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MismatchReason<'a> {
    /// Its digest is another.
    Digest {
        /// What was approved.
        approved: Digest,
        /// What is to be done.
        found: Digest,
    },
    /// It is not within the terms of a standing grant.
    Terms(&'static str),
    /// The approval is for another gate.
    Gate(Identifier<'a>),
}

impl ApprovalFault<'_> {
    /// The stable code, in `snake_case`.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Expired { .. } => "approval_expired",
            Self::NotEntitled { .. } => "approver_not_entitled",
            Self::QuorumNotMet { .. } => "quorum_not_met",
            Self::Repeated { .. } => "approver_repeated",
            Self::SelfApproval { .. } => "self_approval",
            Self::Denied { .. } => "approval_denied",
            Self::ActionMismatch { .. } => "action_mismatch",
            Self::AlreadyRedeemed { .. } => "already_redeemed",
            Self::RevisionConflict { .. } => "revision_conflict",
        }
    }

    /// What would satisfy the check.
    #[must_use]
    pub const fn remedy(&self) -> &'static str {
        match self {
            Self::Expired { .. } => "a new request, decided and redeemed within its interval",
            Self::NotEntitled { .. } => {
                "a decision signed by somebody who holds a role of the request now, with a key of theirs"
            }
            Self::QuorumNotMet { .. } => "decisions of more entitled approvers",
            Self::Repeated { .. } => "a decision of another principal in its place",
            Self::SelfApproval { .. } => "a decision of somebody who neither acts nor proposed",
            Self::Denied { .. } => "a new request; this one is final",
            Self::ActionMismatch { .. } => "an approval of exactly this action",
            Self::AlreadyRedeemed { .. } => "an approval of its own for this operation",
            Self::RevisionConflict { .. } => "read the record again, and ask with its revision",
        }
    }
}

impl fmt::Display for ExpiryReason<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Now(now) => write!(f, "it is {now}"),
            Self::Decision(approver, at) => write!(f, "`{approver}` decides at {at}"),
            Self::Recorded => f.write_str("is recorded as expired"),
        }
    }
}

impl fmt::Display for EntitlementReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Unknown => "nobody of this name may approve",
            Self::NotNow => "the entitlement does not hold now",
            Self::RoleNotAsked => "the request does not ask for this role",
            Self::RoleNotHeld => "the role is not held now",
            Self::KeyNotHeld => "the key is none of theirs",
            Self::SignatureInvalid => "the signature does not verify",
        })
    }
}

impl fmt::Display for DenialReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Denied => "denied",
            Self::Revoked => "revoked",
        })
    }
}

impl fmt::Display for MismatchReason<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Digest { approved, found } => {
                write!(f, "approved is {approved}, and the action is {found}")
            }
            Self::Terms(what) => write!(f, "the terms of the standing grant do not cover {what}"),
            Self::Gate(gate) => write!(f, "the standing grant is for the gate `{gate}`"),
        }
    }
}

struct Holder<'h>(Option<&'h Identifier<'h>>);

impl fmt::Display for Holder<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(operation_id) => write!(f, "the operation `{operation_id}`"),
            None => f.write_str("as many operations as its terms allow"),
        }
    }
}
