//! `ordain registry`: what a built registry holds, and whether it is whole.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use ordain::diagnose::{nearest, render::shown};
use ordain::project::{CONFIG, Config, LOCK, ProjectError};
use ordain_runtime::canonical;
use ordain_runtime::policy::Features;
use ordain_runtime::policy::interpret::profile::expand;
use ordain_runtime::policy::interpret::{Control, LoadError, Policy};
use ordain_runtime::registry::{self, ArtefactRef, Kind, lock};
use ordain_runtime::signature::KeyId;
use serde::Serialize;

use crate::arguments::Format;
use crate::failure::{Failure, Status};
use crate::json;
use crate::terminal::Terminal;
use crate::trust::Trusted;

const EXAMPLE: &str = "\
Example:
  ordain registry verify rules";
const LIST_EXAMPLE: &str = "\
Example:
  ordain registry list rules/registry --format json";
const SHOW_EXAMPLE: &str = "\
Examples:
  ordain registry show support.refunds@1 rules
  ordain registry show support.refunds@1 --raw | sha256sum";
const VERIFY_EXAMPLE: &str = "\
Example:
  ordain registry verify rules/registry";

/// Reads a built registry
#[derive(Debug, Args)]
#[command(after_help = EXAMPLE, disable_help_subcommand = true)]
pub(crate) struct Registry {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, Subcommand)]
enum Verb {
    /// Lists the artefacts: kind, id, revision, digest
    #[command(after_help = LIST_EXAMPLE)]
    List {
        #[command(flatten)]
        folder: Folder,
        #[command(flatten)]
        trusted: Trusted,
        /// How the list is printed
        #[arg(long, value_enum, default_value_t)]
        format: Format,
    },
    /// Prints one artefact
    #[command(after_help = SHOW_EXAMPLE)]
    Show {
        /// `package.name@revision`, with `KIND/` before it where two kinds share a name; or `sha256:…`
        #[arg(value_name = "ARTEFACT")]
        name: String,
        #[command(flatten)]
        folder: Folder,
        #[command(flatten)]
        trusted: Trusted,
        /// Print the bytes that the digest is of
        #[arg(long)]
        raw: bool,
    },
    /// Reads every byte, and compares with ordain.lock where that stands beside
    #[command(after_help = VERIFY_EXAMPLE)]
    Verify {
        #[command(flatten)]
        folder: Folder,
        #[command(flatten)]
        trusted: Trusted,
        /// How the answer is printed
        #[arg(long, value_enum, default_value_t)]
        format: Format,
    },
}

/// Where a registry is looked for.
#[derive(Debug, Args)]
pub(crate) struct Folder {
    /// The folder of the registry, or of the project that it belongs to
    #[arg(value_name = "DIR", default_value = ".")]
    path: PathBuf,
}

impl Registry {
    pub(crate) fn format(&self) -> Format {
        match self.verb {
            Verb::List { format, .. } | Verb::Verify { format, .. } => format,
            Verb::Show { .. } => Format::Text,
        }
    }

    pub(crate) fn run(self, terminal: &mut Terminal) -> Result<Status, Failure> {
        match self.verb {
            Verb::List {
                folder,
                trusted,
                format,
            } => list(&folder.open(&trusted, terminal)?, format, terminal),
            Verb::Show {
                name,
                folder,
                trusted,
                raw,
            } => show(&folder.open(&trusted, terminal)?, &name, raw, terminal)?,
            Verb::Verify {
                folder,
                trusted,
                format,
            } => verify(&folder, &trusted, format, terminal)?,
        }
        Ok(Status::Done)
    }
}

/// Where a registry lies, and where its lock file would.
pub(crate) struct Located {
    pub(crate) registry: PathBuf,
    lock: PathBuf,
}

impl Folder {
    pub(crate) fn locate(&self) -> Result<Located, Failure> {
        let settings = self.path.join(CONFIG);
        if settings.exists() {
            let text = std::fs::read_to_string(&settings)
                .map_err(|error| Failure::io(&settings, &error))?;
            let config = Config::parse(&text).map_err(|message| ProjectError::Config {
                path: settings,
                message,
            })?;
            let registry = self.path.join(&config.output.registry);
            return Ok(Located {
                registry,
                lock: self.path.join(LOCK),
            });
        }
        let lock = match self.path.parent() {
            // A folder without a name may lie anywhere; what is beside it is known once it is spelt out.
            Some(folder) if self.path.file_name().is_some() => folder.join(LOCK),
            _ => self.path.join("..").join(LOCK),
        };
        Ok(Located {
            registry: self.path.clone(),
            lock,
        })
    }

    fn open(
        &self,
        trusted: &Trusted,
        terminal: &mut Terminal,
    ) -> Result<registry::Registry, Failure> {
        let (registry, _) = trusted.load(&self.locate()?.registry, terminal)?;
        Ok(registry)
    }
}

/// Loads a registry whole.
pub(crate) fn load(folder: &Path) -> Result<registry::Registry, Failure> {
    std::fs::metadata(folder).map_err(|error| Failure::io(folder, &error))?;
    Ok(registry::Registry::load(folder).map_err(ProjectError::from)?)
}

fn list(registry: &registry::Registry, format: Format, terminal: &mut Terminal) {
    let mut references: Vec<ArtefactRef> = registry.references().collect();
    references.sort_by_key(|one| {
        (
            one.artifact_type.as_str(),
            one.artifact_id.clone(),
            one.version.clone(),
        )
    });
    match format {
        Format::Json => json::print(&references, terminal),
        Format::Text => {
            let widest = references
                .iter()
                .map(|one| one.artifact_id.len())
                .max()
                .unwrap_or(0);
            for one in references {
                let kind = one.artifact_type.as_str();
                terminal.out_line(&format!(
                    "{kind:<8} {:<widest$} {} {}",
                    one.artifact_id, one.version, one.sha256
                ));
            }
        }
    }
}

