//! Approval: the boundary instants, who may decide, the edges between states, and recovery. Single faults are in
//! `faults`, sequences of everything in `model`.

use ordain_runtime::action::approval::{
    ApprovalState, Operation, SignedDecision, StoredApproval, TransitionError, Verdict,
    transition_approval_decision, transition_approval_expiry, transition_approval_redemption,
    transition_approval_revocation,
};
use ordain_runtime::counter::Counter;

use super::sample::{
    self, FROM, LAST, NOW, UNTIL, action, approvers, at, changed, counter, decision, key, name,
    pending, signed,
};

fn approved() -> StoredApproval<'static> {
    let action = action();
    sample::approved(pending(action.digest()), &action)
}

/// What redeeming it at a moment gives: nothing, or the codes.
fn redeem(stored: &StoredApproval<'static>, expected: u64, moment: &str) -> Vec<&'static str> {
    let (action, approvers) = (action(), approvers());
    let operation = Operation {
        action: &action,
        approvers: &approvers,
    };
    transition_approval_redemption(stored, counter(expected), &operation, at(moment))
        .map_or_else(|error| error.codes(), |_| Vec::new())
}

fn decide(
    stored: &StoredApproval<'static>,
    one: &SignedDecision<'static>,
    moment: &str,
) -> Result<StoredApproval<'static>, Vec<&'static str>> {
    let (action, approvers) = (action(), approvers());
    let operation = Operation {
        action: &action,
        approvers: &approvers,
    };
    transition_approval_decision(stored, stored.revision, &operation, one, at(moment))
        .map(|answer| answer.next)
        .map_err(|error| error.codes())
}

#[test]
fn an_interval_begins_with_its_first_moment_and_ends_before_its_last() {
    let mut stored = approved();
    for decision in &mut stored.decisions {
        assert_eq!(decision.decision.at, at(FROM));
    }
    assert_eq!(redeem(&stored, 2, FROM), [""; 0]);
    assert_eq!(redeem(&stored, 2, LAST), [""; 0]);
    assert_eq!(redeem(&stored, 2, UNTIL), ["approval_expired"]);
    let before = "2026-03-01T11:59:59.999999999999999999Z";
    // Before the interval, the decisions are still to come, too.
    assert_eq!(redeem(&stored, 2, before), ["approval_expired"; 3]);
}

#[test]
fn a_later_decision_extends_nothing() {
    let action = action();
    let stored = pending(action.digest());
    let late = signed(&stored.request, 1, Verdict::Approve, UNTIL);
    assert_eq!(
        decide(&stored, &late, UNTIL),
        Err(vec!["approval_expired"; 2])
    );
    assert_eq!(decide(&stored, &late, NOW), Err(vec!["approval_expired"]));
    let future = signed(&stored.request, 1, Verdict::Approve, LAST);
    assert_eq!(decide(&stored, &future, NOW), Err(vec!["approval_expired"]));
    // Nor does a longer interval under decisions that were made on a shorter one.
    let mut longer = approved();
    longer.request.until = at("2026-03-02T12:00:00Z");
    assert_eq!(redeem(&longer, 2, UNTIL), ["approver_not_entitled"; 2]);
}

#[test]
fn a_quorum_is_of_different_principals() {
    let action = action();
    let stored = pending(action.digest());
    let first = signed(&stored.request, 1, Verdict::Approve, FROM);
    let one = decide(&stored, &first, NOW).unwrap();
    assert_eq!(one.state, ApprovalState::Pending);
    assert_eq!(redeem(&one, 1, NOW), ["quorum_not_met"]);
    let again = signed(&stored.request, 1, Verdict::Approve, NOW);
    assert_eq!(decide(&one, &again, NOW), Err(vec!["approver_repeated"]));
    // The very same decision is no second one: a store may ask again.
    assert_eq!(decide(&one, &first, NOW).unwrap(), one);
    let second = signed(&stored.request, 2, Verdict::Approve, NOW);
    let two = decide(&one, &second, NOW).unwrap();
    assert_eq!(two.state, ApprovalState::Approved);
    assert_eq!(redeem(&two, 2, NOW), [""; 0]);
}

#[test]
fn neither_the_actor_nor_the_proposer_approves() {
    let action = changed(|members| members.actor = sample::principal(1));
    let approvers = approvers();
    let operation = Operation {
        action: &action,
        approvers: &approvers,
    };
    let mut stored = pending(action.digest());
    let asks = |stored: &StoredApproval<'static>, number| {
        let one = signed(&stored.request, number, Verdict::Approve, FROM);
        transition_approval_decision(stored, Counter::ZERO, &operation, &one, at(NOW))
            .map_or_else(|error| error.codes(), |_| Vec::new())
    };
    assert_eq!(asks(&stored, 1), ["self_approval"]);
    assert_eq!(asks(&stored, 2), [""; 0]);
    stored.proposer = sample::principal(2);
    assert_eq!(asks(&stored, 2), ["self_approval"]);
    stored.request.forbid_self_approval = false;
    assert_eq!(asks(&stored, 1), [""; 0]);
    assert_eq!(asks(&stored, 2), [""; 0]);
    // Denying is open to both.
    stored.request.forbid_self_approval = true;
    let denial = signed(&stored.request, 1, Verdict::Deny, FROM);
    let denied =
        transition_approval_decision(&stored, Counter::ZERO, &operation, &denial, at(NOW)).unwrap();
    assert_eq!(denied.next.state, ApprovalState::Denied);
}

