//! Generated code needs the runtime without its default features, and neither of them needs `std`.

use std::path::{Path, PathBuf};
use std::process::Command;

use ordain_tests::project;

/// A target that has no `std` at all, so that nothing can take it in unseen.
const BARE: &str = "thumbv7em-none-eabi";

fn cargo() -> Command {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo
        .current_dir(project())
        .env_remove("RUSTFLAGS")
        .env_remove("CARGO_TARGET_DIR");
    cargo
}

fn is_installed(target: &str) -> bool {
    let rustc = Command::new("rustc")
        .args(["--print", "sysroot"])
        .output()
        .unwrap();
    let sysroot = PathBuf::from(String::from_utf8(rustc.stdout).unwrap().trim());
    sysroot.join("lib/rustlib").join(target).is_dir()
}

#[test]
#[expect(clippy::print_stderr, reason = "what is proved in part must be heard")]
fn generated_code_needs_no_std() {
    let mut check = cargo();
    check
        .args([
            "check",
            "--offline",
            "--package=ordain-generated",
            "--no-default-features",
            "--target-dir",
        ])
        .arg(Path::new(env!("CARGO_TARGET_TMPDIR")).join("no-std"));
    if is_installed(BARE) {
        check.args(["--target", BARE]);
    } else {
        eprintln!(
            "SKIPPED in part: no target `{BARE}`; the crate is checked for this machine alone"
        );
    }
    let output = check.output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    assert!(!said.contains("warning"), "{said}");
}

#[test]
fn generated_code_asks_for_nothing_but_the_bare_runtime() {
    let output = cargo()
        .args([
            "tree",
            "--offline",
            "--package=ordain-generated",
            "--edges=normal",
            "--depth=1",
            "--format={lib} {f}",
        ])
        .args(["--prefix=none"])
        .output()
        .unwrap();
    let tree = String::from_utf8(output.stdout).unwrap();
    let dependencies: Vec<_> = tree
        .lines()
        .skip(1)
        .filter_map(|line| line.split(' ').next())
        .collect();
    assert_eq!(dependencies, ["ordain_runtime"], "{tree}");
    // Behind each name stand its features.
    assert!(!tree.contains("std"), "{tree}");
    let root = std::fs::read_to_string(project().join("generated/src/lib.rs")).unwrap();
    assert!(root.contains("#![no_std]"));
}
