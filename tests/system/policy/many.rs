//! Many rules, which are found by an index, say together what each of them says alone, where it is the only one and there
//! is nothing to find. Semantics, sections 2 and 3.

use std::cmp::Reverse;

use ordain_runtime::canonical::{Value, to_value};
use ordain_runtime::policy::EvaluationError;
use ordain_runtime::registry::PolicyBody;
use ordain_tests::generate;
use proptest::prelude::*;

use super::{Case, cases_of};

/// What the policy says of facts that nobody has validated: its contributions and the guardrails that hold, or the error.
type Said = Result<(Vec<Value<'static>>, Vec<String>), Option<Value<'static>>>;

fn said(case: &Case, body: &PolicyBody, facts: &Value<'_>) -> Said {
    let policy = case.load(body);
    match policy.evaluate_untyped(facts, &[]) {
        Ok(decision) => {
            let contributed = decision.contributed.iter();
            let guardrails = &decision.guardrails;
            let refuse = guardrails.refuse.iter();
            let escalate = guardrails.escalate.iter().map(|one| &one.guardrail_id);
            let approval = guardrails.approval.iter().map(|one| &one.guardrail_id);
            let redact = guardrails.redact.iter().map(|one| &one.guardrail_id);
            let held = refuse.chain(escalate).chain(approval).chain(redact);
            let mut held: Vec<_> = held.map(ToString::to_string).collect();
            held.sort();
            held.dedup();
            Ok((
                contributed.map(|one| to_value(one).unwrap()).collect(),
                held,
            ))
        }
        Err(EvaluationError::Policy(error)) => Err(Some(to_value(&error).unwrap())),
        Err(EvaluationError::Facts(_)) => Err(None),
    }
}

fn alone(case: &Case, facts: &Value<'_>) -> Said {
    let bare = PolicyBody {
        facts: case.body.facts.clone(),
        rules: Vec::new(),
        scoring_rules: Vec::new(),
        guardrails: Vec::new(),
    };
    let mut rules = case.body.rules.clone();
    rules.sort_by(|left, right| {
        let left = (Reverse(left.priority), left.then.outcome, &left.rule_id);
        left.cmp(&(Reverse(right.priority), right.then.outcome, &right.rule_id))
    });
    let mut guardrails = case.body.guardrails.clone();
    guardrails.sort_by(|left, right| left.guardrail_id.cmp(&right.guardrail_id));
    let (mut contributed, mut held) = said(case, &bare, facts)?;
    for rule in rules {
        let rules = vec![rule];
        contributed.extend(
            said(
                case,
                &PolicyBody {
                    rules,
                    ..bare.clone()
                },
                facts,
            )?
            .0,
        );
    }
    for guardrail in guardrails {
        let guardrails = vec![guardrail];
        held.extend(
            said(
                case,
                &PolicyBody {
                    guardrails,
                    ..bare.clone()
                },
                facts,
            )?
            .1,
        );
    }
    held.sort();
    Ok((contributed, held))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn many_rules_say_what_each_says_alone(
        (case, spoilt) in cases_of(generate::large_policy).prop_flat_map(|case| {
            let spoilt = generate::spoilt(&case.schema);
            (Just(case), spoilt)
        })
    ) {
        for facts in [&case.facts, &spoilt] {
            prop_assert_eq!(said(&case, &case.body, facts), alone(&case, facts));
        }
    }
}
