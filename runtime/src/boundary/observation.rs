//! What something at a boundary saw of it. Whether that is enough lives in `active`.

use alloc::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::counter::Counter;
use crate::ident::Identifier;
use crate::time::Interval;

/// How an action is contained.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BoundaryMode {
    /// A broker offers a closed set of tools. A boundary, and no isolation.
    BrokerOnly,
    /// Code runs in a sandbox.
    SandboxedCode,
    /// Work runs in a domain that is administered apart.
    AdministeredDomain,
}

impl BoundaryMode {
    /// Whether the mode can claim to isolate anything.
    #[must_use]
    pub const fn claims_isolation(self) -> bool {
        !matches!(self, Self::BrokerOnly)
    }
}

/// What a boundary keeps from what is inside of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Restriction {
    /// Files beyond its own.
    Filesystem,
    /// Other processes, and starting more.
    Processes,
    /// Memory, time and the like beyond a bound.
    Resources,
}

impl Restriction {
    /// All three, which arbitrary code needs.
    pub const ALL: [Self; 3] = [Self::Filesystem, Self::Processes, Self::Resources];
}

/// What an observation rests on. Only [`Self::ActiveBoundary`] shows that anything is contained.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EvidenceSource {
    /// A file that asks for a boundary.
    ConfigurationFile,
    /// An argument that asks for a boundary.
    SdkOption,
    /// A check that a document is well formed.
    ReferenceValidator,
    /// The boundary itself, while it holds.
    ActiveBoundary,
}

/// One observation of one boundary.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BoundaryObservation<'a> {
    /// The boundary. Of several observations of one boundary only the latest counts, and of two that contradict each
    /// other at one moment neither.
    #[serde(borrow)]
    pub boundary_id: Identifier<'a>,
    /// The run that is inside.
    #[serde(borrow)]
    pub run_id: Identifier<'a>,
    /// The generation of the run's owner for which the boundary was set up.
    pub generation: Counter,
    /// How it contains.
    pub mode: BoundaryMode,
    /// What the observation rests on.
    pub source: EvidenceSource,
    /// When it holds.
    pub interval: Interval,
    /// What it restricts. What a broker says here counts for nothing.
    #[serde(deserialize_with = "crate::bounded::set::<_, _, 3>")]
    pub restricts: BTreeSet<Restriction>,
    /// The threat model for which it is set up; `null` where it names none.
    #[serde(borrow)]
    pub threat_model: Option<Identifier<'a>>,
    /// The destinations to which it lets traffic out, 128 at most: none is deny-all, and `null` says that it does not
    /// mediate traffic.
    #[serde(borrow, deserialize_with = "crate::bounded::set_or_null::<_, _, 128>")]
    pub lets_out: Option<BTreeSet<Identifier<'a>>>,
}

impl BoundaryObservation<'_> {
    /// What it isolates from, as far as its mode can claim that.
    pub fn isolation(&self) -> impl Iterator<Item = Restriction> {
        self.restricts
            .iter()
            .copied()
            .filter(|_| self.mode.claims_isolation())
    }
}
