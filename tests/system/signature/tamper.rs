//! Each way of tampering has its own code.

use std::fs;

use ordain_runtime::digest::Digest;
use ordain_runtime::registry::layout::Files;
use ordain_runtime::registry::{Registry, write};
use ordain_runtime::signature::{Envelope, SecretKey, Trust};

use super::{accepted, code, id, key, registry, report, sequence, signed, statement, trust};

/// What a caller holds when it loads a registry.
struct Scene {
    files: Files,
    envelope: Envelope,
    trust: Trust,
}

impl Scene {
    /// A registry that is signed by a trusted key.
    fn new(ours: &SecretKey) -> Self {
        Self {
            files: registry().1,
            envelope: signed(&[ours]),
            trust: trust(&[ours]),
        }
    }

    fn load(&self) -> &'static str {
        let envelope = self.envelope.to_bytes();
        code(Registry::from_signed_files(
            &self.files,
            &envelope,
            &self.trust,
        ))
    }

    fn blob(&self) -> String {
        let blob = self.files.keys().find(|path| path.starts_with("blobs/"));
        blob.unwrap().clone()
    }

    /// Puts other bytes into the payload, and signs them.
    fn payload(&mut self, change: impl FnOnce(&str) -> String, key: &SecretKey) {
        let payload = String::from_utf8(self.envelope.payload.clone()).unwrap();
        let changed = change(&payload);
        assert_ne!(payload, changed);
        self.envelope.payload = changed.into_bytes();
        self.envelope.signatures.clear();
        self.envelope.sign(key).unwrap();
    }
}

type Tamper = fn(&mut Scene, &SecretKey, &SecretKey);

