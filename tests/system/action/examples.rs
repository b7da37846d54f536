//! The files with which the command is tested are what the sample says, so that their signatures hold.

use std::path::PathBuf;

use ordain_tests::project;
use serde_json::Value;

use super::sample::{self, action, approvers, pending, standing, terms};

fn folder() -> PathBuf {
    project().join("compiler/tests/command/cases/action")
}

#[test]
fn the_files_of_the_command_are_those_of_the_sample() {
    let action = action();
    let approved = sample::approved(pending(action.digest()), &action);
    let files: [(&str, Value); 5] = [
        ("action.json", sample::json(action.members())),
        ("approval.json", sample::json(&approved)),
        ("standing.json", sample::json(&standing(terms()))),
        ("approvers.json", sample::json(&approvers())),
        ("observations.json", sample::json(&sample::observations())),
    ];
    for (name, document) in files {
        let path = folder().join(name);
        if std::env::var_os("UPDATE_GOLDENS").is_some() {
            std::fs::create_dir_all(folder()).unwrap();
            let text = serde_json::to_string_pretty(&document).unwrap();
            std::fs::write(&path, format!("{text}\n")).unwrap();
        }
        let found: Value = serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap();
        assert_eq!(found, document, "{name}");
    }
}
