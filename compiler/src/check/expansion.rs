//! The expansion of profiles over everything that they extend: a union without cycles, of bounded depth and size.
//! Semantics, section 4.
//!
//! What is said here of a profile holds for each of the 256 combinations of features, because a condition only ever adds
//! controls: the largest expansion is the one under all features. A profile that extends an unsound one is not reported
//! again: the mistake stands where it was made.

use std::collections::{BTreeMap, BTreeSet};

use ordain_runtime::policy::Features;

use super::Checker;
use crate::diagnose::Code;
use crate::limits;
use crate::model::{Demand, Id, Profile};

/// How many profiles of a cycle are named at its start.
const CYCLE_SHOWN: usize = 8;

type Profiles = BTreeMap<Id, Profile>;

/// A profile that expands soundly.
struct Expansion {
    levels: usize,
    controls: Effective,
}

/// Controls by their numbers, sorted, each with the features under which something requires it. Numbers in a list are
/// joined quickly, and large projects join very many.
type Effective = Vec<(usize, BTreeSet<Features>)>;

impl Checker<'_> {
    pub(super) fn expand_profiles(&mut self) {
        let mut profiles = std::mem::take(&mut self.model.profiles);
        let controls = controls(&profiles);
        let numbers: BTreeMap<&Id, usize> = controls.iter().copied().zip(0..).collect();
        let walk = walk(&profiles);
        for cycle in &walk.cycles {
            self.report_cycle(cycle);
        }
        let mut expansions: BTreeMap<&Id, Expansion> = BTreeMap::new();
        for id in walk.order {
            if let Some(profile) = profiles.get(id)
                && let Some(expansion) = expand(profile, &numbers, &expansions)
                && self.is_within_limits(id, &expansion)
            {
                expansions.insert(id, expansion);
            }
        }
        let effective: Vec<(Id, BTreeMap<Id, Demand>)> = expansions
            .into_iter()
            .map(|(id, expansion)| (id.clone(), demands(&expansion, &controls)))
            .collect();
        for (id, effective) in effective {
            if let Some(profile) = profiles.get_mut(&id) {
                profile.effective = effective;
            }
        }
        self.model.profiles = profiles;
    }

    fn report_cycle(&mut self, cycle: &[&Id]) {
        let [first, rest @ ..] = cycle else { return };
        let Some(place) = self.names.place(first) else {
            return;
        };
        let mut steps: Vec<String> = cycle
            .iter()
            .take(CYCLE_SHOWN)
            .map(|id| format!("`{id}`"))
            .collect();
        if let Some(more) = cycle
            .len()
            .checked_sub(CYCLE_SHOWN)
            .filter(|more| *more > 0)
        {
            steps.push(format!("{more} more"));
        }
        steps.push(format!("`{first}`"));
        let others: Vec<_> = rest
            .iter()
            .take(CYCLE_SHOWN)
            .filter_map(|id| self.names.place(id))
            .collect();
        let report = self
            .diagnostics
            .report(
                Code::EXPANSION_CYCLE,
                place,
                format!("`{first}` extends itself"),
            )
            .label(steps.join(" extends "))
            .help("leave one `extends` of the cycle out");
        for other in others {
            report.related(other, "is part of the cycle");
        }
    }

    fn is_within_limits(&mut self, id: &Id, expansion: &Expansion) -> bool {
        let (code, message, help) = if expansion.levels > limits::EXPANSION_LEVELS {
            (
                Code::EXPANSION_DEPTH,
                format!(
                    "`{id}` extends others over more than {} levels",
                    limits::EXPANSION_LEVELS
                ),
                "extend the profiles further down directly",
            )
        } else if expansion.controls.len() > limits::EXPANSION_CONTROLS {
            (
                Code::EXPANSION_SIZE,
                format!(
                    "`{id}` has {} effective controls, optional ones counted; {} is the most",
                    expansion.controls.len(),
                    limits::EXPANSION_CONTROLS
                ),
                "split the profile, or leave controls out",
            )
        } else {
            return true;
        };
        if let Some(place) = self.names.place(id) {
            self.diagnostics.report(code, place, message).help(help);
        }
        false
    }
}

