//! Whether a decision is what an author expects: semantics of each expectation of a policy's test.

use std::borrow::Cow;
use std::collections::BTreeSet;

use ordain_runtime::policy::{DecisionRecord, PolicyEvalError};
use ordain_runtime::registry::{LimitBody, LimitValue};

use super::Mismatch;
use crate::model::PolicyExpectation;
use crate::wording;

/// What is wrong with a decision; `None` where the expectation holds.
pub(super) fn of_decision(
    expected: &PolicyExpectation,
    decision: &DecisionRecord<'_>,
) -> Option<Mismatch> {
    let guardrails = &decision.guardrails;
    let (holds, found) = match expected {
        PolicyExpectation::Outcome(outcome) => {
            (*outcome == decision.outcome, wording::decided(decision))
        }
        PolicyExpectation::Permitted(permitted) => (
            *permitted == decision.permitted,
            wording::permission(decision),
        ),
        PolicyExpectation::Approval(gate, mode) => {
            let of_rules = decision
                .approvals
                .iter()
                .map(|approval| (&approval.gate, approval.mode));
            let of_guardrails = guardrails
                .approval
                .iter()
                .map(|approval| (&approval.gate, None));
            let all: Vec<_> = of_rules.chain(of_guardrails).collect();
            let holds = all
                .iter()
                .any(|(found, at)| *found == gate && (mode.is_none() || *mode == *at));
            (holds, wording::approvals(&all))
        }
        PolicyExpectation::Evidence(names) => among("evidence", names, &decision.required_evidence),
        PolicyExpectation::Oblige(texts) => among("oblige", texts, &decision.obligations),
        PolicyExpectation::Prohibit(names) => among("prohibit", names, &decision.prohibited),
        PolicyExpectation::Limit(limit) => limited(limit, decision),
        PolicyExpectation::Refuse => (
            !guardrails.refuse.is_empty(),
            "no guardrail that refuses".to_owned(),
        ),
        PolicyExpectation::Escalate(target) => {
            let targets: Vec<_> = guardrails
                .escalate
                .iter()
                .map(|escalation| escalation.target.clone())
                .collect();
            (
                targets.iter().any(|found| found == target),
                wording::list("escalate", &targets),
            )
        }
        PolicyExpectation::Redact(fields) => {
            let withheld: Vec<_> = guardrails
                .redact
                .iter()
                .flat_map(|redaction| redaction.fields.iter().cloned())
                .collect();
            among("redact", fields, &withheld)
        }
        PolicyExpectation::Rules(names) => {
            let found = decision
                .contributed
                .iter()
                .map(|contribution| contribution.rule_id.clone().into_owned());
            return exact("rules", names, found.collect());
        }
        PolicyExpectation::Skipped(names) => {
            return exact(
                "skipped",
                names,
                decision
                    .skipped
                    .iter()
                    .cloned()
                    .map(Cow::into_owned)
                    .collect(),
            );
        }
        PolicyExpectation::Score(score) => {
            let total: i128 = decision
                .scores
                .iter()
                .map(|one| i128::from(one.score))
                .sum();
            (
                total == i128::from(*score),
                format!("score {}", wording::integer(total)),
            )
        }
        PolicyExpectation::Error(_) => (false, wording::decided(decision)),
    };
    (!holds).then(|| Mismatch {
        expected: wording::policy_expectation(expected),
        found,
    })
}

/// What is wrong with an evaluation that stopped; `None` where the expectation holds.
pub(super) fn of_error(
    expected: &PolicyExpectation,
    error: &PolicyEvalError<'_>,
) -> Option<Mismatch> {
    let holds = match expected {
        PolicyExpectation::Error(rule) => rule.as_ref().is_none_or(|rule| *rule == error.rule_id),
        _ => false,
    };
    (!holds).then(|| Mismatch {
        expected: wording::policy_expectation(expected),
        found: wording::error(error),
    })
}

/// Two lists as sets, both shown sorted.
pub(super) fn exact(word: &str, expected: &[String], found: Vec<String>) -> Option<Mismatch> {
    let expected: BTreeSet<&String> = expected.iter().collect();
    let mut sorted = found;
    sorted.sort();
    if sorted.iter().collect::<BTreeSet<_>>() == expected {
        return None;
    }
    let expected: Vec<_> = expected.into_iter().collect();
    Some(Mismatch {
        expected: wording::list(word, &expected),
        found: wording::list(word, &sorted),
    })
}

fn among(word: &str, expected: &[String], found: &[Cow<'_, str>]) -> (bool, String) {
    let holds = expected
        .iter()
        .all(|one| found.iter().any(|other| other == one));
    (holds, wording::words(word, found))
}

fn limited(expected: &LimitBody, decision: &DecisionRecord<'_>) -> (bool, String) {
    let Some(found) = decision.limits.get(expected.argument.as_str()) else {
        return (false, format!("no limit on {}", expected.argument));
    };
    if found.conflict.is_some() {
        return (
            false,
            format!("limits on {} that nothing meets", expected.argument),
        );
    }
    let values: Option<BTreeSet<LimitValue>> = found.one_of.as_ref().map(|values| {
        values
            .iter()
            .map(|value| value.clone().into_owned())
            .collect()
    });
    let holds = expected
        .at_least
        .is_none_or(|least| found.at_least == Some(least))
        && expected
            .at_most
            .is_none_or(|most| found.at_most == Some(most))
        && expected
            .one_of
            .as_ref()
            .is_none_or(|one_of| values.as_ref() == Some(one_of));
    (holds, wording::effective_limit(&expected.argument, found))
}
