//! Standing grants: an approval of bounded terms instead of one action, and its uses. Semantics, section 5.
//!
//! The approval of the terms is judged as every other one is; here live the bounds and the count of the uses.
//!
//! ```
//! use ordain_runtime::action::{ActionBinding, CapabilityRef};
//! use ordain_runtime::action::standing::StandingTerms;
//! use ordain_runtime::counter::Counter;
//! use ordain_runtime::ident::Identifier;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let action = ActionBinding::parse(include_bytes!("example/action.json"))?;
//! let terms = StandingTerms {
//!     tenant_id: Identifier::new("acme")?,
//!     actor: Identifier::new("agent.support")?,
//!     gate: Identifier::new("finance")?,
//!     capability: action.members().capability.clone(),
//!     destination_ids: vec![Identifier::new("https://pay.example:443")?],
//!     amount: action.members().amount,
//!     uses: Counter::ONE,
//! };
//! // What the approvers sign is a request whose digest is that of the terms.
//! assert_ne!(terms.digest()?, action.digest());
//! # Ok(())
//! # }
//! ```

use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use super::approval::{
    ApprovalFault, ApprovalState, Approver, MismatchReason, Operation, StoredApproval, Transition,
    TransitionError, judge, revision_fault, subject_fault,
};
use super::{ActionBinding, ActionError, Amount, CapabilityRef, sets};
use crate::canonical;
use crate::constant;
use crate::counter::Counter;
use crate::digest::{Digest, Domain};
use crate::ident::Identifier;
use crate::time::Instant;

/// The domain of the digest of terms: `ordain.standing_grant.v1`.
pub const STANDING_GRANT_DOMAIN: Domain<'static> =
    constant!(Some(Domain::new("ordain.standing_grant.v1")));
/// The most uses of one grant.
pub const STANDING_USES_MAX: usize = 128;

/// What a standing grant allows. Its interval is that of the request by which it was approved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StandingTerms<'a> {
    /// Within which tenant.
    #[serde(borrow)]
    pub tenant_id: Identifier<'a>,
    /// Whose actions.
    #[serde(borrow)]
    pub actor: Identifier<'a>,
    /// The gate of a policy that it stands in for.
    #[serde(borrow)]
    pub gate: Identifier<'a>,
    /// Of exactly this revision.
    #[serde(borrow)]
    pub capability: CapabilityRef<'a>,
    /// To no other destinations. Sorted, without duplicates.
    #[serde(borrow)]
    pub destination_ids: Vec<Identifier<'a>>,
    /// The most that all uses may amount to together; `null` where none may have an amount.
    #[serde(deserialize_with = "Option::deserialize")]
    pub amount: Option<Amount>,
    /// How many operations may use it: 1 to [`STANDING_USES_MAX`].
    pub uses: Counter,
}

/// A standing grant as stored: the terms, the approval of them, and what used it. The revision is the approval's.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StoredStandingGrant<'a> {
    /// The terms.
    #[serde(borrow)]
    pub terms: StandingTerms<'a>,
    /// Its `action_digest` is the digest of the terms.
    #[serde(borrow)]
    pub approval: StoredApproval<'a>,
    /// The uses, first one first.
    #[serde(borrow)]
    pub uses: Vec<StandingUse<'a>>,
}

/// One use.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StandingUse<'a> {
    /// The operation.
    #[serde(borrow)]
    pub operation_id: Identifier<'a>,
    /// The action.
    pub action_digest: Digest,
    /// What it amounted to.
    #[serde(deserialize_with = "Option::deserialize")]
    pub amount: Option<Amount>,
    /// When.
    pub at: Instant,
    /// The revision that it was swapped in at.
    pub expected_revision: Counter,
}

impl StandingTerms<'_> {
    /// The domain digest of the terms, which their approvers sign.
    ///
    /// # Errors
    ///
    /// Never: terms have a canonical form.
    pub fn digest(&self) -> Result<Digest, ActionError> {
        let value = canonical::to_value(self)?;
        Ok(Digest::in_domain(STANDING_GRANT_DOMAIN, &value))
    }
}

impl<'a> StoredStandingGrant<'a> {
    /// Reads a stored standing grant strictly.
    ///
    /// # Errors
    ///
    /// The codes of [`canonical::DecodeError`]; else as [`StoredStandingGrant::check`].
    pub fn parse(text: &'a [u8]) -> Result<Self, ActionError> {
        let stored: Self = canonical::from_slice(text)?;
        stored.check()?;
        Ok(stored)
    }

    /// Whether this is a record that uses can lead to.
    ///
    /// # Errors
    ///
    /// As [`StoredApproval::check`]; `bound_exceeded` for the uses, `set_unsorted` and `set_duplicate` for the
    /// destinations, `state_invalid` where the grant is redeemed as a whole.
    pub fn check(&self) -> Result<(), ActionError> {
        self.approval.check()?;
        sets::check("destination_ids", &self.terms.destination_ids)?;
        let most = self.terms.uses.get();
        if most == 0 || most > STANDING_USES_MAX as u64 || self.uses.len() > STANDING_USES_MAX {
            return Err(ActionError::BoundExceeded {
                member: "uses",
                most: STANDING_USES_MAX,
            });
        }
        if matches!(self.approval.state, ApprovalState::Redeemed { .. }) {
            return Err(ActionError::StateInvalid {
                rule: "a standing grant is used, never redeemed",
            });
        }
        Ok(())
    }

