//! Declarations that nothing uses, and controls that a profile requires though nothing judges them.

use std::collections::BTreeSet;

use crate::diagnose::{Code, Diagnostics};
use crate::model::{Id, Model};
use crate::resolve::Names;

pub(super) fn analyse(model: &Model, names: &Names, diagnostics: &mut Diagnostics) {
    let used_facts: BTreeSet<&Id> = model
        .policies
        .values()
        .map(|policy| &policy.facts)
        .chain(model.controls.values().map(|control| &control.evidence))
        .collect();
    for id in model.facts.keys().filter(|id| !used_facts.contains(id)) {
        if let Some(place) = names.place(id) {
            diagnostics
                .report(Code::UNUSED_FACTS, place, format!("no policy and no control uses `{id}`"))
                .help("name it behind `on` in a policy or behind `evidence` in a control, or leave it out");
        }
    }
    let mut taken: BTreeSet<&Id> = BTreeSet::new();
    for (id, profile) in &model.profiles {
        let required = || {
            profile
                .required
                .iter()
                .chain(profile.conditional.values().flatten())
        };
        taken.extend(required().chain(&profile.optional));
        let declarative: BTreeSet<&Id> = required()
            .filter(|control| {
                model
                    .controls
                    .get(control)
                    .is_some_and(|control| control.satisfied_when.is_none())
            })
            .collect();
        for control in declarative {
            if let Some(place) = names.place(id) {
                let report = diagnostics.report(
                    Code::DECLARATIVE_REQUIRED,
                    place,
                    format!("the profile requires `{control}`, which is recorded and never judged"),
                );
                if let Some(place) = names.place(control) {
                    report.related(place, "has no `satisfied when`");
                }
                report.help("give the control a `satisfied when`, or make it `optional` here");
            }
        }
    }
    if model.profiles.is_empty() {
        return;
    }
    for id in model.controls.keys().filter(|id| !taken.contains(id)) {
        if let Some(place) = names.place(id) {
            diagnostics
                .report(
                    Code::UNUSED_CONTROL,
                    place,
                    format!("no profile takes the control `{id}`"),
                )
                .help("require it in a profile, or leave it out");
        }
    }
}
