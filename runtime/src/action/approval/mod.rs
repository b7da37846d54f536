//! Approval: the stored request, the signed decisions on it, and its single redemption. Semantics, section 5.
//!
//! Every change is a transition: a pure function of the stored record, the revision that the caller has read, the
//! operation and the time, to the record that a store is to swap in where the revision still holds. No transition
//! permits an effect; only [`super::dispatch`] does.
//!
//! ```
//! use ordain_runtime::action::ActionBinding;
//! use ordain_runtime::action::approval::{
//!     ApprovalRequest, Approver, Decision, Operation, SignedDecision, StoredApproval, Verdict,
//!     transition_approval_decision, transition_approval_redemption,
//! };
//! use ordain_runtime::counter::Counter;
//! use ordain_runtime::ident::Identifier;
//! use ordain_runtime::signature::SecretKey;
//! use ordain_runtime::time::Instant;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let action = ActionBinding::parse(include_bytes!("../example/action.json"))?;
//! // A seed from the operating system, in anything but an example.
//! let key = SecretKey::from_seed(&[7; 32]);
//! let from = Instant::parse("2026-03-01T12:00:00Z")?;
//! let until = Instant::parse("2026-03-01T12:15:00Z")?;
//! let request = ApprovalRequest {
//!     request_id: Identifier::new("request_1")?,
//!     action_digest: action.digest(),
//!     from,
//!     until,
//!     roles: vec![Identifier::new("finance")?],
//!     quorum: Counter::ONE,
//!     forbid_self_approval: true,
//! };
//! let approvers = [Approver {
//!     principal: Identifier::new("user.finance-1")?,
//!     roles: vec![Identifier::new("finance")?],
//!     keys: vec![key.public()],
//!     from,
//!     until,
//!     revoked: false,
//! }];
//! let stored = StoredApproval::new(request, Identifier::new("agent.support")?);
//! let operation = Operation { action: &action, approvers: &approvers };
//!
//! let decision = Decision {
//!     approver: Identifier::new("user.finance-1")?,
//!     role: Identifier::new("finance")?,
//!     decision: Verdict::Approve,
//!     at: from,
//!     key: key.public().id(),
//! };
//! let signed = SignedDecision::sign(&stored.request, decision, &key)?;
//! let approved = transition_approval_decision(&stored, Counter::ZERO, &operation, &signed, from)?;
//!
//! let redeemed =
//!     transition_approval_redemption(&approved.next, Counter::ONE, &operation, from)?;
//! // Whoever asks again for the same operation has the same answer, and still no permission.
//! let again =
//!     transition_approval_redemption(&redeemed.next, Counter::ONE, &operation, until)?;
//! assert_eq!(again, redeemed);
//! assert!(!redeemed.permits_new_effect());
//! # Ok(())
//! # }
//! ```

mod approver;
mod decision;
mod fault;
mod judge;
mod redemption;
mod stored;
mod transition;

pub use approver::Approver;
pub use decision::{APPROVAL_DECISION_DOMAIN, Decision, SignedDecision, Verdict};
pub use fault::{ApprovalFault, DenialReason, EntitlementReason, ExpiryReason, MismatchReason};
pub(super) use judge::{judge, subject_fault};
pub use redemption::transition_approval_redemption;
pub use stored::{
    ApprovalRequest, ApprovalState, DECISIONS_MAX, Operation, QUORUM_MAX, StoredApproval,
};
pub(super) use transition::revision_fault;
pub use transition::{
    Transition, TransitionError, transition_approval_decision, transition_approval_expiry,
    transition_approval_revocation,
};
