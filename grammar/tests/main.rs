//! The tests of the grammar as one binary: files with goldens, limits, and laws on generated input.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    clippy::string_slice,
    clippy::indexing_slicing,
    reason = "a test that cannot go on has failed, and helpers of tests are tests too"
)]

mod files;
mod laws;
mod limits;
mod places;
mod trees;
