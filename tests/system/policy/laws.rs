//! Semantics, section 3, as laws: what must hold whatever the rules and the facts.

use std::collections::BTreeMap;

use ordain_runtime::canonical::{Value, to_canonical};
use ordain_runtime::policy::explain::{Answer, Conclusion};
use ordain_runtime::policy::{
    Comparator, Comparison, Constant, EvaluationError, Operand, Outcome, Predicate, ScalarKind,
    Sign, Term, jsonlogic,
};
use ordain_runtime::registry::{
    BranchBody, EffectBody, GuardrailBody, PolicyBody, RuleBody, ScoringRuleBody,
};
use ordain_tests::boundary::{self, Random};
use ordain_tests::generate;
use proptest::prelude::*;

use super::{cases, list, settled, without};

/// The greatest integer.
const SAFE: i64 = (1 << 53) - 1;

fn always() -> Value<'static> {
    jsonlogic::encode(&Predicate::Constant(true))
}

/// A predicate that fails on all facts.
fn failing() -> Value<'static> {
    let integer = |value| Term::Constant(Constant::Integer(value));
    jsonlogic::encode(&Predicate::Compare(Comparison {
        of: ScalarKind::Integer,
        comparator: Comparator::Equal,
        left: Operand::Sum {
            first: integer(SAFE),
            rest: vec![(Sign::Plus, Operand::Term(integer(1)))],
        },
        right: Operand::Term(integer(0)),
    }))
}

fn branch(outcome: Outcome) -> BranchBody {
    BranchBody {
        outcome,
        because: None,
        approvals: Vec::new(),
        required_evidence: Vec::new(),
        obligations: vec!["added".into()],
        prohibited: Vec::new(),
        limits: Vec::new(),
    }
}

fn rule(priority: i64, outcome: Outcome, predicate: Value<'static>) -> RuleBody {
    RuleBody {
        rule_id: "added".into(),
        priority,
        applies_to: BTreeMap::new(),
        predicate,
        then: branch(outcome),
        otherwise: None,
    }
}

fn with_rule(body: &PolicyBody, rule: RuleBody) -> PolicyBody {
    let mut body = body.clone();
    body.rules.push(rule);
    body
}

