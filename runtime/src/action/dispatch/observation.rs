//! What is observed when an action is to be dispatched. Each observation comes from the trusted side; the action comes
//! from anywhere.

use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use super::Finding;
use crate::action::ActionError;
use crate::action::approval::{Approver, StoredApproval};
use crate::action::authority::Grant;
use crate::action::standing::StoredStandingGrant;
use crate::canonical::{self, Value};
use crate::digest::Digest;
use crate::ident::Identifier;
use crate::policy::DecisionRecord;

/// Everything that the seven checks look at. What was not observed is empty or `null`, and fails its check.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Observations<'a> {
    /// The grants that the action names, the first one first and each delegated one behind its parent.
    #[serde(borrow)]
    pub grants: Vec<Grant<'a>>,
    /// The facts of this action, as they are now.
    #[serde(borrow)]
    pub facts: Value<'a>,
    /// The decision on them.
    #[serde(borrow, deserialize_with = "Option::deserialize")]
    pub policy: Option<PolicyObservation<'a>>,
    /// Approvals as their store has them now, by gate.
    #[serde(borrow)]
    pub approvals: Vec<GateApproval<'a>>,
    /// Who may approve now.
    #[serde(borrow)]
    pub approvers: Vec<Approver<'a>>,
    /// What the boundary is found to be.
    #[serde(borrow, deserialize_with = "Option::deserialize")]
    pub boundary: Option<Finding<'a>>,
    /// What is found about the data.
    #[serde(borrow, deserialize_with = "Option::deserialize")]
    pub data: Option<Finding<'a>>,
    /// What is found about the reservation.
    #[serde(borrow, deserialize_with = "Option::deserialize")]
    pub budget: Option<Finding<'a>>,
}

/// A decision, and what it was made on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PolicyObservation<'a> {
    /// The decision, as an evaluator gave it.
    #[serde(borrow)]
    pub decision: DecisionRecord<'a>,
    /// The plain digest of the facts that the evaluator was given.
    pub facts_digest: Digest,
}

/// An approval for one gate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GateApproval<'a> {
    /// The gate that the request was made for, as the store recorded it.
    #[serde(borrow)]
    pub gate: Identifier<'a>,
    /// The approval.
    #[serde(borrow)]
    pub approval: HeldApproval<'a>,
}

/// An approval of one action, or of terms that may cover it: `{"single": …}` or `{"standing": …}`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(
    clippy::large_enum_variant,
    reason = "both are records of a few hundred bytes, held one a gate"
)]
pub enum HeldApproval<'a> {
    /// Of this action alone.
    #[serde(borrow)]
    Single(StoredApproval<'a>),
    /// Of terms.
    #[serde(borrow)]
    Standing(StoredStandingGrant<'a>),
}

impl<'a> Observations<'a> {
    /// Reads observations strictly.
    ///
    /// # Errors
    ///
    /// The codes of [`canonical::DecodeError`], and those of the checks of stored approvals.
    pub fn parse(text: &'a [u8]) -> Result<Self, ActionError> {
        let observations: Self = canonical::from_slice(text)?;
        for held in &observations.approvals {
            match &held.approval {
                HeldApproval::Single(stored) => stored.check()?,
                HeldApproval::Standing(stored) => stored.check()?,
            }
        }
        Ok(observations)
    }
}
