use alloc::borrow::ToOwned as _;
use alloc::format;
use alloc::string::String;

use super::super::super::decision::{EvaluationError, PredicateFault};
use super::super::super::testing::{FACTS, facts, policy};
use crate::canonical;

/// Whether the predicate holds of [`FACTS`] with `changes`; else the path of its fault and the fault.
#[track_caller]
fn ask(predicate: &str, changes: &str) -> Result<bool, (String, &'static str)> {
    let policy = policy(&format!(
        r#""rules": [{{ "rule_id": "r", "priority": 0, "if": {predicate}, "then": {{ "outcome": "allow" }} }}]"#
    ));
    match policy.evaluate(facts(changes).as_bytes(), &[]) {
        Ok(decision) => Ok(!decision.contributed.is_empty()),
        Err(EvaluationError::Policy(error)) => {
            Err((error.expression_path.clone().into_owned(), error.message()))
        }
        Err(EvaluationError::Facts(invalid)) => panic!("{invalid}"),
    }
}

#[track_caller]
fn is_true(predicate: &str, changes: &str) {
    assert_eq!(ask(predicate, changes), Ok(true));
}

#[track_caller]
fn is_false(predicate: &str, changes: &str) {
    assert_eq!(ask(predicate, changes), Ok(false));
}

#[track_caller]
fn fails(predicate: &str, changes: &str, path: &str, fault: PredicateFault) {
    assert_eq!(
        ask(predicate, changes),
        Err((path.to_owned(), fault.message()))
    );
}

const OVERFLOW: &str = r#"{">":[{"+":[{"var":"balance"},1]},0]}"#;
const FULL: &str = r#"{ "balance": 9007199254740991 }"#;

