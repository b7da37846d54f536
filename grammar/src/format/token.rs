//! Constants and lists of words as text: strings with their escapes and folds, numbers with their groups.

use super::printer::{Blank, Printer, width};
use crate::format::WIDTH;
use crate::lex::is_keyword;
use crate::span::Span;
use crate::syntax::{Header, Literal, Path, Reference, Word};

/// A constant on one line.
pub(super) fn literal(literal: &Literal) -> String {
    match literal {
        Literal::Boolean(value) => value.to_string(),
        Literal::Integer(value) => integer(*value),
        Literal::String(value) => quoted(value),
        Literal::Money { currency, amount } => {
            let (whole, decimals) = match amount.value.split_once('.') {
                Some((whole, decimals)) => (whole, format!(".{decimals}")),
                None => (amount.value.as_str(), String::new()),
            };
            format!("{} {}{decimals}", currency.value, grouped(whole))
        }
        Literal::Time(value) => value.clone(),
        Literal::Duration(seconds) => duration(*seconds),
    }
}

/// `50_000`.
pub(super) fn integer(value: i64) -> String {
    grouped(&value.to_string())
}

/// Groups digits, perhaps behind a sign, by three.
fn grouped(digits: &str) -> String {
    let (sign, magnitude) = match digits.strip_prefix('-') {
        Some(magnitude) => ("-", magnitude),
        None => ("", digits),
    };
    let mut grouped = sign.to_owned();
    for (index, digit) in magnitude.chars().enumerate() {
        if index > 0 && (magnitude.len() - index).is_multiple_of(3) {
            grouped.push('_');
        }
        grouped.push(digit);
    }
    grouped
}

/// In the largest unit that divides it.
fn duration(seconds: u64) -> String {
    let (count, unit) = if seconds > 0 && seconds.is_multiple_of(3_600) {
        (seconds / 3_600, 'h')
    } else if seconds > 0 && seconds.is_multiple_of(60) {
        (seconds / 60, 'm')
    } else {
        (seconds, 's')
    };
    format!("{}{unit}", grouped(&count.to_string()))
}

/// A string on one line with its marks.
pub(super) fn quoted(value: &str) -> String {
    format!("\"{}\"", escaped(value))
}

fn escaped(value: &str) -> String {
    let mut text = String::with_capacity(value.len());
    for character in value.chars() {
        match character {
            '"' => text.push_str("\\\""),
            '\\' => text.push_str("\\\\"),
            '\n' => text.push_str("\\n"),
            '\r' => text.push_str("\\r"),
            '\t' => text.push_str("\\t"),
            '\u{8}' => text.push_str("\\b"),
            '\u{C}' => text.push_str("\\f"),
            _ if is_invisible(character) => {
                let escape = format!("\\u{:04x}", u32::from(character));
                text.push_str(&escape);
            }
            _ => text.push(character),
        }
    }
    text
}

/// Characters that would be misread or not seen at all, all of them in the first plane.
fn is_invisible(character: char) -> bool {
    character.is_control()
        || matches!(
            character,
            '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2060}'..='\u{2069}' | '\u{FEFF}'
        )
}

/// `user.role`
pub(super) fn path(path: &Path) -> String {
    let words: Vec<&str> = path.words.iter().map(|word| word.value.as_str()).collect();
    words.join(".")
}

/// `NAME@REVISION`
pub(super) fn reference(reference: &Reference) -> String {
    format!("{}@{}", reference.name.value, reference.revision.value)
}

/// A piece of a list: its text on one line, and its place.
pub(super) struct Item {
    pub(super) text: String,
    pub(super) span: Span,
}

impl Item {
    pub(super) fn new(text: String, span: Span) -> Self {
        Self { text, span }
    }

    pub(super) fn word(word: &Word) -> Self {
        Self::new(word.value.clone(), word.span)
    }

    pub(super) fn string(word: &Word) -> Self {
        Self::new(quoted(&word.value), word.span)
    }

    pub(super) fn path(item: &Path) -> Self {
        Self::new(path(item), item.span())
    }

