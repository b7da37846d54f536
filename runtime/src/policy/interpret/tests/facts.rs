use alloc::borrow::ToOwned as _;
use alloc::format;
use alloc::string::String;

use super::super::super::decision::FactsFault;
use super::super::super::testing::{self, FACTS, schema};
use super::super::facts::validate;
use crate::canonical::{self, JsonErrorCode};

#[track_caller]
fn accepted(changes: &str) {
    validate(testing::facts(changes).as_bytes(), &schema()).unwrap();
}

#[track_caller]
fn refused(changes: &str, pointer: &str, fault: FactsFault) {
    refused_text(&testing::facts(changes), pointer, fault);
}

#[track_caller]
fn refused_text(text: &str, pointer: &str, fault: FactsFault) {
    let invalid = validate(text.as_bytes(), &schema()).unwrap_err();
    assert_eq!((invalid.pointer.as_str(), invalid.reason), (pointer, fault));
}

#[track_caller]
fn refused_json(text: &str, pointer: &str, code: JsonErrorCode) {
    let invalid = validate(text.as_bytes(), &schema()).unwrap_err();
    assert_eq!(invalid.pointer, pointer);
    assert!(
        matches!(invalid.reason, FactsFault::Json(error) if error.code() == code),
        "{invalid:?}"
    );
}

