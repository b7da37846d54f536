//! The policy check: a permitted decision for these facts, whose digest is pinned. Deciding is [`crate::policy`]'s.

use alloc::vec::Vec;

use super::{Check, Failure, Observations};
use crate::action::ActionBinding;
use crate::digest::Digest;
use crate::policy::{DecidedOutcome, DecisionRecord};

/// What the check holds against an action.
pub(super) fn failures(
    action: &ActionBinding<'_>,
    observations: &Observations<'_>,
) -> Vec<Failure> {
    let failure = |code, message: &str, remedy| Failure::new(Check::Policy, code, message, remedy);
    let Some(policy) = &observations.policy else {
        return Vec::from([failure(
            "policy_missing",
            "no decision was observed",
            "a decision of a pinned policy on the facts of this action",
        )]);
    };
    let members = action.members();
    let decision = &policy.decision;
    let pinned = |reference: &super::super::PinnedRef<'_>| reference.sha256 == decision.policy;
    let mut failures = Vec::new();
    if !is_permitted(decision) {
        failures.push(failure(
            "policy_not_permitted",
            "the decision does not permit the action",
            "a decision whose outcome is allow, without a guardrail that refuses or escalates, and limits that can be met",
        ));
    }
    if !members.policy_refs.iter().any(pinned) {
        failures.push(failure(
            "policy_not_pinned",
            "the policy that decided is none of those that the action pins",
            "a decision of a policy among `policy_refs`, by digest",
        ));
    }
    if policy.facts_digest != Digest::of(&observations.facts) {
        failures.push(failure(
            "policy_facts_mismatch",
            "the decision was made on other facts",
            "a decision on the facts of this action as they are now",
        ));
    }
    if decision
        .prohibited
        .iter()
        .any(|prohibited| *prohibited == members.capability.id.as_str())
    {
        failures.push(failure(
            "capability_prohibited",
            "a rule that contributes prohibits the capability",
            "a decision without this prohibition; no priority removes it",
        ));
    }
    failures
}

/// What a record says of itself is not believed on its own: `permitted` must follow from the rest of it.
fn is_permitted(decision: &DecisionRecord<'_>) -> bool {
    decision.permitted
        && decision.outcome == DecidedOutcome::Allow
        && decision.guardrails.refuse.is_empty()
        && decision.guardrails.escalate.is_empty()
        && decision
            .limits
            .values()
            .all(|limit| limit.conflict.is_none())
}
