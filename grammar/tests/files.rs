//! Files of the language with goldens beside them. `UPDATE_GOLDENS=1` writes the goldens anew.
//!
//! - `valid/NAME.ordain` reads without error, and is formatted as `valid/NAME.formatted`.
//! - `invalid/NAME.ordain` has the mistakes that `invalid/NAME.errors` shows.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

use ordain_grammar::span::Span;
use ordain_grammar::{Mend, SyntaxCode, SyntaxError, format, parse_bytes};

#[test]
fn valid_files_read_and_are_formatted() {
    check_folder("valid", |path, bytes| {
        let parsed = parse_bytes(bytes);
        assert_eq!(render(bytes, &parsed.errors), "", "{}", path.display());
        assert_eq!(parsed.unread, []);
        let formatted = format(std::str::from_utf8(bytes).unwrap()).unwrap();
        assert_eq!(format(&formatted).unwrap(), formatted, "{}", path.display());
        (path.with_extension("formatted"), formatted)
    });
}

#[test]
fn invalid_files_show_every_mistake() {
    check_folder("invalid", |path, bytes| {
        let parsed = parse_bytes(bytes);
        assert!(!parsed.errors.is_empty(), "no error in {}", path.display());
        for error in &parsed.errors {
            mend_removes(path, bytes, error);
        }
        let mut rendered = render(bytes, &parsed.errors);
        for header in &parsed.unread {
            writeln!(
                rendered,
                "unread: {}@{}",
                header.name.value, header.revision.value
            )
            .unwrap();
        }
        (path.with_extension("errors"), rendered)
    });
}

#[test]
fn every_code_has_an_invalid_file() {
    let mut seen = BTreeSet::new();
    for path in inputs("invalid") {
        seen.extend(
            parse_bytes(&fs::read(path).unwrap())
                .errors
                .iter()
                .map(|error| error.code),
        );
    }
    let without: Vec<_> = SyntaxCode::ALL
        .iter()
        .map(|code| code.text())
        .filter(|code| !seen.contains(code))
        // A file of more than 1 MiB, and one of more than a thousand mistakes, are made where the limits are tested.
        .filter(|code| {
            ![
                SyntaxCode::FileTooLarge.text(),
                SyntaxCode::TooManyErrors.text(),
            ]
            .contains(code)
        })
        .collect();
    assert_eq!(without, Vec::<&str>::new());
}

#[test]
fn codes_ascend_and_messages_keep_to_the_rules() {
    let codes: Vec<_> = ordain_grammar::codes().collect();
    assert!(codes.is_sorted_by(|(one, _), (other, _)| one < other));
    for (code, meaning) in codes {
        assert!(code.len() == 5 && code.starts_with("E01"), "{code}");
        check_prose(meaning);
    }
    for path in inputs("invalid") {
        for error in parse_bytes(&fs::read(path).unwrap()).errors {
            check_prose(&error.message);
            error.help.iter().for_each(|help| check_prose(help));
            error
                .labels
                .iter()
                .for_each(|(_, label)| check_prose(label));
        }
    }
}

fn check_prose(text: &str) {
    assert!(!text.ends_with('.'), "a period at the end: {text}");
    assert!(!text.contains('\n'), "more than a line: {text}");
    assert!(
        !text.starts_with(|first: char| first.is_uppercase()),
        "a capital at the start: {text}"
    );
    assert_eq!(text.matches('`').count() % 2, 0, "a backtick alone: {text}");
}

/// Where a mend is proposed, making it removes the mistake.
fn mend_removes(path: &Path, bytes: &[u8], error: &SyntaxError) {
    let (Some(mend), Ok(text)) = (&error.mend, std::str::from_utf8(bytes)) else {
        return;
    };
    let again = parse_bytes(apply(text, mend).as_bytes());
    let same =
        |other: &SyntaxError| other.code == error.code && other.span.start == error.span.start;
    assert!(
        !again.errors.iter().any(same),
        "the mend of {} in {} leaves it there: {:?}",
        error.code,
        path.display(),
        error.mend,
    );
}