proptest! {
    #[test]
    fn the_order_of_declarations_changes_nothing(
        (case, rules, scoring_rules, guardrails) in cases().prop_flat_map(|case| (
            Just(case.clone()),
            Just(case.body.rules).prop_shuffle(),
            Just(case.body.scoring_rules).prop_shuffle(),
            Just(case.body.guardrails).prop_shuffle(),
        ))
    ) {
        let shuffled = PolicyBody { facts: case.body.facts.clone(), rules, scoring_rules, guardrails };
        prop_assert_eq!(case.evaluate(&case.body), case.evaluate(&shuffled));
    }

    #[test]
    fn a_deny_above_all_is_never_an_allow(case in cases(), at_the_top in any::<bool>()) {
        let highest = case.body.rules.iter().map(|rule| rule.priority).max().unwrap_or_default();
        let priority = if at_the_top { SAFE } else { highest };
        let denied = with_rule(&case.body, rule(priority, Outcome::Deny, always()));
        if let Ok(decision) = case.evaluate(&denied) {
            prop_assert_eq!(decision.get("outcome"), Some(&Value::from("deny")));
            prop_assert_eq!(decision.get("permitted"), Some(&Value::from(false)));
        }
    }

    #[test]
    fn a_guardrail_is_never_outvoted(case in cases(), refuses in any::<bool>()) {
        let effect = if refuses { EffectBody::Refuse } else { EffectBody::Escalate { target: "desk".into() } };
        let mut guarded = with_rule(&case.body, rule(SAFE, Outcome::Allow, always()));
        let before = case.evaluate(&guarded);
        guarded.guardrails.push(GuardrailBody {
            guardrail_id: "guard".into(),
            applies_to: BTreeMap::new(),
            predicate: always(),
            then: vec![effect],
        });
        if let Ok(decision) = case.evaluate(&guarded) {
            prop_assert_eq!(decision.get("outcome"), Some(&Value::from("allow")));
            prop_assert_eq!(decision.get("permitted"), Some(&Value::from(false)));
            // And it touches nothing else.
            let rest = ["guardrails", "permitted"];
            prop_assert_eq!(without(decision, &rest), without(before.unwrap(), &rest));
        }
    }

    #[test]
    fn unions_only_grow(case in cases(), priority in -2..4_i64, denies in any::<bool>()) {
        let outcome = if denies { Outcome::Deny } else { Outcome::Allow };
        let more = with_rule(&case.body, rule(priority, outcome, always()));
        if let (Ok(before), Ok(after)) = (case.evaluate(&case.body), case.evaluate(&more)) {
            for name in ["obligations", "required_evidence", "prohibited"] {
                let after = list(&after, name);
                let kept: Vec<_> = list(&before, name).into_iter().filter(|item| after.contains(item)).collect();
                prop_assert_eq!(kept, list(&before, name));
            }
            prop_assert!(list(&after, "obligations").contains(&"added"));
            prop_assert_eq!(before.get("approvals"), after.get("approvals"));
            prop_assert_eq!(before.get("limits"), after.get("limits"));
        }
    }

    #[test]
    fn a_superset_of_rules_asks_for_a_superset(
        (case, further) in cases().prop_flat_map(|case| {
            let further = generate::policy(&case.schema, case.body.facts.clone());
            (Just(case), further)
        })
    ) {
        let more = generate::together(case.body.clone(), further, 1);
        if let (Ok(before), Ok(after)) = (case.evaluate(&case.body), case.evaluate(&more)) {
            for name in ["obligations", "required_evidence", "prohibited", "approvals", "contributed"] {
                let items = |decision: &Value<'static>| decision.get(name).unwrap().as_array().unwrap().to_vec();
                let after = items(&after);
                prop_assert!(items(&before).iter().all(|item| after.contains(item)), "{name}");
            }
            for name in ["refuse", "escalate", "approval", "redact"] {
                let items = |decision: &Value<'static>| {
                    decision.get("guardrails").unwrap().get(name).unwrap().as_array().unwrap().to_vec()
                };
                let after = items(&after);
                prop_assert!(items(&before).iter().all(|item| after.contains(item)), "{name}");
            }
        }
    }

    #[test]
    fn the_error_is_that_of_the_first_rule_that_fails(
        case in cases(),
        priorities in prop::collection::vec((-2..4_i64, any::<bool>()), 0..3),
    ) {
        let mut body = case.body.clone();
        for (index, (priority, denies)) in priorities.into_iter().enumerate() {
            let outcome = if denies { Outcome::Deny } else { Outcome::Allow };
            let mut failing = rule(priority, outcome, failing());
            failing.rule_id = format!("added{index}");
            let at = index.min(body.rules.len());
            body.rules.insert(at, failing);
        }
        let bare = PolicyBody { rules: Vec::new(), scoring_rules: Vec::new(), guardrails: Vec::new(), ..body.clone() };
        let mut rules = body.rules.clone();
        rules.sort_by_key(|rule| (-rule.priority, rule.then.outcome == Outcome::Allow, rule.rule_id.clone()));
        let mut guardrails = body.guardrails.clone();
        guardrails.sort_by_key(|guardrail| guardrail.guardrail_id.clone());
        // Each of them alone, the first first.
        let rules = rules.into_iter().map(|rule| PolicyBody { rules: vec![rule], ..bare.clone() });
        let guardrails = guardrails.into_iter().map(|one| PolicyBody { guardrails: vec![one], ..bare.clone() });
        let first = rules.chain(guardrails).find_map(|alone| case.evaluate(&alone).err());
        prop_assert_eq!(case.evaluate(&body).err(), first);
    }

    #[test]
    fn held_approvals_only_drop_limits(case in cases()) {
        let mut bare = case.clone();
        bare.held.clear();
        if let (Ok(bare), Ok(held)) = (bare.evaluate(&case.body), case.evaluate(&case.body)) {
            let arguments = |decision: &Value<'_>| decision.get("limits").unwrap().as_object().unwrap().len();
            prop_assert!(arguments(&held) <= arguments(&bare));
            let rest = ["limits", "permitted"];
            prop_assert!(bare.get("permitted") == Some(&Value::from(false)) || held.get("permitted") == Some(&Value::from(true)));
            prop_assert_eq!(without(bare, &rest), without(held, &rest));
        }
    }

    #[test]
    fn scoring_changes_nothing_else(case in cases(), fails in any::<bool>(), score in -9..9_i64) {
        let mut scored = case.body.clone();
        scored.scoring_rules.push(ScoringRuleBody {
            rule_id: "added".into(),
            applies_to: BTreeMap::new(),
            predicate: if fails { failing() } else { always() },
            score,
        });
        match (case.evaluate(&case.body), case.evaluate(&scored)) {
            (Ok(before), Ok(after)) => {
                prop_assert_eq!(list(&after, "skipped").contains(&"added"), fails);
                let rest = ["scores", "skipped"];
                prop_assert_eq!(without(before, &rest), without(after, &rest));
            }
            (before, after) => prop_assert_eq!(before, after),
        }
    }

    #[test]
    fn an_inapplicable_rule_that_fails_is_invisible(case in cases(), priority in -2..4_i64) {
        let (key, unmatched) = ("added_key".to_owned(), "unmatched".to_owned());
        let mut wider = case.clone();
        let key_field = ordain_runtime::policy::Field {
            ty: ordain_runtime::policy::Type::Identifier,
            optional: true,
            key: true,
        };
        wider.schema.insert(key.clone(), key_field);
        let (_, facts) = super::file_facts(&wider.schema);
        wider.body.facts = facts;
        let mut body = wider.body.clone();
        let mut added = rule(priority, Outcome::Deny, failing());
        added.applies_to.insert(key.clone(), [unmatched.clone()].into());
        body.rules.push(added);
        // Absent, then there with another value, then with this one.
        prop_assert_eq!(wider.evaluate(&wider.body), wider.evaluate(&body));
        let Value::Object(facts) = &mut wider.facts else { unreachable!() };
        facts.insert(key.clone(), "other");
        prop_assert_eq!(wider.evaluate(&wider.body), wider.evaluate(&body));
        let Value::Object(facts) = &mut wider.facts else { unreachable!() };
        facts.insert(key, unmatched);
        prop_assert!(wider.evaluate(&body).is_err());
    }

    #[test]
    fn equal_facts_give_equal_bytes(case in cases(), seed in any::<u64>()) {
        let policy = case.load(&case.body);
        let bytes = |text: &[u8]| {
            policy.evaluate(text, &case.held).map(|decision| to_canonical(&decision).unwrap())
        };
        let expected = bytes(&case.text());
        prop_assert_eq!(&expected, &bytes(generate::respell(&case.facts).as_bytes()));
        let mut random = Random::new(seed);
        for _ in 0..4 {
            let spelling = boundary::spell(&case.facts, false, &mut random);
            prop_assert_eq!(&expected, &bytes(&spelling), "{}", String::from_utf8_lossy(&spelling));
        }
    }

    #[test]
    fn the_safe_error_prints_exactly_six_members(case in cases()) {
        let policy = case.load(&with_rule(&case.body, rule(-5, Outcome::Allow, failing())));
        let text = case.text();
        let Err(EvaluationError::Policy(error)) = policy.evaluate(&text, &case.held) else {
            return Err(TestCaseError::fail("the added rule fails at the latest"));
        };
        let printed = ordain_runtime::canonical::to_value(&error).unwrap();
        let names: Vec<_> = printed.as_object().unwrap().keys().collect();
        prop_assert_eq!(names, ["bundle_id", "code", "expression_path", "message", "rule_id", "stage"]);
        prop_assert!(error.expression_path.starts_with("if"));
    }

    #[test]
    fn an_explanation_says_what_the_decision_says(case in cases()) {
        let policy = case.load(&case.body);
        let text = case.text();
        let explanation = policy.explain(&text, &case.held, |_| 2).unwrap();
        match (&explanation.conclusion, policy.evaluate(&text, &case.held)) {
            (Conclusion::Decided { decision, precedence, .. }, Ok(expected)) => {
                let contributed: Vec<_> = explanation
                    .rules
                    .iter()
                    .filter_map(|rule| rule.contribution.map(|one| (rule.rule_id, one.branch)))
                    .collect();
                let expected_contributed: Vec<_> =
                    expected.contributed.iter().map(|one| (one.rule_id.as_ref(), one.branch)).collect();
                prop_assert_eq!(contributed, expected_contributed);
                let deciding = if precedence.denying.is_empty() { &precedence.allowing } else { &precedence.denying };
                prop_assert_eq!(deciding, &expected.decided_by);
                prop_assert_eq!(decision.as_ref(), &expected);
            }
            (Conclusion::Failed { error }, Err(EvaluationError::Policy(expected))) => {
                prop_assert_eq!(error, &expected);
                let rules = explanation.rules.iter().map(|rule| (rule.rule_id, &rule.predicate));
                let guardrails = explanation.guardrails.iter().map(|one| (one.guardrail_id, &one.predicate));
                let failed = rules
                    .chain(guardrails)
                    .find(|(_, predicate)| predicate.as_ref().is_some_and(|node| node.answer == Answer::Failed));
                prop_assert_eq!(failed.map(|(id, _)| id), Some(expected.rule_id.as_ref()));
            }
            (conclusion, result) => prop_assert!(false, "{conclusion:?} {result:?}"),
        }
        prop_assert!(explanation.render().ends_with('\n'));
        prop_assert!(to_canonical(&explanation).is_ok());
    }

    #[test]
    fn what_is_valid_is_decided_alike_without_validation(case in cases()) {
        let policy = case.load(&case.body);
        let text = case.text();
        prop_assert_eq!(
            settled(policy.evaluate(&text, &case.held)),
            settled(policy.evaluate_untyped(&case.facts, &case.held))
        );
    }
}
