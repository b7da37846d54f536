//! `ordain build`: writes everything that a project compiles to, or says what differs from it.

use std::collections::BTreeMap;
use std::path::PathBuf;

use clap::Args;
use ordain::diagnose::render::{DiagnosticsJson, shown};
use ordain::project::Outputs;
use serde::Serialize;

use crate::arguments::Format;
use crate::compiled::Compiled;
use crate::failure::{Failure, Status};
use crate::json;
use crate::progress::Progress;
use crate::terminal::Terminal;

const EXAMPLE: &str = "\
Example, as a check that what is stored is what the rules say:
  ordain build rules --check";

/// Compiles a project and writes its registry, its lock file and its evaluators
#[derive(Debug, Args)]
#[command(after_help = EXAMPLE)]
pub(crate) struct Build {
    /// The project: its folder or its ordain.toml
    #[arg(default_value = ".")]
    project: PathBuf,
    /// Write nothing; list what a build would change, and fail where there is something
    #[arg(long)]
    check: bool,
    /// Take the paths of `[output]` from this folder, in place of the project's own
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// How the answer is printed
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: Format,
}

/// The answer for programs: the diagnostics, and what was done if anything was.
#[derive(Serialize)]
struct Answer {
    #[serde(flatten)]
    diagnostics: DiagnosticsJson,
    #[serde(skip_serializing_if = "Option::is_none")]
    changed: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    drift: Option<Vec<DriftJson>>,
}

#[derive(Serialize)]
struct DriftJson {
    path: String,
    how: &'static str,
}

impl Build {
    pub(crate) fn run(self, terminal: &mut Terminal) -> Result<Status, Failure> {
        let compiled = Compiled::open(&self.project)?;
        if self.format == Format::Text {
            compiled.show(terminal);
        }
        let mut answer = Answer {
            diagnostics: compiled.json(),
            changed: None,
            drift: None,
        };
        let status = if compiled.has_errors() {
            Status::InputAtFault
        } else {
            let progress = Progress::of("emitting");
            let outputs = Outputs::compute(
                &compiled.project,
                &compiled.compilation,
                self.out.as_deref(),
            )?;
            let status = if self.check {
                compare(&outputs, &mut answer)?
            } else {
                write(&outputs, &mut answer)?
            };
            drop(progress);
            status
        };
        match self.format {
            Format::Json => json::print(&answer, terminal),
            Format::Text => answer.show(terminal),
        }
        Ok(status)
    }
}

fn write(outputs: &Outputs, answer: &mut Answer) -> Result<Status, Failure> {
    let changes = outputs.write()?;
    answer.changed = Some(
        changes
            .into_iter()
            .map(|change| shown(&change.path))
            .collect(),
    );
    Ok(Status::Done)
}

fn compare(outputs: &Outputs, answer: &mut Answer) -> Result<Status, Failure> {
    let drifts = outputs.check()?;
    let status = if drifts.is_empty() {
        Status::Done
    } else {
        Status::InputAtFault
    };
    let drifts = drifts.into_iter().map(|drift| DriftJson {
        path: shown(&drift.path),
        how: drift.how,
    });
    answer.drift = Some(drifts.collect());
    Ok(status)
}

impl Answer {
    fn show(&self, terminal: &mut Terminal) {
        let changed = self
            .changed
            .iter()
            .flatten()
            .map(|path| (String::new(), path.as_str()));
        let drift = self.drift.iter().flatten();
        let drift = drift.map(|drift| (format!("{}: ", drift.how), drift.path.as_str()));
        for line in folded(&changed.chain(drift).collect::<Vec<_>>()) {
            terminal.out_line(&line);
        }
        if self.changed.as_ref().is_some_and(Vec::is_empty) {
            terminal.out_line("nothing to write");
        }
        match self.drift.as_deref() {
            Some([]) => terminal.out_line("everything is up to date"),
            Some(drifts) => terminal.error_line(
                "outputs_differ",
                &format!(
                    "{} not what a build writes; `ordain build` writes it",
                    files(drifts.len())
                ),
            ),
            None => {}
        }
    }
}

/// Paths in their order, each with what is said before it. Blobs, whose names say nothing to people, are counted.
fn folded(paths: &[(String, &str)]) -> Vec<String> {
    let mut lines = Vec::new();
    let mut blobs: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    for (before, path) in paths {
        match path.rsplit_once('/') {
            Some((folder, name)) if folder.ends_with("blobs/sha256") && name.len() == 64 => {
                *blobs.entry((before, folder)).or_default() += 1;
            }
            _ => lines.push(format!("{before}{path}")),
        }
    }
    let counted = blobs
        .into_iter()
        .map(|((before, folder), count)| format!("{before}{folder}: {count} blobs"));
    lines.extend(counted);
    lines
}

fn files(count: usize) -> String {
    if count == 1 {
        "1 file is".to_owned()
    } else {
        format!("{count} files are")
    }
}
