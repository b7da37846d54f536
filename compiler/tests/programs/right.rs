//! Right programs: nothing is said about them, and what they mean depends on no order and no file.

use libtest_mimic::{Failed, Trial};
use ordain::model::Model;

use crate::program::Program;
use crate::{ensure, render};

pub(crate) fn trials() -> Vec<Trial> {
    let mut trials = Vec::new();
    for program in Program::all("right") {
        let shuffled = program.clone();
        trials.push(Trial::test(format!("right::{}", program.name), move || accepted(&program)));
        trials.push(Trial::test(format!("right::{}::reordered", shuffled.name), move || reordered(&shuffled)));
    }
    trials
}

fn accepted(program: &Program) -> Result<(), Failed> {
    let (sources, compilation) = program.compile();
    ensure(compilation.diagnostics.is_empty(), || render::all(&sources, &compilation.diagnostics))
}

/// Every declaration in a file of its own, and all of a package in one file the other way round, mean the same.
fn reordered(program: &Program) -> Result<(), Failed> {
    let meaning = meaning(program);
    let (one_each, reversed) = rearranged(program);
    ensure(meaning == self::meaning(&one_each), || "splitting over files changes the meaning".to_owned())?;
    ensure(meaning == self::meaning(&reversed), || "reversing the order changes the meaning".to_owned())
}

fn rearranged(program: &Program) -> (Program, Program) {
    let sources = program.sources();
    let (mut one_each, mut reversed) = (Vec::new(), Vec::new());
    for (number, (_, file)) in sources.iter().enumerate() {
        let package = format!("package {}\n\n", file.parsed.file.package.as_ref().unwrap().value);
        let declarations = &file.parsed.file.declarations;
        let texts: Vec<String> = declarations.iter().map(|declaration| file.slice(declaration.span.span).to_owned()).collect();
        for (index, text) in texts.iter().enumerate() {
            // The names sort against the order of the file.
            one_each.push((format!("{:03}-{number}.ordain", 999 - index), format!("{package}{text}\n").into_bytes()));
        }
        let backwards: Vec<String> = texts.into_iter().rev().collect();
        let text = format!("{package}{}\n", backwards.join("\n\n"));
        reversed.push((format!("{:03}.ordain", 999 - number), text.into_bytes()));
    }
    let name = program.name.clone();
    (Program { name: name.clone(), files: one_each }, Program { name, files: reversed })
}

/// Every artefact by its digest: what a program means, without where it was written.
fn meaning(program: &Program) -> Vec<String> {
    let compilation = program.compile().1;
    assert_eq!(compilation.errors(), 0, "a rearranged program has errors: {:?}", compilation.diagnostics);
    artefacts(&compilation.model)
}

fn artefacts(model: &Model) -> Vec<String> {
    let artefacts = ordain::emit::artefacts::emit(model).unwrap();
    let mut list: Vec<String> =
        artefacts.references.iter().map(|((kind, id), reference)| format!("{kind:?} {id} {reference:?}")).collect();
    list.sort();
    let tests = model.tests.iter().map(|test| format!("{} {:?}", test.title, test.subject));
    let mut tests: Vec<String> = tests.collect();
    tests.sort();
    list.extend(tests);
    list
}
