//! The question of dispatch: is the boundary active now for this action?

use alloc::collections::BTreeSet;
use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use super::credential::{Capability, Credential, CredentialUse};
use super::error::{BoundaryFailure, CredentialScope, Need};
use super::observation::{BoundaryMode, BoundaryObservation, EvidenceSource, Restriction};
use crate::counter::Counter;
use crate::ident::Identifier;
use crate::time::Instant;

/// What of an action matters to its boundary.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BoundedAction<'a> {
    /// The authenticated actor.
    #[serde(borrow)]
    pub actor: Identifier<'a>,
    /// The exact capability.
    #[serde(borrow)]
    pub capability: Capability<'a>,
    /// Where it goes, 128 destinations at most.
    #[serde(borrow, deserialize_with = "crate::bounded::set::<_, _, 128>")]
    pub destination_ids: BTreeSet<Identifier<'a>>,
    /// The credentials that it uses there, 128 uses at most.
    #[serde(borrow, deserialize_with = "crate::bounded::list::<_, _, 128>")]
    pub credentials: Vec<CredentialUse<'a>>,
}

/// What admission decided that the run needs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BoundaryNeed<'a> {
    /// The run.
    #[serde(borrow)]
    pub run_id: Identifier<'a>,
    /// The generation of its owner now.
    pub generation: Counter,
    /// How it is to be contained.
    pub mode: BoundaryMode,
    /// Whether the feature `arbitrary_code` is on.
    pub arbitrary_code: bool,
    /// The threat model for which a sandbox for arbitrary code must be set up; `null` where the contract names none.
    #[serde(borrow)]
    pub threat_model: Option<Identifier<'a>>,
    /// The destinations that the run is granted, 128 at most: none asks for a boundary that denies all. `null` asks for no
    /// observation of traffic, and grants nothing either.
    #[serde(borrow, deserialize_with = "crate::bounded::set_or_null::<_, _, 128>")]
    pub granted_destinations: Option<BTreeSet<Identifier<'a>>>,
}

/// What was observed, by those who are trusted to observe it; nothing of it comes from a model.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Observed<'a> {
    /// The boundaries, 128 observations at most.
    #[serde(borrow, deserialize_with = "crate::bounded::list::<_, _, 128>")]
    pub boundaries: Vec<BoundaryObservation<'a>>,
    /// The credentials that the broker issued, 128 at most.
    #[serde(borrow, deserialize_with = "crate::bounded::list::<_, _, 128>")]
    pub credentials: Vec<Credential<'a>>,
    /// The credentials that were seen in state that a model can read: see [`exposed`](super::exposed).
    #[serde(borrow, deserialize_with = "crate::bounded::set::<_, _, 128>")]
    pub seen_by_model: BTreeSet<Identifier<'a>>,
}

/// A boundary that holds for one action, for now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ActiveBoundary {
    /// The mode that was needed, and is there.
    pub mode: BoundaryMode,
    /// What is isolated from, by the observation of that mode or of the sandbox; nothing behind a broker alone.
    pub isolation: BTreeSet<Restriction>,
    /// The first moment at which an observation that this rests on no longer holds.
    pub until: Instant,
}

