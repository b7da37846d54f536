//! What stands between a decision and dispatch: semantics, section 3, last sentence.

use alloc::borrow::Cow;
use alloc::vec::Vec;
use serde::Serialize;

use super::super::decision::{DecidedOutcome, DecisionRecord, EffectiveLimit};
use super::super::vocabulary::Mode;

/// One thing that is missing, or in the way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Outstanding<'p> {
    /// The outcome is not allow. Nothing mends that.
    Outcome {
        /// What it is.
        outcome: DecidedOutcome,
    },
    /// A guardrail refuses. Nothing mends that.
    Refusal {
        /// The guardrail.
        guardrail_id: Cow<'p, str>,
    },
    /// A guardrail hands the decision over.
    Escalation {
        /// The guardrail.
        guardrail_id: Cow<'p, str>,
        /// To whom.
        target: Cow<'p, str>,
    },
    /// Nothing meets all limits on an argument.
    LimitsConflict {
        /// The argument.
        argument: Cow<'p, str>,
    },
    /// An approval that is not held.
    Approval {
        /// The gate.
        gate: Cow<'p, str>,
        /// At which mode, where a rule says so.
        mode: Option<Mode>,
        /// The guardrail that asks for it, where no rule does.
        guardrail_id: Option<Cow<'p, str>>,
    },
    /// Evidence that must be at hand.
    Evidence {
        /// Its name.
        name: Cow<'p, str>,
    },
    /// Something that must be done.
    Obligation {
        /// What.
        text: Cow<'p, str>,
    },
    /// An argument that is held to a limit.
    Limit {
        /// The argument.
        argument: Cow<'p, str>,
        /// What it is held to.
        limit: EffectiveLimit<'p>,
    },
}

/// Everything outstanding: first what forbids dispatch, then what it waits for, then what it is held to.
pub(super) fn of<'p>(decision: &DecisionRecord<'p>, held: &[&str]) -> Vec<Outstanding<'p>> {
    let outcome = (decision.outcome != DecidedOutcome::Allow).then_some(Outstanding::Outcome {
        outcome: decision.outcome,
    });
    let guardrails = &decision.guardrails;
    let refusals = guardrails
        .refuse
        .iter()
        .map(|guardrail_id| Outstanding::Refusal {
            guardrail_id: guardrail_id.clone(),
        });
    let escalations = guardrails
        .escalate
        .iter()
        .map(|escalation| Outstanding::Escalation {
            guardrail_id: escalation.guardrail_id.clone(),
            target: escalation.target.clone(),
        });
    let conflicts = decision
        .limits
        .iter()
        .filter(|(_, limit)| limit.conflict.is_some())
        .map(|(argument, _)| Outstanding::LimitsConflict {
            argument: argument.clone(),
        });
    let is_missing = |gate: &str| !held.contains(&gate);
    let approvals = decision
        .approvals
        .iter()
        .filter(|approval| is_missing(&approval.gate))
        .map(|approval| Outstanding::Approval {
            gate: approval.gate.clone(),
            mode: approval.mode,
            guardrail_id: None,
        });
    let guarded = guardrails
        .approval
        .iter()
        .filter(|approval| is_missing(&approval.gate))
        .map(|approval| Outstanding::Approval {
            gate: approval.gate.clone(),
            mode: None,
            guardrail_id: Some(approval.guardrail_id.clone()),
        });
    let evidence = decision
        .required_evidence
        .iter()
        .map(|name| Outstanding::Evidence { name: name.clone() });
    let obligations = decision
        .obligations
        .iter()
        .map(|text| Outstanding::Obligation { text: text.clone() });
    let limits = decision
        .limits
        .iter()
        .filter(|(_, limit)| limit.conflict.is_none())
        .map(|(argument, limit)| Outstanding::Limit {
            argument: argument.clone(),
            limit: limit.clone(),
        });
    outcome
        .into_iter()
        .chain(refusals)
        .chain(escalations)
        .chain(conflicts)
        .chain(approvals)
        .chain(guarded)
        .chain(evidence)
        .chain(obligations)
        .chain(limits)
        .collect()
}
