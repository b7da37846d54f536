//! What a store keeps of an approval: the request as it was made, the decisions on it, and its state.

use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use super::{Approver, SignedDecision};
use crate::action::{ActionBinding, ActionError, sets};
use crate::canonical;
use crate::counter::Counter;
use crate::digest::Digest;
use crate::ident::Identifier;
use crate::time::{Instant, Interval};

/// The largest quorum.
pub const QUORUM_MAX: usize = 16;
/// The most decisions on one request.
pub const DECISIONS_MAX: usize = 64;

/// A request for approval, as it was stored: nothing that comes later changes it (semantics, section 5).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ApprovalRequest<'a> {
    /// The request.
    #[serde(borrow)]
    pub request_id: Identifier<'a>,
    /// What is to be approved: the digest of an action, or of the terms of a standing grant.
    pub action_digest: Digest,
    /// The first moment at which it can be approved, redeemed and dispatched.
    pub from: Instant,
    /// The first moment at which it no longer can.
    pub until: Instant,
    /// Who may approve: holders of one of these roles. Sorted, without duplicates, at least one.
    #[serde(borrow)]
    pub roles: Vec<Identifier<'a>>,
    /// How many different principals must approve: 1 to [`QUORUM_MAX`].
    pub quorum: Counter,
    /// Whether neither the actor nor the proposer may approve.
    pub forbid_self_approval: bool,
}

/// Where an approval stands: `pending → approved → redeemed`, or `denied`, `expired`, `revoked`, which are final as
/// `redeemed` is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum ApprovalState<'a> {
    /// Too few have approved.
    Pending,
    /// Enough have approved.
    Approved,
    /// One operation has it, for good.
    Redeemed {
        /// Which.
        #[serde(borrow)]
        operation_id: Identifier<'a>,
        /// Since when.
        at: Instant,
    },
    /// Someone entitled has denied it.
    Denied,
    /// Its interval is over.
    Expired,
    /// It was taken back before it was redeemed.
    Revoked,
}

/// An approval as stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StoredApproval<'a> {
    /// Grows by one with every accepted transition.
    pub revision: Counter,
    /// The request.
    #[serde(borrow)]
    pub request: ApprovalRequest<'a>,
    /// Who proposed the action, as the store recorded it with the proposal.
    #[serde(borrow)]
    pub proposer: Identifier<'a>,
    /// The decisions, in the order in which they were accepted; at most [`DECISIONS_MAX`].
    #[serde(borrow)]
    pub decisions: Vec<SignedDecision<'a>>,
    /// Where it stands.
    #[serde(borrow)]
    pub state: ApprovalState<'a>,
}

/// Who asks for a transition, and against what it is held now.
#[derive(Clone, Copy, Debug)]
pub struct Operation<'o, 'a> {
    /// The action, whose `operation_id` is the operation.
    pub action: &'o ActionBinding<'a>,
    /// Who is entitled to approve now, and by which keys.
    pub approvers: &'o [Approver<'a>],
}

impl<'a> StoredApproval<'a> {
    /// A request on which nobody has decided, at revision 0.
    #[must_use]
    pub const fn new(request: ApprovalRequest<'a>, proposer: Identifier<'a>) -> Self {
        Self {
            revision: Counter::ZERO,
            request,
            proposer,
            decisions: Vec::new(),
            state: ApprovalState::Pending,
        }
    }

    /// Reads a stored approval strictly.
    ///
    /// # Errors
    ///
    /// The codes of [`canonical::DecodeError`]; else as [`StoredApproval::check`].
    pub fn parse(text: &'a [u8]) -> Result<Self, ActionError> {
        let stored: Self = canonical::from_slice(text)?;
        stored.check()?;
        Ok(stored)
    }

    /// Whether this is a record that transitions can lead to.
    ///
    /// # Errors
    ///
    /// `interval_invalid`; `bound_exceeded` for the quorum, the roles and the decisions; `set_unsorted` and
    /// `set_duplicate` for the roles; `state_invalid` for a redeemed approval at revision 0.
    pub fn check(&self) -> Result<(), ActionError> {
        let request = &self.request;
        Interval::new(request.from, request.until)?;
        sets::check("roles", &request.roles)?;
        bound("roles", request.roles.len(), 1, sets::SET_MEMBERS_MAX)?;
        let quorum = usize::try_from(request.quorum.get()).unwrap_or(usize::MAX);
        bound("quorum", quorum, 1, QUORUM_MAX)?;
        bound("decisions", self.decisions.len(), 0, DECISIONS_MAX)?;
        // A redemption is a transition, and recovering it needs the revision that it was made at.
        let rule = match self.state {
            ApprovalState::Redeemed { .. } if self.revision == Counter::ZERO => {
                Some("a redeemed approval has a revision before its own")
            }
            _ => None,
        };
        rule.map_or(Ok(()), |rule| Err(ActionError::StateInvalid { rule }))
    }
}

fn bound(member: &'static str, found: usize, least: usize, most: usize) -> Result<(), ActionError> {
    if (least..=most).contains(&found) {
        return Ok(());
    }
    Err(ActionError::BoundExceeded { member, most })
}