#[test]
fn one_denial_is_final() {
    let stored = approved();
    let denial = signed(&stored.request, 3, Verdict::Deny, NOW);
    let denied = decide(&stored, &denial, NOW).unwrap();
    assert_eq!(denied.state, ApprovalState::Denied);
    assert_eq!(redeem(&denied, 3, NOW), ["approval_denied"]);
    let action = action();
    let fresh = pending(action.digest());
    let denied = decide(&fresh, &denial, NOW).unwrap();
    let approval = signed(&fresh.request, 1, Verdict::Approve, NOW);
    assert_eq!(
        decide(&denied, &approval, NOW),
        Err(vec!["approval_denied"])
    );
    // Who approved may still deny.
    let one = decide(&fresh, &approval, NOW).unwrap();
    let second_thought = signed(&fresh.request, 1, Verdict::Deny, NOW);
    let denied = decide(&one, &second_thought, NOW).unwrap();
    assert_eq!(redeem(&denied, 2, NOW), ["approval_denied"]);
}

#[test]
fn a_decision_needs_the_role_and_the_key_that_the_approver_has_now() {
    let stored = pending(action().digest());
    let stranger = |change: fn(&mut ordain_runtime::action::approval::Decision<'static>)| {
        let mut made = decision(1, Verdict::Approve, FROM);
        change(&mut made);
        let one = SignedDecision::sign(&stored.request, made, &key(1)).unwrap();
        decide(&stored, &one, NOW)
    };
    let refused = Err(vec!["approver_not_entitled"]);
    assert!(stranger(|_| ()).is_ok());
    assert_eq!(
        stranger(|one| one.approver = name("user.stranger")),
        refused
    );
    assert_eq!(stranger(|one| one.approver = sample::principal(2)), refused);
    assert_eq!(stranger(|one| one.role = name("owner")), refused);
    assert_eq!(stranger(|one| one.role = name("clerk")), refused);
    assert_eq!(stranger(|one| one.key = key(2).public().id()), refused);
    // A signature on another request is none on this one.
    let mut other = pending(action().digest());
    other.request.request_id = name("request_2");
    let elsewhere = signed(&other.request, 1, Verdict::Approve, FROM);
    assert_eq!(decide(&stored, &elsewhere, NOW), refused);
}

#[test]
fn the_same_operation_again_has_the_same_answer() {
    let (action, approvers) = (action(), approvers());
    let operation = Operation {
        action: &action,
        approvers: &approvers,
    };
    let stored = approved();
    let first = transition_approval_redemption(&stored, counter(2), &operation, at(NOW)).unwrap();
    assert_eq!(first.expected_revision, counter(2));
    assert_eq!(first.next.revision, counter(3));
    assert!(!first.permits_new_effect());
    assert_eq!(sample::json(&first)["permits_new_effect"], false);
    // Later, without anyone who is entitled, and by whichever revision was read.
    let deserted = Operation {
        action: &action,
        approvers: &[],
    };
    for expected in [2, 3] {
        let again =
            transition_approval_redemption(&first.next, counter(expected), &deserted, at(UNTIL));
        assert_eq!(again.unwrap(), first);
    }
    for expected in [1, 4] {
        let again =
            transition_approval_redemption(&first.next, counter(expected), &deserted, at(UNTIL));
        assert_eq!(again.unwrap_err().codes(), ["revision_conflict"]);
    }
    let other = changed(|members| members.operation_id = name("operation_2"));
    let other = Operation {
        action: &other,
        approvers: &approvers,
    };
    for expected in [2, 3] {
        let refused =
            transition_approval_redemption(&first.next, counter(expected), &other, at(NOW));
        assert_eq!(refused.unwrap_err().codes(), ["already_redeemed"]);
    }
    let same_name = changed(|members| members.purpose = name("return"));
    let same_name = Operation {
        action: &same_name,
        approvers: &approvers,
    };
    let refused = transition_approval_redemption(&first.next, counter(3), &same_name, at(NOW));
    assert_eq!(refused.unwrap_err().codes(), ["action_mismatch"]);
}

