//! What an address is, by the ranges that IANA registers for special purposes. Who may connect it anyway lives in
//! `grants`.

use core::fmt;
use core::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// What an address is. All but [`Self::Public`] are refused unless granted as addresses (semantics, section 7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum AddressClass {
    /// An ordinary address of the internet.
    Public,
    /// Of a network of one's own: RFC 1918, unique local, and site-local, which is deprecated.
    Private,
    /// Between a provider and its customers: RFC 6598.
    Shared,
    /// This machine.
    Loopback,
    /// This link; cloud machines find their credentials here.
    LinkLocal,
    /// Several machines at once, broadcast included.
    Multicast,
    /// No machine: all of `0.0.0.0/8`, which systems connect to this machine, and `::`.
    Unspecified,
    /// An IPv4 address written as IPv6: `::ffff:0:0/96`.
    Ipv4Mapped,
    /// An IPv4 address behind a translator: `64:ff9b::/96` and `64:ff9b:1::/48`. A network may use a prefix of its own
    /// for the same, which no list can know.
    Nat64,
    /// An IPv4 address inside an IPv6 address by another recipe: IPv4-compatible, IPv4-translated, 6to4 and its relays,
    /// Teredo.
    Ipv4Embedded,
    /// For examples in texts.
    Documentation,
    /// For measurements in laboratories.
    Benchmarking,
    /// For protocols, and not for destinations: IETF assignments, AS112, AMT, ORCHID, discard-only, segment routing.
    Protocol,
    /// Nobody's yet: `240.0.0.0/4`, and all IPv6 outside of `2000::/3` that is nothing of the above.
    Reserved,
}

impl AddressClass {
    /// The class of an address.
    ///
    /// ```
    /// # use ordain_runtime::network::AddressClass;
    /// assert_eq!(AddressClass::of("::ffff:127.0.0.1".parse()?), AddressClass::Ipv4Mapped);
    /// assert_eq!(AddressClass::of("169.254.169.254".parse()?), AddressClass::LinkLocal);
    /// # Ok::<(), core::net::AddrParseError>(())
    /// ```
    #[must_use]
    pub fn of(address: IpAddr) -> Self {
        let special = SPECIAL_RANGES
            .iter()
            .find(|range| range.contains(address))
            .map(|range| range.class);
        special.unwrap_or_else(|| match address {
            IpAddr::V6(address)
                if address
                    .segments()
                    .first()
                    .is_none_or(|first| first >> 13 != 1) =>
            {
                Self::Reserved
            }
            _ => Self::Public,
        })
    }

    /// The name, in `snake_case`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Public => "public",
            Self::Private => "private",
            Self::Shared => "shared",
            Self::Loopback => "loopback",
            Self::LinkLocal => "link_local",
            Self::Multicast => "multicast",
            Self::Unspecified => "unspecified",
            Self::Ipv4Mapped => "ipv4_mapped",
            Self::Nat64 => "nat64",
            Self::Ipv4Embedded => "ipv4_embedded",
            Self::Documentation => "documentation",
            Self::Benchmarking => "benchmarking",
            Self::Protocol => "protocol",
            Self::Reserved => "reserved",
        }
    }
}

impl fmt::Display for AddressClass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A range of addresses: those that share the first `bits` bits of `first`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SpecialRange {
    /// The first address.
    pub first: IpAddr,
    /// The bits that all have in common.
    pub bits: u32,
    /// What they are.
    pub class: AddressClass,
}

impl SpecialRange {
    const fn v4(a: u8, b: u8, c: u8, bits: u32, class: AddressClass) -> Self {
        let first = IpAddr::V4(Ipv4Addr::new(a, b, c, 0));
        Self { first, bits, class }
    }

    /// A range by the first four of eight groups, the others being zero.
    const fn v6(groups: [u16; 4], bits: u32, class: AddressClass) -> Self {
        let [a, b, c, d] = groups;
        Self::v6_low([a, b, c, d, 0, 0, 0, 0], bits, class)
    }

    const fn v6_low(groups: [u16; 8], bits: u32, class: AddressClass) -> Self {
        let mut address = 0;
        let mut left: &[u16] = &groups;
        while let [group, rest @ ..] = left {
            address = address << 16 | *group as u128;
            left = rest;
        }
        let first = IpAddr::V6(Ipv6Addr::from_bits(address));
        Self { first, bits, class }
    }

