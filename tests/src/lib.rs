//! What the system tests share: arbitrary rules and facts, where other people's vectors are, and how a missing folder is
//! reported.

pub mod boundary;
pub mod generate;
pub mod large_policies;
pub mod rule_sets;

use std::path::{Path, PathBuf};

/// The project's own folder.
#[must_use]
pub fn project() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .unwrap_or_else(|| Path::new("."))
}

/// A folder of other people's vectors, which stand beside the project and are no part of it.
///
/// Where they are not, the test that asked says loudly that it skipped.
#[must_use]
pub fn vectors(name: &str) -> Option<PathBuf> {
    let folder = project().parent()?.join("shared/vectors").join(name);
    if folder.is_dir() {
        return Some(folder);
    }
    #[expect(clippy::print_stderr, reason = "a skipped test must be heard")]
    {
        eprintln!("SKIPPED: no vectors `{name}` beside the project");
    }
    None
}
