//! `ordain init`: a small project that builds, whose tests pass, and whose comments teach.

use std::borrow::Cow;
use std::ffi::OsStr;
use std::fs;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use ordain::diagnose::render::shown;
use ordain::project::CONFIG;

use crate::failure::{Failure, Status};
use crate::terminal::Terminal;

const EXAMPLE: &str = "\
Example:
  ordain init refunds --name acme-refunds";

const RULES: &str = "rules/refunds.ordain";
const SETTINGS_TEMPLATE: &str = include_str!("template/ordain.toml");
const RULES_TEMPLATE: &str = include_str!("template/refunds.ordain");
/// What the template of the settings has in place of the name, as a TOML string.
const NAME: &str = "\"NAME\"";

/// Writes a small project to begin with
#[derive(Debug, Args)]
#[command(after_help = EXAMPLE)]
pub(crate) struct Init {
    /// The folder of the new project; made if it is not there
    #[arg(default_value = ".")]
    dir: PathBuf,
    /// The name of the project; without it, that of its folder
    #[arg(long)]
    name: Option<String>,
}

impl Init {
    pub(crate) fn run(self, terminal: &mut Terminal) -> Result<Status, Failure> {
        let name = self.name.clone().unwrap_or_else(|| folder_name(&self.dir));
        if name.trim().is_empty() || name.chars().any(char::is_control) {
            return Err(Failure::call(
                "name_invalid",
                "the name of a project is one line that is not empty",
            ));
        }
        let settings = SETTINGS_TEMPLATE.replace(NAME, &toml_string(&name));
        // The settings come last: what stops half way is no project yet.
        let files = [
            (self.dir.join(RULES), RULES_TEMPLATE),
            (self.dir.join(CONFIG), settings.as_str()),
        ];
        for (path, _) in files.iter().rev() {
            refuse_existing(path)?;
        }
        for (path, text) in &files {
            create(path, text)?;
            terminal.out_line(&shown(path));
        }
        Ok(Status::Done)
    }
}

fn folder_name(folder: &Path) -> String {
    let whole = fs::canonicalize(folder).unwrap_or_else(|_| folder.to_path_buf());
    whole
        .file_name()
        .map(OsStr::to_string_lossy)
        .map_or_else(|| "rules".to_owned(), Cow::into_owned)
}

fn toml_string(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

fn refuse_existing(path: &Path) -> Result<(), Failure> {
    match fs::symlink_metadata(path) {
        Ok(_) => Err(already_there(path)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        Err(error) => Err(Failure::io(path, &error)),
    }
}

fn create(path: &Path, text: &str) -> Result<(), Failure> {
    let io = |error: &std::io::Error| match error.kind() {
        ErrorKind::AlreadyExists => already_there(path),
        _ => Failure::io(path, error),
    };
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(|error| Failure::io(folder, &error))?;
    }
    let mut file = fs::File::create_new(path).map_err(|error| io(&error))?;
    file.write_all(text.as_bytes()).map_err(|error| io(&error))
}

fn already_there(path: &Path) -> Failure {
    Failure::call(
        "already_there",
        format!("`{}` is already there; nothing was written", shown(path)),
    )
}