    /// The use that an operation has made.
    #[must_use]
    pub fn use_of(&self, operation_id: &Identifier<'_>) -> Option<&StandingUse<'a>> {
        self.uses
            .iter()
            .find(|one| one.operation_id == *operation_id)
    }

    /// Whether the terms stand now and cover an action, apart from the count of uses and their sum: every fault, in the
    /// order of section 5.
    pub(super) fn faults(
        &self,
        action: &ActionBinding<'_>,
        approvers: &[Approver<'_>],
        now: Instant,
    ) -> Result<Vec<ApprovalFault<'a>>, ActionError> {
        let members = action.members();
        let terms = &self.terms;
        let mut faults = judge(&self.approval, &members.actor, approvers, now);
        faults.extend(subject_fault(&self.approval.request, terms.digest()?));
        let covered = [
            ("the tenant", terms.tenant_id == members.tenant_id),
            ("the actor", terms.actor == members.actor),
            (
                "the capability revision",
                terms.capability == members.capability,
            ),
            (
                "the destinations",
                sets::is_within(&members.destination_ids, &terms.destination_ids),
            ),
            (
                "the currency",
                has_same_currency(terms.amount, members.amount),
            ),
        ];
        faults.extend(
            covered
                .into_iter()
                .filter(|(_, holds)| !holds)
                .map(|(what, _)| mismatch(what)),
        );
        Ok(faults)
    }

    /// `action_mismatch`, where the uses and one more amount to more than the terms allow.
    fn amount_fault(&self, more: Option<Amount>) -> Option<ApprovalFault<'a>> {
        let most = self.terms.amount?;
        let amounts = self
            .uses
            .iter()
            .map(|one| one.amount)
            .chain([more])
            .flatten();
        let sum = amounts
            .map(|amount| amount.minor_units)
            .try_fold(Counter::ZERO, Counter::checked_add);
        let is_within = sum.is_ok_and(|sum| sum <= most.minor_units);
        (!is_within).then(|| mismatch("the amount"))
    }
}

fn has_same_currency(terms: Option<Amount>, action: Option<Amount>) -> bool {
    action.is_none_or(|action| terms.is_some_and(|terms| terms.currency == action.currency))
}

const fn mismatch<'a>(what: &'static str) -> ApprovalFault<'a> {
    ApprovalFault::ActionMismatch {
        reason: MismatchReason::Terms(what),
    }
}

/// The transition that uses a standing grant for one operation: one compare-and-swap (semantics, section 5).
///
/// The approval of the terms must stand now; the action must be within them: tenant, actor, capability revision and
/// destinations exactly, its amount together with that of all uses at most that of the terms, and one use left.
///
/// The same operation again gives the use that it has made, at the revision that it was made at; later uses stay as they
/// are, and `next` is the record of now. Neither answer permits an effect.
///
/// # Errors
///
/// The codes of section 5, all of them listed; `action_mismatch` for what is not within the terms, `already_redeemed`
/// where no use is left. Those of [`StoredStandingGrant::check`], and `counter_overflow`.
pub fn transition_standing_use<'a>(
    stored: &StoredStandingGrant<'a>,
    expected_revision: Counter,
    operation: &Operation<'_, 'a>,
    now: Instant,
) -> Result<Transition<StoredStandingGrant<'a>>, TransitionError<'a>> {
    stored.check()?;
    let action = operation.action;
    let members = action.members();
    let revision = stored.approval.revision;
    if let Some(made) = stored.use_of(&members.operation_id) {
        if made.action_digest != action.digest() {
            return Err(TransitionError::refused(ApprovalFault::ActionMismatch {
                reason: MismatchReason::Digest {
                    approved: made.action_digest,
                    found: action.digest(),
                },
            }));
        }
        let conflict = revision_fault(revision, expected_revision);
        if let Some(fault) = conflict.filter(|_| expected_revision != made.expected_revision) {
            return Err(TransitionError::refused(fault));
        }
        return Ok(Transition::new(made.expected_revision, stored.clone()));
    }
    let mut faults = stored.faults(action, operation.approvers, now)?;
    faults.extend(stored.amount_fault(members.amount));
    if stored.uses.len() as u64 >= stored.terms.uses.get() {
        faults.push(ApprovalFault::AlreadyRedeemed { holder: None });
    }
    faults.extend(revision_fault(revision, expected_revision));
    if !faults.is_empty() {
        return Err(TransitionError::Refused(faults));
    }
    if stored.approval.state != ApprovalState::Approved {
        return Err(TransitionError::Invalid(ActionError::StateInvalid {
            rule: "the decisions make up the quorum, and the state is pending",
        }));
    }
    let mut next = stored.clone();
    next.approval.revision = revision.next()?;
    next.uses.push(StandingUse {
        operation_id: members.operation_id.clone(),
        action_digest: action.digest(),
        amount: members.amount,
        at: now,
        expected_revision: revision,
    });
    Ok(Transition::new(revision, next))
}
