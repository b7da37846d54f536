//! The route that a processor really uses. What its name or its contract say shows nothing.

use alloc::collections::BTreeSet;
use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use super::error::{DataFailure, RoutePart};
use super::label::Regions;
use crate::digest::Digest;
use crate::ident::Identifier;
use crate::time::{Instant, Interval};

/// A processor as it is configured: another configuration is another processor.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Processor<'a> {
    /// Who processes.
    #[serde(borrow)]
    pub id: Identifier<'a>,
    /// The digest of the configuration.
    pub configuration: Digest,
}

/// What a statement about a route rests on. Only [`Self::ActualRoute`] shows where data is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RouteSource {
    /// The name of the provider.
    ProviderName,
    /// The text of a contract.
    ContractText,
    /// The route itself, as it was observed.
    ActualRoute,
}

/// The regions through which data goes at a processor.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProcessorRoute<'a> {
    /// What it rests on.
    pub source: RouteSource,
    /// The processor.
    #[serde(borrow)]
    pub processor: Processor<'a>,
    /// Where data is processed: at least one region.
    #[serde(borrow, deserialize_with = "crate::bounded::set::<_, _, 128>")]
    pub processing: BTreeSet<Identifier<'a>>,
    /// Where logs are kept; none where there are none.
    #[serde(borrow, deserialize_with = "crate::bounded::set::<_, _, 128>")]
    pub logs: BTreeSet<Identifier<'a>>,
    /// Where caches are kept; none where there are none.
    #[serde(borrow, deserialize_with = "crate::bounded::set::<_, _, 128>")]
    pub caches: BTreeSet<Identifier<'a>>,
    /// When the observation holds.
    pub interval: Interval,
}

/// Adds the failures of residency for one processor, and gives the first moment at which a route of it no longer holds.
/// Where several observations hold now, data may take the route of each.
pub(super) fn residency_failures(
    processor: &Processor<'_>,
    regions: &Regions<'_>,
    routes: &[ProcessorRoute<'_>],
    now: Instant,
    failures: &mut Vec<DataFailure>,
) -> Option<Instant> {
    let current = routes.iter().filter(|route| {
        route.source == RouteSource::ActualRoute
            && route.processor == *processor
            && route.interval.contains(now)
            && !route.processing.is_empty()
    });
    let mut until: Option<Instant> = None;
    let mut denied = BTreeSet::new();
    for route in current {
        let ends = route.interval.until();
        until = Some(until.map_or(ends, |until| until.min(ends)));
        let parts = [
            (RoutePart::Processing, &route.processing),
            (RoutePart::Logs, &route.logs),
            (RoutePart::Caches, &route.caches),
        ];
        for (part, places) in parts {
            let outside = places.iter().filter(|place| !regions.contains(place));
            denied.extend(outside.map(|place| (part, place.clone().into_owned())));
        }
    }
    if until.is_none() {
        failures.push(DataFailure::ResidencyUnknown {
            processor: processor.id.clone().into_owned(),
        });
    }
    let denied = denied.into_iter();
    failures.extend(denied.map(|(part, region)| DataFailure::ResidencyDenied { part, region }));
    until
}
