//! One input at fault, and the codes that it gives: the rows are data, in `fixtures/action/faults.json`.

use ordain_runtime::action::ActionBinding;
use ordain_runtime::action::approval::{
    Approver, Operation, StoredApproval, transition_approval_redemption,
};
use ordain_runtime::action::dispatch::{Observations, dispatch};
use ordain_runtime::canonical;
use serde::Deserialize;
use serde_json::{Value, json};

use super::sample::{self, NOW, action, approvers, at, counter, pending};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Faults {
    redemption: Vec<Fault>,
    dispatch: Vec<Fault>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Fault {
    why: String,
    at: String,
    /// What stands there instead: a value, a copy of another place, or nothing.
    #[serde(default)]
    set: Value,
    #[serde(default)]
    copy: Option<String>,
    #[serde(default)]
    remove: bool,
    #[serde(default)]
    checks: Vec<String>,
    codes: Vec<String>,
}

fn faults() -> Faults {
    serde_json::from_str(include_str!("../../fixtures/action/faults.json")).unwrap()
}

impl Fault {
    fn spoil(&self, document: &Value) -> Value {
        let mut spoilt = document.clone();
        let (place, last) = self.at.rsplit_once('/').unwrap();
        let copied = self
            .copy
            .as_deref()
            .map(|from| document.pointer(from).unwrap().clone());
        match spoilt.pointer_mut(place).unwrap() {
            Value::Object(members) if self.remove => {
                members.remove(last).unwrap();
            }
            Value::Object(members) => {
                members.insert(last.to_owned(), copied.unwrap_or_else(|| self.set.clone()));
            }
            Value::Array(elements) if self.remove => {
                elements.remove(last.parse().unwrap());
            }
            Value::Array(elements) => {
                let index: usize = last.parse().unwrap();
                elements[index] = copied.unwrap_or_else(|| self.set.clone());
            }
            _ => panic!("{}: nothing can stand at {}", self.why, self.at),
        }
        assert_ne!(spoilt, *document, "{}: nothing is at fault", self.why);
        spoilt
    }
}

fn text(document: &Value, member: &str) -> Vec<u8> {
    serde_json::to_vec(&document[member]).unwrap()
}

fn redemption() -> Value {
    let action = action();
    json!({
        "action": sample::json(action.members()),
        "approval": sample::json(&sample::approved(pending(action.digest()), &action)),
        "approvers": sample::json(&approvers()),
        "revision": 2,
        "now": NOW,
    })
}

fn redeem(document: &Value) -> Vec<&'static str> {
    let [action, approval, approvers] =
        ["action", "approval", "approvers"].map(|member| text(document, member));
    let action = ActionBinding::parse(&action).unwrap();
    let stored = StoredApproval::parse(&approval).unwrap();
    let approvers: Vec<Approver<'_>> = canonical::from_slice(&approvers).unwrap();
    let operation = Operation {
        action: &action,
        approvers: &approvers,
    };
    let revision = counter(document["revision"].as_u64().unwrap());
    let now = at(document["now"].as_str().unwrap());
    transition_approval_redemption(&stored, revision, &operation, now)
        .map_or_else(|error| error.codes(), |_| Vec::new())
}

#[test]
fn one_fault_in_a_redemption_is_refused_with_its_code() {
    let document = redemption();
    assert_eq!(redeem(&document), [""; 0]);
    let faults = faults().redemption;
    for fault in &faults {
        assert_eq!(
            redeem(&fault.spoil(&document)),
            fault.codes,
            "{}",
            fault.why
        );
    }
    let codes = [
        "approval_expired",
        "approver_not_entitled",
        "quorum_not_met",
        "approver_repeated",
        "self_approval",
        "approval_denied",
        "action_mismatch",
        "already_redeemed",
        "revision_conflict",
    ];
    for code in codes {
        let is_shown = faults
            .iter()
            .any(|fault| fault.codes.iter().any(|one| one == code));
        assert!(is_shown, "no row shows {code}");
    }
}

#[test]
fn one_fault_in_a_dispatch_is_refused_with_its_code() {
    let document = json!({ "observations": sample::json(&sample::observations()), "now": NOW });
    let action = action();
    let ask = |document: &Value| {
        let observations = text(document, "observations");
        let observations = Observations::parse(&observations).unwrap();
        let now = at(document["now"].as_str().unwrap());
        match dispatch(&action, &observations, now) {
            Ok(_) => (Vec::new(), Vec::new()),
            Err(refusal) => refusal
                .failures
                .into_iter()
                .map(|failure| {
                    assert!(!failure.message.is_empty() && !failure.remedy.is_empty());
                    (failure.check.to_string(), failure.code.into_owned())
                })
                .unzip(),
        }
    };
    assert_eq!(ask(&document), (Vec::<String>::new(), Vec::new()));
    for fault in faults().dispatch {
        let expected = (fault.checks.clone(), fault.codes.clone());
        assert_eq!(ask(&fault.spoil(&document)), expected, "{}", fault.why);
    }
}
