//! What generated code links: static tables, reading of facts, the driver, and the compact decision.
//!
//! Generated code says what a policy holds; what precedence makes of it is computed here and nowhere else in this text.
//! The interpreter shares the types of its parent with it and no decision.

#[cfg(feature = "arbitrary")]
pub mod arbitrary;
mod caller;
mod constant;
mod decision;
mod decode;
mod driver;
mod effective;
mod expression;
mod index;
mod marks;
mod profile;
mod table;

pub use caller::{Caller, Fact, Failure, Typed, Untyped};
pub use constant::{currency, digest, instant, money};
pub use decision::Decision;
pub use decode::{
    Fault, Input, Member, Members, Placeholder, Screen, Word, from_slice, required, screen, value,
};
pub use driver::{Applied, Evaluation, Stopped, applies, verdict};
pub use expression::{add, all, any, compare, count, present, subtract};
pub use index::{Call, Index, Key, Part, Rows, Words, slot};
pub use profile::{ControlRef, EffectiveControl};
pub use table::{
    ApprovalTable, Bound, BranchTable, EffectTable, GuardrailTable, LimitTable, RuleTable,
    ScoringRuleTable, Table, ValueTable,
};

// Generated code may live in a crate that names no other than this one.
pub use ::serde;
pub use alloc::borrow::Cow;
pub use alloc::vec::Vec;
