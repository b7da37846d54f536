//! The binding: every member counts, and only one text stands for a set.

use std::cell::RefCell;
use std::collections::BTreeSet;

use ordain_runtime::action::{ActionBinding, ActionError};
use ordain_runtime::canonical;
use ordain_runtime::digest::{Digest, Domain};
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::oracle;

use super::sample;
use super::schema::{Choices, Schema};

fn schema() -> Value {
    serde_json::from_str(ordain_runtime::action::schema::text("action_binding").unwrap()).unwrap()
}

fn parse(document: &Value) -> Result<Digest, ActionError> {
    let text = serde_json::to_vec(document).unwrap();
    ActionBinding::parse(&text).map(|binding| binding.digest())
}

fn validator() -> jsonschema::Validator {
    let schema = schema();
    assert!(jsonschema::draft202012::meta::is_valid(&schema));
    jsonschema::draft202012::options()
        .offline()
        .build(&schema)
        .unwrap()
}

/// The digest by another text: another canonical writer, another hash.
fn plain_digest(document: &Value) -> String {
    let form = serde_json_canonicalizer::to_vec(document).unwrap();
    oracle::plain_digest(&[b"contextos.action_binding.v1\0".as_slice(), &form].concat())
}

#[test]
fn changing_any_member_at_any_depth_changes_the_digest() {
    let schema = schema();
    let schema = Schema::new(&schema);
    let validator = validator();
    let seen = RefCell::new(BTreeSet::from([String::new()]));
    proptest!(ProptestConfig::with_cases(64), |(seed in any::<u64>())| {
        let mut choices = Choices(seed);
        let document = schema.generate(&mut choices);
        prop_assert!(validator.is_valid(&document), "{document}");
        let digest = parse(&document).map_err(|error| TestCaseError::fail(error.to_string()))?;
        prop_assert_eq!(digest.to_string(), plain_digest(&document));
        for (path, changed) in schema.changes(&document, &mut choices) {
            // What is added to a set may have been there.
            if changed == document {
                continue;
            }
            prop_assert!(validator.is_valid(&changed), "{path}: {changed}");
            let other = parse(&changed).map_err(|error| TestCaseError::fail(error.to_string()))?;
            prop_assert_ne!(other, digest, "{} changes nothing: {}", path, changed);
            seen.borrow_mut().insert(path);
        }
    });
    // An object is changed where its members are; everything else that the schema names was changed by itself.
    let objects = BTreeSet::from([".capability".to_owned(), ".risk".to_owned()]);
    let expected: BTreeSet<String> = schema.paths();
    let missed: Vec<_> = expected
        .difference(&seen.borrow())
        .filter(|path| !objects.contains(*path) && !path.ends_with(".*"))
        .cloned()
        .collect();
    assert!(missed.is_empty(), "never changed: {missed:?}");
}

#[test]
fn every_member_is_there_and_no_other() {
    let validator = validator();
    let document = sample::json(sample::action().members());
    assert!(validator.is_valid(&document));
    let objects = ["", "/capability", "/risk", "/amount", "/policy_refs/0"];
    for place in objects {
        let members = document
            .pointer(place)
            .unwrap()
            .as_object()
            .unwrap()
            .clone();
        for name in members.keys() {
            let mut fewer = document.clone();
            let object = fewer.pointer_mut(place).unwrap();
            object.as_object_mut().unwrap().remove(name);
            assert_eq!(
                parse(&fewer).unwrap_err().code(),
                "missing_member",
                "{place}/{name}"
            );
            assert!(!validator.is_valid(&fewer), "{place}/{name}");
        }
        let mut more = document.clone();
        more.pointer_mut(place).unwrap()["extra"] = json!(1);
        assert_eq!(
            parse(&more).unwrap_err().code(),
            "unknown_member",
            "{place}"
        );
        assert!(!validator.is_valid(&more), "{place}");
    }
}

#[test]
fn only_the_amount_may_be_null() {
    let validator = validator();
    let document = sample::json(sample::action().members());
    for name in document.as_object().unwrap().keys() {
        let mut nothing = document.clone();
        nothing[name] = Value::Null;
        let is_accepted = parse(&nothing).is_ok();
        // Arguments are any JSON, and so may be `null` too.
        assert_eq!(
            is_accepted,
            name == "amount" || name == "arguments",
            "{name}"
        );
        assert_eq!(is_accepted, validator.is_valid(&nothing), "{name}");
    }
}

