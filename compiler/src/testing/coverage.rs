//! What tests reach: a branch of a rule where it contributed, a guardrail where it took effect, a scoring rule where it
//! scored, a control where it was judged.

use std::borrow::Cow;
use std::collections::BTreeSet;

use ordain_runtime::policy::{BranchName, DecisionRecord};

use crate::model::{Id, Model, Origin, Policy};

/// Something that no test reaches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreached {
    /// The policy or control.
    pub subject: Id,
    /// What of it.
    pub part: Part,
    /// Where it stands.
    pub origin: Origin,
}

/// A part that a test can reach.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    /// A branch of a rule.
    Branch(String, BranchName),
    /// A scoring rule.
    ScoringRule(String),
    /// A guardrail.
    Guardrail(String),
    /// The control itself.
    Control,
}

#[derive(Debug, Default)]
pub(super) struct Coverage {
    reached: BTreeSet<(Id, Part)>,
}

impl Coverage {
    pub(super) fn decided(&mut self, policy: &Id, decision: &DecisionRecord<'_>) {
        let branches = decision.contributed.iter().map(|contribution| {
            Part::Branch(
                contribution.rule_id.clone().into_owned(),
                contribution.branch,
            )
        });
        let scores = decision
            .scores
            .iter()
            .map(|score| Part::ScoringRule(score.rule_id.clone().into_owned()));
        let asked = &decision.guardrails;
        let guardrails = (asked.refuse.iter())
            .chain(
                asked
                    .escalate
                    .iter()
                    .map(|escalation| &escalation.guardrail_id),
            )
            .chain(asked.approval.iter().map(|approval| &approval.guardrail_id))
            .chain(asked.redact.iter().map(|redaction| &redaction.guardrail_id))
            .map(|guardrail: &Cow<'_, str>| Part::Guardrail(guardrail.clone().into_owned()));
        let parts: Vec<Part> = branches.chain(scores).chain(guardrails).collect();
        self.reached
            .extend(parts.into_iter().map(|part| (policy.clone(), part)));
    }

    pub(super) fn judged(&mut self, control: &Id) {
        self.reached.insert((control.clone(), Part::Control));
    }

    pub(super) fn unreached(&self, model: &Model) -> Vec<Unreached> {
        let policies = model.policies.iter().flat_map(|(id, policy)| {
            parts(policy)
                .into_iter()
                .map(move |(part, origin)| (id, part, origin))
        });
        // A declarative control judges nothing that a test could reach.
        let controls = model
            .controls
            .iter()
            .filter(|(_, control)| control.satisfied_when.is_some())
            .map(|(id, control)| (id, Part::Control, &control.origin));
        policies
            .chain(controls)
            .map(|(id, part, origin)| ((id.clone(), part), origin))
            .filter(|(key, _)| !self.reached.contains(key))
            .map(|((subject, part), origin)| Unreached {
                subject,
                part,
                origin: origin.clone(),
            })
            .collect()
    }
}

fn parts(policy: &Policy) -> Vec<(Part, &Origin)> {
    let branches = policy.rules.iter().flat_map(|rule| {
        let branch = |name| (Part::Branch(rule.name.clone(), name), &rule.origin);
        [
            Some(branch(BranchName::Then)),
            rule.otherwise.as_ref().map(|_| branch(BranchName::Else)),
        ]
    });
    let scoring = policy
        .scoring_rules
        .iter()
        .map(|rule| (Part::ScoringRule(rule.name.clone()), &rule.origin));
    let guardrails = policy
        .guardrails
        .iter()
        .map(|one| (Part::Guardrail(one.name.clone()), &one.origin));
    let mut parts: Vec<_> = branches
        .flatten()
        .chain(scoring)
        .chain(guardrails)
        .collect();
    parts.sort_by(|(left, at), (right, other)| {
        (&at.file, at.line, left).cmp(&(&other.file, other.line, right))
    });
    parts
}
