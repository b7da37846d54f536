use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use serde::Deserialize;

use super::*;
use crate::canonical::{self, Object, Value};
use crate::faults;
use crate::ident::Identifier;
use crate::time::Instant;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case<'a> {
    now: Instant,
    #[serde(borrow)]
    action: BoundedAction<'a>,
    #[serde(borrow)]
    need: BoundaryNeed<'a>,
    #[serde(borrow)]
    observed: Observed<'a>,
}

fn check(document: &Value<'_>) -> Result<ActiveBoundary, Vec<&'static str>> {
    let case: Case<'_> =
        canonical::from_value(document).map_err(|error| vec![error.code().as_str()])?;
    check_boundary(&case.action, &case.need, &case.observed, case.now)
        .map_err(|failures| failures.iter().map(BoundaryFailure::code).collect())
}

#[test]
fn a_fault_at_the_boundary_is_refused_with_its_code() {
    faults::run(include_str!("faults.json"), |document| {
        check(document).err().unwrap_or_default()
    });
}

const SANDBOX: &str = r#"{ "boundary_id": "sandbox", "run_id": "run-1", "generation": 4, "mode": "sandboxed_code",
    "source": "active_boundary", "restricts": ["filesystem", "processes", "resources"], "threat_model": null,
    "lets_out": null, "interval": { "from": "2026-10-16T09:00:00Z", "until": "2026-10-16T09:01:00Z" } }"#;
const BROKER: &str = r#"{ "boundary_id": "broker", "run_id": "run-1", "generation": 4, "mode": "broker_only",
    "source": "active_boundary", "restricts": ["filesystem", "processes", "resources"], "threat_model": null,
    "lets_out": [], "interval": { "from": "2026-10-16T09:00:00Z", "until": "2026-10-16T09:00:50Z" } }"#;

fn run(mode: &str, boundaries: &[&str]) -> Result<ActiveBoundary, Vec<&'static str>> {
    let text = format!(
        r#"{{ "now": "2026-10-16T09:00:30Z",
            "action": {{ "actor": "a", "destination_ids": [], "credentials": [], "capability": {{ "id": "c",
                "revision": "1", "digest": "sha256:{}" }} }},
            "need": {{ "run_id": "run-1", "generation": 4, "mode": "{mode}", "arbitrary_code": false,
                "threat_model": null, "granted_destinations": [] }},
            "observed": {{ "credentials": [], "seen_by_model": [], "boundaries": [{}] }} }}"#,
        "0".repeat(64),
        boundaries.join(",")
    );
    check(&canonical::parse(text.as_bytes()).unwrap())
}

