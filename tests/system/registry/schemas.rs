//! The published schemas say what the types say.

use ordain_runtime::registry::{Kind, schema};
use ordain_tests::project;
use serde_json::Value;

use super::registry;

fn validator(kind: &str) -> jsonschema::Validator {
    let schema: Value = serde_json::from_str(&schema::text(kind).unwrap()).unwrap();
    assert!(
        jsonschema::draft202012::meta::is_valid(&schema),
        "{kind} is no schema"
    );
    jsonschema::draft202012::options()
        .offline()
        .build(&schema)
        .unwrap()
}

fn artefact(kind: Kind, id: &str) -> Value {
    let registry = registry();
    let reference = registry.get(kind, id, "1").unwrap();
    serde_json::from_slice(registry.by_ref(&reference).unwrap()).unwrap()
}

#[test]
fn every_artefact_meets_its_schema() {
    let shipped =
        ordain_runtime::registry::Registry::load(&project().join("generated/registry")).unwrap();
    let mut counted = 0;
    for registry in [registry(), shipped] {
        for reference in registry
            .references()
            .filter(|one| one.artifact_type != Kind::Schema)
        {
            let kind = reference.artifact_type.as_str();
            let document: Value =
                serde_json::from_slice(registry.by_ref(&reference).unwrap()).unwrap();
            let errors: Vec<String> = validator(kind)
                .iter_errors(&document)
                .map(|error| error.to_string())
                .collect();
            assert!(errors.is_empty(), "{}: {errors:?}", reference.artifact_id);
            counted += 1;
        }
    }
    println!("schemas: {counted} artefacts accepted");
}

