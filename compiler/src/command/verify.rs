//! `ordain verify`: whether a registry is whole and signed by a trusted key.

use clap::Args;
use ordain::diagnose::render::{printable, shown};
use ordain_runtime::counter::Counter;
use ordain_runtime::digest::Digest;
use ordain_runtime::signature::KeyId;
use serde::Serialize;

use crate::arguments::Format;
use crate::failure::{Failure, Status};
use crate::json;
use crate::registry::{Folder, listed};
use crate::terminal::Terminal;
use crate::trust::Trusted;

const EXAMPLE: &str = "\
Examples:
  ordain verify rules/registry --key release.key.pub
  ordain verify --key old.pub --key new.pub --last 41 --format json";

/// Checks who signed a registry, and that every byte of it is signed
#[derive(Debug, Args)]
#[command(after_help = EXAMPLE)]
pub(crate) struct Verify {
    #[command(flatten)]
    folder: Folder,
    #[command(flatten)]
    trusted: Trusted,
    /// How the answer is printed
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: Format,
}

#[derive(Serialize)]
struct Verified {
    registry: String,
    artefacts: usize,
    index: Digest,
    /// To be given as `--last` the next time.
    sequence: Counter,
    key_ids: Vec<KeyId>,
    /// What names the keys of the other signatures.
    unchecked: Vec<String>,
}

impl Verify {
    pub(crate) fn run(self, terminal: &mut Terminal) -> Result<Status, Failure> {
        let unnamed = || Failure::call("key_missing", "name a public key with `--key`");
        if !self.trusted.is_given() {
            return Err(unnamed());
        }
        let folder = self.folder.locate()?.registry;
        let (registry, accepted) = self.trusted.load(&folder, terminal)?;
        let accepted = accepted.ok_or_else(unnamed)?;
        let answer = Verified {
            registry: shown(&folder),
            artefacts: registry.references().count(),
            index: accepted.index,
            sequence: accepted.sequence,
            key_ids: accepted.key_ids,
            unchecked: accepted.unchecked,
        };
        match self.format {
            Format::Json => json::print(&answer, terminal),
            Format::Text => answer.show(terminal),
        }
        Ok(Status::Done)
    }
}

impl Verified {
    fn show(&self, terminal: &mut Terminal) {
        terminal.out_line(&format!(
            "{}: {} artefacts, sequence {}, signed by {}",
            self.registry,
            self.artefacts,
            self.sequence,
            listed(&self.key_ids)
        ));
        for hint in &self.unchecked {
            let whose = match hint.as_str() {
                "" => "which names no key".to_owned(),
                hint => format!("which names the key {}", printable(hint)),
            };
            terminal.out_line(&format!("not checked: a signature {whose}"));
        }
    }
}
