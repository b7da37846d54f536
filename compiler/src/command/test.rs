//! `ordain test`: runs the tests of a project, and says which rules none of them reaches.

use std::path::PathBuf;

use clap::Args;
use ordain::diagnose::render::{DiagnosticsJson, View, printable};
use ordain::emit::artefacts;
use ordain::testing::{self, Mismatch, Outcome, Part, Report, Unreached};
use ordain_runtime::policy::BranchName;
use serde::Serialize;

use crate::arguments::Format;
use crate::compiled::Compiled;
use crate::failure::{Failure, Status};
use crate::json;
use crate::progress::Progress;
use crate::terminal::Terminal;

const EXAMPLE: &str = "\
Example, the tests of one policy:
  ordain test rules --filter support.refunds@1";

/// Runs the tests of a project
#[derive(Debug, Args)]
#[command(after_help = EXAMPLE)]
pub(crate) struct Test {
    /// The project: its folder or its ordain.toml
    #[arg(default_value = ".")]
    project: PathBuf,
    /// Run only the tests whose title, or whose subject's name, holds this text
    #[arg(long, value_name = "TEXT")]
    filter: Option<String>,
    /// How the results are printed
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: Format,
}

#[derive(Serialize)]
struct Answer {
    #[serde(flatten)]
    diagnostics: DiagnosticsJson,
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    results: Option<Results>,
}

#[derive(Serialize)]
struct Results {
    tests: Vec<TestJson>,
    passed: usize,
    failed: usize,
    left_out: usize,
    unreached: Vec<UnreachedJson>,
}

#[derive(Serialize)]
struct TestJson {
    title: String,
    kind: &'static str,
    subject: String,
    file: String,
    line: u32,
    ok: bool,
    mismatches: Vec<Mismatch>,
}

#[derive(Serialize)]
struct UnreachedJson {
    subject: String,
    part: &'static str,
    name: Option<String>,
    file: String,
    line: u32,
}

impl Test {
    pub(crate) fn run(self, terminal: &mut Terminal) -> Result<Status, Failure> {
        let compiled = Compiled::open(&self.project)?;
        if self.format == Format::Text {
            compiled.show(terminal);
        }
        if compiled.has_errors() {
            if self.format == Format::Json {
                json::print(
                    &Answer {
                        diagnostics: compiled.json(),
                        results: None,
                    },
                    terminal,
                );
            }
            return Ok(Status::InputAtFault);
        }
        let model = &compiled.compilation.model;
        let progress = Progress::of("running tests");
        let artefacts = artefacts::emit(model).map_err(ordain::project::ProjectError::from)?;
        let report = testing::run(model, &artefacts, |test| self.wants(test));
        drop(progress);
        let results = Results::new(
            &report,
            model.tests.len(),
            self.filter.is_some(),
            compiled.view(),
        );
        let status = if results.failed > 0 {
            Status::InputAtFault
        } else {
            Status::Done
        };
        match self.format {
            Format::Json => {
                json::print(
                    &Answer {
                        diagnostics: compiled.json(),
                        results: Some(results),
                    },
                    terminal,
                );
            }
            Format::Text => results.show(terminal),
        }
        Ok(status)
    }

    fn wants(&self, test: &ordain::model::Test) -> bool {
        let Some(filter) = self.filter.as_deref() else {
            return true;
        };
        test.title.contains(filter) || test.subject().1.to_string().contains(filter)
    }
}

impl Results {
    fn new(report: &Report, all: usize, filtered: bool, view: View<'_>) -> Self {
        let failed = report.failed();
        // What the tests that were left out reach is not known.
        let unreached: &[Unreached] = if filtered { &[] } else { &report.unreached };
        Self {
            tests: report
                .outcomes
                .iter()
                .map(|outcome| TestJson::new(outcome, view))
                .collect(),
            passed: report.outcomes.len() - failed,
            failed,
            left_out: all - report.outcomes.len(),
            unreached: unreached
                .iter()
                .map(|one| UnreachedJson::new(one, view))
                .collect(),
        }
    }

    fn show(&self, terminal: &mut Terminal) {
        for test in &self.tests {
            let word = if test.ok { "ok    " } else { "FAILED" };
            terminal.out_line(&format!(
                "{word}  {}: {}",
                test.subject,
                printable(&test.title)
            ));
            for mismatch in &test.mismatches {
                terminal.out_line(&format!(
                    "        expected {}",
                    printable(&mismatch.expected)
                ));
                terminal.out_line(&format!("        found    {}", printable(&mismatch.found)));
            }
            if !test.ok {
                terminal.out_line(&format!("        at {}:{}", test.file, test.line));
            }
        }
        if !self.unreached.is_empty() {
            terminal.out_line("\nno test reaches");
        }
        for one in &self.unreached {
            let part = match &one.name {
                Some(name) => format!("{} of {name}", one.part),
                None => one.part.to_owned(),
            };
            terminal.out_line(&format!(
                "        {}: {part}, at {}:{}",
                one.subject, one.file, one.line
            ));
        }
        let counted = [
            (self.passed, "passed"),
            (self.failed, "failed"),
            (self.left_out, "left out"),
        ];
        let counted: Vec<String> = counted
            .into_iter()
            .filter(|(count, what)| *count > 0 || *what == "passed")
            .map(|(count, what)| format!("{count} {what}"))
            .collect();
        let gap = if self.tests.is_empty() && self.unreached.is_empty() {
            ""
        } else {
            "\n"
        };
        terminal.out_line(&format!("{gap}{}", counted.join(", ")));
    }
}

impl TestJson {
    fn new(outcome: &Outcome, view: View<'_>) -> Self {
        Self {
            title: outcome.title.clone(),
            kind: outcome.kind.as_str(),
            subject: outcome.subject.to_string(),
            file: view.path_of(&outcome.origin.file),
            line: outcome.origin.line,
            ok: outcome.mismatches.is_empty(),
            mismatches: outcome.mismatches.clone(),
        }
    }
}

impl UnreachedJson {
    fn new(unreached: &Unreached, view: View<'_>) -> Self {
        let (part, name) = match &unreached.part {
            Part::Branch(name, BranchName::Then) => ("then", Some(name)),
            Part::Branch(name, BranchName::Else) => ("else", Some(name)),
            Part::ScoringRule(name) => ("score", Some(name)),
            Part::Guardrail(name) => ("effect", Some(name)),
            Part::Control => ("control", None),
        };
        Self {
            subject: unreached.subject.to_string(),
            part,
            name: name.cloned(),
            file: view.path_of(&unreached.origin.file),
            line: unreached.origin.line,
        }
    }
}