#[test]
fn the_three_modes_are_told_apart() {
    let modes = ["broker_only", "sandboxed_code", "administered_domain"];
    for there in modes {
        let observation = SANDBOX.replace("sandboxed_code", there);
        let observation = observation.replace(r#""lets_out": null"#, r#""lets_out": []"#);
        for needed in modes {
            let verdict = run(needed, &[&observation]);
            if needed == there {
                assert!(verdict.is_ok(), "{needed}");
            } else {
                assert_eq!(
                    verdict,
                    Err(vec!["boundary_missing"]),
                    "{needed} by {there}"
                );
            }
        }
    }
}

#[test]
fn nothing_but_the_active_boundary_shows_containment() {
    for source in ["configuration_file", "sdk_option", "reference_validator"] {
        let said = SANDBOX.replace("active_boundary", source);
        let missing = Err(vec!["boundary_missing"]);
        assert_eq!(run("sandboxed_code", &[&said, BROKER]), missing, "{source}");
        // Nor does it take anything from what was observed.
        assert!(run("sandboxed_code", &[&said, SANDBOX, BROKER]).is_ok());
    }
}

#[test]
fn a_broker_claims_no_isolation() {
    assert!(!BoundaryMode::BrokerOnly.claims_isolation());
    let broker = run("broker_only", &[BROKER]).unwrap();
    assert!(broker.isolation.is_empty());
    // Nor does it beside a sandbox, which is not what was asked about.
    let broker = run("broker_only", &[BROKER, SANDBOX]).unwrap();
    assert!(broker.isolation.is_empty());
    let sandbox = run("sandboxed_code", &[BROKER, SANDBOX]).unwrap();
    assert!(sandbox.isolation.iter().eq(&Restriction::ALL));
}

#[test]
fn a_boundary_is_active_until_the_first_of_its_observations_ends() {
    let until = |text| Instant::parse(text).unwrap();
    let both = run("sandboxed_code", &[BROKER, SANDBOX]).unwrap();
    assert_eq!(both.until, until("2026-10-16T09:00:50Z"));
    let longer = BROKER.replace("09:00:50Z", "09:02:00Z");
    let both = run("sandboxed_code", &[&longer, SANDBOX]).unwrap();
    assert_eq!(both.until, until("2026-10-16T09:01:00Z"));
}

#[test]
fn the_order_of_observations_does_not_matter() {
    let less = SANDBOX
        .replace("\"filesystem\", ", "")
        .replace("09:00:00Z", "09:00:20Z");
    let open = BROKER.replace(r#""lets_out": []"#, r#""lets_out": ["x"]"#);
    let all = [SANDBOX, &less, BROKER, &open];
    for mode in ["broker_only", "sandboxed_code", "administered_domain"] {
        let verdicts: Vec<_> = [[0, 1, 2, 3], [3, 2, 1, 0], [1, 3, 0, 2], [2, 0, 3, 1]]
            .iter()
            .map(|order| run(mode, &order.map(|index: usize| all[index])))
            .collect();
        assert!(verdicts.windows(2).all(|pair| pair[0] == pair[1]), "{mode}");
    }
}

fn seen(state: &str, forms: &[&'static str]) -> bool {
    let reference = Identifier::new("payments-key").unwrap();
    let material = Material::new(reference, forms.iter().copied()).unwrap();
    let value = canonical::parse(state.as_bytes()).unwrap();
    !exposed(&value, &[material]).is_empty()
}

#[test]
fn a_credential_in_model_visible_state_is_exposed() {
    let forms = &["sk-4711", "c2stNDcxMQ==", "4711471147"];
    for state in [
        r#""sk-4711""#,
        r#""Authorization: Bearer sk-4711.""#,
        r#""xsk-4711x""#,
        r#""\u0073k-4711""#,
        r#"{ "sk-4711": 1 }"#,
        r#"[[[{ "a": [null, "c2stNDcxMQ=="] }]]]"#,
        "4711471147",
        "[4711471147]",
        r#""payments-key""#,
        r#"{ "payments-key": true }"#,
        r#""use (payments-key) here""#,
        r#""xpayments-key payments-key""#,
    ] {
        assert!(seen(state, forms), "{state}");
    }
    for state in [
        "null",
        "true",
        r#""""#,
        r#""sk-471""#,
        r#"["sk-", "4711"]"#,
        r#""payments-keys""#,
        r#""my-payments-key""#,
        r#""payments-key_2 payments-key-2""#,
        "471147114",
    ] {
        assert!(!seen(state, forms), "{state}");
    }
}

#[test]
fn a_secret_is_never_printed_and_never_empty() {
    let reference = || Identifier::new("payments-key").unwrap();
    let material = Material::new(reference(), ["sk-4711"]).unwrap();
    let printed = format!("{material:?}");
    assert!(printed.contains("payments-key") && !printed.contains("4711"));
    let error = Material::new(reference(), ["sk-4711", ""]).unwrap_err();
    assert_eq!(error.code(), "material_invalid");
}

#[test]
fn state_is_searched_however_deep_it_is() {
    let mut state = Value::from("sk-4711");
    for depth in 0..50_000 {
        state = if depth % 2 == 0 {
            Value::Array(vec![state])
        } else {
            let mut object = Object::new();
            object.insert("a", state);
            Value::Object(object)
        };
    }
    let material = Material::new(Identifier::new("k").unwrap(), ["sk-4711"]).unwrap();
    assert_eq!(exposed(&state, &[material]).len(), 1);
    // Dropping recurses, which is not what is tested here.
    core::mem::forget(state);
}

#[test]
fn sets_of_a_boundary_are_bounded() {
    let destinations = |count: usize| {
        let all: Vec<String> = (0..count).map(|n| format!("\"d{n}\"")).collect();
        let observation = BROKER.replace(
            "\"lets_out\": []",
            &format!("\"lets_out\": [{}]", all.join(",")),
        );
        canonical::from_slice::<BoundaryObservation<'_>>(observation.as_bytes()).is_ok()
    };
    assert!(destinations(128));
    assert!(!destinations(129));
}
