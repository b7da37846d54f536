//! From facts to a decision: which rules apply, what they contribute, and what wins. Semantics, section 3.

use alloc::borrow::Cow;
use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::super::decision::{
    Approval, Contribution, DecidedOutcome, DecisionRecord, Escalation, EvaluationError,
    GuardrailApproval, Guardrails, PolicyEvalError, PredicateFault, Redaction, Score,
};
use super::super::predicate::Predicate;
use super::super::vocabulary::{BranchName, Outcome};
use super::facts;
use super::input::{Facts, Poisoned, Scope};
use super::limits;
use super::policy::{Guardrail, Key, Policy, Rule};
use super::predicate::holds;
use crate::canonical::Value;
use crate::registry::{ApprovalBody, BranchBody, EffectBody};

/// A rule and the branch that it contributes.
#[derive(Clone, Copy, Debug)]
pub(in crate::policy) struct Contributed<'p> {
    pub(in crate::policy) rule: &'p Rule,
    pub(in crate::policy) name: BranchName,
    pub(in crate::policy) branch: &'p BranchBody,
}

/// A fault of a rule or guardrail, with its path inside the artefact.
#[derive(Clone, Debug, PartialEq, Eq)]
struct RuleFault {
    path: String,
    fault: PredicateFault,
}

impl Policy {
    /// Decides on a facts document. `held` are the gates of the approvals that are already held.
    pub fn evaluate(
        &self,
        facts: &[u8],
        held: &[&str],
    ) -> Result<DecisionRecord<'_>, EvaluationError<'_>> {
        let value = facts::validate(facts, &self.schema)?;
        Ok(self.decide(&Facts::validated(&value), held)?)
    }

    /// Decides on facts that nobody has validated. A fact that is not of its type fails the rule that reads it, and
    /// only that; facts whose structure is another are refused.
    pub fn evaluate_untyped(
        &self,
        facts: &Value<'_>,
        held: &[&str],
    ) -> Result<DecisionRecord<'_>, EvaluationError<'_>> {
        Ok(self.decide(&Facts::screened(facts, &self.schema)?, held)?)
    }

    pub(in crate::policy) fn decide(
        &self,
        facts: &Facts<'_>,
        held: &[&str],
    ) -> Result<DecisionRecord<'_>, PolicyEvalError<'_>> {
        let contributed = self.contributions(facts)?;
        let guardrails = self.guardrails(facts)?;
        let (scores, skipped) = self.scores(facts);
        let branches = || contributed.iter().map(|contributed| contributed.branch);
        let (outcome, priority) = outcome(&contributed);
        let limits = limits::intersection(branches(), held);
        let permitted = outcome == DecidedOutcome::Allow
            && guardrails.refuse.is_empty()
            && guardrails.escalate.is_empty()
            && limits.values().all(|limit| limit.conflict.is_none());
        Ok(DecisionRecord {
            policy: self.reference.sha256,
            outcome,
            priority,
            decided_by: decided_by(&contributed, outcome, priority),
            contributed: contributed
                .iter()
                .map(|contributed| Contribution {
                    rule_id: Cow::Borrowed(&contributed.rule.id),
                    branch: contributed.name,
                })
                .collect(),
            obligations: union(branches().flat_map(|branch| &branch.obligations)),
            required_evidence: union(branches().flat_map(|branch| &branch.required_evidence)),
            prohibited: union(branches().flat_map(|branch| &branch.prohibited)),
            limits,
            approvals: distinct(branches().flat_map(|branch| &branch.approvals))
                .map(|ApprovalBody { gate, mode }| Approval {
                    gate: Cow::Borrowed(gate),
                    mode: *mode,
                })
                .collect(),
            effective_mode: branches()
                .flat_map(|branch| &branch.approvals)
                .filter_map(|approval| approval.mode)
                .min(),
            guardrails,
            scores,
            skipped,
            permitted,
        })
    }

    /// The contributions in canonical rule order, or the fault of the first applicable rule that has one.
    fn contributions(
        &self,
        facts: &Facts<'_>,
    ) -> Result<Vec<Contributed<'_>>, PolicyEvalError<'_>> {
        let mut contributed = Vec::new();
        for rule in self.index.rules.find(&self.rules, facts) {
            let answer = ask(&rule.keys, &rule.predicate, facts);
            let answer = answer.map_err(|fault| self.error(&rule.id, fault))?;
            contributed.extend(answer.and_then(|truth| contribution(rule, truth)));
        }
        Ok(contributed)
    }

    fn guardrails(&self, facts: &Facts<'_>) -> Result<Guardrails<'_>, PolicyEvalError<'_>> {
        let mut guardrails = Guardrails::default();
        for guardrail in self.index.guardrails.find(&self.guardrails, facts) {
            let answer = ask(&guardrail.keys, &guardrail.predicate, facts);
            if answer.map_err(|fault| self.error(&guardrail.id, fault))? == Some(true) {
                take_effects(guardrail, &mut guardrails);
            }
        }
        Ok(guardrails)
    }

