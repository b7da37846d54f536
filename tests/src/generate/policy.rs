//! Arbitrary policies over a schema. Clauses are drawn from few, so that contributions overlap.

use std::collections::{BTreeMap, BTreeSet};

use ordain_runtime::policy::{Mode, Outcome, Schema, Type, jsonlogic};
use ordain_runtime::registry::{
    AppliesTo, ApprovalBody, ArtefactRef, BranchBody, EffectBody, GuardrailBody, LimitBody,
    LimitValue, PolicyBody, RuleBody, ScoringRuleBody,
};
use proptest::prelude::*;

use super::facts::IDENTIFIERS;
use super::predicate::predicate;

/// A policy over `schema`, which `facts` refers to, with its rules in any order.
pub fn policy(schema: &Schema, facts: ArtefactRef) -> BoxedStrategy<PolicyBody> {
    sized(schema, facts, 0..6, 0..3)
}

/// A policy of 17 to 200 rules and as many as 40 guardrails and scoring rules: so many that they are found by an index.
pub fn large_policy(schema: &Schema, facts: ArtefactRef) -> BoxedStrategy<PolicyBody> {
    sized(schema, facts, 17..=200, 0..40)
}

fn sized(
    schema: &Schema,
    facts: ArtefactRef,
    rules: impl Into<prop::collection::SizeRange>,
    others: impl Into<prop::collection::SizeRange>,
) -> BoxedStrategy<PolicyBody> {
    let others = others.into();
    let rules = prop::collection::vec(rule(schema), rules);
    let scoring_rules = prop::collection::vec(scoring_rule(schema), others.clone());
    let guardrails = prop::collection::vec(guardrail(schema), others);
    (rules, scoring_rules, guardrails)
        .prop_map(move |(mut rules, mut scoring_rules, mut guardrails)| {
            for (index, rule) in rules.iter_mut().enumerate() {
                rule.rule_id = format!("r{index}");
            }
            for (index, rule) in scoring_rules.iter_mut().enumerate() {
                rule.rule_id = format!("s{index}");
            }
            for (index, guardrail) in guardrails.iter_mut().enumerate() {
                guardrail.guardrail_id = format!("g{index}");
            }
            PolicyBody {
                facts: facts.clone(),
                rules,
                scoring_rules,
                guardrails,
            }
        })
        .boxed()
}

/// A policy with the rules of another over the same facts, whose ids get a number that no other has.
#[must_use]
pub fn together(first: PolicyBody, further: PolicyBody, number: usize) -> PolicyBody {
    let mut whole = first;
    whole
        .rules
        .extend(further.rules.into_iter().map(|mut rule| {
            rule.rule_id = format!("{}-{number}", rule.rule_id);
            rule
        }));
    let scoring_rules = further.scoring_rules.into_iter().map(|mut rule| {
        rule.rule_id = format!("{}-{number}", rule.rule_id);
        rule
    });
    whole.scoring_rules.extend(scoring_rules);
    let guardrails = further.guardrails.into_iter().map(|mut guardrail| {
        guardrail.guardrail_id = format!("{}-{number}", guardrail.guardrail_id);
        guardrail
    });
    whole.guardrails.extend(guardrails);
    whole
}

fn rule(schema: &Schema) -> impl Strategy<Value = RuleBody> + use<> {
    (
        applies_to(schema),
        predicate(schema),
        -1..3_i64,
        branch(),
        prop::option::of(branch()),
    )
        .prop_map(
            |(applies_to, predicate, priority, then, otherwise)| RuleBody {
                rule_id: String::new(),
                priority,
                applies_to,
                predicate: jsonlogic::encode(&predicate),
                then,
                otherwise,
            },
        )
}

fn scoring_rule(schema: &Schema) -> impl Strategy<Value = ScoringRuleBody> + use<> {
    (applies_to(schema), predicate(schema), -5..5_i64).prop_map(|(applies_to, predicate, score)| {
        ScoringRuleBody {
            rule_id: String::new(),
            applies_to,
            predicate: jsonlogic::encode(&predicate),
            score,
        }
    })
}

