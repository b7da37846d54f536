use alloc::format;
use alloc::string::String;

use super::super::super::testing::{FACTS, Store, reference_text};
use super::super::{Control, LoadError, LoadFault, Policy};
use crate::canonical;
use crate::registry::Kind;

#[track_caller]
fn refused(members: &str, code: &str) -> LoadFault {
    let mut store = Store::default();
    let reference = store.add_policy(members);
    let error = Policy::load(&store, &reference).unwrap_err();
    assert_eq!(error.code(), code, "{error}");
    error.fault
}

fn rule(members: &str) -> String {
    format!(
        r#""rules": [{{ "rule_id": "r", "priority": 1, "if": true, "then": {{ "outcome": "allow" }}, {members} }}]"#
    )
}

#[test]
fn bytes_are_verified() {
    let mut store = Store::default();
    let reference = store.add_policy(r#""rules": []"#);
    assert!(Policy::load(&store, &reference).is_ok());
    let bytes = store.0.remove(&reference).unwrap();
    let load = |store: &Store| {
        Policy::load(store, &reference)
            .map_err(|error| error.code())
            .unwrap_err()
    };
    assert_eq!(load(&store), "definition_missing");
    store
        .0
        .insert(reference.clone(), [bytes.as_slice(), b" "].concat());
    assert_eq!(load(&store), "digest_mismatch");

    let spaced = [bytes.as_slice(), b"\n"].concat();
    let reference = store.file(Kind::Policy, "support.refunds", "4", spaced);
    let code = |error: LoadError| error.code();
    assert_eq!(
        Policy::load(&store, &reference).map_err(code).unwrap_err(),
        "not_canonical"
    );
    let reference = store.file(Kind::Policy, "support.refunds", "4", b"{".to_vec());
    assert_eq!(
        Policy::load(&store, &reference).map_err(code).unwrap_err(),
        "artefact_malformed"
    );
    // Filed under another name, revision or kind than its own.
    let reference = store.file(Kind::Policy, "support.other", "4", bytes.clone());
    assert_eq!(
        Policy::load(&store, &reference).map_err(code).unwrap_err(),
        "artefact_mismatch"
    );
    let reference = store.file(Kind::Policy, "support.refunds", "5", bytes.clone());
    assert_eq!(
        Policy::load(&store, &reference).map_err(code).unwrap_err(),
        "artefact_mismatch"
    );
    let reference = store.file(Kind::Control, "support.refunds", "4", bytes);
    assert!(Control::load(&store, &reference).is_err());
    let facts = store.add_facts();
    assert!(Policy::load(&store, &facts).is_err());
}

#[test]
fn what_a_policy_reaches_is_verified_too() {
    let mut store = Store::default();
    let reference = store.add_policy(r#""rules": []"#);
    let facts = store.add_facts();
    store.0.remove(&facts);
    let error = Policy::load(&store, &reference).unwrap_err();
    assert_eq!(
        (error.code(), *error.reference),
        ("definition_missing", facts)
    );
}

#[test]
fn unknown_members_and_words_are_refused() {
    refused(r#""rules": [], "extra": 1"#, "artefact_malformed");
    refused(&rule(r#""extra": 1"#), "artefact_malformed");
    refused(
        r#""rules": [{ "rule_id": "r", "priority": 1, "if": true, "then": { "outcome": "perhaps" } }]"#,
        "artefact_malformed",
    );
    refused(
        r#""guardrails": [{ "guardrail_id": "g", "if": true, "then": [{ "effect": "shout" }] }]"#,
        "artefact_malformed",
    );
}

#[test]
fn a_predicate_names_its_node() {
    let fault = refused(
        r#""rules": [{ "rule_id": "r", "priority": 1, "if": {"and":[true,{"var":"zebra"}]}, "then": { "outcome": "allow" } }]"#,
        "predicate_invalid",
    );
    assert!(
        matches!(fault, LoadFault::InvalidPredicate { rule_id, path, .. } if rule_id == "r" && path == "if.and.1")
    );
    refused(
        r#""scoring_rules": [{ "rule_id": "r", "if": null, "score": 1 }]"#,
        "predicate_invalid",
    );
    refused(
        r#""guardrails": [{ "guardrail_id": "g", "if": 1, "then": [{ "effect": "refuse" }] }]"#,
        "predicate_invalid",
    );
}

#[test]
fn a_rule_has_one_id_among_all_kinds() {
    let then = r#""then": { "outcome": "allow" }"#;
    refused(
        &format!(
            r#""rules": [{{ "rule_id": "r", "priority": 1, "if": true, {then} }}, {{ "rule_id": "r", "priority": 2, "if": true, {then} }}]"#
        ),
        "duplicate_rule",
    );
    refused(
        r#""scoring_rules": [{ "rule_id": "r", "if": true, "score": 1 }],
           "guardrails": [{ "guardrail_id": "r", "if": true, "then": [{ "effect": "refuse" }] }]"#,
        "duplicate_rule",
    );
}

#[test]
fn keys_are_keys_and_have_their_values() {
    for keys in [
        r#""zebra": ["a"]"#,
        r#""vip": ["a"]"#,
        r#""user": ["a"]"#,
        r#""user.role": ["customer"]"#,
        r#""intent.more": ["a"]"#,
        r#""": ["a"]"#,
        r#""intent": []"#,
        r#""intent": [""]"#,
        r#""agent.tier": ["gold", "tin"]"#,
    ] {
        refused(
            &rule(&format!(r#""applies_to": {{ {keys} }}"#)),
            "applies_to_invalid",
        );
    }
}

#[test]
fn limits_have_exactly_one_bound() {
    for limit in [
        "",
        r#", "at_least": 1, "at_most": 2"#,
        r#", "at_least": 1, "one_of": [2]"#,
    ] {
        let members = format!(
            r#""rules": [{{ "rule_id": "r", "priority": 1, "if": true, "then": {{ "outcome": "allow" }},
                 "else": {{ "outcome": "deny", "limits": [{{ "argument": "x"{limit} }}] }} }}]"#
        );
        refused(&members, "limit_invalid");
    }
}

#[test]
fn guardrails_do_something_that_can_be_done() {
    for effects in [
        "",
        r#"{ "effect": "redact", "fields": [] }"#,
        r#"{ "effect": "redact", "fields": ["vip", "zebra"] }"#,
        r#"{ "effect": "redact", "fields": ["vip.more"] }"#,
        r#"{ "effect": "redact", "fields": ["attachments.zebra"] }"#,
    ] {
        let members = format!(
            r#""guardrails": [{{ "guardrail_id": "g", "if": true, "then": [{effects}] }}]"#
        );
        refused(&members, "effect_invalid");
    }
}

#[test]
fn fields_are_what_the_language_can_declare() {
    let load = |field: &str| {
        let mut store = Store::default();
        let facts = store.add(
            Kind::Facts,
            "a.facts",
            "1",
            &format!(r#"{{ "fields": {{ {field} }} }}"#),
        );
        let body = format!(r#"{{ "facts": {} }}"#, reference_text(&facts));
        let policy = store.add(Kind::Policy, "a.policy", "1", &body);
        Policy::load(&store, &policy)
            .map(|_| ())
            .map_err(|error| error.fault)
    };
    let ty = |ty: &str| format!(r#""a": {{ "type": {ty} }}"#);
    assert_eq!(load(&ty(r#"{ "kind": "boolean" }"#)), Ok(()));
    assert_eq!(
        load(&ty(
            r#"{ "kind": "list", "of": { "kind": "list", "of": { "kind": "money" } } }"#
        )),
        Ok(())
    );
    for invalid in [
        r#"{ "kind": "integer", "minimum": 1, "maximum": 0 }"#,
        r#"{ "kind": "enum", "members": [] }"#,
        r#"{ "kind": "set", "of": { "kind": "money" } }"#,
        r#"{ "kind": "set", "of": { "kind": "set", "of": { "kind": "boolean" } } }"#,
        r#"{ "kind": "list", "of": { "kind": "enum", "members": [] } }"#,
    ] {
        assert_eq!(
            load(&ty(invalid)),
            Err(LoadFault::InvalidField { field: "a".into() }),
            "{invalid}"
        );
    }
    assert_eq!(
        load(&ty(
            r#"{ "kind": "record", "fields": { "b": { "type": { "kind": "boolean" }, "key": true } } }"#
        )),
        Err(LoadFault::InvalidField {
            field: "a.b".into()
        })
    );
    assert_eq!(
        load(&ty(
            r#"{ "kind": "list", "of": { "kind": "record", "fields": { "b": { "type": { "kind": "identifier" }, "key": true } } } }"#
        )),
        Err(LoadFault::InvalidField {
            field: "a.b".into()
        })
    );
    for name in ["a.b", "", "1a", "a-b", "a b"] {
        assert!(
            load(&format!(
                r#""{name}": {{ "type": {{ "kind": "boolean" }} }}"#
            ))
            .is_err(),
            "{name}"
        );
    }
}

#[test]
fn a_predicate_as_deep_as_may_be_loads() {
    let deep = format!("{}true{}", r#"{"!":["#.repeat(31), "]}".repeat(31));
    let mut store = Store::default();
    let reference = store.add_policy(&format!(
        r#""rules": [{{ "rule_id": "r", "priority": 1, "if": {deep}, "then": {{ "outcome": "allow" }} }}]"#
    ));
    let policy = Policy::load(&store, &reference).unwrap();
    assert!(
        policy
            .evaluate(FACTS.as_bytes(), &[])
            .unwrap()
            .contributed
            .is_empty()
    );
    assert!(
        canonical::parse(&store.0[&reference]).is_err(),
        "deeper than documents are by default"
    );
}
