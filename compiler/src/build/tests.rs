use std::fs;
use std::path::Path;

use super::{Project, watch};

const RULES: &str = "package support\nfacts request@1 { intent: id }\n";

fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (path, text) in files {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}

fn watched(root: &Path, out_dir: &Path) -> Vec<String> {
    let project = Project::open(root).unwrap();
    let shorten = |path: String| path.replace(&*root.to_string_lossy(), "ROOT");
    watch::paths(&project.read, project.settings.as_deref(), out_dir)
        .into_iter()
        .map(shorten)
        .collect()
}

#[test]
fn every_file_and_folder_that_was_read_is_watched() {
    let out = folder(&[]);
    let plain = folder(&[
        ("a.ordain", RULES),
        ("sub/b.ordain", "package b\n"),
        ("notes.txt", ""),
    ]);
    assert_eq!(
        watched(plain.path(), out.path()),
        ["ROOT", "ROOT/sub", "ROOT/a.ordain", "ROOT/sub/b.ordain"]
    );
    let settled = folder(&[
        (
            "ordain.toml",
            "[project]\nname = \"x\"\nsources = [\"rules\"]\n",
        ),
        ("rules/a.ordain", RULES),
        ("other/b.ordain", "package b\n"),
    ]);
    assert_eq!(
        watched(settled.path(), out.path()),
        ["ROOT/ordain.toml", "ROOT/rules", "ROOT/rules/a.ordain"]
    );
}

#[test]
fn nothing_that_is_written_is_watched() {
    let package = folder(&[
        ("a.ordain", RULES),
        ("src/generated/x.rs", ""),
        ("sub/b.ordain", "package b\n"),
    ]);
    let out = package.path().join("src/generated");
    let found = watched(package.path(), &out);
    assert!(
        !found.contains(&"ROOT".to_owned()) && !found.contains(&"ROOT/src".to_owned()),
        "{found:?}"
    );
    assert!(
        found.contains(&"ROOT/a.ordain".to_owned()) && found.contains(&"ROOT/sub".to_owned()),
        "{found:?}"
    );
}

#[test]
fn what_is_there_already_is_not_written_again() {
    let rules = folder(&[("a.ordain", RULES)]);
    let out = folder(&[]);
    let emit = || {
        Project::open(rules.path())
            .unwrap()
            .out_dir(out.path())
            .emit_rerun_directives(false)
            .emit()
            .unwrap();
    };
    emit();
    let file = out.path().join("support.rs");
    let written = fs::metadata(&file).unwrap().modified().unwrap();
    emit();
    assert_eq!(fs::metadata(&file).unwrap().modified().unwrap(), written);
}

#[test]
fn errors_are_readable_as_a_main_prints_them() {
    let rules = folder(&[(
        "a.ordain",
        "package support\nfacts request@1 { intent: idd, other: idd }\n",
    )]);
    let out = folder(&[]);
    let error = Project::open(rules.path())
        .unwrap()
        .out_dir(out.path())
        .emit_rerun_directives(false)
        .emit()
        .unwrap_err();
    assert_eq!(error.lines().len(), 2, "{error}");
    assert!(
        error.lines()[0].contains("a.ordain:2:27: E0301: "),
        "{error}"
    );
    let shown = format!("{error:?}");
    assert!(
        shown.contains("E0301") && shown.contains("a.ordain:2:27"),
        "{shown}"
    );
    assert!(!out.path().join("support.rs").exists());
}

#[test]
fn a_project_that_is_not_there_says_so() {
    let error = Project::open("nowhere/at/all").unwrap_err();
    assert!(
        error.to_string().starts_with("io: `nowhere/at/all`: "),
        "{error}"
    );
    let settings = folder(&[("ordain.toml", "[project]\n")]);
    let error = Project::open(settings.path()).unwrap_err();
    assert!(error.to_string().starts_with("config_invalid: "), "{error}");
    assert_eq!(error.lines().len(), 1);
}
