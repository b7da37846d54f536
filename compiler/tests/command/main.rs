//! The command from outside: what it prints and how it ends. Each case is a transcript in `cases/`, and what no
//! transcript can show (a reader that goes away, a megabyte of garbage) is written out in `robust`.
//!
//! `UPDATE_GOLDENS=1` writes down what is printed now. Read the difference before it is kept.

#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test that cannot go on stops"
)]

mod keys;
mod robust;
mod transcript;

use std::process::ExitCode;

use libtest_mimic::Arguments;

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let mut trials = transcript::trials();
    trials.extend(robust::trials());
    trials.extend(keys::trials());
    libtest_mimic::run(&arguments, trials).exit_code()
}

/// The command under test.
fn ordain() -> std::process::Command {
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_ordain"));
    // What it prints depends on nothing around it but what a case says.
    for variable in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "COLUMNS"] {
        command.env_remove(variable);
    }
    command.env("TERM", "dumb");
    command
}
