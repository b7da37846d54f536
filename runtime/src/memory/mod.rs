//! What an agent remembers (semantics, section 7): capture, review and promotion, who reads, how long, and corrections
//! and deletions that reach copies. Functions from a record to the next; storing them is the business of a deployment.
//!
//! ```
//! use ordain_runtime::canonical::from_slice;
//! use ordain_runtime::counter::Counter;
//! use ordain_runtime::memory::{Completion, Inventory, MemoryRequest, Propagation, Receipt};
//!
//! let request: MemoryRequest = from_slice(br#"{ "request_id": "req-1", "memory_id": "m-1", "change": "deletion",
//!     "requested_at": "2026-10-16T09:00:00Z" }"#)?;
//! let inventory: Inventory = from_slice(br#"{ "inventory_id": "inv-1", "source": "m-1", "copies": ["index-7"] }"#)?;
//! let verified = inventory.digest()?;
//! let opened = Propagation::open(request, inventory)?;
//!
//! let receipt = |target: &str| format!(r#"{{ "request_id": "req-1", "inventory": "{verified}", "target_id": "{target}",
//!     "state": "confirmed", "at": "2026-10-16T09:05:00Z",
//!     "evidence": "sha256:1111111111111111111111111111111111111111111111111111111111111111" }}"#);
//! let (first, second) = (receipt("m-1"), receipt("index-7"));
//! let first: Receipt = from_slice(first.as_bytes())?;
//! let second: Receipt = from_slice(second.as_bytes())?;
//!
//! let half = opened.record(first, Counter::ZERO)?;
//! assert!(matches!(half.completion(verified), Completion::Incomplete { .. }));
//! let whole = half.record(second, Counter::ONE)?;
//! let Completion::Complete(claim) = whole.completion(verified) else { panic!() };
//! assert_eq!((claim.inventory_id.as_str(), claim.targets), ("inv-1", 2));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod error;
mod inventory;
mod propagation;
mod read;
mod record;

pub use error::{BeyondCapture, MemoryFailure};
pub use inventory::{COPIES_MAX, INVENTORY_DOMAIN, Inventory, TARGETS_MAX};
pub use propagation::{
    Completion, CompletionClaim, MemoryRequest, Propagation, Receipt, RequestedChange, TargetState,
};
pub use read::{MemoryReader, NamespaceReaders, check_read, overdue};
pub use record::{
    Capture, CapturePolicy, MemoryChange, MemoryRecord, MemoryState, Namespace, NamespaceKind,
    Review, Verdict, capture, transition_memory,
};

#[cfg(test)]
mod tests;
