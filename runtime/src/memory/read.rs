//! Who reads a record, and until when it is there.

use alloc::collections::BTreeSet;
use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use super::error::MemoryFailure;
use super::record::{MemoryRecord, MemoryState, Namespace};
use crate::ident::Identifier;
use crate::time::Instant;

/// Someone who reads from within a namespace.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MemoryReader<'a> {
    /// The authenticated reader.
    #[serde(borrow)]
    pub reader: Identifier<'a>,
    /// Where it reads from.
    #[serde(borrow)]
    pub namespace: Namespace<'a>,
}

/// The readers of a namespace.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NamespaceReaders<'a> {
    /// The namespace.
    #[serde(borrow)]
    pub namespace: Namespace<'a>,
    /// Its readers, 128 at most.
    #[serde(borrow, deserialize_with = "crate::bounded::set::<_, _, 128>")]
    pub readers: BTreeSet<Identifier<'a>>,
}

/// May this record be read now? If not, every failure (semantics, section 7).
///
/// # Errors
///
/// In this order: `namespace_denied` where reader, readers and record are not of one namespace or the reader is not
/// listed; `not_promoted`; `retention_over`; `request_open`.
pub fn check_read(
    reader: &MemoryReader<'_>,
    readers: &NamespaceReaders<'_>,
    record: &MemoryRecord<'_>,
    now: Instant,
) -> Result<(), Vec<MemoryFailure>> {
    let namespace = &record.namespace;
    let listed = readers.readers.contains(reader.reader.as_str());
    let opens = listed && reader.namespace == *namespace && readers.namespace == *namespace;
    let promoted = matches!(record.state, MemoryState::Promoted { .. });
    let kept = record.retention.contains(now);
    let settled = record.request_id.is_none();
    let failures: Vec<_> = [
        (opens, MemoryFailure::NamespaceDenied),
        (promoted, MemoryFailure::NotPromoted),
        (kept, MemoryFailure::RetentionOver),
        (settled, MemoryFailure::RequestOpen),
    ]
    .into_iter()
    .filter_map(|(holds, failure)| (!holds).then_some(failure))
    .collect();
    if failures.is_empty() {
        return Ok(());
    }
    Err(failures)
}

/// The records whose retention has ended: they are no longer read, whatever their state, and have to be deleted.
pub fn overdue<'r, 'a>(
    records: &'r [MemoryRecord<'a>],
    now: Instant,
) -> impl Iterator<Item = &'r MemoryRecord<'a>> {
    let is_over = move |record: &&MemoryRecord<'_>| record.retention.until() <= now;
    records.iter().filter(is_over)
}
