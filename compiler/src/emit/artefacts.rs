//! From the model to artefacts: each declaration as canonical JSON, each reference by digest. Artefacts, section 1.

use std::collections::BTreeMap;

use ordain_runtime::policy::jsonlogic;
use ordain_runtime::registry::{
    Artefact, ArtefactRef, ConditionalBody, ControlBody, FactsBody, Format, GuardrailBody, Kind,
    PolicyBody, ProfileBody, Registry, RegistryError, RuleBody, ScoringRuleBody,
};

use crate::model::{Id, Model, Policy, Profile};

/// The registry of a project, and how each declaration is referred to.
#[derive(Debug)]
pub struct Artefacts {
    /// Every artefact, with the schemas of their bodies.
    pub registry: Registry,
    /// The reference to each declaration.
    pub references: BTreeMap<(Kind, Id), ArtefactRef>,
}

/// Emits every declaration of a model that has no errors.
///
/// # Errors
///
/// Where the registry refuses an artefact: the model was not one that the checks gave.
pub fn emit(model: &Model) -> Result<Artefacts, RegistryError> {
    let mut emitter = Emitter {
        artefacts: Artefacts {
            registry: Registry::with_schemas()?,
            references: BTreeMap::new(),
        },
    };
    for (id, facts) in &model.facts {
        emitter.insert(
            Kind::Facts,
            Format::FactsV1,
            id,
            FactsBody {
                fields: facts.schema.clone(),
            },
        )?;
    }
    for (id, control) in &model.controls {
        let Some(evidence) = emitter.reference(Kind::Facts, &control.evidence) else {
            continue;
        };
        let body = ControlBody {
            title: control.title.clone(),
            statement: control.statement.clone(),
            owner: control.owner,
            stage: control.stage,
            evidence,
            satisfied_when: control
                .satisfied_when
                .as_ref()
                .map(|when| jsonlogic::encode(&when.value)),
        };
        emitter.insert(Kind::Control, Format::ControlV1, id, body)?;
    }
    // A profile pins those that it extends, so they come first. Depth is bounded by the checks.
    for id in model.profiles.keys() {
        emitter.profile(model, id)?;
    }
    for (id, policy) in &model.policies {
        if let Some(body) = emitter.policy(policy) {
            emitter.insert(Kind::Policy, Format::PolicyV1, id, body)?;
        }
    }
    Ok(emitter.artefacts)
}

struct Emitter {
    artefacts: Artefacts,
}

impl Emitter {
    fn insert<B: ordain_runtime::registry::Body + 'static>(
        &mut self,
        kind: Kind,
        format: Format,
        id: &Id,
        body: B,
    ) -> Result<(), RegistryError> {
        let artefact = Artefact {
            artifact_type: kind,
            artifact_id: id.artefact_id(),
            version: id.revision.clone(),
            format,
            body,
        };
        let reference = self.artefacts.registry.insert(&artefact)?;
        self.artefacts
            .references
            .insert((kind, id.clone()), reference);
        Ok(())
    }

    fn reference(&self, kind: Kind, id: &Id) -> Option<ArtefactRef> {
        self.artefacts.references.get(&(kind, id.clone())).cloned()
    }

    fn references(&self, kind: Kind, ids: &[Id]) -> Vec<ArtefactRef> {
        let mut references: Vec<_> = ids
            .iter()
            .filter_map(|id| self.reference(kind, id))
            .collect();
        references.sort();
        references
    }

    fn profile(&mut self, model: &Model, id: &Id) -> Result<(), RegistryError> {
        if self.reference(Kind::Profile, id).is_some() {
            return Ok(());
        }
        let Some(profile) = model.profiles.get(id) else {
            return Ok(());
        };
        for extended in &profile.extends {
            self.profile(model, extended)?;
        }
        let body = self.profile_body(profile);
        self.insert(Kind::Profile, Format::ProfileV1, id, body)
    }

    fn profile_body(&self, profile: &Profile) -> ProfileBody {
        ProfileBody {
            title: profile.title.clone(),
            extends: self.references(Kind::Profile, &profile.extends),
            required: self.references(Kind::Control, &profile.required),
            conditional: profile
                .conditional
                .iter()
                .map(|(when, controls)| ConditionalBody {
                    when: *when,
                    required: self.references(Kind::Control, controls),
                })
                .collect(),
            optional: self.references(Kind::Control, &profile.optional),
        }
    }

    fn policy(&self, policy: &Policy) -> Option<PolicyBody> {
        Some(PolicyBody {
            facts: self.reference(Kind::Facts, &policy.facts)?,
            rules: policy
                .rules
                .iter()
                .map(|rule| RuleBody {
                    rule_id: rule.name.clone(),
                    priority: rule.priority,
                    applies_to: rule.applies_to.clone(),
                    predicate: jsonlogic::encode(&rule.predicate.value),
                    then: rule.then.clone(),
                    otherwise: rule.otherwise.clone(),
                })
                .collect(),
            scoring_rules: policy
                .scoring_rules
                .iter()
                .map(|rule| ScoringRuleBody {
                    rule_id: rule.name.clone(),
                    applies_to: rule.applies_to.clone(),
                    predicate: jsonlogic::encode(&rule.predicate.value),
                    score: rule.score,
                })
                .collect(),
            guardrails: policy
                .guardrails
                .iter()
                .map(|guardrail| GuardrailBody {
                    guardrail_id: guardrail.name.clone(),
                    applies_to: guardrail.applies_to.clone(),
                    predicate: jsonlogic::encode(&guardrail.predicate.value),
                    then: guardrail.effects.clone(),
                })
                .collect(),
        })
    }
}
