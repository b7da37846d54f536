//! Registries: what is written is what is loaded, and every other registry is refused with its own code.
#![expect(
    clippy::print_stdout,
    reason = "what was counted belongs to the result"
)]

mod refusals;
mod schemas;

use ordain::emit::artefacts;
use ordain::source::Sources;
use ordain_runtime::canonical;
use ordain_runtime::digest::Digest;
use ordain_runtime::registry::layout::{self, Files};
use ordain_runtime::registry::{Registry, RegistryError, lock};

/// Rules that use every kind of artefact and every clause.
const RULES: &str = r#"
package shop

facts request@1 {
  key intent: id
  key lane: enum { fast, slow }?
  amount: money
  number: int 0..=10
  tags: set of id
  items: list of { kind: text }
}

control first@1 {
  title "First" statement "The count is small." owner runtime stage dispatch evidence request@1
  satisfied when number < 3
}
control second@1 {
  title "Second" statement "It is recorded." owner operator stage settle evidence request@1
}

profile base@1 { title "Base" require first@1 }
profile wide@1 {
  title "Wide" extends base@1
  when external_network and delegation require second@1
}
profile loose@1 { title "Loose" optional second@1 }

policy refunds@1 on request@1 {
  rule large priority 100 {
    on intent "refund", "return" and lane fast
    when amount > INR 3_000.00
    then allow because "Large." approval finance at delegated require evidence lookup oblige "record"
      prohibit pay.out limit amount at most 3 unless approved limit currency in ["INR", 5]
    else deny
  }
  rule small priority 50 { when number + 1 < 5 then allow }
  scoring rule busy { when number > 3 score 10 }
  guardrail scan { when any item in items: item.kind == "scan" then refuse, escalate desk, approval board, redact tags }
}
"#;

fn registry() -> Registry {
    let sources = Sources::parse(vec![("shop.ordain".to_owned(), RULES.as_bytes().to_vec())]);
    let compilation = ordain::compile(&sources);
    assert_eq!(compilation.errors(), 0, "{:?}", compilation.diagnostics);
    artefacts::emit(&compilation.model).unwrap().registry
}

fn files() -> Files {
    layout::files(&registry()).unwrap()
}

fn blob(digest: &str) -> String {
    format!("blobs/sha256/{}", digest.strip_prefix("sha256:").unwrap())
}

/// Puts other bytes behind a digest that `referrer` names, and makes the digest and the size there fit.
fn redirect(files: &mut Files, referrer: &str, old: &str, bytes: Vec<u8>) -> String {
    let before = files.remove(&blob(old)).unwrap();
    let new = Digest::of_bytes(&bytes).to_string();
    let text = String::from_utf8(files[referrer].clone()).unwrap();
    let at = text.find(old).unwrap();
    let (head, tail) = text.split_at(at);
    let tail = tail.replacen(old, &new, 1).replacen(
        &format!("\"size\":{}", before.len()),
        &format!("\"size\":{}", bytes.len()),
        1,
    );
    files.insert(referrer.to_owned(), format!("{head}{tail}").into_bytes());
    files.insert(blob(&new), bytes);
    new
}

/// The digests of the manifest and of the artefact of one revision.
fn digests(files: &Files, id: &str) -> (String, String) {
    let index = canonical::parse(&files["index.json"]).unwrap().into_owned();
    let manifests = index.get("manifests").unwrap().as_array().unwrap();
    let descriptor = manifests
        .iter()
        .find(|one| {
            one.get("annotations")
                .unwrap()
                .get("dev.ordain.artefact.id")
                .unwrap()
                .as_str()
                == Some(id)
        })
        .unwrap();
    let manifest = descriptor
        .get("digest")
        .unwrap()
        .as_str()
        .unwrap()
        .to_owned();
    let document = canonical::parse(&files[&blob(&manifest)]).unwrap();
    let layer = &document.get("layers").unwrap().as_array().unwrap()[0];
    (
        manifest,
        layer.get("digest").unwrap().as_str().unwrap().to_owned(),
    )
}

/// Changes the text of an artefact, and every digest on the way to it, so that only what it says is wrong.
fn rewrite(files: &mut Files, id: &str, change: impl FnOnce(&str) -> String) {
    let (manifest, artefact) = digests(files, id);
    let text = String::from_utf8(files[&blob(&artefact)].clone()).unwrap();
    let changed = change(&text);
    assert_ne!(text, changed, "the change does not meet its text");
    redirect(files, &blob(&manifest), &artefact, changed.into_bytes());
    let bytes = files[&blob(&manifest)].clone();
    redirect(files, "index.json", &manifest, bytes);
}

fn code(loaded: Result<Registry, RegistryError>) -> &'static str {
    loaded.map_or_else(|error| error.code(), |_| "loaded")
}

#[test]
fn what_is_laid_out_is_what_is_loaded() {
    let registry = registry();
    let files = layout::files(&registry).unwrap();
    assert_eq!(Registry::from_files(&files).unwrap(), registry);
    let folder = tempfile::tempdir().unwrap();
    ordain_runtime::registry::write::write(folder.path(), &files).unwrap();
    assert_eq!(Registry::load(folder.path()).unwrap(), registry);
}

#[test]
fn a_lock_reads_back_and_nothing_else_does() {
    let registry = registry();
    let text = lock::print(&registry);
    let locked = lock::parse(&text).unwrap();
    let stored = registry.references().map(|one| {
        (
            (one.artifact_type, one.artifact_id, one.version),
            one.sha256,
        )
    });
    assert!(locked.into_iter().eq(stored));
    let lines: Vec<&str> = text.lines().collect();
    let mut refused = 0;
    for first in 0..lines.len() {
        for second in first + 1..lines.len() {
            let mut swapped = lines.clone();
            swapped.swap(first, second);
            assert_eq!(
                lock::parse(&swapped.join("\n")).unwrap_err().code(),
                "lock_invalid"
            );
            refused += 1;
        }
        let mut doubled = lines.clone();
        doubled.insert(first, lines[first]);
        assert_eq!(
            lock::parse(&doubled.join("\n")).unwrap_err().code(),
            "lock_invalid"
        );
        refused += 1;
    }
    for broken in [
        "facts shop.request@1",
        "facts shop.request sha256:00",
        "fact a@1 sha256:00",
        " ",
    ] {
        assert!(lock::parse(&format!("{}\n{broken}\n", lines[0])).is_err());
        refused += 1;
    }
    println!("lock: {refused} changed files refused");
}
