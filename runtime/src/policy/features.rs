//! The eight features of a workflow: language, section 3.

use alloc::vec::Vec;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A feature that admission derives from capabilities, workflow and configuration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Feature {
    /// Code that nobody reviewed runs.
    ArbitraryCode,
    /// Connections leave the machine.
    ExternalNetwork,
    /// Something is remembered after the run.
    PersistentMemory,
    /// Something outside changes.
    ExternalEffects,
    /// Work is handed to another agent.
    Delegation,
    /// A run continues from a checkpoint.
    CheckpointResume,
    /// Work starts by itself.
    ProactiveTriggers,
    /// Sensitive data is handled.
    SensitiveData,
}

impl Feature {
    /// Every feature, in the order of the specification.
    pub const ALL: [Self; 8] = [
        Self::ArbitraryCode,
        Self::ExternalNetwork,
        Self::PersistentMemory,
        Self::ExternalEffects,
        Self::Delegation,
        Self::CheckpointResume,
        Self::ProactiveTriggers,
        Self::SensitiveData,
    ];

    /// The word of the language.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::ArbitraryCode => "arbitrary_code",
            Self::ExternalNetwork => "external_network",
            Self::PersistentMemory => "persistent_memory",
            Self::ExternalEffects => "external_effects",
            Self::Delegation => "delegation",
            Self::CheckpointResume => "checkpoint_resume",
            Self::ProactiveTriggers => "proactive_triggers",
            Self::SensitiveData => "sensitive_data",
        }
    }
}

/// A set of features: one bit each, in the order of [`Feature::ALL`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Features(u8);

impl Features {
    /// No feature.
    pub const NONE: Self = Self(0);

    /// The set whose bit `1 << n` stands for the feature `Feature::ALL[n]`.
    #[must_use]
    pub const fn from_bits(bits: u8) -> Self {
        Self(bits)
    }

    /// One bit for each feature.
    #[must_use]
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// This set and `feature`.
    #[must_use]
    pub const fn with(self, feature: Feature) -> Self {
        Self(self.0 | 1 << feature as u8)
    }

    /// Whether `feature` is in the set.
    #[must_use]
    pub const fn contains(self, feature: Feature) -> bool {
        self.0 & 1 << feature as u8 != 0
    }

    /// Whether every feature of `other` is in this set.
    #[must_use]
    pub const fn contains_all(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// The features of the set, in the order of [`Feature::ALL`].
    pub fn iter(self) -> impl Iterator<Item = Feature> {
        Feature::ALL
            .into_iter()
            .filter(move |feature| self.contains(*feature))
    }

    /// Each of the 256 sets.
    pub fn every() -> impl Iterator<Item = Self> {
        (0..=u8::MAX).map(Self)
    }
}

impl FromIterator<Feature> for Features {
    fn from_iter<I: IntoIterator<Item = Feature>>(features: I) -> Self {
        features.into_iter().fold(Self::NONE, Self::with)
    }
}

impl Serialize for Features {
    /// A list in the order of [`Feature::ALL`].
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for Features {
    /// Takes only the list that [`Serialize`] writes, so that a set has one spelling.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let listed = Vec::<Feature>::deserialize(deserializer)?;
        if !listed.is_sorted_by(|one, next| one < next) {
            return Err(D::Error::custom("features are not in order or repeat"));
        }
        Ok(listed.into_iter().collect())
    }
}
