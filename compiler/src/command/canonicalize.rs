//! `ordain canonicalize`: the canonical form of a JSON document.

use std::path::PathBuf;

use clap::Args;
use ordain_runtime::canonical::{self, Limits};

use crate::arguments::Format;
use crate::failure::{Failure, Status};
use crate::input;
use crate::terminal::Terminal;

const EXAMPLE: &str = "\
Examples:
  ordain canonicalize request.json | sha256sum
  ordain canonicalize - --format json < request.json

What is not strict JSON is refused with its code and the byte at which it is wrong: duplicate
keys, numbers that no double holds exactly, lone surrogates, anything after the value.";

/// Prints the canonical form of a JSON document (RFC 8785), and nothing after it
#[derive(Debug, Args)]
#[command(after_help = EXAMPLE)]
pub(crate) struct Canonicalize {
    /// The document; `-` reads standard input
    #[arg(value_name = "FILE")]
    document: PathBuf,
    /// How a refusal is printed; the form is JSON in any case
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: Format,
}

impl Canonicalize {
    pub(crate) fn run(self, terminal: &mut Terminal) -> Result<Status, Failure> {
        let bytes = input::document(&self.document)?;
        let form =
            canonical::canonicalize(&bytes, Limits::MAX).map_err(|error| Failure::json(&error))?;
        terminal.out_bytes(&form);
        Ok(Status::Done)
    }
}
