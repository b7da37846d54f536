use alloc::borrow::ToOwned as _;
use alloc::format;
use alloc::string::String;

use super::super::super::decision::{EvaluationError, FactsFault, PredicateFault};
use super::super::super::testing::{facts, json, policy};

#[track_caller]
fn ask_rule(rule: &str, facts: &str) -> Result<bool, (String, String)> {
    let policy = policy(&format!(
        r#""rules": [{{ "rule_id": "r", "priority": 0, {rule}, "then": {{ "outcome": "allow" }} }}]"#
    ));
    match policy.evaluate_untyped(&json(facts), &[]) {
        Ok(decision) => Ok(!decision.contributed.is_empty()),
        Err(EvaluationError::Policy(error)) => {
            assert_eq!(error.message(), PredicateFault::FactType.message());
            Err((
                error.rule_id.clone().into_owned(),
                error.expression_path.clone().into_owned(),
            ))
        }
        Err(EvaluationError::Facts(invalid)) => panic!("{invalid}"),
    }
}

#[track_caller]
fn ask(predicate: &str, changes: &str) -> Result<bool, (String, String)> {
    ask_rule(&format!(r#""if": {predicate}"#), &facts(changes))
}

#[track_caller]
fn fails(predicate: &str, changes: &str, path: &str) {
    assert_eq!(
        ask(predicate, changes),
        Err(("r".to_owned(), path.to_owned()))
    );
}

#[track_caller]
fn refused(facts: &str, pointer: &str, fault: FactsFault) {
    let policy = policy(r#""rules": []"#);
    let error = policy.evaluate_untyped(&json(facts), &[]).unwrap_err();
    let EvaluationError::Facts(invalid) = error else {
        panic!()
    };
    assert_eq!((invalid.pointer.as_str(), invalid.reason), (pointer, fault));
}

const BALANCE: &str = r#"{">":[{"var":"balance"},0]}"#;

#[test]
fn structure_is_refused() {
    refused("[]", "", FactsFault::WrongType);
    refused("null", "", FactsFault::WrongType);
    refused(r#"{ "zebra": 1 }"#, "/zebra", FactsFault::UnknownField);
    refused(
        r#"{ "user": { "rank/": 1 } }"#,
        "/user/rank~1",
        FactsFault::UnknownField,
    );
}

#[test]
fn what_nobody_reads_does_not_matter() {
    assert_eq!(ask_rule(r#""if": true"#, "{}"), Ok(true));
    assert_eq!(
        ask(
            BALANCE,
            r#"{ "balance": 1, "user": 7, "flags": "no", "intent": 3 }"#
        ),
        Ok(true)
    );
}

#[test]
fn a_poisoned_fact_fails_who_reads_it() {
    for poison in ["\"1\"", "0.5", "true", "[]"] {
        fails(BALANCE, &format!(r#"{{ "balance": {poison} }}"#), "if.>.0");
    }
    assert_eq!(
        ask_rule(&format!(r#""if": {BALANCE}"#), r#"{ "balance": null }"#)
            .unwrap_err()
            .1,
        "if.>.0"
    );
    assert_eq!(
        ask_rule(&format!(r#""if": {BALANCE}"#), "{}")
            .unwrap_err()
            .1,
        "if.>.0"
    );
    fails(r#"{"var":"vip"}"#, r#"{ "vip": "true" }"#, "if");
    fails(
        r#"{"===":[1,{"var":"user.tenure_days"}]}"#,
        r#"{ "user": { "role": "customer", "tenure_days": 36501 } }"#,
        "if.===.1",
    );
    fails(
        r#"{"===":[{"var":"user.role"},"customer"]}"#,
        r#"{ "user": { "role": "boss", "tenure_days": 1 } }"#,
        "if.===.0",
    );
    // The other field of the same record is read as before.
    assert_eq!(
        ask(
            r#"{"===":[{"var":"user.tenure_days"},1]}"#,
            r#"{ "user": { "role": "boss", "tenure_days": 1 } }"#
        ),
        Ok(true)
    );
}

#[test]
fn evaluation_order_decides_who_reads() {
    let poison = r#"{ "balance": "1" }"#;
    assert_eq!(
        ask(&format!(r#"{{"and":[false,{BALANCE}]}}"#), poison),
        Ok(false)
    );
    assert_eq!(
        ask(&format!(r#"{{"or":[true,{BALANCE}]}}"#), poison),
        Ok(true)
    );
    fails(
        &format!(r#"{{"and":[true,{BALANCE}]}}"#),
        poison,
        "if.and.1.>.0",
    );
    fails(
        r#"{"===":[{"-":[{"+":[1,{"var":"balance"}]},2]},3]}"#,
        poison,
        "if.===.0.-.0.+.1",
    );
    fails(
        r#"{"===":[{"-":[{"+":[{"var":"balance"},1]},2]},3]}"#,
        poison,
        "if.===.0.-.0.+.0",
    );
    fails(
        r#"{"===":[3,{"+":[1,{"+":[2,{"var":"balance"}]}]}]}"#,
        poison,
        "if.===.1.+.1.+.1",
    );
}

#[test]
fn a_record_is_a_fact_beside_its_fields() {
    for poison in ["7", "[]"] {
        let changes = format!(r#"{{ "user": {poison} }}"#);
        fails(
            r#"{"===":[{"var":"user.role"},"customer"]}"#,
            &changes,
            "if.===.0",
        );
    }
    fails(
        r#"{"!==":[{"var":"agent"},null]}"#,
        r#"{ "agent": 7 }"#,
        "if.!==.0",
    );
    fails(
        r#"{"!==":[{"var":"agent.name"},null]}"#,
        r#"{ "agent": 7 }"#,
        "if.!==.0",
    );
    // Whether the record is there does not ask for its fields.
    assert_eq!(
        ask(
            r#"{"!==":[{"var":"agent"},null]}"#,
            r#"{ "agent": { "level": 70 } }"#
        ),
        Ok(true)
    );
    fails(
        r#"{"and":[{"!==":[{"var":"agent"},null]},{">":[{"var":"agent.level"},1]}]}"#,
        r#"{ "agent": {} }"#,
        "if.and.1.>.0",
    );
}

#[test]
fn presence_reads_the_fact() {
    let present = r#"{"!==":[{"var":"note"},null]}"#;
    fails(present, r#"{ "note": 7 }"#, "if.!==.0");
    fails(
        r#"{"===":[{"var":"note"},null]}"#,
        r#"{ "note": [] }"#,
        "if.===.0",
    );
    assert_eq!(ask(present, "{}"), Ok(false));
    // `null` is no way to be absent.
    assert_eq!(
        ask_rule(&format!(r#""if": {present}"#), r#"{ "note": null }"#)
            .unwrap_err()
            .1,
        "if.!==.0"
    );
}

#[test]
fn a_collection_is_one_fact() {
    let flagged = r#"{"in":["a",{"var":"flags"}]}"#;
    for poison in [
        r#"["a", 7]"#,
        r#"["a", "a"]"#,
        r#"["a", ""]"#,
        r#"["a", null]"#,
        r#"{ "a": 1 }"#,
    ] {
        fails(flagged, &format!(r#"{{ "flags": {poison} }}"#), "if.in.1");
        fails(
            r#"{"===":[{"var":"flags.length"},1]}"#,
            &format!(r#"{{ "flags": {poison} }}"#),
            "if.===.0",
        );
    }
    let rows = r#"{ "rows": [[1], ["x"]] }"#;
    fails(r#"{"some":[{"var":"rows"},true]}"#, rows, "if.some.0");
    fails(
        r#"{"none":[{"var":"rows"},{"!":[true]}]}"#,
        rows,
        "if.none.0",
    );
    // What an element does not declare is another type of element.
    let digest = ["sha256:", &"00".repeat(32)].concat();
    let attachments = format!(
        r#"{{ "attachments": [{{ "kind": "a", "sha256": "{digest}", "tags": [], "extra": 1 }}] }}"#
    );
    fails(
        r#"{"===":[{"var":"attachments.length"},1]}"#,
        &attachments,
        "if.===.0",
    );
}

#[test]
fn money_is_read_where_its_currency_is() {
    let compare = |left: &str, right: &str| {
        format!(
            r#"{{"if":[{{"===":[{{"var":"{left}.currency"}},{{"var":"{right}.currency"}}]}},{{">":[{{"var":"{left}.minor_units"}},{{"var":"{right}.minor_units"}}]}},{{"error":["currency_mismatch"]}}]}}"#
        )
    };
    let guarded = |predicate: &str| {
        format!(r#"{{"and":[{{"!==":[{{"var":"ceiling"}},null]}},{predicate}]}}"#)
    };
    let ceiling = r#""ceiling": { "currency": "INR", "minor_units": 1 }"#;
    for poison in [
        "7",
        r#"{ "currency": "INR" }"#,
        r#"{ "currency": "INR", "minor_units": 0.5 }"#,
        r#"{ "currency": "inr", "minor_units": 1 }"#,
    ] {
        let changes = format!(r#"{{ "refund": {poison}, {ceiling} }}"#);
        fails(
            &guarded(&compare("refund", "ceiling")),
            &changes,
            "if.and.1.if.0.===.0",
        );
        fails(
            &guarded(&compare("ceiling", "refund")),
            &changes,
            "if.and.1.if.0.===.1",
        );
    }
}

#[test]
fn a_poisoned_key_fails_the_first_rule_that_asks_it() {
    let poison = facts(r#"{ "intent": 7 }"#);
    let asks = r#""applies_to": { "intent": ["a"] }, "if": true"#;
    assert_eq!(
        ask_rule(asks, &poison),
        Err(("r".to_owned(), "applies_to.intent".to_owned()))
    );
    // Another key that does not match makes the rule inapplicable, before and behind.
    let other = r#""applies_to": { "capability": ["b"], "intent": ["a"] }, "if": true"#;
    assert_eq!(ask_rule(other, &poison), Ok(false));
    let nested = r#""applies_to": { "agent.tier": ["gold"], "intent": ["b"] }, "if": true"#;
    assert_eq!(
        ask_rule(
            nested,
            &facts(r#"{ "agent": { "level": 1, "tier": "tin" }, "intent": "a" }"#)
        ),
        Ok(false)
    );
    assert_eq!(
        ask_rule(nested, &facts(r#"{ "agent": 7, "intent": "b" }"#)),
        Err(("r".to_owned(), "applies_to.agent.tier".to_owned()))
    );
}

#[test]
fn the_first_failing_rule_in_canonical_order_is_named() {
    let rule = |id: &str, priority: i32, outcome: &str| {
        format!(
            r#"{{ "rule_id": "{id}", "priority": {priority}, "if": {BALANCE}, "then": {{ "outcome": "{outcome}" }} }}"#
        )
    };
    let failing = |members: &str| {
        let policy = policy(members);
        let value = facts(r#"{ "balance": "1" }"#);
        match policy.evaluate_untyped(&json(&value), &[]) {
            Err(EvaluationError::Policy(error)) => error.rule_id.clone().into_owned(),
            other => panic!("{other:?}"),
        }
    };
    let (low, high) = (rule("a", 1, "deny"), rule("z", 2, "allow"));
    assert_eq!(failing(&format!(r#""rules": [{low}, {high}]"#)), "z");
    let (allow, deny) = (rule("a", 1, "allow"), rule("z", 1, "deny"));
    assert_eq!(failing(&format!(r#""rules": [{allow}, {deny}]"#)), "z");
    let (one, other) = (rule("b", 1, "deny"), rule("a", 1, "deny"));
    assert_eq!(failing(&format!(r#""rules": [{one}, {other}]"#)), "a");
    let guardrail = |id: &str| {
        format!(
            r#"{{ "guardrail_id": "{id}", "if": {BALANCE}, "then": [{{ "effect": "refuse" }}] }}"#
        )
    };
    let (one, other) = (guardrail("b"), guardrail("a"));
    assert_eq!(failing(&format!(r#""guardrails": [{one}, {other}]"#)), "a");
    assert_eq!(
        failing(&format!(
            r#""rules": [{low}], "guardrails": [{}]"#,
            guardrail("0")
        )),
        "a"
    );
}

#[test]
fn a_scoring_rule_that_fails_is_skipped() {
    let policy = policy(&format!(
        r#""scoring_rules": [
            {{ "rule_id": "s2", "if": {BALANCE}, "score": 3 }},
            {{ "rule_id": "s1", "applies_to": {{ "intent": ["a"] }}, "if": true, "score": 3 }},
            {{ "rule_id": "s3", "if": true, "score": -4 }} ]"#
    ));
    let value = facts(r#"{ "balance": "1", "intent": 7 }"#);
    let decision = policy.evaluate_untyped(&json(&value), &[]).unwrap();
    assert_eq!(decision.skipped, ["s1", "s2"]);
    assert_eq!(decision.scores.len(), 1);
    assert_eq!(decision.scores[0].score, -4);
}
