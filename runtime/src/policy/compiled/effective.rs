//! Limits of the same argument, intersected. Asking whether they conflict allocates nothing.

use alloc::borrow::Cow;
use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

use super::super::{Conflict, EffectiveLimit};
use super::table::{Bound, BranchTable, LimitTable, ValueTable};
use crate::registry::LimitValue;

/// For each argument, what meets all of its limits.
pub(super) fn limits<'p>(
    branches: &(impl Iterator<Item = &'p BranchTable> + Clone),
    held: &[&str],
) -> BTreeMap<Cow<'p, str>, EffectiveLimit<'p>> {
    let mut effective = BTreeMap::new();
    for limit in binding(branches.clone(), held) {
        effective
            .entry(Cow::Borrowed(limit.argument))
            .or_insert_with(|| {
                Meeting::of(binding(branches.clone(), held), limit.argument).effective()
            });
    }
    effective
}

/// Whether nothing meets all limits of some argument.
#[expect(
    single_use_lifetimes,
    reason = "an anonymous lifetime cannot stand in `impl Trait`"
)]
pub(super) fn conflict<'p>(
    branches: &(impl Iterator<Item = &'p BranchTable> + Clone),
    held: &[&str],
) -> bool {
    binding(branches.clone(), held)
        .any(|limit| Meeting::of(binding(branches.clone(), held), limit.argument).is_empty())
}

/// The limits that no held approval drops.
fn binding<'p>(
    branches: impl Iterator<Item = &'p BranchTable> + Clone,
    held: &[&str],
) -> impl Iterator<Item = &'p LimitTable> + Clone {
    branches.flat_map(move |branch| {
        // A branch without approvals has none that could be held.
        let approved = !branch.approvals.is_empty()
            && branch
                .approvals
                .iter()
                .all(|approval| held.contains(&approval.gate));
        branch
            .limits
            .iter()
            .filter(move |limit| !(approved && limit.unless_approved))
    })
}

/// The limits of one argument, met.
struct Meeting<I> {
    limits: I,
    at_least: Option<i64>,
    at_most: Option<i64>,
    /// The first list of permitted values; the others only take from it.
    one_of: Option<&'static [ValueTable]>,
}

impl<'p, I: Iterator<Item = &'p LimitTable> + Clone> Meeting<I> {
    fn of(limits: I, argument: &'p str) -> Meeting<impl Iterator<Item = &'p LimitTable> + Clone> {
        let limits = limits.filter(move |limit| limit.argument == argument);
        let mut meeting = Meeting {
            limits: limits.clone(),
            at_least: None,
            at_most: None,
            one_of: None,
        };
        for limit in limits {
            match limit.bound {
                // `None` is below every bound, and no bound at all.
                Bound::AtLeast(least) => meeting.at_least = meeting.at_least.max(Some(least)),
                Bound::AtMost(most) => {
                    let tightest = meeting.at_most.map_or(most, |tightest| tightest.min(most));
                    meeting.at_most = Some(tightest);
                }
                Bound::OneOf(values) => {
                    meeting.one_of.get_or_insert(values);
                }
            }
        }
        meeting
    }

    fn values(&self, first: &'static [ValueTable]) -> impl Iterator<Item = &'static ValueTable> {
        first.iter().filter(|value| {
            self.limits.clone().all(|limit| match (limit.bound, value) {
                (Bound::OneOf(values), value) => values.contains(value),
                (Bound::AtLeast(least), ValueTable::Integer(integer)) => *integer >= least,
                (Bound::AtMost(most), ValueTable::Integer(integer)) => *integer <= most,
                (_, ValueTable::String(_)) => false,
            })
        })
    }

    fn is_empty(&self) -> bool {
        match (self.one_of, self.at_least, self.at_most) {
            (Some(first), ..) => self.values(first).next().is_none(),
            (None, Some(least), Some(most)) => least > most,
            _ => false,
        }
    }

    fn effective(&self) -> EffectiveLimit<'p> {
        let conflict = self.is_empty().then_some(Conflict::LimitsConflict);
        let Some(first) = self.one_of else {
            return EffectiveLimit {
                at_least: self.at_least,
                at_most: self.at_most,
                one_of: None,
                conflict,
            };
        };
        let owned = |value: &ValueTable| match *value {
            ValueTable::Integer(integer) => LimitValue::Integer(integer),
            ValueTable::String(string) => LimitValue::String(String::from(string)),
        };
        let one_of: Vec<_> = self.values(first).map(owned).map(Cow::Owned).collect();
        EffectiveLimit {
            at_least: None,
            at_most: None,
            one_of: Some(one_of),
            conflict,
        }
    }
}
