//! Why a policy decides as it does, rule by rule, as data; [`Explanation::render`] puts it into words.
//!
//! Nothing is decided here: each answer is the interpreter's.

mod outstanding;
mod render;
mod tree;
mod value;

#[cfg(test)]
mod tests;

use alloc::borrow::ToOwned as _;
use alloc::boxed::Box;
use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;
use serde::Serialize;

use super::decision::{DecisionRecord, FactsInvalid, PolicyEvalError};
use super::facts::Root;
use super::interpret::{
    Facts, Guardrail, Key, Policy, Rule, Scope, ScoringRule, contribution, facts,
};
use super::predicate::Predicate;
use super::source_text::{Decimals, SourceText};
use super::vocabulary::{BranchName, Outcome};
use crate::canonical::Value;
use crate::registry::{ArtefactRef, BranchBody, EffectBody};

pub use outstanding::Outstanding;
pub use tree::{Answer, Node, Reading};

/// Why a policy decides as it does on some facts. It holds facts: who may not see them must not see it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Explanation<'p> {
    /// The policy.
    pub policy: &'p ArtefactRef,
    /// The gates of the approvals that are held.
    pub held: Vec<String>,
    /// Every rule in canonical order.
    pub rules: Vec<RuleExplanation<'p>>,
    /// Every guardrail by id.
    pub guardrails: Vec<GuardrailExplanation<'p>>,
    /// Every scoring rule by id.
    pub scoring_rules: Vec<ScoringExplanation<'p>>,
    /// What follows.
    pub conclusion: Conclusion<'p>,
}

/// Whether a rule applies, key by key; without keys it always does.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct KeyExplanation<'p> {
    /// The key.
    pub key: &'p str,
    /// The values under which the rule applies.
    pub one_of: &'p BTreeSet<String>,
    /// The value that the facts have, if they have one.
    pub actual: Option<String>,
    /// Whether it is one of them.
    pub matches: bool,
}

/// A rule.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RuleExplanation<'p> {
    /// The rule.
    pub rule_id: &'p str,
    /// Larger numbers win.
    pub priority: i64,
    /// All of them must match.
    pub keys: Vec<KeyExplanation<'p>>,
    /// What its predicate says; absent where the rule does not apply.
    pub predicate: Option<Node>,
    /// What it contributes, if anything.
    pub contribution: Option<BranchExplanation<'p>>,
}

/// A branch that holds.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct BranchExplanation<'p> {
    /// Which.
    pub branch: BranchName,
    /// Its outcome, reason and clauses.
    pub body: &'p BranchBody,
}

/// A guardrail.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GuardrailExplanation<'p> {
    /// The guardrail.
    pub guardrail_id: &'p str,
    /// All of them must match.
    pub keys: Vec<KeyExplanation<'p>>,
    /// What its predicate says; absent where the guardrail does not apply.
    pub predicate: Option<Node>,
    /// What it does, where its predicate is true.
    pub effects: &'p [EffectBody],
}

/// A scoring rule.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ScoringExplanation<'p> {
    /// The scoring rule.
    pub rule_id: &'p str,
    /// All of them must match.
    pub keys: Vec<KeyExplanation<'p>>,
    /// What its predicate says; absent where the rule does not apply. A failure skips the rule and nothing else.
    pub predicate: Option<Node>,
    /// What it adds, where its predicate is true.
    pub score: i64,
}

/// What follows from the rules and guardrails.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Conclusion<'p> {
    /// A decision.
    Decided {
        /// The decision itself.
        decision: Box<DecisionRecord<'p>>,
        /// How its outcome came about.
        precedence: Precedence<'p>,
        /// What stands between it and dispatch.
        outstanding: Vec<Outstanding<'p>>,
    },
    /// No decision: an applicable predicate failed.
    Failed {
        /// The safe error.
        error: PolicyEvalError<'p>,
    },
}

/// The contributions by what became of their outcome, each list in canonical order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Precedence<'p> {
    /// The highest priority among contributions; `null` without any.
    pub priority: Option<i64>,
    /// Contributions at that priority that deny.
    pub denying: Vec<&'p str>,
    /// Contributions at that priority that allow; outvoted where any denies.
    pub allowing: Vec<&'p str>,
    /// Contributions of lower priority: their clauses stay, their outcome does not count.
    pub outranked: Vec<&'p str>,
}

