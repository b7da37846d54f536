//! What a run is granted, and the answers to each step of a connection. The whole way at once lives in `egress`.

use alloc::collections::BTreeSet;
use alloc::vec::Vec;
use core::net::IpAddr;

use serde::{Deserialize, Deserializer, Serialize};

use super::address::AddressClass;
use super::destination::Destination;
use super::error::{Denial, EgressFailure};
use super::host::Host;
use crate::bounded;

/// The most destinations that are granted at once.
pub const DESTINATIONS_MAX: usize = 128;

/// The destinations that a run is granted: finite and exact, no pattern among them. Without any, nothing leaves
/// (semantics, section 7). As JSON, an array of at most 128 different destinations.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Grants(BTreeSet<Destination>);

impl<'de> Deserialize<'de> for Grants {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        bounded::set::<D, Destination, DESTINATIONS_MAX>(deserializer).map(Self)
    }
}

impl FromIterator<Destination> for Grants {
    /// The grants of these destinations. Decoding keeps them to 128; a caller that makes its own keeps its own bound.
    fn from_iter<I: IntoIterator<Item = Destination>>(destinations: I) -> Self {
        Self(destinations.into_iter().collect())
    }
}

/// A destination that was found among the grants, at its hop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GrantedDestination {
    destination: Destination,
    hop: usize,
}

impl GrantedDestination {
    /// The destination. Its host, and no other spelling of it, is what may be resolved.
    #[must_use]
    pub const fn destination(&self) -> &Destination {
        &self.destination
    }
}

/// Addresses that were checked for one destination at one hop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckedAddresses {
    hop: usize,
    addresses: BTreeSet<IpAddr>,
}

impl Grants {
    /// The destinations, in order.
    #[must_use]
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &Destination> {
        self.0.iter()
    }

    /// Whether nothing is granted, so that everything is denied.
    #[must_use]
    pub fn is_deny_all(&self) -> bool {
        self.0.is_empty()
    }

    /// May this URL, as it was requested, be resolved and connected? `egress_denied` if not.
    pub fn permit(&self, url: &str) -> Result<GrantedDestination, EgressFailure> {
        self.find(url, 0)
            .map_err(|why| EgressFailure::EgressDenied { why })
    }

    /// May this absolute URL, to which the hop before redirects, be resolved and connected? Redirects count from 1. What
    /// was granted to the request counts for nothing. `redirect_denied` if not.
    pub fn permit_redirect(
        &self,
        hop: usize,
        url: &str,
    ) -> Result<GrantedDestination, EgressFailure> {
        self.find(url, hop)
            .map_err(|why| EgressFailure::RedirectDenied { hop, why })
    }

    fn find(&self, url: &str, hop: usize) -> Result<GrantedDestination, Denial> {
        let destination = Destination::of_url(url)?;
        if self.0.contains(&destination) {
            return Ok(GrantedDestination { destination, hop });
        }
        Err(if self.is_deny_all() {
            Denial::DenyAll
        } else {
            Denial::NotGranted
        })
    }

    /// May the addresses be connected for this destination? `address_forbidden` for each that is not public, unless the
    /// grants name that very address with the same scheme and port. One refused refuses all: which of them a client
    /// would take is not known.
    ///
    /// Where the host is an address, it is the only one that may be connected, whatever is said to be resolved.
    pub fn permit_addresses(
        &self,
        request: &GrantedDestination,
        resolved: &[IpAddr],
    ) -> Result<CheckedAddresses, Vec<EgressFailure>> {
        let GrantedDestination { destination, hop } = request;
        let failures: Vec<_> = resolved
            .iter()
            .filter_map(|address| {
                let class = AddressClass::of(*address);
                let as_address = destination.at(Host::Address(*address));
                let permitted = class == AddressClass::Public || self.0.contains(&as_address);
                (!permitted).then_some(EgressFailure::AddressForbidden {
                    hop: *hop,
                    address: *address,
                    class,
                })
            })
            .collect();
        if !failures.is_empty() {
            return Err(failures);
        }
        let addresses = match destination.host() {
            Host::Address(address) => BTreeSet::from([*address]),
            Host::Name(_) => resolved.iter().copied().collect(),
        };
        Ok(CheckedAddresses {
            hop: *hop,
            addresses,
        })
    }
}

impl CheckedAddresses {
    /// The addresses, in order.
    #[must_use]
    pub fn iter(&self) -> impl ExactSizeIterator<Item = IpAddr> {
        self.addresses.iter().copied()
    }

    /// Is the address connected one that was checked? `rebinding` if not.
    pub fn permit_connection(&self, connected: IpAddr) -> Result<(), EgressFailure> {
        if self.addresses.contains(&connected) {
            return Ok(());
        }
        Err(EgressFailure::Rebinding {
            hop: self.hop,
            connected: Some(connected),
        })
    }
}
