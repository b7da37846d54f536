//! Corrections and deletions on their way to every known copy, and what may be said when they are done.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use super::error::MemoryFailure;
use super::inventory::{Inventory, TARGETS_MAX};
use crate::counter::Counter;
use crate::digest::Digest;
use crate::ident::Identifier;
use crate::time::Instant;

/// What is asked for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MemoryRequest<'a> {
    /// The request.
    #[serde(borrow)]
    pub request_id: Identifier<'a>,
    /// The record, which is the source of its inventory.
    #[serde(borrow)]
    pub memory_id: Identifier<'a>,
    /// The change.
    pub change: RequestedChange,
    /// When it was asked for.
    pub requested_at: Instant,
}

/// A correction or a deletion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RequestedChange {
    /// The content is replaced.
    Correction {
        /// The digest of the new content.
        content: Digest,
    },
    /// The content is deleted.
    Deletion,
}

/// What is known of one target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TargetState {
    /// Nothing yet.
    Pending,
    /// The change was made there.
    Confirmed,
    /// The change was not made there.
    Failed,
    /// Someone else holds it, and does not say.
    ExternalUnknown,
}

/// What one target answered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Receipt<'a> {
    /// The request.
    #[serde(borrow)]
    pub request_id: Identifier<'a>,
    /// The digest of the inventory.
    pub inventory: Digest,
    /// The target.
    #[serde(borrow)]
    pub target_id: Identifier<'a>,
    /// Its state.
    pub state: TargetState,
    /// When it was so.
    pub at: Instant,
    /// The digest of what shows it; a confirmation has one.
    pub evidence: Option<Digest>,
}

/// A request, its inventory, and the current receipt of each target: at most 129 (semantics, section 7).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(
    try_from = "PropagationFile<'a>",
    into = "PropagationFile<'a>",
    bound(deserialize = "'de: 'a")
)]
pub struct Propagation<'a> {
    request: MemoryRequest<'a>,
    inventory: Inventory<'a>,
    inventory_digest: Digest,
    receipts: BTreeMap<Identifier<'a>, Receipt<'a>>,
    revision: Counter,
}

/// What a propagation is written as.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PropagationFile<'a> {
    #[serde(borrow)]
    request: MemoryRequest<'a>,
    #[serde(borrow)]
    inventory: Inventory<'a>,
    #[serde(borrow, deserialize_with = "crate::bounded::list::<_, _, 129>")]
    receipts: Vec<Receipt<'a>>,
    revision: Counter,
}

/// What may be said of a request now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Completion<'a> {
    /// Every target of the verified inventory is confirmed.
    Complete(CompletionClaim<'a>),
    /// Something is missing.
    Incomplete {
        /// Whether the inventory is the one that was verified.
        inventory_verified: bool,
        /// The targets that are not confirmed, each with its state, the source first.
        open: Vec<(Identifier<'a>, TargetState)>,
    },
}

/// The claim of a completed request. It is about the listed targets, and says so.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CompletionClaim<'a> {
    /// The request.
    pub request_id: Identifier<'a>,
    /// What was done.
    pub change: RequestedChange,
    /// The inventory.
    pub inventory_id: Identifier<'a>,
    /// Its digest.
    pub inventory: Digest,
    /// How many targets it lists, the source included.
    pub targets: usize,
    /// Always `listed_targets_confirmed`.
    pub establishes: &'static str,
    /// Always `copies_outside_inventory`.
    pub not_established: [&'static str; 1],
}

impl<'a> TryFrom<PropagationFile<'a>> for Propagation<'a> {
    type Error = MemoryFailure;

    fn try_from(file: PropagationFile<'a>) -> Result<Self, MemoryFailure> {
        Self::restore(file.request, file.inventory, file.receipts, file.revision)
    }
}

impl<'a> From<Propagation<'a>> for PropagationFile<'a> {
    fn from(propagation: Propagation<'a>) -> Self {
        Self {
            request: propagation.request,
            inventory: propagation.inventory,
            receipts: propagation.receipts.into_values().collect(),
            revision: propagation.revision,
        }
    }
}

impl<'a> Propagation<'a> {
    /// A request that nothing answered yet: every target is pending. `receipt_mismatch` where the inventory is of another
    /// record.
    pub fn open(
        request: MemoryRequest<'a>,
        inventory: Inventory<'a>,
    ) -> Result<Self, MemoryFailure> {
        Self::restore(request, inventory, Vec::new(), Counter::ZERO)
    }

