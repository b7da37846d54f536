//! The interpreter: decides by reading artefacts, and by nothing else. Semantics, sections 2 to 4.
//!
//! It is the plainest reading of the text, kept apart from the driver of generated code so that each can convict the
//! other. A policy, a control or a profile is loaded once, with everything that it reaches checked; what is loaded is
//! then asked with facts. How an answer is explained lives in [`super::explain`].

mod control;
mod decide;
mod definitions;
mod error;
pub mod facts;
mod index;
mod input;
mod limits;
mod policy;
mod predicate;
pub mod profile;
mod schema;

#[cfg(test)]
mod tests;

pub use control::Control;
pub use definitions::Definitions;
pub use error::{LoadError, LoadFault};
pub use policy::Policy;

pub(super) use decide::contribution;
pub(super) use input::{Facts, Scope};
pub(super) use limits::is_approved;
pub(super) use policy::{Guardrail, Key, Rule, ScoringRule};
pub(super) use predicate::{elements, holds};
