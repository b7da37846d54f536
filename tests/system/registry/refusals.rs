//! One way of being wrong, one code.
#![expect(
    clippy::string_slice,
    reason = "the texts are ASCII, and a wrong place fails the test"
)]

use std::fs;

use ordain_runtime::registry::layout::Files;
use ordain_runtime::registry::{Registry, write};

use super::{blob, code, digests, files, redirect, rewrite};

/// What is done, the code of the refusal, and how it is done.
type Row = (&'static str, &'static str, fn(&mut Files));

fn any_blob(files: &Files) -> String {
    let (_, artefact) = digests(files, "shop.refunds");
    blob(&artefact)
}

fn edit_index(files: &mut Files, change: impl FnOnce(&str) -> String) {
    let text = String::from_utf8(files["index.json"].clone()).unwrap();
    let changed = change(&text);
    assert_ne!(text, changed);
    files.insert("index.json".to_owned(), changed.into_bytes());
}

/// Changes the manifest of the policy, with the index made to fit.
fn edit_manifest(files: &mut Files, change: impl FnOnce(&str) -> String) {
    let (manifest, _) = digests(files, "shop.refunds");
    let text = String::from_utf8(files[&blob(&manifest)].clone()).unwrap();
    let changed = change(&text);
    assert_ne!(text, changed);
    redirect(files, "index.json", &manifest, changed.into_bytes());
}

fn policy(files: &mut Files, from: &str, to: &str) {
    rewrite(files, "shop.refunds", |text| text.replacen(from, to, 1));
}

fn profile(files: &mut Files, id: &str, from: &str, to: &str) {
    rewrite(files, id, |text| text.replacen(from, to, 1));
}

/// Facts are changed alone in their registry, since everything else pins them.
fn facts(files: &mut Files, from: &str, to: &str) {
    rewrite(files, "shop.request", |text| text.replacen(from, to, 1));
}

