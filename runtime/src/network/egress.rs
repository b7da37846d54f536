//! The whole way of one request, as it was observed where traffic leaves, held against the grants at once.

use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::net::IpAddr;

use serde::{Deserialize, Deserializer, Serialize};

use super::destination::Destination;
use super::error::{Denial, EgressFailure};
use super::grants::Grants;
use crate::bounded;

/// The most hops of one way: the request, and 31 redirects.
pub const HOPS_MAX: usize = 32;
/// The most addresses of one name.
const RESOLVED_ADDRESSES_MAX: usize = 128;

/// The way of one request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EgressObservation<'a> {
    /// Who saw it.
    pub seen_at: SeenAt,
    /// The request, and then each redirect that was followed: 1 to 32.
    #[serde(borrow)]
    pub hops: Vec<Hop<'a>>,
}

/// Where an observation was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SeenAt {
    /// Where traffic leaves; nothing gets around it.
    EgressBoundary,
    /// In the program that asked, which may do otherwise than it says. Counts for nothing.
    ClientLibrary,
}

/// A request or a redirect.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hop<'a> {
    /// The absolute URL, as it was asked for.
    #[serde(borrow)]
    pub url: Cow<'a, str>,
    /// Every address to which its name resolved.
    #[serde(deserialize_with = "addresses")]
    pub resolved: Vec<IpAddr>,
    /// The address to which the connection went; `null` while there is none, which only the last hop can have.
    pub connected: Option<IpAddr>,
}

fn addresses<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<IpAddr>, D::Error> {
    bounded::list::<D, IpAddr, RESOLVED_ADDRESSES_MAX>(deserializer)
}

/// Did this request keep to the grants on its whole way? If so, the destinations of its hops; else every failure, in the
/// order of hops, and within a hop name, addresses, connection (semantics, section 7).
///
/// The failures are those of [`Grants::permit`], [`Grants::permit_redirect`], [`Grants::permit_addresses`] and
/// [`CheckedAddresses::permit_connection`](super::CheckedAddresses::permit_connection). A hop whose destination is denied
/// is not looked at further.
pub fn check_egress(
    grants: &Grants,
    observation: &EgressObservation<'_>,
) -> Result<Vec<Destination>, Vec<EgressFailure>> {
    let hops = &observation.hops;
    let whole = (1..=HOPS_MAX).contains(&hops.len());
    if observation.seen_at != SeenAt::EgressBoundary || !whole {
        let why = Denial::NotObserved;
        return Err(Vec::from([EgressFailure::EgressDenied { why }]));
    }
    let mut destinations = Vec::new();
    let mut failures = Vec::new();
    for (index, hop) in hops.iter().enumerate() {
        let is_last = index + 1 == hops.len();
        match check_hop(grants, index, hop, is_last) {
            Ok(destination) => destinations.push(destination),
            Err(further) => failures.extend(further),
        }
    }
    if failures.is_empty() {
        return Ok(destinations);
    }
    Err(failures)
}

fn check_hop(
    grants: &Grants,
    index: usize,
    hop: &Hop<'_>,
    is_last: bool,
) -> Result<Destination, Vec<EgressFailure>> {
    let granted = if index == 0 {
        grants.permit(&hop.url)
    } else {
        grants.permit_redirect(index, &hop.url)
    };
    let granted = granted.map_err(|failure| Vec::from([failure]))?;
    let mut failures = Vec::new();
    match (
        grants.permit_addresses(&granted, &hop.resolved),
        hop.connected,
    ) {
        (Ok(checked), Some(connected)) => {
            failures.extend(checked.permit_connection(connected).err());
        }
        (Ok(_), None) => {}
        (Err(forbidden), connected) => {
            failures = forbidden;
            let unseen = connected.filter(|address| !hop.resolved.contains(address));
            failures.extend(unseen.map(|_| EgressFailure::Rebinding {
                hop: index,
                connected,
            }));
        }
    }
    if hop.connected.is_none() && !is_last {
        // It answered with a redirect, so it was connected, and nobody saw where.
        failures.push(EgressFailure::Rebinding {
            hop: index,
            connected: None,
        });
    }
    if !failures.is_empty() {
        return Err(failures);
    }
    Ok(granted.destination().clone())
}
