//! The command `ordain`. It reads arguments, calls the library and prints: one file a verb, and nothing here that a
//! build script could want.

mod arguments;
mod build;
mod check;
mod compiled;
mod completions;
mod eval;
mod explain;
mod failure;
mod fmt;
mod init;
mod json;
mod progress;
mod registry;
mod terminal;
mod test;

use std::process::ExitCode;

fn main() -> ExitCode {
    let mut terminal = terminal::Terminal::open();
    let code = arguments::run(std::env::args_os(), &mut terminal);
    ExitCode::from(terminal.close(code))
}
