//! Lines: what is written now, where the next line starts, and where the comments go. It knows nothing of the language.
//!
//! Comments are put back by position. Before a line starts, every comment that stands before the place of its first token
//! is written: behind the line that ends, if it stood behind the last token written, and on lines of its own otherwise.

use crate::format::WIDTH;
use crate::lex::slice;
use crate::span::Span;
use crate::syntax::{Comment, Word};

/// Whether a blank line stands before a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Blank {
    /// Where the author left one or more.
    Keep,
    /// Never.
    Never,
    /// Always.
    Always,
}

pub(super) struct Printer<'a> {
    source: &'a str,
    /// The comments that are still to be written.
    comments: &'a [Comment],
    lines: Vec<Line>,
    current: Line,
    /// How far into the source the tokens written reach.
    reached: u32,
    /// Whether nothing was written since the last opening brace.
    opened: bool,
}

#[derive(Default)]
struct Line {
    text: String,
    indent: usize,
    /// Whether it is a comment of its own, behind which no other can stand.
    is_comment: bool,
    trailing: Option<String>,
}

impl<'a> Printer<'a> {
    pub(super) fn new(source: &'a str, comments: &'a [Comment]) -> Self {
        Self {
            source,
            comments,
            lines: Vec::new(),
            current: Line::default(),
            reached: 0,
            opened: true,
        }
    }

    /// Ends the line and starts the next at `indent` for the token at `position`.
    pub(super) fn line(&mut self, position: u32, indent: usize, blank: Blank) {
        self.line_with(position, indent, indent, blank);
    }

    /// The same, with comments at an indent of their own.
    pub(super) fn line_with(
        &mut self,
        position: u32,
        indent: usize,
        comment_indent: usize,
        mut blank: Blank,
    ) {
        while let Some(comment) = self.next_comment(position) {
            let comment_text = format!("//{}", comment.text);
            let trails = self.current.trailing.is_none()
                && !self.current.text.is_empty()
                && !self.current.is_comment
                && (comment.span.start < self.reached
                    || !self.line_ends_before(comment.span.start));
            if trails {
                self.current.trailing = Some(comment_text);
            } else {
                let keep = if blank == Blank::Never {
                    Blank::Keep
                } else {
                    blank
                };
                self.end_line(keep, comment.span.start, comment_indent);
                self.current.text = comment_text;
                self.current.is_comment = true;
                // What the comment stands above follows it as closely as the author put it.
                if blank == Blank::Always {
                    blank = Blank::Keep;
                }
            }
            self.reach(comment.span.end);
        }
        self.end_line(blank, position, indent);
    }

    /// Continues on another line in the middle of something that has no places.
    pub(super) fn wrap(&mut self, indent: usize) {
        self.end_line(Blank::Never, 0, indent);
    }

