//! The vectors of Wycheproof and of speccheck, against keys as they are taken in and verification as it is done.

use std::fs;

use ordain_runtime::signature::PublicKey;
use ordain_tests::vectors;
use serde::Deserialize;

use super::{hex, report};

/// Whether a signature passes: its key is taken in, and verifies it.
fn passes(key: &[u8], message: &[u8], signature: &[u8]) -> bool {
    let Ok(key) = <&[u8; 32]>::try_from(key) else {
        return false;
    };
    PublicKey::from_bytes(key).is_ok_and(|key| key.verify(message, signature).is_ok())
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Wycheproof {
    number_of_tests: usize,
    test_groups: Vec<Group>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Group {
    public_key: Key,
    public_key_der: String,
    public_key_pem: String,
    tests: Vec<Case>,
}

#[derive(Deserialize)]
struct Key {
    pk: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Case {
    tc_id: usize,
    comment: String,
    msg: String,
    sig: String,
    result: String,
}

#[test]
fn wycheproof_is_answered_as_it_says() {
    let Some(folder) = vectors("wycheproof") else {
        return;
    };
    let text = fs::read(folder.join("testvectors_v1/ed25519_test.json")).unwrap();
    let suite: Wycheproof = serde_json::from_slice(&text).unwrap();
    let (mut valid, mut invalid) = (0, 0);
    for group in &suite.test_groups {
        let bytes = hex(&group.public_key.pk);
        let key = PublicKey::from_bytes(bytes.as_slice().try_into().unwrap()).unwrap();
        // The files of the suite name the same keys, and theirs is the text that is hashed for the key id.
        assert_eq!(PublicKey::from_pem(&group.public_key_pem), Ok(key.clone()));
        let der = hex(&group.public_key_der);
        let hashed = ordain_runtime::digest::Digest::of_bytes(&der);
        assert_eq!(key.id().to_string(), hashed.hex().to_string());
        for case in &group.tests {
            let found = passes(&bytes, &hex(&case.msg), &hex(&case.sig));
            assert_eq!(
                found,
                case.result == "valid",
                "{}: {}",
                case.tc_id,
                case.comment
            );
            *if found { &mut valid } else { &mut invalid } += 1;
        }
    }
    assert_eq!(
        (valid, invalid, valid + invalid),
        (88, 63, suite.number_of_tests)
    );
    report(format_args!(
        "wycheproof: {} tests, {valid} valid and accepted, {invalid} invalid and refused; {} keys in PEM",
        valid + invalid,
        suite.test_groups.len()
    ));
}

#[derive(Deserialize)]
struct Check {
    message: String,
    pub_key: String,
    signature: String,
}

#[test]
fn speccheck_gives_the_strict_column() {
    let Some(folder) = vectors("ed25519-speccheck") else {
        return;
    };
    let text = fs::read(folder.join("cases.json")).unwrap();
    let checks: Vec<Check> = serde_json::from_slice(&text).unwrap();
    let row: String = checks
        .iter()
        .map(|check| {
            let key = hex(&check.pub_key);
            let passes = passes(&key, &hex(&check.message), &hex(&check.signature));
            if passes { " V |" } else { " X |" }
        })
        .collect();
    let table = fs::read_to_string(folder.join("results.md")).unwrap();
    let strict = table
        .lines()
        .find_map(|line| line.strip_prefix("|Dalek strict   |"));
    assert_eq!(Some(row.as_str()), strict);
    assert_eq!(checks.len(), 12);
    report(format_args!(
        "speccheck: {} cases, strict column |{row}",
        checks.len()
    ));
}