#[test]
fn words_and_their_chains() {
    is_true("true", "{}");
    is_false(r#"{"var":"vip"}"#, "{}");
    is_true(r#"{"!":[{"var":"vip"}]}"#, "{}");
    is_true(r#"{"and":[true,{"or":[{"var":"vip"},true]}]}"#, "{}");
    is_false(r#"{"and":[true,{"or":[{"var":"vip"},false]}]}"#, "{}");
}

#[test]
fn what_decides_hides_a_failure_to_its_right() {
    fails(OVERFLOW, FULL, "if.>.0", PredicateFault::IntegerOverflow);
    is_false(&format!(r#"{{"and":[false,{OVERFLOW}]}}"#), FULL);
    is_true(&format!(r#"{{"or":[true,{OVERFLOW}]}}"#), FULL);
    fails(
        &format!(r#"{{"and":[true,{OVERFLOW}]}}"#),
        FULL,
        "if.and.1.>.0",
        PredicateFault::IntegerOverflow,
    );
    fails(
        &format!(r#"{{"and":[{OVERFLOW},false]}}"#),
        FULL,
        "if.and.0.>.0",
        PredicateFault::IntegerOverflow,
    );
    fails(
        &format!(r#"{{"or":[false,{{"!":[{OVERFLOW}]}}]}}"#),
        FULL,
        "if.or.1.!.0.>.0",
        PredicateFault::IntegerOverflow,
    );
}

#[test]
fn comparisons_of_integers() {
    for (operator, below, equal, above) in [
        ("===", false, true, false),
        ("!==", true, false, true),
        ("<", true, false, false),
        ("<=", true, true, false),
        (">", false, false, true),
        (">=", false, true, true),
    ] {
        let predicate = format!(r#"{{"{operator}":[{{"var":"balance"}},7]}}"#);
        assert_eq!(ask(&predicate, r#"{ "balance": 6 }"#), Ok(below));
        assert_eq!(ask(&predicate, r#"{ "balance": 7.0 }"#), Ok(equal));
        assert_eq!(ask(&predicate, r#"{ "balance": 8 }"#), Ok(above));
    }
}

#[test]
fn sums_stay_exact_at_every_step() {
    is_true(r#"{"===":[{"-":[{"+":[{"var":"balance"},5]},2]},3]}"#, "{}");
    is_true(
        r#"{"===":[{"+":[{"var":"balance"},0]},9007199254740991]}"#,
        FULL,
    );
    // The inner step overflows although the whole would not.
    let fault = PredicateFault::IntegerOverflow;
    fails(
        r#"{"===":[{"-":[{"+":[{"var":"balance"},1]},1]},3]}"#,
        FULL,
        "if.===.0.-.0",
        fault,
    );
    fails(
        r#"{"===":[{"+":[{"-":[{"var":"balance"},1]},2]},3]}"#,
        FULL,
        "if.===.0",
        fault,
    );
    fails(
        r#"{"===":[3,{"+":[1,{"+":[{"var":"balance"},1]}]}]}"#,
        FULL,
        "if.===.1.+.1",
        fault,
    );
    let least = r#"{ "balance": -9007199254740991 }"#;
    is_true(
        r#"{"===":[{"-":[{"var":"balance"},0]},-9007199254740991]}"#,
        least,
    );
    fails(
        r#"{"===":[{"-":[{"var":"balance"},1]},0]}"#,
        least,
        "if.===.0",
        fault,
    );
    fails(
        r#"{"in":[{"-":[{"var":"balance"},1]},[0]]}"#,
        least,
        "if.in.0",
        fault,
    );
}

#[test]
fn instants_compare_exactly() {
    let compare = |operator: &str, with: &str| {
        format!(
            r#"{{"and":[{{"!==":[{{"var":"approved_at"}},null]}},{{"{operator}":[{{"var":"approved_at"}},"{with}"]}}]}}"#
        )
    };
    let at = r#"{ "approved_at": "2026-10-16T00:00:00.10Z" }"#;
    is_true(&compare("===", "2026-10-16T00:00:00.1Z"), at);
    is_false(&compare("!==", "2026-10-16T00:00:00.1Z"), at);
    // As text the fraction would come after the letter.
    is_true(&compare(">", "2026-10-16T00:00:00Z"), at);
    is_true(&compare("<", "2026-10-16T00:00:00.100000000000000001Z"), at);
    is_false(&compare("===", "2026-10-16T00:00:00.1Z"), "{}");
}

#[test]
fn money_compares_within_its_currency() {
    let above = r#"{"if":[{"===":[{"var":"refund.currency"},"INR"]},{">":[{"var":"refund.minor_units"},300000]},{"error":["currency_mismatch"]}]}"#;
    is_true(above, "{}");
    is_false(
        above,
        r#"{ "refund": { "currency": "INR", "minor_units": 300000 } }"#,
    );
    let euros = r#"{ "refund": { "currency": "EUR", "minor_units": 1 } }"#;
    fails(above, euros, "if.if.2", PredicateFault::CurrencyMismatch);
    fails(
        &format!(r#"{{"and":[true,{above}]}}"#),
        euros,
        "if.and.1.if.2",
        PredicateFault::CurrencyMismatch,
    );
    // Not even equality knows two currencies.
    let equal = above.replace(r#"">""#, r#""===""#);
    fails(&equal, euros, "if.if.2", PredicateFault::CurrencyMismatch);
    let price = r#"{"some":[{"var":"prices"},{"if":[{"===":[{"var":"currency"},"INR"]},{">":[{"var":"minor_units"},5]},{"error":["currency_mismatch"]}]}]}"#;
    let prices = r#"{ "prices": [{ "currency": "INR", "minor_units": 1 }, { "currency": "EUR", "minor_units": 9 }] }"#;
    fails(
        price,
        prices,
        "if.some.1.if.2",
        PredicateFault::CurrencyMismatch,
    );
    // The element that decides hides the one behind it.
    is_true(
        price,
        &prices.replace(r#""minor_units": 1"#, r#""minor_units": 6"#),
    );
}

#[test]
fn strings_are_equal_scalar_by_scalar() {
    is_true(r#"{"===":[{"var":"intent"},"support.refund"]}"#, "{}");
    is_false(
        r#"{"===":[{"var":"intent"},"e\u0301"]}"#,
        r#"{ "intent": "\u00e9" }"#,
    );
    is_true(
        r#"{"!==":[{"var":"intent"},"e\u0301"]}"#,
        r#"{ "intent": "\u00e9" }"#,
    );
    is_true(r#"{"===":[{"var":"user.role"},"support_agent"]}"#, "{}");
}

#[test]
fn membership() {
    is_true(
        r#"{"in":["a",{"var":"flags"}]}"#,
        r#"{ "flags": ["b", "a"] }"#,
    );
    is_false(r#"{"in":["a",{"var":"flags"}]}"#, "{}");
    is_true(
        r#"{"in":[{"var":"user.role"},["customer","support_agent"]]}"#,
        "{}",
    );
    is_false(r#"{"in":[{"var":"user.role"},[]]}"#, "{}");
    is_true(r#"{"in":[{"var":"balance"},[1,0]]}"#, "{}");
}

#[test]
fn quantifiers_and_counts() {
    let digest = ["sha256:", &"00".repeat(32)].concat();
    let attachment =
        |kind: &str| format!(r#"{{ "kind": "{kind}", "sha256": "{digest}", "tags": ["x"] }}"#);
    let some = |kinds: [&str; 2]| {
        format!(
            r#"{{ "attachments": [{}, {}] }}"#,
            attachment(kinds[0]),
            attachment(kinds[1])
        )
    };
    let any = r#"{"some":[{"var":"attachments"},{"===":[{"var":"kind"},"scan"]}]}"#;
    let all = r#"{"none":[{"var":"attachments"},{"!":[{"===":[{"var":"kind"},"scan"]}]}]}"#;
    is_true(any, &some(["photo", "scan"]));
    is_false(any, &some(["photo", "photo"]));
    is_false(any, "{}");
    is_true(all, &some(["scan", "scan"]));
    is_false(all, &some(["scan", "photo"]));
    is_true(all, "{}");
    is_true(
        r#"{"===":[{"var":"attachments.length"},2]}"#,
        &some(["a", "b"]),
    );
    is_true(
        r#"{"some":[{"var":"attachments"},{"in":["x",{"var":"tags"}]}]}"#,
        &some(["a", "b"]),
    );
    is_true(
        r#"{"none":[{"var":"rows"},{"!":[{"some":[{"var":""},{">":[{"var":""},0]}]}]}]}"#,
        r#"{ "rows": [[0, 1], [2]] }"#,
    );
    let page = r#"{"none":[{"var":"rows"},{"!":[{"some":[{"var":""},{">":[{"+":[{"var":""},9007199254740991]},0]}]}]}]}"#;
    fails(
        page,
        r#"{ "rows": [[1]] }"#,
        "if.none.1.!.0.some.1.>.0",
        PredicateFault::IntegerOverflow,
    );
    is_false(page, r#"{ "rows": [[]] }"#);
}

#[test]
fn presence_asks_for_every_record_on_the_way() {
    let named = r#"{"!==":[{"var":"agent.name"},null]}"#;
    is_false(named, "{}");
    is_false(named, r#"{ "agent": { "level": 1, "tier": "gold" } }"#);
    is_true(
        named,
        r#"{ "agent": { "level": 1, "name": "a", "tier": "gold" } }"#,
    );
    is_true(r#"{"===":[{"var":"agent.name"},null]}"#, "{}");
    is_true(r#"{"!":[{"missing":["note"]}]}"#, r#"{ "note": "" }"#);
}

#[test]
fn the_safe_error_prints_six_members_and_holds_no_fact() {
    let policy = policy(&format!(
        r#""rules": [{{ "rule_id": "r", "priority": 0, "if": {OVERFLOW}, "then": {{ "outcome": "allow" }} }}]"#
    ));
    let facts = facts(FULL);
    let error = policy.evaluate(facts.as_bytes(), &[]).unwrap_err();
    let EvaluationError::Policy(error) = error else {
        panic!()
    };
    assert_eq!(
        String::from_utf8(canonical::to_canonical(&error).unwrap()).unwrap(),
        concat!(
            r#"{"bundle_id":"support.refunds","code":"policy_eval_error","expression_path":"if.>.0","#,
            r#""message":"An integer in an applicable policy predicate left the exact range.","rule_id":"r","#,
            r#""stage":"policy_resolution"}"#
        )
    );
    assert!(policy.evaluate(FACTS.as_bytes(), &[]).is_ok());
}
