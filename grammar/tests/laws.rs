//! Laws on generated input: what is printed reads as it was, formatting is done once, and no text breaks anything.

use std::fs;
use std::path::Path;

use ordain_grammar::span::Span;
use ordain_grammar::{FormatError, Parsed, format, parse, parse_bytes, print};
use proptest::prelude::*;
use proptest::sample::{Index, select};

use crate::trees;

proptest! {
    #[test]
    fn what_is_printed_reads_as_it_was(file in trees::file()) {
        let text = print(&file);
        let parsed = parse(&text);
        prop_assert_eq!(&parsed.errors, &[], "{}", text);
        prop_assert_eq!(&parsed.file, &file, "{}", text);
    }

    #[test]
    fn what_is_printed_is_formatted(file in trees::file()) {
        let text = print(&file);
        let formatted = format(&text);
        prop_assert_eq!(formatted.as_ref(), Ok(&text));
    }

    #[test]
    fn comments_anywhere_survive(file in trees::file(), at in prop::collection::vec(any::<(Index, u8)>(), 1..12)) {
        let text = with_comments(&print(&file), &at);
        prop_assert_eq!(&parse(&text).errors, &[], "{}", text);
        let once = format(&text);
        prop_assert!(once.is_ok(), "{}\n{:?}", text, once);
        let once = once.unwrap();
        let twice = format(&once);
        prop_assert_eq!(twice.as_ref(), Ok(&once), "{}", text);
    }

    #[test]
    fn any_text_is_read(text in "\\PC{0,200}") {
        check(&text);
    }

    #[test]
    fn any_words_are_read(words in prop::collection::vec(select(WORDS), 0..120)) {
        check(&words.join(" "));
        check(&format!("package a {}", words.join("\n")));
    }

    #[test]
    fn any_bytes_are_read(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let parsed = parse_bytes(&bytes);
        for error in parsed.errors {
            prop_assert!(error.span.start <= error.span.end && error.span.end as usize <= bytes.len());
        }
    }

    #[test]
    fn changed_files_are_read(file in select(samples()), changes in prop::collection::vec(change(), 1..6)) {
        let mut text = file;
        for change in &changes {
            text = change.apply(&text);
            check(&text);
        }
    }
}

/// What a text must give whatever it says.
fn check(text: &str) {
    let parsed = parse(text);
    check_places(text, &parsed);
    match format(text) {
        Ok(formatted) => {
            assert_eq!(parsed.errors, []);
            assert_eq!(format(&formatted).as_ref(), Ok(&formatted), "{text}");
        }
        Err(FormatError::Syntax(errors)) => assert_eq!(errors, parsed.errors),
        Err(FormatError::WouldChange { formatted }) => {
            panic!("{text}\nis formatted as\n{formatted}")
        }
    }
}

/// Every place is within the text and between characters, and errors are in order.
fn check_places(text: &str, parsed: &Parsed) {
    let holds = |span: Span| {
        assert!(
            text.get(span.start as usize..span.end as usize).is_some(),
            "{span:?} of {text:?}"
        );
    };
    for error in &parsed.errors {
        holds(error.span);
        error.labels.iter().for_each(|(span, _)| holds(*span));
        error.mend.iter().for_each(|mend| holds(mend.span));
    }
    assert!(parsed.errors.is_sorted_by_key(|error| error.span.start));
    assert!(
        parsed
            .file
            .comments
            .is_sorted_by_key(|comment| comment.span.start)
    );
    parsed
        .file
        .comments
        .iter()
        .for_each(|comment| holds(comment.span));
    parsed
        .file
        .declarations
        .iter()
        .for_each(|declaration| holds(declaration.span.span));
}

/// Puts comments and line ends where white space stands outside of strings and documentation.
fn with_comments(text: &str, at: &[(Index, u8)]) -> String {
    let mut gaps = Vec::new();
    for (start, line) in lines(text) {
        let (mut quoted, mut escaped) = (false, false);
        if line.trim_start().starts_with("///") {
            continue;
        }
        for (index, character) in line.char_indices() {
            match character {
                _ if escaped => escaped = false,
                '\\' => escaped = quoted,
                '"' => quoted = !quoted,
                ' ' if !quoted => gaps.push(start + index),
                _ => {}
            }
        }
        if !quoted {
            gaps.push(start + line.len());
        }
    }
    let mut places: Vec<_> = at
        .iter()
        .map(|(index, kind)| (gaps[index.index(gaps.len())], *kind))
        .collect();
    places.sort_unstable();
    let mut changed = text.to_owned();
    for (number, (gap, kind)) in places.iter().enumerate().rev() {
        let inserted = match kind % 4 {
            0 => format!(" // {number}\n"),
            1 => format!("\n  // {number}\n"),
            2 => format!("\n\n//{number}\n\n"),
            _ => "\n\n".to_owned(),
        };
        changed.insert_str(*gap, &inserted);
    }
    changed
}

