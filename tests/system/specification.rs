//! Every sentence of the specification that a room implements has tests that show it: `tests/specification/*.toml`.
//!
//! A table quotes the beginning of a sentence and ends it with ` …`, and names the tests by the paths under which they run.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use ordain_tests::project;
use serde::Deserialize;

use crate::envelope::contract;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    part: Vec<Part>,
    sentence: Vec<Row>,
}

/// A section of the specification, or the sentences of it from one to another.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Part {
    section: String,
    from: Option<String>,
    to: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    text: String,
    tests: Vec<String>,
}

impl Row {
    fn quotes(&self, sentence: &str) -> bool {
        self.text.strip_suffix(" …").map_or_else(
            || sentence == self.text,
            |beginning| sentence.starts_with(beginning),
        )
    }
}

fn tables() -> BTreeMap<String, Table> {
    let folder = project().join("tests/specification");
    let entries = fs::read_dir(folder).unwrap().map(Result::unwrap);
    let tables: BTreeMap<String, Table> = entries
        .map(|entry| {
            let name = entry.file_name().into_string().unwrap();
            let table = toml::from_str(&fs::read_to_string(entry.path()).unwrap());
            (name, table.unwrap())
        })
        .collect();
    assert!(!tables.is_empty(), "a folder without tables shows nothing");
    tables
}

/// The sentences of a section: a section begins with its title, a line of its own without a full stop at its end, and ends
/// before the next such line.
fn sentences<'a>(contract: &'a str, part: &Part) -> Vec<&'a str> {
    let lines = contract
        .lines()
        .skip_while(|line| line.trim() != part.section);
    let within = lines.skip(1).map(str::trim).filter(|line| !line.is_empty());
    let mut found: Vec<&str> = within
        .take_while(|line| line.ends_with(['.', ':', ']', '}']) || line.starts_with(['-', '{']))
        .flat_map(|line| line.split_inclusive(". "))
        .map(str::trim)
        .collect();
    let place = |found: &[&str], beginning: &str| {
        found
            .iter()
            .position(|sentence| sentence.starts_with(beginning))
            .unwrap_or_else(|| panic!("`{}` has no sentence `{beginning}`", part.section))
    };
    if let Some(to) = &part.to {
        found.truncate(place(&found, to) + 1);
    }
    if let Some(from) = &part.from {
        found.drain(..place(&found, from));
    }
    found
}

#[test]
#[expect(clippy::print_stderr, reason = "a skipped test must be heard")]
fn every_sentence_has_a_row_and_every_row_a_sentence() {
    let Some(contract) = contract() else {
        eprintln!("SKIPPED: no execution contract beside the project");
        return;
    };
    for (name, table) in tables() {
        let stated: Vec<&str> = table
            .part
            .iter()
            .flat_map(|part| {
                let found = sentences(&contract, part);
                assert!(!found.is_empty(), "{name}: `{}` says nothing", part.section);
                found
            })
            .collect();
        for sentence in &stated {
            let rows = table.sentence.iter().filter(|row| row.quotes(sentence));
            assert_eq!(rows.count(), 1, "{name}: rows of `{sentence}`");
        }
        for row in &table.sentence {
            let quoted: BTreeSet<_> = stated.iter().filter(|one| row.quotes(one)).collect();
            assert_eq!(quoted.len(), 1, "{name}: sentences of `{}`", row.text);
        }
    }
}

/// The source of the module that a test stands in.
fn source(module: &str) -> Option<String> {
    let path = module.replace("::", "/");
    ["tests/system", "runtime/src"]
        .iter()
        .flat_map(|root| [format!("{root}/{path}.rs"), format!("{root}/{path}/mod.rs")])
        .find_map(|file| fs::read_to_string(project().join(file)).ok())
}

fn exists(test: &str) -> bool {
    if let Some(case) = test.strip_prefix("command::") {
        let case = format!("compiler/tests/command/cases/{case}.txt");
        return project().join(case).is_file();
    }
    let Some((module, name)) = test.rsplit_once("::") else {
        return false;
    };
    let Some(source) = source(module) else {
        return false;
    };
    let Some((before, _)) = source.split_once(&format!("fn {name}(")) else {
        return false;
    };
    // Only attributes and comments stand between `#[test]` and its function.
    before
        .lines()
        .rev()
        .take_while(|line| !line.trim_end().ends_with(['}', ';', '{']))
        .any(|line| line.trim() == "#[test]")
}

#[test]
fn every_row_names_tests_that_there_are() {
    for (name, table) in tables() {
        for row in &table.sentence {
            assert!(!row.tests.is_empty(), "{name}: `{}` has no test", row.text);
            for test in &row.tests {
                assert!(exists(test), "{name}: `{}` names no test: {test}", row.text);
            }
        }
    }
    assert!(!exists("boundary::tests::check"), "a helper is no test");
}
