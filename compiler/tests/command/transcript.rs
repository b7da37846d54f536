//! Transcripts: files of `cases/` that hold commands and what they print.
//!
//! ```text
//! Lines before the first command say what the case is about.
//! $ NO_COLOR=1 ordain eval 'a b' < request.json
//! | a line of standard output
//! ! a line of standard error
//! = 1
//! ```
//!
//! The exit status is left out where it is 0. The commands run one after the other in a new folder, which begins with the
//! files of the folder `cases/NAME/`, or of the one that the line `files: NAME` names. Besides `ordain` there are `cat`,
//! `ls`, `rm` and `append FILE TEXT`.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use libtest_mimic::{Failed, Trial};

pub(crate) fn trials() -> Vec<Trial> {
    let mut cases: Vec<PathBuf> = fs::read_dir(folder())
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "txt"))
        .collect();
    cases.sort();
    cases
        .into_iter()
        .map(|path| Trial::test(name(&path), move || run(&path)))
        .collect()
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/command/cases")
}

fn name(path: &Path) -> String {
    path.file_stem().unwrap().to_string_lossy().into_owned()
}

fn run(path: &Path) -> Result<(), Failed> {
    let expected = fs::read_to_string(path)?;
    let place = tempfile::tempdir()?;
    let files = expected
        .lines()
        .find_map(|line| line.strip_prefix("files: "))
        .map_or_else(|| name(path), str::to_owned);
    copy(&folder().join(files), place.path())?;
    let mut found = String::new();
    for line in expected.lines() {
        if let Some(command) = line.strip_prefix("$ ") {
            found.push_str(line);
            found.push('\n');
            found.push_str(&step(command, place.path())?);
        } else if !["| ", "! ", "= "].iter().any(|mark| line.starts_with(mark))
            && !["|", "!"].contains(&line)
        {
            found.push_str(line);
            found.push('\n');
        }
    }
    if found == expected {
        return Ok(());
    }
    if std::env::var_os("UPDATE_GOLDENS").is_some() {
        fs::write(path, found)?;
        return Ok(());
    }
    let diff = similar::TextDiff::from_lines(&expected, &found);
    Err(diff
        .unified_diff()
        .header("expected", "found")
        .to_string()
        .into())
}

fn copy(from: &Path, to: &Path) -> std::io::Result<()> {
    if !from.is_dir() {
        return Ok(());
    }
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy(&entry.path(), &target)?;
        } else {
            fs::copy(entry.path(), target)?;
        }
    }
    Ok(())
}

fn step(command: &str, place: &Path) -> Result<String, Failed> {
    let words = words(command);
    let texts: Vec<&str> = words.iter().map(String::as_str).collect();
    match texts.as_slice() {
        ["cat", file] => return Ok(marked("|", &fs::read(place.join(file))?)),
        ["ls"] => return Ok(marked("|", listing(place, place)?.join("").as_bytes())),
        ["rm", file] => return Ok(fs::remove_file(place.join(file)).map(|()| String::new())?),
        ["append", file, text] => {
            let file = place.join(file);
            fs::create_dir_all(file.parent().unwrap())?;
            let mut file = fs::OpenOptions::new()
                .create(true)
                .append(true)
                .open(file)?;
            file.write_all(text.replace("\\n", "\n").as_bytes())?;
            return Ok(String::new());
        }
        _ => {}
    }
    let start = texts
        .iter()
        .position(|word| *word == "ordain")
        .ok_or("no such command")?;
    let end = texts
        .iter()
        .position(|word| *word == "<")
        .unwrap_or(texts.len());
    let mut ordain = crate::ordain();
    for variable in &texts[..start] {
        let (name, value) = variable
            .split_once('=')
            .ok_or("a word before the command sets no variable")?;
        ordain.env(name, value);
    }
    let stdin = match texts.get(end + 1) {
        Some(file) => Stdio::from(fs::File::open(place.join(file))?),
        None => Stdio::null(),
    };
    let output = ordain
        .args(&texts[start + 1..end])
        .current_dir(place)
        .stdin(stdin)
        .output()?;
    let mut text = marked("|", &output.stdout);
    text.push_str(&marked("!", &output.stderr));
    match output.status.code() {
        Some(0) => {}
        Some(code) => text.extend(["= ", &code.to_string(), "\n"]),
        None => text.push_str("= killed\n"),
    }
    Ok(text)
}

/// Words are parted by spaces; single quotation marks hold one together.
fn words(command: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut quoted = false;
    for character in command.chars() {
        match character {
            '\'' => quoted = !quoted,
            ' ' if !quoted => words.push(String::new()),
            other => words.last_mut().unwrap().push(other),
        }
    }
    words
}

/// Each line behind its mark; escapes and carriage returns are made visible.
fn marked(mark: &str, bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes)
        .replace('\u{1b}', "␛")
        .replace('\r', "␍");
    let mut marked = String::new();
    for line in text.split_inclusive('\n') {
        let (line, end) = line
            .strip_suffix('\n')
            .map_or((line, " (no line end)"), |line| (line, ""));
        marked.push_str(format!("{mark} {line}{end}").trim_end());
        marked.push('\n');
    }
    marked
}

fn listing(folder: &Path, root: &Path) -> std::io::Result<Vec<String>> {
    let mut entries: Vec<PathBuf> = fs::read_dir(folder)?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<_, _>>()?;
    entries.sort();
    let mut lines = Vec::new();
    for path in entries {
        if path.is_dir() {
            lines.extend(listing(&path, root)?);
        } else {
            lines.push(format!(
                "{}\n",
                path.strip_prefix(root).unwrap_or(&path).display()
            ));
        }
    }
    Ok(lines)
}