/// Lines with their places, where a string that runs over lines counts as one.
fn lines(text: &str) -> Vec<(usize, &str)> {
    let mut lines = Vec::new();
    let (mut start, mut quoted, mut escaped, mut documented) = (0, false, false, false);
    for (index, character) in text.char_indices() {
        documented |= text[start..index].trim_start() == "//" && character == '/';
        match character {
            '\n' if !quoted => {
                lines.push((start, &text[start..index]));
                start = index + 1;
                documented = false;
            }
            _ if documented => {}
            _ if escaped => escaped = false,
            '\\' => escaped = quoted,
            '"' => quoted = !quoted,
            _ => {}
        }
    }
    lines
}

#[derive(Clone, Debug)]
enum Change {
    Remove(Index, Index),
    Double(Index, Index),
    Insert(Index, Index),
    Replace(Index, Index),
}

fn change() -> impl Strategy<Value = Change> {
    (0..4_u8, any::<Index>(), any::<Index>()).prop_map(|(kind, one, other)| match kind {
        0 => Change::Remove(one, other),
        1 => Change::Double(one, other),
        2 => Change::Insert(one, other),
        _ => Change::Replace(one, other),
    })
}

impl Change {
    fn apply(&self, text: &str) -> String {
        let place = |index: &Index| {
            let index = index.index(text.len() + 1);
            (0..=index)
                .rev()
                .find(|place| text.is_char_boundary(*place))
                .unwrap()
        };
        let mut changed = text.to_owned();
        match self {
            Self::Remove(start, length) => {
                let start = place(start);
                let length = length.index(20);
                let end = text[start..]
                    .char_indices()
                    .nth(length)
                    .map_or(text.len(), |(index, _)| start + index);
                changed.replace_range(start..end, "");
            }
            Self::Double(start, end) => {
                let (start, end) = (place(start).min(place(end)), place(start).max(place(end)));
                let copy = text[start..end].to_owned();
                if changed.len() < 20_000 {
                    changed.insert_str(end, &copy);
                }
            }
            Self::Insert(start, word) => {
                changed.insert_str(place(start), WORDS[word.index(WORDS.len())]);
            }
            Self::Replace(start, word) => {
                let start = place(start);
                let end = text[start..]
                    .find(' ')
                    .map_or(text.len(), |length| start + length);
                changed.replace_range(start..end, WORDS[word.index(WORDS.len())]);
            }
        }
        changed
    }
}

fn samples() -> Vec<String> {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let mut samples = Vec::new();
    for folder in ["valid", "invalid"] {
        for entry in fs::read_dir(tests.join(folder)).unwrap() {
            let path = entry.unwrap().path();
            if path
                .extension()
                .is_some_and(|extension| extension == "ordain")
            {
                samples.extend(fs::read_to_string(path));
            }
        }
    }
    samples.sort_unstable();
    samples
}

const WORDS: &[&str] = &[
    "package",
    "facts",
    "control",
    "profile",
    "policy",
    "test",
    "capability",
    "contract",
    "rule",
    "scoring",
    "guardrail",
    "priority",
    "on",
    "when",
    "then",
    "else",
    "allow",
    "deny",
    "because",
    "approval",
    "at",
    "least",
    "most",
    "require",
    "evidence",
    "oblige",
    "prohibit",
    "limit",
    "unless",
    "approved",
    "refuse",
    "escalate",
    "redact",
    "score",
    "given",
    "expect",
    "rules",
    "of",
    "key",
    "set",
    "list",
    "int",
    "enum",
    "id",
    "title",
    "statement",
    "satisfied",
    "extends",
    "optional",
    "and",
    "or",
    "not",
    "in",
    "is",
    "present",
    "absent",
    "any",
    "all",
    "count",
    "true",
    "null",
    "if",
    "{",
    "}",
    "[",
    "]",
    "(",
    ")",
    "(",
    ")",
    ",",
    ":",
    ":",
    "?",
    "..=",
    "..",
    "=",
    "==",
    "!=",
    "<",
    "<=",
    "&&",
    "||",
    "!",
    "+",
    "-",
    "@",
    "@1",
    "a",
    "a.b",
    "a-b",
    "x@1",
    "b@2",
    "INR",
    "INR 3.00",
    "1_000",
    "007",
    "0.5",
    "15m",
    "99999999999999999999",
    "2026-10-16T00:00:00Z",
    "2026-10-16",
    "\"",
    "\"s\"",
    "\"a\nb\"",
    "'",
    "'x'",
    "\\",
    "\\u12",
    "//",
    "// c\n",
    "/// d\n",
    "/*",
    "*/",
    "#",
    ";",
    "\n",
    "\n\n",
    "\t",
    "\r",
    "\u{feff}",
    "\u{a0}",
    "é",
    "😀",
    "“",
    "”",
    "\npolicy x@1 on y@1 {\n",
    "\ntest \"t\" of x@1 {\n",
    "\nrule r priority 1 {\n",
];
