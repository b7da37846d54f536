//! For build scripts: rules in, evaluators in `OUT_DIR` out. Artefacts, section 2.
//!
//! ```no_run
//! fn main() -> Result<(), ordain::build::Error> {
//!     ordain::build::Project::open("rules")?.emit()
//! }
//! ```
