//! The envelope as a file: the published example, what is read and what is written.

use ordain_runtime::signature::{ENVELOPE_BYTES, Envelope, SIGNATURES, Statement, pae};

use super::{accepted, code, id, key, signed, statement, trust};

#[test]
fn what_is_signed_is_that_of_the_published_example() {
    let bytes = pae("http://example.com/HelloWorld", b"hello world");
    assert_eq!(
        String::from_utf8(bytes).unwrap(),
        "DSSEv1 29 http://example.com/HelloWorld 11 hello world"
    );
    // Lengths are of bytes, and part what would else read alike.
    assert_eq!(pae("ä", b""), "DSSEv1 2 ä 0 ".as_bytes());
    assert_ne!(pae("a", b"b c"), pae("a b", b"c"));
}

#[test]
fn the_published_envelope_is_read() {
    let text = br#"{"payload":"aGVsbG8gd29ybGQ=","payloadType":"http://example.com/HelloWorld",
        "signatures":[{"sig":"A3JqsQGtVsJ2O2xqrI5IcnXip5GToJ3F+FnZ+O88SjtR6rDAajabZKciJTfUiHqJPcIAriEGAHTVeCUjW2JIZA=="}]}"#;
    let envelope = Envelope::parse(text).unwrap();
    assert_eq!(envelope.payload, b"hello world");
    assert_eq!(envelope.payload_type, "http://example.com/HelloWorld");
    assert_eq!(envelope.signatures[0].bytes.len(), 64);
    assert_eq!(
        code(envelope.verify(&trust(&[&key(1)]))),
        "payload_type_unknown"
    );
}

#[test]
fn the_payload_is_an_in_toto_statement() {
    let index = statement().index.hex().to_string();
    let payload = String::from_utf8(statement().to_bytes()).unwrap();
    assert_eq!(
        payload,
        format!(
            r#"{{"_type":"https://in-toto.io/Statement/v1","predicate":{{"sequence":7}},"predicateType":"https://ordain.dev/attestation/registry/v1","subject":[{{"digest":{{"sha256":"{index}"}},"name":"index.json"}}]}}"#
        )
    );
    assert_eq!(Statement::parse(payload.as_bytes()).unwrap(), statement());
}

#[test]
fn both_alphabets_are_read_and_the_standard_one_is_written() {
    // Enough signatures that every character of the alphabets occurs.
    let keys: Vec<_> = (0..8).map(key).collect();
    let keys: Vec<_> = keys.iter().collect();
    let envelope = signed(&keys);
    let text = String::from_utf8(envelope.to_bytes()).unwrap();
    let (standard, url) = (['+', '/'], ['-', '_']);
    let mut value: serde_json::Value = serde_json::from_str(&text).unwrap();
    let mut replaced = 0;
    for signature in value["signatures"].as_array_mut().unwrap() {
        let sig = signature["sig"].as_str().unwrap();
        assert!(!sig.contains(url));
        replaced += sig.matches(standard).count();
        signature["sig"] = sig.replace('+', "-").replace('/', "_").into();
    }
    assert!(replaced > 8, "{replaced}");
    let read = Envelope::parse(value.to_string().as_bytes()).unwrap();
    assert_eq!(read, envelope);
    assert_eq!(read.to_bytes(), envelope.to_bytes());
    assert_eq!(accepted(read.verify(&trust(&keys))).1.len(), 8);
}

#[test]
fn what_is_no_envelope_is_refused() {
    let good = String::from_utf8(signed(&[&key(1)]).to_bytes()).unwrap();
    let sig = {
        let value: serde_json::Value = serde_json::from_str(&good).unwrap();
        value["signatures"][0]["sig"].as_str().unwrap().to_owned()
    };
    let with = |other: &str| good.replace(&sig, other);
    let cases = [
        String::new(),
        "null".to_owned(),
        "[]".to_owned(),
        good.replacen('{', "", 1),
        format!("\u{feff}{good}"),
        format!("{good}{good}"),
        good.replace("payloadType", "payloadtype"),
        good.replace("\"keyid\"", "\"keyId\""),
        good.replace("{\"payload\"", "{\"extra\":1,\"payload\""),
        good.replace("{\"payload\"", "{\"payload\":\"\",\"payload\""),
        good.replace("{\"keyid\"", "{\"cert\":\"\",\"keyid\""),
        // Base64 without its padding, with too much of it, with space in it, with bits that no byte has, in no alphabet,
        // and in both at once.
        with(sig.trim_end_matches('=')),
        with(&format!("{sig}=")),
        with(&format!(" {sig}")),
        with("AB=="),
        with("A*=="),
        with("+_++"),
        good.replacen(['+', '/'], "\\u002", 1),
        format!("{good}{}", " ".repeat(ENVELOPE_BYTES)),
        format!("{}{}", "[".repeat(9), "]".repeat(9)),
    ];
    for text in &cases {
        let shown: String = text.chars().take(200).collect();
        assert_eq!(
            code(Envelope::parse(text.as_bytes())),
            "envelope_malformed",
            "{shown}"
        );
    }
}

#[test]
fn there_are_as_many_signatures_as_may_be() {
    let mut envelope = Envelope::new(&statement());
    for seed in 0..64 {
        envelope.sign(&key(seed)).unwrap();
    }
    assert_eq!(envelope.signatures.len(), SIGNATURES);
    assert_eq!(code(envelope.sign(&key(64))), "envelope_malformed");
    // Who signed before may sign again.
    envelope.sign(&key(63)).unwrap();
    assert_eq!(envelope.signatures.len(), SIGNATURES);
    assert_eq!(
        Envelope::parse(&envelope.to_bytes()).unwrap(),
        envelope.clone()
    );
    envelope.signatures.push(envelope.signatures[0].clone());
    assert_eq!(
        code(Envelope::parse(&envelope.to_bytes())),
        "envelope_malformed"
    );
}

#[test]
fn a_hint_chooses_and_is_not_believed() {
    let (ours, theirs) = (key(1), key(2));
    let trust = trust(&[&ours, &theirs]);
    let mut envelope = signed(&[&ours]);
    assert_eq!(
        accepted(envelope.verify(&trust)),
        (7, vec![id(&ours)], vec![])
    );
    // Without a hint the trusted keys are tried; `null` and the empty text are none.
    envelope.signatures[0].key_id = String::new();
    assert_eq!(
        accepted(envelope.verify(&trust)),
        (7, vec![id(&ours)], vec![])
    );
    let text = String::from_utf8(envelope.to_bytes()).unwrap();
    for hint in ["null", "\"\""] {
        let text = text.replace("{\"sig\"", &format!("{{\"keyid\":{hint},\"sig\""));
        assert_eq!(Envelope::parse(text.as_bytes()).unwrap(), envelope);
    }
    // A hint at another trusted key is a claim that does not hold; one at a stranger leaves nothing to check.
    envelope.signatures[0].key_id = id(&theirs);
    assert_eq!(code(envelope.verify(&trust)), "signature_invalid");
    for hint in [id(&key(3)), id(&ours).to_uppercase(), "ours".to_owned()] {
        envelope.signatures[0].key_id = hint;
        assert_eq!(code(envelope.verify(&trust)), "key_untrusted");
    }
}