static TABLE: &[Row] = &[
    ("nothing", "loaded", |_| {}),
    ("a byte of a blob", "digest_mismatch", |files| {
        let path = any_blob(files);
        files.get_mut(&path).unwrap()[5] ^= 1;
    }),
    ("a blob cut short", "digest_mismatch", |files| {
        let path = any_blob(files);
        files.get_mut(&path).unwrap().pop();
    }),
    ("a blob gone", "definition_missing", |files| {
        let path = any_blob(files);
        files.remove(&path);
    }),
    ("the index gone", "layout_invalid", |files| {
        files.remove("index.json");
    }),
    ("the layout gone", "layout_invalid", |files| {
        files.remove("oci-layout");
    }),
    ("another layout", "layout_invalid", |files| {
        files.insert(
            "oci-layout".to_owned(),
            br#"{"imageLayoutVersion":"1.1.0"}"#.to_vec(),
        );
    }),
    ("a blob too many", "unreferenced_blob", |files| {
        files.insert(format!("blobs/sha256/{}", "0".repeat(64)), b"{}".to_vec());
    }),
    ("a blob under another name", "definition_missing", |files| {
        let path = any_blob(files);
        let bytes = files.remove(&path).unwrap();
        files.insert(format!("blobs/sha256/{}", "0".repeat(64)), bytes);
    }),
    ("another size", "digest_mismatch", |files| {
        edit_index(files, |text| text.replacen("\"size\":", "\"size\":1", 1));
    }),
    ("an index that is not canonical", "not_canonical", |files| {
        edit_index(files, |text| format!("{text}\n"));
    }),
    (
        "a member too many in the index",
        "unknown_member",
        |files| {
            edit_index(files, |text| {
                text.replacen("{\"manifests\"", "{\"extra\":1,\"manifests\"", 1)
            });
        },
    ),
    ("a key twice in the index", "duplicate_key", |files| {
        edit_index(files, |text| {
            text.replacen("{\"manifests\"", "{\"manifests\":[],\"manifests\"", 1)
        });
    }),
    ("another order in the index", "layout_invalid", |files| {
        edit_index(files, |text| {
            let inner = text.strip_prefix("{\"manifests\":[").unwrap();
            let (list, rest) = inner.split_once("],\"mediaType\"").unwrap();
            let mut parts: Vec<&str> = list.split("},{\"annotations\"").collect();
            let last = parts.len() - 2;
            parts.swap(last, last - 1);
            format!(
                "{{\"manifests\":[{}],\"mediaType\"{rest}",
                parts.join("},{\"annotations\"")
            )
        });
    }),
    ("one revision twice", "revision_mutated", |files| {
        edit_index(files, |text| {
            let inner = text.strip_prefix("{\"manifests\":[").unwrap();
            let (first, _) = inner.split_once(",{\"annotations\"").unwrap();
            format!("{{\"manifests\":[{first},{inner}")
        });
    }),
    ("another tag", "layout_invalid", |files| {
        edit_index(files, |text| {
            text.replacen("ref.name\":\"", "ref.name\":\"x", 1)
        });
    }),
    ("a manifest of another kind", "layout_invalid", |files| {
        edit_manifest(files, |text| {
            text.replacen("vnd.ordain.policy.v1", "vnd.ordain.facts.v1", 1)
        });
    }),
    ("a manifest without a layer", "layout_invalid", |files| {
        edit_manifest(files, |text| {
            let start = text.find("\"layers\":[").unwrap() + "\"layers\":[".len();
            let end = start + text[start..].find(']').unwrap();
            format!("{}{}", &text[..start], &text[end..])
        });
    }),
    (
        "a manifest that names another artefact",
        "artefact_mismatch",
        |files| {
            edit_manifest(files, |text| {
                text.replacen("\"shop.refunds\"", "\"shop.returns\"", 1)
            });
        },
    ),
    (
        "a manifest of another revision",
        "artefact_mismatch",
        |files| {
            edit_manifest(files, |text| {
                text.replacen("artefact.revision\":\"1\"", "artefact.revision\":\"2\"", 1)
            });
        },
    ),
    (
        "an artefact that is not canonical",
        "not_canonical",
        |files| {
            rewrite(files, "shop.refunds", |text| format!(" {text}"));
        },
    ),
    (
        "an artefact with a member too many",
        "unknown_member",
        |files| {
            policy(files, "\"priority\":100", "\"priority\":100,\"quirk\":1");
        },
    ),
    ("an artefact without a member", "missing_member", |files| {
        policy(files, "\"priority\":100,", "");
    }),
    (
        "an artefact of an unknown format",
        "unknown_format",
        |files| {
            policy(files, "ordain.policy.v1", "ordain.policy.v9");
        },
    ),
    ("a reference to other bytes", "revision_mutated", |files| {
        let (_, digest) = digests(files, "shop.request");
        policy(files, &digest, &format!("sha256:{}", "0".repeat(64)));
    }),
    ("a reference to nothing", "definition_missing", |files| {
        policy(files, "\"shop.request\"", "\"shop.requests\"");
    }),
    (
        "a reference to another kind",
        "artefact_mismatch",
        |files| {
            policy(
                files,
                "\"artifact_type\":\"facts\"",
                "\"artifact_type\":\"control\"",
            );
        },
    ),
    ("rules out of order", "invariant_broken", |files| {
        policy(files, "\"priority\":50", "\"priority\":500");
    }),
    (
        "a priority that is not exact",
        "number_out_of_range",
        |files| {
            policy(files, "\"priority\":50", "\"priority\":9007199254740992");
        },
    ),
    ("two rules of one name", "invariant_broken", |files| {
        policy(files, "\"rule_id\":\"small\"", "\"rule_id\":\"large\"");
    }),
    ("a limit with two bounds", "invariant_broken", |files| {
        policy(files, "\"at_most\":3", "\"at_least\":1,\"at_most\":3");
    }),
    ("a limit that lists nothing", "invariant_broken", |files| {
        policy(files, "\"one_of\":[5,\"INR\"]", "\"one_of\":[]");
    }),
    ("a limit waived by nobody", "invariant_broken", |files| {
        policy(
            files,
            "\"approvals\":[{\"gate\":\"finance\",\"mode\":\"delegated\"}],",
            "",
        );
    }),
    ("an obligation twice", "invariant_broken", |files| {
        policy(files, "[\"record\"]", "[\"record\",\"record\"]");
    }),
    ("an approval twice", "invariant_broken", |files| {
        policy(
            files,
            "[{\"gate\":\"finance\",\"mode\":\"delegated\"}]",
            "[{\"gate\":\"finance\",\"mode\":\"delegated\"},{\"gate\":\"finance\",\"mode\":\"delegated\"}]",
        );
    }),
    ("a key that is none", "invariant_broken", |files| {
        policy(files, "\"intent\":[", "\"amount\":[");
    }),
    (
        "a value that the key cannot have",
        "invariant_broken",
        |files| {
            policy(files, "\"lane\":[\"fast\"]", "\"lane\":[\"slower\"]");
        },
    ),
    ("a key without values", "invariant_broken", |files| {
        policy(files, "\"lane\":[\"fast\"]", "\"lane\":[]");
    }),
    ("an outcome that is none", "unknown_variant", |files| {
        policy(files, "\"outcome\":\"deny\"", "\"outcome\":\"refuse\"");
    }),
    (
        "a control that is required and optional",
        "invariant_broken",
        |files| {
            rewrite(files, "shop.loose", |text| {
                let list = &text[text.find("\"optional\":").unwrap() + "\"optional\":".len()..];
                let list = &list[..=list.find(']').unwrap()];
                text.replacen(",\"title\"", &format!(",\"required\":{list},\"title\""), 1)
            });
        },
    ),
    (
        "a condition without features",
        "invariant_broken",
        |files| {
            profile(
                files,
                "shop.wide",
                "[\"external_network\",\"delegation\"]",
                "[]",
            );
        },
    ),
    ("features out of order", "invalid_value", |files| {
        profile(
            files,
            "shop.wide",
            "[\"external_network\",\"delegation\"]",
            "[\"delegation\",\"external_network\"]",
        );
    }),
];