/// Is the boundary active now for this action? If not, every failure (semantics, section 7).
///
/// # Errors
///
/// In this order: `boundary_missing` or `boundary_stale` for the mode, for the sandbox of arbitrary code, and for the
/// mediation of traffic; `egress_denied` for each destination that is not granted; `credential_out_of_scope` for each use
/// beyond what was issued, by use; `credential_exposed` for each credential that a model could read, used here or not.
pub fn check_boundary(
    action: &BoundedAction<'_>,
    need: &BoundaryNeed<'_>,
    observed: &Observed<'_>,
    now: Instant,
) -> Result<ActiveBoundary, Vec<BoundaryFailure>> {
    let boundaries = Boundaries {
        need,
        observations: &observed.boundaries,
        now,
    };
    let mut failures = Vec::new();
    let mut found = Vec::new();
    let mut establish = |what, result: Result<_, fn(Need) -> BoundaryFailure>| match result {
        Ok(observation) => found.push((what, observation)),
        Err(failure) => failures.push(failure(what)),
    };
    establish(
        Need::Mode(need.mode),
        boundaries.find(|observation| observation.mode == need.mode),
    );
    if need.arbitrary_code {
        let sandbox = |observation: &BoundaryObservation<'_>| {
            observation.mode == BoundaryMode::SandboxedCode
                && observation.isolation().count() == Restriction::ALL.len()
                && (need.threat_model.is_none() || observation.threat_model == need.threat_model)
        };
        establish(Need::CodeSandbox, boundaries.find(sandbox));
    }
    if let Some(granted) = &need.granted_destinations {
        let mediates = |observation: &BoundaryObservation<'_>| {
            let lets_out = observation.lets_out.as_ref();
            lets_out.is_some_and(|lets_out| lets_out.is_subset(granted))
        };
        establish(Need::MediatedEgress, boundaries.find(mediates));
    }
    let granted = |id: &Identifier<'_>| {
        let destinations = need.granted_destinations.as_ref();
        destinations.is_some_and(|granted| granted.contains(id.as_str()))
    };
    let denied = action.destination_ids.iter().filter(|id| !granted(id));
    failures.extend(denied.map(|id| BoundaryFailure::EgressDenied {
        destination_id: id.clone().into_owned(),
    }));
    for credential in &action.credentials {
        credential_failures(action, credential, observed, now, &mut failures);
    }
    let exposed = observed.seen_by_model.iter();
    failures.extend(exposed.map(|reference| BoundaryFailure::CredentialExposed {
        reference: reference.clone().into_owned(),
    }));
    match found
        .iter()
        .map(|(_, observation)| observation.interval.until())
        .min()
    {
        Some(until) if failures.is_empty() => Ok(ActiveBoundary {
            mode: need.mode,
            isolation: isolation(&found),
            until,
        }),
        _ => Err(failures),
    }
}

/// What is isolated from by whatever does more than mediate traffic.
fn isolation(found: &[(Need, &BoundaryObservation<'_>)]) -> BTreeSet<Restriction> {
    found
        .iter()
        .filter(|(need, _)| *need != Need::MediatedEgress)
        .flat_map(|(_, observation)| observation.isolation())
        .collect()
}

fn credential_failures(
    action: &BoundedAction<'_>,
    used: &CredentialUse<'_>,
    observed: &Observed<'_>,
    now: Instant,
    failures: &mut Vec<BoundaryFailure>,
) {
    let mut exceeded = |scope| {
        failures.push(BoundaryFailure::CredentialOutOfScope {
            reference: used.reference.clone().into_owned(),
            scope,
        });
    };
    let mut issued = observed
        .credentials
        .iter()
        .filter(|credential| credential.reference == used.reference);
    match (issued.next(), issued.next()) {
        (Some(credential), None) => credential
            .exceeded(action, &used.destination_id, now)
            .for_each(exceeded),
        _ => exceeded(CredentialScope::Issue),
    }
}

struct Boundaries<'o, 'a> {
    need: &'o BoundaryNeed<'a>,
    observations: &'o [BoundaryObservation<'a>],
    now: Instant,
}

impl<'o, 'a> Boundaries<'o, 'a> {
    /// The active observation of the run that satisfies what is needed, or why there is none.
    fn find(
        &self,
        satisfies: impl Fn(&BoundaryObservation<'_>) -> bool,
    ) -> Result<&'o BoundaryObservation<'a>, fn(Need) -> BoundaryFailure> {
        let satisfying = || self.evidence().filter(|observation| satisfies(observation));
        let active = satisfying()
            .filter(|observation| self.is_active(observation))
            .max_by_key(|observation| observation.interval.until());
        active.ok_or_else(|| match satisfying().next() {
            Some(_) => |need| BoundaryFailure::BoundaryStale { need },
            None => |need| BoundaryFailure::BoundaryMissing { need },
        })
    }

    /// What was seen at the boundaries of this run; everything else shows nothing.
    fn evidence(&self) -> impl Iterator<Item = &'o BoundaryObservation<'a>> {
        self.observations.iter().filter(|observation| {
            observation.source == EvidenceSource::ActiveBoundary
                && observation.run_id == self.need.run_id
        })
    }

    fn is_active(&self, observation: &BoundaryObservation<'_>) -> bool {
        let from = observation.interval.from();
        let is_superseded = self.evidence().any(|other| {
            other.boundary_id == observation.boundary_id
                && other.generation == observation.generation
                && (from..=self.now).contains(&other.interval.from())
                && other != observation
        });
        observation.generation == self.need.generation
            && observation.interval.contains(self.now)
            && !is_superseded
    }
}
