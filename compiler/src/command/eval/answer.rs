//! How an answer is printed: canonical JSON as the runtime gives it, or the same in the words of the language.

use ordain::diagnose::render::printable;
use ordain::wording;
use ordain_runtime::policy::explain::{Conclusion, Explanation};
use ordain_runtime::policy::{
    BranchName, DecisionRecord, EvaluationError, FactsFault, FactsInvalid, PolicyEvalError, Verdict,
};
use ordain_runtime::registry::ArtefactRef;
use serde::Serialize;

use crate::arguments::Format;
use crate::failure::Status;
use crate::json;
use crate::terminal::Terminal;

#[derive(Serialize)]
struct VerdictJson<'r> {
    control: String,
    control_id: &'r str,
    verdict: Verdict,
}

#[derive(Serialize)]
struct FactsInvalidJson<'e> {
    code: &'static str,
    pointer: &'e str,
    message: &'static str,
}

/// Prints a decision.
pub(super) fn decision(
    decision: &DecisionRecord<'_>,
    subject: &str,
    format: Format,
    terminal: &mut Terminal,
) {
    match format {
        Format::Json => json::print(decision, terminal),
        Format::Text => {
            terminal.out_line(&printable(&format!(
                "{subject}: {}",
                wording::decided(decision)
            )));
            for (name, value) in lines(decision) {
                terminal.out_line(&printable(&format!("  {name:<12} {value}")));
            }
        }
    }
}

/// What a decision holds besides its outcome, name and value; what is empty is left out.
fn lines(decision: &DecisionRecord<'_>) -> Vec<(&'static str, String)> {
    let mut lines = vec![("permission", wording::permission(decision))];
    let mut add =
        |name, values: Vec<String>| lines.extend(values.into_iter().map(|value| (name, value)));
    add(
        "contributes",
        decision
            .contributed
            .iter()
            .map(|contribution| {
                format!("{} ({})", contribution.rule_id, branch(contribution.branch))
            })
            .collect(),
    );
    let approvals: Vec<_> = decision
        .approvals
        .iter()
        .map(|approval| (&approval.gate, approval.mode))
        .collect();
    if !approvals.is_empty() {
        add("approvals", vec![wording::approvals(&approvals)]);
    }
    let sets = [
        ("evidence", &decision.required_evidence),
        ("obligations", &decision.obligations),
        ("prohibited", &decision.prohibited),
    ];
    for (name, values) in sets {
        add(name, values.iter().map(ToString::to_string).collect());
    }
    add(
        "limits",
        decision
            .limits
            .iter()
            .map(|(argument, limit)| wording::effective_limit(argument, limit))
            .collect(),
    );
    add(
        "mode",
        decision
            .effective_mode
            .iter()
            .map(|mode| mode.as_str().to_owned())
            .collect(),
    );
    let asked = &decision.guardrails;
    let refuse = asked
        .refuse
        .iter()
        .map(|guardrail| format!("{guardrail} refuses"));
    let escalate = asked
        .escalate
        .iter()
        .map(|one| format!("{} escalates to {}", one.guardrail_id, one.target));
    let approval = asked
        .approval
        .iter()
        .map(|one| format!("{} asks {} to approve", one.guardrail_id, one.gate));
    let redact = asked
        .redact
        .iter()
        .map(|one| format!("{} withholds {}", one.guardrail_id, one.fields.join(", ")));
    add(
        "guardrails",
        refuse
            .chain(escalate)
            .chain(approval)
            .chain(redact)
            .collect(),
    );
    add(
        "scores",
        decision
            .scores
            .iter()
            .map(|score| {
                format!(
                    "{} {}",
                    score.rule_id,
                    wording::integer(i128::from(score.score))
                )
            })
            .collect(),
    );
    add(
        "skipped",
        decision.skipped.iter().map(ToString::to_string).collect(),
    );
    add("policy", vec![decision.policy.to_string()]);
    lines
}

const fn branch(branch: BranchName) -> &'static str {
    match branch {
        BranchName::Then => "then",
        BranchName::Else => "else",
    }
}

/// Prints what a control says.
pub(super) fn verdict(
    verdict: Verdict,
    control: &ArtefactRef,
    format: Format,
    terminal: &mut Terminal,
) {
    match format {
        Format::Json => {
            let answer = VerdictJson {
                control: control.sha256.to_string(),
                control_id: &control.artifact_id,
                verdict,
            };
            json::print(&answer, terminal);
        }
        Format::Text => {
            let name = format!("{}@{}", control.artifact_id, control.version);
            terminal.out_line(&format!("{name}: {}", wording::verdict(verdict)));
            terminal.out_line(&format!("  {:<12} {}", "control", control.sha256));
        }
    }
}

/// Prints why a policy decides as it does.
pub(super) fn explanation(
    explanation: &Explanation<'_>,
    format: Format,
    terminal: &mut Terminal,
) -> Status {
    match format {
        Format::Json => json::print(explanation, terminal),
        Format::Text => explanation
            .render()
            .lines()
            .for_each(|line| terminal.out_line(&printable(line))),
    }
    match explanation.conclusion {
        Conclusion::Decided { .. } => Status::Done,
        Conclusion::Failed { .. } => Status::InputAtFault,
    }
}

/// Prints why there is no answer: exactly what the runtime says of it, and nothing of the facts.
pub(super) fn refused(
    error: &EvaluationError<'_>,
    format: Format,
    terminal: &mut Terminal,
) -> Status {
    match (error, format) {
        (EvaluationError::Policy(error), Format::Json) => json::print(error, terminal),
        (EvaluationError::Facts(FactsInvalid { pointer, reason }), Format::Json) => {
            let message = reason.message();
            json::print(
                &FactsInvalidJson {
                    code: FactsInvalid::CODE,
                    pointer,
                    message,
                },
                terminal,
            );
        }
        (EvaluationError::Policy(error), Format::Text) => {
            let PolicyEvalError {
                rule_id,
                expression_path,
                ..
            } = error;
            let message = format!("`{rule_id}` at `{expression_path}`: {}", error.message());
            terminal.error_line(PolicyEvalError::CODE, &printable(&message));
        }
        (EvaluationError::Facts(error), Format::Text) => {
            let message = match error.reason {
                FactsFault::Json(fault) => format!("{}: {fault}", error.reason.message()),
                _ => error.to_string(),
            };
            terminal.error_line(FactsInvalid::CODE, &printable(&message));
        }
    }
    Status::InputAtFault
}
