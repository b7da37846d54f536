use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::super::super::decision::{Conflict, DecidedOutcome, DecisionRecord, EvaluationError};
use super::super::super::testing::{FACTS, facts, policy};
use super::super::super::vocabulary::{BranchName, Mode};
use super::super::Policy;
use crate::canonical;
use crate::registry::LimitValue;

fn decide<'p>(policy: &'p Policy, held: &[&str]) -> DecisionRecord<'p> {
    policy.evaluate(FACTS.as_bytes(), held).unwrap()
}

fn rule(id: &str, priority: i64, predicate: &str, branches: &str) -> String {
    format!(r#"{{ "rule_id": "{id}", "priority": {priority}, "if": {predicate}, {branches} }}"#)
}

fn then(outcome: &str) -> String {
    format!(r#""then": {{ "outcome": "{outcome}" }}"#)
}

fn rules(rules: &[String]) -> Policy {
    policy(&format!(r#""rules": [{}]"#, rules.join(", ")))
}

fn contributed<'d>(decision: &'d DecisionRecord<'_>) -> Vec<(&'d str, BranchName)> {
    decision
        .contributed
        .iter()
        .map(|one| (one.rule_id.as_ref(), one.branch))
        .collect()
}

const OVERFLOW: &str = r#"{">":[{"+":[9007199254740991,1]},0]}"#;

#[test]
fn without_a_contribution_nothing_is_permitted() {
    let policy = rules(&[rule("r", 5, "false", &then("allow"))]);
    let decision = decide(&policy, &[]);
    assert_eq!(decision.outcome, DecidedOutcome::NotApplicable);
    assert_eq!(decision.priority, None);
    assert!(
        !decision.permitted && decision.contributed.is_empty() && decision.decided_by.is_empty()
    );
}

#[test]
fn both_branches_contribute_at_the_priority_of_the_rule() {
    let branches = r#""then": { "outcome": "deny" }, "else": { "outcome": "allow" }"#;
    let policy = rules(&[
        rule("r", 5, "false", branches),
        rule("s", 5, "true", branches),
    ]);
    let decision = decide(&policy, &[]);
    assert_eq!(
        contributed(&decision),
        [("r", BranchName::Else), ("s", BranchName::Then)]
    );
    assert_eq!(
        (decision.outcome, decision.priority),
        (DecidedOutcome::Deny, Some(5))
    );
    assert_eq!(decision.decided_by, ["s"]);
}

#[test]
fn the_highest_priority_decides() {
    let policy = rules(&[
        rule("low", -3, "true", &then("deny")),
        rule("high", 2, "true", &then("allow")),
        rule("highest", 9, "false", &then("deny")),
        rule("also", 2, "true", &then("allow")),
    ]);
    let decision = decide(&policy, &[]);
    assert_eq!(
        (decision.outcome, decision.priority),
        (DecidedOutcome::Allow, Some(2))
    );
    assert_eq!(decision.decided_by, ["also", "high"]);
    assert!(decision.permitted);
}

#[test]
fn deny_wins_at_equal_priority() {
    let policy = rules(&[
        rule("a", 1, "true", &then("allow")),
        rule("b", 1, "true", &then("deny")),
    ]);
    let decision = decide(&policy, &[]);
    assert_eq!(
        (decision.outcome, decision.decided_by.as_slice()),
        (DecidedOutcome::Deny, &["b".into()][..])
    );
    // Deny comes first in canonical order too.
    assert_eq!(
        contributed(&decision),
        [("b", BranchName::Then), ("a", BranchName::Then)]
    );
}

#[test]
fn canonical_order_asks_the_outcome_of_then() {
    let allow_else_deny = r#""then": { "outcome": "allow" }, "else": { "outcome": "deny" }"#;
    let policy = rules(&[
        rule("a", 1, "false", allow_else_deny),
        rule("c", 1, "true", &then("deny")),
        rule("b", 1, "true", &then("deny")),
        rule("z", 2, "true", &then("allow")),
    ]);
    let order: Vec<_> = contributed(&decide(&policy, &[]))
        .into_iter()
        .map(|(id, _)| String::from(id))
        .collect();
    assert_eq!(order, ["z", "b", "c", "a"]);
}

#[test]
fn clauses_of_every_contribution_stay() {
    let clauses = |outcome: &str, one: &str, other: &str| {
        format!(
            r#""then": {{ "outcome": "{outcome}", "obligations": ["{one}", "{other}"], "prohibited": ["{one}", "{other}"],
                 "required_evidence": ["{one}", "{other}"] }}"#
        )
    };
    let policy = rules(&[
        rule("low", 1, "true", &clauses("deny", "c", "a")),
        rule("high", 2, "true", &clauses("allow", "b", "a")),
        rule("not", 3, "false", &clauses("allow", "x", "y")),
    ]);
    let decision = decide(&policy, &[]);
    assert_eq!(decision.outcome, DecidedOutcome::Allow);
    for list in [
        &decision.obligations,
        &decision.prohibited,
        &decision.required_evidence,
    ] {
        // Canonical rule order, inside of a branch the order of the source, nothing twice.
        assert_eq!(*list, ["b", "a", "c"]);
    }
}

#[test]
fn approvals_are_distinct_by_gate_and_mode() {
    let approvals =
        |list: &str| format!(r#""then": {{ "outcome": "allow", "approvals": [{list}] }}"#);
    let policy = rules(&[
        rule(
            "a",
            2,
            "true",
            &approvals(r#"{ "gate": "finance", "mode": "network" }, { "gate": "legal" }"#),
        ),
        rule(
            "b",
            1,
            "true",
            &approvals(
                r#"{ "gate": "finance", "mode": "local_write" }, { "gate": "legal" }, { "gate": "finance", "mode": "network" }"#,
            ),
        ),
    ]);
    let decision = decide(&policy, &[]);
    let found: Vec<_> = decision
        .approvals
        .iter()
        .map(|one| (one.gate.as_ref(), one.mode))
        .collect();
    assert_eq!(
        found,
        [
            ("finance", Some(Mode::Network)),
            ("legal", None),
            ("finance", Some(Mode::LocalWrite))
        ]
    );
    assert_eq!(decision.effective_mode, Some(Mode::LocalWrite));
    // Approvals that are missing are no part of `permitted`.
    assert!(decision.permitted);
    let policy = rules(&[rule("a", 2, "true", &approvals(r#"{ "gate": "legal" }"#))]);
    assert_eq!(decide(&policy, &[]).effective_mode, None);
}

mod limits {
    use super::*;

    fn limited(limits: &str) -> Policy {
        rules(&[rule(
            "r",
            1,
            "true",
            &format!(r#""then": {{ "outcome": "allow", "limits": [{limits}] }}"#),
        )])
    }

    /// The one effective limit, as canonical JSON, and whether the decision is permitted.
    #[track_caller]
    fn effective(limits: &str, expected: &str, permitted: bool) {
        let policy = limited(limits);
        let decision = decide(&policy, &[]);
        let limit = canonical::to_canonical(&decision.limits["x"]).unwrap();
        assert_eq!(
            (str::from_utf8(&limit).unwrap(), decision.permitted),
            (expected, permitted)
        );
    }

    #[test]
    fn bounds_narrow_each_other() {
        effective(
            r#"{ "argument": "x", "at_least": 1 }, { "argument": "x", "at_most": 9 }, { "argument": "x", "at_least": 3 }, { "argument": "x", "at_most": 5 }"#,
            r#"{"at_least":3,"at_most":5}"#,
            true,
        );
        effective(
            r#"{ "argument": "x", "at_least": 5 }, { "argument": "x", "at_most": 5 }"#,
            r#"{"at_least":5,"at_most":5}"#,
            true,
        );
        effective(
            r#"{ "argument": "x", "at_least": 6 }, { "argument": "x", "at_most": 5 }"#,
            r#"{"at_least":6,"at_most":5,"conflict":"limits_conflict"}"#,
            false,
        );
    }

    #[test]
    fn lists_intersect_and_take_the_bounds_in() {
        effective(
            r#"{ "argument": "x", "one_of": ["b", 10, 9, "a"] }"#,
            r#"{"one_of":[9,10,"a","b"]}"#,
            true,
        );
        effective(
            r#"{ "argument": "x", "one_of": [1, 2, "a"] }, { "argument": "x", "one_of": ["a", 2, 3] }"#,
            r#"{"one_of":[2,"a"]}"#,
            true,
        );
        // No string meets a bound.
        effective(
            r#"{ "argument": "x", "one_of": [1, 2, "a"] }, { "argument": "x", "at_least": 2 }"#,
            r#"{"one_of":[2]}"#,
            true,
        );
        effective(
            r#"{ "argument": "x", "one_of": ["a"] }, { "argument": "x", "at_most": 2 }"#,
            r#"{"conflict":"limits_conflict","one_of":[]}"#,
            false,
        );
        effective(
            r#"{ "argument": "x", "one_of": ["a"] }, { "argument": "x", "one_of": ["b"] }"#,
            r#"{"conflict":"limits_conflict","one_of":[]}"#,
            false,
        );
        effective(
            r#"{ "argument": "x", "one_of": [] }"#,
            r#"{"conflict":"limits_conflict","one_of":[]}"#,
            false,
        );
    }

    #[test]
    fn arguments_are_apart() {
        let policy =
            limited(r#"{ "argument": "a.b", "at_least": 6 }, { "argument": "a", "at_most": 5 }"#);
        let decision = decide(&policy, &[]);
        assert_eq!(decision.limits.keys().collect::<Vec<_>>(), ["a", "a.b"]);
        assert!(decision.permitted);
    }

    #[test]
    fn limits_of_all_contributions_meet() {
        let limit = |bound: &str| {
            format!(
                r#""then": {{ "outcome": "allow", "limits": [{{ "argument": "x", {bound} }}] }}"#
            )
        };
        let policy = rules(&[
            rule("a", 2, "true", &limit(r#""one_of": [1, 2]"#)),
            rule("b", 1, "true", &limit(r#""at_most": 1"#)),
        ]);
        let decision = decide(&policy, &[]);
        let one_of: Vec<_> = decision.limits["x"]
            .one_of
            .iter()
            .flatten()
            .map(AsRef::as_ref)
            .collect();
        assert_eq!(one_of, [&LimitValue::Integer(1)]);
        assert_eq!(decision.limits["x"].conflict, None);
        let policy = rules(&[
            rule("a", 2, "true", &limit(r#""at_least": 2"#)),
            rule("b", 1, "true", &limit(r#""at_most": 1"#)),
        ]);
        assert_eq!(
            decide(&policy, &[]).limits["x"].conflict,
            Some(Conflict::LimitsConflict)
        );
    }

    #[test]
    fn held_approvals_of_the_same_branch_drop_a_limit() {
        let branch = |approvals: &str| {
            format!(
                r#""then": {{ "outcome": "allow", "approvals": [{approvals}], "limits": [
                    {{ "argument": "x", "at_most": 1, "unless_approved": true }}, {{ "argument": "y", "at_most": 2 }} ] }}"#
            )
        };
        let both = rules(&[rule(
            "r",
            1,
            "true",
            &branch(r#"{ "gate": "finance" }, { "gate": "legal", "mode": "network" }"#),
        )]);
        let arguments = |policy: &Policy, held: &[&str]| decide(policy, held).limits.len();
        assert_eq!(arguments(&both, &[]), 2);
        assert_eq!(arguments(&both, &["finance"]), 2);
        assert_eq!(arguments(&both, &["other", "legal", "finance"]), 1);
        // The approvals stay in the decision, held or not.
        assert_eq!(decide(&both, &["legal", "finance"]).approvals.len(), 2);
        // A branch without approvals has none that could be held.
        let none = rules(&[rule("r", 1, "true", &branch(""))]);
        assert_eq!(arguments(&none, &["finance", "legal"]), 2);
        // Approvals of another rule drop nothing here.
        let other = rules(&[
            rule("r", 1, "true", &branch(r#"{ "gate": "finance" }"#)),
            rule(
                "s",
                1,
                "true",
                r#""then": { "outcome": "allow", "approvals": [{ "gate": "legal" }] }"#,
            ),
        ]);
        assert_eq!(arguments(&other, &["legal"]), 2);
        assert_eq!(arguments(&other, &["finance"]), 1);
    }
}

mod applicability {
    use super::*;

    fn keyed(keys: &str, predicate: &str) -> Policy {
        policy(&format!(
            r#""rules": [{{ "rule_id": "r", "priority": 1, "applies_to": {{ {keys} }}, "if": {predicate}, "then": {{ "outcome": "allow" }} }}]"#
        ))
    }

    fn applies(keys: &str, changes: &str) -> bool {
        !keyed(keys, "true")
            .evaluate(facts(changes).as_bytes(), &[])
            .unwrap()
            .contributed
            .is_empty()
    }

    #[test]
    fn every_key_has_one_of_its_values() {
        assert!(applies(r#""intent": ["a", "b"]"#, r#"{ "intent": "b" }"#));
        assert!(!applies(r#""intent": ["a", "b"]"#, r#"{ "intent": "c" }"#));
        let both = r#""intent": ["a"], "capability": ["x"]"#;
        assert!(applies(both, r#"{ "intent": "a", "capability": "x" }"#));
        assert!(!applies(both, r#"{ "intent": "a", "capability": "y" }"#));
        assert!(!applies(both, r#"{ "intent": "b", "capability": "x" }"#));
        // Exact: no prefix, no case.
        assert!(!applies(r#""intent": ["support"]"#, "{}"));
        assert!(!applies(r#""intent": ["SUPPORT.REFUND"]"#, "{}"));
    }

    #[test]
    fn an_absent_key_matches_nothing() {
        assert!(!applies(r#""capability": ["x"]"#, r#"{ "intent": "a" }"#));
        assert!(!applies(r#""agent.tier": ["gold"]"#, "{}"));
        assert!(applies(
            r#""agent.tier": ["gold"]"#,
            r#"{ "agent": { "level": 1, "tier": "gold" } }"#
        ));
    }

    #[test]
    fn the_predicate_of_an_inapplicable_rule_does_not_run() {
        let policy = keyed(r#""intent": ["other"]"#, OVERFLOW);
        assert_eq!(decide(&policy, &[]).outcome, DecidedOutcome::NotApplicable);
        let policy = keyed(r#""intent": ["support.refund"]"#, OVERFLOW);
        assert!(policy.evaluate(FACTS.as_bytes(), &[]).is_err());
    }
}

mod guardrails {
    use super::*;

    fn guarded(guardrails: &str) -> Policy {
        policy(&format!(
            r#""rules": [{}], "guardrails": [{guardrails}]"#,
            rule("r", 9_007_199_254_740_991, "true", &then("allow"))
        ))
    }

    fn guardrail(id: &str, predicate: &str, effects: &str) -> String {
        format!(r#"{{ "guardrail_id": "{id}", "if": {predicate}, "then": [{effects}] }}"#)
    }

    #[test]
    fn no_priority_outvotes_a_guardrail() {
        for (effect, permitted) in [
            (r#"{ "effect": "refuse" }"#, false),
            (r#"{ "effect": "escalate", "target": "fraud-desk" }"#, false),
            (r#"{ "effect": "approval", "gate": "finance" }"#, true),
            (r#"{ "effect": "redact", "fields": ["user.role"] }"#, true),
        ] {
            let policy = guarded(&guardrail("g", "true", effect));
            let decision = decide(&policy, &[]);
            assert_eq!(
                (decision.outcome, decision.permitted),
                (DecidedOutcome::Allow, permitted),
                "{effect}"
            );
            let policy = guarded(&guardrail("g", "false", effect));
            assert!(decide(&policy, &[]).permitted);
        }
    }

    #[test]
    fn every_effect_is_listed_by_guardrail_id() {
        let policy = guarded(&[
            guardrail("b", "true", r#"{ "effect": "escalate", "target": "z" }, { "effect": "refuse" }, { "effect": "escalate", "target": "y" }"#),
            guardrail("a", "true", r#"{ "effect": "approval", "gate": "finance" }, { "effect": "refuse" }, { "effect": "refuse" }, { "effect": "redact", "fields": ["vip", "attachments.kind", "vip"] }"#),
        ].join(", "));
        let guardrails = canonical::to_canonical(&decide(&policy, &[]).guardrails).unwrap();
        assert_eq!(
            str::from_utf8(&guardrails).unwrap(),
            concat!(
                r#"{"approval":[{"gate":"finance","guardrail_id":"a"}],"#,
                r#""escalate":[{"guardrail_id":"b","target":"z"},{"guardrail_id":"b","target":"y"}],"#,
                r#""redact":[{"fields":["vip","attachments.kind"],"guardrail_id":"a"}],"refuse":["a","b"]}"#
            )
        );
    }

    #[test]
    fn a_guardrail_that_fails_is_an_error_like_a_rule() {
        let policy = guarded(&guardrail("g", OVERFLOW, r#"{ "effect": "refuse" }"#));
        let Err(EvaluationError::Policy(error)) = policy.evaluate(FACTS.as_bytes(), &[]) else {
            panic!()
        };
        assert_eq!(
            (error.rule_id.as_ref(), error.expression_path.as_ref()),
            ("g", "if.>.0")
        );
    }
}

#[test]
fn the_decision_prints_every_member() {
    let policy = policy(&format!(
        r#""rules": [{}], "scoring_rules": [{{ "rule_id": "s", "if": true, "score": 7 }}]"#,
        rule(
            "high-value",
            100,
            "true",
            r#""then": { "outcome": "allow", "because": "So it is.", "approvals": [{ "gate": "finance", "mode": "delegated" }],
                "required_evidence": ["order_lookup"], "obligations": ["record"], "prohibited": ["payments.instant"],
                "limits": [{ "argument": "currency", "one_of": ["INR"] }] }"#
        )
    ));
    let decision = canonical::to_canonical(&decide(&policy, &[])).unwrap();
    let expected = format!(
        concat!(
            r#"{{"approvals":[{{"gate":"finance","mode":"delegated"}}],"contributed":[{{"branch":"then","rule_id":"high-value"}}],"#,
            r#""decided_by":["high-value"],"effective_mode":"delegated","#,
            r#""guardrails":{{"approval":[],"escalate":[],"redact":[],"refuse":[]}},"limits":{{"currency":{{"one_of":["INR"]}}}},"#,
            r#""obligations":["record"],"outcome":"allow","permitted":true,"policy":"{digest}","priority":100,"#,
            r#""prohibited":["payments.instant"],"required_evidence":["order_lookup"],"#,
            r#""scores":[{{"rule_id":"s","score":7}}],"skipped":[]}}"#
        ),
        digest = policy.digest()
    );
    assert_eq!(String::from_utf8(decision).unwrap(), expected);
}
