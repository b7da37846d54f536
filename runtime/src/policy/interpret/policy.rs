//! A policy, loaded: its facts known, every predicate typed, everything that is ill formed refused.

use alloc::borrow::ToOwned as _;
use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;
use core::cmp::Reverse;

use super::super::facts::{Schema, Type, field_at};
use super::super::jsonlogic;
use super::super::node_path::NodePath;
use super::super::predicate::{FactPath, Predicate};
use super::definitions::{self, Definitions};
use super::error::{LoadError, LoadFault};
use super::facts::string_fault;
use super::index::{Index, Indexed};
use super::schema;
use crate::canonical::Value;
use crate::counter::SafeInteger;
use crate::digest::Digest;
use crate::registry::{
    AppliesTo, ArtefactRef, BranchBody, EffectBody, FactsBody, Format, GuardrailBody, PolicyBody,
    RuleBody, ScoringRuleBody,
};

/// A policy that can be asked for decisions.
#[derive(Clone, Debug)]
pub struct Policy {
    pub(in crate::policy) reference: ArtefactRef,
    pub(in crate::policy) schema: Schema,
    /// In canonical order, whatever the order of the artefact.
    pub(in crate::policy) rules: Vec<Rule>,
    /// Sorted by id.
    pub(in crate::policy) scoring_rules: Vec<ScoringRule>,
    /// Sorted by id.
    pub(in crate::policy) guardrails: Vec<Guardrail>,
    /// Which of the rules, the scoring rules and the guardrails facts can concern.
    pub(super) index: PolicyIndex,
}

/// The index over each list of a policy.
#[derive(Clone, Debug, Default)]
pub(super) struct PolicyIndex {
    pub(super) rules: Index,
    pub(super) scoring_rules: Index,
    pub(super) guardrails: Index,
}

/// A key that is asked before a predicate, and the values under which it then runs.
#[derive(Clone, Debug)]
pub(in crate::policy) struct Key {
    /// As the artefact writes it.
    pub(in crate::policy) name: String,
    pub(in crate::policy) path: FactPath,
    pub(in crate::policy) values: BTreeSet<String>,
}

/// A rule.
#[derive(Clone, Debug)]
pub(in crate::policy) struct Rule {
    pub(in crate::policy) id: String,
    pub(in crate::policy) priority: i64,
    pub(in crate::policy) keys: Vec<Key>,
    pub(in crate::policy) predicate: Predicate,
    pub(in crate::policy) then: BranchBody,
    pub(in crate::policy) otherwise: Option<BranchBody>,
}

/// A scoring rule.
#[derive(Clone, Debug)]
pub(in crate::policy) struct ScoringRule {
    pub(in crate::policy) id: String,
    pub(in crate::policy) keys: Vec<Key>,
    pub(in crate::policy) predicate: Predicate,
    pub(in crate::policy) score: i64,
}

/// A guardrail.
#[derive(Clone, Debug)]
pub(in crate::policy) struct Guardrail {
    pub(in crate::policy) id: String,
    pub(in crate::policy) keys: Vec<Key>,
    pub(in crate::policy) predicate: Predicate,
    pub(in crate::policy) effects: Vec<EffectBody>,
}

impl Policy {
    /// Loads a policy with the facts that it decides on.
    pub fn load(
        definitions: &impl Definitions,
        reference: &ArtefactRef,
    ) -> Result<Self, LoadError> {
        let body: PolicyBody = definitions::load(definitions, reference, Format::PolicyV1)?;
        let schema = load_schema(definitions, &body.facts)?;
        Self::from_body(reference, schema, body).map_err(|fault| LoadError::new(reference, fault))
    }

    /// The artefact.
    #[must_use]
    pub const fn reference(&self) -> &ArtefactRef {
        &self.reference
    }

    /// The facts that it decides on.
    #[must_use]
    pub const fn schema(&self) -> &Schema {
        &self.schema
    }

    /// The digest that every decision carries.
    #[must_use]
    pub const fn digest(&self) -> &Digest {
        &self.reference.sha256
    }

