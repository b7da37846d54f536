//! What the command survives: garbage of every kind and size, a reader that goes away, a disk that is full.

use std::fs;
use std::io::Read;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use libtest_mimic::{Failed, Trial};

/// How long any verb may take over a file of the greatest size, on a slow machine in a debug build.
const PATIENCE: Duration = Duration::from_mins(1);

const FILE_BYTES: usize = 1 << 20;

const SETTINGS: &str = "[project]\nname = \"garbage\"\n";

pub(crate) fn trials() -> Vec<Trial> {
    let mut trials = Vec::new();
    for (name, garbage) in garbage() {
        trials.push(Trial::test(format!("robust::{name}"), move || {
            survives(&garbage)
        }));
    }
    trials.push(Trial::test("robust::more_than_a_file_may_hold", || {
        survives(&vec![b' '; FILE_BYTES + 1])
    }));
    trials.push(Trial::test("robust::a_closed_pipe", closed_pipe));
    trials.push(Trial::test("robust::a_full_disk", full_disk));
    trials.push(Trial::test("robust::endless_facts", endless_facts));
    trials.push(Trial::test("robust::completions", completions));
    trials
}

/// Files of one mebibyte that are wrong in different ways.
fn garbage() -> Vec<(&'static str, Vec<u8>)> {
    let mut state = 0x9E37_79B9_7F4A_7C15_u64;
    let noise = std::iter::repeat_with(move || {
        // xorshift: the same bytes in every run.
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state.to_le_bytes()[3]
    });
    vec![
        ("random_bytes", noise.take(FILE_BYTES).collect()),
        ("zeros", vec![0; FILE_BYTES]),
        ("one_line", filled("package a ")),
        ("open_brackets", filled("{")),
        ("closed_brackets", filled("}")),
        ("open_strings", filled("\"\n")),
        (
            "declarations",
            filled("package support\nfacts a@1 { b: c }\n"),
        ),
        (
            "rules",
            filled("package p policy q@1 on r@1 { rule s priority 1 { when t == u then deny } }\n"),
        ),
        (
            "operators",
            filled("a and b or not c + d - e < f in [1] \n"),
        ),
        ("escapes", filled("\u{1b}[31m\u{7}\u{8}")),
        ("wide_characters", filled("語\u{300}\u{202e}")),
    ]
}

fn filled(pattern: &str) -> Vec<u8> {
    pattern.bytes().cycle().take(FILE_BYTES).collect()
}

fn survives(garbage: &[u8]) -> Result<(), Failed> {
    let place = tempfile::tempdir()?;
    let file = place.path().join("garbage.ordain");
    fs::write(&file, garbage)?;
    fs::write(place.path().join("ordain.toml"), SETTINGS)?;
    let calls: [&[&str]; 6] = [
        &["check"],
        &["check", "--format", "json"],
        &["build"],
        &["fmt", "--check", "garbage.ordain"],
        &["test"],
        &[
            "eval",
            "a.b@1",
            "--facts",
            "garbage.ordain",
            "--format",
            "json",
        ],
    ];
    for call in calls {
        let output = run(crate::ordain().args(call), place.path())?;
        fails_with(1, call, &output)?;
    }
    // Settings that are garbage, facts that are, and a registry that is.
    fs::write(place.path().join("ordain.toml"), garbage)?;
    let output = run(crate::ordain().arg("check"), place.path())?;
    fails_with(
        if std::str::from_utf8(garbage).is_ok() {
            1
        } else {
            2
        },
        &["check"],
        &output,
    )?;
    facts_survive(garbage)?;
    if fs::read(&file)? == garbage {
        Ok(())
    } else {
        Err("the file was changed".into())
    }
}

/// The project that `init` writes, asked with garbage.
fn facts_survive(garbage: &[u8]) -> Result<(), Failed> {
    let place = tempfile::tempdir()?;
    run(crate::ordain().arg("init"), place.path())?;
    fs::write(place.path().join("facts.json"), garbage)?;
    for flags in [&[][..], &["--untyped"], &["--format", "json"]] {
        let call = ["eval", "support.refunds@1", "--facts", "facts.json"];
        let output = run(crate::ordain().args(call).args(flags), place.path())?;
        fails_with(1, &call, &output)?;
    }
    Ok(())
}

