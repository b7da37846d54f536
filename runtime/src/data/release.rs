//! Releases: the one way in which a result may have a lower label than its sources.

use alloc::collections::BTreeSet;
use core::fmt;

use serde::{Deserialize, Serialize};

use super::label::Label;
use super::passage::{Passage, Stage};
use super::route::Processor;
use crate::canonical::{self, EncodeError};
use crate::constant;
use crate::digest::{Digest, Domain};
use crate::ident::Identifier;

/// The domain of a release's digest.
pub const RELEASE_DOMAIN: Domain<'static> =
    constant!(Some(Domain::new("contextos.release_transformation.v1")));

/// A transformation that releases results from the labels of their sources, for one action alone (semantics,
/// section 7). Changing any member changes its [`digest`](Self::digest).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReleaseTransformation<'a> {
    /// Everything that the results were made from, 128 at most.
    #[serde(deserialize_with = "crate::bounded::set::<_, _, 128>")]
    pub sources: BTreeSet<Digest>,
    /// The results, 128 at most.
    #[serde(deserialize_with = "crate::bounded::set::<_, _, 128>")]
    pub results: BTreeSet<Digest>,
    /// The label that the results have for this action.
    #[serde(borrow)]
    pub label: Label<'a>,
    /// What for.
    #[serde(borrow)]
    pub purpose: Identifier<'a>,
    /// To whom.
    #[serde(borrow)]
    pub recipient: Identifier<'a>,
    /// By whom it is processed there.
    #[serde(borrow)]
    pub processor: Processor<'a>,
    /// At which stage.
    pub stage: Stage,
    /// In which operation.
    #[serde(borrow)]
    pub operation_id: Identifier<'a>,
    /// With which action.
    pub action: Digest,
}

/// A member of a release that the passage does not meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ReleaseMember {
    /// The release itself: none has the digest that is named.
    Release,
    /// The sources.
    Sources,
    /// The results.
    Results,
    /// The purpose.
    Purpose,
    /// The recipient.
    Recipient,
    /// The processor, or its configuration.
    Processor,
    /// The stage.
    Stage,
    /// The operation.
    Operation,
    /// The action.
    Action,
}

impl fmt::Display for ReleaseMember {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Release => "digest",
            Self::Sources => "set of sources",
            Self::Results => "set of results",
            Self::Purpose => "purpose",
            Self::Recipient => "recipient",
            Self::Processor => "processor",
            Self::Stage => "stage",
            Self::Operation => "operation",
            Self::Action => "action",
        })
    }
}

impl ReleaseTransformation<'_> {
    /// The digest under [`RELEASE_DOMAIN`].
    ///
    /// # Errors
    ///
    /// Never for a release that was decoded: its members are texts, digests and sets of them.
    pub fn digest(&self) -> Result<Digest, EncodeError> {
        let value = canonical::to_value(self)?;
        Ok(Digest::in_domain(RELEASE_DOMAIN, &value))
    }

    /// The members that are otherwise in the passage of `result`, which was made from `sources`.
    pub(super) fn mismatches(
        &self,
        passage: &Passage<'_>,
        result: Digest,
        sources: &BTreeSet<Digest>,
    ) -> impl Iterator<Item = ReleaseMember> + use<> {
        [
            (self.sources == *sources, ReleaseMember::Sources),
            (self.results.contains(&result), ReleaseMember::Results),
            (self.purpose == passage.purpose, ReleaseMember::Purpose),
            (
                self.recipient == passage.recipient,
                ReleaseMember::Recipient,
            ),
            (
                self.processor == passage.processor,
                ReleaseMember::Processor,
            ),
            (self.stage == passage.stage, ReleaseMember::Stage),
            (
                self.operation_id == passage.operation_id,
                ReleaseMember::Operation,
            ),
            (self.action == passage.action, ReleaseMember::Action),
        ]
        .into_iter()
        .filter_map(|(equal, member)| (!equal).then_some(member))
    }
}
