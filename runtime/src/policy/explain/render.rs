//! An explanation as plain text: one line for each rule and node, facts in a column of their own.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::{String, ToString as _};
use alloc::vec;
use alloc::vec::Vec;

use super::super::decision::{DecidedOutcome, DecisionRecord, EffectiveLimit};
use super::super::interpret::is_approved;
use super::super::source_text::{integer, quoted};
use super::super::vocabulary::{BranchName, Mode, Outcome};
use super::{
    Answer, BranchExplanation, Conclusion, Explanation, GuardrailExplanation, KeyExplanation, Node,
    Outstanding, Precedence, RuleExplanation, ScoringExplanation,
};
use crate::registry::{BranchBody, EffectBody, LimitBody, LimitValue};

/// Facts begin no further to the right; a longer line pushes its own alone.
const MAX_COLUMN: usize = 64;

impl Explanation<'_> {
    /// The explanation in words, without colour, each line ended.
    #[must_use]
    pub fn render(&self) -> String {
        let mut page = Page::default();
        self.heading(&mut page);
        page.section(
            "Rules, highest priority first",
            &self.rules,
            |page, rule| rule_block(page, rule, &self.held),
        );
        page.section("Guardrails", &self.guardrails, guardrail_block);
        page.section("Scoring rules", &self.scoring_rules, scoring_block);
        if let Conclusion::Decided {
            decision,
            precedence,
            outstanding,
        } = &self.conclusion
        {
            page.section(
                "How it was decided",
                &reasons(decision, precedence),
                |page, line| page.line(1, line),
            );
            let lines: Vec<_> = outstanding.iter().map(outstanding_line).collect();
            page.section("Before dispatch", &lines, |page, line| page.line(1, line));
        }
        page.text
    }

    fn heading(&self, page: &mut Page) {
        page.line(
            0,
            &format!("{}@{}", self.policy.artifact_id, self.policy.version),
        );
        page.line(0, &self.policy.sha256.to_string());
        page.line(0, "");
        match &self.conclusion {
            Conclusion::Decided { decision, .. } => {
                let outcome = outcome_word(decision.outcome);
                let by = decision.decided_by.join(", ");
                let decided = if by.is_empty() {
                    outcome.to_owned()
                } else {
                    format!("{outcome}, decided by {by}")
                };
                page.line(0, &format!("Outcome    {decided}"));
                page.line(
                    0,
                    &format!(
                        "Permitted  {}",
                        if decision.permitted { "yes" } else { "no" }
                    ),
                );
            }
            Conclusion::Failed { error } => {
                page.line(0, "Outcome    none: an applicable predicate failed");
                page.line(
                    0,
                    &format!("Failed     {} at {}", error.rule_id, error.expression_path),
                );
                page.line(0, &format!("           {}", error.message()));
            }
        }
    }
}

/// Text under way.
#[derive(Default)]
struct Page {
    text: String,
}

impl Page {
    fn line(&mut self, level: usize, text: &str) {
        if !text.is_empty() {
            self.text.extend(core::iter::repeat_n("  ", level));
            self.text.push_str(text);
        }
        self.text.push('\n');
    }

    fn section<T>(&mut self, title: &str, items: &[T], mut block: impl FnMut(&mut Self, &T)) {
        if items.is_empty() {
            return;
        }
        self.line(0, "");
        self.line(0, title);
        for item in items {
            block(self, item);
        }
    }

    /// Lines whose second parts stand below each other.
    fn table(&mut self, level: usize, rows: &[(String, String)]) {
        let widths = rows
            .iter()
            .filter(|(_, right)| !right.is_empty())
            .map(|(left, _)| left.chars().count());
        let column = widths
            .filter(|width| *width <= MAX_COLUMN)
            .max()
            .unwrap_or_default();
        for (left, right) in rows {
            let line = if right.is_empty() {
                left.clone()
            } else {
                format!("{left:column$}   {right}")
            };
            self.line(level, &line);
        }
    }
}

const fn mark(answer: Answer) -> char {
    match answer {
        Answer::True => '✓',
        Answer::False => '✗',
        Answer::Failed => '!',
        Answer::NotAsked => '·',
    }
}

/// The answer of a rule as a whole: not asked where it does not apply.
fn answer(predicate: Option<&Node>) -> Answer {
    predicate.map_or(Answer::NotAsked, |node| node.answer)
}

