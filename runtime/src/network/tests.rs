use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::{String, ToString as _};
use alloc::vec;
use alloc::vec::Vec;
use core::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use serde::Deserialize;

use super::*;
use crate::canonical::{self, Value};
use crate::faults;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Tricks {
    urls: Vec<Trick>,
    /// What reads only with the feature `idna`.
    international: Vec<Trick>,
    addresses: BTreeMap<String, String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Trick {
    url: String,
    #[serde(default)]
    reads: Option<String>,
    #[serde(default)]
    code: Option<String>,
}

fn tricks() -> Tricks {
    canonical::from_slice(include_str!("hosts.json").as_bytes()).unwrap()
}

#[test]
fn every_host_trick_has_one_verdict() {
    let mut tricks = tricks();
    if !cfg!(feature = "idna") {
        for trick in &mut tricks.international {
            trick.reads = None;
            trick.code = Some("host_not_ascii".into());
        }
    }
    let mut codes = BTreeSet::new();
    for Trick { url, reads, code } in tricks.urls.iter().chain(&tricks.international) {
        let verdict = Destination::of_url(url);
        codes.extend(verdict.as_ref().err().map(|error| error.code()));
        let read = verdict.as_ref().ok().map(Destination::to_string);
        let refused = verdict.err().map(|error| error.code().to_string());
        assert_eq!((&read, &refused), (reads, code), "{url}");
        // What is read is written in the one way that reads the same again.
        if let Some(text) = read {
            assert_eq!(Destination::parse(&text).unwrap().to_string(), text);
        }
    }
    let international: &[_] = if cfg!(feature = "idna") {
        &["idna_invalid"]
    } else {
        &["host_not_ascii"]
    };
    for code in [
        "character_refused",
        "scheme_invalid",
        "userinfo_refused",
        "host_missing",
        "host_invalid",
        "host_percent_encoded",
        "trailing_dot",
        "ipv4_spelling",
        "ipv6_invalid",
        "ipv6_zone",
        "port_invalid",
        "port_missing",
    ]
    .iter()
    .chain(international)
    {
        assert!(codes.contains(code), "no trick is refused as {code}");
    }
}

#[test]
fn long_texts_and_names_are_refused() {
    let url = |bytes: usize| format!("https://a/{}", "x".repeat(bytes - 10));
    assert!(Destination::of_url(&url(8192)).is_ok());
    let error = Destination::of_url(&url(8193)).unwrap_err();
    assert_eq!(error.code(), "destination_too_long");
    let name = |bytes: usize| format!("https://{}{}", "a.".repeat((bytes - 1) / 2), "a");
    assert!(Destination::parse(&name(253)).is_ok());
    let error = Destination::parse(&name(255)).unwrap_err();
    assert_eq!(error.code(), "host_invalid");
    let label = |bytes: usize| format!("https://{}", "a".repeat(bytes));
    assert!(Destination::parse(&label(63)).is_ok());
    assert!(Destination::parse(&label(64)).is_err());
    assert!(Scheme::parse(&"a".repeat(32)).is_ok());
    assert!(Scheme::parse(&"a".repeat(33)).is_err());
}

#[test]
fn every_address_has_its_class() {
    for (address, class) in tricks().addresses {
        let parsed: IpAddr = address.parse().unwrap();
        assert_eq!(AddressClass::of(parsed).as_str(), class, "{address}");
    }
}

#[test]
fn both_ends_of_every_special_range_are_special() {
    for range in SPECIAL_RANGES {
        let last = match range.first {
            IpAddr::V4(first) => {
                let host = u32::MAX.checked_shr(range.bits).unwrap_or(0);
                assert_eq!(first.to_bits() & host, 0, "{range:?}");
                IpAddr::V4(Ipv4Addr::from_bits(first.to_bits() | host))
            }
            IpAddr::V6(first) => {
                let host = u128::MAX.checked_shr(range.bits).unwrap_or(0);
                assert_eq!(first.to_bits() & host, 0, "{range:?}");
                IpAddr::V6(Ipv6Addr::from_bits(first.to_bits() | host))
            }
        };
        for address in [range.first, last] {
            assert!(range.contains(address));
            assert_ne!(AddressClass::of(address), AddressClass::Public, "{address}");
        }
    }
}

/// What `core` calls special is special here, wherever its answers are stable.
#[test]
fn the_classes_of_core_are_refused() {
    let mut state = 1_u64;
    for _ in 0..20_000 {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        let v4 = Ipv4Addr::from_bits(u32::try_from(state >> 32).unwrap());
        let special = v4.is_private()
            || v4.is_loopback()
            || v4.is_link_local()
            || v4.is_multicast()
            || v4.is_unspecified()
            || v4.is_broadcast()
            || v4.is_documentation();
        let v6 = Ipv6Addr::from_bits(u128::from(state) << 64 | u128::from(state));
        let special_v6 = v6.is_unique_local()
            || v6.is_unicast_link_local()
            || v6.is_multicast()
            || v6.is_loopback()
            || v6.is_unspecified();
        for (address, special) in [
            (IpAddr::V4(v4), special),
            (IpAddr::V6(v6), special_v6),
            (IpAddr::V6(v4.to_ipv6_mapped()), true),
            (IpAddr::V6(v4.to_ipv6_compatible()), true),
        ] {
            let public = AddressClass::of(address) == AddressClass::Public;
            assert!(!(special && public), "{address}");
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case<'a> {
    grants: Grants,
    #[serde(borrow)]
    observation: EgressObservation<'a>,
}

fn judge(document: &Value<'_>) -> Vec<&'static str> {
    let case: Case<'_> = match canonical::from_value(document) {
        Ok(case) => case,
        Err(error) => return vec![error.code().as_str()],
    };
    match check_egress(&case.grants, &case.observation) {
        Ok(destinations) => {
            assert_eq!(destinations.len(), case.observation.hops.len());
            vec![]
        }
        Err(failures) => failures.iter().map(EgressFailure::code).collect(),
    }
}

#[test]
fn a_fault_on_the_way_is_refused_with_its_code() {
    faults::run(include_str!("faults.json"), judge);
}

#[test]
fn without_a_grant_nothing_leaves() {
    let none = Grants::default();
    assert!(none.is_deny_all());
    for Trick { url, .. } in tricks().urls {
        assert_eq!(none.permit(&url).unwrap_err().code(), "egress_denied");
        let redirect = none.permit_redirect(1, &url).unwrap_err();
        assert_eq!(redirect.code(), "redirect_denied");
    }
    let why = none.permit("https://api.example").unwrap_err();
    assert_eq!(
        why,
        EgressFailure::EgressDenied {
            why: Denial::DenyAll
        }
    );
}

#[test]
fn what_was_granted_for_the_request_opens_no_redirect() {
    let grants: Grants = [Destination::parse("https://api.example").unwrap()]
        .into_iter()
        .collect();
    assert!(grants.permit("https://api.example/").is_ok());
    assert!(grants.permit_redirect(1, "https://api.example/2").is_ok());
    assert!(grants.permit_redirect(1, "https://api2.example/").is_err());
}

#[test]
fn hops_and_grants_are_bounded() {
    let hop = Hop {
        url: "https://api.example".into(),
        resolved: vec!["93.184.215.14".parse().unwrap()],
        connected: Some("93.184.215.14".parse().unwrap()),
    };
    let grants: Grants = [Destination::parse("https://api.example").unwrap()]
        .into_iter()
        .collect();
    let way = |hops| EgressObservation {
        seen_at: SeenAt::EgressBoundary,
        hops: vec![hop.clone(); hops],
    };
    assert!(check_egress(&grants, &way(HOPS_MAX)).is_ok());
    let failures = check_egress(&grants, &way(HOPS_MAX + 1)).unwrap_err();
    assert_eq!(failures[0].code(), "egress_denied");

    let listed = |count: usize| {
        let all: Vec<_> = (0..count)
            .map(|n| format!("https://h{n}.example:443"))
            .collect();
        canonical::from_slice::<Grants>(&canonical::to_canonical(&all).unwrap())
    };
    assert_eq!(listed(DESTINATIONS_MAX).unwrap().iter().len(), 128);
    assert!(listed(DESTINATIONS_MAX + 1).is_err());
}

#[test]
fn grants_are_written_as_they_are_read() {
    let text = br#"["https://[::1]:443","https://api.example:443","https://10.0.0.7:8443"]"#;
    let grants: Grants = canonical::from_slice(text).unwrap();
    let written = canonical::to_canonical(&grants).unwrap();
    let again: Grants = canonical::from_slice(&written).unwrap();
    assert_eq!(again, grants);
}
