//! Arbitrary facts, predicates and policies, all well formed, so that a law is tried on what can exist. Values are drawn
//! from few: two of them are often equal, and integers sit where sums leave the exact range.

mod artefacts;
mod facts;
mod policy;
mod predicate;
mod schema;

pub use artefacts::Definitions;
pub use facts::{facts, respell, spoilt, value};
pub use policy::{large_policy, policy, together};
pub use predicate::predicate;
pub use schema::schema;
