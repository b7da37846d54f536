//! Why a text is no destination, and why traffic is refused.

use core::net::IpAddr;

use super::address::AddressClass;

/// A text that is no exact destination. Where readers of URLs differ in what they make of a text, it is refused, since
/// the reader that connects may be another one than the reader that checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[non_exhaustive]
pub enum DestinationError {
    /// `destination_too_long`: more than 8,192 bytes.
    #[error("the text is longer than 8192 bytes")]
    TooLong,
    /// `character_refused`: a control character, white space or a backslash, which some readers drop or replace.
    #[error("the text holds a control character, white space or a backslash")]
    Character,
    /// `scheme_invalid`: no `scheme://` at the beginning.
    #[error("the text does not begin with a scheme and `://`")]
    Scheme,
    /// `userinfo_refused`: something stands before an `@`, and looks like the host.
    #[error("there is a user name before the host")]
    Userinfo,
    /// `path_refused`: a grant goes on after its port.
    #[error("a destination ends with its port; it has no path, query or fragment")]
    Path,
    /// `host_missing`: the host is empty.
    #[error("there is no host")]
    HostMissing,
    /// `host_invalid`: the host is no name of the domain name system: letters, digits, `-` and `_` in labels of 1 to 63
    /// bytes, which neither begin nor end with `-`, 253 bytes in all.
    #[error("the host is no domain name")]
    HostInvalid,
    /// `host_percent_encoded`: the host hides characters behind `%`.
    #[error("the host is percent-encoded")]
    PercentEncoded,
    /// `trailing_dot`: the name ends with a dot, which makes it another name to some readers and the same to others.
    #[error("the host ends with a dot")]
    TrailingDot,
    /// `ipv4_spelling`: the host ends in a number and is no dotted decimal address: octal, hexadecimal, short or
    /// single-number forms.
    #[error("the host is an unusual spelling of an address")]
    Ipv4Spelling,
    /// `ipv6_invalid`: what stands in brackets is no address, or an address stands without brackets.
    #[error("the host is no IPv6 address in brackets")]
    Ipv6,
    /// `ipv6_zone`: an address names a zone, which means something on one machine alone.
    #[error("the address names a zone")]
    Ipv6Zone,
    /// `host_not_ascii`: the name has characters beyond ASCII, and the feature `idna` is off.
    #[error("the host has characters beyond ASCII; write its `xn--` form")]
    NotAscii,
    /// `idna_invalid`: the name has no ASCII form in UTS 46.
    #[error("the host has no ASCII form")]
    Idna,
    /// `port_invalid`: the port is not 1 to 65535 in decimal, without leading zeros.
    #[error("the port is not 1 to 65535 without leading zeros")]
    PortInvalid,
    /// `port_missing`: the scheme has no port of its own, and none is written.
    #[error("the scheme has no usual port, and none is written")]
    PortMissing,
}

impl DestinationError {
    /// The stable code, in `snake_case`.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::TooLong => "destination_too_long",
            Self::Character => "character_refused",
            Self::Scheme => "scheme_invalid",
            Self::Userinfo => "userinfo_refused",
            Self::Path => "path_refused",
            Self::HostMissing => "host_missing",
            Self::HostInvalid => "host_invalid",
            Self::PercentEncoded => "host_percent_encoded",
            Self::TrailingDot => "trailing_dot",
            Self::Ipv4Spelling => "ipv4_spelling",
            Self::Ipv6 => "ipv6_invalid",
            Self::Ipv6Zone => "ipv6_zone",
            Self::NotAscii => "host_not_ascii",
            Self::Idna => "idna_invalid",
            Self::PortInvalid => "port_invalid",
            Self::PortMissing => "port_missing",
        }
    }
}

/// Why a destination is denied.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Denial {
    /// The text cannot be read as one destination.
    #[error("{0}")]
    Unreadable(#[from] DestinationError),
    /// Nothing is granted at all.
    #[error("no destination is granted")]
    DenyAll,
    /// Other destinations are granted.
    #[error("the destination is not granted")]
    NotGranted,
    /// The observation was not made where traffic leaves, or has no or too many hops.
    #[error("the observation is not one of the whole way through the egress boundary")]
    NotObserved,
}

/// Why traffic is refused. `hop` is 0 for the request and counts redirects from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EgressFailure {
    /// `egress_denied`: the requested destination is not granted.
    #[error("the request is denied: {why}")]
    EgressDenied {
        /// Why.
        why: Denial,
    },
    /// `address_forbidden`: an address behind the name is special, and not granted as an address.
    #[error("the address {address} at hop {hop} is forbidden")]
    AddressForbidden {
        /// The hop.
        hop: usize,
        /// The address.
        address: IpAddr,
        /// What it is.
        class: AddressClass,
    },
    /// `redirect_denied`: the destination of a redirect is not granted.
    #[error("the redirect at hop {hop} is denied: {why}")]
    RedirectDenied {
        /// The hop.
        hop: usize,
        /// Why.
        why: Denial,
    },
    /// `rebinding`: the address connected is none that was checked.
    #[error("the address connected at hop {hop} is none that was checked")]
    Rebinding {
        /// The hop.
        hop: usize,
        /// The address; `None` where nobody knows which it was.
        connected: Option<IpAddr>,
    },
}

impl EgressFailure {
    /// The stable code, in `snake_case`.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::EgressDenied { .. } => "egress_denied",
            Self::AddressForbidden { .. } => "address_forbidden",
            Self::RedirectDenied { .. } => "redirect_denied",
            Self::Rebinding { .. } => "rebinding",
        }
    }
}
