//! The pages behind `ordain explain`: one for each code, whose mistake gives that code and whose mend gives nothing.
//!
//! Two notations keep examples short: repeated lines, see [`written_out`], and `<09>` for bytes in hexadecimal that would
//! not show on a page.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use libtest_mimic::{Failed, Trial};
use ordain::diagnose::catalogue;

use crate::program::{Program, written_out};
use crate::{ensure, render};

pub(crate) fn trials() -> Vec<Trial> {
    let mut trials = vec![Trial::test("pages::every_code_has_its_page", complete)];
    for (code, meaning) in catalogue() {
        let code = code.as_str();
        trials.push(Trial::test(format!("pages::{code}"), move || {
            page(code, meaning)
        }));
    }
    trials
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src/diagnose/pages")
}

fn complete() -> Result<(), Failed> {
    let mut pages = BTreeSet::new();
    for entry in fs::read_dir(folder())? {
        pages.insert(
            entry?
                .path()
                .file_stem()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned(),
        );
    }
    let codes: BTreeSet<String> = catalogue()
        .map(|(code, _)| code.as_str().to_owned())
        .collect();
    ensure(pages == codes, || {
        let missing: Vec<_> = codes.difference(&pages).collect();
        let stray: Vec<_> = pages.difference(&codes).collect();
        format!("codes without a page: {missing:?}; pages without a code: {stray:?}")
    })
}

fn page(code: &str, meaning: &str) -> Result<(), Failed> {
    let Some(text) = ordain::diagnose::pages::page(code) else {
        return Err("the compiler has no such page".into());
    };
    let title = format!("# {code}: {meaning}");
    ensure(text.lines().next() == Some(title.as_str()), || {
        format!("the title does not read `{title}`")
    })?;

    let mistake = Program::of_text("mistake", expand(&block(text, "ordain fail")?));
    let (sources, compilation) = mistake.compile();
    let given: BTreeSet<&str> = compilation
        .diagnostics
        .iter()
        .map(|given| given.code.as_str())
        .collect();
    // The one code that never comes alone: it stands for the errors that are left out.
    let given = if code == "E0105" {
        given.into_iter().filter(|given| *given == code).collect()
    } else {
        given
    };
    ensure(given == BTreeSet::from([code]), || {
        format!(
            "the mistake gives something else:\n{}",
            render::all(&sources, &compilation.diagnostics)
        )
    })?;

    let mend = Program::of_text("mend", expand(&block(text, "ordain")?));
    let (sources, compilation) = mend.compile();
    ensure(compilation.diagnostics.is_empty(), || {
        format!(
            "the mend does not mend:\n{}",
            render::all(&sources, &compilation.diagnostics)
        )
    })
}

/// The one fenced block that is marked so.
fn block(text: &str, mark: &str) -> Result<String, Failed> {
    let fence = format!("```{mark}\n");
    let mut blocks = text
        .split("\n```")
        .skip(1)
        .step_by(2)
        .map(|block| format!("```{block}\n"));
    let found: Vec<String> = blocks
        .by_ref()
        .filter_map(|block| block.strip_prefix(&fence).map(str::to_owned))
        .collect();
    match found.as_slice() {
        [only] => Ok(only.clone()),
        _ => Err(format!("{} blocks are marked `{mark}`", found.len()).into()),
    }
}

/// Writes an example out in full.
fn expand(example: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let text = written_out(example);
    let mut rest = text.as_str();
    while let Some((before, behind)) = rest.split_once('<') {
        bytes.extend(before.bytes());
        let hidden = behind
            .split_once('>')
            .and_then(|(inside, after)| Some((hexadecimal(inside)?, after)));
        rest = if let Some((hidden, after)) = hidden {
            bytes.extend(hidden);
            after
        } else {
            bytes.push(b'<');
            behind
        };
    }
    bytes.extend(rest.bytes());
    bytes
}

fn hexadecimal(text: &str) -> Option<Vec<u8>> {
    text.split(' ')
        .map(|byte| {
            u8::from_str_radix(byte, 16)
                .ok()
                .filter(|_| byte.len() == 2 && byte.to_uppercase() == byte)
        })
        .collect()
}
