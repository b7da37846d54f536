//! Policies: decisions, errors and refusals.

use std::collections::BTreeSet;

use ordain_runtime::canonical::{Value, to_vec};
use ordain_runtime::policy::interpret::Policy;
use ordain_runtime::policy::{BranchName, DecisionRecord, EvaluationError, Schema, jsonlogic};
use ordain_runtime::registry::{Kind, PolicyBody, Registry};
use ordain_tests::boundary::{Constants, Random};

use super::answer::{Answer, same};
use super::compiled::{CompiledPolicy, Decided, assert_complete};
use super::{ENOUGH, Round, cases, with_each};

/// Whether every policy of the registry is listed, and every listed one decides as the interpreter does.
pub(crate) fn policies_agree(registry: &Registry, policies: &[CompiledPolicy]) {
    assert_complete(
        registry,
        Kind::Policy,
        policies.iter().map(|policy| policy.name),
    );
    with_each(policies, |policy| agree(registry, policy));
}

/// A policy as an artefact, as an interpreter of it, and what its predicates compare with.
pub(super) struct Subject {
    pub(super) body: PolicyBody,
    pub(super) interpreted: Policy,
    pub(super) constants: Constants,
    pub(super) gates: Vec<String>,
}

impl Subject {
    pub(super) fn load(registry: &Registry, compiled: &CompiledPolicy) -> Self {
        let reference = compiled.name.reference(Kind::Policy);
        let body: PolicyBody = registry.decode(&reference).unwrap().body;
        let interpreted = Policy::load(registry, &reference).unwrap();
        let constants = constants(&body, interpreted.schema());
        let mut gates = BTreeSet::new();
        for rule in &body.rules {
            let branches = [Some(&rule.then), rule.otherwise.as_ref()];
            let approvals = branches
                .into_iter()
                .flatten()
                .flat_map(|branch| &branch.approvals);
            gates.extend(approvals.map(|approval| approval.gate.clone()));
        }
        Self {
            body,
            interpreted,
            constants,
            gates: gates.into_iter().collect(),
        }
    }
}

/// What a policy asks of its facts.
pub(crate) fn constants(body: &PolicyBody, schema: &Schema) -> Constants {
    let mut constants = Constants::default();
    let rules = body
        .rules
        .iter()
        .map(|rule| (&rule.applies_to, &rule.predicate));
    let scoring_rules = body
        .scoring_rules
        .iter()
        .map(|rule| (&rule.applies_to, &rule.predicate));
    let guardrails = body
        .guardrails
        .iter()
        .map(|one| (&one.applies_to, &one.predicate));
    for (applies_to, predicate) in rules.chain(scoring_rules).chain(guardrails) {
        let predicate = jsonlogic::decode(predicate, schema).unwrap();
        constants.add(applies_to.clone(), predicate);
    }
    constants
}

fn agree(registry: &Registry, compiled: &CompiledPolicy) {
    let subject = Subject::load(registry, compiled);
    let Subject {
        interpreted, gates, ..
    } = &subject;
    let mut random = Random::of(compiled.name.id);
    let mut reached = Reached::default();
    for _ in 0..cases() {
        let round = Round::of(interpreted.schema(), &subject.constants, &mut random);
        let all: Vec<&str> = gates.iter().map(String::as_str).collect();
        let some: Vec<&str> = all
            .iter()
            .copied()
            .filter(|_| random.chance(50))
            .chain(["elsewhere"])
            .collect();
        let typed = (compiled.typed)(&round.valid);
        assert!(
            !matches!(typed, Err(EvaluationError::Facts(_))),
            "{} refuses {}",
            compiled.name,
            String::from_utf8_lossy(&round.valid)
        );
        for held in [&[][..], &all, &some] {
            let expected = interpreted.evaluate(&round.valid, held);
            compare(compiled, "typed", &typed, &round.valid, &expected, held);
            reached.note(&expected);
        }
        let expected = interpreted.evaluate(&round.valid, &some);
        compare(
            compiled,
            "json",
            &(compiled.json)(&round.valid),
            &round.valid,
            &expected,
            &some,
        );
        compare(
            compiled,
            "untyped",
            &(compiled.untyped)(&round.facts),
            &round.valid,
            &expected,
            &some,
        );
        let expected = interpreted.evaluate(&round.invalid, &some);
        compare(
            compiled,
            "invalid",
            &(compiled.json)(&round.invalid),
            &round.invalid,
            &expected,
            &some,
        );
        let spoilt = to_vec(&round.spoilt);
        let expected = interpreted.evaluate_untyped(&round.spoilt, &some);
        compare(
            compiled,
            "spoilt",
            &(compiled.untyped)(&round.spoilt),
            &spoilt,
            &expected,
            &some,
        );
    }
    if cases() >= ENOUGH {
        reached.assert_everything(compiled, &subject.body);
    }
}

