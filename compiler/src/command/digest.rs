//! `ordain digest`: the digest of a JSON document.

use std::path::PathBuf;

use clap::Args;
use ordain_runtime::canonical::{self, Limits};
use ordain_runtime::digest::{self, Domain};
use serde::Serialize;

use crate::arguments::Format;
use crate::failure::{Failure, Status};
use crate::input;
use crate::json;
use crate::terminal::Terminal;

const EXAMPLE: &str = "\
Examples:
  ordain digest request.json
  ordain digest - --domain contextos.action_binding.v1 < binding.json";

/// Prints the digest of a JSON document: SHA-256 over its canonical form
#[derive(Debug, Args)]
#[command(after_help = EXAMPLE)]
pub(crate) struct Digest {
    /// The document; `-` reads standard input
    #[arg(value_name = "FILE")]
    document: PathBuf,
    /// Take the digest in a domain: over its name, a zero byte, and the canonical form
    #[arg(long, value_name = "NAME")]
    domain: Option<String>,
    /// How the digest is printed
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: Format,
}

#[derive(Serialize)]
struct Answer {
    digest: digest::Digest,
    domain: Option<String>,
}

impl Digest {
    pub(crate) fn run(self, terminal: &mut Terminal) -> Result<Status, Failure> {
        let bytes = input::document(&self.document)?;
        let refusal = |error| Failure::json(&error);
        let digest = match &self.domain {
            None => digest::Digest::of_text(&bytes, Limits::MAX).map_err(refusal)?,
            Some(name) => {
                let value = canonical::parse_with(&bytes, Limits::MAX).map_err(refusal)?;
                let domain = Domain::try_from(name.as_str())
                    .map_err(|error| Failure::call("domain_invalid", error.to_string()))?;
                digest::Digest::in_domain(domain, &value)
            }
        };
        match self.format {
            Format::Json => json::print(
                &Answer {
                    digest,
                    domain: self.domain,
                },
                terminal,
            ),
            Format::Text => terminal.out_line(&digest.to_string()),
        }
        Ok(Status::Done)
    }
}
