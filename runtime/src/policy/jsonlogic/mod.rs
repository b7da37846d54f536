//! Predicates as the JsonLogic that artefacts store: artefacts, section 1.
//!
//! One lowering for each form of predicate and nothing else, so that [`decode()`] gives back what [`encode()`] took.
//! Other engines can read it; how it is evaluated here lives with the interpreter.

mod decode;
mod encode;
mod error;
mod operand;
mod presence;
mod scope;

#[cfg(test)]
mod tests;

pub use decode::decode;
pub use encode::encode;
pub(in crate::policy) use encode::sum_operator;
pub use error::{JsonLogicError, JsonLogicFault};

/// The operators that artefacts use, and no other.
pub const OPERATORS: [&str; 17] = [
    "var", "===", "!==", "<", "<=", ">", ">=", "and", "or", "!", "in", "some", "none", "if", "+",
    "-", "missing",
];

/// The operator that no engine knows, so that each of them fails on it.
pub const ERROR_OPERATOR: &str = "error";

/// What [`ERROR_OPERATOR`] says where amounts in different currencies meet.
pub const CURRENCY_MISMATCH: &str = "currency_mismatch";
