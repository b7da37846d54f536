//! What the compiler says about whole programs. One binary, whose cases are files: `wrong/` with what is said about each,
//! `right/` about which nothing is said, and the pages that explain the codes with their examples.
//!
//! `UPDATE_GOLDENS=1` writes down what is said now. Read the difference before it is kept: a golden is right where the
//! span is exact, the message is what its author needs, and one mistake is one error.

#![expect(
    clippy::unwrap_used,
    clippy::print_stdout,
    clippy::indexing_slicing,
    reason = "a test that cannot go on stops, and says on the terminal what it met"
)]

mod large;
mod mutants;
mod pages;
mod program;
mod render;
mod right;
mod shapes;
mod wrong;

use std::process::ExitCode;

use libtest_mimic::{Arguments, Failed};

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let trials = [
        wrong::trials(),
        right::trials(),
        pages::trials(),
        large::trials(),
        mutants::trials(),
    ];
    libtest_mimic::run(&arguments, trials.into_iter().flatten().collect()).exit_code()
}

/// Whether everything is tried that takes minutes: files of the greatest size, and very many mutants. `cargo test` tries a
/// part of it; `TRY_EVERYTHING=1 cargo test` the whole.
fn everything() -> bool {
    std::env::var_os("TRY_EVERYTHING").is_some()
}

/// Fails with a message unless the condition holds.
fn ensure(condition: bool, message: impl FnOnce() -> String) -> Result<(), Failed> {
    if condition {
        Ok(())
    } else {
        Err(message().into())
    }
}
