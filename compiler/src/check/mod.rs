//! Checks: from trees whose names are bound to the model. Each file holds one subject, logic and messages together.
//! What no single declaration shows (unused, contradictory, unreachable) is for [`crate::analyse`].

mod arithmetic;
mod branch;
mod constant;
mod control;
mod expansion;
mod expression;
mod facts;
mod given;
mod operand;
mod policy;
mod presence;
mod profile;
mod scope;
mod test;

use std::borrow::Borrow;
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

use ordain_grammar::span::Span;
use ordain_grammar::syntax::{DeclarationKind, Documentation, Reference, Word};
use ordain_runtime::policy::FactPath;

use crate::diagnose::{Code, Diagnostics};
use crate::model::{Facts, Id, Model, Origin};
use crate::resolve::{Declared, NameKind, Names};
use crate::source::{FileId, Place, Sources};

/// Checks every declaration and gives the model of those that are sound.
#[must_use]
pub fn check(
    sources: &Sources,
    names: &Names,
    declared: &[Declared<'_>],
    diagnostics: &mut Diagnostics,
) -> Model {
    // Facts first: every predicate is typed by them. Tests last: they are of policies, controls and profiles.
    let mut facts = BTreeMap::new();
    let mut checker = Checker {
        sources,
        names,
        facts: &BTreeMap::new(),
        diagnostics,
        model: Model::default(),
        judged: BTreeMap::new(),
    };
    for entry in declared {
        if let DeclarationKind::Facts(declaration) = &entry.declaration.kind {
            let (id, of_id) = checker.facts(*entry, declaration);
            facts.entry(id).or_insert(of_id);
        }
    }
    let mut checker = Checker {
        facts: &facts,
        ..checker
    };
    for entry in declared {
        match &entry.declaration.kind {
            DeclarationKind::Control(control) => checker.control(*entry, control),
            DeclarationKind::Profile(profile) => checker.profile(*entry, profile),
            DeclarationKind::Policy(policy) => checker.policy(*entry, policy),
            _ => {}
        }
    }
    checker.expand_profiles();
    checker.tests(declared);
    let model = checker.model;
    Model {
        facts: facts
            .into_iter()
            .map(|(id, checked)| (id, checked.facts))
            .collect(),
        ..model
    }
}

/// Facts, and what of them could not be understood.
struct CheckedFacts {
    facts: Facts,
    /// The fields whose own declaration is wrong, so that reading them is no second error.
    broken: BTreeSet<FactPath>,
}

struct Checker<'c> {
    sources: &'c Sources,
    names: &'c Names,
    facts: &'c BTreeMap<Id, CheckedFacts>,
    diagnostics: &'c mut Diagnostics,
    model: Model,
    /// What the tests of a control need of it, sound or not.
    judged: BTreeMap<Id, Judged>,
}

/// The facts of a control, and whether it judges them.
struct Judged {
    evidence: Id,
    declarative: bool,
}

/// The file and package in which something is checked.
#[derive(Clone, Copy)]
struct Within<'c> {
    file: FileId,
    package: &'c str,
}

impl Within<'_> {
    fn at(self, span: Span) -> Place {
        Place {
            file: self.file,
            span,
        }
    }
}

impl<'c> Checker<'c> {
    fn origin(&self, within: Within<'_>, span: Span, documentation: &Documentation) -> Origin {
        let file = self.sources.file(within.file);
        Origin {
            file: file.path.clone(),
            line: file.position(span.start).0,
            documentation: documentation.clone(),
        }
    }

    fn id(entry: Declared<'_>, header: &ordain_grammar::syntax::Header) -> Id {
        Id {
            package: entry.package.to_owned(),
            name: header.name.value.clone(),
            revision: header.revision.value.clone(),
        }
    }

    fn lookup(&mut self, within: Within<'_>, kind: NameKind, reference: &Reference) -> Option<Id> {
        self.names.lookup(
            within.file,
            within.package,
            kind,
            reference,
            self.diagnostics,
        )
    }

