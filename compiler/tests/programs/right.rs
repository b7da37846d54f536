//! Right programs: nothing is said about them, and what they mean depends on no order and no file.

use libtest_mimic::{Failed, Trial};
use ordain::Compilation;
use ordain::model::{Model, Origin};

use crate::program::{Program, nothing_is_dropped};
use crate::{ensure, render};

pub(crate) fn trials() -> Vec<Trial> {
    let mut trials = Vec::new();
    for program in Program::all("right") {
        let shuffled = program.clone();
        trials.push(Trial::test(format!("right::{}", program.name), move || {
            accepted(&program)
        }));
        trials.push(Trial::test(
            format!("right::{}::reordered", shuffled.name),
            move || reordered(&shuffled),
        ));
    }
    trials
}

fn accepted(program: &Program) -> Result<(), Failed> {
    let (sources, compilation) = program.compile();
    ensure(compilation.diagnostics.is_empty(), || {
        render::all(&sources, &compilation.diagnostics)
    })?;
    nothing_is_dropped(&sources, &compilation).map_err(Failed::from)
}

/// Every declaration in a file of its own, and all of a package in one file the other way round, mean the same.
fn reordered(program: &Program) -> Result<(), Failed> {
    let meaning = meaning(program);
    let (one_each, reversed) = rearranged(program);
    ensure(meaning == self::meaning(&one_each), || {
        "splitting over files changes the meaning".to_owned()
    })?;
    ensure(meaning == self::meaning(&reversed), || {
        "reversing the order changes the meaning".to_owned()
    })
}

fn rearranged(program: &Program) -> (Program, Program) {
    let sources = program.sources();
    let (mut one_each, mut reversed) = (Vec::new(), Vec::new());
    for (number, (_, file)) in sources.iter().enumerate() {
        let package = format!(
            "package {}\n\n",
            file.parsed.file.package.as_ref().unwrap().value
        );
        let declarations = &file.parsed.file.declarations;
        let texts: Vec<String> = declarations
            .iter()
            .map(|declaration| file.slice(declaration.span.span).to_owned())
            .collect();
        for (index, text) in texts.iter().enumerate() {
            // The names sort against the order of the file.
            one_each.push((
                format!("{:03}-{number}.ordain", 999 - index),
                format!("{package}{text}\n").into_bytes(),
            ));
        }
        let backwards: Vec<String> = texts.into_iter().rev().collect();
        let text = format!("{package}{}\n", backwards.join("\n\n"));
        reversed.push((format!("{:03}.ordain", 999 - number), text.into_bytes()));
    }
    let name = program.name.clone();
    (
        Program {
            name: name.clone(),
            files: one_each,
        },
        Program {
            name,
            files: reversed,
        },
    )
}

/// What a program means, without where it was written: its model, its artefacts by their digests, its tests in any order.
fn meaning(program: &Program) -> (Model, Vec<String>) {
    let (
        _,
        Compilation {
            mut model,
            diagnostics,
        },
    ) = program.compile();
    assert!(
        diagnostics.is_empty(),
        "something is said about a rearranged program: {diagnostics:?}"
    );
    let artefacts = ordain::emit::artefacts::emit(&model).unwrap();
    let references = artefacts
        .references
        .iter()
        .map(|(declared, reference)| format!("{declared:?} {reference:?}"));
    let references = references.collect();
    for origin in origins(&mut model) {
        *origin = Origin {
            file: String::new(),
            line: 0,
            documentation: Vec::new(),
        };
    }
    model.tests.sort_by_key(|test| format!("{test:?}"));
    (model, references)
}

fn origins(model: &mut Model) -> Vec<&mut Origin> {
    let facts = model.facts.values_mut().map(|facts| &mut facts.origin);
    let controls = model
        .controls
        .values_mut()
        .map(|control| &mut control.origin);
    let profiles = model
        .profiles
        .values_mut()
        .map(|profile| &mut profile.origin);
    let tests = model.tests.iter_mut().map(|test| &mut test.origin);
    let mut origins: Vec<&mut Origin> =
        facts.chain(controls).chain(profiles).chain(tests).collect();
    for policy in model.policies.values_mut() {
        origins.push(&mut policy.origin);
        origins.extend(policy.rules.iter_mut().map(|rule| &mut rule.origin));
        origins.extend(policy.scoring_rules.iter_mut().map(|rule| &mut rule.origin));
        origins.extend(
            policy
                .guardrails
                .iter_mut()
                .map(|guardrail| &mut guardrail.origin),
        );
    }
    origins
}
