//! Outputs: pure functions of the model. Nothing here reads or writes files.

pub mod artefacts;
pub mod index;
pub mod rust;
