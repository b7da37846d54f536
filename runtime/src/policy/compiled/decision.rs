//! The compact decision: which rules contributed and which guardrails hold. What follows from that is read off the
//! static tables when it is asked for. Semantics, section 3.

use alloc::borrow::Cow;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::vec::Vec;
use core::fmt;

use super::super::{
    Approval, BranchName, Contribution, DecidedOutcome, DecisionRecord, EffectiveLimit, Escalation,
    GuardrailApproval, Guardrails, Mode, Outcome, Redaction, Score,
};
use super::effective;
use super::marks::Marks;
use super::table::{ApprovalTable, BranchTable, EffectTable, GuardrailTable, RuleTable, Table};
use crate::digest::Digest;

/// Above this many contributions, a union keeps a set of what it has given instead of looking back.
const LOOKING_BACK_MAX: usize = 32;

/// A decision. Making one allocates nothing for a policy of up to 256 rules, 128 guardrails and 128 scoring rules, whatever
/// they say; for a larger one, up to 31 contributions, 15 guardrails that hold, and 15 scoring rules that count.
///
/// Every list that it gives is in canonical order and holds nothing twice. `held` are the gates of the approvals that
/// are at hand: they drop limits that are written `unless approved`, and nothing else.
#[derive(Clone, PartialEq, Eq)]
pub struct Decision<'p> {
    table: &'p Table,
    /// The rules that contribute; in the second way, their `else`.
    contributions: Marks<4, 31>,
    /// The guardrails that hold.
    guardrails: Marks<2, 15>,
    /// The scoring rules that count; in the second way, those that were skipped.
    scoring: Marks<2, 15>,
}

/// A contribution: its rule and the branch that holds.
#[derive(Clone, Copy)]
struct Contributed<'p> {
    rule: &'p RuleTable,
    name: BranchName,
    branch: &'p BranchTable,
}

impl<'p> Decision<'p> {
    #[inline]
    pub(super) const fn of(table: &'p Table) -> Self {
        Self {
            table,
            contributions: Marks::of(table.rules.len()),
            guardrails: Marks::of(table.guardrails.len()),
            scoring: Marks::of(table.scoring_rules.len()),
        }
    }

