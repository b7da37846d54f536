use std::path::Path;
use std::time::{Duration, Instant};

use ordain_grammar::span::Span;

use super::{DiagnosticsJson, View, concise, summary};
use crate::diagnose::{Code, Diagnostic, Diagnostics};
use crate::source::{FileId, Place, Sources};

fn sources(files: &[(&str, &[u8])]) -> Sources {
    Sources::parse(
        files
            .iter()
            .map(|(path, bytes)| ((*path).to_owned(), bytes.to_vec()))
            .collect(),
    )
}

fn file(sources: &Sources, index: usize) -> FileId {
    sources.iter().nth(index).map(|(id, _)| id).unwrap()
}

fn place(sources: &Sources, index: usize, start: u32, end: u32) -> Place {
    Place {
        file: file(sources, index),
        span: Span::new(start, end),
    }
}

fn report(place: Place, message: &str, complete: impl FnOnce(&mut Diagnostic)) -> Diagnostic {
    let mut diagnostics = Diagnostics::default();
    complete(diagnostics.report(Code::UNKNOWN_NAME, place, message));
    diagnostics.into_sorted().remove(0)
}

fn view(sources: &Sources) -> View<'_> {
    View {
        sources,
        root: Path::new("./project"),
    }
}

/// Two files, of which the second says `b` on its third line.
fn pair() -> Sources {
    sources(&[
        ("a.ordain", b"package a\n\nfacts\n"),
        ("sub/b.ordain", "package ü b\nüü b\n".as_bytes()),
    ])
}

#[test]
fn one_line_holds_place_code_and_message() {
    let sources = pair();
    let found = report(
        place(&sources, 1, 18, 19),
        "`b` is\nnot\u{1b}[31m here",
        |_| (),
    );
    assert_eq!(
        concise(&found, view(&sources)),
        "project/sub/b.ordain:2:4: E0201: `b` is\u{FFFD}not\u{FFFD}[31m here"
    );
}

#[test]
fn data_counts_bytes_from_zero_and_characters_from_one() {
    let sources = pair();
    let found = report(place(&sources, 1, 18, 19), "gone", |diagnostic| {
        let other = place(&sources, 0, 0, 7);
        diagnostic
            .label("here")
            .related(other, "there")
            .help("write it")
            .mend(other, "c", "write `c`");
    });
    let data = DiagnosticsJson::new(&[found], view(&sources));
    let json = ordain_runtime::canonical::to_canonical(&data).unwrap();
    assert_eq!(
        String::from_utf8(json).unwrap(),
        concat!(
            r#"{"diagnostics":[{"code":"E0201","end":{"byte":19,"column":5,"line":2},"#,
            r#""file":"project/sub/b.ordain","help":"write it","label":"here","#,
            r#""mend":{"end":{"byte":7,"column":8,"line":1},"file":"project/a.ordain","replacement":"c","#,
            r#""start":{"byte":0,"column":1,"line":1},"title":"write `c`"},"#,
            r#""message":"gone","related":[{"end":{"byte":7,"column":8,"line":1},"#,
            r#""file":"project/a.ordain","message":"there","start":{"byte":0,"column":1,"line":1}}],"#,
            r#""severity":"error","start":{"byte":18,"column":4,"line":2}}],"errors":1,"warnings":0}"#
        )
    );
}

#[test]
fn numbers_are_told_in_words() {
    let sources = pair();
    let error = report(place(&sources, 0, 0, 1), "wrong", |_| ());
    assert_eq!(summary(&[]), None);
    assert_eq!(
        summary(std::slice::from_ref(&error)).as_deref(),
        Some("1 error")
    );
    assert_eq!(
        summary(&[error.clone(), error]).as_deref(),
        Some("2 errors")
    );
}

#[cfg(feature = "command")]
mod text {
    use super::super::{Style, text};
    use super::{Duration, Instant, place, report, sources, view};

    fn plain(found: &crate::diagnose::Diagnostic, sources: &crate::source::Sources) -> String {
        text(found, view(sources), Style::Plain)
    }