static FACTS: &[Row] = &[
    ("nothing", "loaded", |_| {}),
    ("an empty range", "invariant_broken", |files| {
        facts(files, "\"minimum\":0", "\"minimum\":11");
    }),
    ("an enum without members", "invariant_broken", |files| {
        facts(files, "\"members\":[\"fast\",\"slow\"]", "\"members\":[]");
    }),
    ("a key of another type", "invariant_broken", |files| {
        facts(
            files,
            "\"number\":{\"type\"",
            "\"number\":{\"key\":true,\"type\"",
        );
    }),
    ("a set of amounts", "invariant_broken", |files| {
        facts(
            files,
            "{\"kind\":\"set\",\"of\":{\"kind\":\"identifier\"}}",
            "{\"kind\":\"set\",\"of\":{\"kind\":\"money\"}}",
        );
    }),
    ("a record without fields", "invariant_broken", |files| {
        facts(
            files,
            "{\"fields\":{\"kind\":{\"type\":{\"kind\":\"text\"}}},\"kind\":\"record\"}",
            "{\"fields\":{},\"kind\":\"record\"}",
        );
    }),
    ("a type that is none", "unknown_variant", |files| {
        facts(files, "{\"kind\":\"money\"}", "{\"kind\":\"decimal\"}");
    }),
];

/// The registry of the facts alone.
fn facts_alone() -> Files {
    use ordain_runtime::registry::{Artefact, FactsBody, Kind, layout};
    let all = super::registry();
    let reference = all.get(Kind::Facts, "shop.request", "1").unwrap();
    let artefact: Artefact<FactsBody> = all.decode(&reference).unwrap();
    let mut alone = Registry::default();
    alone.insert(&artefact).unwrap();
    layout::files(&alone).unwrap()
}

#[test]
fn each_fault_has_its_code() {
    let mut wrong = Vec::new();
    for (table, start) in [(TABLE, files()), (FACTS, facts_alone())] {
        for (what, expected, change) in table {
            let mut files = start.clone();
            change(&mut files);
            let found = code(Registry::from_files(&files));
            if found != *expected {
                wrong.push(format!("{what}: expected {expected}, found {found}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    println!("registry: {} faults refused", TABLE.len() + FACTS.len() - 2);
}

#[test]
fn every_changed_byte_is_refused() {
    let files = files();
    let good = Registry::from_files(&files).unwrap();
    let mut refused = 0_usize;
    for (path, bytes) in &files {
        for at in 0..bytes.len() {
            let mut changed = files.clone();
            changed.get_mut(path).unwrap()[at] ^= 1 << (at % 8);
            match Registry::from_files(&changed) {
                Ok(loaded) => assert_eq!(loaded, good, "{path} at {at}"),
                Err(_) => refused += 1,
            }
        }
    }
    println!("registry: {refused} changed bytes refused");
    assert!(refused > 10_000);
}

#[cfg(unix)]
#[test]
fn a_folder_holds_nothing_but_a_registry() {
    use std::os::unix::ffi::OsStrExt as _;
    use std::os::unix::fs::symlink;

    let check = |what: &str, expected: &str, change: &dyn Fn(&std::path::Path)| {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().join("registry");
        write::write(&root, &files()).unwrap();
        change(&root);
        assert_eq!(code(Registry::load(&root)), expected, "{what}");
    };
    check("nothing", "loaded", &|_| {});
    check("a file beside the index", "path_invalid", &|root| {
        fs::write(root.join("notes.txt"), "x").unwrap();
    });
    check("a folder beside the blobs", "path_invalid", &|root| {
        fs::create_dir(root.join("blobs/sha512")).unwrap();
    });
    check(
        "a blob of a name that is no digest",
        "path_invalid",
        &|root| {
            fs::write(root.join("blobs/sha256/ABC"), "x").unwrap();
        },
    );
    check("a blob that is a link", "path_invalid", &|root| {
        let blob = root.join(blob(&digests(&files(), "shop.refunds").1));
        let elsewhere = root.parent().unwrap().join("elsewhere");
        fs::rename(&blob, &elsewhere).unwrap();
        symlink(&elsewhere, &blob).unwrap();
    });
    check("a folder that is a link", "path_invalid", &|root| {
        let elsewhere = root.parent().unwrap().join("elsewhere");
        fs::rename(root.join("blobs"), &elsewhere).unwrap();
        symlink(&elsewhere, root.join("blobs")).unwrap();
    });
    check("a name that is no text", "path_invalid", &|root| {
        fs::write(root.join(std::ffi::OsStr::from_bytes(b"\xff")), "x").unwrap();
    });
    check("an index that is too large", "too_large", &|root| {
        let file = fs::OpenOptions::new()
            .write(true)
            .open(root.join("index.json"))
            .unwrap();
        file.set_len((64 << 20) + 1).unwrap();
    });
    check("a journal that is none", "layout_invalid", &|root| {
        fs::write(root.join(".ordain-journal"), "../../etc/passwd").unwrap();
    });
    check(
        "a journal that names what the index reaches",
        "loaded",
        &|root| {
            let reached = blob(&digests(&files(), "shop.refunds").1);
            fs::write(root.join(".ordain-journal"), reached).unwrap();
        },
    );
    check("no folder", "io", &|root| fs::remove_dir_all(root).unwrap());
}
