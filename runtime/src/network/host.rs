//! Hosts in their one spelling. What has several readings has none here.

use alloc::string::String;
use core::fmt;
use core::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use super::error::DestinationError;

const NAME_BYTES_MAX: usize = 253;
const LABEL_BYTES_MAX: usize = 63;

/// A host: a domain name in lower-case ASCII, or an address.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Host {
    /// A domain name, without a dot at its end; international ones in their `xn--` form.
    Name(String),
    /// An address that was written as one.
    Address(IpAddr),
}

impl Host {
    /// Reads the host of a URL, IPv6 addresses in brackets.
    ///
    /// ```
    /// # use ordain_runtime::network::Host;
    /// assert_eq!(Host::parse("API.Example"), Host::parse("api.example"));
    /// // Some readers take this for 127.0.0.1, some for 177.0.0.1, and some for a name.
    /// assert_eq!(Host::parse("0177.0.0.1").unwrap_err().code(), "ipv4_spelling");
    /// ```
    pub fn parse(text: &str) -> Result<Self, DestinationError> {
        if text.is_empty() {
            return Err(DestinationError::HostMissing);
        }
        if let Some(inner) = text.strip_prefix('[') {
            let inner = inner.strip_suffix(']').ok_or(DestinationError::Ipv6)?;
            return ipv6(inner).map(|address| Self::Address(IpAddr::V6(address)));
        }
        if text.contains('%') {
            return Err(DestinationError::PercentEncoded);
        }
        if text.contains([':', '[', ']']) {
            return Err(DestinationError::Ipv6);
        }
        if text.is_ascii() {
            return ascii(text);
        }
        let text = to_ascii(text)?;
        ascii(&text)
    }
}

fn ipv6(text: &str) -> Result<Ipv6Addr, DestinationError> {
    if text.contains('%') {
        return Err(DestinationError::Ipv6Zone);
    }
    text.parse().map_err(|_| DestinationError::Ipv6)
}

/// The ASCII form of an international name. The caller must resolve that form, and not the text it came from: readers
/// with other tables make other names of it.
#[cfg(feature = "idna")]
fn to_ascii(text: &str) -> Result<alloc::borrow::Cow<'_, str>, DestinationError> {
    idna::domain_to_ascii_cow(text.as_bytes(), idna::AsciiDenyList::URL)
        .map_err(|_| DestinationError::Idna)
}

#[cfg(not(feature = "idna"))]
const fn to_ascii(_text: &str) -> Result<alloc::borrow::Cow<'_, str>, DestinationError> {
    Err(DestinationError::NotAscii)
}

fn ascii(text: &str) -> Result<Host, DestinationError> {
    if text.ends_with('.') {
        return Err(DestinationError::TrailingDot);
    }
    if ends_in_a_number(text) {
        // The parser of `core` takes four decimal numbers without leading zeros, and nothing else.
        return match text.parse::<Ipv4Addr>() {
            Ok(address) => Ok(Host::Address(IpAddr::V4(address))),
            Err(_) => Err(DestinationError::Ipv4Spelling),
        };
    }
    if text.len() <= NAME_BYTES_MAX && text.split('.').all(is_label) {
        return Ok(Host::Name(text.to_ascii_lowercase()));
    }
    Err(DestinationError::HostInvalid)
}

/// Whether readers of URLs take the host for an IPv4 address: its last label is decimal, or hexadecimal after `0x`.
fn ends_in_a_number(text: &str) -> bool {
    let label = text.rsplit('.').next().unwrap_or_default().as_bytes();
    match label {
        [b'0', b'x' | b'X', digits @ ..] => digits.iter().all(u8::is_ascii_hexdigit),
        digits => !digits.is_empty() && digits.iter().all(u8::is_ascii_digit),
    }
}

fn is_label(label: &str) -> bool {
    let bytes = label.as_bytes();
    let edge = |byte: Option<&u8>| byte.is_some_and(|byte| *byte != b'-');
    bytes.len() <= LABEL_BYTES_MAX
        && edge(bytes.first())
        && edge(bytes.last())
        && bytes
            .iter()
            .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'))
}

impl fmt::Display for Host {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(name) => f.write_str(name),
            Self::Address(IpAddr::V4(address)) => write!(f, "{address}"),
            Self::Address(IpAddr::V6(address)) => write!(f, "[{address}]"),
        }
    }
}
