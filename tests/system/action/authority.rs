//! Authority: the last grant covers, every delegated one only narrows.

use ordain_runtime::action::authority::{self, AuthorityFault, GRANTS_MAX, Grant};
use proptest::prelude::*;

use super::sample::{NOW, action, at, changed, grants, name};

fn codes(grants: &[Grant<'_>]) -> Vec<&'static str> {
    let action = action();
    let faults = authority::faults(action.members(), grants, at(NOW));
    faults.iter().map(AuthorityFault::code).collect()
}

#[test]
fn a_delegated_grant_only_narrows() {
    let widened = |change: fn(&mut Grant<'static>)| {
        let mut grants = grants();
        change(&mut grants[1]);
        codes(&grants)
    };
    assert_eq!(widened(|_| ()), [""; 0]);
    let wider = ["delegation_widened"];
    assert_eq!(widened(|grant| grant.tenant_id = name("other")), wider);
    assert_eq!(widened(|grant| grant.purposes.push(name("payout"))), wider);
    assert_eq!(
        widened(|grant| grant
            .destination_ids
            .push(name("https://elsewhere.example:443"))),
        wider
    );
    assert_eq!(
        widened(|grant| grant.until = at("2027-01-01T00:00:00.1Z")),
        wider
    );
    assert_eq!(
        widened(|grant| grant.from = at("2025-12-31T23:59:59Z")),
        wider
    );
    let another_revision = widened(|grant| {
        let mut capability = grant.capabilities[0].clone();
        capability.revision = name("4");
        grant.capabilities.push(capability);
    });
    assert_eq!(another_revision, wider);
}

#[test]
fn at_most_16_grants_stand_behind_an_action() {
    let chain = |length: usize| {
        let first = grants()[0].clone();
        let mut chain = vec![first];
        while chain.len() < length {
            let before = chain.last().unwrap();
            let mut next = before.clone();
            next.parent = Some(before.grant_id.clone());
            next.grantor = before.grantee.clone();
            next.grant_id = name(&format!("grant_{:02}", chain.len()));
            next.grantee = name("agent.support");
            chain.push(next);
        }
        let action = changed(|members| {
            members.authority_refs = chain.iter().map(|grant| grant.grant_id.clone()).collect();
        });
        let faults = authority::faults(action.members(), &chain, at(NOW));
        faults.iter().map(AuthorityFault::code).collect::<Vec<_>>()
    };
    assert_eq!(chain(2), [""; 0]);
    assert_eq!(chain(GRANTS_MAX), [""; 0]);
    assert_eq!(chain(GRANTS_MAX + 1), ["delegation_too_long"]);
}

#[test]
fn grants_follow_from_each_other() {
    let broken = |change: fn(&mut Vec<Grant<'static>>)| {
        let mut grants = grants();
        change(&mut grants);
        codes(&grants)
    };
    assert_eq!(
        broken(|grants| grants[1].parent = Some(name("grant_other"))),
        ["delegation_broken"]
    );
    assert_eq!(
        broken(|grants| grants[1].grantor = name("user.stranger")),
        ["delegation_broken"]
    );
    assert_eq!(
        broken(|grants| grants[0].parent = Some(name("grant_other"))),
        ["delegation_broken"]
    );
    assert_eq!(broken(Vec::clear), ["authority_missing"]);
    let without_the_last = broken(|grants| grants.truncate(1));
    assert_eq!(
        without_the_last,
        ["authority_missing", "authority_not_covered"]
    );
}

#[test]
fn a_grant_holds_from_its_first_moment_and_not_at_its_last() {
    let action = action();
    let grants = grants();
    let at_moment = |moment: &str| {
        let faults = authority::faults(action.members(), &grants, at(moment));
        faults.iter().map(AuthorityFault::code).collect::<Vec<_>>()
    };
    assert_eq!(at_moment("2026-03-01T00:00:00Z"), [""; 0]);
    assert_eq!(at_moment("2026-02-28T23:59:59.9Z"), ["authority_expired"]);
    assert_eq!(at_moment("2026-04-01T00:00:00Z"), ["authority_expired"]);
    assert_eq!(at_moment("2027-01-01T00:00:00Z"), ["authority_expired"; 2]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    /// Whatever a chain without faults delegates, each grant before the last covers the action as well.
    #[test]
    fn what_is_permitted_by_the_last_grant_is_permitted_by_each(
        scopes in prop::collection::vec(prop::collection::btree_set(0..4_u8, 0..4), 1..6),
    ) {
        let template = grants()[1].clone();
        let mut chain: Vec<Grant<'static>> = Vec::new();
        for (index, scope) in scopes.iter().enumerate() {
            let mut grant = template.clone();
            grant.grant_id = name(&format!("grant_{index}"));
            grant.parent = chain.last().map(|before| before.grant_id.clone());
            grant.grantor = name("agent.support");
            grant.purposes = scope.iter().map(|one| name(&format!("purpose_{one}"))).collect();
            chain.push(grant);
        }
        let action = changed(|members| {
            members.authority_refs = chain.iter().map(|grant| grant.grant_id.clone()).collect();
            members.purpose = name("purpose_0");
        });
        let permitted = authority::faults(action.members(), &chain, at(NOW)).is_empty();
        let narrows = scopes.array_windows().all(|[before, after]| after.is_subset(before));
        prop_assert_eq!(permitted, narrows && scopes.last().unwrap().contains(&0));
        if permitted {
            prop_assert!(scopes.iter().all(|scope| scope.contains(&0)));
        }
    }
}