#[test]
fn a_set_has_one_text() {
    let document = sample::json(sample::action().members());
    for name in [
        "authority_refs",
        "resource_ids",
        "destination_ids",
        "evidence_refs",
    ] {
        let with = |elements: Value| {
            let mut changed = document.clone();
            changed[name] = elements;
            parse(&changed).map_err(|error| error.code())
        };
        assert!(with(json!([])).is_ok());
        assert!(
            with(json!(["B", "a", "é", "\u{ffff}", "😀"])).is_ok(),
            "{name}"
        );
        assert_eq!(with(json!(["a", "B"])), Err("set_unsorted"), "{name}");
        assert_eq!(with(json!(["a", "a"])), Err("set_duplicate"), "{name}");
        let many: Vec<String> = (0..129).map(|number| format!("{number:03}")).collect();
        assert!(with(json!(many[..128])).is_ok());
        assert_eq!(with(json!(many)), Err("bound_exceeded"), "{name}");
    }
    for name in ["policy_refs", "profile_refs", "release_refs"] {
        let reference = document[name][0].clone();
        let mut later = reference.clone();
        later["version"] = json!("z");
        let with = |elements: Value| {
            let mut changed = document.clone();
            changed[name] = elements;
            parse(&changed).map_err(|error| error.code())
        };
        assert!(with(json!([reference, later])).is_ok());
        assert_eq!(
            with(json!([later, reference])),
            Err("set_unsorted"),
            "{name}"
        );
        assert_eq!(
            with(json!([reference, reference])),
            Err("set_duplicate"),
            "{name}"
        );
    }
}

#[test]
fn what_is_made_in_memory_is_normalised_on_request() {
    let action = sample::action();
    let mut members = action.members().clone();
    members.authority_refs.reverse();
    members.authority_refs.push(sample::name("grant_acme"));
    let refused = ActionBinding::new(members.clone()).unwrap_err();
    assert_eq!(refused.code(), "set_unsorted");
    members.normalise();
    assert_eq!(
        ActionBinding::new(members).unwrap().digest(),
        action.digest()
    );
}

#[test]
fn arguments_that_no_reader_takes_are_not_bound() {
    let nested = |levels: usize| {
        let mut members = sample::action().into_members();
        members.arguments = canonical::Value::Null;
        for _ in 0..levels {
            members.arguments = canonical::Value::Array(vec![members.arguments]);
        }
        ActionBinding::new(members).map_err(|error| error.code())
    };
    assert!(nested(63).is_ok());
    assert_eq!(nested(64).unwrap_err(), "too_deep");
    assert_eq!(nested(200).unwrap_err(), "too_deep");
}

#[test]
fn the_digest_is_the_domain_digest() {
    let action = sample::action();
    let value = canonical::to_value(action.members()).unwrap();
    let domain = Domain::new("contextos.action_binding.v1").unwrap();
    assert_eq!(action.digest(), Digest::in_domain(domain, &value));
    assert_ne!(action.digest(), Digest::of(&value));
}

#[test]
fn a_binding_is_read_strictly() {
    let text = serde_json::to_string(&sample::json(sample::action().members())).unwrap();
    let spoilt = [
        (
            r#""run_id":"run_7""#,
            r#""run_id":"run_7","run_id":"run_8""#,
            "duplicate_key",
        ),
        (r#""run_id":"run_7""#, r#""run_id":"""#, "invalid_value"),
        (r#""run_id":"run_7""#, r#""run_id":7"#, "wrong_type"),
        (
            r#""minor_units":500000"#,
            r#""minor_units":-1"#,
            "invalid_value",
        ),
        (
            r#""minor_units":500000"#,
            r#""minor_units":9007199254740992"#,
            "number_out_of_range",
        ),
        (
            r#""currency":"INR""#,
            r#""currency":"inr""#,
            "invalid_value",
        ),
        (
            r#""effect":"external_state""#,
            r#""effect":"verified""#,
            "unknown_variant",
        ),
        (
            r#""order":"o-1""#,
            r#""order":0.1000000000000000055"#,
            "number_not_exact",
        ),
    ];
    for (from, to, code) in spoilt {
        let changed = text.replacen(from, to, 1);
        assert_ne!(changed, text, "{from}");
        let error = ActionBinding::parse(changed.as_bytes()).unwrap_err();
        assert_eq!(error.code(), code, "{to}");
    }
}
