//! New keys, which are others in every run: what no transcript can show.

use std::fs;
use std::path::Path;

use libtest_mimic::{Failed, Trial};

pub(crate) fn trials() -> Vec<Trial> {
    let mut trials = vec![Trial::test("keys::sign_and_verify", sign_and_verify)];
    if cfg!(unix) {
        trials.push(Trial::test("keys::are_their_owners_alone", owners_alone));
        trials.push(Trial::test("keys::follow_no_link", follow_no_link));
    }
    trials
}

fn run(place: &Path, arguments: &[&str]) -> Result<String, Failed> {
    let output = crate::ordain()
        .args(arguments)
        .current_dir(place)
        .output()?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned().into());
    }
    Ok(String::from_utf8(output.stdout)?.trim_end().to_owned())
}

fn sign_and_verify() -> Result<(), Failed> {
    let place = tempfile::tempdir()?;
    let place = place.path();
    run(place, &["init", "--name", "keys"])?;
    run(place, &["build"])?;
    let first = run(place, &["key", "new", "--out", "first.key"])?;
    let second = run(place, &["key", "new", "--out", "second.key"])?;
    assert_ne!(first, second);
    assert!(first.len() == 64 && first.bytes().all(|byte| byte.is_ascii_hexdigit()));
    run(place, &["sign", "--key", "first.key"])?;
    let verified = run(place, &["verify", "--key", "first.key.pub"])?;
    assert!(verified.ends_with(&first), "{verified}");
    assert!(run(place, &["verify", "--key", "second.key.pub"]).is_err());
    Ok(())
}

fn owners_alone() -> Result<(), Failed> {
    let place = tempfile::tempdir()?;
    run(place.path(), &["key", "new", "--out", "new.key"])?;
    assert_eq!(mode(&place.path().join("new.key"))?, 0o600);
    assert_eq!(mode(&place.path().join("new.key.pub"))? & 0o022, 0);
    Ok(())
}

/// A link that waits at either name is neither written through nor replaced.
fn follow_no_link() -> Result<(), Failed> {
    for link in ["new.key", "new.key.pub"] {
        let place = tempfile::tempdir()?;
        let place = place.path();
        symlink(&place.join("elsewhere"), &place.join(link))?;
        assert!(run(place, &["key", "new", "--out", "new.key"]).is_err());
        assert!(!place.join("elsewhere").exists());
        let left: Vec<_> = fs::read_dir(place)?.collect::<Result<_, _>>()?;
        assert_eq!(left.len(), 1, "{left:?}");
    }
    Ok(())
}

#[cfg(unix)]
fn mode(path: &Path) -> std::io::Result<u32> {
    use std::os::unix::fs::PermissionsExt;
    Ok(fs::metadata(path)?.permissions().mode() & 0o777)
}

#[cfg(unix)]
fn symlink(target: &Path, link: &Path) -> std::io::Result<()> {
    std::os::unix::fs::symlink(target, link)
}

#[cfg(not(unix))]
fn mode(_: &Path) -> std::io::Result<u32> {
    Err(std::io::ErrorKind::Unsupported.into())
}

#[cfg(not(unix))]
fn symlink(_: &Path, _: &Path) -> std::io::Result<()> {
    Err(std::io::ErrorKind::Unsupported.into())
}
