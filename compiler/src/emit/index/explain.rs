//! Tells an author by what each rule is found, and what of its predicate is then left to ask.

use std::fmt::{self, Display};

use ordain_runtime::policy::{Decimals, Predicate};
use serde::Serialize;

use super::{Field, Found, Index, PolicyIndex, lift};
use crate::model::{Model, Origin};

/// How the rules of every policy of a project are found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ProjectReport {
    /// By id.
    pub policies: Vec<PolicyReport>,
}

/// How the rules of one policy are found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PolicyReport {
    /// `package.name@revision`
    pub policy: String,
    /// Of rules, in canonical order.
    pub rules: GroupReport,
    /// Of guardrails, by name.
    pub guardrails: GroupReport,
    /// Of scoring rules, by name.
    pub scoring_rules: GroupReport,
}

/// How the rules of one kind are found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct GroupReport {
    /// `chain` or `index`.
    pub how: &'static str,
    /// What tells rules apart.
    pub fields: Vec<FieldReport>,
    /// The fact by which rules are parted before anything else is looked at.
    pub parted_by: Option<String>,
    /// Each rule.
    pub rules: Vec<RuleReport>,
}

/// A fact that tells rules apart.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FieldReport {
    /// Dotted.
    pub fact: String,
    /// `key` or `equality`.
    pub kind: &'static str,
    /// How many values rules name.
    pub values: usize,
    /// How many rules it tells apart.
    pub rules: usize,
}

/// How one rule is found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RuleReport {
    /// Its name.
    pub rule: String,
    /// Below the project's folder.
    pub file: String,
    /// From 1.
    pub line: u32,
    /// The facts by which it is found; none in a chain, and none for a rule that every request asks.
    pub found_by: Vec<FoundBy>,
    /// What of its condition is left to ask, in the language; `None` where nothing is.
    pub left: Option<String>,
}

/// A fact by which a rule is found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FoundBy {
    /// Dotted.
    pub fact: String,
    /// The values under which the rule is asked.
    pub values: Vec<String>,
    /// Whether it is also asked under every value that no rule names.
    pub any_other: bool,
}

/// A rule as far as reporting it goes.
struct Told<'m> {
    name: &'m str,
    origin: &'m Origin,
    applies_to: &'m ordain_runtime::registry::AppliesTo,
    predicate: &'m Predicate,
}

impl ProjectReport {
    /// Of every policy of a model without errors. `decimals` says how amounts are written.
    #[must_use]
    pub fn of(model: &Model, decimals: Decimals) -> Self {
        let policies = model.policies.iter().filter_map(|(id, policy)| {
            let schema = &model.facts.get(&policy.facts)?.schema;
            let index = PolicyIndex::of(policy, schema);
            let rules = policy.rules.iter().map(|rule| Told {
                name: &rule.name,
                origin: &rule.origin,
                applies_to: &rule.applies_to,
                predicate: &rule.predicate.value,
            });
            let guardrails = policy.guardrails.iter().map(|guardrail| Told {
                name: &guardrail.name,
                origin: &guardrail.origin,
                applies_to: &guardrail.applies_to,
                predicate: &guardrail.predicate.value,
            });
            let scoring_rules = policy.scoring_rules.iter().map(|rule| Told {
                name: &rule.name,
                origin: &rule.origin,
                applies_to: &rule.applies_to,
                predicate: &rule.predicate.value,
            });
            Some(PolicyReport {
                policy: id.to_string(),
                rules: group(index.rules.as_ref(), &rules.collect::<Vec<_>>(), decimals),
                guardrails: group(
                    index.guardrails.as_ref(),
                    &guardrails.collect::<Vec<_>>(),
                    decimals,
                ),
                scoring_rules: group(
                    index.scoring_rules.as_ref(),
                    &scoring_rules.collect::<Vec<_>>(),
                    decimals,
                ),
            })
        });
        Self {
            policies: policies.collect(),
        }
    }
}

