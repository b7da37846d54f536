//! Where data may go over a network: exact destinations, the addresses behind them, redirects and connections
//! (semantics, section 7).
//!
//! Everything is a check over what was observed where traffic leaves; nothing here resolves a name or opens a
//! connection. Which destinations a run is granted is the business of its authority.
//!
//! A mediator asks before each step, and may go no further than the answer:
//!
//! ```
//! use ordain_runtime::network::Grants;
//!
//! let grants: Grants = ordain_runtime::canonical::from_slice(br#"["https://api.example:443"]"#)?;
//! let request = grants.permit("https://API.example/v1/refunds")?;
//! assert_eq!(request.destination().to_string(), "https://api.example:443");
//!
//! // The name resolves; each address is checked, and only such a one may be connected.
//! let resolved = grants.permit_addresses(&request, &["93.184.215.14".parse()?]).expect("a public address");
//! assert!(resolved.permit_connection("93.184.215.14".parse()?).is_ok());
//!
//! // What a private address hides behind is refused, and so is an address that nobody checked.
//! let private = grants.permit_addresses(&request, &["10.0.0.7".parse()?]).unwrap_err();
//! assert_eq!(private[0].code(), "address_forbidden");
//! let rebound = resolved.permit_connection("169.254.169.254".parse()?).unwrap_err();
//! assert_eq!(rebound.code(), "rebinding");
//!
//! // A redirect is a request of its own.
//! let elsewhere = grants.permit_redirect(1, "https://evil.example/").unwrap_err();
//! assert_eq!(elsewhere.code(), "redirect_denied");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! An auditor holds a whole observation against the grants at once, with [`check_egress`].

mod address;
mod destination;
mod egress;
mod error;
mod grants;
mod host;

pub use address::{AddressClass, SPECIAL_RANGES, SpecialRange};
pub use destination::{Destination, Scheme};
pub use egress::{EgressObservation, HOPS_MAX, Hop, SeenAt, check_egress};
pub use error::{Denial, DestinationError, EgressFailure};
pub use grants::{CheckedAddresses, DESTINATIONS_MAX, GrantedDestination, Grants};
pub use host::Host;

#[cfg(test)]
mod tests;