fn run(command: &mut Command, place: &Path) -> Result<Output, Failed> {
    let started = Instant::now();
    let output = command.current_dir(place).stdin(Stdio::null()).output()?;
    if started.elapsed() > PATIENCE {
        return Err(format!("{command:?} took {:?}", started.elapsed()).into());
    }
    Ok(output)
}

fn fails_with(code: i32, call: &[&str], output: &Output) -> Result<(), Failed> {
    let said = String::from_utf8_lossy(&output.stderr);
    if said.contains("panicked") || output.status.code() != Some(code) {
        let said: String = said.chars().take(2_000).collect();
        return Err(format!("{call:?} ends with {}:\n{said}", output.status).into());
    }
    // Nothing that a file holds may steer the terminal of who reads about it.
    for stream in [&output.stdout, &output.stderr] {
        if stream
            .iter()
            .any(|byte| byte.is_ascii_control() && *byte != b'\n')
        {
            return Err(format!("{call:?} prints control characters").into());
        }
    }
    Ok(())
}

fn closed_pipe() -> Result<(), Failed> {
    let place = tempfile::tempdir()?;
    fs::write(place.path().join("ordain.toml"), SETTINGS)?;
    fs::write(
        place.path().join("wrong.ordain"),
        filled("package support\nfacts a@1 { b: c }\n"),
    )?;
    let calls: [(&[&str], i32); 4] = [
        (&["check", "--format", "json"], 1),
        (&["explain", "--list"], 0),
        (&["--help"], 0),
        (&["completions", "zsh"], 0),
    ];
    for (call, code) in calls {
        let mut child = spawn(call, place.path(), Stdio::piped(), Stdio::piped())?;
        // A reader that takes a little and leaves, as `head` does.
        if let Some(mut stdout) = child.stdout.take() {
            let _ = stdout.read(&mut [0])?;
        }
        let output = child.wait_with_output()?;
        fails_with(code, call, &output)?;
        if !output.stderr.is_empty() {
            return Err(format!(
                "{call:?} complains: {}",
                String::from_utf8_lossy(&output.stderr)
            )
            .into());
        }
    }
    // The same of what is said beside the result.
    let mut child = spawn(&["check"], place.path(), Stdio::null(), Stdio::piped())?;
    drop(child.stderr.take());
    fails_with(1, &["check"], &child.wait_with_output()?)
}

fn spawn(call: &[&str], place: &Path, stdout: Stdio, stderr: Stdio) -> std::io::Result<Child> {
    crate::ordain()
        .args(call)
        .current_dir(place)
        .stdin(Stdio::null())
        .stdout(stdout)
        .stderr(stderr)
        .spawn()
}

fn full_disk() -> Result<(), Failed> {
    let Ok(full) = fs::File::create("/dev/full") else {
        return Ok(());
    };
    let output = crate::ordain()
        .args(["explain", "--list"])
        .stdout(full)
        .stderr(Stdio::piped())
        .output()?;
    if !String::from_utf8_lossy(&output.stderr).starts_with("error[output_failed]") {
        return Err("a full disk is not told".into());
    }
    fails_with(2, &["explain", "--list"], &output)
}

fn endless_facts() -> Result<(), Failed> {
    if !Path::new("/dev/zero").exists() {
        return Ok(());
    }
    let place = tempfile::tempdir()?;
    run(crate::ordain().arg("init"), place.path())?;
    let call = ["eval", "support.refunds@1", "--facts", "/dev/zero"];
    fails_with(1, &call, &run(crate::ordain().args(call), place.path())?)
}

fn completions() -> Result<(), Failed> {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let output = crate::ordain().args(["completions", shell]).output()?;
        let script = String::from_utf8_lossy(&output.stdout);
        if !output.status.success() || !script.contains("completions") {
            return Err(format!("no completions for {shell}").into());
        }
    }
    Ok(())
}
