//! The few lines of a file that a snippet needs. A renderer that is handed a whole file for each of its thousand
//! mistakes takes time in their product, and so does one that is handed a line of a megabyte.

use std::borrow::Cow;
use std::ops::Range;

use ordain_grammar::span::Span;

use crate::source::SourceFile;

/// The most lines that one snippet may run over before the end of its spans is left out.
const LINES: usize = 12;
/// The longest line, in bytes, that is shown whole.
const LINE_BYTES: usize = 400;
/// How much of a longer line is shown before a span, in bytes.
const BEFORE: usize = 60;
/// How much of a longer line is shown from the start of a span on, in bytes.
const AFTER: usize = 120;

/// Some whole lines of a file, or a piece of one that is too long.
#[derive(Debug)]
pub(super) struct Window<'f> {
    /// What is shown.
    pub(super) source: Cow<'f, str>,
    /// The number of its first line.
    pub(super) line: usize,
    /// Where `source` begins in the file; bytes of the file less this are bytes of `source`.
    base: usize,
    /// How far a mark of omission moves everything.
    shift: usize,
    /// One past the last byte of the file that is shown.
    limit: usize,
}

const OMISSION: char = '…';

impl<'f> Window<'f> {
    /// The lines from the first to the last of `spans`, which lie close together.
    pub(super) fn new(file: &'f SourceFile, spans: &[Span]) -> Self {
        let text = file.text.as_str();
        let first = spans.iter().map(|span| span.start).min().unwrap_or(0);
        let last = spans.iter().map(|span| span.end.max(span.start)).max().unwrap_or(0);
        let (first, last) = (boundary(text, first as usize), boundary(text, last as usize));
        let start = line_start(text, first);
        let end = text
            .get(start..)
            .unwrap_or_default()
            .match_indices('\n')
            .map(|(at, _)| start + at)
            .take(LINES)
            .find(|at| *at >= last);
        // Cut off after so many lines, where the end lies further away.
        let end = end.unwrap_or_else(|| {
            let rest = text.get(start..).unwrap_or_default();
            rest.match_indices('\n').nth(LINES - 1).map_or(text.len(), |(at, _)| start + at)
        });
        let (line, _) = file.position(u32::try_from(start).unwrap_or(u32::MAX));
        let whole = Self {
            source: Cow::Borrowed(text.get(start..end).unwrap_or_default()),
            line: line as usize,
            base: start,
            shift: 0,
            limit: end,
        };
        if whole.source.lines().any(|line| line.len() > LINE_BYTES) { whole.piece(text, first) } else { whole }
    }

    /// What stands around one byte of a line that is too long.
    fn piece(self, text: &str, at: usize) -> Self {
        let start = boundary(text, at.saturating_sub(BEFORE).max(line_start(text, at)));
        let line_end = text.get(at..).unwrap_or_default().find('\n').map_or(text.len(), |below| at + below);
        let end = boundary(text, line_end.min(at + AFTER));
        let cut_before = start > line_start(text, at);
        let mut source = String::new();
        if cut_before {
            source.push(OMISSION);
        }
        source.push_str(text.get(start..end).unwrap_or_default());
        if end < line_end {
            source.push(OMISSION);
        }
        let shift = if cut_before { OMISSION.len_utf8() } else { 0 };
        Self { source: Cow::Owned(source), line: self.line, base: start, shift, limit: end }
    }

    /// A span of the file as a range of what is shown.
    pub(super) fn range(&self, span: Span) -> Range<usize> {
        let place = |byte: u32| (byte as usize).clamp(self.base, self.limit) - self.base + self.shift;
        let start = boundary(&self.source, place(span.start));
        start..boundary(&self.source, place(span.end)).max(start)
    }

    /// Whether a span is shown from its first byte to its last.
    pub(super) fn holds(&self, span: Span) -> bool {
        self.base <= span.start as usize && span.end as usize <= self.limit
    }
}

fn line_start(text: &str, byte: usize) -> usize {
    text.get(..byte).and_then(|before| before.rfind('\n')).map_or(0, |at| at + 1)
}

/// The nearest boundary of characters at or before a byte. A file that is no UTF-8 is shown with replacements, and
/// spans of its bytes may fall inside one of them.
fn boundary(text: &str, byte: usize) -> usize {
    text.floor_char_boundary(byte)
}
