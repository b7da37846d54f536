//! A writer that is killed at each of its steps, with and without a half-written file left behind.

use std::cell::Cell;
use std::path::Path;

use alloc::collections::BTreeMap;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;

use super::super::{Artefact, Body as _, FactsBody, Registry, layout};
use super::{Disk, JOURNAL, TEMPORARY, check, write, write_to};
use crate::policy::{Field, Type};

/// A disk that takes so many changes and then fails, as if the process had been killed. It need not outlive a machine, so
/// it waits for nothing.
struct Killed {
    left: Cell<usize>,
    leaves_half: bool,
}

impl Killed {
    fn step(&self, path: &Path, bytes: &[u8]) -> std::io::Result<()> {
        if let Some(left) = self.left.get().checked_sub(1) {
            self.left.set(left);
            return Ok(());
        }
        if self.leaves_half {
            let folder = path.parent().expect("every file is in a folder");
            std::fs::create_dir_all(folder)?;
            let half = &bytes[..bytes.len() / 2];
            std::fs::write(folder.join(std::format!("{TEMPORARY}half")), half)?;
        }
        Err(std::io::Error::other("killed"))
    }
}

impl Disk for Killed {
    fn replace(&self, path: &Path, bytes: &[u8]) -> std::io::Result<()> {
        self.step(path, bytes)?;
        std::fs::create_dir_all(path.parent().expect("every file is in a folder"))?;
        std::fs::write(path, bytes)
    }

    fn remove(&self, path: &Path) -> std::io::Result<()> {
        self.step(path, b"")?;
        std::fs::remove_file(path)
    }
}

impl Killed {
    fn after(steps: usize, leaves_half: bool) -> Self {
        Self {
            left: Cell::new(steps),
            leaves_half,
        }
    }

    fn never() -> Self {
        Self::after(usize::MAX, false)
    }
}

fn registry(names: &[&str]) -> Registry {
    let mut registry = Registry::default();
    for name in names {
        let fields = BTreeMap::from([(
            (*name).to_string(),
            Field {
                ty: Type::Boolean,
                optional: false,
                key: false,
            },
        )]);
        let artefact = Artefact {
            artifact_type: FactsBody::KIND,
            artifact_id: std::format!("test.{name}"),
            version: "1".to_string(),
            format: FactsBody::FORMAT,
            body: FactsBody { fields },
        };
        registry.insert(&artefact).expect("the artefact is sound");
    }
    registry
}

#[test]
fn a_killed_writer_leaves_one_registry_whole() {
    let old = registry(&["kept", "dropped"]);
    let new = registry(&["kept", "added", "more"]);
    let (old_files, new_files) = (
        layout::files(&old).expect("it has a layout"),
        layout::files(&new).expect("it has a layout"),
    );
    let mut seen = Vec::new();
    for leaves_half in [false, true] {
        for steps in 0.. {
            let folder = tempfile::tempdir().expect("there is room");
            let root = folder.path().join("registry");
            write_to(&Killed::never(), &root, &old_files).expect("the old registry is written");
            let disk = Killed::after(steps, leaves_half);
            let finished = write_to(&disk, &root, &new_files).is_ok();
            let loaded = Registry::load(&root).expect("a whole registry is there");
            assert!(
                loaded == old || loaded == new,
                "after {steps} steps it is neither"
            );
            seen.push(loaded == new);
            // The next build clears away what was left.
            write_to(&Killed::never(), &root, &new_files).expect("the new registry is written");
            assert_eq!(check(&root, &new_files).expect("it can be read"), []);
            assert!(!root.join(JOURNAL).exists());
            assert_eq!(Registry::load(&root).expect("it loads"), new);
            if finished {
                break;
            }
        }
    }
    assert!(seen.contains(&true) && seen.contains(&false));
}

#[test]
fn a_writer_that_is_killed_while_it_mends_leaves_one_registry_whole() {
    let all = [
        registry(&["kept", "dropped", "again"]),
        registry(&["kept", "added", "more"]),
        registry(&["kept", "added", "again", "last"]),
    ];
    let files = all
        .each_ref()
        .map(|registry| layout::files(registry).expect("it has a layout"));
    for (first, second) in [(1, 1), (1, 2), (1, 0)] {
        for steps in 0.. {
            let mut finished = true;
            for more in 0.. {
                let folder = tempfile::tempdir().expect("there is room");
                let root = folder.path().join("registry");
                write_to(&Killed::never(), &root, &files[0]).expect("the old registry is written");
                let killed =
                    |files, steps| write_to(&Killed::after(steps, true), &root, files).is_err();
                finished &= !killed(&files[first], steps);
                let mended = !killed(&files[second], more);
                let loaded = Registry::load(&root).expect("a whole registry is there");
                assert!(all.contains(&loaded), "after {steps} and {more} steps");
                write_to(&Killed::never(), &root, &files[second]).expect("the registry is written");
                assert_eq!(check(&root, &files[second]).expect("it can be read"), []);
                if mended {
                    break;
                }
            }
            if finished {
                break;
            }
        }
    }
}

#[test]
fn the_images_of_others_are_left_alone() {
    let folder = tempfile::tempdir().expect("there is room");
    let root = folder.path();
    let ours = layout::files(&registry(&["one"])).expect("it has a layout");
    let blob = std::format!("blobs/sha256/{}", "0".repeat(64));
    let image = r#"{"schemaVersion":2,"manifests":[{"mediaType":"application/vnd.oci.image.manifest.v1+json","size":3,"digest":"sha256:0"}]}"#;
    std::fs::create_dir_all(root.join("blobs/sha256")).expect("there is room");
    std::fs::write(root.join("oci-layout"), super::super::oci::LAYOUT).expect("there is room");
    std::fs::write(root.join("index.json"), image).expect("there is room");
    std::fs::write(root.join(&blob), "img").expect("there is room");
    for error in [
        write(root, &ours).expect_err("it is another's"),
        check(root, &ours).expect_err("it is another's"),
    ] {
        assert_eq!(error.code(), "not_a_registry");
    }
    assert_eq!(std::fs::read(root.join(blob)).expect("it is there"), b"img");

    // An index that is cut short says nothing of anybody, and a build mends it.
    let half = &ours["index.json"][..20];
    let root = root.join("ours");
    write(&root, &ours).expect("it is written");
    std::fs::write(root.join("index.json"), half).expect("there is room");
    assert_eq!(
        write(&root, &ours).expect("it is mended").changed,
        ["index.json"]
    );
}

#[test]
fn nothing_is_written_twice_and_nothing_of_strangers_is_touched() {
    let folder = tempfile::tempdir().expect("there is room");
    let root = folder.path().join("registry");
    let files = layout::files(&registry(&["one"])).expect("it has a layout");
    let first = write(&root, &files).expect("it is written");
    assert_eq!(
        first.changed,
        files.keys().cloned().collect::<Vec<String>>()
    );
    assert!(
        write(&root, &files)
            .expect("it is there")
            .changed
            .is_empty()
    );

    let strange = folder.path().join("strange");
    std::fs::create_dir(&strange).expect("there is room");
    std::fs::write(strange.join("thesis.txt"), "years of work").expect("there is room");
    assert_eq!(
        write(&strange, &files)
            .expect_err("it is no registry")
            .code(),
        "not_a_registry"
    );
    assert_eq!(std::fs::read_dir(&strange).expect("it is there").count(), 1);
}
