//! The question of dispatch: may this data go there?

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::vec::Vec;
use core::fmt;

use serde::{Deserialize, Serialize};

use super::error::DataFailure;
use super::label::{Classification, Label};
use super::release::{ReleaseMember, ReleaseTransformation};
use super::route::{Processor, ProcessorRoute, residency_failures};
use crate::digest::Digest;
use crate::ident::Identifier;
use crate::time::Instant;

/// A stage at which data is handled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// It is collected.
    Collection,
    /// A model is given it.
    Inference,
    /// A tool is given it.
    ToolInput,
    /// A tool gives it.
    ToolOutput,
    /// It is in traces, logs and metrics.
    Telemetry,
    /// It is cached.
    Cache,
    /// It is remembered.
    Memory,
    /// It leaves.
    Export,
    /// Another agent is given it.
    Delegation,
}

impl Stage {
    /// All nine.
    pub const ALL: [Self; 9] = [
        Self::Collection,
        Self::Inference,
        Self::ToolInput,
        Self::ToolOutput,
        Self::Telemetry,
        Self::Cache,
        Self::Memory,
        Self::Export,
        Self::Delegation,
    ];

    /// The name, in `snake_case`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Collection => "collection",
            Self::Inference => "inference",
            Self::ToolInput => "tool_input",
            Self::ToolOutput => "tool_output",
            Self::Telemetry => "telemetry",
            Self::Cache => "cache",
            Self::Memory => "memory",
            Self::Export => "export",
            Self::Delegation => "delegation",
        }
    }
}

impl fmt::Display for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Data on its way through one stage.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Passage<'a> {
    /// The stage.
    pub stage: Stage,
    /// What for.
    #[serde(borrow)]
    pub purpose: Identifier<'a>,
    /// To whom.
    #[serde(borrow)]
    pub recipient: Identifier<'a>,
    /// By whom it is processed there.
    #[serde(borrow)]
    pub processor: Processor<'a>,
    /// The operation.
    #[serde(borrow)]
    pub operation_id: Identifier<'a>,
    /// The digest of the action.
    pub action: Digest,
    /// The data, 128 items at most.
    #[serde(borrow, deserialize_with = "crate::bounded::list::<_, _, 128>")]
    pub items: Vec<DataItem<'a>>,
}

/// A piece of data, and what its caller says of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DataItem<'a> {
    /// Its digest.
    pub digest: Digest,
    /// The label that the caller claims; `null` where it claims none. It can restrict further, and never less.
    #[serde(borrow)]
    pub claimed: Option<Label<'a>>,
    /// The digest of the release by which it goes; `null` where it goes by its label.
    pub release: Option<Digest>,
}

/// What was verified and observed, by those who are trusted with it; nothing of it comes from a caller.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DataObservations<'a> {
    /// Labels and derivations, 1,024 at most.
    #[serde(borrow, deserialize_with = "crate::bounded::list::<_, _, 1024>")]
    pub verified: Vec<VerifiedData<'a>>,
    /// What is permitted, 1,024 at most.
    #[serde(borrow, deserialize_with = "crate::bounded::list::<_, _, 1024>")]
    pub permissions: Vec<DataPermission<'a>>,
    /// The routes of processors, 128 at most.
    #[serde(borrow, deserialize_with = "crate::bounded::list::<_, _, 128>")]
    pub routes: Vec<ProcessorRoute<'a>>,
    /// The releases, 128 at most.
    #[serde(borrow, deserialize_with = "crate::bounded::list::<_, _, 128>")]
    pub releases: Vec<ReleaseTransformation<'a>>,
}

/// The verified label of one piece of data.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct VerifiedData<'a> {
    /// The digest of the data.
    pub digest: Digest,
    /// Its label.
    #[serde(borrow)]
    pub label: Label<'a>,
    /// What it was made from, 128 at most; their labels bind it too, unless it is released.
    #[serde(deserialize_with = "crate::bounded::set::<_, _, 128>")]
    pub derived_from: BTreeSet<Digest>,
}

/// A permission of the data policy: exact members, no pattern among them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DataPermission<'a> {
    /// At which stages.
    #[serde(deserialize_with = "crate::bounded::set::<_, _, 9>")]
    pub stages: BTreeSet<Stage>,
    /// What for.
    #[serde(borrow)]
    pub purpose: Identifier<'a>,
    /// To whom.
    #[serde(borrow)]
    pub recipient: Identifier<'a>,
    /// Processed by whom.
    #[serde(borrow)]
    pub processor: Identifier<'a>,
    /// The highest classification.
    pub up_to: Classification,
}

/// Data that may go where it was asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PermittedPassage<'a> {
    /// The label of all of it together.
    pub label: Label<'a>,
    /// The first moment at which an observed route of the processor no longer holds.
    pub until: Instant,
}