/// What is done, the code of the refusal, and how it is done: to a scene, with the key that it trusts and another.
static TABLE: &[(&str, &str, Tamper)] = &[
    ("nothing", "accepted", |_, _, _| {}),
    ("a blob is changed", "digest_mismatch", |scene, _, _| {
        let blob = scene.blob();
        scene.files.get_mut(&blob).unwrap()[0] ^= 1;
    }),
    ("a blob is missing", "definition_missing", |scene, _, _| {
        let blob = scene.blob();
        scene.files.remove(&blob);
    }),
    ("a blob is added", "unreferenced_blob", |scene, _, _| {
        let bytes = b"more".to_vec();
        let name = Digest::of_bytes(&bytes).hex().to_string();
        scene.files.insert(format!("blobs/sha256/{name}"), bytes);
    }),
    ("a blob is renamed", "definition_missing", |scene, _, _| {
        let blob = scene.blob();
        let bytes = scene.files.remove(&blob).unwrap();
        scene
            .files
            .insert(format!("blobs/sha256/{}", "0".repeat(64)), bytes);
    }),
    ("another index", "index_mismatch", |scene, _, _| {
        scene
            .files
            .get_mut("index.json")
            .unwrap()
            .extend_from_slice(b" ");
    }),
    (
        "another whole registry",
        "index_mismatch",
        |scene, ours, _| {
            let mut other = statement();
            other.index = Digest::of_bytes(b"other");
            scene.envelope = Envelope::new(&other);
            scene.envelope.sign(ours).unwrap();
        },
    ),
    ("no index", "layout_invalid", |scene, _, _| {
        scene.files.remove("index.json");
    }),
    (
        "another version of the layout",
        "layout_invalid",
        |scene, _, _| {
            scene.files.get_mut("oci-layout").unwrap().push(b' ');
        },
    ),
    ("another key", "key_untrusted", |scene, _, theirs| {
        scene.envelope = signed(&[theirs]);
    }),
    ("no signature", "key_untrusted", |scene, _, _| {
        scene.envelope.signatures.clear();
    }),
    ("nobody is trusted", "key_untrusted", |scene, _, _| {
        scene.trust.keys.clear();
    }),
    (
        "a signature of other bytes",
        "signature_invalid",
        |scene, ours, _| {
            scene.envelope.signatures[0].bytes = ours.sign(b"other").to_vec();
        },
    ),
    (
        "a signature of the bare payload",
        "signature_invalid",
        |scene, ours, _| {
            scene.envelope.signatures[0].bytes = ours.sign(&scene.envelope.payload).to_vec();
        },
    ),
    (
        "a signature that is too short",
        "signature_invalid",
        |scene, _, _| {
            scene.envelope.signatures[0].bytes.pop();
        },
    ),
    (
        "the payload is changed",
        "signature_invalid",
        |scene, _, _| {
            scene.envelope.payload = super::Statement {
                sequence: sequence(8),
                ..statement()
            }
            .to_bytes();
        },
    ),
    (
        "one of two signatures is bad",
        "signature_invalid",
        |scene, ours, theirs| {
            scene.envelope = signed(&[ours, theirs]);
            scene.trust = trust(&[ours, theirs]);
            scene.envelope.signatures[1].bytes[40] ^= 1;
        },
    ),
    (
        "the same signature once well and once badly",
        "signature_invalid",
        |scene, _, _| {
            let mut bad = scene.envelope.signatures[0].clone();
            bad.bytes[0] ^= 1;
            scene.envelope.signatures.push(bad);
        },
    ),
    (
        "a stranger signs beside us, badly",
        "accepted",
        |scene, ours, theirs| {
            scene.envelope = signed(&[ours, theirs]);
            scene.envelope.signatures[1].bytes.clear();
        },
    ),
    ("the key is revoked", "key_revoked", |scene, ours, _| {
        scene.trust.revoked.insert(ours.public().id());
    }),
    (
        "a revoked key signs beside us",
        "key_revoked",
        |scene, ours, theirs| {
            scene.envelope = signed(&[ours, theirs]);
            scene.trust.revoked.insert(theirs.public().id());
        },
    ),
    (
        "a revoked key hides its id",
        "key_revoked",
        |scene, ours, _| {
            scene.envelope.signatures[0].key_id.clear();
            scene.trust.revoked.insert(ours.public().id());
        },
    ),
    (
        "a revoked key names another",
        "signature_invalid",
        |scene, ours, theirs| {
            scene.envelope.signatures[0].key_id = id(theirs);
            scene.trust = trust(&[ours, theirs]);
            scene.trust.revoked.insert(ours.public().id());
        },
    ),
    ("an older sequence", "downgrade", |scene, _, _| {
        scene.trust.last_accepted = Some(sequence(8));
    }),
    (
        "an older sequence that is allowed",
        "accepted",
        |scene, _, _| {
            scene.trust.last_accepted = Some(sequence(8));
            scene.trust.allow_downgrade = true;
        },
    ),
    ("the same sequence again", "accepted", |scene, _, _| {
        scene.trust.last_accepted = Some(sequence(7));
    }),
    (
        "another payload type",
        "payload_type_unknown",
        |scene, ours, _| {
            scene.envelope.payload_type = "application/json".to_owned();
            scene.envelope.sign(ours).unwrap();
        },
    ),
    (
        "signed, and no JSON",
        "statement_malformed",
        |scene, ours, _| {
            scene.payload(|_| "nonsense".to_owned(), ours);
        },
    ),
    (
        "signed, and not canonical",
        "statement_malformed",
        |scene, ours, _| {
            scene.payload(|payload| payload.replace(',', ", "), ours);
        },
    ),
    (
        "signed, with a key twice",
        "statement_malformed",
        |scene, ours, _| {
            scene.payload(
                |payload| payload.replace("\"sequence\":7", "\"sequence\":7,\"sequence\":8"),
                ours,
            );
        },
    ),
    (
        "signed, with another member",
        "statement_malformed",
        |scene, ours, _| {
            scene.payload(
                |payload| payload.replace("\"sequence\":7", "\"sequence\":7,\"until\":8"),
                ours,
            );
        },
    ),
    (
        "signed, with a sequence below zero",
        "statement_malformed",
        |scene, ours, _| {
            scene.payload(|payload| payload.replace(":7}", ":-7}"), ours);
        },
    ),
    (
        "signed, of another type",
        "statement_unknown",
        |scene, ours, _| {
            scene.payload(
                |payload| payload.replace("Statement/v1", "Statement/v2"),
                ours,
            );
        },
    ),
    (
        "signed, of another predicate",
        "statement_unknown",
        |scene, ours, _| {
            scene.payload(
                |payload| payload.replace("ordain.dev/attestation/registry", "slsa.dev/provenance"),
                ours,
            );
        },
    ),
    (
        "signed, of another subject",
        "statement_unknown",
        |scene, ours, _| {
            scene.payload(|payload| payload.replace("index.json", "oci-layout"), ours);
        },
    ),
    (
        "signed, without a subject",
        "statement_unknown",
        |scene, ours, _| {
            scene.payload(
                |payload| {
                    let (before, _) = payload.split_once(":[").unwrap();
                    format!("{before}:[]}}")
                },
                ours,
            );
        },
    ),
    (
        "signed, with a digest that is none",
        "statement_unknown",
        |scene, ours, _| {
            scene.payload(
                |payload| payload.replace("\"sha256\":\"", "\"sha256\":\"sha256:"),
                ours,
            );
        },
    ),
    (
        "signed, with a second digest",
        "statement_malformed",
        |scene, ours, _| {
            scene.payload(
                |payload| payload.replace("\"sha256\":", "\"sha1\":\"00\",\"sha256\":"),
                ours,
            );
        },
    ),
];

