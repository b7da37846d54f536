//! Whom a caller trusts, as arguments, and the one way in which verbs load a registry.

use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};

use clap::Args;
use ordain::diagnose::render::shown;
use ordain_runtime::counter::Counter;
use ordain_runtime::registry::Registry;
use ordain_runtime::signature::{
    Accepted, ENVELOPE_BYTES, ENVELOPE_FILE, KEY_FILE_BYTES, KeyId, PublicKey, Trust,
};

use crate::failure::Failure;
use crate::input;
use crate::registry;
use crate::terminal::Terminal;

/// Where these arguments stand in help.
const HEADING: &str = "Signature";

/// Whose signature is accepted.
#[derive(Debug, Args)]
pub(crate) struct Trusted {
    /// A public key that may sign the registry; may be given several times
    #[arg(long = "key", value_name = "FILE", help_heading = HEADING)]
    keys: Vec<PathBuf>,
    /// A key that may not, by its id, whatever else is given; may be given several times
    #[arg(long, value_name = "ID", requires = "keys", help_heading = HEADING)]
    revoked: Vec<KeyId>,
    /// The sequence that was accepted last; an older one is refused
    #[arg(long, value_name = "N", requires = "keys", value_parser = sequence, help_heading = HEADING)]
    last: Option<Counter>,
    /// Accept an older sequence than the last
    #[arg(long, requires = "last", help_heading = HEADING)]
    allow_downgrade: bool,
    /// The envelope; without it, `ordain.sig` beside the folder of the registry
    #[arg(long, value_name = "FILE", requires = "keys", help_heading = HEADING)]
    signature: Option<PathBuf>,
}

/// Reads a sequence.
pub(crate) fn sequence(text: &str) -> Result<Counter, String> {
    let refused = || format!("a sequence is an integer from 0 to {}", Counter::MAX);
    let number: u64 = text.parse().map_err(|_| refused())?;
    Counter::new(number).ok_or_else(refused)
}

impl Trusted {
    /// Whether a signature is to be checked.
    pub(crate) fn is_given(&self) -> bool {
        !self.keys.is_empty()
    }

    /// Loads a registry, signed by whom the caller trusts if a key is given. An envelope that nobody checks is told of.
    pub(crate) fn load(
        &self,
        folder: &Path,
        terminal: &mut Terminal,
    ) -> Result<(Registry, Option<Accepted>), Failure> {
        let beside = beside(folder);
        if !self.is_given() {
            let registry = registry::load(folder)?;
            if beside.exists() {
                let message = format!(
                    "the signature `{}` is not checked: no `--key` is given",
                    shown(&beside)
                );
                terminal.warning_line("signature_not_checked", &message);
            }
            return Ok((registry, None));
        }
        let trust = Trust {
            keys: self
                .keys
                .iter()
                .map(|path| public_key(path))
                .collect::<Result<_, _>>()?,
            revoked: self.revoked.iter().copied().collect(),
            last_accepted: self.last,
            allow_downgrade: self.allow_downgrade,
        };
        let path = self.signature.as_ref().unwrap_or(&beside);
        let envelope = envelope(path)?.ok_or_else(|| {
            let message = format!("there is no signature `{}`", shown(path));
            Failure::input("signature_missing", message)
        })?;
        std::fs::metadata(folder).map_err(|error| Failure::io(folder, &error))?;
        let (registry, accepted) = Registry::load_signed(folder, &envelope, &trust)?;
        Ok((registry, Some(accepted)))
    }
}

/// Where the envelope of a registry lies: beside its folder.
pub(crate) fn beside(folder: &Path) -> PathBuf {
    match folder.parent() {
        Some(parent) if folder.file_name().is_some() => parent.join(ENVELOPE_FILE),
        // A folder without a name may lie anywhere; what is beside it is known once it is spelt out.
        _ => folder.join("..").join(ENVELOPE_FILE),
    }
}

/// The bytes of an envelope, and one more than it may have; `None` where there is no file.
pub(crate) fn envelope(path: &Path) -> Result<Option<Vec<u8>>, Failure> {
    let file = match File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(Failure::io(path, &error)),
    };
    let mut bytes = Vec::new();
    file.take(ENVELOPE_BYTES as u64 + 1)
        .read_to_end(&mut bytes)
        .map_err(|error| Failure::io(path, &error))?;
    Ok(Some(bytes))
}

fn public_key(path: &Path) -> Result<PublicKey, Failure> {
    // A private key that is named by mistake is a secret all the same.
    let bytes = input::secret(path, KEY_FILE_BYTES)?;
    let text = std::str::from_utf8(&bytes).unwrap_or_default();
    PublicKey::from_pem(text)
        .map_err(|error| Failure::input(error.code(), format!("`{}`: {error}", shown(path))))
}
