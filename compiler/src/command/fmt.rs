//! `ordain fmt`: the one layout, written in place or shown as a difference.

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use ordain::diagnose::Diagnostic;
use ordain::diagnose::render::View;
use ordain::project::{self, CONFIG, Config, Project};
use ordain::source::{FileId, SourceFile, Sources};
use ordain_grammar::{FormatError, SyntaxError};
use similar::TextDiff;

use crate::compiled;
use crate::failure::{Failure, Status};
use crate::terminal::Terminal;

const EXAMPLE: &str = "\
Examples:
  ordain fmt rules
  ordain fmt --check rules/refunds.ordain
  ordain fmt - < rules/refunds.ordain";

/// What stands for standard input.
const STDIN: &str = "-";
/// How long a difference may be looked for before a coarser one will do.
const DIFF_PATIENCE: Duration = Duration::from_secs(2);

/// Formats source files
#[derive(Debug, Args)]
#[command(after_help = EXAMPLE)]
pub(crate) struct Fmt {
    /// Files, folders, or projects, of which the sources are taken; `-` reads standard input and writes standard output
    #[arg(default_value = ".")]
    paths: Vec<PathBuf>,
    /// Write nothing; show what would change, and fail where there is something
    #[arg(long)]
    check: bool,
}

/// Files that are shown below one folder.
struct Batch {
    root: PathBuf,
    sources: Sources,
}

impl Fmt {
    pub(crate) fn run(self, terminal: &mut Terminal) -> Result<Status, Failure> {
        if self.paths.iter().any(|path| path.as_os_str() == STDIN) {
            return match self.paths.as_slice() {
                [_] => self.stdin(terminal),
                _ => Err(Failure::call(
                    "stdin_with_paths",
                    "`-` stands alone: standard input is one file",
                )),
            };
        }
        let mut status = Status::Done;
        // Everything is found before anything is written.
        let batches: Vec<Batch> = self
            .paths
            .iter()
            .map(|path| batch(path))
            .collect::<Result<_, _>>()?;
        for batch in &batches {
            let view = View {
                sources: &batch.sources,
                root: &batch.root,
            };
            for (id, file) in batch.sources.iter() {
                match formatted(id, file) {
                    Ok(text) if text == file.text => {}
                    Ok(text) => {
                        let path = view.path_of(&file.path);
                        if self.check {
                            status = status.max(Status::InputAtFault);
                            terminal.out(&difference(&path, &file.text, &text));
                        } else {
                            replace(&batch.root.join(&file.path), &text)?;
                            terminal.out_line(&path);
                        }
                    }
                    Err(reason) => {
                        status = status.max(reason.show(&view.path_of(&file.path), view, terminal));
                    }
                }
            }
        }
        Ok(status)
    }

    fn stdin(&self, terminal: &mut Terminal) -> Result<Status, Failure> {
        let mut bytes = Vec::new();
        std::io::stdin()
            .lock()
            .read_to_end(&mut bytes)
            .map_err(|error| Failure::io(Path::new(STDIN), &error))?;
        let sources = Sources::parse(vec![("<stdin>".to_owned(), bytes)]);
        let view = View {
            sources: &sources,
            root: Path::new(""),
        };
        let mut status = Status::Done;
        for (id, file) in sources.iter() {
            match formatted(id, file) {
                Ok(text) if self.check => {
                    if text != file.text {
                        status = Status::InputAtFault;
                        terminal.out(&difference(&file.path, &file.text, &text));
                    }
                }
                Ok(text) => terminal.out(&text),
                Err(reason) => status = reason.show(&file.path, view, terminal),
            }
        }
        Ok(status)
    }
}

/// The files that a path stands for.
fn batch(path: &Path) -> Result<Batch, Failure> {
    let metadata = fs::metadata(path).map_err(|error| Failure::io(path, &error))?;
    let is_project =
        path.file_name().is_some_and(|name| name == CONFIG) || path.join(CONFIG).exists();
    if is_project {
        let Project { root, sources, .. } = Project::open(path)?;
        return Ok(Batch { root, sources });
    }
    if metadata.is_dir() {
        let Project { root, sources, .. } =
            Project::read(path.to_path_buf(), Config::of_folder("folder"))?;
        return Ok(Batch { root, sources });
    }
    let bytes = fs::read(path).map_err(|error| Failure::io(path, &error))?;
    let root = path.parent().unwrap_or(Path::new("")).to_path_buf();
    let name = path
        .file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned();
    Ok(Batch {
        root,
        sources: Sources::parse(vec![(name, bytes)]),
    })
}

/// Why a file is left as it is.
enum Unformatted {
    /// Its text has errors.
    Wrong(Vec<Diagnostic>),
    /// The formatter has.
    Unsound,
}

/// The text in the one layout.
fn formatted(id: FileId, file: &SourceFile) -> Result<String, Unformatted> {
    let wrong = |errors: &[SyntaxError]| {
        Unformatted::Wrong(
            errors
                .iter()
                .map(|error| Diagnostic::from_syntax(id, error))
                .collect(),
        )
    };
    if !file.parsed.errors.is_empty() {
        return Err(wrong(&file.parsed.errors));
    }
    ordain_grammar::format(&file.text).map_err(|error| match error {
        FormatError::Syntax(errors) => wrong(&errors),
        FormatError::WouldChange { .. } => Unformatted::Unsound,
    })
}

impl Unformatted {
    fn show(self, path: &str, view: View<'_>, terminal: &mut Terminal) -> Status {
        match self {
            Self::Wrong(diagnostics) => {
                compiled::show(&diagnostics, view, terminal);
                Status::InputAtFault
            }
            Self::Unsound => {
                let message = format!(
                    "`{path}` is left as it is: its formatted text would say something else"
                );
                terminal.error_line("format_unsound", &message);
                Status::CallAtFault
            }
        }
    }
}

fn difference(path: &str, old: &str, new: &str) -> String {
    let diff = TextDiff::configure()
        .timeout(DIFF_PATIENCE)
        .diff_lines(old, new);
    diff.unified_diff()
        .context_radius(3)
        .header(path, &format!("{path} (formatted)"))
        .to_string()
}

/// Writes a file whole or not at all, where it really lies if the path is a link to it.
fn replace(path: &Path, text: &str) -> Result<(), Failure> {
    let real = fs::canonicalize(path).map_err(|error| Failure::io(path, &error))?;
    project::replace(&real, text.as_bytes()).map_err(|error| Failure::io(path, &error))
}