fn group(index: Option<&Index>, rules: &[Told<'_>], decimals: Decimals) -> GroupReport {
    let Some(index) = index else {
        return GroupReport {
            how: "chain",
            fields: Vec::new(),
            parted_by: None,
            rules: rules.iter().map(|rule| in_chain(rule, decimals)).collect(),
        };
    };
    let fields = index
        .fields
        .iter()
        .enumerate()
        .map(|(number, field)| FieldReport {
            fact: field.name(),
            kind: if number < index.keys {
                "key"
            } else {
                "equality"
            },
            values: field.values.len(),
            rules: field.shared_by,
        });
    GroupReport {
        how: "index",
        fields: fields.collect(),
        parted_by: index
            .parted_by
            .and_then(|field| index.fields.get(field))
            .map(Field::name),
        rules: rules
            .iter()
            .zip(&index.found)
            .map(|(rule, found)| in_index(rule, index, found, decimals))
            .collect(),
    }
}

fn in_chain(rule: &Told<'_>, decimals: Decimals) -> RuleReport {
    let keys = rule.applies_to.iter().map(|(key, values)| {
        let values: Vec<_> = values.iter().map(|value| quoted(value)).collect();
        format!("on {key} {}", values.join(", "))
    });
    let predicate = (*rule.predicate != Predicate::Constant(true))
        .then(|| format!("when {}", rule.predicate.to_source(decimals)));
    let left: Vec<_> = keys.chain(predicate).collect();
    report(rule, Vec::new(), (!left.is_empty()).then(|| left.join(" ")))
}

fn in_index(rule: &Told<'_>, index: &Index, found: &Found, decimals: Decimals) -> RuleReport {
    let found_by = index
        .fields
        .iter()
        .zip(&found.classes)
        .filter_map(|(field, classes)| {
            let classes = classes.as_ref()?;
            let value = |class: &u16| field.values.get(usize::from(*class)).cloned();
            Some(FoundBy {
                fact: field.name(),
                values: classes.iter().filter_map(value).collect(),
                any_other: classes.iter().any(|class| value(class).is_none()),
            })
        });
    let left: Vec<Predicate> = lift::operands(rule.predicate)
        .iter()
        .enumerate()
        .filter(|(place, operand)| {
            !found.lifted.contains(place) && **operand != Predicate::Constant(true)
        })
        .map(|(_, operand)| operand.clone())
        .collect();
    let left = match left.as_slice() {
        [] => None,
        [one] => Some(one.to_source(decimals)),
        _ => Some(Predicate::And(left).to_source(decimals)),
    };
    report(
        rule,
        found_by.collect(),
        left.map(|left| format!("when {left}")),
    )
}

/// A value as the language writes it: a word of an enum as it is, an identifier in quotes.
fn quoted(value: &str) -> String {
    if value.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') {
        value.to_owned()
    } else {
        format!("{value:?}")
    }
}

fn report(rule: &Told<'_>, found_by: Vec<FoundBy>, left: Option<String>) -> RuleReport {
    RuleReport {
        rule: rule.name.to_owned(),
        file: rule.origin.file.clone(),
        line: rule.origin.line,
        found_by,
        left,
    }
}

impl Display for ProjectReport {
    /// A paragraph a policy, two or three lines a rule; ends with a line end.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, policy) in self.policies.iter().enumerate() {
            if number > 0 {
                writeln!(f)?;
            }
            writeln!(f, "{}", policy.policy)?;
            policy.rules.write("rule", f)?;
            policy.guardrails.write("guardrail", f)?;
            policy.scoring_rules.write("scoring rule", f)?;
        }
        Ok(())
    }
}

impl GroupReport {
    fn write(&self, what: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count = self.rules.len();
        if count == 0 {
            return Ok(());
        }
        let how = if self.how == "chain" {
            "asked one after the other"
        } else {
            "found by an index"
        };
        writeln!(f, "  {}, {how}", counted(count, what))?;
        for field in &self.fields {
            let parts = if self.parted_by.as_ref() == Some(&field.fact) {
                "; parts the rules"
            } else {
                ""
            };
            writeln!(
                f,
                "    {} {}: {} in {}{parts}",
                field.kind,
                field.fact,
                counted(field.values, "value"),
                counted(field.rules, what)
            )?;
        }
        for rule in &self.rules {
            writeln!(f, "    {} ({}:{})", rule.rule, rule.file, rule.line)?;
            if self.how == "index" && rule.found_by.is_empty() {
                writeln!(f, "      found by every request")?;
            }
            for found in &rule.found_by {
                let mut values: Vec<_> = found.values.iter().map(|value| quoted(value)).collect();
                if found.any_other {
                    values.push("any other".to_owned());
                }
                writeln!(f, "      found by {}: {}", found.fact, values.join(", "))?;
            }
            match &rule.left {
                Some(left) => writeln!(f, "      asks {left}")?,
                None => writeln!(f, "      asks nothing more")?,
            }
        }
        Ok(())
    }
}

fn counted(count: usize, what: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {what}{plural}")
}