fn apply(text: &str, mend: &Mend) -> String {
    let (before, behind) = (mend.span.start as usize, mend.span.end as usize);
    format!("{}{}{}", &text[..before], mend.replacement, &text[behind..])
}

/// The errors as text: each with its place, its line, and all that is said.
fn render(bytes: &[u8], errors: &[SyntaxError]) -> String {
    let text = String::from_utf8_lossy(bytes);
    let mut rendered = String::new();
    for error in errors {
        writeln!(
            rendered,
            "{} at {}: {}",
            error.code,
            place(&text, error.span),
            error.message
        )
        .unwrap();
        show(&mut rendered, &text, error.span);
        for (span, label) in &error.labels {
            writeln!(rendered, "  label at {}: {label}", place(&text, *span)).unwrap();
        }
        if let Some(help) = &error.help {
            writeln!(rendered, "  help: {help}").unwrap();
        }
        if let Some(mend) = &error.mend {
            writeln!(
                rendered,
                "  mend at {}: {} ({:?})",
                place(&text, mend.span),
                mend.title,
                mend.replacement
            )
            .unwrap();
        }
        rendered.push('\n');
    }
    rendered
}

fn show(rendered: &mut String, text: &str, span: Span) {
    let (start, end) = (span.start as usize, span.end as usize);
    let Some(before) = text.get(..start) else {
        return;
    };
    let line_start = before.rfind('\n').map_or(0, |index| index + 1);
    let line = text[line_start..].lines().next().unwrap_or_default();
    let width = text.get(start..end).map_or(1, |spanned| {
        spanned.lines().next().unwrap_or_default().chars().count()
    });
    let indent = text[line_start..start].chars().count();
    writeln!(
        rendered,
        "  | {}",
        line.escape_debug()
            .to_string()
            .replace("\\\"", "\"")
            .replace("\\'", "'")
    )
    .unwrap();
    writeln!(
        rendered,
        "  | {}{}",
        " ".repeat(indent),
        "^".repeat(width.max(1))
    )
    .unwrap();
}

/// Line and column of both ends, counted from one.
fn place(text: &str, span: Span) -> String {
    let position = |offset: u32| {
        let before = text.get(..offset as usize).unwrap_or_default();
        let line = before.matches('\n').count() + 1;
        let column = before
            .chars()
            .rev()
            .take_while(|character| *character != '\n')
            .count()
            + 1;
        (line, column)
    };
    let ((line, column), (end_line, end_column)) = (position(span.start), position(span.end));
    if line == end_line {
        format!("{line}:{column}-{end_column}")
    } else {
        format!("{line}:{column}-{end_line}:{end_column}")
    }
}

/// Runs a check on every file of a folder and compares what it gives with its golden. All that differ are named.
fn check_folder(folder: &str, check: impl Fn(&Path, &[u8]) -> (PathBuf, String)) {
    let mut differ = Vec::new();
    for path in inputs(folder) {
        let (golden, actual) = check(&path, &fs::read(&path).unwrap());
        if env::var_os("UPDATE_GOLDENS").is_some() {
            fs::write(&golden, &actual).unwrap();
        } else if fs::read_to_string(&golden).ok().as_ref() != Some(&actual) {
            differ.push(format!("{}:\n{actual}", golden.display()));
        }
    }
    assert!(
        differ.is_empty(),
        "UPDATE_GOLDENS=1 accepts these:\n{}",
        differ.join("\n")
    );
}

fn inputs(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests")
        .join(folder);
    let mut paths: Vec<_> = fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| {
            path.extension()
                .is_some_and(|extension| extension == "ordain")
        })
        .collect();
    paths.sort();
    assert!(!paths.is_empty(), "no files in {}", folder.display());
    paths
}