fn rule_block(page: &mut Page, rule: &RuleExplanation<'_>, held: &[String]) {
    let answer = answer(rule.predicate.as_ref());
    let what = match (&rule.contribution, answer) {
        (Some(BranchExplanation { branch, body }), _) => {
            let branch = match branch {
                BranchName::Then => "then",
                BranchName::Else => "else",
            };
            format!("{branch} {}", branch_outcome(body.outcome))
        }
        (None, Answer::NotAsked) => "does not apply".to_owned(),
        (None, Answer::Failed) => "fails".to_owned(),
        (None, Answer::True | Answer::False) => "contributes nothing".to_owned(),
    };
    page.line(
        1,
        &format!(
            "{} {} (priority {}): {what}",
            mark(answer),
            rule.rule_id,
            integer(rule.priority)
        ),
    );
    page.table(2, &predicate_rows(&rule.keys, rule.predicate.as_ref()));
    if let Some(BranchExplanation { body, .. }) = &rule.contribution {
        for clause in clauses(body, held) {
            page.line(2, &format!("→ {clause}"));
        }
    }
}

fn guardrail_block(page: &mut Page, guardrail: &GuardrailExplanation<'_>) {
    let answer = answer(guardrail.predicate.as_ref());
    let what = match answer {
        Answer::True => guardrail
            .effects
            .iter()
            .map(effect)
            .collect::<Vec<_>>()
            .join(", "),
        Answer::False => "does nothing".to_owned(),
        Answer::Failed => "fails".to_owned(),
        Answer::NotAsked => "does not apply".to_owned(),
    };
    page.line(
        1,
        &format!("{} {}: {what}", mark(answer), guardrail.guardrail_id),
    );
    page.table(
        2,
        &predicate_rows(&guardrail.keys, guardrail.predicate.as_ref()),
    );
}

fn scoring_block(page: &mut Page, rule: &ScoringExplanation<'_>) {
    let answer = answer(rule.predicate.as_ref());
    let what = match answer {
        Answer::True => format!("score {}", integer(rule.score)),
        Answer::False => "no score".to_owned(),
        Answer::Failed => "skipped".to_owned(),
        Answer::NotAsked => "does not apply".to_owned(),
    };
    page.line(1, &format!("{} {}: {what}", mark(answer), rule.rule_id));
    page.table(2, &predicate_rows(&rule.keys, rule.predicate.as_ref()));
}

fn predicate_rows(keys: &[KeyExplanation<'_>], predicate: Option<&Node>) -> Vec<(String, String)> {
    let mut rows: Vec<_> = keys.iter().map(key_row).collect();
    if let Some(predicate) = predicate {
        node_rows(predicate, 0, &mut rows);
    }
    rows
}

fn key_row(key: &KeyExplanation<'_>) -> (String, String) {
    let values: Vec<_> = key.one_of.iter().map(|value| quoted(value)).collect();
    let actual = key
        .actual
        .as_ref()
        .map_or("absent".to_owned(), |actual| quoted(actual));
    let answer = if key.matches {
        Answer::True
    } else {
        Answer::False
    };
    (
        format!("{} on {} {}", mark(answer), key.key, values.join(", ")),
        format!("{} is {actual}", key.key),
    )
}

fn node_rows(node: &Node, level: usize, rows: &mut Vec<(String, String)>) {
    let indent: String = core::iter::repeat_n("  ", level).collect();
    let element = node
        .element
        .map(|element| format!("element {element}: "))
        .unwrap_or_default();
    let facts = node
        .facts
        .iter()
        .map(|reading| format!("{} is {}", reading.fact, reading.value));
    let notes: Vec<_> = facts.chain(node.fault.map(ToOwned::to_owned)).collect();
    rows.push((
        format!("{indent}{} {element}{}", mark(node.answer), node.text),
        notes.join(", "),
    ));
    for operand in &node.operands {
        node_rows(operand, level + 1, rows);
    }
}

fn clauses(body: &BranchBody, held: &[String]) -> Vec<String> {
    let list = |word: &str, items: &[String]| {
        (!items.is_empty()).then(|| format!("{word} {}", items.join(", ")))
    };
    let held: Vec<_> = held.iter().map(String::as_str).collect();
    let approved = is_approved(body, &held);
    let mut clauses: Vec<String> = body
        .because
        .iter()
        .map(|because| format!("because {}", quoted(because)))
        .collect();
    clauses.extend(body.approvals.iter().map(|approval| {
        let is_held = if held.contains(&approval.gate.as_str()) {
            " (held)"
        } else {
            ""
        };
        format!("{}{is_held}", approval_text(&approval.gate, approval.mode))
    }));
    clauses.extend(list("require evidence", &body.required_evidence));
    clauses.extend(
        body.obligations
            .iter()
            .map(|text| format!("oblige {}", quoted(text))),
    );
    clauses.extend(list("prohibit", &body.prohibited));
    clauses.extend(
        body.limits
            .iter()
            .map(|limit| limit_clause(limit, approved)),
    );
    clauses
}

fn approval_text(gate: &str, mode: Option<Mode>) -> String {
    mode.map_or(format!("approval {gate}"), |mode| {
        format!("approval {gate} at {}", mode.as_str())
    })
}

fn limit_clause(limit: &LimitBody, approved: bool) -> String {
    let one_of = limit.one_of.as_ref().map(|values| values.iter().collect());
    let bounds = bounds(limit.at_least, limit.at_most, one_of);
    let unless = match (limit.unless_approved, approved) {
        (true, true) => " unless approved (dropped: approved)",
        (true, false) => " unless approved",
        (false, _) => "",
    };
    format!("limit {} {bounds}{unless}", limit.argument)
}

fn bounds(at_least: Option<i64>, at_most: Option<i64>, one_of: Option<Vec<&LimitValue>>) -> String {
    let least = at_least.map(|least| format!("at least {}", integer(least)));
    let most = at_most.map(|most| format!("at most {}", integer(most)));
    let values = one_of.map(|values| {
        let values: Vec<_> = values
            .into_iter()
            .map(|value| match value {
                LimitValue::Integer(value) => integer(*value),
                LimitValue::String(value) => quoted(value),
            })
            .collect();
        format!("in [{}]", values.join(", "))
    });
    let bounds: Vec<_> = [least, most, values].into_iter().flatten().collect();
    bounds.join(" and ")
}

fn effect(effect: &EffectBody) -> String {
    match effect {
        EffectBody::Refuse => "refuse".to_owned(),
        EffectBody::Escalate { target } => format!("escalate {target}"),
        EffectBody::Approval { gate } => format!("approval {gate}"),
        EffectBody::Redact { fields } => format!("redact {}", fields.join(", ")),
    }
}

const fn branch_outcome(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Deny => "deny",
        Outcome::Allow => "allow",
    }
}

