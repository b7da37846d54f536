//! `JSONTestSuite`: what must be accepted is, what must be refused is, and what is left open is decided in the table
//! `json_test_suite.tsv`, each row with its reason.

use std::collections::BTreeMap;
use std::fs;

use ordain_runtime::canonical::{Limits, Reader};
use ordain_tests::vectors;

use super::{canonical, refusal, report};

const DECISIONS: &str = include_str!("json_test_suite.tsv");

/// The rows of the table: file to decision.
fn decisions() -> BTreeMap<&'static str, &'static str> {
    let rows = DECISIONS.lines().filter(|line| !line.starts_with('#'));
    let decision = |row: &'static str| {
        let mut columns = row.split('\t');
        let (file, decision) = (columns.next().unwrap(), columns.next().expect("a decision"));
        assert!(
            columns.next().is_some_and(|reason| !reason.is_empty()),
            "no reason: {row}"
        );
        assert_eq!(columns.next(), None, "{row}");
        (file, decision)
    };
    rows.map(decision).collect()
}

fn verdict(bytes: &[u8]) -> String {
    match canonical(bytes) {
        Ok(form) => form,
        Err((code, offset)) => format!("{code}@{offset}"),
    }
}

/// Passing over a document checks what parsing it checks.
fn skipped(bytes: &[u8]) -> Result<(), (&'static str, usize)> {
    let mut reader = Reader::new(bytes, Limits::DEFAULT).map_err(refusal)?;
    reader.skip_value().map_err(refusal)?;
    reader.end().map_err(refusal)
}

#[test]
fn every_file_of_the_suite_is_decided() {
    let Some(suite) = vectors("jsontestsuite") else {
        return;
    };
    let mut decisions = decisions();
    let mut counts = BTreeMap::<_, u32>::new();
    for folder in ["test_parsing", "test_transform"] {
        for entry in fs::read_dir(suite.join(folder)).unwrap() {
            let entry = entry.unwrap();
            let name = entry.file_name().into_string().unwrap();
            let bytes = fs::read(entry.path()).unwrap();
            let verdict = verdict(&bytes);
            let accepted = canonical(&bytes).is_ok();
            assert_eq!(skipped(&bytes).is_ok(), accepted, "{name}");

            let class = match name.split_once('_') {
                Some((class, _)) if folder == "test_parsing" => class,
                _ => "transform",
            };
            match decisions.remove(name.as_str()) {
                Some(decision) => assert_eq!(verdict, decision, "{name}"),
                None => match class {
                    "y" => assert!(accepted, "{name}: {verdict}"),
                    "n" => assert!(!accepted, "{name}: {verdict}"),
                    _ => panic!("undecided: {name}: {verdict}"),
                },
            }
            *counts.entry((class.to_owned(), accepted)).or_default() += 1;
        }
    }
    assert!(decisions.is_empty(), "no such file: {decisions:?}");
    for ((class, accepted), count) in counts {
        let word = if accepted { "accepted" } else { "refused" };
        report(format_args!("JSONTestSuite {class}: {count} {word}"));
    }
}