#[test]
fn each_has_its_code() {
    let (ours, theirs) = (key(1), key(2));
    for (what, expected, tamper) in TABLE {
        let mut scene = Scene::new(&ours);
        tamper(&mut scene, &ours, &theirs);
        assert_eq!(scene.load(), *expected, "{what}");
    }
    report(format_args!("{} ways of tampering", TABLE.len()));
}

#[test]
fn a_refusal_names_the_key() {
    let (ours, theirs) = (key(1), key(2));
    let mut envelope = signed(&[&ours, &theirs]);
    envelope.signatures[1].bytes[0] ^= 1;
    let error = envelope.verify(&trust(&[&ours, &theirs])).unwrap_err();
    assert_eq!(
        error.to_string(),
        format!("the signature of the key {} does not verify", id(&theirs))
    );
    let error = signed(&[&ours]).verify(&trust(&[&theirs])).unwrap_err();
    assert_eq!(
        error.to_string(),
        format!("no signature is by a trusted key; it names `{}`", id(&ours))
    );
    assert_eq!(
        accepted(signed(&[&ours, &theirs]).verify(&trust(&[&ours]))),
        (7, vec![id(&ours)], vec![id(&theirs)])
    );
}

#[test]
fn keys_follow_one_another() {
    let (old, new) = (key(1), key(2));
    let mut trust = trust(&[&old, &new]);
    let both = accepted(signed(&[&old, &new]).verify(&trust)).1;
    assert_eq!(both.len(), 2);
    for one in [&old, &new] {
        assert_eq!(
            accepted(signed(&[one]).verify(&trust)).1,
            [one.public().id().to_string()]
        );
    }
    trust.revoked.insert(old.public().id());
    assert_eq!(code(signed(&[&old]).verify(&trust)), "key_revoked");
    assert_eq!(code(signed(&[&new]).verify(&trust)), "accepted");
}

#[test]
fn a_folder_is_loaded_as_it_was_signed() {
    let place = std::env::temp_dir().join(format!("ordain-signed-{}", std::process::id()));
    let _ = fs::remove_dir_all(&place);
    let (registry, files) = registry();
    write::write(&place, &files).unwrap();
    let ours = key(1);
    let envelope = signed(&[&ours]).to_bytes();
    let trust = trust(&[&ours]);
    let (loaded, accepted) = Registry::load_signed(&place, &envelope, &trust).unwrap();
    assert_eq!(loaded, registry);
    assert_eq!(accepted.index, statement().index);

    let load = || code(Registry::load_signed(&place, &envelope, &trust));
    let blob = place.join(
        files
            .keys()
            .find(|path| path.starts_with("blobs/"))
            .unwrap(),
    );
    let bytes = fs::read(&blob).unwrap();
    fs::write(&blob, b"{ }").unwrap();
    assert_eq!(load(), "digest_mismatch");
    fs::remove_file(&blob).unwrap();
    assert_eq!(load(), "definition_missing");
    fs::write(&blob, bytes).unwrap();
    fs::write(
        place
            .join("blobs/sha256")
            .join(Digest::of_bytes(b"").hex().to_string()),
        b"",
    )
    .unwrap();
    assert_eq!(load(), "unreferenced_blob");
    // The signature is judged first: a folder that nobody vouches for is not looked at.
    let nobody = Trust::default();
    assert_eq!(
        code(Registry::load_signed(&place, &envelope, &nobody)),
        "key_untrusted"
    );
    fs::remove_dir_all(&place).unwrap();
    assert_eq!(load(), "io");
}

#[test]
fn a_refusal_stays_on_its_line() {
    let mut envelope = signed(&[&key(1)]);
    envelope.signatures[0].key_id = "a\nerror[b]: \u{1b}[31m".to_owned();
    let error = envelope.verify(&trust(&[&key(1)])).unwrap_err().to_string();
    assert!(!error.contains(char::is_control), "{error}");
    envelope.payload_type = "c\n".to_owned();
    let error = envelope.verify(&trust(&[&key(1)])).unwrap_err().to_string();
    assert!(!error.contains(char::is_control), "{error}");
}
