//! The controls of a profile, expanded by the compiler: which are mandatory under which features.

use super::super::Features;
use crate::digest::Digest;

/// A control by digest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ControlRef {
    /// The id of its artefact, `package.name`.
    pub id: &'static str,
    /// Its revision.
    pub revision: &'static str,
    /// The digest of its artefact.
    pub digest: Digest,
}

/// A control that a profile can make effective.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EffectiveControl {
    /// Which.
    pub control: ControlRef,
    /// The smallest sets of features under which it is mandatory; the empty set where it always is. Without any it is
    /// only ever optional.
    pub mandatory_when: &'static [Features],
    /// Whether the profile, or one that it extends, lists it as optional.
    pub listed_optional: bool,
}

impl EffectiveControl {
    /// Whether `features` make it mandatory. More features never take that away.
    #[must_use]
    pub fn is_mandatory(&self, features: Features) -> bool {
        self.mandatory_when
            .iter()
            .any(|when| features.contains_all(*when))
    }

    /// Whether it may be missing under `features`. A control that is mandatory anywhere is not optional.
    #[must_use]
    pub fn is_optional(&self, features: Features) -> bool {
        self.listed_optional && !self.is_mandatory(features)
    }
}
