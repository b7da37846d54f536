//! The limits of one decision: on each argument, the intersection of what the contributions ask for.

use alloc::borrow::Cow;
use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use super::super::decision::{Conflict, EffectiveLimit};
use crate::registry::{BranchBody, LimitBody, LimitValue};

/// The limits of `branches`, those left out that a held approval drops.
pub(super) fn intersection<'p>(
    branches: impl Iterator<Item = &'p BranchBody>,
    held: &[&str],
) -> BTreeMap<Cow<'p, str>, EffectiveLimit<'p>> {
    let mut by_argument: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for branch in branches {
        let approved = is_approved(branch, held);
        for limit in branch
            .limits
            .iter()
            .filter(|limit| !(limit.unless_approved && approved))
        {
            by_argument
                .entry(limit.argument.as_str())
                .or_default()
                .push(limit);
        }
    }
    by_argument
        .into_iter()
        .map(|(argument, limits)| (Cow::Borrowed(argument), effective(&limits)))
        .collect()
}

/// Whether every approval that the branch names is held. One that names none has nothing that could be held.
pub(in crate::policy) fn is_approved(branch: &BranchBody, held: &[&str]) -> bool {
    !branch.approvals.is_empty()
        && branch
            .approvals
            .iter()
            .all(|approval| held.contains(&approval.gate.as_str()))
}

/// What meets all `limits`, of which each has one bound.
fn effective<'p>(limits: &[&'p LimitBody]) -> EffectiveLimit<'p> {
    let at_least = limits.iter().filter_map(|limit| limit.at_least).max();
    let at_most = limits.iter().filter_map(|limit| limit.at_most).min();
    let mut sets = limits.iter().filter_map(|limit| limit.one_of.as_ref());
    let Some(first) = sets.next() else {
        let is_empty = at_least
            .zip(at_most)
            .is_some_and(|(least, most)| least > most);
        return EffectiveLimit {
            at_least,
            at_most,
            one_of: None,
            conflict: conflict(is_empty),
        };
    };
    let sets: Vec<_> = sets.collect();
    let meets_bounds = |value: &LimitValue| match value {
        LimitValue::Integer(integer) => {
            at_least.is_none_or(|least| *integer >= least)
                && at_most.is_none_or(|most| *integer <= most)
        }
        LimitValue::String(_) => at_least.is_none() && at_most.is_none(),
    };
    let one_of: Vec<_> = first
        .iter()
        .filter(|value| meets_bounds(value) && sets.iter().all(|set| set.contains(*value)))
        .map(Cow::Borrowed)
        .collect();
    EffectiveLimit {
        at_least: None,
        at_most: None,
        conflict: conflict(one_of.is_empty()),
        one_of: Some(one_of),
    }
}

fn conflict(is_empty: bool) -> Option<Conflict> {
    is_empty.then_some(Conflict::LimitsConflict)
}
