//! A program under test: the files of one project, by path.

use std::fs;
use std::path::{Path, PathBuf};

use ordain::Compilation;
use ordain::source::Sources;
use ordain_grammar::syntax::DeclarationKind;

/// One project: a single file, or a folder of files.
#[derive(Clone, Debug)]
pub(crate) struct Program {
    /// The name of the file without its extension, or of the folder.
    pub(crate) name: String,
    /// Path below the project's folder, and bytes.
    pub(crate) files: Vec<(String, Vec<u8>)>,
}

impl Program {
    /// A program of one file.
    pub(crate) fn of_text(name: &str, text: impl Into<Vec<u8>>) -> Self {
        Self {
            name: name.to_owned(),
            files: vec![(format!("{name}.ordain"), text.into())],
        }
    }

    /// Every program in a folder beside this file, sorted by name.
    pub(crate) fn all(folder: &str) -> Vec<Self> {
        let mut programs: Vec<Self> = entries(&beside(folder))
            .into_iter()
            .filter(|path| {
                path.is_dir()
                    || path
                        .extension()
                        .is_some_and(|extension| extension == "ordain")
            })
            .map(|path| Self::at(&path))
            .collect();
        programs.sort_by(|a, b| a.name.cmp(&b.name));
        programs
    }

    fn at(path: &Path) -> Self {
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let files = if path.is_dir() {
            entries(path)
                .iter()
                .map(|file| (file_name(file), fs::read(file).unwrap()))
                .collect()
        } else {
            vec![(file_name(path), fs::read(path).unwrap())]
        };
        Self { name, files }
    }

    /// The program with its repeated lines, see [`written_out`].
    pub(crate) fn written_out(mut self) -> Self {
        for (_, bytes) in &mut self.files {
            if let Ok(text) = core::str::from_utf8(bytes) {
                *bytes = written_out(text).into_bytes();
            }
        }
        self
    }

    pub(crate) fn sources(&self) -> Sources {
        Sources::parse(self.files.clone())
    }

    pub(crate) fn compile(&self) -> (Sources, Compilation) {
        let sources = self.sources();
        let compilation = ordain::compile(&sources);
        (sources, compilation)
    }
}

/// Repeats the line above `// and so on, to NAME-99`, with every `-1` in it counted up to `-99`.
pub(crate) fn written_out(text: &str) -> String {
    let mut lines: Vec<String> = Vec::new();
    for line in text.lines() {
        let last = line.trim_start().strip_prefix("// and so on, to ");
        match last
            .and_then(|name| name.rsplit_once('-'))
            .and_then(|(_, count)| count.parse::<usize>().ok())
        {
            Some(count) => {
                let above = lines.last().cloned().unwrap_or_default();
                lines.extend((2..=count).map(|number| above.replace("-1", &format!("-{number}"))));
            }
            None => lines.push(line.to_owned()),
        }
    }
    lines.join("\n") + "\n"
}

/// Where there are no errors, everything that was written is in the model.
pub(crate) fn nothing_is_dropped(
    sources: &Sources,
    compilation: &Compilation,
) -> Result<(), String> {
    if compilation.errors() > 0 {
        return Ok(());
    }
    let model = &compilation.model;
    let policies = model.policies.values();
    let meant = Counts {
        declarations: model.facts.len()
            + model.controls.len()
            + model.profiles.len()
            + model.policies.len()
            + model.tests.len(),
        rules: policies
            .map(|policy| policy.rules.len() + policy.scoring_rules.len() + policy.guardrails.len())
            .sum(),
    };
    let declarations = || {
        sources
            .iter()
            .flat_map(|(_, file)| &file.parsed.file.declarations)
    };
    let rules = declarations().map(|declaration| match &declaration.kind {
        DeclarationKind::Policy(policy) => {
            policy.rules.len() + policy.scoring_rules.len() + policy.guardrails.len()
        }
        _ => 0,
    });
    let written = Counts {
        declarations: declarations().count(),
        rules: rules.sum(),
    };
    if meant == written {
        Ok(())
    } else {
        Err(format!("{written:?} were written, and {meant:?} are meant"))
    }
}

#[derive(Debug, PartialEq, Eq)]
struct Counts {
    declarations: usize,
    rules: usize,
}

/// A path beside this file.
pub(crate) fn beside(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/programs")
        .join(path)
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let mut paths: Vec<PathBuf> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    paths.sort();
    paths
}

fn file_name(path: &Path) -> String {
    path.file_name().unwrap().to_string_lossy().into_owned()
}
