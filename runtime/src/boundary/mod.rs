//! Where an action runs, and which credentials it uses (semantics, section 7): checks over what was observed at the
//! boundary. Establishing a boundary, and keeping secrets, are the business of a deployment.
//!
//! Dispatch asks one question, [`check_boundary`]: is the boundary active now for this action?
//!
//! ```
//! use ordain_runtime::boundary::{BoundaryNeed, BoundedAction, Observed, check_boundary};
//! use ordain_runtime::canonical::from_slice;
//! use ordain_runtime::time::Instant;
//!
//! let action: BoundedAction = from_slice(br#"{ "actor": "agent-7", "destination_ids": [], "credentials": [],
//!     "capability": { "id": "code.run", "revision": "2",
//!         "digest": "sha256:0000000000000000000000000000000000000000000000000000000000000000" } }"#)?;
//! let need: BoundaryNeed = from_slice(br#"{ "run_id": "run-1", "generation": 4, "mode": "sandboxed_code",
//!     "arbitrary_code": true, "threat_model": null, "granted_destinations": [] }"#)?;
//! let observed: Observed = from_slice(br#"{ "credentials": [], "seen_by_model": [], "boundaries": [{
//!     "boundary_id": "sandbox-1", "run_id": "run-1", "generation": 4, "mode": "sandboxed_code",
//!     "source": "active_boundary", "restricts": ["filesystem", "processes", "resources"],
//!     "threat_model": null, "lets_out": [],
//!     "interval": { "from": "2026-10-16T09:00:00Z", "until": "2026-10-16T09:01:00Z" } }] }"#)?;
//!
//! let during = Instant::parse("2026-10-16T09:00:30Z")?;
//! assert!(check_boundary(&action, &need, &observed, during).is_ok());
//!
//! let after = Instant::parse("2026-10-16T09:01:00Z")?;
//! let failures = check_boundary(&action, &need, &observed, after).unwrap_err();
//! assert!(failures.iter().all(|failure| failure.code() == "boundary_stale"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod active;
mod credential;
mod error;
mod exposure;
mod observation;

pub use active::{ActiveBoundary, BoundaryNeed, BoundedAction, Observed, check_boundary};
pub use credential::{Capability, Credential, CredentialUse};
pub use error::{BoundaryFailure, CredentialScope, Need};
pub use exposure::{Material, MaterialError, exposed};
pub use observation::{BoundaryMode, BoundaryObservation, EvidenceSource, Restriction};

#[cfg(test)]
mod tests;