fn show(
    registry: &registry::Registry,
    name: &str,
    raw: bool,
    terminal: &mut Terminal,
) -> Result<(), Failure> {
    let references: Vec<ArtefactRef> = registry.references().collect();
    let full = |one: &ArtefactRef| format!("{}@{}", one.artifact_id, one.version);
    let is_named = |one: &&ArtefactRef| {
        let full = full(one);
        full == name
            || one.sha256.to_string() == name
            || format!("{}/{full}", one.artifact_type.as_str()) == name
    };
    let found: Vec<&ArtefactRef> = references.iter().filter(is_named).collect();
    let reference = match found.as_slice() {
        [one] => *one,
        [] => {
            let names: Vec<String> = references.iter().map(full).collect();
            let hint = nearest(name, names.iter().map(String::as_str));
            let hint = hint
                .map(|near| format!("; did you mean `{near}`?"))
                .unwrap_or_default();
            return Err(Failure::input(
                "artefact_unknown",
                format!("there is no artefact `{name}`{hint}"),
            ));
        }
        several => {
            let kinds: Vec<String> = several
                .iter()
                .map(|one| format!("`{}/{name}`", one.artifact_type.as_str()))
                .collect();
            let message = format!("`{name}` names several artefacts: {}", kinds.join(", "));
            return Err(Failure::input("artefact_ambiguous", message));
        }
    };
    let bytes = registry.by_ref(reference).unwrap_or_default();
    if raw {
        terminal.out_bytes(bytes);
        return Ok(());
    }
    let value = canonical::parse_with(bytes, canonical::Limits::MAX)
        .map_err(|error| Failure::input("artefact_malformed", error.to_string()))?;
    terminal.out_line(&json::pretty(&value));
    Ok(())
}

#[derive(Serialize)]
struct Verified {
    registry: String,
    artefacts: usize,
    kinds: BTreeMap<&'static str, usize>,
    /// Whether a lock file was found and agrees; one that does not is a failure.
    locked: bool,
    /// Whose signatures were checked; absent where no key was given.
    #[serde(skip_serializing_if = "Option::is_none")]
    key_ids: Option<Vec<KeyId>>,
}

fn verify(
    folder: &Folder,
    trusted: &Trusted,
    format: Format,
    terminal: &mut Terminal,
) -> Result<(), Failure> {
    let located = folder.locate()?;
    let (registry, accepted) = trusted.load(&located.registry, terminal)?;
    let mut kinds = BTreeMap::new();
    for reference in registry.references() {
        interpret(&registry, &reference)?;
        *kinds.entry(reference.artifact_type.as_str()).or_insert(0) += 1;
    }
    let locked = compare_lock(&registry, &located.lock)?;
    let answer = Verified {
        registry: shown(&located.registry),
        artefacts: kinds.values().sum(),
        kinds,
        locked,
        key_ids: accepted.map(|accepted| accepted.key_ids),
    };
    match format {
        Format::Json => json::print(&answer, terminal),
        Format::Text => {
            let counts: Vec<String> = answer
                .kinds
                .iter()
                .map(|(kind, count)| format!("{count} {kind}"))
                .collect();
            let lock = if locked { "as locked" } else { "not locked" };
            let signed = match &answer.key_ids {
                Some(key_ids) => format!(", signed by {}", listed(key_ids)),
                None => String::new(),
            };
            terminal.out_line(&format!(
                "{}: {} artefacts, every byte as its digest says, {lock}{signed} ({})",
                answer.registry,
                answer.artefacts,
                counts.join(", ")
            ));
        }
    }
    Ok(())
}

/// Key ids in a sentence.
pub(crate) fn listed(key_ids: &[KeyId]) -> String {
    let key_ids: Vec<String> = key_ids.iter().map(ToString::to_string).collect();
    key_ids.join(", ")
}

/// Whether an artefact means something: the interpreter takes it with all that it reaches.
fn interpret(registry: &registry::Registry, reference: &ArtefactRef) -> Result<(), Failure> {
    let refused = |error: LoadError| Failure::input(error.code(), error.to_string());
    match reference.artifact_type {
        Kind::Policy => Policy::load(registry, reference).map(drop).map_err(refused),
        Kind::Control => Control::load(registry, reference)
            .map(drop)
            .map_err(refused),
        Kind::Profile => expand(registry, reference, Features::from_bits(u8::MAX))
            .map(drop)
            .map_err(|error| Failure::input(error.code(), error.to_string())),
        _ => Ok(()),
    }
}

fn compare_lock(registry: &registry::Registry, path: &Path) -> Result<bool, Failure> {
    let locked = match std::fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(false),
        Err(error) => return Err(Failure::io(path, &error)),
    };
    let stored = lock::print(registry);
    if locked == stored {
        return Ok(true);
    }
    let (locked, stored): (BTreeSet<&str>, BTreeSet<&str>) =
        (locked.lines().collect(), stored.lines().collect());
    let only_locked = locked
        .difference(&stored)
        .map(|line| format!("only locked: {line}"));
    let only_stored = stored
        .difference(&locked)
        .map(|line| format!("only stored: {line}"));
    let differences: Vec<String> = only_locked.chain(only_stored).collect();
    let message = format!(
        "`{}` does not lock what is stored\n{}",
        shown(path),
        differences.join("\n")
    );
    Err(Failure::input("lock_mismatch", message))
}
