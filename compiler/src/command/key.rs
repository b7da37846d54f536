//! `ordain key`: keys to sign with.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{ErrorKind, Write as _};
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use ordain::diagnose::render::shown;
use ordain_runtime::signature::{KeyError, KeyId, SecretKey};
use serde::Serialize;
use zeroize::Zeroizing;

use crate::arguments::Format;
use crate::failure::{Failure, Status};
use crate::json;
use crate::terminal::Terminal;

const EXAMPLE: &str = "\
Example:
  ordain key new --out release.key";

/// Makes keys to sign with
#[derive(Debug, Args)]
#[command(after_help = EXAMPLE, disable_help_subcommand = true)]
pub(crate) struct Key {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, Subcommand)]
enum Verb {
    /// Writes a new private key and its public key, and prints their key id
    ///
    /// The private key can be read by its owner alone. Neither file is ever overwritten.
    #[command(after_help = EXAMPLE)]
    New {
        /// The private key, in PEM; the public one gets `.pub` behind its name
        #[arg(long, value_name = "FILE")]
        out: PathBuf,
        /// How the answer is printed
        #[arg(long, value_enum, default_value_t)]
        format: Format,
    },
}

#[derive(Serialize)]
struct Made {
    private: String,
    public: String,
    key_id: KeyId,
}

impl Key {
    pub(crate) fn format(&self) -> Format {
        let Verb::New { format, .. } = self.verb;
        format
    }

    pub(crate) fn run(self, terminal: &mut Terminal) -> Result<Status, Failure> {
        let Verb::New { out, format } = self.verb;
        let made = new(&out)?;
        match format {
            Format::Json => json::print(&made, terminal),
            Format::Text => terminal.out_line(&made.key_id.to_string()),
        }
        Ok(Status::Done)
    }
}

fn new(private: &Path) -> Result<Made, Failure> {
    let mut public = OsString::from(private);
    public.push(".pub");
    let public = PathBuf::from(public);

    let mut seed = Zeroizing::new([0; 32]);
    getrandom::fill(seed.as_mut_slice())
        .map_err(|error| Failure::call("random_failed", format!("no random bytes: {error}")))?;
    let key = SecretKey::from_seed(&seed);
    let unwritten = |error: KeyError| Failure::call(error.code(), error.to_string());
    let secret = key.to_pem().map_err(unwritten)?;
    let known = key.public().to_pem().map_err(unwritten)?;

    // Both names are taken before anything is in either, and a failure gives back those that were.
    let mut private_file = create(private, 0o600)?;
    let written = create(&public, 0o644).and_then(|mut public_file| {
        fill(&mut private_file, private, secret.as_bytes())
            .and_then(|()| fill(&mut public_file, &public, known.as_bytes()))
            .inspect_err(|_| {
                let _ = fs::remove_file(&public);
            })
    });
    written.inspect_err(|_| {
        let _ = fs::remove_file(private);
    })?;
    Ok(Made {
        private: shown(private),
        public: shown(&public),
        key_id: key.public().id(),
    })
}

/// Makes a file that was not there, not even as a link, and has these rights from the start.
fn create(path: &Path, mode: u32) -> Result<File, Failure> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, mode);
    #[cfg(not(unix))]
    let _ = mode;
    options.open(path).map_err(|error| match error.kind() {
        ErrorKind::AlreadyExists => Failure::call(
            "already_there",
            format!("`{}` is already there; nothing was written", shown(path)),
        ),
        _ => Failure::io(path, &error),
    })
}

fn fill(file: &mut File, path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    file.write_all(bytes)
        .and_then(|()| file.sync_all())
        .map_err(|error| Failure::io(path, &error))
}
