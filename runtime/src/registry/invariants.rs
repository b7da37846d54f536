//! What must hold of a body beyond the types of its members. The compiler holds its own output to it before a byte is
//! written, and a loaded registry is held to it again.

use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::String;
use core::any::Any;

use super::{
    AppliesTo, Artefact, ArtefactRef, Body, BranchBody, ControlBody, FactsBody, Kind, LimitBody,
    LimitValue, PolicyBody, ProfileBody, Registry, RegistryError,
};
use crate::policy::{Field, Schema, Type, field_at};

/// The greatest integer that is exact everywhere, 2^53−1.
const GREATEST: i64 = (1 << 53) - 1;
/// Rules, scoring rules and guardrails of a policy, together.
const RULES: usize = 20_000;
/// Members of an enum.
const MEMBERS: usize = 1_024;

type Broken = Result<(), &'static str>;

/// Checks an artefact against the rules of its kind, and that what it refers to is stored.
pub(super) fn check<B: Body + 'static>(
    registry: &Registry,
    artefact: &Artefact<B>,
) -> Result<(), RegistryError> {
    let what = || format!("{}@{}", artefact.artifact_id, artefact.version);
    let broken = |rule| RegistryError::InvariantBroken { what: what(), rule };
    if artefact.artifact_type != B::KIND || artefact.format != B::FORMAT {
        return Err(RegistryError::ArtefactMismatch { what: what() });
    }
    let body: &dyn Any = body_of(artefact);
    if let Some(facts) = body.downcast_ref::<FactsBody>() {
        schema(&facts.fields, false).map_err(broken)?;
    } else if let Some(control) = body.downcast_ref::<ControlBody>() {
        stored(registry, &what(), Kind::Facts, &control.evidence)?;
    } else if let Some(profile) = body.downcast_ref::<ProfileBody>() {
        self::profile(profile).map_err(broken)?;
        for extended in &profile.extends {
            stored(registry, &what(), Kind::Profile, extended)?;
        }
        let conditional = profile
            .conditional
            .iter()
            .flat_map(|condition| &condition.required);
        for control in profile
            .required
            .iter()
            .chain(conditional)
            .chain(&profile.optional)
        {
            stored(registry, &what(), Kind::Control, control)?;
        }
    } else if let Some(policy) = body.downcast_ref::<PolicyBody>() {
        stored(registry, &what(), Kind::Facts, &policy.facts)?;
        let facts: Artefact<FactsBody> = registry.decode(&policy.facts)?;
        self::policy(policy, &facts.body.fields).map_err(broken)?;
    }
    Ok(())
}

fn body_of<B: Body + 'static>(artefact: &Artefact<B>) -> &dyn Any {
    &artefact.body
}

fn stored(
    registry: &Registry,
    what: &str,
    kind: Kind,
    reference: &ArtefactRef,
) -> Result<(), RegistryError> {
    if reference.artifact_type != kind {
        return Err(RegistryError::ArtefactMismatch {
            what: String::from(what),
        });
    }
    match registry.get(kind, &reference.artifact_id, &reference.version) {
        Some(found) if found == *reference => Ok(()),
        Some(_) => Err(RegistryError::RevisionMutated {
            id: reference.artifact_id.clone(),
            revision: reference.version.clone(),
        }),
        None => Err(RegistryError::missing(what, reference)),
    }
}

fn schema(fields: &Schema, in_collection: bool) -> Broken {
    if fields.is_empty() {
        return Err("a record has at least one field");
    }
    for field in fields.values() {
        if field.key && (in_collection || !matches!(field.ty, Type::Identifier | Type::Enum { .. }))
        {
            return Err("a key is an identifier or an enum outside every list and set");
        }
        ty(&field.ty, in_collection)?;
    }
    Ok(())
}

fn ty(of: &Type, in_collection: bool) -> Broken {
    match of {
        Type::Integer { minimum, maximum } => {
            let exact = -GREATEST <= *minimum && minimum <= maximum && *maximum <= GREATEST;
            exact
                .then_some(())
                .ok_or("a range lies within ±(2^53−1) and holds an integer")
        }
        Type::Enum { members } => (1..=MEMBERS)
            .contains(&members.len())
            .then_some(())
            .ok_or("an enum has 1 to 1,024 members"),
        Type::Set { of } => match **of {
            Type::Money | Type::Set { .. } | Type::List { .. } | Type::Record { .. } => {
                Err("the elements of a set are single values")
            }
            ref element => ty(element, true),
        },
        Type::List { of } => ty(of, true),
        Type::Record { fields } => schema(fields, in_collection),
        Type::Boolean | Type::Identifier | Type::Text | Type::Digest | Type::Time | Type::Money => {
            Ok(())
        }
    }
}