pub(super) fn compare(
    subject: &CompiledPolicy,
    way: &str,
    compiled: &Decided,
    asked: &[u8],
    interpreted: &Result<DecisionRecord<'_>, EvaluationError<'_>>,
    held: &[&str],
) {
    let record = compiled.as_ref().map(|decision| decision.record(held));
    let answer = Answer::of(&record.map_err(Clone::clone));
    same(
        &format_args!("{}, {way}, held {held:?},", subject.name),
        asked,
        &answer,
        &Answer::of(interpreted),
    );
}

/// What was seen to happen: agreement about nothing would prove nothing.
#[derive(Default)]
pub(super) struct Reached {
    branches: BTreeSet<(String, BranchName)>,
    others: BTreeSet<String>,
}

impl Reached {
    pub(super) fn note(&mut self, result: &Result<DecisionRecord<'_>, EvaluationError<'_>>) {
        let Ok(record) = result else { return };
        for contribution in &record.contributed {
            self.branches
                .insert((contribution.rule_id.to_string(), contribution.branch));
        }
        let guardrails = &record.guardrails;
        let refuse = guardrails.refuse.iter();
        let escalate = guardrails.escalate.iter().map(|one| &one.guardrail_id);
        let approval = guardrails.approval.iter().map(|one| &one.guardrail_id);
        let redact = guardrails.redact.iter().map(|one| &one.guardrail_id);
        let scores = record.scores.iter().map(|score| &score.rule_id);
        let ids = refuse
            .chain(escalate)
            .chain(approval)
            .chain(redact)
            .chain(scores);
        self.others.extend(ids.map(ToString::to_string));
    }

    pub(super) fn join(&mut self, other: Self) {
        self.branches.extend(other.branches);
        self.others.extend(other.others);
    }

    pub(super) fn assert_everything(&self, compiled: &CompiledPolicy, body: &PolicyBody) {
        let branches = body.rules.iter().flat_map(|rule| {
            let otherwise = rule
                .otherwise
                .as_ref()
                .map(|_| (rule.rule_id.clone(), BranchName::Else));
            [(rule.rule_id.clone(), BranchName::Then)]
                .into_iter()
                .chain(otherwise)
        });
        let unreached: Vec<_> = branches
            .filter(|branch| !self.branches.contains(branch))
            .collect();
        let guardrails = body.guardrails.iter().map(|one| &one.guardrail_id);
        let others = guardrails.chain(body.scoring_rules.iter().map(|rule| &rule.rule_id));
        let unheld: Vec<_> = others.filter(|id| !self.others.contains(*id)).collect();
        assert!(
            unreached.is_empty() && unheld.is_empty(),
            "{}: no facts reach {unreached:?} and {unheld:?}",
            compiled.name
        );
    }
}

/// Facts that nobody validates may be any value.
#[test]
fn values_that_are_no_record_are_refused() {
    let registry = super::published::registry();
    for compiled in super::published::POLICIES {
        let subject = Subject::load(&registry, compiled);
        for value in [
            Value::Null,
            Value::from("a"),
            Value::Array(vec![]),
            Value::Boolean(true),
        ] {
            let expected = subject.interpreted.evaluate_untyped(&value, &[]);
            compare(
                compiled,
                "untyped",
                &(compiled.untyped)(&value),
                &to_vec(&value),
                &expected,
                &[],
            );
        }
    }
}
