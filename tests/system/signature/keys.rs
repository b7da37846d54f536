//! Which keys are taken in, and the files that they come from.

use ordain_runtime::signature::{KEY_FILE_BYTES, KeyError, KeyId, PublicKey, SecretKey};

use super::{hex, key, report};

/// The first test of RFC 8032, section 7.1.
const SEED: &str = "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60";
const PUBLIC: &str = "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a";
const SIGNATURE: &str = "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b";
/// Its files, as OpenSSL writes them.
const PRIVATE_PEM: &str = "-----BEGIN PRIVATE KEY-----
MC4CAQAwBQYDK2VwBCIEIJ1hsZ3v/VpguoRK9JLsLMREScVpezJpGXA7rAMcrn9g
-----END PRIVATE KEY-----
";
const PUBLIC_PEM: &str = "-----BEGIN PUBLIC KEY-----
MCowBQYDK2VwAyEA11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=
-----END PUBLIC KEY-----
";
/// A key of PKCS#8 version 2, whose public half is that of another seed.
const MISMATCHED_PEM: &str = "-----BEGIN PRIVATE KEY-----
MFECAQEwBQYDK2VwBCIEIJ1hsZ3v/VpguoRK9JLsLMREScVpezJpGXA7rAMcrn9g
gSEAPUAXw+hDiVqStwqnTRt+vJyYLM8uxJaMwM1V8Sr0Zgw=
-----END PRIVATE KEY-----
";

fn bytes(text: &str) -> [u8; 32] {
    hex(text).try_into().unwrap()
}

#[test]
fn a_key_is_that_of_the_rfc() {
    let secret = SecretKey::from_seed(&bytes(SEED));
    assert_eq!(secret.public().as_bytes(), &bytes(PUBLIC));
    assert_eq!(secret.sign(b"").as_slice(), hex(SIGNATURE));
    assert!(secret.public().verify(b"", &hex(SIGNATURE)).is_ok());
    // Nothing prints the seed.
    assert_eq!(
        format!("{secret:?}"),
        format!("SecretKey({})", secret.public().id())
    );
}

#[test]
fn files_are_those_of_openssl() {
    let secret = SecretKey::from_seed(&bytes(SEED));
    assert_eq!(secret.to_pem().unwrap().as_str(), PRIVATE_PEM);
    assert_eq!(secret.public().to_pem().unwrap(), PUBLIC_PEM);
    assert_eq!(
        SecretKey::from_pem(PRIVATE_PEM).unwrap().public(),
        secret.public()
    );
    assert_eq!(PublicKey::from_pem(PUBLIC_PEM), Ok(secret.public()));
}

#[test]
fn what_is_no_key_file_is_refused() {
    let code = |error: KeyError| error.code();
    let long = format!("{}{PUBLIC_PEM}", "\n".repeat(KEY_FILE_BYTES));
    // A key of another curve (X25519), whose bytes are those of a good one.
    let other = PUBLIC_PEM.replace("MCowBQYDK2Vw", "MCowBQYDK2Vu");
    for text in [
        "",
        "\0",
        PRIVATE_PEM,
        &long,
        &other,
        &PUBLIC_PEM.replace("URo=", "URo"),
        &PUBLIC_PEM.replace("URo=", "URp="),
        &PUBLIC_PEM.replace("END PUBLIC", "END PRIVATE"),
    ] {
        assert_eq!(
            PublicKey::from_pem(text).map_err(code),
            Err("key_malformed"),
            "{text}"
        );
    }
    for text in [
        "",
        PUBLIC_PEM,
        MISMATCHED_PEM,
        &PRIVATE_PEM.replace("rn9g", "rn9"),
        &PRIVATE_PEM.replace(" PRIVATE", " ENCRYPTED PRIVATE"),
        &PRIVATE_PEM.replace("MC4CAQAwBQYDK2Vw", "MC4CAQAwBQYDK2Vu"),
    ] {
        let refused = SecretKey::from_pem(text).map(|_| ()).map_err(code);
        assert_eq!(refused, Err("key_malformed"), "{text}");
    }
}

#[test]
fn weak_keys_and_second_encodings_are_refused() {
    // Every point whose order divides 8, in its one encoding.
    let weak = [
        "0100000000000000000000000000000000000000000000000000000000000000",
        "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "0000000000000000000000000000000000000000000000000000000000000000",
        "0000000000000000000000000000000000000000000000000000000000000080",
        "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
        "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85",
        "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
        "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa",
    ];
    // The same with a sign that zero does not have, coordinates of p and more, and one that is on no curve.
    let malformed = [
        "0100000000000000000000000000000000000000000000000000000000000080",
        "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
        "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
        "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
        "f0ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "0200000000000000000000000000000000000000000000000000000000000000",
    ];
    let code = |text: &str| PublicKey::from_bytes(&bytes(text)).map_err(KeyError::code);
    for text in weak {
        assert_eq!(code(text), Err("key_weak"), "{text}");
    }
    for text in malformed {
        assert_eq!(code(text), Err("key_malformed"), "{text}");
    }
    report(format_args!(
        "{} weak keys and {} malformed ones refused",
        weak.len(),
        malformed.len()
    ));
}

#[test]
fn every_seed_gives_a_key_that_is_taken_in() {
    for seed in 0..=255 {
        let secret = key(seed);
        let public = secret.public();
        assert_eq!(PublicKey::from_bytes(public.as_bytes()), Ok(public.clone()));
        let pem = secret.to_pem().unwrap();
        assert_eq!(SecretKey::from_pem(&pem).unwrap().public(), public);
        assert_eq!(
            PublicKey::from_pem(&public.to_pem().unwrap()),
            Ok(public.clone())
        );
        assert_eq!(public.id().to_string().parse::<KeyId>(), Ok(public.id()));
    }
}

#[test]
fn a_key_id_has_one_text() {
    let id = key(1).public().id().to_string();
    for text in [
        "",
        &id.to_uppercase(),
        &id.chars().skip(1).collect::<String>(),
        &format!("{id}0"),
        &format!("sha256:{id}"),
    ] {
        assert!(text.parse::<KeyId>().is_err(), "{text}");
    }
}