#[test]
fn of_two_operations_that_read_one_revision_the_store_lets_one_through() {
    let (action, approvers) = (action(), approvers());
    let operation = Operation {
        action: &action,
        approvers: &approvers,
    };
    let stored = approved();
    let mut record = stored.clone();
    let mut swapped = 0;
    for moment in [NOW, LAST] {
        let answer =
            transition_approval_redemption(&stored, counter(2), &operation, at(moment)).unwrap();
        if record.revision == answer.expected_revision {
            record = answer.next;
            swapped += 1;
        }
    }
    assert_eq!(swapped, 1);
    let recovered =
        transition_approval_redemption(&record, counter(2), &operation, at(LAST)).unwrap();
    assert_eq!(recovered.next, record);
}

/// What taking an approval back and recording its expiry give, in one state.
#[test]
fn every_edge_between_states_is_named_and_no_other() {
    let redeemed = ApprovalState::Redeemed {
        operation_id: name("operation_1"),
        at: at(NOW),
    };
    let rows: [(ApprovalState<'static>, &[&str], &[&str]); 6] = [
        (ApprovalState::Pending, &[], &[]),
        (ApprovalState::Approved, &[], &[]),
        (
            ApprovalState::Denied,
            &["approval_denied"],
            &["approval_denied"],
        ),
        (redeemed, &["already_redeemed"], &["already_redeemed"]),
        // What is so already stays so.
        (ApprovalState::Revoked, &[], &["approval_denied"]),
        (ApprovalState::Expired, &["approval_expired"], &[]),
    ];
    let codes = |answer: Result<_, TransitionError<'static>>| {
        answer.map_or_else(
            |error| error.codes(),
            |_: ordain_runtime::action::approval::Transition<StoredApproval<'static>>| Vec::new(),
        )
    };
    for (state, revoking, expiring) in rows {
        let mut stored = approved();
        stored.state = state;
        let revoked = transition_approval_revocation(&stored, counter(2));
        assert_eq!(codes(revoked), revoking, "{:?}", stored.state);
        let expired = transition_approval_expiry(&stored, counter(2), at(UNTIL));
        assert_eq!(codes(expired), expiring, "{:?}", stored.state);
    }
    let stored = approved();
    let early = transition_approval_expiry(&stored, counter(2), at(LAST));
    assert_eq!(codes(early), ["state_invalid"]);
    let stale = transition_approval_revocation(&stored, counter(1));
    assert_eq!(codes(stale), ["revision_conflict"]);
}

#[test]
fn a_record_that_contradicts_itself_is_refused() {
    let refused = |change: fn(&mut StoredApproval<'static>)| {
        let mut stored = approved();
        change(&mut stored);
        redeem(&stored, stored.revision.get(), NOW)
    };
    assert_eq!(
        refused(|one| one.request.until = at(FROM)),
        ["interval_invalid"]
    );
    assert_eq!(
        refused(|one| one.request.quorum = counter(0)),
        ["bound_exceeded"]
    );
    assert_eq!(
        refused(|one| one.request.quorum = counter(17)),
        ["bound_exceeded"]
    );
    assert_eq!(refused(|one| one.request.roles.clear()), ["bound_exceeded"]);
    assert_eq!(refused(|one| one.request.roles.reverse()), ["set_unsorted"]);
    assert_eq!(
        refused(|one| one.state = ApprovalState::Pending),
        ["state_invalid"]
    );
    assert_eq!(
        refused(|one| one.revision = Counter::MAX),
        ["counter_overflow"]
    );
    let many = refused(|one| {
        let first = one.decisions[0].clone();
        one.decisions = vec![first; 65];
    });
    assert_eq!(many, ["bound_exceeded"]);
}
