//! What an agent is about to do, who approved it, and whether it may be dispatched: semantics, sections 5 and 6.
//!
//! Here live the binding of an action and its digest, authority and its delegation, approvals and their redemption,
//! standing grants, and the conjunction that permits a dispatch. Nothing here reads a clock, a file or the environment:
//! the time and everything observed are inputs. What a boundary, a data policy or a ledger finds is found elsewhere, and
//! arrives as a [`dispatch::Finding`]. Storing what a transition intends is the store's.
//!
//! Approvals are signed, so they and what builds on them stand behind the feature `signing`; a binding, its digest and
//! authority need no feature.

mod amount;
#[cfg(feature = "signing")]
pub mod approval;
pub mod authority;
mod binding;
#[cfg(feature = "signing")]
pub mod dispatch;
mod error;
mod reference;
mod risk;
pub mod schema;
mod sets;
#[cfg(feature = "signing")]
pub mod standing;

pub use amount::Amount;
pub use binding::{ACTION_BINDING_DOMAIN, ActionBinding, ActionMembers};
pub use error::ActionError;
pub use reference::{CapabilityRef, PinnedRef};
pub use risk::{ActionRisk, DataScope, Reversibility, RiskAuthority, RiskEffect, RiskInteraction};
pub use sets::SET_MEMBERS_MAX;
