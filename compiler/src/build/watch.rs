//! What cargo has to watch: exactly what was read, and nothing that is written.

use std::fs;
use std::io::Write;
use std::path::Path;

use crate::project::Project;

/// Prints a line for each source, each folder of sources and the settings.
pub(super) fn print(project: &Project, settings: Option<&Path>, out_dir: &Path) {
    let files = project
        .sources
        .iter()
        .map(|(_, file)| project.root.join(&file.path));
    // cargo looks into a folder to its very bottom. One that holds what is written, such as the root of a package with
    // its `target`, would be new after every build; its files are still watched one by one.
    let folders = project
        .folders
        .iter()
        .filter(|folder| !holds(folder, out_dir) && !folder.join("target").exists());
    let mut out = std::io::stdout().lock();
    for path in settings
        .map(Path::to_path_buf)
        .into_iter()
        .chain(folders.cloned())
        .chain(files)
    {
        // A folder named by nothing is where we are, and cargo takes no empty path.
        let shown = if path.as_os_str().is_empty() {
            Path::new(".")
        } else {
            &path
        };
        let _ = writeln!(out, "cargo::rerun-if-changed={}", shown.display());
    }
}

fn holds(folder: &Path, out_dir: &Path) -> bool {
    match (fs::canonicalize(folder), fs::canonicalize(out_dir)) {
        (Ok(folder), Ok(out_dir)) => out_dir.starts_with(folder),
        // What is not there yet may turn up anywhere below.
        (_, Err(_)) => out_dir.starts_with(folder),
        (Err(_), _) => true,
    }
}
