//! Diagnostics as plain text that stays the same while nothing that an author sees changes.

use std::fmt::Write as _;

use ordain::diagnose::Diagnostic;
use ordain::source::{Place, Sources};

/// How much of the marked text is shown.
const MARKED: usize = 60;

/// All diagnostics, each a paragraph.
pub(crate) fn all(sources: &Sources, diagnostics: &[Diagnostic]) -> String {
    if diagnostics.is_empty() {
        return "nothing\n".to_owned();
    }
    diagnostics
        .iter()
        .map(|diagnostic| one(sources, diagnostic))
        .collect::<Vec<_>>()
        .join("\n")
}

fn one(sources: &Sources, diagnostic: &Diagnostic) -> String {
    let mut text = format!("{} {}\n", diagnostic.code, range(sources, diagnostic.place));
    let mut line = |what: &str, value: &str| writeln!(text, "  {what}: {value}").unwrap();
    line("marks", &marked(sources, diagnostic.place));
    line("message", &diagnostic.message);
    if !diagnostic.label.is_empty() {
        line("label", &diagnostic.label);
    }
    for (place, what) in &diagnostic.related {
        line(
            "related",
            &format!(
                "{} `{}`: {what}",
                range(sources, *place),
                marked(sources, *place)
            ),
        );
    }
    if let Some(help) = &diagnostic.help {
        line("help", help);
    }
    if let Some(mend) = &diagnostic.mend {
        let place = range(sources, mend.place);
        line(
            "mend",
            &format!("{}: {place} becomes {:?}", mend.title, mend.replacement),
        );
    }
    text
}

/// `file:line:column-line:column`, the end behind the last character.
fn range(sources: &Sources, place: Place) -> String {
    let file = sources.file(place.file);
    let (start, end) = (
        file.position(place.span.start),
        file.position(place.span.end),
    );
    format!("{}:{}:{}-{}:{}", file.path, start.0, start.1, end.0, end.1)
}

/// The marked text on one line; its middle left out where it is long.
fn marked(sources: &Sources, place: Place) -> String {
    let text = sources
        .text(place)
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ");
    let length = text.chars().count();
    if length <= MARKED {
        return text;
    }
    let half = MARKED / 2;
    let head: String = text.chars().take(half).collect();
    let tail: String = text.chars().skip(length - half).collect();
    format!("{head} … {tail}")
}
