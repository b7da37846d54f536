//! Dispatch: seven checks, each whatever the others say.

use ordain_runtime::action::ActionBinding;
use ordain_runtime::action::approval::ApprovalState;
use ordain_runtime::action::dispatch::{
    Check, DecidedLimits, HeldApproval, Observations, RoomFault, dispatch, dispatch_with,
};
use ordain_runtime::canonical::{self, Value};
use ordain_runtime::counter::SafeInteger;
use ordain_runtime::digest::Digest;

use super::sample::{self, NOW, action, at, changed, name};

/// Makes one check fail, and no other.
fn spoil(check: Check, observations: &mut Observations<'static>) {
    match check {
        Check::Authority => observations.grants[0].revoked = true,
        Check::Policy => {
            observations.policy.as_mut().unwrap().facts_digest = Digest::of_bytes(b"");
        }
        Check::Approval => {
            if let HeldApproval::Single(stored) = &mut observations.approvals[0].approval {
                stored.state = ApprovalState::Revoked;
            }
        }
        Check::Constraints => {
            let decision = &mut observations.policy.as_mut().unwrap().decision;
            decision.limits.get_mut("refund.amount").unwrap().at_most = Some(499_999);
        }
        Check::Boundary => observations.boundary = None,
        Check::Data => observations.data.as_mut().unwrap().until = at(NOW),
        Check::Budget => {
            let fault = RoomFault {
                code: "ceiling_exceeded".into(),
                message: "the reservation does not cover it".into(),
                remedy: "a larger reservation".into(),
            };
            observations.budget.as_mut().unwrap().faults.push(fault);
        }
    }
}

fn failing(action: &ActionBinding<'_>, observations: &Observations<'_>) -> Vec<Check> {
    match dispatch(action, observations, at(NOW)) {
        Ok(permit) => {
            assert_eq!(permit.action_digest(), action.digest());
            assert_eq!(permit.at(), at(NOW));
            Vec::new()
        }
        Err(refusal) => {
            assert_eq!(refusal.action_digest, action.digest());
            let mut checks: Vec<_> = refusal.failures.iter().map(|one| one.check).collect();
            assert!(checks.is_sorted(), "the order is that of section 6");
            checks.dedup();
            checks
        }
    }
}

#[test]
fn every_combination_of_checks_fails_as_itself() {
    // None, each alone, each pair, and every other combination.
    for combination in 0..1_u8 << 7 {
        let expected: Vec<Check> = Check::ALL
            .into_iter()
            .enumerate()
            .filter(|(bit, _)| combination >> bit & 1 == 1)
            .map(|(_, check)| check)
            .collect();
        let mut observations = sample::observations();
        for check in &expected {
            spoil(*check, &mut observations);
        }
        assert_eq!(failing(&action(), &observations), expected);
    }
}

#[test]
fn nothing_observed_permits_nothing() {
    // Without a decision nobody knows which approvals and limits there are.
    let expected = [
        Check::Authority,
        Check::Policy,
        Check::Boundary,
        Check::Data,
        Check::Budget,
    ];
    assert_eq!(failing(&action(), &Observations::default()), expected);
}

#[test]
fn nothing_that_an_action_says_passes_a_check() {
    let labels: Value<'static> = canonical::parse(
        br#"{ "verified": true, "approved": true, "priority": 9007199254740991, "override": "all",
              "order": "o-1", "refund": { "amount": 500000, "lines": [{ "quantity": 1 }] },
              "support": { "declares": ["authority", "boundary", "budget"] } }"#,
    )
    .unwrap();
    let labelled = changed(|members| {
        members.arguments = labels.clone();
        members.evidence_refs.push(name("verified"));
        members.purpose = name("refund");
    });
    for check in Check::ALL {
        let mut observations = sample::observations();
        spoil(check, &mut observations);
        let checks = failing(&labelled, &observations);
        assert!(checks.contains(&check), "{check} is passed by a label");
    }
}

#[test]
fn no_priority_passes_another_check() {
    for check in Check::ALL {
        let mut observations = sample::observations();
        spoil(check, &mut observations);
        observations.policy.as_mut().unwrap().decision.priority = Some(SafeInteger::MAX.get());
        assert_eq!(failing(&action(), &observations), [check]);
    }
}

#[test]
fn an_approval_of_another_action_is_none() {
    let other = changed(|members| members.arguments = Value::Null);
    let mut observations = sample::observations();
    for finding in [
        &mut observations.boundary,
        &mut observations.data,
        &mut observations.budget,
    ] {
        finding.as_mut().unwrap().action_digest = other.digest();
    }
    observations
        .policy
        .as_mut()
        .unwrap()
        .decision
        .limits
        .clear();
    assert_eq!(failing(&other, &observations), [Check::Approval]);
}

#[test]
fn a_conflict_of_limits_is_met_by_no_argument() {
    let mut observations = sample::observations();
    let decision = &mut observations.policy.as_mut().unwrap().decision;
    decision.limits.get_mut("order").unwrap().conflict =
        Some(ordain_runtime::policy::Conflict::LimitsConflict);
    assert_eq!(
        failing(&action(), &observations),
        [Check::Policy, Check::Constraints]
    );
}

#[test]
fn whoever_knows_the_arguments_better_may_judge_them() {
    let none = |_: &Value<'_>, _: &DecidedLimits<'_>| Vec::new();
    let mut observations = sample::observations();
    spoil(Check::Constraints, &mut observations);
    assert!(dispatch_with(&action(), &observations, at(NOW), &none).is_ok());
    let all = |_: &Value<'_>, limits: &DecidedLimits<'_>| {
        let fault = |path: &std::borrow::Cow<'_, str>| RoomFault {
            code: "limit_exceeded".into(),
            message: path.clone().into_owned().into(),
            remedy: "another argument".into(),
        };
        limits.keys().map(fault).collect()
    };
    let refusal = dispatch_with(&action(), &observations, at(NOW), &all).unwrap_err();
    assert_eq!(refusal.failures.len(), 3);
}

#[test]
fn limits_reach_into_nested_arguments() {
    let judged = |arguments: &'static str| {
        let action = changed(|members| {
            members.arguments = canonical::parse(arguments.as_bytes()).unwrap();
        });
        failing(&action, &sample::observations()).contains(&Check::Constraints)
    };
    let within =
        r#"{"order":"o-2","refund":{"amount":1,"lines":[{"quantity":2},{"quantity":-1}]}}"#;
    assert!(!judged(within));
    for beyond in [
        "null",
        "[]",
        r#"{"order":"o-2","refund":{"amount":1,"lines":[]}}"#,
        r#"{"order":"o-2","refund":{"amount":1,"lines":[{"quantity":2},{"quantity":3}]}}"#,
        r#"{"order":"o-2","refund":{"amount":1,"lines":[{"quantity":2},{}]}}"#,
        r#"{"order":"o-2","refund":{"amount":"1","lines":[{"quantity":2}]}}"#,
        r#"{"order":"o-2","refund":{"amount":1.5,"lines":[{"quantity":2}]}}"#,
        r#"{"order":"o-2","refund.amount":1,"refund":{"lines":[{"quantity":2}]}}"#,
        r#"{"order":["o-2","o-3"],"refund":{"amount":1,"lines":[{"quantity":2}]}}"#,
    ] {
        assert!(judged(beyond), "{beyond}");
    }
}
