//! The safe error: exactly six members with exactly these values, whichever evaluator stops, and nothing of the facts.
//! Semantics, section 2.

use ordain_generated::support::support_refunds_v4 as refunds;
use ordain_runtime::canonical::{Value, parse, to_canonical};
use ordain_runtime::policy::interpret::{Control, Policy};
use ordain_runtime::policy::{EvaluationError, PolicyEvalError};
use ordain_runtime::registry::{Kind, Registry};
use ordain_tests::project;

use crate::emitted;

/// What stands in the facts and must not stand in an error.
const SECRETS: [&str; 4] = ["s3cret", "8675309", "USD", "ZZZ"];

fn published() -> Registry {
    Registry::load(&project().join("generated/registry")).unwrap()
}

fn policy(registry: &Registry, id: &str, revision: &str) -> Policy {
    Policy::load(registry, &registry.get(Kind::Policy, id, revision).unwrap()).unwrap()
}

/// The error of an evaluation that has to stop.
fn stopped<T>(result: Result<T, EvaluationError<'_>>) -> PolicyEvalError<'_> {
    match result.err() {
        Some(EvaluationError::Policy(error)) => error,
        other => panic!("the evaluation does not stop: {other:?}"),
    }
}

#[track_caller]
fn assert_safe(errors: [PolicyEvalError<'_>; 2], expected: &str) {
    for error in errors {
        let printed = String::from_utf8(to_canonical(&error).unwrap()).unwrap();
        assert_eq!(printed, expected);
        let shown = [
            printed,
            error.to_string(),
            format!("{error:?}"),
            format!("{error:#?}"),
        ]
        .concat();
        let whole = EvaluationError::from(error);
        let shown = [shown, whole.to_string(), format!("{whole:?}")].concat();
        for secret in SECRETS {
            assert!(!shown.contains(secret), "{shown} holds {secret}");
        }
    }
}

#[test]
fn amounts_in_two_currencies() {
    let registry = published();
    let interpreted = policy(&registry, refunds::ID, refunds::REVISION);
    for minor_units in ["8675309", "1"] {
        let facts = format!(
            r#"{{"intent":"support.refund","tenant_id":"s3cret","user":{{"role":"customer","tenure_days":1}},
                "refund":{{"currency":"USD","minor_units":{minor_units}}},"flags":["s3cret"],"attachments":[]}}"#
        );
        assert_safe(
            [
                stopped(interpreted.evaluate(facts.as_bytes(), &[])),
                stopped(refunds::evaluate_json(facts.as_bytes())),
            ],
            r#"{"bundle_id":"support.support-refunds","code":"policy_eval_error","expression_path":"if.and.0.if.2","message":"An applicable policy predicate compared amounts in different currencies.","rule_id":"high-value","stage":"policy_resolution"}"#,
        );
    }
}