    fn from_body(
        reference: &ArtefactRef,
        schema: Schema,
        body: PolicyBody,
    ) -> Result<Self, LoadFault> {
        unique_ids(&body)?;
        let mut rules = collect(body.rules, |rule| check_rule(rule, &schema))?;
        rules.sort_by(|left, right| left.canonical_key().cmp(&right.canonical_key()));
        let mut scoring_rules =
            collect(body.scoring_rules, |rule| check_scoring_rule(rule, &schema))?;
        scoring_rules.sort_by(|left, right| left.id.cmp(&right.id));
        let mut guardrails = collect(body.guardrails, |guardrail| {
            check_guardrail(guardrail, &schema)
        })?;
        guardrails.sort_by(|left, right| left.id.cmp(&right.id));
        let index = PolicyIndex::of(&rules, &scoring_rules, &guardrails, &schema);
        Ok(Self {
            reference: reference.clone(),
            schema,
            rules,
            scoring_rules,
            guardrails,
            index,
        })
    }
}

impl PolicyIndex {
    fn of(
        rules: &[Rule],
        scoring_rules: &[ScoringRule],
        guardrails: &[Guardrail],
        schema: &Schema,
    ) -> Self {
        let rules = rules.iter().map(|rule| Indexed {
            keys: &rule.keys,
            predicate: &rule.predicate,
            has_else: rule.otherwise.is_some(),
        });
        let scoring_rules = scoring_rules.iter().map(|rule| Indexed {
            keys: &rule.keys,
            predicate: &rule.predicate,
            has_else: false,
        });
        let guardrails = guardrails.iter().map(|guardrail| Indexed {
            keys: &guardrail.keys,
            predicate: &guardrail.predicate,
            has_else: false,
        });
        Self {
            rules: Index::of(&rules.collect::<Vec<_>>(), schema),
            scoring_rules: Index::of(&scoring_rules.collect::<Vec<_>>(), schema),
            guardrails: Index::of(&guardrails.collect::<Vec<_>>(), schema),
        }
    }
}

impl Rule {
    /// Canonical rule order: priority descending, deny before allow by the outcome of `then`, then id.
    fn canonical_key(&self) -> impl Ord + '_ {
        (Reverse(self.priority), self.then.outcome, self.id.as_str())
    }
}

/// Loads facts.
pub(super) fn load_schema(
    definitions: &impl Definitions,
    reference: &ArtefactRef,
) -> Result<Schema, LoadError> {
    let body: FactsBody = definitions::load(definitions, reference, Format::FactsV1)?;
    schema::check(&body.fields)
        .map_err(|field| LoadError::new(reference, LoadFault::InvalidField { field }))?;
    Ok(body.fields)
}

/// The predicate in `member` of the rule `rule_id`.
pub(super) fn load_predicate(
    json: &Value<'_>,
    schema: &Schema,
    rule_id: &str,
    member: &str,
) -> Result<Predicate, LoadFault> {
    jsonlogic::decode(json, schema).map_err(|error| LoadFault::InvalidPredicate {
        rule_id: rule_id.to_owned(),
        path: NodePath::of_string(error.path).in_member(member),
        fault: error.kind,
    })
}

fn collect<B, R>(
    bodies: Vec<B>,
    check: impl Fn(B) -> Result<R, LoadFault>,
) -> Result<Vec<R>, LoadFault> {
    bodies.into_iter().map(check).collect()
}

fn unique_ids(body: &PolicyBody) -> Result<(), LoadFault> {
    let rules = body.rules.iter().map(|rule| &rule.rule_id);
    let scoring_rules = body.scoring_rules.iter().map(|rule| &rule.rule_id);
    let guardrails = body
        .guardrails
        .iter()
        .map(|guardrail| &guardrail.guardrail_id);
    let mut seen = BTreeSet::new();
    for rule_id in rules.chain(scoring_rules).chain(guardrails) {
        if !seen.insert(rule_id) {
            return Err(LoadFault::DuplicateRule {
                rule_id: rule_id.clone(),
            });
        }
    }
    Ok(())
}