fn guardrail(schema: &Schema) -> impl Strategy<Value = GuardrailBody> + use<> {
    let field = schema.keys().next().cloned().unwrap_or_default();
    let effect = prop_oneof![
        Just(EffectBody::Refuse),
        name().prop_map(|target| EffectBody::Escalate { target }),
        name().prop_map(|gate| EffectBody::Approval { gate }),
        Just(EffectBody::Redact {
            fields: vec![field]
        }),
    ];
    (
        applies_to(schema),
        predicate(schema),
        prop::collection::vec(effect, 1..3),
    )
        .prop_map(|(applies_to, predicate, then)| GuardrailBody {
            guardrail_id: String::new(),
            applies_to,
            predicate: jsonlogic::encode(&predicate),
            then,
        })
}

/// Conditions on some of the keys.
fn applies_to(schema: &Schema) -> BoxedStrategy<AppliesTo> {
    let mut keys = Vec::new();
    collect_keys(schema, "", &mut keys);
    let conditions: Vec<_> = keys
        .into_iter()
        .map(|(key, words)| {
            let most = words.len();
            let values = prop::sample::subsequence(words, 1..=most)
                .prop_map(|words| words.into_iter().collect::<BTreeSet<_>>());
            prop::option::weighted(0.4, values)
                .prop_map(move |values| values.map(|values| (key.clone(), values)))
        })
        .collect();
    conditions
        .prop_map(|conditions| conditions.into_iter().flatten().collect::<BTreeMap<_, _>>())
        .boxed()
}

fn collect_keys(fields: &Schema, above: &str, keys: &mut Vec<(String, Vec<String>)>) {
    for (name, field) in fields {
        let path = format!("{above}{name}");
        match &field.ty {
            Type::Record { fields } => collect_keys(fields, &format!("{path}."), keys),
            Type::Enum { members } if field.key => {
                keys.push((path, members.iter().cloned().collect()));
            }
            Type::Identifier if field.key => {
                keys.push((path, IDENTIFIERS.map(String::from).to_vec()));
            }
            _ => {}
        }
    }
}

fn branch() -> impl Strategy<Value = BranchBody> {
    (
        prop_oneof![Just(Outcome::Deny), Just(Outcome::Allow)],
        names(),
        names(),
        names(),
        prop::collection::vec(approval(), 0..3),
        prop::collection::vec(limit(), 0..3),
    )
        .prop_map(
            |(outcome, obligations, required_evidence, prohibited, approvals, limits)| BranchBody {
                outcome,
                because: None,
                approvals,
                required_evidence,
                obligations,
                prohibited,
                limits,
            },
        )
}

fn name() -> impl Strategy<Value = String> {
    prop::sample::select(vec!["finance", "legal", "x"]).prop_map(String::from)
}

fn names() -> impl Strategy<Value = Vec<String>> {
    prop::sample::subsequence(vec!["finance", "legal", "x"], 0..=2)
        .prop_shuffle()
        .prop_map(|names| names.into_iter().map(String::from).collect())
}

fn approval() -> impl Strategy<Value = ApprovalBody> {
    (
        name(),
        prop::option::of(prop::sample::select(&Mode::ALL[..])),
    )
        .prop_map(|(gate, mode)| ApprovalBody { gate, mode })
}

fn limit() -> impl Strategy<Value = LimitBody> {
    let value = prop_oneof![
        (0..4_i64).prop_map(LimitValue::Integer),
        name().prop_map(LimitValue::String),
    ];
    let bound = prop_oneof![
        (0..4_i64).prop_map(|least| (Some(least), None, None)),
        (0..4_i64).prop_map(|most| (None, Some(most), None)),
        prop::collection::btree_set(value, 0..4).prop_map(|values| (None, None, Some(values))),
    ];
    (
        prop::sample::select(vec!["amount", "currency"]),
        bound,
        any::<bool>(),
    )
        .prop_map(
            |(argument, (at_least, at_most, one_of), unless_approved)| LimitBody {
                argument: argument.into(),
                at_least,
                at_most,
                one_of,
                unless_approved,
            },
        )
}