    pub(super) const fn table(&self) -> &'p Table {
        self.table
    }

    #[inline]
    pub(super) fn contribute(&mut self, rule: u16, branch: BranchName) {
        self.contributions.push(rule, branch == BranchName::Else);
    }

    #[inline]
    pub(super) fn hold(&mut self, guardrail: u16) {
        self.guardrails.push(guardrail, false);
    }

    #[inline]
    pub(super) fn score(&mut self, scoring_rule: u16) {
        self.scoring.push(scoring_rule, false);
    }

    #[inline]
    pub(super) fn skip(&mut self, scoring_rule: u16) {
        self.scoring.push(scoring_rule, true);
    }

    /// The digest of the policy's artefact.
    #[must_use]
    pub const fn policy(&self) -> Digest {
        self.table.digest
    }

    /// The outcome of the highest priority among contributions; at equal priority deny wins.
    #[must_use]
    pub fn outcome(&self) -> DecidedOutcome {
        match self.leading().map(|leading| leading.branch.outcome).min() {
            Some(Outcome::Deny) => DecidedOutcome::Deny,
            Some(Outcome::Allow) => DecidedOutcome::Allow,
            None => DecidedOutcome::NotApplicable,
        }
    }

    /// The highest priority among contributions.
    #[must_use]
    pub fn priority(&self) -> Option<i64> {
        // Rules stand in canonical order, the highest priority first.
        self.contributed().next().map(|first| first.rule.priority)
    }

    /// Whether the outcome is allow, no guardrail refuses or escalates, and no limits conflict.
    #[must_use]
    pub fn permitted(&self, held: &[&str]) -> bool {
        self.outcome() == DecidedOutcome::Allow
            && !self
                .effects()
                .any(|(_, effect)| matches!(effect, EffectTable::Refuse | EffectTable::Escalate(_)))
            && !effective::conflict(&self.branches(), held)
    }

    /// The rules that contribute the outcome at the highest priority.
    pub fn decided_by(&self) -> impl Iterator<Item = &'p str> {
        let outcome = self.leading().map(|leading| leading.branch.outcome).min();
        self.leading()
            .filter(move |leading| Some(leading.branch.outcome) == outcome)
            .map(|leading| leading.rule.id)
    }

    /// Every contribution.
    pub fn contributions(&self) -> impl Iterator<Item = Contribution<'p>> {
        self.contributed().map(|contributed| Contribution {
            rule_id: Cow::Borrowed(contributed.rule.id),
            branch: contributed.name,
        })
    }

    /// The reasons of contributions, in business words.
    pub fn reasons(&self) -> impl Iterator<Item = &'p str> {
        self.union(|branch| branch.because.as_slice())
    }

    /// What must be done.
    pub fn obligations(&self) -> impl Iterator<Item = &'p str> {
        self.union(|branch| branch.obligations)
    }

    /// Evidence that must be at hand.
    pub fn required_evidence(&self) -> impl Iterator<Item = &'p str> {
        self.union(|branch| branch.required_evidence)
    }

    /// Capabilities that may not be called. No priority takes one away.
    pub fn prohibited(&self) -> impl Iterator<Item = &'p str> {
        self.union(|branch| branch.prohibited)
    }

    /// Approvals that are all needed.
    pub fn approvals(&self) -> impl Iterator<Item = Approval<'p>> {
        self.union(|branch| branch.approvals)
            .map(|ApprovalTable { gate, mode }| Approval {
                gate: Cow::Borrowed(gate),
                mode,
            })
    }

    /// For each argument, the intersection of its limits, those left out that a held approval drops.
    #[must_use]
    pub fn limits(&self, held: &[&str]) -> BTreeMap<Cow<'p, str>, EffectiveLimit<'p>> {
        effective::limits(&self.branches(), held)
    }

    /// The lowest mode that an approval of a contribution names.
    #[must_use]
    pub fn effective_mode(&self) -> Option<Mode> {
        let approvals = self.branches().flat_map(|branch| branch.approvals);
        approvals.filter_map(|approval| approval.mode).min()
    }

    /// What guardrails ask for.
    #[must_use]
    pub fn guardrails(&self) -> Guardrails<'p> {
        let mut asked = Guardrails::default();
        for (guardrail, effect) in self.effects() {
            let guardrail_id = Cow::Borrowed(guardrail.id);
            match *effect {
                EffectTable::Refuse => push(&mut asked.refuse, guardrail_id),
                EffectTable::Escalate(target) => {
                    let target = Cow::Borrowed(target);
                    push(
                        &mut asked.escalate,
                        Escalation {
                            guardrail_id,
                            target,
                        },
                    );
                }
                EffectTable::Approval(gate) => {
                    let gate = Cow::Borrowed(gate);
                    push(
                        &mut asked.approval,
                        GuardrailApproval { guardrail_id, gate },
                    );
                }
                EffectTable::Redact(fields) => {
                    let fields = fields.iter().copied().map(Cow::Borrowed).collect();
                    push(
                        &mut asked.redact,
                        Redaction {
                            guardrail_id,
                            fields,
                        },
                    );
                }
            }
        }
        asked
    }

    /// What scoring rules add.
    pub fn scores(&self) -> impl Iterator<Item = Score<'p>> {
        let rules = self.table.scoring_rules;
        let counted = self.scoring.iter().filter(|(_, skipped)| !skipped);
        counted
            .filter_map(|(rule, _)| rules.get(rule))
            .map(|rule| Score {
                rule_id: Cow::Borrowed(rule.id),
                score: rule.score,
            })
    }

    /// Scoring rules whose predicate failed.
    pub fn skipped(&self) -> impl Iterator<Item = &'p str> {
        let rules = self.table.scoring_rules;
        let skipped = self.scoring.iter().filter(|(_, skipped)| *skipped);
        skipped
            .filter_map(|(rule, _)| rules.get(rule))
            .map(|rule| rule.id)
    }

    /// The decision as data, which canonical JSON prints.
    #[must_use]
    pub fn record(&self, held: &[&str]) -> DecisionRecord<'p> {
        DecisionRecord {
            policy: self.policy(),
            outcome: self.outcome(),
            priority: self.priority(),
            decided_by: self.decided_by().map(Cow::Borrowed).collect(),
            contributed: self.contributions().collect(),
            obligations: self.obligations().map(Cow::Borrowed).collect(),
            required_evidence: self.required_evidence().map(Cow::Borrowed).collect(),
            prohibited: self.prohibited().map(Cow::Borrowed).collect(),
            limits: self.limits(held),
            approvals: self.approvals().collect(),
            effective_mode: self.effective_mode(),
            guardrails: self.guardrails(),
            scores: self.scores().collect(),
            skipped: self.skipped().map(Cow::Borrowed).collect(),
            permitted: self.permitted(held),
        }
    }

    fn contributed(&self) -> impl Iterator<Item = Contributed<'p>> + Clone {
        let rules = self.table.rules;
        self.contributions
            .iter()
            .filter_map(move |(rule, is_else)| {
                let rule = rules.get(rule)?;
                let (name, branch) = if is_else {
                    (BranchName::Else, rule.otherwise.as_ref()?)
                } else {
                    (BranchName::Then, &rule.then)
                };
                Some(Contributed { rule, name, branch })
            })
    }

    fn branches(&self) -> impl Iterator<Item = &'p BranchTable> + Clone {
        self.contributed().map(|contributed| contributed.branch)
    }

    /// The contributions of the highest priority.
    fn leading(&self) -> impl Iterator<Item = Contributed<'p>> {
        let highest = self.priority();
        self.contributed()
            .take_while(move |contributed| Some(contributed.rule.priority) == highest)
    }

    /// What `list` picks from every branch that holds, each item once, where it comes first.
    fn union<T: Copy + Ord + 'p>(
        &self,
        list: impl Fn(&'p BranchTable) -> &'p [T] + Copy,
    ) -> impl Iterator<Item = T> {
        let every = self.branches().flat_map(list).copied();
        let many = self.contributions.count() > LOOKING_BACK_MAX;
        let mut seen = many.then(BTreeSet::new);
        every.clone().enumerate().filter_map(move |(index, item)| {
            let is_new = match &mut seen {
                Some(seen) => seen.insert(item),
                None => !every.clone().take(index).any(|earlier| earlier == item),
            };
            is_new.then_some(item)
        })
    }

    fn effects(&self) -> impl Iterator<Item = (&'p GuardrailTable, &'p EffectTable)> {
        let table = self.table.guardrails;
        let holding = self.guardrails.iter();
        holding
            .filter_map(|(guardrail, _)| table.get(guardrail))
            .flat_map(|guardrail| {
                guardrail
                    .effects
                    .iter()
                    .map(move |effect| (guardrail, effect))
            })
    }
}

/// One guardrail asks for nothing twice.
fn push<T: PartialEq>(list: &mut Vec<T>, item: T) {
    if !list.contains(&item) {
        list.push(item);
    }
}

impl fmt::Debug for Decision<'_> {
    /// What it means without approvals at hand.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.record(&[]), f)
    }
}