    fn next_comment(&mut self, position: u32) -> Option<&'a Comment> {
        let (first, rest) = self.comments.split_first()?;
        if first.span.start >= position {
            return None;
        }
        self.comments = rest;
        Some(first)
    }

    fn end_line(&mut self, blank: Blank, position: u32, indent: usize) {
        let line = core::mem::take(&mut self.current);
        // A line that holds nothing is the one that the file starts with.
        if !line.text.is_empty() {
            self.lines.push(line);
        }
        let between = slice(self.source, Span::new(self.reached, position));
        let blank = match blank {
            Blank::Never => false,
            Blank::Always => true,
            Blank::Keep => !self.opened && has_blank_line(between),
        };
        if blank && !self.lines.is_empty() {
            self.lines.push(Line::default());
        }
        self.opened = false;
        self.current.indent = indent;
    }

    fn line_ends_before(&self, position: u32) -> bool {
        slice(self.source, Span::new(self.reached, position)).contains('\n')
    }

    pub(super) fn write(&mut self, text: &str) {
        self.current.text.push_str(text);
    }

    /// Writes a word of the source, and remembers how far the source is written.
    pub(super) fn write_word(&mut self, word: &Word) {
        self.write(&word.value);
        self.reach(word.span.end);
    }

    pub(super) fn reach(&mut self, position: u32) {
        self.reached = self.reached.max(position);
    }

    /// Opens a block: the next line is its first.
    pub(super) fn open(&mut self) {
        self.write("{");
        self.opened = true;
    }

    /// Closes a block that ends at `end`, whose content is indented by two more.
    pub(super) fn close(&mut self, end: u32, indent: usize) {
        let brace = end.saturating_sub(1);
        if self.opened && !self.has_comment_before(brace) {
            self.write("}");
            self.opened = false;
        } else {
            self.line_with(brace, indent, indent + 2, Blank::Never);
            self.write("}");
        }
        self.reach(end);
    }

    /// `///` lines above what stands on the line that starts now.
    pub(super) fn documentation(&mut self, lines: &[String], indent: usize) {
        for line in lines {
            self.write("///");
            if !line.is_empty() {
                self.write(" ");
                self.write(line);
            }
            self.wrap(indent);
        }
    }

    /// The column at which the next character stands, counted from zero.
    pub(super) fn column(&self) -> usize {
        self.current.indent + width(&self.current.text)
    }

    /// Whether text can be written on this line, with `reserve` columns left behind it.
    pub(super) fn fits(&self, text: &str, reserve: usize) -> bool {
        self.column() + width(text) + reserve <= WIDTH
    }

    pub(super) fn has_comment_before(&self, position: u32) -> bool {
        self.comments
            .first()
            .is_some_and(|comment| comment.span.start < position)
    }

    /// Whether a comment stands in a place that is still to be written, or before it.
    pub(super) fn has_comment_in(&self, span: Span) -> bool {
        let first = self
            .comments
            .partition_point(|comment| comment.span.start < span.start);
        self.comments
            .get(first)
            .is_some_and(|comment| comment.span.start < span.end)
    }

    /// Whether what stands at one place and what starts at another stay on lines that follow each other: no blank line is
    /// kept between them, and no comment has to have a line of its own.
    pub(super) fn adjoin(&self, place: Span, start: u32) -> bool {
        let between = slice(self.source, Span::new(place.end, start));
        let first = self
            .comments
            .partition_point(|comment| comment.span.start < place.start);
        let mut comments = self
            .comments
            .iter()
            .skip(first)
            .take_while(|comment| comment.span.start < start);
        let own_line = |comment: &Comment| {
            comment.span.start >= place.end
                && slice(self.source, Span::new(place.end, comment.span.start)).contains('\n')
        };
        let trailing = comments.next().is_none_or(|comment| !own_line(comment));
        trailing && comments.next().is_none() && !has_blank_line(between)
    }

    /// The whole text, with the comments that are left at its end.
    pub(super) fn finish(mut self) -> String {
        self.line(u32::MAX, 0, Blank::Never);
        align_trailing(&mut self.lines);
        let mut text = String::new();
        for line in &self.lines {
            if !line.text.is_empty() {
                text.extend(core::iter::repeat_n(' ', line.indent));
                text.push_str(&line.text);
            }
            if let Some(comment) = &line.trailing {
                text.push_str(comment);
            }
            text.push('\n');
        }
        text
    }
}

/// Puts the trailing comments of lines that follow each other, at one indent, into one column.
fn align_trailing(lines: &mut [Line]) {
    let together = |one: &Line, other: &Line| {
        one.trailing.is_some() && other.trailing.is_some() && one.indent == other.indent
    };
    for group in lines.chunk_by_mut(together) {
        let column = group
            .iter()
            .map(|line| width(&line.text))
            .max()
            .unwrap_or_default()
            + 2;
        for line in group.iter_mut().filter(|line| line.trailing.is_some()) {
            let missing = column - width(&line.text);
            line.text.extend(core::iter::repeat_n(' ', missing));
        }
    }
}

fn has_blank_line(between: &str) -> bool {
    let mut line_ends = between.split('\n');
    line_ends.next_back();
    line_ends.next();
    line_ends.any(|line| line.trim().is_empty())
}

/// The columns that text takes.
pub(super) fn width(text: &str) -> usize {
    text.chars().count()
}
