//! `ordain sign`: puts a signature beside a registry, alone or beside those of others.

use std::path::{Path, PathBuf};

use clap::Args;
use ordain::diagnose::render::shown;
use ordain::project::{self, ProjectError};
use ordain_runtime::counter::Counter;
use ordain_runtime::digest::Digest;
use ordain_runtime::registry::Registry;
use ordain_runtime::signature::{Envelope, KEY_FILE_BYTES, KeyId, SecretKey, Statement};
use serde::Serialize;

use crate::arguments::Format;
use crate::failure::{Failure, Status};
use crate::input;
use crate::json;
use crate::registry::{self, Folder};
use crate::terminal::Terminal;
use crate::trust;

const EXAMPLE: &str = "\
Examples:
  ordain sign rules/registry --key release.key
  ordain sign --key second.key --format json

The envelope says which registry it is about and how new that is. Signing the same registry
again adds a signature under the same sequence; signing another takes the next sequence, and
the place of the old envelope.";

/// Signs a registry
#[derive(Debug, Args)]
#[command(after_help = EXAMPLE)]
pub(crate) struct Sign {
    #[command(flatten)]
    folder: Folder,
    /// The private key, as `ordain key new` writes it
    #[arg(long, value_name = "FILE")]
    key: PathBuf,
    /// How new the registry is; without it, one more than what was signed before
    #[arg(long, value_name = "N", value_parser = trust::sequence)]
    sequence: Option<Counter>,
    /// The envelope that is read and written; without it, `ordain.sig` beside the folder of the registry
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// How the answer is printed
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: Format,
}

#[derive(Serialize)]
struct Signed {
    signature: String,
    index: Digest,
    sequence: Counter,
    key_id: KeyId,
    /// How many signatures the envelope has now.
    signatures: usize,
}

impl Sign {
    pub(crate) fn run(self, terminal: &mut Terminal) -> Result<Status, Failure> {
        let folder = self.folder.locate()?.registry;
        let key = secret_key(&self.key)?;
        // What is signed was read whole, and is what anyone who loads it will see.
        let registry = registry::load(&folder)?;
        let path = self.out.clone().unwrap_or_else(|| trust::beside(&folder));
        let before = match trust::envelope(&path)? {
            Some(bytes) => Some(Envelope::parse(&bytes)?),
            None => None,
        };
        let (statement, mut envelope) = self.continued(&registry, before)?;
        envelope.sign(&key)?;
        project::replace(&path, &envelope.to_bytes())
            .map_err(|error| Failure::io(&path, &error))?;
        let answer = Signed {
            signature: shown(&path),
            index: statement.index,
            sequence: statement.sequence,
            key_id: key.public().id(),
            signatures: envelope.signatures.len(),
        };
        match self.format {
            Format::Json => json::print(&answer, terminal),
            Format::Text => answer.show(terminal),
        }
        Ok(Status::Done)
    }

    /// What is to be signed, and the envelope that it goes into. An envelope that is already there is believed in its
    /// sequence alone, which can only be raised; its signatures are kept where they are over exactly these bytes.
    fn continued(
        &self,
        registry: &Registry,
        before: Option<Envelope>,
    ) -> Result<(Statement, Envelope), Failure> {
        let about = |sequence| Statement::of(registry, sequence).map_err(ProjectError::from);
        let Some(before) = before else {
            let statement = about(self.sequence.unwrap_or(Counter::ONE))?;
            return Ok((statement, Envelope::new(&statement)));
        };
        let last = Statement::parse(&before.payload)?;
        let same = about(last.sequence)?;
        let sequence = match self.sequence {
            Some(sequence) => sequence,
            None if same == last => last.sequence,
            None => last.sequence.next().map_err(|error| {
                Failure::input(
                    error.code(),
                    "there is no sequence after the one signed last",
                )
            })?,
        };
        let statement = about(sequence)?;
        let envelope = Envelope::new(&statement);
        if envelope.payload == before.payload && envelope.payload_type == before.payload_type {
            return Ok((statement, before));
        }
        if sequence < last.sequence {
            return Err(Failure::input(
                "downgrade",
                format!(
                    "the sequence {sequence} is older than {}, which is already signed",
                    last.sequence
                ),
            ));
        }
        if sequence == last.sequence && same != last {
            return Err(Failure::input(
                "sequence_taken",
                format!("the sequence {sequence} is already signed for another registry"),
            ));
        }
        Ok((statement, envelope))
    }
}

impl Signed {
    fn show(&self, terminal: &mut Terminal) {
        let signatures = match self.signatures {
            1 => "1 signature".to_owned(),
            several => format!("{several} signatures"),
        };
        terminal.out_line(&format!(
            "{}: sequence {}, {signatures}; signed by {}",
            self.signature, self.sequence, self.key_id
        ));
    }
}

fn secret_key(path: &Path) -> Result<SecretKey, Failure> {
    let bytes = input::secret(path, KEY_FILE_BYTES)?;
    let text = std::str::from_utf8(&bytes).unwrap_or_default();
    SecretKey::from_pem(text)
        .map_err(|error| Failure::input(error.code(), format!("`{}`: {error}", shown(path))))
}
