//! One action that may be dispatched, and everything observed about it: what the other tests spoil.

use ordain_runtime::action::approval::{
    ApprovalRequest, ApprovalState, Approver, Decision, Operation, SignedDecision, StoredApproval,
    Verdict, transition_approval_decision, transition_approval_redemption,
};
use ordain_runtime::action::authority::Grant;
use ordain_runtime::action::dispatch::{
    Finding, GateApproval, HeldApproval, Observations, PolicyObservation,
};
use ordain_runtime::action::standing::{
    StandingTerms, StoredStandingGrant, transition_standing_use,
};
use ordain_runtime::action::{ActionBinding, ActionMembers};
use ordain_runtime::canonical::{self, Value};
use ordain_runtime::counter::Counter;
use ordain_runtime::digest::Digest;
use ordain_runtime::ident::Identifier;
use ordain_runtime::signature::SecretKey;
use ordain_runtime::time::Instant;

const ACTION: &[u8] = include_bytes!("../../../runtime/src/action/example/action.json");
const GRANTS: &[u8] = include_bytes!("../../../runtime/src/action/example/grants.json");
const DECISION: &[u8] = br#"{
    "policy": "sha256:1111111111111111111111111111111111111111111111111111111111111111",
    "outcome": "allow", "priority": 100, "decided_by": ["large-refund"],
    "contributed": [{ "rule_id": "large-refund", "branch": "then" }],
    "obligations": [], "required_evidence": ["order_lookup"], "prohibited": ["payments.payout"],
    "limits": {
        "order": { "one_of": ["o-1", "o-2"] },
        "refund.amount": { "at_least": 1, "at_most": 500000 },
        "refund.lines.quantity": { "at_most": 2 } },
    "approvals": [{ "gate": "finance", "mode": "delegated" }],
    "effective_mode": "delegated",
    "guardrails": { "refuse": [], "escalate": [],
        "approval": [{ "guardrail_id": "tenant-match", "gate": "tenant" }], "redact": [] },
    "scores": [], "skipped": [], "permitted": true
}"#;
const FACTS: &[u8] = br#"{ "intent": "support.refund", "refund": 500000 }"#;

pub(super) const FROM: &str = "2026-03-01T12:00:00Z";
pub(super) const NOW: &str = "2026-03-01T12:05:00Z";
pub(super) const LAST: &str = "2026-03-01T12:14:59.999999999999999999Z";
pub(super) const UNTIL: &str = "2026-03-01T12:15:00Z";

pub(super) fn at(text: &str) -> Instant {
    Instant::parse(text).unwrap()
}

pub(super) fn name(text: &str) -> Identifier<'static> {
    Identifier::new(text.to_owned()).unwrap()
}

pub(super) fn counter(number: u64) -> Counter {
    Counter::new(number).unwrap()
}

/// The key of an approver, by the number at the end of its name.
pub(super) fn key(number: u8) -> SecretKey {
    SecretKey::from_seed(&[number; 32])
}

pub(super) fn action() -> ActionBinding<'static> {
    ActionBinding::parse(ACTION).unwrap()
}

/// The action with something changed.
pub(super) fn changed(change: impl FnOnce(&mut ActionMembers<'static>)) -> ActionBinding<'static> {
    let mut members = action().into_members();
    change(&mut members);
    members.normalise();
    ActionBinding::new(members).unwrap()
}

pub(super) fn grants() -> Vec<Grant<'static>> {
    canonical::from_slice(GRANTS).unwrap()
}

/// `user.finance-1` to `user.finance-3`, each with a key of its own.
pub(super) fn approvers() -> Vec<Approver<'static>> {
    (1..=3).map(approver).collect()
}

pub(super) fn approver(number: u8) -> Approver<'static> {
    Approver {
        principal: principal(number),
        roles: vec![name("finance")],
        keys: vec![key(number).public()],
        from: at("2026-01-01T00:00:00Z"),
        until: at("2027-01-01T00:00:00Z"),
        revoked: false,
    }
}

pub(super) fn principal(number: u8) -> Identifier<'static> {
    name(&format!("user.finance-{number}"))
}