    /// The facts that a reference names, if they are sound enough to check against.
    fn lookup_facts(
        &mut self,
        within: Within<'_>,
        reference: &Reference,
    ) -> Option<(&'c Id, &'c CheckedFacts)> {
        let id = self.lookup(within, NameKind::Facts, reference)?;
        self.facts.get_key_value(&id)
    }

    /// References that each may stand once; the ids sorted, each with its place.
    fn lookup_each(
        &mut self,
        within: Within<'_>,
        kind: NameKind,
        references: &[Reference],
    ) -> BTreeMap<Id, Place> {
        let mut found = BTreeMap::new();
        for reference in references {
            if let Some(id) = self.lookup(within, kind, reference) {
                self.first_of(&mut found, id, within.at(reference.span()));
            }
        }
        found
    }

    /// Keeps something that may stand once; reported where it stands again.
    fn first_of(&mut self, found: &mut BTreeMap<Id, Place>, id: Id, place: Place) {
        match found.entry(id) {
            Entry::Vacant(entry) => {
                entry.insert(place);
            }
            Entry::Occupied(entry) => {
                let (first, what) = (*entry.get(), entry.key().to_string());
                self.report_twice(place, first, &what);
            }
        }
    }

    fn report_twice(&mut self, again: Place, first: Place, what: &str) {
        self.diagnostics
            .report(
                Code::LISTED_TWICE,
                again,
                format!("`{what}` stands here twice"),
            )
            .label("leave this one out")
            .related(first, "first here");
    }

    /// The texts of a list in which each may stand once.
    fn once_each(
        &mut self,
        within: Within<'_>,
        words: impl IntoIterator<Item = impl Borrow<Word>>,
    ) -> Vec<String> {
        let mut seen = BTreeMap::new();
        let mut once = Vec::new();
        for word in words {
            let word: &Word = word.borrow();
            if self.first(within, &mut seen, word.value.clone(), word.span) {
                once.push(word.value.clone());
            }
        }
        once
    }

    /// Whether something stands here for the first time; reported where it does not.
    fn first<T: Ord + std::fmt::Display>(
        &mut self,
        within: Within<'_>,
        seen: &mut BTreeMap<T, Span>,
        what: T,
        span: Span,
    ) -> bool {
        if let Some(first) = seen.get(&what) {
            let first = within.at(*first);
            self.report_twice(within.at(span), first, &what.to_string());
            return false;
        }
        seen.insert(what, span);
        true
    }

    /// Reports the clauses that a declaration lacks, each with an example, in one error.
    fn report_missing(&mut self, place: Place, whose: &str, missing: &[(&str, &str)]) {
        if missing.is_empty() {
            return;
        }
        let clauses = listed(missing.iter().map(|(clause, _)| format!("no `{clause}`")));
        let examples = listed(missing.iter().map(|(_, example)| format!("`{example}`")));
        self.diagnostics
            .report(
                Code::CLAUSE_MISSING,
                place,
                format!("{whose} has {clauses}"),
            )
            .help(format!("add {examples}"));
    }

    /// The value that a word of a closed vocabulary stands for.
    fn word<T: Copy>(
        &mut self,
        within: Within<'_>,
        word: &Word,
        what: &str,
        known: &[(&str, T)],
    ) -> Option<T> {
        if let Some((_, value)) = known.iter().find(|(name, _)| *name == word.value) {
            return Some(*value);
        }
        let list = known
            .iter()
            .map(|(name, _)| format!("`{name}`"))
            .collect::<Vec<_>>()
            .join(", ");
        self.diagnostics
            .report(
                Code::UNKNOWN_WORD,
                within.at(word.span),
                format!("`{}` is no {what}", word.value),
            )
            .suggest(&word.value, known.iter().map(|(name, _)| *name))
            .help(format!("one of {list}"));
        None
    }
}

/// `a`, `a and b`, `a, b and c`.
fn listed(items: impl Iterator<Item = String>) -> String {
    let items: Vec<String> = items.collect();
    match items.split_last() {
        Some((last, before)) if !before.is_empty() => format!("{} and {last}", before.join(", ")),
        _ => items.concat(),
    }
}
