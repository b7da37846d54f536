//! The few lines of a file that a snippet needs. A renderer that is handed a whole file for each of its thousand
//! mistakes takes time in their product, and so does one that is handed a line of a megabyte.

use std::ops::Range;

use ordain_grammar::span::Span;

use crate::source::SourceFile;

/// The most lines that one snippet runs over; of what is longer, the beginning is shown.
const LINES: usize = 12;
/// The longest line, in bytes, that is shown at all.
const LINE_BYTES: usize = 4_096;

/// Some whole lines of a file.
#[derive(Debug)]
pub(super) struct Window<'f> {
    /// What is shown, without the line end of its last line.
    pub(super) source: &'f str,
    /// The number of its first line.
    pub(super) line: usize,
    /// The byte of the file where it begins.
    start: usize,
}

impl<'f> Window<'f> {
    /// The lines from the first to the last of spans that lie close together; `None` where one is too long.
    pub(super) fn new(
        file: &'f SourceFile,
        spans: impl Iterator<Item = Span> + Clone,
    ) -> Option<Self> {
        let first = spans.clone().map(|span| span.start).min().unwrap_or(0);
        let last = spans
            .map(|span| span.end.max(span.start))
            .max()
            .unwrap_or(0);
        let (line, column) = file.position(first);
        let text = file.text.as_str();
        let first = text.floor_char_boundary(first as usize);
        let start = text.get(..first)?.rfind('\n').map_or(0, |at| at + 1);
        // Column and bytes differ where the span points into a character.
        if first - start > LINE_BYTES || column as usize > LINE_BYTES {
            return None;
        }
        let mut end = start;
        for line in text.get(start..)?.split_inclusive('\n').take(LINES) {
            if line.len() > LINE_BYTES {
                return None;
            }
            end += line.len();
            if end > last as usize {
                break;
            }
        }
        let source = text.get(start..end)?;
        Some(Self {
            source: source.strip_suffix('\n').unwrap_or(source),
            line: line as usize,
            start,
        })
    }

    /// A span of the file as a range of what is shown. A file that is no UTF-8 is shown with replacements, and spans of
    /// its bytes may fall inside one of them.
    pub(super) fn range(&self, span: Span) -> Range<usize> {
        let place = |byte: u32| {
            self.source
                .floor_char_boundary((byte as usize).saturating_sub(self.start))
        };
        place(span.start)..place(span.end.max(span.start))
    }

    /// Whether a span is shown from its first byte to its last.
    pub(super) fn holds(&self, span: Span) -> bool {
        self.start <= span.start as usize && span.end as usize <= self.start + self.source.len()
    }
}
