use alloc::format;
use alloc::string::String;

use super::super::interpret::Policy;
use super::super::testing::{FACTS, facts, policy};
use super::{Answer, Conclusion, Node};
use crate::canonical;
use crate::money::Currency;

fn decimals(currency: Currency) -> u32 {
    if currency.as_str() == "JPY" { 0 } else { 2 }
}

const LARGE: &str = r#"{"if":[{"===":[{"var":"refund.currency"},"INR"]},{">":[{"var":"refund.minor_units"},300000]},{"error":["currency_mismatch"]}]}"#;
const AGENT: &str = r#"{"===":[{"var":"user.role"},"support_agent"]}"#;

/// The policy of the language's own example, and a scoring rule.
fn refunds() -> Policy {
    policy(&format!(
        r#""rules": [
            {{ "rule_id": "high-value", "priority": 100, "applies_to": {{ "intent": ["support.refund"] }},
               "if": {{"and":[{LARGE},{AGENT}]}},
               "then": {{ "outcome": "allow", "because": "Refunds above 3,000 rupees by agents need finance.",
                          "approvals": [{{ "gate": "finance", "mode": "delegated" }}],
                          "required_evidence": ["order_lookup", "identity_verified"],
                          "obligations": ["record_refund_reason"], "prohibited": ["payments.instant_refund"],
                          "limits": [{{ "argument": "refund_amount", "at_most": 300000, "unless_approved": true }},
                                     {{ "argument": "currency", "one_of": ["INR"] }}] }},
               "else": {{ "outcome": "allow" }} }},
            {{ "rule_id": "sanctioned", "priority": 1000, "if": {{"in":["sanctioned",{{"var":"flags"}}]}},
               "then": {{ "outcome": "deny", "because": "The customer is on a sanctions list." }} }},
            {{ "rule_id": "other-intent", "priority": 1, "applies_to": {{ "intent": ["support.call"] }}, "if": true,
               "then": {{ "outcome": "deny" }} }} ],
           "guardrails": [
            {{ "guardrail_id": "card-data", "if": {{"some":[{{"var":"attachments"}},{{"===":[{{"var":"kind"}},"card_scan"]}}]}},
               "then": [{{ "effect": "escalate", "target": "fraud-desk" }}] }} ],
           "scoring_rules": [
            {{ "rule_id": "loyal", "if": {{">":[{{"+":[{{"var":"balance"}},1]}},1000]}}, "score": 5 }} ]"#
    ))
}

fn render(changes: &str, held: &[&str]) -> String {
    refunds()
        .explain(facts(changes).as_bytes(), held, decimals)
        .unwrap()
        .render()
}

