//! What cargo has to watch: exactly what was read, and nothing that is written.

use std::fs;
use std::io::Write;
use std::path::Path;

use crate::project::Project;

/// Prints a line for each source, each folder of sources and the settings.
pub(super) fn print(project: &Project, settings: Option<&Path>, out_dir: &Path) {
    let mut out = std::io::stdout().lock();
    for path in paths(project, settings, out_dir) {
        // cargo gone away is cargo not listening.
        let _ = writeln!(out, "cargo::rerun-if-changed={path}");
    }
}

pub(super) fn paths(project: &Project, settings: Option<&Path>, out_dir: &Path) -> Vec<String> {
    // cargo looks into a folder to its very bottom. One that holds what is written, such as the root of a package with
    // its `target`, would be new after every build; its files are still watched one by one.
    let folders = project.folders.iter();
    let folders =
        folders.filter(|folder| !holds(folder, out_dir) && !folder.join("target").exists());
    let files = project
        .sources
        .iter()
        .map(|(_, file)| project.root.join(&file.path));
    let paths = settings
        .map(Path::to_path_buf)
        .into_iter()
        .chain(folders.cloned())
        .chain(files);
    paths
        .map(|path| path.to_string_lossy().into_owned())
        .collect()
}

fn holds(folder: &Path, out_dir: &Path) -> bool {
    match (fs::canonicalize(folder), fs::canonicalize(out_dir)) {
        (Ok(folder), Ok(out_dir)) => out_dir.starts_with(folder),
        // What is not there yet may turn up anywhere below.
        (_, Err(_)) => out_dir.starts_with(folder),
        (Err(_), _) => true,
    }
}
