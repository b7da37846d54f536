//! The source and the known copies of a record. What became of them lives in `propagation`.

use alloc::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::error::MemoryFailure;
use crate::canonical::{self, EncodeError};
use crate::constant;
use crate::digest::{Digest, Domain};
use crate::ident::Identifier;

/// The most known copies.
pub const COPIES_MAX: usize = 128;
/// The most targets, and so the most receipts: the source and its copies.
pub const TARGETS_MAX: usize = COPIES_MAX + 1;

/// The domain of an inventory's digest.
pub const INVENTORY_DOMAIN: Domain<'static> =
    constant!(Some(Domain::new("contextos.memory_inventory.v1")));

/// The source of a record and its known copies: at most 128, all different (semantics, section 7).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "InventoryFile<'a>", bound(deserialize = "'de: 'a"))]
#[expect(
    clippy::struct_field_names,
    reason = "documents name it so, beside the ids of other things"
)]
pub struct Inventory<'a> {
    inventory_id: Identifier<'a>,
    source: Identifier<'a>,
    copies: BTreeSet<Identifier<'a>>,
}

/// What an inventory is written as. One longer than any inventory is refused here, before it is held.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct InventoryFile<'a> {
    #[serde(borrow)]
    inventory_id: Identifier<'a>,
    #[serde(borrow)]
    source: Identifier<'a>,
    #[serde(borrow, deserialize_with = "crate::bounded::set::<_, _, 128>")]
    copies: BTreeSet<Identifier<'a>>,
}

impl<'a> TryFrom<InventoryFile<'a>> for Inventory<'a> {
    type Error = MemoryFailure;

    fn try_from(file: InventoryFile<'a>) -> Result<Self, MemoryFailure> {
        Self::new(file.inventory_id, file.source, file.copies)
    }
}

impl<'a> Inventory<'a> {
    /// The inventory of a source and its copies. `bound_exceeded` beyond 128 copies, `target_repeated` where two are one.
    pub fn new(
        inventory_id: Identifier<'a>,
        source: Identifier<'a>,
        copies: impl IntoIterator<Item = Identifier<'a>>,
    ) -> Result<Self, MemoryFailure> {
        let mut distinct = BTreeSet::new();
        for copy in copies {
            if distinct.len() == COPIES_MAX {
                return Err(MemoryFailure::BoundExceeded { most: COPIES_MAX });
            }
            if copy == source || distinct.contains(&copy) {
                return Err(MemoryFailure::TargetRepeated(copy.into_owned()));
            }
            distinct.insert(copy);
        }
        Ok(Self {
            inventory_id,
            source,
            copies: distinct,
        })
    }

    /// The id.
    #[must_use]
    pub const fn inventory_id(&self) -> &Identifier<'a> {
        &self.inventory_id
    }

    /// The source.
    #[must_use]
    pub const fn source(&self) -> &Identifier<'a> {
        &self.source
    }

    /// The source, and then the copies in order.
    pub fn targets(&self) -> impl Iterator<Item = &Identifier<'a>> {
        core::iter::once(&self.source).chain(&self.copies)
    }

    /// Whether it lists the target.
    #[must_use]
    pub fn contains(&self, target: &Identifier<'_>) -> bool {
        self.source == *target.as_str() || self.copies.contains(target.as_str())
    }

    /// The digest under [`INVENTORY_DOMAIN`]. Whoever verifies an inventory vouches for its digest.
    ///
    /// # Errors
    ///
    /// Never: its members are texts and a set of them.
    pub fn digest(&self) -> Result<Digest, EncodeError> {
        Ok(Digest::in_domain(
            INVENTORY_DOMAIN,
            &canonical::to_value(self)?,
        ))
    }
}
