//! The Ordain language: text to tree and back. Nothing here knows names, types or meaning.

pub mod span;
pub mod syntax;
