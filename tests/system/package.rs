//! Packages outside of the workspace: a fixture, copied to where it can be changed, and built as a user builds it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use ordain_tests::project;

/// A copy of a fixture, with a target folder of its own that lasts from run to run.
pub(crate) struct Package {
    pub(crate) root: PathBuf,
    target: PathBuf,
    fixture: PathBuf,
    name: &'static str,
}

impl Package {
    /// The place for a fixture that is the package `name`.
    pub(crate) fn of(fixture: &str, name: &'static str) -> Self {
        let place = Path::new(env!("CARGO_TARGET_TMPDIR")).join(fixture);
        Self {
            root: place.join(name),
            target: place.join("target"),
            fixture: project().join("tests/fixtures").join(fixture),
            name,
        }
    }

    /// Copies the manifest and these files.
    pub(crate) fn copy(&self, files: &[&str]) {
        for file in files {
            self.write(file, &fs::read_to_string(self.fixture.join(file)).unwrap());
        }
        // The copy lies elsewhere, and takes the versions that the workspace has.
        let manifest = fs::read_to_string(self.fixture.join("Cargo.toml")).unwrap();
        self.write(
            "Cargo.toml",
            &manifest.replace("../../..", &project().to_string_lossy()),
        );
        self.write(
            "Cargo.lock",
            &fs::read_to_string(project().join("Cargo.lock")).unwrap(),
        );
    }

    /// Writes a file where it is not already so: cargo builds again what is newer than its build.
    pub(crate) fn write(&self, file: &str, text: &str) {
        let path = self.root.join(file);
        if fs::read(&path).is_ok_and(|bytes| bytes == text.as_bytes()) {
            return;
        }
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    /// Builds it without the network.
    pub(crate) fn cargo(&self) -> Output {
        Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
            .args(["build", "--offline", "-v", "--target-dir"])
            .arg(&self.target)
            .current_dir(&self.root)
            .env_remove("RUSTFLAGS")
            .env_remove("CARGO_TARGET_DIR")
            .env("CARGO_TERM_COLOR", "never")
            .output()
            .unwrap()
    }

    /// What cargo says of a build that succeeds.
    #[track_caller]
    pub(crate) fn build(&self) -> String {
        let output = self.cargo();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{said}");
        said
    }

    /// The program that was built.
    pub(crate) fn command(&self) -> Command {
        Command::new(self.target.join("debug").join(self.name))
    }
}
