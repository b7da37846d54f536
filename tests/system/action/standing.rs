//! Standing grants: each bound, each use one compare-and-swap.

use ordain_runtime::action::ActionBinding;
use ordain_runtime::action::approval::{Operation, Transition, transition_approval_revocation};
use ordain_runtime::action::standing::{
    StandingTerms, StoredStandingGrant, transition_standing_use,
};

use super::sample::{
    FROM, LAST, NOW, UNTIL, action, approvers, at, changed, counter, name, standing, terms,
};

fn uses(
    stored: &StoredStandingGrant<'static>,
    expected: u64,
    action: &ActionBinding<'static>,
    moment: &str,
) -> Result<Transition<StoredStandingGrant<'static>>, Vec<&'static str>> {
    let approvers = approvers();
    let operation = Operation {
        action,
        approvers: &approvers,
    };
    transition_standing_use(stored, counter(expected), &operation, at(moment))
        .map_err(|error| error.codes())
}

fn operation(number: u64) -> ActionBinding<'static> {
    changed(|members| members.operation_id = name(&format!("operation_{number}")))
}

#[test]
fn a_grant_is_used_as_often_as_its_terms_say() {
    let mut terms = terms();
    terms.amount.as_mut().unwrap().minor_units = counter(1_500_000);
    let mut stored = standing(terms);
    for number in 1..=3 {
        let answer = uses(&stored, 1 + number, &operation(number), NOW).unwrap();
        assert_eq!(answer.expected_revision, counter(1 + number));
        assert!(!answer.permits_new_effect());
        stored = answer.next;
    }
    let fourth = changed(|members| {
        members.operation_id = name("operation_4");
        members.amount = None;
    });
    assert_eq!(
        uses(&stored, 5, &fourth, NOW),
        Err(vec!["already_redeemed"])
    );
}

#[test]
fn all_uses_together_stay_within_the_amount() {
    let stored = standing(terms());
    let stored = uses(&stored, 2, &operation(1), NOW).unwrap().next;
    let stored = uses(&stored, 3, &operation(2), NOW).unwrap().next;
    assert_eq!(
        uses(&stored, 4, &operation(3), NOW),
        Err(vec!["action_mismatch"])
    );
    let third = |minor_units| {
        changed(|members| {
            members.operation_id = name("operation_3");
            members.amount.as_mut().unwrap().minor_units = counter(minor_units);
        })
    };
    assert!(uses(&stored, 4, &third(200_000), NOW).is_ok());
    assert_eq!(
        uses(&stored, 4, &third(200_001), NOW),
        Err(vec!["action_mismatch"])
    );
    assert_eq!(
        uses(&stored, 4, &third(9_007_199_254_740_991), NOW),
        Err(vec!["action_mismatch"])
    );
}

#[test]
fn a_grant_covers_nothing_beside_its_terms() {
    let refused = |change: fn(&mut StandingTerms<'static>)| {
        let mut terms = terms();
        change(&mut terms);
        uses(&standing(terms), 2, &action(), NOW).map(|_| ())
    };
    assert_eq!(refused(|_| ()), Ok(()));
    let mismatch = Err(vec!["action_mismatch"]);
    assert_eq!(refused(|terms| terms.tenant_id = name("other")), mismatch);
    assert_eq!(refused(|terms| terms.actor = name("agent.other")), mismatch);
    assert_eq!(
        refused(|terms| terms.capability.revision = name("4")),
        mismatch
    );
    assert_eq!(refused(|terms| terms.destination_ids.clear()), mismatch);
    assert_eq!(refused(|terms| terms.amount = None), mismatch);
    let other_currency = refused(|terms| {
        terms.amount.as_mut().unwrap().currency = "EUR".parse().unwrap();
    });
    assert_eq!(other_currency, mismatch);
    assert_eq!(
        refused(|terms| terms.uses = counter(0)),
        Err(vec!["bound_exceeded"])
    );
    assert_eq!(
        refused(|terms| terms.uses = counter(129)),
        Err(vec!["bound_exceeded"])
    );
}

#[test]
fn terms_that_nobody_approved_allow_nothing() {
    let mut stored = standing(terms());
    stored.terms.uses = counter(100);
    assert_eq!(
        uses(&stored, 2, &action(), NOW).map(|_| ()),
        Err(vec!["action_mismatch"])
    );
}

#[test]
fn a_grant_holds_in_its_interval_and_until_it_is_taken_back() {
    let stored = standing(terms());
    assert!(uses(&stored, 2, &action(), FROM).is_ok());
    assert!(uses(&stored, 2, &action(), LAST).is_ok());
    assert_eq!(
        uses(&stored, 2, &action(), UNTIL),
        Err(vec!["approval_expired"])
    );
    assert_eq!(
        uses(&stored, 1, &action(), NOW),
        Err(vec!["revision_conflict"])
    );
    let mut revoked = stored;
    revoked.approval = transition_approval_revocation(&revoked.approval, counter(2))
        .unwrap()
        .next;
    assert_eq!(
        uses(&revoked, 3, &action(), NOW),
        Err(vec!["approval_denied"])
    );
}

#[test]
fn the_same_operation_again_uses_nothing() {
    let stored = standing(terms());
    let first = uses(&stored, 2, &operation(1), NOW).unwrap();
    let later = uses(&first.next, 3, &operation(2), NOW).unwrap().next;
    for expected in [2, 4] {
        let again = uses(&later, expected, &operation(1), UNTIL).unwrap();
        assert_eq!(again.expected_revision, first.expected_revision);
        assert_eq!(again.next, later);
        assert_eq!(again.next.uses[0], first.next.uses[0]);
    }
    assert_eq!(
        uses(&later, 3, &operation(1), NOW),
        Err(vec!["revision_conflict"])
    );
    let other = changed(|members| members.purpose = name("return"));
    assert_eq!(uses(&later, 4, &other, NOW), Err(vec!["action_mismatch"]));
}