#[test]
fn facts_are_read_as_they_are() {
    let value = validate(FACTS.as_bytes(), &schema()).unwrap();
    assert_eq!(value, canonical::parse(FACTS.as_bytes()).unwrap());
    accepted(r#"{ "agent": { "level": 3, "tier": "gold" }, "note": "", "capability": "a" }"#);
}

#[test]
fn a_required_field_is_missed_where_its_record_ends() {
    refused(r#"{ "intent": null }"#, "/intent", FactsFault::Missing);
    refused(
        r#"{ "vip": null, "intent": null }"#,
        "/intent",
        FactsFault::Missing,
    );
    refused(
        r#"{ "user": { "tenure_days": 1 } }"#,
        "/user/role",
        FactsFault::Missing,
    );
    refused(r#"{ "user": {} }"#, "/user/role", FactsFault::Missing);
    refused(
        r#"{ "agent": { "tier": "gold" } }"#,
        "/agent/level",
        FactsFault::Missing,
    );
    refused(
        r#"{ "refund": { "minor_units": 1 } }"#,
        "/refund/currency",
        FactsFault::Missing,
    );
    refused(
        r#"{ "refund": { "currency": "INR" } }"#,
        "/refund/minor_units",
        FactsFault::Missing,
    );
    refused_text("{}", "/attachments", FactsFault::Missing);
}

#[test]
fn unknown_and_repeated_fields_are_refused() {
    refused(r#"{ "zebra": 1 }"#, "/zebra", FactsFault::UnknownField);
    refused(r#"{ "a/b~c": 1 }"#, "/a~1b~0c", FactsFault::UnknownField);
    refused(
        r#"{ "user": { "role": "customer", "tenure_days": 1, "rank": 2 } }"#,
        "/user/rank",
        FactsFault::UnknownField,
    );
    refused(
        r#"{ "refund": { "currency": "INR", "minor_units": 1, "scale": 2 } }"#,
        "/refund/scale",
        FactsFault::UnknownField,
    );
    refused_text(
        r#"{ "vip": true, "v\u0069p": true }"#,
        "/vip",
        FactsFault::DuplicateField,
    );
    refused_text(
        r#"{ "user": { "role": "customer", "role": "customer" } }"#,
        "/user/role",
        FactsFault::DuplicateField,
    );
    refused_text(
        r#"{ "refund": { "currency": "INR", "currency": "INR" } }"#,
        "/refund/currency",
        FactsFault::DuplicateField,
    );
}

#[test]
fn null_is_never_a_value() {
    refused_text(r#"{ "note": null }"#, "/note", FactsFault::WrongType);
    refused_text(r#"{ "user": null }"#, "/user", FactsFault::WrongType);
    refused_text(r#"{ "flags": [null] }"#, "/flags/0", FactsFault::WrongType);
}

#[test]
fn values_have_their_type() {
    refused_text("[]", "", FactsFault::WrongType);
    refused(r#"{ "vip": "true" }"#, "/vip", FactsFault::WrongType);
    refused(r#"{ "vip": 1 }"#, "/vip", FactsFault::WrongType);
    refused(r#"{ "balance": "1" }"#, "/balance", FactsFault::WrongType);
    refused(r#"{ "intent": 1 }"#, "/intent", FactsFault::WrongType);
    refused(r#"{ "note": ["a"] }"#, "/note", FactsFault::WrongType);
    refused(r#"{ "flags": "a" }"#, "/flags", FactsFault::WrongType);
    refused(r#"{ "flags": {} }"#, "/flags", FactsFault::WrongType);
    refused(r#"{ "user": [] }"#, "/user", FactsFault::WrongType);
    refused(r#"{ "refund": 3000 }"#, "/refund", FactsFault::WrongType);
    refused(
        r#"{ "refund": { "currency": 1, "minor_units": 1 } }"#,
        "/refund/currency",
        FactsFault::WrongType,
    );
    refused(
        r#"{ "refund": { "currency": "INR", "minor_units": "1" } }"#,
        "/refund/minor_units",
        FactsFault::WrongType,
    );
}

#[test]
fn integers_are_exact_and_in_range() {
    for literal in ["3", "3.0", "3e0", "30e-1", "-0", "9007199254740991"] {
        let text = FACTS.replace(r#""balance": 0"#, &format!(r#""balance": {literal}"#));
        validate(text.as_bytes(), &schema()).unwrap();
    }
    refused(r#"{ "balance": 0.5 }"#, "/balance", FactsFault::OutOfRange);
    refused(
        r#"{ "balance": 1e300 }"#,
        "/balance",
        FactsFault::OutOfRange,
    );
    accepted(r#"{ "user": { "role": "customer", "tenure_days": 36500 } }"#);
    accepted(r#"{ "user": { "role": "customer", "tenure_days": 0 } }"#);
    for tenure_days in ["36501", "-1"] {
        let changes =
            format!(r#"{{ "user": {{ "role": "customer", "tenure_days": {tenure_days} }} }}"#);
        refused(&changes, "/user/tenure_days", FactsFault::OutOfRange);
    }
    refused(
        r#"{ "refund": { "currency": "INR", "minor_units": 0.5 } }"#,
        "/refund/minor_units",
        FactsFault::OutOfRange,
    );
    refused_json(
        r#"{ "balance": 9007199254740992 }"#,
        "/balance",
        JsonErrorCode::NumberOutOfRange,
    );
    refused_json(
        r#"{ "balance": 0.10000000000000001 }"#,
        "/balance",
        JsonErrorCode::NumberNotExact,
    );
}

#[test]
fn strings_have_their_form() {
    refused(r#"{ "intent": "" }"#, "/intent", FactsFault::Malformed);
    refused(
        r#"{ "intent": "a\u0007" }"#,
        "/intent",
        FactsFault::Malformed,
    );
    let with_intent = |length| format!(r#"{{ "intent": "{}" }}"#, "é".repeat(length));
    accepted(&with_intent(256));
    refused(&with_intent(257), "/intent", FactsFault::Malformed);
    let with_note = |length| format!(r#"{{ "note": "{}" }}"#, "é".repeat(length));
    accepted(&with_note(65_536));
    refused(&with_note(65_537), "/note", FactsFault::Malformed);
    accepted(r#"{ "note": "a\u0000b" }"#);
    accepted(r#"{ "approved_at": "2026-10-16T00:00:00.100Z" }"#);
    refused(
        r#"{ "approved_at": "2026-10-16T00:00:00+00:00" }"#,
        "/approved_at",
        FactsFault::Malformed,
    );
    refused(
        r#"{ "approved_at": "2026-02-29T00:00:00Z" }"#,
        "/approved_at",
        FactsFault::Malformed,
    );
    refused(
        r#"{ "refund": { "currency": "inr", "minor_units": 1 } }"#,
        "/refund/currency",
        FactsFault::Malformed,
    );
    refused(
        r#"{ "user": { "role": "boss", "tenure_days": 1 } }"#,
        "/user/role",
        FactsFault::UnknownMember,
    );
    let digest = |hex: &str| {
        format!(r#"{{ "attachments": [{{ "kind": "a", "sha256": "{hex}", "tags": [] }}] }}"#)
    };
    accepted(&digest(&["sha256:", &"0a".repeat(32)].concat()));
    refused(
        &digest(&["sha256:", &"0A".repeat(32)].concat()),
        "/attachments/0/sha256",
        FactsFault::Malformed,
    );
}

#[test]
fn sets_are_unequal_in_meaning() {
    refused(
        r#"{ "flags": ["a", "b", "a"] }"#,
        "/flags/2",
        FactsFault::DuplicateElement,
    );
    refused(
        r#"{ "seen": ["2026-10-16T00:00:00.10Z", "2026-10-16T00:00:00.1Z"] }"#,
        "/seen/1",
        FactsFault::DuplicateElement,
    );
    accepted(r#"{ "seen": ["2026-10-16T00:00:00.10Z", "2026-10-16T00:00:00.01Z"] }"#);
    accepted(r#"{ "rows": [[1, 1], [1, 1]] }"#);
    // The first fault in the order of the document.
    refused(
        r#"{ "flags": ["a", "a", ""] }"#,
        "/flags/1",
        FactsFault::DuplicateElement,
    );
    refused(
        r#"{ "flags": ["a", "", "a"] }"#,
        "/flags/1",
        FactsFault::Malformed,
    );
}

#[test]
fn the_first_fault_in_the_order_of_the_document_is_reported() {
    refused_text(
        r#"{ "vip": 1, "intent": 1 }"#,
        "/vip",
        FactsFault::WrongType,
    );
    refused_text(
        r#"{ "intent": 1, "vip": 1 }"#,
        "/intent",
        FactsFault::WrongType,
    );
    refused_text(
        r#"{ "user": {}, "intent": 1 }"#,
        "/user/role",
        FactsFault::Missing,
    );
    refused_text(
        r#"{ "intent": 1, "vip": tru }"#,
        "/intent",
        FactsFault::WrongType,
    );
}

#[test]
fn faults_of_json_name_the_innermost_member() {
    refused_json(r#"{ "vip": tru }"#, "/vip", JsonErrorCode::MalformedJson);
    refused_json(
        r#"{ "user": { "role": "customer" "#,
        "/user",
        JsonErrorCode::MalformedJson,
    );
    refused_json(
        r#"{ "rows": [[1, 2], [1 2]] }"#,
        "/rows/1",
        JsonErrorCode::MalformedJson,
    );
    refused_json(
        r#"{ "note": "\ud800" }"#,
        "/note",
        JsonErrorCode::MalformedUnicode,
    );
    refused_json(&[FACTS, " 1"].concat(), "", JsonErrorCode::TrailingData);
    refused_json("\u{feff}{}", "", JsonErrorCode::TrailingData);
    refused_json("", "", JsonErrorCode::MalformedJson);
}

#[test]
fn the_message_holds_no_fact() {
    let invalid = validate(
        testing::facts(r#"{ "intent": "secret\u0007" }"#).as_bytes(),
        &schema(),
    )
    .unwrap_err();
    let message: String = format!("{invalid}");
    assert_eq!(
        message,
        "the string does not have the form of the field's type at `/intent`".to_owned()
    );
}
