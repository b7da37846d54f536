//! What `ordain build profiles` writes: evaluators here, artefacts in `registry/`. Nothing in this crate but this file is
//! written by hand, and a test holds the rest to the rules.
#![no_std]

/// Controls and profiles of the execution contract.
pub mod contextos;
/// Credit memos.
pub mod finance;
/// Refunds and returns.
pub mod support;