    #[test]
    fn places_far_apart_and_in_other_files_have_snippets_of_their_own() {
        let long = format!("package a\n{}last\n", "\n".repeat(30));
        let sources = sources(&[("a.ordain", long.as_bytes()), ("b.ordain", b"package b\n")]);
        let found = report(place(&sources, 0, 40, 44), "gone", |diagnostic| {
            diagnostic
                .label("here")
                .related(place(&sources, 0, 0, 7), "above")
                .related(place(&sources, 1, 8, 9), "elsewhere")
                .help("look");
        });
        let expected = "\
error[E0201]: gone
  --> project/a.ordain:32:1
   |
32 | last
   | ^^^^ here
   |
  ::: project/a.ordain:1:1
   |
 1 | package a
   | ------- above
   |
  ::: project/b.ordain:1:9
   |
 1 | package b
   |         - elsewhere
   |
   = help: look";
        assert_eq!(plain(&found, &sources), expected);
    }

    #[test]
    fn a_mend_shows_the_line_as_it_will_be() {
        let sources = sources(&[("a.ordain", b"package a\nfacts x@1 { y: in }\n")]);
        let found = report(place(&sources, 0, 25, 27), "gone", |diagnostic| {
            diagnostic.mend(place(&sources, 0, 25, 27), "int", "write `int`");
        });
        let expected = "\
error[E0201]: gone
 --> project/a.ordain:2:16
  |
2 | facts x@1 { y: in }
  |                ^^
  |
help: write `int`
  |
2 | facts x@1 { y: int }
  |                  +";
        assert_eq!(plain(&found, &sources), expected);
    }

    #[test]
    fn a_long_span_shows_its_beginning() {
        let text = format!("package a\n{}", "x\n".repeat(100));
        let sources = sources(&[("a.ordain", text.as_bytes())]);
        let shown = plain(
            &report(place(&sources, 0, 0, 200), "gone", |_| ()),
            &sources,
        );
        assert!(shown.lines().count() < 20, "{shown}");
        assert!(shown.contains("project/a.ordain:1:1"), "{shown}");
    }

    #[test]
    fn a_line_too_long_is_named_and_not_shown() {
        let text = format!("package a {}", "x".repeat(10_000));
        let sources = sources(&[("a.ordain", text.as_bytes())]);
        let found = report(place(&sources, 0, 9_000, 9_001), "gone", |diagnostic| {
            diagnostic.mend(place(&sources, 0, 9_000, 9_001), "y", "write `y`");
        });
        let shown = plain(&found, &sources);
        assert_eq!(
            shown,
            "error[E0201]: gone\n--> project/a.ordain:1:9001\n |\nhelp: write `y`"
        );
    }

    #[test]
    fn a_file_that_is_no_text_is_shown_with_replacements() {
        let sources = sources(&[("a.ordain", b"package \xff\xfe a")]);
        let (id, file) = sources.iter().next().unwrap();
        for error in &file.parsed.errors {
            let shown = plain(
                &crate::diagnose::Diagnostic::from_syntax(id, error),
                &sources,
            );
            assert!(shown.contains("1 | package \u{FFFD}\u{FFFD} a"), "{shown}");
        }
        // A span of the bytes may fall inside a replacement, and behind the end.
        let inside = report(place(&sources, 0, 9, 10), "gone", |_| ());
        assert!(plain(&inside, &sources).contains('^'));
        let behind = report(place(&sources, 0, 900, 901), "gone", |_| ());
        assert!(plain(&behind, &sources).starts_with("error[E0201]: gone"));
    }

    #[test]
    fn nothing_in_a_file_steers_the_terminal() {
        let sources = sources(&[("a\u{1b}.ordain", b"package \x1b[31m a \x07")]);
        let shown = plain(
            &report(place(&sources, 0, 8, 9), "gone \u{1b}[31m", |_| ()),
            &sources,
        );
        assert!(
            shown
                .chars()
                .all(|character| character == '\n' || !character.is_control()),
            "{shown:?}"
        );
    }

    #[test]
    fn a_thousand_mistakes_in_a_large_file_take_no_time() {
        let text = "0123456789\n".repeat(90_000);
        let sources = sources(&[("a.ordain", text.as_bytes())]);
        let started = Instant::now();
        for mistake in 0..1_000 {
            let _ = plain(
                &report(
                    place(&sources, 0, mistake * 900, mistake * 900 + 3),
                    "gone",
                    |_| (),
                ),
                &sources,
            );
        }
        assert!(
            started.elapsed() < Duration::from_secs(20),
            "{:?}",
            started.elapsed()
        );
    }
}
