//! What is checked in is what the rules say, and the rules alone: no place, no order, nothing of the machine goes into it.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use ordain::project::{Outputs, Project};
use ordain::source::Sources;
use ordain_tests::project;

/// The projects whose outputs are checked in, below the folder of the whole.
const CHECKED_IN: [&str; 2] = ["profiles", "tests/fixtures/everything"];

fn compute(project: &Project, out: Option<&Path>) -> Outputs {
    let compilation = ordain::compile(&project.sources);
    Outputs::compute(project, &compilation, out).unwrap()
}

/// The bytes of every file below a folder.
fn files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut files = BTreeMap::new();
    let mut open = vec![folder.to_path_buf()];
    while let Some(next) = open.pop() {
        for entry in fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else {
                let below = path.strip_prefix(folder).unwrap().to_path_buf();
                files.insert(below, fs::read(path).unwrap());
            }
        }
    }
    files
}

/// An empty folder of this test alone.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("drift")
        .join(name);
    if folder.exists() {
        fs::remove_dir_all(&folder).unwrap();
    }
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn copy_sources(from: &Path, to: &Path) {
    for (path, bytes) in files(from) {
        let is_source = path
            .extension()
            .is_some_and(|extension| extension == "ordain");
        if is_source || path == Path::new("ordain.toml") {
            let path = to.join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, bytes).unwrap();
        }
    }
}

/// What a build of `profiles` writes in place of the project's own, by the paths below `out/profiles`.
fn written(out: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let all = files(out);
    let lock = Path::new("profiles/ordain.lock");
    assert!(all.contains_key(lock), "{:?}", all.keys());
    assert!(
        all.contains_key(Path::new("generated/src/contextos.rs")),
        "{:?}",
        all.keys()
    );
    assert!(
        all.contains_key(Path::new("generated/registry/index.json")),
        "{:?}",
        all.keys()
    );
    all
}

fn assert_same(one: &BTreeMap<PathBuf, Vec<u8>>, other: &BTreeMap<PathBuf, Vec<u8>>, what: &str) {
    let names = one.keys().chain(other.keys());
    let differing: Vec<_> = names
        .filter(|name| one.get(*name) != other.get(*name))
        .collect();
    assert!(differing.is_empty(), "{what} changes {differing:?}");
}

#[test]
fn what_is_checked_in_is_what_the_rules_say() {
    for name in CHECKED_IN {
        let rules = Project::open(project().join(name)).unwrap();
        let drifts = compute(&rules, None).check().unwrap();
        let list: Vec<String> = drifts
            .iter()
            .map(|drift| format!("{}: {}", drift.how, drift.path.display()))
            .collect();
        assert!(
            list.is_empty(),
            "run `cargo run --release -- build {name}` and review what changes:\n  {}",
            list.join("\n  ")
        );
    }
}

#[test]
fn neither_place_nor_order_changes_a_byte() {
    let place = folder("elsewhere");
    let rules = project().join("profiles");
    let (here, there, shuffled) = (
        place.join("here"),
        place.join("there"),
        place.join("shuffled"),
    );

    let opened = Project::open(&rules).unwrap();
    compute(&opened, Some(&here.join("profiles")))
        .write()
        .unwrap();

    let copy = place.join("a folder of another name/and depth/profiles");
    copy_sources(&rules, &copy);
    compute(
        &Project::open(&copy).unwrap(),
        Some(&there.join("profiles")),
    )
    .write()
    .unwrap();

    let files = opened
        .sources
        .iter()
        .map(|(_, file)| (file.path.clone(), file.text.clone().into_bytes()));
    let mut backwards: Vec<_> = files.collect();
    backwards.reverse();
    let reordered = Project {
        sources: Sources::parse(backwards),
        ..opened
    };
    compute(&reordered, Some(&shuffled.join("profiles")))
        .write()
        .unwrap();

    let expected = written(&here);
    assert_same(&expected, &written(&there), "another folder");
    assert_same(&expected, &written(&shuffled), "another order of files");
    let checked_in = fs::read(project().join("generated/src/contextos.rs")).unwrap();
    assert!(expected.get(Path::new("generated/src/contextos.rs")) == Some(&checked_in));
}

/// The command, as cargo builds it: what is in the build folder may be of yesterday.
fn command() -> PathBuf {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let built = Command::new(cargo)
        .args([
            "build",
            "--offline",
            "--quiet",
            "--package=ordain",
            "--bin=ordain",
            "--message-format=json",
        ])
        .current_dir(project())
        .output()
        .unwrap();
    assert!(
        built.status.success(),
        "{}",
        String::from_utf8_lossy(&built.stderr)
    );
    let messages = String::from_utf8(built.stdout).unwrap();
    let executable = messages.lines().find_map(|line| {
        let message: serde_json::Value = serde_json::from_str(line).ok()?;
        message.get("executable")?.as_str().map(PathBuf::from)
    });
    executable.expect("cargo says where the command is")
}

#[test]
fn nothing_of_the_machine_changes_a_byte() {
    let (command, place) = (command(), folder("machine"));
    let rules = project().join("profiles");
    let build = |name: &str, environment: &[(&str, &str)], from: &Path, rules: &Path| {
        let out = place.join(name);
        let run = Command::new(&command)
            .arg("build")
            .arg(rules)
            .arg("--out")
            .arg(out.join("profiles"))
            .current_dir(from)
            .env_clear()
            .envs(environment.iter().copied())
            .output()
            .unwrap();
        assert!(
            run.status.success(),
            "{}",
            String::from_utf8_lossy(&run.stderr)
        );
        written(&out)
    };
    let expected = build("plain", &[], project(), Path::new("profiles"));
    let environments: [&[(&str, &str)]; 3] = [
        &[
            ("TZ", "Pacific/Kiritimati"),
            ("LANG", "tr_TR.UTF-8"),
            ("LC_ALL", "tr_TR.UTF-8"),
        ],
        &[
            ("TZ", "America/St_Johns"),
            ("HOME", "/nowhere"),
            ("USER", "nobody"),
            ("HOSTNAME", "elsewhere"),
        ],
        &[
            ("SOURCE_DATE_EPOCH", "0"),
            ("COLUMNS", "20"),
            ("NO_COLOR", "1"),
            ("RUST_BACKTRACE", "1"),
        ],
    ];
    for (number, environment) in environments.into_iter().enumerate() {
        let other = build(
            &format!("environment-{number}"),
            environment,
            &place,
            &rules,
        );
        assert_same(&expected, &other, &format!("{environment:?}"));
    }
    let inside = build("inside", &[("LANG", "C")], &rules, Path::new("."));
    assert_same(&expected, &inside, "the working folder");
}
