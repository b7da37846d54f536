//! The command `ordain`. It reads arguments, calls the library and prints: one file a verb, and nothing here that a
//! build script could want.

mod action;
mod approval;
mod arguments;
mod build;
mod canonicalize;
mod check;
mod compiled;
mod completions;
mod digest;
mod dispatch;
mod eval;
mod explain;
mod failure;
mod fmt;
mod init;
mod input;
mod json;
mod key;
mod progress;
mod refusal;
mod registry;
mod sign;
mod terminal;
mod test;
mod trust;
mod verify;

use std::process::ExitCode;

fn main() -> ExitCode {
    let mut terminal = terminal::Terminal::open();
    let code = arguments::run(std::env::args_os(), &mut terminal);
    ExitCode::from(terminal.close(code))
}
