//! Compiles rules into artefacts, evaluators and conformance suites.

pub mod model;