#[test]
fn a_fact_of_another_type() {
    let registry = published();
    let interpreted = policy(&registry, refunds::ID, refunds::REVISION);
    let cases = [
        (r#""refund":"s3cret""#, "if.and.0.if.0.===.0", "high-value"),
        (
            r#""refund":{"currency":"ZZZ!","minor_units":8675309}"#,
            "if.and.0.if.0.===.0",
            "high-value",
        ),
        (r#""flags":{"s3cret":8675309}"#, "if.in.1", "sanctioned"),
        (r#""flags":["s3cret","s3cret"]"#, "if.in.1", "sanctioned"),
        (r#""intent":null"#, "applies_to.intent", "closed-account"),
        (r#""user":"s3cret""#, "if.and.1.===.0", "high-value"),
        (
            r#""user":{"role":"s3cret","tenure_days":1}"#,
            "if.and.1.===.0",
            "high-value",
        ),
        (
            r#""attachments":[{"kind":"s3cret"}]"#,
            "if.some.0",
            "card-data",
        ),
    ];
    for (spoilt, path, rule) in cases {
        let sound = [
            r#""intent":"support.refund""#,
            r#""tenant_id":"s3cret""#,
            r#""user":{"role":"customer","tenure_days":1}"#,
            r#""refund":{"currency":"INR","minor_units":8675309}"#,
            r#""flags":[]"#,
            r#""attachments":[]"#,
        ];
        let name = |member: &str| member.split(':').next().map(str::to_owned);
        let members: Vec<&str> = sound
            .into_iter()
            .map(|member| {
                if name(member) == name(spoilt) {
                    spoilt
                } else {
                    member
                }
            })
            .collect();
        let facts = parse(format!("{{{}}}", members.join(",")).as_bytes())
            .map(Value::into_owned)
            .unwrap();
        assert_safe(
            [
                stopped(interpreted.evaluate_untyped(&facts, &[])),
                stopped(refunds::evaluate_untyped(&facts)),
            ],
            &format!(
                r#"{{"bundle_id":"support.support-refunds","code":"policy_eval_error","expression_path":"{path}","message":"A fact that an applicable policy predicate reads has another type.","rule_id":"{rule}","stage":"policy_resolution"}}"#
            ),
        );
    }
}

#[test]
fn a_sum_outside_the_exact_range() {
    use emitted::clerk::sums_v1 as sums;
    let registry = emitted::registry();
    let interpreted = policy(&registry, sums::ID, sums::REVISION);
    for (b, side, path, rule) in [
        (9_007_199_254_740_991_i64, "left", "if.>.0", "plus"),
        (1, "left", "if.>.0", "plus"),
        (-1, "right", "if.<=.0", "minus"),
    ] {
        let facts = format!(
            r#"{{"side":"{side}","a":9007199254740991,"b":{b},"c":8675309,"d":1,"items":[],"names":["s3cret"]}}"#
        );
        let expected = format!(
            r#"{{"bundle_id":"clerk.sums","code":"policy_eval_error","expression_path":"{path}","message":"An integer in an applicable policy predicate left the exact range.","rule_id":"{rule}","stage":"policy_resolution"}}"#
        );
        let value = parse(facts.as_bytes()).unwrap();
        assert_safe(
            [
                stopped(interpreted.evaluate(facts.as_bytes(), &[])),
                stopped(sums::evaluate_json(facts.as_bytes())),
            ],
            &expected,
        );
        assert_safe(
            [
                stopped(interpreted.evaluate_untyped(&value, &[])),
                stopped(sums::evaluate_untyped(&value)),
            ],
            &expected,
        );
    }
}

/// A control has one predicate, which errors call `satisfied`.
#[test]
fn a_predicate_of_a_control() {
    use emitted::clerk::added_up_v1 as added_up;
    let registry = emitted::registry();
    let reference = registry
        .get(Kind::Control, added_up::ID, added_up::REVISION)
        .unwrap();
    let interpreted = Control::load(&registry, &reference).unwrap();
    let facts = br#"{"side":"left","a":9007199254740991,"b":1,"c":8675309,"d":1,"items":[],"names":["s3cret"]}"#;
    assert_safe(
        [
            stopped(interpreted.judge(facts)),
            stopped(added_up::judge_json(facts)),
        ],
        r#"{"bundle_id":"clerk.added-up","code":"policy_eval_error","expression_path":"satisfied_when.or.0.===.0","message":"An integer in an applicable policy predicate left the exact range.","rule_id":"satisfied","stage":"policy_resolution"}"#,
    );
}

/// A scoring rule that fails is left out, and its error is nowhere.
#[test]
fn a_scoring_rule_is_skipped() {
    use emitted::clerk::sums_v1 as sums;
    let registry = emitted::registry();
    let interpreted = policy(&registry, sums::ID, sums::REVISION);
    let facts = br#"{"side":"left","a":3,"b":1,"c":8675309,"d":5,"items":[],"names":[]}"#;
    let compiled = sums::evaluate_json(facts).unwrap();
    assert_eq!(compiled.skipped().collect::<Vec<_>>(), ["skipped"]);
    let record = to_canonical(&compiled.record(&[])).unwrap();
    assert_eq!(
        record,
        to_canonical(&interpreted.evaluate(facts, &[]).unwrap()).unwrap()
    );
    assert!(
        !String::from_utf8(record)
            .unwrap()
            .contains("policy_eval_error")
    );
}
