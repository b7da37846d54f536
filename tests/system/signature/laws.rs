//! What holds of every byte: none can be changed and pass.

use ordain_runtime::registry::Registry;
use ordain_runtime::signature::{Envelope, Trust};
use proptest::prelude::*;

use super::{code, key, registry, report, signed, trust};

fn verifies(envelope: &[u8], trust: &Trust) -> bool {
    Envelope::parse(envelope).is_ok_and(|envelope| envelope.verify(trust).is_ok())
}

#[test]
fn no_bit_of_an_envelope_can_be_flipped() {
    let (ours, theirs) = (key(1), key(2));
    let envelope = signed(&[&ours]).to_bytes();
    let trust = trust(&[&ours, &theirs]);
    assert!(verifies(&envelope, &trust));
    for offset in 0..envelope.len() {
        for bit in 0..8 {
            let mut flipped = envelope.clone();
            flipped[offset] ^= 1 << bit;
            assert!(!verifies(&flipped, &trust), "bit {bit} of byte {offset}");
        }
    }
    report(format_args!(
        "{} flipped bits of an envelope refused",
        envelope.len() * 8
    ));
}

#[test]
fn no_byte_of_an_index_can_be_flipped() {
    let ours = key(1);
    let (_, mut files) = registry();
    let envelope = signed(&[&ours]).to_bytes();
    let trust = trust(&[&ours]);
    let length = files["index.json"].len();
    for offset in 0..length {
        let bit = 1 << (offset % 8);
        files.get_mut("index.json").unwrap()[offset] ^= bit;
        let refused = code(Registry::from_signed_files(&files, &envelope, &trust));
        assert_eq!(refused, "index_mismatch", "byte {offset}");
        files.get_mut("index.json").unwrap()[offset] ^= bit;
    }
    assert!(Registry::from_signed_files(&files, &envelope, &trust).is_ok());
    report(format_args!("{length} flipped bytes of an index refused"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    /// Another byte is refused, unless it spells the same base64 in the other alphabet.
    #[test]
    fn no_byte_of_an_envelope_can_be_another(offset: prop::sample::Index, byte: u8) {
        let (ours, theirs) = (key(1), key(2));
        let mut envelope = signed(&[&ours]).to_bytes();
        let was = Envelope::parse(&envelope).unwrap();
        let offset = offset.index(envelope.len());
        prop_assume!(envelope[offset] != byte);
        envelope[offset] = byte;
        if let Ok(read) = Envelope::parse(&envelope) {
            prop_assert!(read == was || read.verify(&trust(&[&ours, &theirs])).is_err());
        }
    }

    #[test]
    fn no_byte_of_a_registry_can_be_another(
        file: prop::sample::Index,
        offset: prop::sample::Index,
        byte: u8,
    ) {
        let ours = key(1);
        let (_, mut files) = registry();
        let file = file.index(files.len());
        let bytes = files.values_mut().nth(file).unwrap();
        let offset = offset.index(bytes.len());
        prop_assume!(bytes[offset] != byte);
        bytes[offset] = byte;
        let envelope = signed(&[&ours]).to_bytes();
        prop_assert!(Registry::from_signed_files(&files, &envelope, &trust(&[&ours])).is_err());
    }

    /// Nothing that anyone sends makes it panic, and nothing passes.
    #[test]
    fn no_envelope_of_a_stranger_passes(bytes: Vec<u8>, payload: Vec<u8>, hint in ".{0,70}") {
        let ours = key(1);
        prop_assert!(!verifies(&bytes, &trust(&[&ours])));
        let mut envelope = signed(&[&ours]);
        envelope.payload = payload;
        prop_assert!(!verifies(&envelope.to_bytes(), &trust(&[&ours])));
        envelope.signatures[0].key_id = hint;
        envelope.signatures[0].bytes = bytes;
        prop_assert!(!verifies(&envelope.to_bytes(), &trust(&[&ours])));
    }

    #[test]
    fn an_envelope_is_read_as_it_is_written(
        payload: Vec<u8>,
        payload_type: String,
        signatures in prop::collection::vec((".{0,70}", any::<Vec<u8>>()), 0..4),
    ) {
        let mut envelope = signed(&[]);
        envelope.payload = payload;
        envelope.payload_type = payload_type;
        for (key_id, bytes) in signatures {
            envelope.signatures.push(ordain_runtime::signature::Signature { key_id, bytes });
        }
        prop_assert_eq!(Envelope::parse(&envelope.to_bytes()).unwrap(), envelope);
    }
}
