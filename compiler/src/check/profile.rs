//! `profile`: its clauses, and its expansion over everything that it extends. Language, section 3; semantics, section 4.

use std::collections::{BTreeMap, BTreeSet};

use ordain_grammar::syntax;
use ordain_runtime::policy::{Feature, Features};

use super::{Checker, Within};
use crate::diagnose::Code;
use crate::limits;
use crate::model::{Demand, Id, Profile};
use crate::resolve::{Declared, NameKind};

impl Checker<'_> {
    pub(super) fn profile(&mut self, entry: Declared<'_>, profile: &syntax::Profile) {
        let within = Within { file: entry.file, package: entry.package };
        let id = Self::id(entry, &profile.header);
        let title = match &profile.title {
            Some(title) => title.value.clone(),
            None => {
                let whose = format!("the profile `{}`", profile.header.name.value);
                self.report_missing(within.at(profile.header.name.span), &whose, "title", "title \"…\"");
                String::new()
            }
        };
        let extends = self.lookup_each(within, NameKind::Profile, &profile.extends);
        let required = self.lookup_each(within, NameKind::Control, &profile.required);
        let optional = self.lookup_each(within, NameKind::Control, &profile.optional);
        for reference in &profile.optional {
            let found = self.names.lookup(
                within.file,
                within.package,
                NameKind::Control,
                reference,
                &mut crate::diagnose::Diagnostics::default(),
            );
            if let Some(id) = found.filter(|id| required.contains(id)) {
                self.diagnostics
                    .report(
                        Code::LISTED_TWICE,
                        within.at(reference.span()),
                        format!("`{id}` is required and optional"),
                    )
                    .help("a control that is mandatory anywhere is mandatory; leave it out of `optional`");
            }
        }
        let mut conditional: BTreeMap<Features, Vec<Id>> = BTreeMap::new();
        for condition in &profile.conditional {
            let features = self.features(within, &condition.features);
            let controls = self.lookup_each(within, NameKind::Control, &condition.required);
            let Some(features) = features else { continue };
            let listed = conditional.entry(features).or_default();
            for control in controls {
                if listed.contains(&control) {
                    self.diagnostics.report(
                        Code::LISTED_TWICE,
                        within.at(condition.span.span),
                        format!("`{control}` is required twice under the same features"),
                    );
                } else {
                    listed.push(control);
                }
            }
            listed.sort();
        }
        let origin = self.origin(within, entry.declaration.span.span, &entry.declaration.documentation);
        let profile = Profile { origin, title, extends, required, conditional, optional, effective: BTreeMap::new() };
        self.model.profiles.entry(id).or_insert(profile);
    }

    /// A conjunction of features, each once.
    pub(super) fn features(&mut self, within: Within<'_>, words: &[syntax::Word]) -> Option<Features> {
        let mut features = Features::NONE;
        let mut sound = true;
        for word in words {
            match Feature::ALL.into_iter().find(|feature| feature.as_str() == word.value) {
                Some(feature) if features.contains(feature) => {
                    self.diagnostics
                        .report(
                            Code::LISTED_TWICE,
                            within.at(word.span),
                            format!("the feature `{}` stands here twice", word.value),
                        )
                        .label("leave this one out");
                }
                Some(feature) => features = features.with(feature),
                None => {
                    let known = Feature::ALL.map(Feature::as_str);
                    self.diagnostics
                        .report(
                            Code::UNKNOWN_FEATURE,
                            within.at(word.span),
                            format!("`{}` is no feature", word.value),
                        )
                        .suggest(&word.value, known)
                        .help(format!("the features are `{}`", known.join("`, `")));
                    sound = false;
                }
            }
        }
        sound.then_some(features)
    }

    /// Expands every profile. What is said of the features holds for each of their 256 combinations, because a
    /// condition only ever adds controls: the largest expansion is the one under all features.
    pub(super) fn expand_profiles(&mut self) {
        let ids: Vec<Id> = self.model.profiles.keys().cloned().collect();
        let in_cycle = self.report_cycles(&ids);
        for id in ids {
            if let Some(effective) = self.expand(&id, &in_cycle)
                && let Some(profile) = self.model.profiles.get_mut(&id)
            {
                profile.effective = effective;
            }
        }
    }

    /// Walks `extends` depth first, each profile once, and reports every cycle that the walk closes.
    fn report_cycles(&mut self, ids: &[Id]) -> BTreeSet<Id> {
        let mut in_cycle = BTreeSet::new();
        let mut finished: BTreeSet<Id> = BTreeSet::new();
        for root in ids {
            // The path from the root, each step with what is still to be walked from there.
            let mut path: Vec<(Id, Vec<Id>)> = Vec::new();
            let mut next = Some(root.clone()).filter(|root| !finished.contains(root));
            while let Some(id) = next.take().or_else(|| path.last_mut().and_then(|(_, open)| open.pop())) {
                if let Some(start) = path.iter().position(|(step, _)| *step == id) {
                    let cycle: Vec<Id> = path.iter().skip(start).map(|(step, _)| step.clone()).collect();
                    self.report_cycle(&id, &cycle);
                    in_cycle.extend(cycle);
                } else if !finished.contains(&id) {
                    let mut open = self.model.profiles.get(&id).map_or(Vec::new(), |profile| profile.extends.clone());
                    open.reverse();
                    path.push((id, open));
                }
                while path.last().is_some_and(|(_, open)| open.is_empty()) {
                    finished.extend(path.pop().map(|(id, _)| id));
                }
            }
        }
        in_cycle
    }

    fn report_cycle(&mut self, first: &Id, cycle: &[Id]) {
        let Some(place) = self.names.place(first) else { return };
        let shown = cycle.iter().chain([first]).map(|id| format!("`{id}`")).collect::<Vec<_>>().join(" extends ");
        self.diagnostics
            .report(Code::EXPANSION_CYCLE, place, format!("`{first}` extends itself"))
            .label(shown)
            .help("leave one `extends` of the cycle out");
    }

    fn expand(&mut self, id: &Id, in_cycle: &BTreeSet<Id>) -> Option<BTreeMap<Id, Demand>> {
        let mut level = BTreeSet::from([id.clone()]);
        let mut reached = BTreeSet::new();
        for number in 1.. {
            if !level.is_disjoint(in_cycle) {
                return None;
            }
            reached.extend(level.iter().cloned());
            level = self.extended(&level);
            if level.is_empty() {
                break;
            }
            if number == limits::EXPANSION_LEVELS {
                let place = self.names.place(id)?;
                self.diagnostics
                    .report(
                        Code::EXPANSION_DEPTH,
                        place,
                        format!("`{id}` extends others over more than {} levels", limits::EXPANSION_LEVELS),
                    )
                    .help("extend the profiles further down directly");
                return None;
            }
        }
        let effective = self.demands(&reached);
        if effective.len() > limits::EXPANSION_CONTROLS {
            let place = self.names.place(id)?;
            self.diagnostics
                .report(
                    Code::EXPANSION_SIZE,
                    place,
                    format!(
                        "`{id}` has {} effective controls, optional ones counted; {} is the most",
                        effective.len(),
                        limits::EXPANSION_CONTROLS
                    ),
                )
                .help("split the profile, or leave controls out");
            return None;
        }
        Some(effective)
    }

    fn extended(&self, level: &BTreeSet<Id>) -> BTreeSet<Id> {
        level
            .iter()
            .filter_map(|id| self.model.profiles.get(id))
            .flat_map(|profile| profile.extends.iter().cloned())
            .collect()
    }

    fn demands(&self, profiles: &BTreeSet<Id>) -> BTreeMap<Id, Demand> {
        let mut demands: BTreeMap<Id, BTreeSet<Features>> = BTreeMap::new();
        for profile in profiles.iter().filter_map(|id| self.model.profiles.get(id)) {
            for control in &profile.optional {
                demands.entry(control.clone()).or_default();
            }
            for control in &profile.required {
                demands.entry(control.clone()).or_default().insert(Features::NONE);
            }
            for (features, controls) in &profile.conditional {
                for control in controls {
                    demands.entry(control.clone()).or_default().insert(*features);
                }
            }
        }
        demands.into_iter().map(|(control, sets)| (control, smallest(&sets))).collect()
    }
}

/// The sets that hold no other of them.
fn smallest(sets: &BTreeSet<Features>) -> Demand {
    let mandatory_when = sets
        .iter()
        .copied()
        .filter(|set| !sets.iter().any(|other| other != set && set.contains_all(*other)))
        .collect();
    Demand { mandatory_when }
}