    /// The scores, and the scoring rules that failed. Nothing else in a decision depends on them.
    fn scores(&self, facts: &Facts<'_>) -> (Vec<Score<'_>>, Vec<Cow<'_, str>>) {
        let (mut scores, mut skipped) = (Vec::new(), Vec::new());
        for rule in self.index.scoring_rules.find(&self.scoring_rules, facts) {
            match ask(&rule.keys, &rule.predicate, facts) {
                Ok(Some(true)) => scores.push(Score {
                    rule_id: Cow::Borrowed(&rule.id),
                    score: rule.score,
                }),
                Ok(Some(false) | None) => {}
                Err(_) => skipped.push(Cow::Borrowed(rule.id.as_str())),
            }
        }
        (scores, skipped)
    }

    fn error<'p>(&'p self, rule_id: &'p str, fault: RuleFault) -> PolicyEvalError<'p> {
        PolicyEvalError::new(
            &self.reference.artifact_id,
            rule_id,
            fault.path,
            fault.fault,
        )
    }
}

/// What the predicate says; `None` where the rule does not apply, and then the predicate does not run.
fn ask(keys: &[Key], predicate: &Predicate, facts: &Facts<'_>) -> Result<Option<bool>, RuleFault> {
    if !applies(keys, facts.scope())? {
        return Ok(None);
    }
    match holds(predicate, facts.scope()) {
        Ok(truth) => Ok(Some(truth)),
        Err(failure) => Err(RuleFault {
            path: failure.path.in_member("if"),
            fault: failure.fault,
        }),
    }
}

/// Whether every key has one of its values. A key that cannot be read fails who asks it, unless another key already says
/// that the rule does not apply.
fn applies(keys: &[Key], scope: Scope<'_>) -> Result<bool, RuleFault> {
    let mut fault = None;
    for key in keys {
        match scope.read(&key.path) {
            Ok(Some(Value::String(value))) if key.values.contains(value.as_ref()) => {}
            Ok(_) => return Ok(false),
            Err(Poisoned) => {
                fault.get_or_insert_with(|| RuleFault {
                    path: format!("applies_to.{}", key.name),
                    fault: PredicateFault::FactType,
                });
            }
        }
    }
    fault.map_or(Ok(true), Err)
}

/// The branch that holds, if the rule has one.
pub(in crate::policy) fn contribution(rule: &Rule, truth: bool) -> Option<Contributed<'_>> {
    let (name, branch) = if truth {
        (BranchName::Then, Some(&rule.then))
    } else {
        (BranchName::Else, rule.otherwise.as_ref())
    };
    branch.map(|branch| Contributed { rule, name, branch })
}

/// The outcome of the highest priority, at which deny wins.
fn outcome(contributed: &[Contributed<'_>]) -> (DecidedOutcome, Option<i64>) {
    let Some(priority) = contributed
        .iter()
        .map(|contributed| contributed.rule.priority)
        .max()
    else {
        return (DecidedOutcome::NotApplicable, None);
    };
    let denied = contributed
        .iter()
        .filter(|contributed| contributed.rule.priority == priority)
        .any(|contributed| contributed.branch.outcome == Outcome::Deny);
    (
        if denied {
            DecidedOutcome::Deny
        } else {
            DecidedOutcome::Allow
        },
        Some(priority),
    )
}

fn decided_by<'p>(
    contributed: &[Contributed<'p>],
    outcome: DecidedOutcome,
    priority: Option<i64>,
) -> Vec<Cow<'p, str>> {
    let decides = |contributed: &&Contributed<'_>| {
        let same = match contributed.branch.outcome {
            Outcome::Deny => outcome == DecidedOutcome::Deny,
            Outcome::Allow => outcome == DecidedOutcome::Allow,
        };
        same && Some(contributed.rule.priority) == priority
    };
    contributed
        .iter()
        .filter(decides)
        .map(|contributed| Cow::Borrowed(contributed.rule.id.as_str()))
        .collect()
}

fn take_effects<'p>(guardrail: &'p Guardrail, guardrails: &mut Guardrails<'p>) {
    for effect in distinct(guardrail.effects.iter()) {
        let guardrail_id = Cow::Borrowed(guardrail.id.as_str());
        match effect {
            EffectBody::Refuse => guardrails.refuse.push(guardrail_id),
            EffectBody::Escalate { target } => {
                let target = Cow::Borrowed(target.as_str());
                guardrails.escalate.push(Escalation {
                    guardrail_id,
                    target,
                });
            }
            EffectBody::Approval { gate } => {
                let gate = Cow::Borrowed(gate.as_str());
                guardrails
                    .approval
                    .push(GuardrailApproval { guardrail_id, gate });
            }
            EffectBody::Redact { fields } => {
                guardrails.redact.push(Redaction {
                    guardrail_id,
                    fields: union(fields),
                });
            }
        }
    }
}

fn union<'p>(strings: impl IntoIterator<Item = &'p String>) -> Vec<Cow<'p, str>> {
    distinct(strings.into_iter())
        .map(|string| Cow::Borrowed(string.as_str()))
        .collect()
}

/// Everything once, in the order in which it first came.
fn distinct<'p, T: Ord + 'p>(items: impl Iterator<Item = &'p T>) -> impl Iterator<Item = &'p T> {
    let mut seen = BTreeSet::new();
    items.filter(move |item| seen.insert(*item))
}
