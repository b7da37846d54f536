//! Decisions and expectations in the words of the language: what `ordain test` and `ordain eval` tell people.

use std::borrow::Cow;
use std::fmt::Display;

use ordain_runtime::policy::{
    DecidedOutcome, DecisionRecord, EffectiveLimit, Mode, PolicyEvalError, Verdict,
};
use ordain_runtime::registry::{LimitBody, LimitValue};

use crate::model::{ControlExpectation, PolicyExpectation};

/// As the author writes it.
#[must_use]
pub fn policy_expectation(expected: &PolicyExpectation) -> String {
    match expected {
        PolicyExpectation::Outcome(decided) => outcome(*decided).to_owned(),
        PolicyExpectation::Permitted(true) => "permitted".to_owned(),
        PolicyExpectation::Permitted(false) => "not permitted".to_owned(),
        PolicyExpectation::Approval(gate, mode) => format!("approval {}", at_mode(gate, *mode)),
        PolicyExpectation::Evidence(names) => words("evidence", names),
        PolicyExpectation::Oblige(texts) => words("oblige", texts),
        PolicyExpectation::Prohibit(names) => words("prohibit", names),
        PolicyExpectation::Limit(body) => limit(body),
        PolicyExpectation::Refuse => "refuse".to_owned(),
        PolicyExpectation::Escalate(target) => format!("escalate {target}"),
        PolicyExpectation::Redact(fields) => words("redact", fields),
        PolicyExpectation::Rules(names) => list("rules", names),
        PolicyExpectation::Skipped(names) => list("skipped", names),
        PolicyExpectation::Score(score) => format!("score {}", integer(i128::from(*score))),
        PolicyExpectation::Error(None) => "error".to_owned(),
        PolicyExpectation::Error(Some(rule)) => format!("error {rule}"),
    }
}

/// As the author writes it.
#[must_use]
pub const fn control_expectation(expected: ControlExpectation) -> &'static str {
    match expected {
        ControlExpectation::Verdict(found) => verdict(found),
        ControlExpectation::Error => "error",
    }
}

/// `satisfied`
#[must_use]
pub const fn verdict(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Satisfied => "satisfied",
        Verdict::Violated => "violated",
        Verdict::Recorded => "recorded",
    }
}

const fn outcome(outcome: DecidedOutcome) -> &'static str {
    match outcome {
        DecidedOutcome::Allow => "allow",
        DecidedOutcome::Deny => "deny",
        DecidedOutcome::NotApplicable => "not_applicable",
    }
}

/// The outcome and where it comes from.
#[must_use]
pub fn decided(decision: &DecisionRecord<'_>) -> String {
    let word = outcome(decision.outcome);
    match decision.priority {
        Some(priority) => {
            let rules = decision.decided_by.join(", ");
            format!(
                "{word}, decided at priority {} by {rules}",
                integer(i128::from(priority))
            )
        }
        None => format!("{word}: no rule contributes"),
    }
}

/// Whether a decision permits, and what stands against it.
#[must_use]
pub fn permission(decision: &DecisionRecord<'_>) -> String {
    if decision.permitted {
        return "permitted".to_owned();
    }
    let guardrails = &decision.guardrails;
    let refused = guardrails
        .refuse
        .iter()
        .map(|guardrail| format!("{guardrail} refuses"));
    let escalated = guardrails
        .escalate
        .iter()
        .map(|one| format!("{} escalates to {}", one.guardrail_id, one.target));
    let conflicts = decision
        .limits
        .iter()
        .filter(|(_, limit)| limit.conflict.is_some())
        .map(|(argument, _)| format!("the limits on {argument} conflict"));
    let denied = (decision.outcome != DecidedOutcome::Allow).then(|| decided(decision));
    let reasons: Vec<String> = denied
        .into_iter()
        .chain(refused)
        .chain(escalated)
        .chain(conflicts)
        .collect();
    format!("not permitted ({})", reasons.join("; "))
}

