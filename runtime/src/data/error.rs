//! Why data may not go somewhere.

use core::fmt;

use super::passage::Stage;
use super::release::ReleaseMember;
use crate::digest::Digest;
use crate::ident::Identifier;

/// One reason against a passage of data.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DataFailure {
    /// `label_lowered`: a caller claims a lower label than was verified.
    #[error("the label of {item} is lowered")]
    LabelLowered {
        /// The data.
        item: Digest,
    },
    /// `release_mismatch`: data was released, and for something else.
    #[error("the release of {item} is not for this passage: its {member} differs")]
    ReleaseMismatch {
        /// The data.
        item: Digest,
        /// What is otherwise.
        member: ReleaseMember,
    },
    /// `stage_not_permitted`: no permission covers the stage for this purpose, recipient and processor, up to the
    /// classification of the data.
    #[error("the data is not permitted at {stage} for this purpose, recipient and processor")]
    StageNotPermitted {
        /// The stage.
        stage: Stage,
    },
    /// `residency_unknown`: no actual route of the processor, as it is configured, was observed for now.
    #[error("the route of `{processor}` is not known")]
    ResidencyUnknown {
        /// The processor.
        processor: Identifier<'static>,
    },
    /// `residency_denied`: the processor's route goes through a region where the data may not be.
    #[error("the {part} of the processor lies in `{region}`")]
    ResidencyDenied {
        /// What lies there.
        part: RoutePart,
        /// The region.
        region: Identifier<'static>,
    },
}

impl DataFailure {
    /// The stable code, in `snake_case`.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::LabelLowered { .. } => "label_lowered",
            Self::ReleaseMismatch { .. } => "release_mismatch",
            Self::StageNotPermitted { .. } => "stage_not_permitted",
            Self::ResidencyUnknown { .. } => "residency_unknown",
            Self::ResidencyDenied { .. } => "residency_denied",
        }
    }

    /// What would satisfy the check.
    #[must_use]
    pub const fn remedy(&self) -> &'static str {
        match self {
            Self::LabelLowered { .. } => "the verified label, or a higher one, or none",
            Self::ReleaseMismatch { .. } => {
                "a release of exactly this result from its sources, for exactly this passage"
            }
            Self::StageNotPermitted { .. } => {
                "a permission for this stage, purpose, recipient and processor, up to the data's classification"
            }
            Self::ResidencyUnknown { .. } => {
                "an observation that holds now of the actual route, with the configuration in use"
            }
            Self::ResidencyDenied { .. } => {
                "a processor whose processing, logs and caches lie where the data may be"
            }
        }
    }
}

/// A part of a processor's route.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RoutePart {
    /// Where data is processed.
    Processing,
    /// Where logs are kept.
    Logs,
    /// Where caches are kept.
    Caches,
}

impl fmt::Display for RoutePart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Processing => "processing",
            Self::Logs => "log",
            Self::Caches => "cache",
        })
    }
}