    pub(super) fn reference(item: &Reference) -> Self {
        Self::new(reference(item), item.span())
    }
}

/// The items on one line.
pub(super) fn joined(items: &[Item]) -> String {
    let texts: Vec<&str> = items.iter().map(|item| item.text.as_str()).collect();
    texts.join(", ")
}

impl Printer<'_> {
    /// `KEYWORD NAME@REVISION `, up to what stands before the brace.
    pub(super) fn header(&mut self, keyword: &str, header: &Header) {
        self.write(keyword);
        self.write(" ");
        self.write_word(&header.name);
        self.write("@");
        self.write_word(&header.revision);
        self.write(" ");
    }

    /// A keyword, with room for a longer one, and a space.
    pub(super) fn keyword(&mut self, keyword: &str, longest: usize) {
        self.write(&format!("{keyword:longest$} "));
    }

    /// Writes items with commas, as many on a line as fit; further lines start below the first item.
    pub(super) fn fill(&mut self, items: &[Item], reserve: usize) {
        let column = self.column();
        for (index, item) in items.iter().enumerate() {
            let last = index + 1 == items.len();
            let reserve = if last { reserve } else { 1 };
            if index > 0 {
                self.write(",");
                if self.has_comment_before(item.span.start)
                    || self.column() + 1 + width(&item.text) + reserve > WIDTH
                {
                    self.line(item.span.start, column, Blank::Never);
                } else {
                    self.write(" ");
                }
            }
            self.write(&item.text);
            self.reach(item.span.end);
        }
    }

    /// Writes `[ … ]` on one line, or filled on lines of its own between its brackets. `close` is the place of the closing
    /// bracket, where that is known.
    pub(super) fn bracketed(
        &mut self,
        items: &[Item],
        close: Option<u32>,
        indent: usize,
        reserve: usize,
    ) {
        let flat = format!("[{}]", joined(items));
        let end = close.or(items.last().map(|item| item.span.end));
        let comments = end.is_some_and(|end| self.has_comment_before(end));
        if !comments && self.fits(&flat, reserve) {
            self.write(&flat);
            self.reach(items.last().map_or(0, |item| item.span.end));
            return;
        }
        self.write("[");
        if let Some(first) = items.first() {
            self.line(first.span.start, indent + 2, Blank::Never);
        }
        self.fill(items, 0);
        let end = items.last().map_or(0, |item| item.span.end);
        self.line_with(close.unwrap_or(end), indent, indent + 2, Blank::Never);
        self.write("]");
    }

    /// Writes a string, folded over lines where it does not fit and folding back gives the same string.
    pub(super) fn string(&mut self, word: &Word, reserve: usize) {
        self.folded(&word.value, reserve);
        self.reach(word.span.end);
    }

    pub(super) fn folded(&mut self, value: &str, reserve: usize) {
        let flat = quoted(value);
        if self.fits(&flat, reserve) {
            self.write(&flat);
            return;
        }
        self.write("\"");
        let column = self.column();
        let pieces = fold_pieces(value);
        for (index, piece) in pieces.iter().enumerate() {
            let text = escaped(piece);
            let last = index + 1 == pieces.len();
            let behind = if last { 1 + reserve } else { 0 };
            if index > 0 {
                if self.column() + 1 + width(&text) + behind > WIDTH {
                    self.wrap(column);
                } else {
                    self.write(" ");
                }
            }
            self.write(&text);
        }
        self.write("\"");
    }
}

/// Cuts a string at the spaces that a line end may stand for: single ones, and none before a word that would look like the
/// head of a declaration at the start of a line.
fn fold_pieces(value: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    let mut start = 0;
    for (index, _) in value.match_indices(' ') {
        let before = value.get(start..index).unwrap_or_default();
        let behind = value.get(index + 1..).unwrap_or_default();
        let word = behind.split(' ').next().unwrap_or_default();
        if !before.is_empty() && !before.ends_with(' ') && !word.is_empty() && !is_keyword(word) {
            pieces.push(before);
            start = index + 1;
        }
    }
    pieces.push(value.get(start..).unwrap_or_default());
    pieces
}