/// Every control that a profile names, in order.
fn controls(profiles: &Profiles) -> Vec<&Id> {
    let named: BTreeSet<&Id> = profiles
        .values()
        .flat_map(|profile| {
            profile
                .required
                .iter()
                .chain(&profile.optional)
                .chain(profile.conditional.values().flatten())
        })
        .collect();
    named.into_iter().collect()
}

/// What a walk over `extends` finds.
struct Walk<'p> {
    /// Every profile behind those that it extends, but for cycles.
    order: Vec<&'p Id>,
    /// Every cycle that the walk closes.
    cycles: Vec<Vec<&'p Id>>,
}

/// Walks depth first, each profile once.
fn walk(profiles: &Profiles) -> Walk<'_> {
    let mut walk = Walk {
        order: Vec::with_capacity(profiles.len()),
        cycles: Vec::new(),
    };
    let mut finished: BTreeSet<&Id> = BTreeSet::new();
    for (root, profile) in profiles {
        if finished.contains(root) {
            continue;
        }
        // The path from the root, each step with what is still to be walked from there; and where on it each step is.
        let mut path = vec![(root, profile.extends.iter())];
        let mut steps = BTreeMap::from([(root, 0)]);
        while let Some((id, open)) = path.last_mut() {
            let id = *id;
            let Some(next) = open.next() else {
                finished.insert(id);
                walk.order.push(id);
                steps.remove(id);
                path.pop();
                continue;
            };
            if let Some(start) = steps.get(next) {
                walk.cycles
                    .push(path.iter().skip(*start).map(|(step, _)| *step).collect());
            } else if !finished.contains(next)
                && let Some((next, profile)) = profiles.get_key_value(next)
            {
                steps.insert(next, path.len());
                path.push((next, profile.extends.iter()));
            }
        }
    }
    walk
}

/// The union of what a profile names and what those have that it extends; `None` where one of them is unsound.
fn expand(
    profile: &Profile,
    numbers: &BTreeMap<&Id, usize>,
    expansions: &BTreeMap<&Id, Expansion>,
) -> Option<Expansion> {
    let mut controls: BTreeMap<usize, BTreeSet<Features>> = BTreeMap::new();
    let mut add = |control: &Id, features: Option<Features>| {
        if let Some(number) = numbers.get(control) {
            controls.entry(*number).or_default().extend(features);
        }
    };
    for control in &profile.optional {
        add(control, None);
    }
    for control in &profile.required {
        add(control, Some(Features::NONE));
    }
    for (features, controls) in &profile.conditional {
        for control in controls {
            add(control, Some(*features));
        }
    }
    let mut expansion = Expansion {
        levels: 1,
        controls: controls.into_iter().collect(),
    };
    for extended in &profile.extends {
        let extended = expansions.get(extended)?;
        expansion.levels = expansion.levels.max(extended.levels + 1);
        join(&mut expansion.controls, &extended.controls);
    }
    Some(expansion)
}

fn join(controls: &mut Effective, others: &Effective) {
    let mut new = Vec::new();
    let mut known = controls.iter_mut().peekable();
    for (number, features) in others {
        while known.next_if(|(before, _)| before < number).is_some() {}
        match known.next_if(|(same, _)| same == number) {
            Some((_, before)) if before.is_superset(features) => {}
            Some((_, before)) => before.extend(features),
            None => new.push((*number, features.clone())),
        }
    }
    if !new.is_empty() {
        controls.extend(new);
        controls.sort_by_key(|(number, _)| *number);
    }
}

fn demands(expansion: &Expansion, controls: &[&Id]) -> BTreeMap<Id, Demand> {
    expansion
        .controls
        .iter()
        .filter_map(|(number, sets)| Some(((*controls.get(*number)?).clone(), smallest(sets))))
        .collect()
}

/// The sets that hold no other of them.
fn smallest(sets: &BTreeSet<Features>) -> Demand {
    let mandatory_when = sets
        .iter()
        .copied()
        .filter(|set| {
            !sets
                .iter()
                .any(|other| other != set && set.contains_all(*other))
        })
        .collect();
    Demand { mandatory_when }
}