#[test]
fn an_allowed_refund_in_words() {
    let policy = refunds();
    let digest = policy.digest();
    let page = policy
        .explain(FACTS.as_bytes(), &[], decimals)
        .unwrap()
        .render();
    assert_eq!(
        page,
        format!(
            "\
support.refunds@4
{digest}

Outcome    allow, decided by high-value
Permitted  yes

Rules, highest priority first
  ✗ sanctioned (priority 1_000): contributes nothing
    ✗ \"sanctioned\" in flags   flags is empty
  ✓ high-value (priority 100): then allow
    ✓ on intent \"support.refund\"     intent is \"support.refund\"
    ✓ all of
      ✓ refund > INR 3_000.00        refund is INR 5_000.00
      ✓ user.role == support_agent   user.role is support_agent
    → because \"Refunds above 3,000 rupees by agents need finance.\"
    → approval finance at delegated
    → require evidence order_lookup, identity_verified
    → oblige \"record_refund_reason\"
    → prohibit payments.instant_refund
    → limit refund_amount at most 300_000 unless approved
    → limit currency in [\"INR\"]
  · other-intent (priority 1): does not apply
    ✗ on intent \"support.call\"   intent is \"support.refund\"

Guardrails
  ✗ card-data: does nothing
    ✗ any item in attachments: item.kind == \"card_scan\"   attachments is empty

Scoring rules
  ✗ loyal: no score
    ✗ balance + 1 > 1_000   balance is 0

How it was decided
  Highest priority among contributions, 100: allow by high-value.

Before dispatch
  needed: approval finance at delegated
  needed: evidence order_lookup
  needed: evidence identity_verified
  to do: record_refund_reason
  limit: currency in [\"INR\"]
  limit: refund_amount at most 300_000
"
        )
    );
}

#[test]
fn a_false_conjunct_ends_the_questions() {
    let page = render(
        r#"{ "refund": { "currency": "INR", "minor_units": 12345 }, "flags": ["a", "sanctioned"] }"#,
        &[],
    );
    for line in [
        "Outcome    deny, decided by sanctioned",
        "    ✓ \"sanctioned\" in flags   flags is [\"a\", \"sanctioned\"]",
        "  ✗ high-value (priority 100): else allow",
        "      ✗ refund > INR 3_000.00      refund is INR 123.45",
        "      · user.role == support_agent",
        "  Highest priority among contributions, 1_000: deny by sanctioned.",
        "  Of lower priority, so that only their clauses count: high-value.",
        "  forbidden: the outcome is deny",
    ] {
        assert!(page.lines().any(|found| found == line), "{line}\n{page}");
    }
}

#[test]
fn held_approvals_are_seen() {
    let page = render("{}", &["finance"]);
    for line in [
        "    → approval finance at delegated (held)",
        "    → limit refund_amount at most 300_000 unless approved (dropped: approved)",
    ] {
        assert!(page.lines().any(|found| found == line), "{line}\n{page}");
    }
    assert!(!page.contains("needed: approval"), "{page}");
}

#[test]
fn a_quantifier_shows_the_element_that_decided() {
    let digest = ["sha256:", &"00".repeat(32)].concat();
    let attachment =
        |kind: &str| format!(r#"{{ "kind": "{kind}", "sha256": "{digest}", "tags": [] }}"#);
    let page = render(
        &format!(
            r#"{{ "attachments": [{}, {}] }}"#,
            attachment("photo"),
            attachment("card_scan")
        ),
        &[],
    );
    for line in [
        "  ✓ card-data: escalate fraud-desk",
        "    ✓ any item in attachments: item.kind == \"card_scan\"   attachments is a list of 2 elements",
        "      ✓ element 2: item.kind == \"card_scan\"               item.kind is \"card_scan\"",
        "  No priority moves a guardrail: card-data escalates to fraud-desk.",
        "  forbidden here: guardrail card-data hands it to fraud-desk",
    ] {
        assert!(page.lines().any(|found| found == line), "{line}\n{page}");
    }
}

#[test]
fn a_failure_is_explained_at_its_node() {
    let page = render(
        r#"{ "refund": { "currency": "EUR", "minor_units": 1 }, "balance": 9007199254740991 }"#,
        &[],
    );
    for line in [
        "Outcome    none: an applicable predicate failed",
        "Failed     high-value at if.and.0.if.2",
        "           An applicable policy predicate compared amounts in different currencies.",
        "  ! high-value (priority 100): fails",
        "    ! all of",
        "  ! loyal: skipped",
    ] {
        assert!(page.lines().any(|found| found == line), "{line}\n{page}");
    }
    assert!(!page.contains("Before dispatch"), "{page}");
}

#[test]
fn as_data_it_is_canonical_json() {
    let policy = refunds();
    let explanation = policy.explain(FACTS.as_bytes(), &[], decimals).unwrap();
    let Conclusion::Decided { decision, .. } = &explanation.conclusion else {
        panic!()
    };
    assert_eq!(**decision, policy.evaluate(FACTS.as_bytes(), &[]).unwrap());
    let value = canonical::to_value(&explanation).unwrap();
    let rule = &value.get("rules").unwrap().as_array().unwrap()[0];
    assert_eq!(rule.get("rule_id").unwrap().as_str(), Some("sanctioned"));
    assert_eq!(
        rule.get("predicate").unwrap(),
        &canonical::parse(
            br#"{ "answer": "false", "facts": [{ "fact": "flags", "value": "empty" }], "text": "\"sanctioned\" in flags" }"#
        )
        .unwrap()
    );
}

#[test]
fn facts_cannot_write_what_they_are_not() {
    let page = policy(
        r#""rules": [{ "rule_id": "r", "priority": 1, "if": {"and":[{"!==":[{"var":"note"},null]},{"===":[{"var":"note"},""]}]},
             "then": { "outcome": "allow" } }]"#,
    )
    .explain(facts(r#"{ "note": "a\n✓ all of \u001b[31m\u202e\"" }"#).as_bytes(), &[], decimals)
    .unwrap()
    .render();
    assert!(
        page.contains(r#"note is "a\n✓ all of \u001b[31m\u202e\"""#),
        "{page}"
    );
    let long = format!(r#"{{ "note": "{}" }}"#, "x".repeat(100));
    let page = policy(
        r#""rules": [{ "rule_id": "r", "priority": 1, "if": {"!==":[{"var":"note"},null]}, "then": { "outcome": "allow" } }]"#,
    )
    .explain(facts(&long).as_bytes(), &[], decimals)
    .unwrap()
    .render();
    assert!(
        page.contains(&format!("note is \"{}\"…\n", "x".repeat(60))),
        "{page}"
    );
}

#[test]
fn what_was_not_asked_says_nothing() {
    let policy = policy(
        r#""rules": [{ "rule_id": "r", "priority": 1,
             "if": {"or":[true,{"!":[{"and":[{"var":"vip"},{"some":[{"var":"rows"},true]}]}]}]}, "then": { "outcome": "allow" } }]"#,
    );
    let explanation = policy.explain(FACTS.as_bytes(), &[], decimals).unwrap();
    let predicate = explanation.rules[0].predicate.as_ref().unwrap();
    assert_eq!(predicate.answer, Answer::True);
    assert!(silent(&predicate.operands[1]));
    assert_eq!(predicate.operands[1].operands[0].text, "all of");
}

fn silent(node: &Node) -> bool {
    node.answer == Answer::NotAsked && node.facts.is_empty() && node.operands.iter().all(silent)
}
