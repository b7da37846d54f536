//! Where data may go (semantics, section 7): labels, permissions by stage, the processor's actual route, and releases.
//! Checks over what was verified and observed; classifying data is the business of its sources.
//!
//! Dispatch asks one question for each passage of data, [`check_data`]: may this data go there?
//!
//! ```
//! use ordain_runtime::canonical::from_slice;
//! use ordain_runtime::data::{DataObservations, Passage, check_data};
//! use ordain_runtime::time::Instant;
//!
//! let passage: Passage = from_slice(br#"{ "stage": "inference", "purpose": "support", "recipient": "agent-7",
//!     "processor": { "id": "model-host",
//!         "configuration": "sha256:1111111111111111111111111111111111111111111111111111111111111111" },
//!     "operation_id": "op-1",
//!     "action": "sha256:2222222222222222222222222222222222222222222222222222222222222222",
//!     "items": [{ "digest": "sha256:3333333333333333333333333333333333333333333333333333333333333333",
//!         "claimed": null, "release": null }] }"#)?;
//! let observed: DataObservations = from_slice(br#"{
//!     "verified": [{ "digest": "sha256:3333333333333333333333333333333333333333333333333333333333333333",
//!         "label": { "classification": "confidential", "regions": ["eu"] }, "derived_from": [] }],
//!     "permissions": [{ "stages": ["inference"], "purpose": "support", "recipient": "agent-7",
//!         "processor": "model-host", "up_to": "confidential" }],
//!     "routes": [{ "source": "actual_route", "processor": { "id": "model-host",
//!         "configuration": "sha256:1111111111111111111111111111111111111111111111111111111111111111" },
//!         "processing": ["eu"], "logs": ["us"], "caches": [],
//!         "interval": { "from": "2026-10-16T09:00:00Z", "until": "2026-10-16T09:01:00Z" } }],
//!     "releases": [] }"#)?;
//!
//! // Everything is permitted but that logs of the processor leave the region.
//! let now = Instant::parse("2026-10-16T09:00:30Z")?;
//! let failures = check_data(&passage, &observed, now).unwrap_err();
//! let codes: Vec<_> = failures.iter().map(|failure| failure.code()).collect();
//! assert_eq!(codes, ["residency_denied"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod error;
mod label;
mod passage;
mod release;
mod route;

pub use error::{DataFailure, RoutePart};
pub use label::{Classification, Label, Regions};
pub use passage::{
    DataItem, DataObservations, DataPermission, Passage, PermittedPassage, Stage, VerifiedData,
    check_data,
};
pub use release::{RELEASE_DOMAIN, ReleaseMember, ReleaseTransformation};
pub use route::{Processor, ProcessorRoute, RouteSource};

#[cfg(test)]
mod tests;