/// May this data go there? If not, every failure (semantics, section 7).
///
/// Data that nobody verified has [`Label::HIGHEST`]. What was made from other data has the labels of all of it, and of what
/// that was made from, joined to its own; a release that binds exactly these sources and this result to exactly this
/// passage stands in for them. No release lowers the label that was verified for the result itself.
///
/// # Errors
///
/// In this order: for each item `release_mismatch`, where it names a release that is not for this passage, and
/// `label_lowered`; `stage_not_permitted`; `residency_unknown`, or `residency_denied` for each part and region.
pub fn check_data<'a>(
    passage: &Passage<'a>,
    observed: &DataObservations<'a>,
    now: Instant,
) -> Result<PermittedPassage<'a>, Vec<DataFailure>> {
    let verified = Verified::new(observed);
    let mut failures = Vec::new();
    let mut label = Label::LOWEST;
    for item in &passage.items {
        let bound = verified.bound(item, passage, &mut failures);
        if let Some(claimed) = &item.claimed {
            if verified.is_verified(item.digest) && !bound.is_at_most(claimed) {
                failures.push(DataFailure::LabelLowered { item: item.digest });
            }
            label = label.join(claimed);
        }
        label = label.join(&bound);
    }
    let permitted = observed.permissions.iter().any(|permission| {
        permission.stages.contains(&passage.stage)
            && permission.purpose == passage.purpose
            && permission.recipient == passage.recipient
            && permission.processor == passage.processor.id
            && label.classification <= permission.up_to
    });
    if !permitted {
        let stage = passage.stage;
        failures.push(DataFailure::StageNotPermitted { stage });
    }
    let until = residency_failures(
        &passage.processor,
        &label.regions,
        &observed.routes,
        now,
        &mut failures,
    );
    match until {
        Some(until) if failures.is_empty() => Ok(PermittedPassage { label, until }),
        _ => Err(failures),
    }
}

/// What was verified, by digest.
struct Verified<'o, 'a> {
    data: BTreeMap<Digest, (Label<'a>, BTreeSet<Digest>)>,
    releases: BTreeMap<Digest, &'o ReleaseTransformation<'a>>,
}

impl<'o, 'a> Verified<'o, 'a> {
    fn new(observed: &'o DataObservations<'a>) -> Self {
        let mut data = BTreeMap::new();
        for verified in &observed.verified {
            let (label, sources) = data
                .entry(verified.digest)
                .or_insert_with(|| (Label::LOWEST, BTreeSet::new()));
            *label = label.join(&verified.label);
            sources.extend(&verified.derived_from);
        }
        let releases = observed.releases.iter();
        let releases = releases.filter_map(|release| Some((release.digest().ok()?, release)));
        Self {
            data,
            releases: releases.collect(),
        }
    }

    fn is_verified(&self, digest: Digest) -> bool {
        self.data.contains_key(&digest)
    }

    /// The label that binds an item, whatever is claimed of it.
    fn bound(
        &self,
        item: &DataItem<'_>,
        passage: &Passage<'_>,
        failures: &mut Vec<DataFailure>,
    ) -> Label<'a> {
        let Some((own, sources)) = self.data.get(&item.digest) else {
            // A release of what nobody knows to be made of anything releases nothing.
            if item.release.is_some() {
                failures.push(DataFailure::ReleaseMismatch {
                    item: item.digest,
                    member: ReleaseMember::Sources,
                });
            }
            return Label::HIGHEST;
        };
        let Some(release) = item.release else {
            return own.join(&self.ancestry(sources));
        };
        let mismatches: Vec<_> = match self.releases.get(&release) {
            None => Vec::from([ReleaseMember::Release]),
            Some(release) => {
                let mismatches: Vec<_> =
                    release.mismatches(passage, item.digest, sources).collect();
                if mismatches.is_empty() {
                    return own.join(&release.label);
                }
                mismatches
            }
        };
        failures.extend(mismatches.into_iter().map(|member| {
            let item = item.digest;
            DataFailure::ReleaseMismatch { item, member }
        }));
        // The passage is refused for that; its other failures are those that a release for it would leave.
        own.clone()
    }

    /// The labels of everything that data was made from, at any distance, joined.
    fn ancestry(&self, sources: &BTreeSet<Digest>) -> Label<'a> {
        let mut label = Label::LOWEST;
        let mut seen = sources.clone();
        let mut left: Vec<Digest> = sources.iter().copied().collect();
        while let Some(source) = left.pop() {
            let Some((own, further)) = self.data.get(&source) else {
                return Label::HIGHEST;
            };
            label = label.join(own);
            left.extend(further.iter().filter(|digest| seen.insert(**digest)));
        }
        label
    }
}