    /// A request as a store holds it.
    ///
    /// # Errors
    ///
    /// `bound_exceeded` beyond 129 receipts; `target_repeated` for two of one target; else what [`record`](Self::record)
    /// refuses.
    pub fn restore(
        request: MemoryRequest<'a>,
        inventory: Inventory<'a>,
        receipts: Vec<Receipt<'a>>,
        revision: Counter,
    ) -> Result<Self, MemoryFailure> {
        if receipts.len() > TARGETS_MAX {
            return Err(MemoryFailure::BoundExceeded { most: TARGETS_MAX });
        }
        if request.memory_id != *inventory.source() {
            return Err(MemoryFailure::ReceiptMismatch);
        }
        let mut propagation = Self {
            inventory_digest: inventory.digest()?,
            request,
            inventory,
            receipts: BTreeMap::new(),
            revision,
        };
        for receipt in receipts {
            propagation.check(&receipt)?;
            let target = receipt.target_id.clone();
            if propagation
                .receipts
                .insert(target.clone(), receipt)
                .is_some()
            {
                return Err(MemoryFailure::TargetRepeated(target.into_owned()));
            }
        }
        Ok(propagation)
    }

    /// The request.
    #[must_use]
    pub const fn request(&self) -> &MemoryRequest<'a> {
        &self.request
    }

    /// The inventory.
    #[must_use]
    pub const fn inventory(&self) -> &Inventory<'a> {
        &self.inventory
    }

    /// The revision: one more with each receipt.
    #[must_use]
    pub const fn revision(&self) -> Counter {
        self.revision
    }

    /// The current receipts, by target.
    #[must_use]
    pub fn receipts(&self) -> impl ExactSizeIterator<Item = &Receipt<'a>> {
        self.receipts.values()
    }

    /// The one current state of a target; `None` where the inventory does not list it.
    #[must_use]
    pub fn state(&self, target: &Identifier<'_>) -> Option<TargetState> {
        let receipt = self.receipts.get(target.as_str());
        let state = receipt.map_or(TargetState::Pending, |receipt| receipt.state);
        self.inventory.contains(target).then_some(state)
    }

    /// The propagation after a receipt, which replaces an earlier one of its target. The current receipt of a target once
    /// more changes nothing, whatever revision is expected.
    ///
    /// # Errors
    ///
    /// The first that applies: `receipt_mismatch`, `target_unknown`, `evidence_missing`, `revision_conflict`,
    /// `receipt_outdated`, `counter_overflow`.
    pub fn record(
        &self,
        receipt: Receipt<'a>,
        expected_revision: Counter,
    ) -> Result<Self, MemoryFailure> {
        self.check(&receipt)?;
        let current = self.receipts.get(&receipt.target_id);
        if current == Some(&receipt) {
            return Ok(self.clone());
        }
        if self.revision != expected_revision {
            return Err(MemoryFailure::RevisionConflict);
        }
        if current.is_some_and(|current| receipt.at <= current.at) {
            return Err(MemoryFailure::ReceiptOutdated);
        }
        let mut next = self.clone();
        next.revision = self.revision.next()?;
        next.receipts.insert(receipt.target_id.clone(), receipt);
        Ok(next)
    }

    fn check(&self, receipt: &Receipt<'_>) -> Result<(), MemoryFailure> {
        if receipt.request_id != self.request.request_id
            || receipt.inventory != self.inventory_digest
            || receipt.at < self.request.requested_at
        {
            return Err(MemoryFailure::ReceiptMismatch);
        }
        if !self.inventory.contains(&receipt.target_id) {
            let target = receipt.target_id.clone().into_owned();
            return Err(MemoryFailure::TargetUnknown(target));
        }
        if receipt.state == TargetState::Confirmed && receipt.evidence.is_none() {
            return Err(MemoryFailure::EvidenceMissing);
        }
        Ok(())
    }

    /// Is the request complete, for the inventory with the digest `verified`? Who verified it is the caller's to know:
    /// nothing in a record can say so of itself.
    #[must_use]
    pub fn completion(&self, verified: Digest) -> Completion<'a> {
        let inventory_verified = self.inventory_digest == verified;
        let states = self.inventory.targets().map(|target| {
            let receipt = self.receipts.get(target);
            let state = receipt.map_or(TargetState::Pending, |receipt| receipt.state);
            (target.clone(), state)
        });
        let open: Vec<_> = states
            .filter(|(_, state)| *state != TargetState::Confirmed)
            .collect();
        if !inventory_verified || !open.is_empty() {
            return Completion::Incomplete {
                inventory_verified,
                open,
            };
        }
        Completion::Complete(CompletionClaim {
            request_id: self.request.request_id.clone(),
            change: self.request.change,
            inventory_id: self.inventory.inventory_id().clone(),
            inventory: self.inventory_digest,
            targets: self.inventory.targets().count(),
            establishes: "listed_targets_confirmed",
            not_established: ["copies_outside_inventory"],
        })
    }
}
