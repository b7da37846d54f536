//! What a profile makes mandatory under given features: semantics, section 4, steps 5 and 6 as far as one profile goes.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::String;
use alloc::vec::Vec;

use super::super::features::Features;
use super::definitions::{self, Definitions};
use super::error::{LoadError, LoadFault};
use crate::registry::{ArtefactRef, Format, Kind, ProfileBody};

/// The most levels; the profile that is expanded is the first.
pub const MAX_LEVELS: usize = 8;
/// The most effective controls, optional ones counted.
pub const MAX_CONTROLS: usize = 128;

/// The controls of a profile and of all that it extends, each list sorted by id, then revision.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Expansion {
    /// Mandatory in some profile, always or under the features.
    pub mandatory: BTreeSet<ArtefactRef>,
    /// Optional in some profile and mandatory in none.
    pub optional: BTreeSet<ArtefactRef>,
}

/// Why a profile has no expansion.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ExpandError {
    /// A profile, or one that it extends, cannot be loaded.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// A profile extends itself, perhaps through others. Digests forbid it for one artefact; what is found here is one
    /// id and revision with different bytes.
    #[error("a profile extends itself: {}", .path.join(" -> "))]
    Cycle {
        /// `id@revision` of each profile, from the first one back to itself.
        path: Vec<String>,
    },
    /// More than [`MAX_LEVELS`].
    #[error("profiles extend each other over more than {MAX_LEVELS} levels: {}", .path.join(" -> "))]
    TooDeep {
        /// `id@revision` of each profile, the selected one first.
        path: Vec<String>,
    },
    /// More than [`MAX_CONTROLS`].
    #[error("{count} controls are effective, and {MAX_CONTROLS} may be")]
    TooManyControls {
        /// How many there are.
        count: usize,
    },
}

impl ExpandError {
    /// The stable code.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Load(error) => error.code(),
            Self::Cycle { .. } => "expansion_cycle",
            Self::TooDeep { .. } => "expansion_too_deep",
            Self::TooManyControls { .. } => "too_many_controls",
        }
    }
}

/// The union over the profile and all that it extends. A control that is mandatory anywhere is mandatory.
pub fn expand(
    definitions: &impl Definitions,
    profile: &ArtefactRef,
    features: Features,
) -> Result<Expansion, ExpandError> {
    let mut walk = Walk {
        definitions,
        bodies: BTreeMap::new(),
        deepest: BTreeMap::new(),
    };
    walk.visit(profile, &mut Vec::new())?;
    let mut expansion = Expansion::default();
    for body in walk.bodies.into_values() {
        let conditional = body
            .conditional
            .into_iter()
            .filter(|condition| features.contains_all(condition.when));
        expansion.mandatory.extend(body.required);
        expansion
            .mandatory
            .extend(conditional.flat_map(|condition| condition.required));
        expansion.optional.extend(body.optional);
    }
    let Expansion {
        mandatory,
        optional,
    } = &mut expansion;
    optional.retain(|control| !mandatory.contains(control));
    let count = mandatory.len() + optional.len();
    if count > MAX_CONTROLS {
        return Err(ExpandError::TooManyControls { count });
    }
    Ok(expansion)
}

struct Walk<'d, D> {
    definitions: &'d D,
    bodies: BTreeMap<ArtefactRef, ProfileBody>,
    /// The deepest level at which each profile has been visited. Visiting it again no deeper could find nothing new,
    /// so that many ways to one profile cost no more than its levels.
    deepest: BTreeMap<ArtefactRef, usize>,
}

impl<D: Definitions> Walk<'_, D> {
    fn visit(&mut self, profile: &ArtefactRef, path: &mut Vec<String>) -> Result<(), ExpandError> {
        let name = [profile.artifact_id.as_str(), profile.version.as_str()].join("@");
        let seen = path.iter().position(|above| *above == name);
        path.push(name);
        if let Some(start) = seen {
            return Err(ExpandError::Cycle {
                path: path.split_off(start),
            });
        }
        let level = path.len();
        if level > MAX_LEVELS {
            return Err(ExpandError::TooDeep {
                path: core::mem::take(path),
            });
        }
        if self
            .deepest
            .get(profile)
            .is_none_or(|deepest| *deepest < level)
        {
            self.deepest.insert(profile.clone(), level);
            for extended in self.load(profile)?.extends {
                self.visit(&extended, path)?;
            }
        }
        path.pop();
        Ok(())
    }

    fn load(&mut self, profile: &ArtefactRef) -> Result<ProfileBody, LoadError> {
        if let Some(body) = self.bodies.get(profile) {
            return Ok(body.clone());
        }
        let body: ProfileBody = definitions::load(self.definitions, profile, Format::ProfileV1)?;
        let conditional = body
            .conditional
            .iter()
            .flat_map(|condition| &condition.required);
        let mut controls = body
            .required
            .iter()
            .chain(conditional)
            .chain(&body.optional);
        if controls.any(|control| control.artifact_type != Kind::Control) {
            return Err(LoadError::new(profile, LoadFault::OtherArtefact));
        }
        self.bodies.insert(profile.clone(), body.clone());
        Ok(body)
    }
}