impl Policy {
    /// Why the policy decides as it does on a facts document, while the approvals at the gates `held` are held.
    /// `decimals` says how many decimals a currency is printed with.
    pub fn explain(
        &self,
        facts: &[u8],
        held: &[&str],
        decimals: Decimals,
    ) -> Result<Explanation<'_>, FactsInvalid> {
        let value = facts::validate(facts, &self.schema)?;
        let facts = Facts::validated(&value);
        let asked = Asked {
            facts: facts.scope(),
            root: Root::Facts(&self.schema),
            text: SourceText::new(decimals),
        };
        let rules: Vec<_> = self.rules.iter().map(|rule| asked.rule(rule)).collect();
        let conclusion = match self.decide(&facts, held) {
            Err(error) => Conclusion::Failed { error },
            Ok(decision) => Conclusion::Decided {
                precedence: precedence(&rules, decision.priority),
                outstanding: outstanding::of(&decision, held),
                decision: Box::new(decision),
            },
        };
        Ok(Explanation {
            policy: &self.reference,
            held: held.iter().map(|gate| (*gate).to_owned()).collect(),
            rules,
            guardrails: self
                .guardrails
                .iter()
                .map(|guardrail| asked.guardrail(guardrail))
                .collect(),
            scoring_rules: self
                .scoring_rules
                .iter()
                .map(|rule| asked.scoring_rule(rule))
                .collect(),
            conclusion,
        })
    }
}

/// What rules are asked about.
#[derive(Clone, Copy)]
struct Asked<'v> {
    facts: Scope<'v>,
    root: Root<'v>,
    text: SourceText,
}

impl Asked<'_> {
    fn rule<'p>(&self, rule: &'p Rule) -> RuleExplanation<'p> {
        let keys = self.keys(&rule.keys);
        let predicate = self.predicate(&rule.predicate, &keys);
        let truth = predicate.as_ref().and_then(|node| node.answer.truth());
        let contribution = truth.and_then(|truth| contribution(rule, truth));
        RuleExplanation {
            rule_id: &rule.id,
            priority: rule.priority,
            keys,
            predicate,
            contribution: contribution.map(|contributed| BranchExplanation {
                branch: contributed.name,
                body: contributed.branch,
            }),
        }
    }

    fn guardrail<'p>(&self, guardrail: &'p Guardrail) -> GuardrailExplanation<'p> {
        let keys = self.keys(&guardrail.keys);
        let predicate = self.predicate(&guardrail.predicate, &keys);
        GuardrailExplanation {
            guardrail_id: &guardrail.id,
            keys,
            predicate,
            effects: &guardrail.effects,
        }
    }

    fn scoring_rule<'p>(&self, rule: &'p ScoringRule) -> ScoringExplanation<'p> {
        let keys = self.keys(&rule.keys);
        let predicate = self.predicate(&rule.predicate, &keys);
        ScoringExplanation {
            rule_id: &rule.id,
            keys,
            predicate,
            score: rule.score,
        }
    }

    fn keys<'p>(&self, keys: &'p [Key]) -> Vec<KeyExplanation<'p>> {
        let explain = |key: &'p Key| {
            let value = self.facts.read(&key.path).ok().flatten();
            let actual = value.and_then(Value::as_str).map(String::from);
            KeyExplanation {
                key: &key.name,
                one_of: &key.values,
                matches: actual
                    .as_ref()
                    .is_some_and(|actual| key.values.contains(actual)),
                actual,
            }
        };
        keys.iter().map(explain).collect()
    }

    fn predicate(&self, predicate: &Predicate, keys: &[KeyExplanation<'_>]) -> Option<Node> {
        let applies = keys.iter().all(|key| key.matches);
        applies.then(|| tree::explain(predicate, self.facts, self.root, self.text))
    }
}

fn precedence<'p>(rules: &[RuleExplanation<'p>], priority: Option<i64>) -> Precedence<'p> {
    let mut precedence = Precedence {
        priority,
        ..Precedence::default()
    };
    for rule in rules {
        let Some(contribution) = rule.contribution else {
            continue;
        };
        let list = if Some(rule.priority) != priority {
            &mut precedence.outranked
        } else if contribution.body.outcome == Outcome::Deny {
            &mut precedence.denying
        } else {
            &mut precedence.allowing
        };
        list.push(rule.rule_id);
    }
    precedence
}
