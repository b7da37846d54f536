//! Analysis: what no single declaration shows. Each finding is a warning; each file holds one kind.

mod contradiction;
mod rules;
mod usage;

use std::collections::BTreeMap;

use ordain_grammar::syntax::DeclarationKind;

use crate::diagnose::Diagnostics;
use crate::model::{Id, Model};
use crate::resolve::{Declared, Names};
use crate::source::Place;

/// Warns of what is unused, never applies, never decides, ties or cannot be met.
pub fn analyse(
    model: &Model,
    names: &Names,
    declared: &[Declared<'_>],
    diagnostics: &mut Diagnostics,
) {
    let places = Places::of(declared);
    usage::analyse(model, names, diagnostics);
    for (id, policy) in &model.policies {
        rules::analyse(model, id, policy, &places, diagnostics);
    }
}

/// Where rules and guardrails stand.
struct Places<'d>(BTreeMap<(&'d str, &'d str, &'d str), BTreeMap<&'d str, Place>>);

impl<'d> Places<'d> {
    fn of(declared: &[Declared<'d>]) -> Self {
        let mut places = BTreeMap::new();
        for entry in declared {
            let DeclarationKind::Policy(policy) = &entry.declaration.kind else {
                continue;
            };
            let names = policy
                .rules
                .iter()
                .map(|rule| &rule.name)
                .chain(policy.guardrails.iter().map(|guardrail| &guardrail.name))
                .map(|name| {
                    (
                        name.value.as_str(),
                        Place {
                            file: entry.file,
                            span: name.span,
                        },
                    )
                })
                .collect();
            let header = &policy.header;
            places.insert(
                (
                    entry.package,
                    header.name.value.as_str(),
                    header.revision.value.as_str(),
                ),
                names,
            );
        }
        Self(places)
    }

    fn get(&self, policy: &Id, rule: &str) -> Option<Place> {
        let policy = (
            policy.package.as_str(),
            policy.name.as_str(),
            policy.revision.as_str(),
        );
        self.0.get(&policy)?.get(rule).copied()
    }
}
