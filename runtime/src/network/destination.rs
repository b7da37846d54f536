//! Destinations: scheme, host and port, each exact, in one text.

use alloc::string::String;
use core::fmt;
use core::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::error::DestinationError;
use super::host::Host;

/// The most bytes of a URL that is read.
const BYTES_MAX: usize = 8192;
const SCHEME_BYTES_MAX: usize = 32;

/// A scheme in lower case: `https`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Scheme(String);

impl Scheme {
    /// Reads a scheme: a letter, then letters, digits, `+`, `-` and `.`, at most 32 in all. Case does not matter.
    pub fn parse(text: &str) -> Result<Self, DestinationError> {
        let bytes = text.as_bytes();
        let follows =
            |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.');
        match bytes {
            [first, rest @ ..]
                if first.is_ascii_alphabetic()
                    && rest.iter().all(follows)
                    && bytes.len() <= SCHEME_BYTES_MAX =>
            {
                Ok(Self(text.to_ascii_lowercase()))
            }
            _ => Err(DestinationError::Scheme),
        }
    }

    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    fn usual_port(&self) -> Option<u16> {
        match self.0.as_str() {
            "http" | "ws" => Some(80),
            "https" | "wss" => Some(443),
            _ => None,
        }
    }
}

/// A destination, compared exactly (semantics, section 7). Its text is `scheme://host:port`, the port always written; what
/// is read may leave out the usual port of `http`, `https`, `ws` and `wss`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Destination {
    scheme: Scheme,
    host: Host,
    port: u16,
}

impl Destination {
    /// Reads a destination as grants have it: nothing follows the port.
    ///
    /// ```
    /// # use ordain_runtime::network::Destination;
    /// assert_eq!(Destination::parse("HTTPS://Api.Example")?.to_string(), "https://api.example:443");
    /// assert_eq!(Destination::parse("https://api.example/v1").unwrap_err().code(), "path_refused");
    /// # Ok::<(), ordain_runtime::network::DestinationError>(())
    /// ```
    pub fn parse(text: &str) -> Result<Self, DestinationError> {
        let (destination, rest) = Self::split(text)?;
        if rest.is_empty() {
            return Ok(destination);
        }
        Err(DestinationError::Path)
    }

    /// Reads the destination of an absolute URL, whose path, query and fragment do not matter. A relative one, as
    /// redirects may have, is the caller's to resolve first.
    pub fn of_url(url: &str) -> Result<Self, DestinationError> {
        Self::split(url).map(|(destination, _)| destination)
    }

    fn split(text: &str) -> Result<(Self, &str), DestinationError> {
        if text.len() > BYTES_MAX {
            return Err(DestinationError::TooLong);
        }
        let is_refused = |character: char| {
            character.is_control() || character.is_whitespace() || character == '\\'
        };
        if text.contains(is_refused) {
            return Err(DestinationError::Character);
        }
        let (scheme, rest) = text.split_once("://").ok_or(DestinationError::Scheme)?;
        let scheme = Scheme::parse(scheme)?;
        let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
        let (authority, rest) = rest.split_at_checked(end).unwrap_or((rest, ""));
        if authority.contains('@') {
            return Err(DestinationError::Userinfo);
        }
        // The colons of an address lie before its bracket.
        let port_at = match authority.rfind(']') {
            Some(bracket) => authority.rfind(':').filter(|colon| *colon > bracket),
            None => authority.rfind(':'),
        };
        let (host, port) = match port_at.and_then(|at| authority.split_at_checked(at)) {
            Some((host, port)) => (host, Some(port)),
            None => (authority, None),
        };
        let host = Host::parse(host)?;
        let port = match port {
            Some(port) => parse_port(port)?,
            None => scheme.usual_port().ok_or(DestinationError::PortMissing)?,
        };
        Ok((Self { scheme, host, port }, rest))
    }

    /// The scheme.
    #[must_use]
    pub const fn scheme(&self) -> &Scheme {
        &self.scheme
    }

    /// The host.
    #[must_use]
    pub const fn host(&self) -> &Host {
        &self.host
    }

    /// The port, 1 to 65535.
    #[must_use]
    pub const fn port(&self) -> u16 {
        self.port
    }

    /// The same scheme and port at another host.
    pub(super) fn at(&self, host: Host) -> Self {
        Self {
            scheme: self.scheme.clone(),
            host,
            port: self.port,
        }
    }
}

/// Reads a colon and a port.
fn parse_port(text: &str) -> Result<u16, DestinationError> {
    let digits = text.strip_prefix(':').unwrap_or_default();
    let first = digits.as_bytes().first();
    // What parses numbers takes a sign and leading zeros, too.
    if first.is_some_and(|first| matches!(first, b'1'..=b'9')) {
        return digits.parse().map_err(|_| DestinationError::PortInvalid);
    }
    Err(DestinationError::PortInvalid)
}

impl fmt::Display for Destination {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}://{}:{}", self.scheme.0, self.host, self.port)
    }
}

impl FromStr for Destination {
    type Err = DestinationError;

    fn from_str(text: &str) -> Result<Self, DestinationError> {
        Self::parse(text)
    }
}

impl Serialize for Destination {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Destination {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor;

        impl de::Visitor<'_> for Visitor {
            type Value = Destination;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a destination")
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Destination, E> {
                Destination::parse(text).map_err(E::custom)
            }
        }
        deserializer.deserialize_str(Visitor)
    }
}
