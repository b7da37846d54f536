//! Rules that never contribute, never decide or tie, and limits that nothing meets.

use std::collections::{BTreeMap, BTreeSet};

use ordain_runtime::policy::{Outcome, Predicate, Schema};
use ordain_runtime::registry::{AppliesTo, BranchBody, LimitBody, LimitValue};

use super::Places;
use super::contradiction::{disjoint, never_true};
use crate::diagnose::{Code, Diagnostics};
use crate::model::{Id, Model, Policy, Rule};

/// How many pairs of rules of one policy are looked at for ties. Pairs grow with the square of the rules that share
/// a priority; beyond this, further ties go unreported.
const PAIRS: usize = 50_000;

pub(super) fn analyse(
    model: &Model,
    id: &Id,
    policy: &Policy,
    places: &Places<'_>,
    diagnostics: &mut Diagnostics,
) {
    let Some(facts) = model.facts.get(&policy.facts) else {
        return;
    };
    let conditions = policy
        .rules
        .iter()
        .filter(|rule| rule.otherwise.is_none())
        .map(|rule| (&rule.name, &rule.predicate.value))
        .chain(
            policy
                .guardrails
                .iter()
                .map(|guardrail| (&guardrail.name, &guardrail.predicate.value)),
        );
    let mut never = BTreeSet::new();
    for (name, predicate) in conditions {
        if never_true(predicate, &facts.schema)
            && let Some(place) = places.get(id, name)
        {
            never.insert(name.as_str());
            diagnostics
                .report(
                    Code::NEVER_APPLIES,
                    place,
                    format!("`{name}` can never contribute: its conditions exclude each other"),
                )
                .help("no facts make its `when` true; mend the conditions, or leave it out");
        }
    }
    shadowed(id, policy, &never, places, diagnostics);
    ties(&facts.schema, id, policy, places, diagnostics);
    for rule in &policy.rules {
        for branch in [Some(&rule.then), rule.otherwise.as_ref()]
            .into_iter()
            .flatten()
        {
            unmeetable(id, rule, branch, places, diagnostics);
        }
    }
}

/// Rules that another of a higher priority always outranks wherever they apply. Those that never contribute have been
/// reported.
fn shadowed(
    id: &Id,
    policy: &Policy,
    never: &BTreeSet<&str>,
    places: &Places<'_>,
    diagnostics: &mut Diagnostics,
) {
    let everywhere = AppliesTo::new();
    // The strongest rule that always contributes, for each condition of application.
    let mut always: BTreeMap<&AppliesTo, &Rule> = BTreeMap::new();
    for rule in &policy.rules {
        let stronger = [Some(&everywhere), Some(&rule.applies_to)]
            .into_iter()
            .flatten()
            .filter_map(|applies_to| always.get(applies_to))
            .find(|stronger| stronger.priority > rule.priority);
        if let (Some(stronger), Some(place)) = (stronger, places.get(id, &rule.name))
            && !never.contains(rule.name.as_str())
        {
            let report = diagnostics.report(
                Code::NEVER_DECIDES,
                place,
                format!(
                    "`{}` can never decide: `{}` always outranks it",
                    rule.name, stronger.name
                ),
            );
            if let Some(place) = places.get(id, &stronger.name) {
                report.related(
                    place,
                    format!(
                        "contributes to every request that `{}` applies to",
                        rule.name
                    ),
                );
            }
            report.help("its clauses still hold; raise its priority if its outcome should count");
        }
        if rule.predicate.value == Predicate::Constant(true) || rule.otherwise.is_some() {
            always.entry(&rule.applies_to).or_insert(rule);
        }
    }
}

/// Pairs of rules that, at one priority, can say the opposite of each other.
fn ties(
    schema: &Schema,
    id: &Id,
    policy: &Policy,
    places: &Places<'_>,
    diagnostics: &mut Diagnostics,
) {
    let mut looked_at = 0;
    for group in policy.rules.chunk_by(|a, b| a.priority == b.priority) {
        for (index, rule) in group.iter().enumerate() {
            for other in group.iter().skip(index + 1) {
                looked_at += 1;
                if looked_at > PAIRS {
                    return;
                }
                if !can_contradict(schema, rule, other) {
                    continue;
                }
                if let (Some(place), Some(related)) =
                    (places.get(id, &other.name), places.get(id, &rule.name))
                {
                    diagnostics
                        .report(
                            Code::TIE,
                            place,
                            format!(
                                "`{}` and `{}` can contradict each other at priority {}",
                                other.name, rule.name, rule.priority
                            ),
                        )
                        .related(related, "has the same priority")
                        .help("deny wins such a tie; give the rules different priorities to say which one counts");
                }
                // One is enough for each rule.
                break;
            }
        }
    }
}

fn can_contradict(schema: &Schema, one: &Rule, other: &Rule) -> bool {
    let can_meet = one.applies_to.iter().all(|(key, values)| {
        other
            .applies_to
            .get(key)
            .is_none_or(|others| !values.is_disjoint(others))
    });
    can_meet
        && branches(one).any(|(outcome, holds)| {
            branches(other).any(|(opposite, holds_too)| {
                outcome != opposite && !disjoint(schema, holds, holds_too)
            })
        })
}

/// The branches of a rule: the outcome, and the predicate with the truth value under which it contributes.
fn branches(rule: &Rule) -> impl Iterator<Item = (Outcome, (&Predicate, bool))> {
    let predicate = &rule.predicate.value;
    let otherwise = rule
        .otherwise
        .as_ref()
        .map(|branch| (branch.outcome, (predicate, false)));
    [(rule.then.outcome, (predicate, true))]
        .into_iter()
        .chain(otherwise)
}

/// Arguments whose limits in one branch exclude each other while no approval is held.
fn unmeetable(
    id: &Id,
    rule: &Rule,
    branch: &BranchBody,
    places: &Places<'_>,
    diagnostics: &mut Diagnostics,
) {
    let mut by_argument: BTreeMap<&str, Vec<&LimitBody>> = BTreeMap::new();
    for limit in &branch.limits {
        by_argument.entry(&limit.argument).or_default().push(limit);
    }
    for (argument, limits) in by_argument {
        let least = limits
            .iter()
            .filter_map(|limit| limit.at_least)
            .max()
            .unwrap_or(i64::MIN);
        let most = limits
            .iter()
            .filter_map(|limit| limit.at_most)
            .min()
            .unwrap_or(i64::MAX);
        let bounded = limits.iter().any(|limit| limit.one_of.is_none());
        let mut lists = limits.iter().filter_map(|limit| limit.one_of.as_ref());
        let met = match lists.next() {
            None => least <= most,
            Some(first) => {
                let rest: Vec<_> = lists.collect();
                first.iter().any(|value| {
                    let in_bounds = match value {
                        LimitValue::Integer(value) => (least..=most).contains(value),
                        LimitValue::String(_) => !bounded,
                    };
                    in_bounds && rest.iter().all(|list| list.contains(value))
                })
            }
        };
        if !met && let Some(place) = places.get(id, &rule.name) {
            diagnostics
                .report(
                    Code::UNMEETABLE_LIMIT,
                    place,
                    format!(
                        "nothing can meet the limits of `{}` on `{argument}`",
                        rule.name
                    ),
                )
                .help("such limits permit nothing; mend them, or write `deny`");
        }
    }
}
