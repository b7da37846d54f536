//! Wrong programs: what is said about each is written beside it, word for word.

use std::collections::BTreeSet;
use std::fs;

use libtest_mimic::{Failed, Trial};
use ordain::diagnose::{Diagnostic, catalogue};

use crate::program::{Program, beside};
use crate::{ensure, render};

pub(crate) fn trials() -> Vec<Trial> {
    let programs: Vec<Program> = Program::all("wrong")
        .into_iter()
        .map(Program::written_out)
        .collect();
    let names: BTreeSet<String> = programs
        .iter()
        .map(|program| program.name.clone())
        .collect();
    let mut trials = vec![
        Trial::test("wrong::every_code_of_the_checker_is_met", every_code),
        Trial::test("wrong::every_golden_has_its_program", move || {
            no_orphans(&names)
        }),
    ];
    for program in programs {
        let of_mends = program.clone();
        trials.push(Trial::test(
            format!("wrong::{}::mends", program.name),
            move || mends(&of_mends),
        ));
        trials.push(Trial::test(format!("wrong::{}", program.name), move || {
            golden(&program)
        }));
    }
    trials
}

fn golden(program: &Program) -> Result<(), Failed> {
    let (sources, compilation) = program.compile();
    let said = render::all(&sources, &compilation.diagnostics);
    ensure(!compilation.diagnostics.is_empty(), || {
        "nothing is said about a wrong program".to_owned()
    })?;
    for diagnostic in &compilation.diagnostics {
        prose(&diagnostic.message)?;
        prose(&diagnostic.label)?;
        prose(diagnostic.help.as_deref().unwrap_or_default())?;
        for (_, text) in &diagnostic.related {
            prose(text)?;
        }
    }
    let path = beside("wrong").join(format!("{}.expected", program.name));
    let expected = fs::read_to_string(&path).unwrap_or_default();
    if said == expected {
        return Ok(());
    }
    if std::env::var_os("UPDATE_GOLDENS").is_some() {
        fs::write(&path, said)?;
        return Ok(());
    }
    let difference = similar::TextDiff::from_lines(&expected, &said);
    let shown = difference
        .unified_diff()
        .header(&path.to_string_lossy(), "what is said now")
        .to_string();
    Err(format!("{shown}\n`UPDATE_GOLDENS=1` writes down what is said now").into())
}

/// Messages begin in lower case or with what the author wrote, and end without a full stop.
fn prose(text: &str) -> Result<(), Failed> {
    let begins = !text.starts_with(|first: char| first.is_uppercase());
    let ends = !text.ends_with('.');
    let one_line = !text.contains('\n');
    ensure(begins && ends && one_line, || {
        format!("`{text}` is not how a message is written")
    })
}

/// Each edit that is offered, made alone, leaves its own mistake out and makes none of syntax.
fn mends(program: &Program) -> Result<(), Failed> {
    let (sources, compilation) = program.compile();
    for diagnostic in &compilation.diagnostics {
        let Some(mend) = &diagnostic.mend else {
            continue;
        };
        let path = &sources.file(mend.place.file).path;
        let mut mended = program.clone();
        for (_, bytes) in mended.files.iter_mut().filter(|(file, _)| file == path) {
            let range = mend.place.span.start as usize..mend.place.span.end as usize;
            bytes.splice(range, mend.replacement.bytes());
        }
        let after = mended.compile().1.diagnostics;
        let same = |list: &[Diagnostic]| {
            list.iter()
                .filter(|one| one.code == diagnostic.code && one.message == diagnostic.message)
                .count()
        };
        let of_syntax =
            |list: &[Diagnostic]| list.iter().filter(|one| one.code.as_str() < "E02").count();
        let mends = same(&after) < same(&compilation.diagnostics)
            && of_syntax(&after) <= of_syntax(&compilation.diagnostics);
        ensure(mends, || {
            let said = render::all(&mended.sources(), &after);
            format!(
                "{} `{}` mends nothing; then is said:\n{said}",
                diagnostic.code, mend.title
            )
        })?;
    }
    Ok(())
}

fn every_code() -> Result<(), Failed> {
    let mut met = BTreeSet::new();
    for entry in fs::read_dir(beside("wrong"))? {
        let path = entry?.path();
        if path
            .extension()
            .is_some_and(|extension| extension == "expected")
        {
            let said = fs::read_to_string(path)?;
            met.extend(
                said.lines()
                    .filter_map(|line| line.split_once(' '))
                    .map(|(code, _)| code.to_owned()),
            );
        }
    }
    let missed: Vec<&str> = catalogue()
        .map(|(code, _)| code.as_str())
        .filter(|code| !code.starts_with("E01") && !met.contains(*code))
        .collect();
    ensure(missed.is_empty(), || {
        format!("no wrong program meets {}", missed.join(", "))
    })
}

fn no_orphans(names: &BTreeSet<String>) -> Result<(), Failed> {
    for entry in fs::read_dir(beside("wrong"))? {
        let path = entry?.path();
        let name = path
            .file_stem()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        ensure(names.contains(&name), || {
            format!("{} belongs to no program", path.display())
        })?;
    }
    Ok(())
}
