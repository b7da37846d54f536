//! Prints the static table of a policy: what its rules contribute, what its guardrails do, what its scoring rules add.

use ordain_runtime::policy::{Mode, Outcome};
use ordain_runtime::registry::{BranchBody, EffectBody, LimitBody, LimitValue};

use super::layout::{Layout, braced, list, sequence, structure, text};
use super::literal;
use super::write::Writer;
use crate::model::Policy;

/// Prints `TABLE`.
pub(super) fn table(out: &mut Writer, policy: &Policy) {
    out.doc(["What the rules contribute, in canonical order."]);
    out.open("static TABLE: compiled::Table = compiled::Table {");
    out.line("id: ID,");
    out.line("revision: REVISION,");
    out.line("digest: DIGEST,");
    out.open("rules: &[");
    for rule in &policy.rules {
        out.open("compiled::RuleTable {");
        out.line(format!("id: {},", literal::string(&rule.name)));
        out.line(format!("priority: {},", literal::integer(rule.priority)));
        out.expression("then: ", &branch(&rule.then), ",");
        match &rule.otherwise {
            Some(otherwise) => out.expression(
                "otherwise: ",
                &sequence([text("Some("), branch(otherwise), text(")")]),
                ",",
            ),
            None => out.line("otherwise: None,"),
        }
        out.close("},");
    }
    out.close("],");
    out.open("scoring_rules: &[");
    for rule in &policy.scoring_rules {
        out.line(format!(
            "compiled::ScoringRuleTable {{ id: {}, score: {} }},",
            literal::string(&rule.name),
            literal::integer(rule.score)
        ));
    }
    out.close("],");
    out.open("guardrails: &[");
    for guardrail in &policy.guardrails {
        let effects = list("&[", guardrail.effects.iter().map(effect), "]");
        let id = text(format!("id: {}", literal::string(&guardrail.name)));
        out.expression(
            "",
            &braced(
                "compiled::GuardrailTable {",
                [id, sequence([text("effects: "), effects])],
                "}",
            ),
            ",",
        );
    }
    out.close("],");
    out.close("};");
}

fn branch(branch: &BranchBody) -> Layout {
    let base = match branch.outcome {
        Outcome::Allow => "compiled::BranchTable::ALLOW",
        Outcome::Deny => "compiled::BranchTable::DENY",
    };
    let mut members = Vec::new();
    if let Some(because) = &branch.because {
        members.push(text(format!("because: Some({})", literal::string(because))));
    }
    let mut member = |name: &str, items: Vec<Layout>| {
        if !items.is_empty() {
            members.push(sequence([
                text(format!("{name}: ")),
                list("&[", items, "]"),
            ]));
        }
    };
    let strings = |values: &[String]| {
        values
            .iter()
            .map(|value| text(literal::string(value)))
            .collect()
    };
    member(
        "approvals",
        branch
            .approvals
            .iter()
            .map(|approval| {
                let gate = text(format!("gate: {}", literal::string(&approval.gate)));
                let mode = text(format!(
                    "mode: {}",
                    literal::option(approval.mode.map(mode))
                ));
                braced("compiled::ApprovalTable {", [gate, mode], "}")
            })
            .collect(),
    );
    member("required_evidence", strings(&branch.required_evidence));
    member("obligations", strings(&branch.obligations));
    member("prohibited", strings(&branch.prohibited));
    member("limits", branch.limits.iter().map(limit).collect());
    if members.is_empty() {
        return text(base);
    }
    // The rest is that of a branch which asks for nothing.
    members.push(text(format!("..{base}")));
    structure("compiled::BranchTable {", members, "}")
}

fn limit(limit: &LimitBody) -> Layout {
    let bound = match (&limit.one_of, limit.at_least, limit.at_most) {
        (Some(values), ..) => {
            let values = values.iter().map(|value| match value {
                LimitValue::Integer(value) => text(format!(
                    "compiled::ValueTable::Integer({})",
                    literal::integer(*value)
                )),
                LimitValue::String(value) => text(format!(
                    "compiled::ValueTable::String({})",
                    literal::string(value)
                )),
            });
            sequence([
                text("bound: compiled::Bound::OneOf("),
                list("&[", values, "]"),
                text(")"),
            ])
        }
        (None, Some(least), _) => text(format!(
            "bound: compiled::Bound::AtLeast({})",
            literal::integer(least)
        )),
        (None, None, most) => text(format!(
            "bound: compiled::Bound::AtMost({})",
            literal::integer(most.unwrap_or_default())
        )),
    };
    let argument = text(format!("argument: {}", literal::string(&limit.argument)));
    let unless = text(format!("unless_approved: {}", limit.unless_approved));
    braced("compiled::LimitTable {", [argument, bound, unless], "}")
}

fn effect(effect: &EffectBody) -> Layout {
    match effect {
        EffectBody::Refuse => text("compiled::EffectTable::Refuse"),
        EffectBody::Escalate { target } => text(format!(
            "compiled::EffectTable::Escalate({})",
            literal::string(target)
        )),
        EffectBody::Approval { gate } => text(format!(
            "compiled::EffectTable::Approval({})",
            literal::string(gate)
        )),
        EffectBody::Redact { fields } => {
            let fields = fields.iter().map(|field| text(literal::string(field)));
            sequence([
                text("compiled::EffectTable::Redact("),
                list("&[", fields, "]"),
                text(")"),
            ])
        }
    }
}

fn mode(mode: Mode) -> &'static str {
    match mode {
        Mode::ReadOnly => "policy::Mode::ReadOnly",
        Mode::LocalWrite => "policy::Mode::LocalWrite",
        Mode::Network => "policy::Mode::Network",
        Mode::Delegated => "policy::Mode::Delegated",
        Mode::Destructive => "policy::Mode::Destructive",
    }
}
