//! `ordain completions`: what a shell needs to complete the words of this command.

use clap::{Args, CommandFactory};
use clap_complete::Shell;

use crate::arguments::Arguments;
use crate::failure::Status;
use crate::terminal::Terminal;

const EXAMPLE: &str = "\
Example:
  ordain completions bash > ~/.local/share/bash-completion/completions/ordain";

/// Prints the completions of this command for a shell
#[derive(Debug, Args)]
#[command(after_help = EXAMPLE)]
pub(crate) struct Completions {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

impl Completions {
    pub(crate) fn run(self, terminal: &mut Terminal) -> Status {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut Arguments::command(), "ordain", &mut script);
        terminal.out_bytes(&script);
        Status::Done
    }
}