const fn outcome_word(outcome: DecidedOutcome) -> &'static str {
    match outcome {
        DecidedOutcome::Deny => "deny",
        DecidedOutcome::Allow => "allow",
        DecidedOutcome::NotApplicable => "not applicable",
    }
}

/// How precedence reached the outcome, a sentence a line.
fn reasons(decision: &DecisionRecord<'_>, precedence: &Precedence<'_>) -> Vec<String> {
    let Some(priority) = precedence.priority else {
        return vec!["No rule contributes, and what no rule allows is not permitted.".to_owned()];
    };
    let (denying, allowing) = (
        precedence.denying.join(", "),
        precedence.allowing.join(", "),
    );
    let top = match (denying.is_empty(), allowing.is_empty()) {
        (false, false) => format!("deny by {denying} wins over allow by {allowing}"),
        (false, true) => format!("deny by {denying}"),
        (true, _) => format!("allow by {allowing}"),
    };
    let mut reasons = vec![format!(
        "Highest priority among contributions, {}: {top}.",
        integer(priority)
    )];
    if !precedence.outranked.is_empty() {
        let outranked = precedence.outranked.join(", ");
        reasons.push(format!(
            "Of lower priority, so that only their clauses count: {outranked}."
        ));
    }
    let refuse = decision
        .guardrails
        .refuse
        .iter()
        .map(|guardrail| format!("{guardrail} refuses"));
    let escalate = decision.guardrails.escalate.iter().map(|escalation| {
        format!(
            "{} escalates to {}",
            escalation.guardrail_id, escalation.target
        )
    });
    let guardrails: Vec<_> = refuse.chain(escalate).collect();
    if !guardrails.is_empty() {
        reasons.push(format!(
            "No priority moves a guardrail: {}.",
            guardrails.join(", ")
        ));
    }
    reasons
}

fn outstanding_line(outstanding: &Outstanding<'_>) -> String {
    match outstanding {
        Outstanding::Outcome { outcome } => {
            format!("forbidden: the outcome is {}", outcome_word(*outcome))
        }
        Outstanding::Refusal { guardrail_id } => {
            format!("forbidden: guardrail {guardrail_id} refuses")
        }
        Outstanding::Escalation {
            guardrail_id,
            target,
        } => {
            format!("forbidden here: guardrail {guardrail_id} hands it to {target}")
        }
        Outstanding::LimitsConflict { argument } => {
            format!("forbidden: no {argument} meets all limits")
        }
        Outstanding::Approval {
            gate,
            mode,
            guardrail_id,
        } => {
            let by = guardrail_id
                .as_ref()
                .map(|by| format!(", for guardrail {by}"))
                .unwrap_or_default();
            format!("needed: {}{by}", approval_text(gate, *mode))
        }
        Outstanding::Evidence { name } => format!("needed: evidence {name}"),
        Outstanding::Obligation { text } => format!("to do: {text}"),
        Outstanding::Limit { argument, limit } => format!("limit: {argument} {}", effective(limit)),
    }
}

fn effective(limit: &EffectiveLimit<'_>) -> String {
    let one_of = limit
        .one_of
        .as_ref()
        .map(|values| values.iter().map(AsRef::as_ref).collect());
    bounds(limit.at_least, limit.at_most, one_of)
}