/// A kind, an artefact of it, the place of a value, and what it is replaced with; nothing takes it away.
type Row = (Kind, &'static str, &'static str, Option<&'static str>);

static REFUSED: &[Row] = &[
    (
        Kind::Policy,
        "shop.refunds",
        "/format",
        Some("\"ordain.policy.v2\""),
    ),
    (Kind::Policy, "shop.refunds", "/version", Some("1")),
    (Kind::Policy, "shop.refunds", "/extra", Some("1")),
    (Kind::Policy, "shop.refunds", "/body/facts", None),
    (
        Kind::Policy,
        "shop.refunds",
        "/body/facts/sha256",
        Some("\"sha256:AB\""),
    ),
    (
        Kind::Policy,
        "shop.refunds",
        "/body/facts/artifact_type",
        Some("\"control\""),
    ),
    (
        Kind::Policy,
        "shop.refunds",
        "/body/rules/0/priority",
        Some("1.5"),
    ),
    (
        Kind::Policy,
        "shop.refunds",
        "/body/rules/0/priority",
        Some("9007199254740992"),
    ),
    (
        Kind::Policy,
        "shop.refunds",
        "/body/rules/0/if",
        Some("{\"eval\":[1]}"),
    ),
    (
        Kind::Policy,
        "shop.refunds",
        "/body/rules/0/if",
        Some("{\"var\":\"a\",\"!\":[true]}"),
    ),
    (
        Kind::Policy,
        "shop.refunds",
        "/body/rules/0/then/outcome",
        Some("\"maybe\""),
    ),
    (
        Kind::Policy,
        "shop.refunds",
        "/body/rules/0/then/approvals/0/mode",
        Some("\"root\""),
    ),
    (
        Kind::Policy,
        "shop.refunds",
        "/body/rules/0/then/limits/0/at_least",
        Some("1"),
    ),
    (
        Kind::Policy,
        "shop.refunds",
        "/body/rules/0/then/limits/0/argument",
        Some("\"a b\""),
    ),
    (
        Kind::Policy,
        "shop.refunds",
        "/body/rules/0/then/obligations",
        Some("[]"),
    ),
    (
        Kind::Policy,
        "shop.refunds",
        "/body/scoring_rules/0/score",
        None,
    ),
    (
        Kind::Policy,
        "shop.refunds",
        "/body/guardrails/0/then",
        Some("[]"),
    ),
    (
        Kind::Policy,
        "shop.refunds",
        "/body/guardrails/0/then/0/effect",
        Some("\"warn\""),
    ),
    (Kind::Facts, "shop.request", "/body/fields", Some("{}")),
    (
        Kind::Facts,
        "shop.request",
        "/body/fields/number/type/minimum",
        None,
    ),
    (
        Kind::Facts,
        "shop.request",
        "/body/fields/lane/type/members",
        Some("[]"),
    ),
    (
        Kind::Facts,
        "shop.request",
        "/body/fields/lane/optional",
        Some("false"),
    ),
    (
        Kind::Facts,
        "shop.request",
        "/body/fields/amount/type/kind",
        Some("\"decimal\""),
    ),
    (
        Kind::Control,
        "shop.first",
        "/body/owner",
        Some("\"nobody\""),
    ),
    (
        Kind::Control,
        "shop.first",
        "/body/stage",
        Some("\"later\""),
    ),
    (Kind::Control, "shop.first", "/body/title", Some("\"\"")),
    (Kind::Control, "shop.first", "/body/evidence", None),
    (
        Kind::Profile,
        "shop.wide",
        "/body/conditional/0/when",
        Some("[]"),
    ),
    (
        Kind::Profile,
        "shop.wide",
        "/body/conditional/0/when",
        Some("[\"wings\"]"),
    ),
    (
        Kind::Profile,
        "shop.wide",
        "/body/conditional/0/required",
        Some("[]"),
    ),
    (Kind::Profile, "shop.wide", "/body/title", None),
    (
        Kind::Profile,
        "shop.wide",
        "/body/extends/0/artifact_type",
        Some("\"control\""),
    ),
];

#[test]
fn each_constraint_refuses() {
    for (kind, id, pointer, value) in REFUSED {
        let mut document = artefact(*kind, id);
        let (parent, member) = pointer.rsplit_once('/').unwrap();
        let parent = document.pointer_mut(parent).unwrap();
        match (parent, value) {
            (Value::Object(parent), Some(value)) => {
                parent.insert(member.to_owned(), serde_json::from_str(value).unwrap());
            }
            (Value::Object(parent), None) => {
                assert!(parent.remove(member).is_some(), "{pointer} is not there");
            }
            _ => panic!("{pointer} leads to no record"),
        }
        assert!(
            !validator(kind.as_str()).is_valid(&document),
            "{pointer} as {value:?}"
        );
    }
    println!("schemas: {} changed artefacts refused", REFUSED.len());
}

#[test]
fn decisions_and_errors_meet_their_schemas() {
    use ordain_generated::support::support_refunds_v4;
    let facts = |currency: &str, flags: &str| {
        format!(
            r#"{{"intent":"support.refund","tenant_id":"t1","user":{{"role":"support_agent","tenure_days":90}},"refund":{{"currency":"{currency}","minor_units":500000}},"flags":[{flags}],"attachments":[{{"kind":"card_scan","sha256":"sha256:{}"}}]}}"#,
            "a".repeat(64)
        )
    };
    for flags in ["", "\"sanctioned\"", "\"account_closed\""] {
        let decision = support_refunds_v4::evaluate_json(facts("INR", flags).as_bytes()).unwrap();
        let document = serde_json::to_value(decision.record(&[])).unwrap();
        assert!(validator("decision").is_valid(&document), "{document}");
        let document = serde_json::to_value(decision.record(&["finance"])).unwrap();
        assert!(validator("decision").is_valid(&document), "{document}");
    }
    let error = support_refunds_v4::evaluate_json(facts("USD", "").as_bytes()).unwrap_err();
    let ordain_runtime::policy::EvaluationError::Policy(error) = error else {
        panic!("the facts are sound")
    };
    let document = serde_json::to_value(&error).unwrap();
    assert!(validator("policy_eval_error").is_valid(&document));
    assert_eq!(document.as_object().unwrap().len(), 6);
}