    /// Whether an address is within. An IPv4 address is within no range of IPv6, nor the other way.
    #[must_use]
    pub fn contains(&self, address: IpAddr) -> bool {
        match (self.first, address) {
            (IpAddr::V4(first), IpAddr::V4(address)) => {
                let differing = first.to_bits() ^ address.to_bits();
                differing.leading_zeros() >= self.bits
            }
            (IpAddr::V6(first), IpAddr::V6(address)) => {
                let differing = first.to_bits() ^ address.to_bits();
                differing.leading_zeros() >= self.bits
            }
            _ => false,
        }
    }
}

/// The ranges that are not public: every block of the two IANA special-purpose address registries, those they call
/// globally reachable included, since they serve protocols; multicast; and what standards have retired. The first that
/// contains an address says what it is.
pub const SPECIAL_RANGES: &[SpecialRange] = &[
    SpecialRange::v4(0, 0, 0, 8, AddressClass::Unspecified),
    SpecialRange::v4(10, 0, 0, 8, AddressClass::Private),
    SpecialRange::v4(100, 64, 0, 10, AddressClass::Shared),
    SpecialRange::v4(127, 0, 0, 8, AddressClass::Loopback),
    SpecialRange::v4(169, 254, 0, 16, AddressClass::LinkLocal),
    SpecialRange::v4(172, 16, 0, 12, AddressClass::Private),
    SpecialRange::v4(192, 0, 0, 24, AddressClass::Protocol),
    SpecialRange::v4(192, 0, 2, 24, AddressClass::Documentation),
    SpecialRange::v4(192, 31, 196, 24, AddressClass::Protocol),
    SpecialRange::v4(192, 52, 193, 24, AddressClass::Protocol),
    SpecialRange::v4(192, 88, 99, 24, AddressClass::Ipv4Embedded),
    SpecialRange::v4(192, 168, 0, 16, AddressClass::Private),
    SpecialRange::v4(192, 175, 48, 24, AddressClass::Protocol),
    SpecialRange::v4(198, 18, 0, 15, AddressClass::Benchmarking),
    SpecialRange::v4(198, 51, 100, 24, AddressClass::Documentation),
    SpecialRange::v4(203, 0, 113, 24, AddressClass::Documentation),
    SpecialRange::v4(224, 0, 0, 4, AddressClass::Multicast),
    SpecialRange {
        first: IpAddr::V4(Ipv4Addr::BROADCAST),
        bits: 32,
        class: AddressClass::Multicast,
    },
    SpecialRange::v4(240, 0, 0, 4, AddressClass::Reserved),
    SpecialRange::v6_low([0; 8], 128, AddressClass::Unspecified),
    SpecialRange::v6_low([0, 0, 0, 0, 0, 0, 0, 1], 128, AddressClass::Loopback),
    SpecialRange::v6_low([0, 0, 0, 0, 0, 0xffff, 0, 0], 96, AddressClass::Ipv4Mapped),
    SpecialRange::v6_low([0; 8], 96, AddressClass::Ipv4Embedded),
    SpecialRange::v6_low(
        [0, 0, 0, 0, 0xffff, 0, 0, 0],
        96,
        AddressClass::Ipv4Embedded,
    ),
    SpecialRange::v6([0x64, 0xff9b, 0, 0], 96, AddressClass::Nat64),
    SpecialRange::v6([0x64, 0xff9b, 1, 0], 48, AddressClass::Nat64),
    SpecialRange::v6([0x100, 0, 0, 0], 64, AddressClass::Protocol),
    SpecialRange::v6([0x100, 0, 0, 1], 64, AddressClass::Protocol),
    SpecialRange::v6([0x2001, 0, 0, 0], 32, AddressClass::Ipv4Embedded),
    SpecialRange::v6([0x2001, 2, 0, 0], 48, AddressClass::Benchmarking),
    SpecialRange::v6([0x2001, 0, 0, 0], 23, AddressClass::Protocol),
    SpecialRange::v6([0x2001, 0xdb8, 0, 0], 32, AddressClass::Documentation),
    SpecialRange::v6([0x2002, 0, 0, 0], 16, AddressClass::Ipv4Embedded),
    SpecialRange::v6([0x2620, 0x4f, 0x8000, 0], 48, AddressClass::Protocol),
    SpecialRange::v6([0x3fff, 0, 0, 0], 20, AddressClass::Documentation),
    SpecialRange::v6([0x5f00, 0, 0, 0], 16, AddressClass::Protocol),
    SpecialRange::v6([0xfc00, 0, 0, 0], 7, AddressClass::Private),
    SpecialRange::v6([0xfe80, 0, 0, 0], 10, AddressClass::LinkLocal),
    SpecialRange::v6([0xfec0, 0, 0, 0], 10, AddressClass::Private),
    SpecialRange::v6([0xff00, 0, 0, 0], 8, AddressClass::Multicast),
];
