//! Artefacts: what they are, how they are found by digest, and how a registry is written and loaded.
//! What a policy means lives in [`crate::policy`].

mod artefact;
mod body;
mod error;
#[cfg(feature = "std")]
mod folder;
mod invariants;
pub mod layout;
#[cfg(feature = "std")]
mod load;
pub mod lock;
mod oci;
pub mod schema;
mod store;
#[cfg(feature = "std")]
pub mod write;

pub use artefact::{Artefact, ArtefactRef, Body, Format, Kind};
pub use body::{
    AppliesTo, ApprovalBody, BranchBody, ConditionalBody, ControlBody, EffectBody, FactsBody,
    GuardrailBody, LimitBody, LimitValue, Owner, PolicyBody, ProfileBody, RuleBody,
    ScoringRuleBody, Stage,
};
pub use error::RegistryError;
#[cfg(all(feature = "signing", feature = "std"))]
pub(crate) use folder::read;
#[cfg(feature = "signing")]
pub(crate) use layout::INDEX_FILE;
pub use store::Registry;
