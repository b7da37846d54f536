//! The files of a project: text, positions, trees. What they mean is for the later steps; reading them from a disk is
//! for [`crate::project`].

use ordain_grammar::span::Span;
use ordain_grammar::{Parsed, parse_bytes};

/// The files of one compilation, sorted by path.
#[derive(Debug, Default)]
pub struct Sources {
    files: Vec<SourceFile>,
}

/// Which file of [`Sources`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FileId(u32);

/// A place in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// The file.
    pub file: FileId,
    /// The bytes of it.
    pub span: Span,
}

/// One file with its tree.
#[derive(Debug)]
pub struct SourceFile {
    /// Below the project's folder, with `/` between folders on every system.
    pub path: String,
    /// Its text; where it was no UTF-8, with replacement characters, for display alone.
    pub text: String,
    /// The tree and what is wrong with the syntax.
    pub parsed: Parsed,
    line_starts: Vec<u32>,
}

impl Sources {
    /// Parses files, given as pairs of path and bytes in any order.
    #[must_use]
    pub fn parse(mut files: Vec<(String, Vec<u8>)>) -> Self {
        files.sort();
        Self {
            files: files
                .into_iter()
                .map(|(path, bytes)| SourceFile::parse(path, &bytes))
                .collect(),
        }
    }

    /// The files in order, each with its id.
    pub fn iter(&self) -> impl Iterator<Item = (FileId, &SourceFile)> {
        (0..).map(FileId).zip(&self.files)
    }

    /// One file.
    ///
    /// # Panics
    ///
    /// Where the id is of other sources.
    #[must_use]
    #[expect(
        clippy::indexing_slicing,
        reason = "ids come from the sources that hold them"
    )]
    pub fn file(&self, id: FileId) -> &SourceFile {
        &self.files[id.0 as usize]
    }

    /// The text of a place.
    #[must_use]
    pub fn text(&self, place: Place) -> &str {
        self.file(place.file).slice(place.span)
    }
}

impl SourceFile {
    fn parse(path: String, bytes: &[u8]) -> Self {
        let parsed = parse_bytes(bytes);
        let text = String::from_utf8_lossy(bytes).into_owned();
        let line_starts = core::iter::once(0)
            .chain(
                text.bytes()
                    .zip(1..)
                    .filter(|(byte, _)| *byte == b'\n')
                    .map(|(_, next)| next),
            )
            .collect();
        Self {
            path,
            text,
            parsed,
            line_starts,
        }
    }

    /// The text of a span; empty where the span is none of this text. In a file that is no UTF-8 a span may end within a
    /// replacement character, which is then taken whole.
    #[must_use]
    pub fn slice(&self, span: Span) -> &str {
        let start = self.text.floor_char_boundary(span.start as usize);
        let end = self.text.ceil_char_boundary(span.end as usize);
        self.text.get(start..end).unwrap_or_default()
    }

    /// Line and column of a byte, both from 1; the column counts characters.
    #[must_use]
    pub fn position(&self, byte: u32) -> (u32, u32) {
        let line = self.line_starts.partition_point(|start| *start <= byte);
        let start = line
            .checked_sub(1)
            .and_then(|before| self.line_starts.get(before))
            .copied()
            .unwrap_or(0);
        let column = self.slice(Span::new(start, byte)).chars().count();
        (
            u32::try_from(line).unwrap_or(u32::MAX),
            u32::try_from(column + 1).unwrap_or(u32::MAX),
        )
    }
}

/// Folds the text of an expression into one line: comments left out, white space outside strings to single spaces.
#[must_use]
pub fn one_line(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    let mut rest = text.chars().peekable();
    let mut in_string = false;
    while let Some(next) = rest.next() {
        match next {
            '\\' if in_string => {
                folded.push(next);
                folded.extend(rest.next());
            }
            '"' => {
                in_string = !in_string;
                folded.push(next);
            }
            '/' if !in_string && rest.peek() == Some(&'/') => {
                while rest.next_if(|skipped| *skipped != '\n').is_some() {}
            }
            white if white.is_whitespace() => {
                while rest.next_if(|skipped| skipped.is_whitespace()).is_some() {}
                if !folded.ends_with(' ') {
                    folded.push(' ');
                }
            }
            other => folded.push(other),
        }
    }
    folded.trim().to_owned()
}