pub(super) fn request(action_digest: Digest) -> ApprovalRequest<'static> {
    ApprovalRequest {
        request_id: name("request_1"),
        action_digest,
        from: at(FROM),
        until: at(UNTIL),
        roles: vec![name("finance"), name("owner")],
        quorum: counter(2),
        forbid_self_approval: true,
    }
}

/// Nobody has decided yet.
pub(super) fn pending(action_digest: Digest) -> StoredApproval<'static> {
    StoredApproval::new(request(action_digest), name("agent.planner"))
}

pub(super) fn decision(number: u8, verdict: Verdict, moment: &str) -> Decision<'static> {
    Decision {
        approver: principal(number),
        role: name("finance"),
        decision: verdict,
        at: at(moment),
        key: key(number).public().id(),
    }
}

pub(super) fn signed(
    request: &ApprovalRequest<'_>,
    number: u8,
    verdict: Verdict,
    moment: &str,
) -> SignedDecision<'static> {
    SignedDecision::sign(request, decision(number, verdict, moment), &key(number)).unwrap()
}

/// Approved by the first two approvers, for an actor's action.
pub(super) fn approved(
    mut stored: StoredApproval<'static>,
    action: &ActionBinding<'static>,
) -> StoredApproval<'static> {
    let approvers = approvers();
    // The decisions on a standing grant are on its terms; what they are taken in for is the action.
    let operation = Operation {
        action,
        approvers: &approvers,
    };
    for number in [1, 2] {
        let signed = signed(&stored.request, number, Verdict::Approve, FROM);
        let revision = stored.revision;
        if stored.request.action_digest == action.digest() {
            stored = transition_approval_decision(&stored, revision, &operation, &signed, at(NOW))
                .unwrap()
                .next;
        } else {
            stored.decisions.push(signed);
            stored.revision = revision.next().unwrap();
            stored.state = ApprovalState::Approved;
        }
    }
    stored
}

pub(super) fn terms() -> StandingTerms<'static> {
    let members = action().into_members();
    StandingTerms {
        tenant_id: members.tenant_id,
        actor: members.actor,
        gate: name("tenant"),
        capability: members.capability,
        destination_ids: members.destination_ids,
        amount: members.amount.map(|mut amount| {
            amount.minor_units = counter(1_200_000);
            amount
        }),
        uses: counter(3),
    }
}

/// A standing grant that nobody has used.
pub(super) fn standing(terms: StandingTerms<'static>) -> StoredStandingGrant<'static> {
    let approval = approved(pending(terms.digest().unwrap()), &action());
    StoredStandingGrant {
        terms,
        approval,
        uses: Vec::new(),
    }
}

pub(super) fn finding() -> Finding<'static> {
    Finding {
        action_digest: action().digest(),
        from: at(FROM),
        until: at(UNTIL),
        faults: Vec::new(),
    }
}

/// Everything that the sample needs, at [`NOW`].
pub(super) fn observations() -> Observations<'static> {
    let action = action();
    let approvers = approvers();
    let operation = Operation {
        action: &action,
        approvers: &approvers,
    };
    let single = approved(pending(action.digest()), &action);
    let single = transition_approval_redemption(&single, counter(2), &operation, at(NOW)).unwrap();
    let grant = standing(terms());
    let used = transition_standing_use(&grant, counter(2), &operation, at(NOW)).unwrap();
    let facts: Value<'static> = canonical::parse(FACTS).unwrap();
    Observations {
        grants: grants(),
        policy: Some(PolicyObservation {
            decision: canonical::from_slice(DECISION).unwrap(),
            facts_digest: Digest::of(&facts),
        }),
        facts,
        approvals: vec![
            GateApproval {
                gate: name("finance"),
                approval: HeldApproval::Single(single.next),
            },
            GateApproval {
                gate: name("tenant"),
                approval: HeldApproval::Standing(used.next),
            },
        ],
        approvers: approvers.clone(),
        boundary: Some(finding()),
        data: Some(finding()),
        budget: Some(finding()),
    }
}

/// A value as the JSON that a file would hold.
pub(super) fn json(value: &impl serde::Serialize) -> serde_json::Value {
    serde_json::from_slice(&canonical::to_canonical(value).unwrap()).unwrap()
}