/// `approval finance at delegated, approval risk`, each gate with the mode that it is named with.
#[must_use]
pub fn approvals(approvals: &[(&Cow<'_, str>, Option<Mode>)]) -> String {
    if approvals.is_empty() {
        return "no approval".to_owned();
    }
    let each: Vec<String> = approvals
        .iter()
        .map(|(gate, mode)| at_mode(gate, *mode))
        .collect();
    format!("approval {}", each.join(", approval "))
}

fn at_mode(gate: &str, mode: Option<Mode>) -> String {
    mode.map_or_else(
        || gate.to_owned(),
        |mode| format!("{gate} at {}", mode.as_str()),
    )
}

fn limit(body: &LimitBody) -> String {
    let bound = match (body.at_least, body.at_most, &body.one_of) {
        (Some(least), _, _) => format!("at least {}", integer(i128::from(least))),
        (_, Some(most), _) => format!("at most {}", integer(i128::from(most))),
        (_, _, Some(values)) => values_in(&values.iter().collect::<Vec<_>>()),
        (None, None, None) => "unbounded".to_owned(),
    };
    format!("limit {} {bound}", body.argument)
}

/// `limit refund at most 300_000`
#[must_use]
pub fn effective_limit(argument: &str, limit: &EffectiveLimit<'_>) -> String {
    let least = limit
        .at_least
        .map(|least| format!("at least {}", integer(i128::from(least))));
    let most = limit
        .at_most
        .map(|most| format!("at most {}", integer(i128::from(most))));
    let values = limit
        .one_of
        .as_ref()
        .map(|values| values_in(&values.iter().map(AsRef::as_ref).collect::<Vec<_>>()));
    let bounds: Vec<String> = least.into_iter().chain(most).chain(values).collect();
    if bounds.is_empty() {
        return format!("no limit on {argument}");
    }
    format!("limit {argument} {}", bounds.join(" and "))
}

fn values_in(values: &[&LimitValue]) -> String {
    let each: Vec<String> = values
        .iter()
        .map(|value| match value {
            LimitValue::Integer(value) => integer(i128::from(*value)),
            LimitValue::String(text) => quoted(text),
        })
        .collect();
    format!("in [{}]", each.join(", "))
}

/// Where an evaluation stopped, and why.
#[must_use]
pub fn error(error: &PolicyEvalError<'_>) -> String {
    format!(
        "error {}, at `{}`: {}",
        error.rule_id,
        error.expression_path,
        error.message()
    )
}

/// `rules [a, b]`
#[must_use]
pub fn list<T: Display>(word: &str, names: &[T]) -> String {
    let names: Vec<String> = names.iter().map(ToString::to_string).collect();
    format!("{word} [{}]", names.join(", "))
}

/// A list whose elements are quoted where they are no names.
#[must_use]
pub fn words<T: AsRef<str>>(word: &str, texts: &[T]) -> String {
    let is_name = |text: &str| {
        !text.is_empty()
            && text
                .chars()
                .all(|one| one.is_ascii_alphanumeric() || matches!(one, '_' | '-' | '.'))
    };
    let each: Vec<String> = texts
        .iter()
        .map(|text| {
            if is_name(text.as_ref()) {
                text.as_ref().to_owned()
            } else {
                quoted(text.as_ref())
            }
        })
        .collect();
    list(word, &each)
}

/// A string as the language writes it.
fn quoted(text: &str) -> String {
    let value = ordain_runtime::canonical::Value::String(text.into());
    String::from_utf8_lossy(&ordain_runtime::canonical::to_vec(&value)).into_owned()
}

/// An integer in groups of three digits.
#[must_use]
pub fn integer(value: i128) -> String {
    let digits = value.unsigned_abs().to_string();
    let mut grouped = String::new();
    for (position, digit) in digits.chars().enumerate() {
        if position > 0 && (digits.len() - position).is_multiple_of(3) {
            grouped.push('_');
        }
        grouped.push(digit);
    }
    if value < 0 {
        format!("-{grouped}")
    } else {
        grouped
    }
}