fn profile(profile: &ProfileBody) -> Broken {
    let lists = [&profile.extends, &profile.required, &profile.optional];
    let conditional = profile
        .conditional
        .iter()
        .map(|condition| &condition.required);
    if !lists
        .into_iter()
        .chain(conditional)
        .all(|list| ascending(list))
    {
        return Err("a list of references is sorted and holds nothing twice");
    }
    if profile
        .optional
        .iter()
        .any(|control| profile.required.contains(control))
    {
        return Err("a control is not required and optional at once");
    }
    if !profile
        .conditional
        .is_sorted_by(|one, next| one.when < next.when)
    {
        return Err("conditions are sorted by their features, each set of features once");
    }
    let empty = |condition: &super::ConditionalBody| {
        condition.required.is_empty() || condition.when == crate::policy::Features::NONE
    };
    if profile.conditional.iter().any(empty) {
        return Err("a condition has a feature and a control");
    }
    Ok(())
}

fn ascending<T: Ord>(list: &[T]) -> bool {
    list.is_sorted_by(|one, next| one < next)
}

fn policy(policy: &PolicyBody, facts: &Schema) -> Broken {
    let rules = policy.rules.iter().map(|rule| &rule.rule_id);
    let scoring = policy.scoring_rules.iter().map(|rule| &rule.rule_id);
    let guardrails = policy
        .guardrails
        .iter()
        .map(|guardrail| &guardrail.guardrail_id);
    let count = policy.rules.len() + policy.scoring_rules.len() + policy.guardrails.len();
    let names: BTreeSet<&String> = rules
        .chain(scoring.clone())
        .chain(guardrails.clone())
        .collect();
    if names.len() != count {
        return Err("rules and guardrails have one name each");
    }
    if count > RULES {
        return Err("a policy has at most 20,000 rules and guardrails");
    }
    let in_order = policy.rules.is_sorted_by(|one, next| {
        (next.priority, one.then.outcome, &one.rule_id)
            < (one.priority, next.then.outcome, &next.rule_id)
    });
    if !in_order || !scoring.is_sorted() || !guardrails.is_sorted() {
        return Err("rules are in canonical order, scoring rules and guardrails sorted by name");
    }
    for rule in &policy.rules {
        exact(rule.priority)?;
        applies_to(&rule.applies_to, facts)?;
        branch(&rule.then)?;
        rule.otherwise.as_ref().map_or(Ok(()), branch)?;
    }
    for rule in &policy.scoring_rules {
        exact(rule.score)?;
        applies_to(&rule.applies_to, facts)?;
    }
    for guardrail in &policy.guardrails {
        applies_to(&guardrail.applies_to, facts)?;
        if guardrail.then.is_empty() {
            return Err("a guardrail has an effect");
        }
    }
    Ok(())
}

fn exact(number: i64) -> Broken {
    (-GREATEST..=GREATEST)
        .contains(&number)
        .then_some(())
        .ok_or("a number lies within ±(2^53−1)")
}

fn applies_to(asked: &AppliesTo, facts: &Schema) -> Broken {
    for (key, values) in asked {
        let field = field_at(facts, key.split('.')).filter(|field: &&Field| field.key);
        let possible = match field.map(|field| &field.ty) {
            Some(Type::Enum { members }) => values.is_subset(members),
            Some(Type::Identifier) => values
                .iter()
                .all(|value| crate::ident::Identifier::new(value.as_str()).is_ok()),
            _ => return Err("`applies_to` asks keys of the facts"),
        };
        if !possible || values.is_empty() {
            return Err("`applies_to` lists values that the key can have");
        }
    }
    Ok(())
}

fn branch(branch: &BranchBody) -> Broken {
    let lists = [
        &branch.required_evidence,
        &branch.obligations,
        &branch.prohibited,
    ];
    if lists
        .into_iter()
        .any(|list| list.iter().collect::<BTreeSet<_>>().len() != list.len())
    {
        return Err("a list of a branch holds nothing twice");
    }
    if branch.approvals.iter().collect::<BTreeSet<_>>().len() != branch.approvals.len() {
        return Err("a branch asks for an approval once");
    }
    if branch.limits.iter().any(|limit| limit.unless_approved) && branch.approvals.is_empty() {
        return Err("a limit is waived by an approval of its own branch");
    }
    branch.limits.iter().try_for_each(limit)
}

fn limit(limit: &LimitBody) -> Broken {
    let bounds = [limit.at_least, limit.at_most];
    let said = bounds.iter().flatten().count() + usize::from(limit.one_of.is_some());
    if said != 1 {
        return Err("a limit has exactly one bound");
    }
    bounds.into_iter().flatten().try_for_each(exact)?;
    let values = limit.one_of.iter().flatten();
    if limit.one_of.as_ref().is_some_and(BTreeSet::is_empty) {
        return Err("a limit lists at least one value");
    }
    values
        .filter_map(|value| match value {
            LimitValue::Integer(value) => Some(*value),
            LimitValue::String(_) => None,
        })
        .try_for_each(exact)
}