fn check_rule(body: RuleBody, schema: &Schema) -> Result<Rule, LoadFault> {
    check_number(body.priority, &body.rule_id)?;
    let keys = load_keys(body.applies_to, schema, &body.rule_id)?;
    let predicate = load_predicate(&body.predicate, schema, &body.rule_id, "if")?;
    for branch in [Some(&body.then), body.otherwise.as_ref()]
        .into_iter()
        .flatten()
    {
        check_limits(branch, &body.rule_id)?;
    }
    Ok(Rule {
        id: body.rule_id,
        priority: body.priority,
        keys,
        predicate,
        then: body.then,
        otherwise: body.otherwise,
    })
}

fn check_scoring_rule(body: ScoringRuleBody, schema: &Schema) -> Result<ScoringRule, LoadFault> {
    check_number(body.score, &body.rule_id)?;
    let keys = load_keys(body.applies_to, schema, &body.rule_id)?;
    let predicate = load_predicate(&body.predicate, schema, &body.rule_id, "if")?;
    Ok(ScoringRule {
        id: body.rule_id,
        keys,
        predicate,
        score: body.score,
    })
}

fn check_guardrail(body: GuardrailBody, schema: &Schema) -> Result<Guardrail, LoadFault> {
    let keys = load_keys(body.applies_to, schema, &body.guardrail_id)?;
    let predicate = load_predicate(&body.predicate, schema, &body.guardrail_id, "if")?;
    let can_be_had = |effect: &EffectBody| match effect {
        EffectBody::Redact { fields } => {
            !fields.is_empty() && fields.iter().all(|field| is_declared(field, schema))
        }
        EffectBody::Refuse | EffectBody::Escalate { .. } | EffectBody::Approval { .. } => true,
    };
    if body.then.is_empty() || !body.then.iter().all(can_be_had) {
        return Err(LoadFault::InvalidEffect {
            rule_id: body.guardrail_id,
        });
    }
    Ok(Guardrail {
        id: body.guardrail_id,
        keys,
        predicate,
        effects: body.then,
    })
}

fn check_number(number: i64, rule_id: &str) -> Result<(), LoadFault> {
    match SafeInteger::new(number) {
        Some(_) => Ok(()),
        None => Err(LoadFault::InvalidNumber {
            rule_id: rule_id.to_owned(),
        }),
    }
}

fn load_keys(applies_to: AppliesTo, schema: &Schema, rule_id: &str) -> Result<Vec<Key>, LoadFault> {
    let load_key = |(name, values): (String, BTreeSet<String>)| {
        let path: Vec<String> = name.split('.').map(String::from).collect();
        let field = field_at(schema, &path).filter(|field| field.key);
        let can_be_had =
            |value: &String| field.is_some_and(|field| string_fault(value, &field.ty).is_none());
        if values.is_empty() || !values.iter().all(can_be_had) {
            return Err(LoadFault::InvalidKey {
                rule_id: rule_id.to_owned(),
                key: name,
            });
        }
        Ok(Key {
            name,
            path: FactPath(path),
            values,
        })
    };
    applies_to.into_iter().map(load_key).collect()
}

/// Whether a dotted path leads to a field, through the elements of collections where there are such.
fn is_declared(path: &str, schema: &Schema) -> bool {
    let mut fields = schema;
    let mut steps = path.split('.').peekable();
    while let Some(step) = steps.next() {
        let Some(field) = fields.get(step) else {
            return false;
        };
        if steps.peek().is_none() {
            return true;
        }
        let mut ty = &field.ty;
        while let Type::Set { of } | Type::List { of } = ty {
            ty = of;
        }
        let Type::Record { fields: inner } = ty else {
            return false;
        };
        fields = inner;
    }
    false
}

fn check_limits(branch: &BranchBody, rule_id: &str) -> Result<(), LoadFault> {
    for limit in &branch.limits {
        let bounds = [
            limit.at_least.is_some(),
            limit.at_most.is_some(),
            limit.one_of.is_some(),
        ];
        if bounds.into_iter().filter(|given| *given).count() != 1 {
            return Err(LoadFault::InvalidLimit {
                rule_id: rule_id.to_owned(),
                argument: limit.argument.clone(),
            });
        }
    }
    Ok(())
}
