//! The order of files, of declarations and of the rules in a policy means nothing: whatever it is, the artefacts are the
//! same to the byte, and so is every decision. Tried on the projects that are checked in, one of which says everything that
//! the language can say.

use std::collections::BTreeMap;

use ordain::emit::artefacts;
use ordain::model::Id;
use ordain::project::Project;
use ordain::source::{SourceFile, Sources};
use ordain_grammar::span::Span;
use ordain_grammar::syntax::DeclarationKind;
use ordain_runtime::registry::{ArtefactRef, Kind};
use ordain_tests::boundary::Random;
use ordain_tests::project;

/// How many orders of each project are tried.
const ORDERS: usize = 12;

#[test]
fn the_order_of_sources_moves_no_digest() {
    for name in ["profiles", "tests/fixtures/everything"] {
        let sources = Project::open(project().join(name)).unwrap().sources;
        let expected = artefacts(&sources);
        let mut random = Random::of(name);
        for order in 0..ORDERS {
            let shuffled = shuffled(&sources, &mut random);
            assert!(
                artefacts(&shuffled) == expected,
                "order {order} of {name} changes an artefact"
            );
        }
    }
}

/// Every artefact by its digest, which is that of its bytes.
fn artefacts(sources: &Sources) -> BTreeMap<(Kind, Id), ArtefactRef> {
    let compilation = ordain::compile(sources);
    assert_eq!(compilation.errors(), 0);
    artefacts::emit(&compilation.model).unwrap().references
}

/// The same declarations, with their rules in another order, dealt to other files of their packages.
fn shuffled(sources: &Sources, random: &mut Random) -> Sources {
    let mut packages: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (_, file) in sources.iter() {
        let syntax = &file.parsed.file;
        let package = syntax.package.as_ref().unwrap().value.clone();
        let declarations = packages.entry(package).or_default();
        for declaration in &syntax.declarations {
            let whole = declaration.span.span;
            let text = match &declaration.kind {
                DeclarationKind::Policy(policy) => {
                    let rules = policy.rules.iter().map(|rule| rule.span.span);
                    let scoring = policy.scoring_rules.iter().map(|rule| rule.span.span);
                    let guardrails = policy.guardrails.iter().map(|one| one.span.span);
                    let parts = rules.chain(scoring).chain(guardrails).collect();
                    permuted(file, whole, parts, random)
                }
                _ => file.slice(whole).to_owned(),
            };
            declarations.push(text);
        }
    }
    let mut files: Vec<(String, Vec<u8>)> = Vec::new();
    for (package, mut declarations) in packages {
        shuffle(&mut declarations, random);
        let mut open = declarations.as_slice();
        while !open.is_empty() {
            let (dealt, rest) = open.split_at(1 + random.below(open.len()));
            let path = format!("{}/{}.ordain", random.bits(), files.len());
            let text = format!("package {package}\n\n{}\n", dealt.join("\n\n"));
            files.push((path, text.into_bytes()));
            open = rest;
        }
    }
    Sources::parse(files)
}

/// The text of a declaration in which each of the parts stands where another one stood.
fn permuted(file: &SourceFile, whole: Span, mut places: Vec<Span>, random: &mut Random) -> String {
    places.sort();
    let mut parts = places.clone();
    shuffle(&mut parts, random);
    let mut text = String::new();
    let mut at = whole.start;
    for (place, part) in places.into_iter().zip(parts) {
        text.push_str(file.slice(Span::new(at, place.start)));
        text.push_str(file.slice(part));
        at = place.end;
    }
    text.push_str(file.slice(Span::new(at, whole.end)));
    text
}

fn shuffle<T>(items: &mut [T], random: &mut Random) {
    for index in 1..items.len() {
        items.swap(index, random.below(index + 1));
    }
}
