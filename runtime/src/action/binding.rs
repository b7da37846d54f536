//! The binding: everything that an action is, and the one digest of it. Who may approve or dispatch it is decided in
//! [`super::approval`] and [`super::dispatch`].

use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use super::sets;
use super::{ActionError, ActionRisk, Amount, CapabilityRef, PinnedRef};
use crate::canonical::{self, Value};
use crate::constant;
use crate::digest::{Digest, Domain};
use crate::ident::Identifier;

/// The domain of the digest of a binding: `contextos.action_binding.v1`.
pub const ACTION_BINDING_DOMAIN: Domain<'static> =
    constant!(Some(Domain::new("contextos.action_binding.v1")));

/// The members of a binding (semantics, section 5), every one of them always present.
///
/// Arrays are sets: in ascending order byte for byte, without duplicates, at most [`super::SET_MEMBERS_MAX`]. Whoever
/// fills them in another order calls [`ActionMembers::normalise`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ActionMembers<'a> {
    /// The execution contract.
    #[serde(borrow)]
    pub contract_id: Identifier<'a>,
    /// The run.
    #[serde(borrow)]
    pub run_id: Identifier<'a>,
    /// The operation, which keeps its id over all attempts.
    #[serde(borrow)]
    pub operation_id: Identifier<'a>,
    /// The proposal that the action came from.
    #[serde(borrow)]
    pub proposal_id: Identifier<'a>,
    /// The tenant.
    #[serde(borrow)]
    pub tenant_id: Identifier<'a>,
    /// The principal that acts.
    #[serde(borrow)]
    pub actor: Identifier<'a>,
    /// The grants that it acts on, by id.
    #[serde(borrow)]
    pub authority_refs: Vec<Identifier<'a>>,
    /// What it acts for.
    #[serde(borrow)]
    pub purpose: Identifier<'a>,
    /// What it calls.
    #[serde(borrow)]
    pub capability: CapabilityRef<'a>,
    /// What it calls it with: any JSON, whole and nested.
    #[serde(borrow)]
    pub arguments: Value<'a>,
    /// What it acts on.
    #[serde(borrow)]
    pub resource_ids: Vec<Identifier<'a>>,
    /// Where something of it goes.
    #[serde(borrow)]
    pub destination_ids: Vec<Identifier<'a>>,
    /// The evidence it rests on, by id.
    #[serde(borrow)]
    pub evidence_refs: Vec<Identifier<'a>>,
    /// The policies that it is decided by.
    #[serde(borrow)]
    pub policy_refs: Vec<PinnedRef<'a>>,
    /// The profiles that it runs under.
    #[serde(borrow)]
    pub profile_refs: Vec<PinnedRef<'a>>,
    /// The releases that it runs on.
    #[serde(borrow)]
    pub release_refs: Vec<PinnedRef<'a>>,
    /// Its native risk.
    pub risk: ActionRisk,
    /// Its business amount; `null` where it has none.
    // Without a function of its own, serde takes a missing member for `null`.
    #[serde(deserialize_with = "Option::deserialize")]
    pub amount: Option<Amount>,
}

impl ActionMembers<'_> {
    /// Brings every set into its one order, and takes duplicates out.
    pub fn normalise(&mut self) {
        for set in [
            &mut self.authority_refs,
            &mut self.resource_ids,
            &mut self.destination_ids,
            &mut self.evidence_refs,
        ] {
            sets::normalise(set);
        }
        for set in [
            &mut self.policy_refs,
            &mut self.profile_refs,
            &mut self.release_refs,
        ] {
            sets::normalise(set);
        }
    }

    fn check_sets(&self) -> Result<(), ActionError> {
        sets::check("authority_refs", &self.authority_refs)?;
        sets::check("resource_ids", &self.resource_ids)?;
        sets::check("destination_ids", &self.destination_ids)?;
        sets::check("evidence_refs", &self.evidence_refs)?;
        sets::check("policy_refs", &self.policy_refs)?;
        sets::check("profile_refs", &self.profile_refs)?;
        sets::check("release_refs", &self.release_refs)
    }
}

/// An action, whole and checked, with its digest (semantics, section 5).
///
/// ```
/// use ordain_runtime::action::ActionBinding;
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let text = br#"{
///     "contract_id": "contract_refunds", "run_id": "run_7", "operation_id": "operation_1",
///     "proposal_id": "proposal_1", "tenant_id": "acme", "actor": "agent.support",
///     "authority_refs": ["grant_support"], "purpose": "refund",
///     "capability": { "id": "payments.refund", "revision": "3",
///         "digest": "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855" },
///     "arguments": { "order": "o-1", "refund": { "amount": 500000 } },
///     "resource_ids": ["order:o-1"], "destination_ids": ["https://pay.example:443"],
///     "evidence_refs": [], "policy_refs": [], "profile_refs": [], "release_refs": [],
///     "risk": { "effect": "external_state", "authority": "agent", "reversibility": "compensatable",
///         "interaction": "api", "data": "internal" },
///     "amount": { "currency": "INR", "minor_units": 500000 }
/// }"#;
/// let action = ActionBinding::parse(text)?;
///
/// let mut changed = action.members().clone();
/// changed.amount = None;
/// assert_ne!(ActionBinding::new(changed)?.digest(), action.digest());
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ActionBinding<'a> {
    members: ActionMembers<'a>,
    digest: Digest,
}

impl<'a> ActionBinding<'a> {
    /// Reads a binding strictly, within the limits of section 1. A set that is not sorted or holds an element twice is
    /// refused and not put right, so that the text an approver was shown is the text that the digest is of.
    ///
    /// # Errors
    ///
    /// The codes of [`canonical::DecodeError`]; `bound_exceeded`, `set_duplicate`, `set_unsorted`.
    pub fn parse(text: &'a [u8]) -> Result<Self, ActionError> {
        Self::seal(canonical::from_slice(text)?)
    }

    /// Takes members that were made in memory, under the same rules as [`ActionBinding::parse`].
    ///
    /// # Errors
    ///
    /// As those of `parse`; arguments that no reader would accept are refused too.
    pub fn new(members: ActionMembers<'a>) -> Result<Self, ActionError> {
        let binding = Self::seal(members)?;
        // What can be approved can be read again.
        let text = canonical::to_canonical(&binding.members)?;
        canonical::parse(&text).map_err(canonical::DecodeError::from)?;
        Ok(binding)
    }

    fn seal(members: ActionMembers<'a>) -> Result<Self, ActionError> {
        members.check_sets()?;
        let value = canonical::to_value(&members)?;
        let digest = Digest::in_domain(ACTION_BINDING_DOMAIN, &value);
        Ok(Self { members, digest })
    }

    /// The members.
    #[must_use]
    pub const fn members(&self) -> &ActionMembers<'a> {
        &self.members
    }

    /// The members, to be changed and bound anew.
    #[must_use]
    pub fn into_members(self) -> ActionMembers<'a> {
        self.members
    }

    /// The domain digest over the canonical form of all members.
    #[must_use]
    pub const fn digest(&self) -> Digest {
        self.digest
    }
}
