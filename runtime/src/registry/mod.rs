//! Artefacts: what they are, how they are found by digest, and how a registry is written and loaded.
//! What a policy means lives in [`crate::policy`].

mod artefact;
mod body;

pub use artefact::{Artefact, ArtefactRef, Format, Kind};
pub use body::{
    AppliesTo, ApprovalBody, BranchBody, ConditionalBody, ControlBody, EffectBody, FactsBody, GuardrailBody,
    LimitBody, LimitValue, Owner, PolicyBody, ProfileBody, RuleBody, ScoringRuleBody, Stage,
};
