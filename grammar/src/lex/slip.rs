//! Slips that show in single characters: comments of other languages, `;`, tabs. The grammar takes each of them for white
//! space, so that what stands around them is still read.

use super::{Lexer, offset, slice};
use crate::error::{Errors, SyntaxCode, SyntaxError};
use crate::span::Span;

impl Lexer<'_> {
    pub(super) fn hash_comment(&mut self) {
        let length = self.run_length(|byte| byte != b'\n');
        let start = offset(self.position);
        let text = self.rest().get(..length).unwrap_or_default();
        let span = Span::new(start, start + offset(text.trim_end().len()));
        let marks = text.len() - text.trim_start_matches('#').len();
        let head = Span::new(start, start + offset(marks));
        self.position += length;
        self.errors.push(
            SyntaxError::new(SyntaxCode::CommentStyle, span, "a comment begins with `//`").mend(
                head,
                "//",
                "write `//`",
            ),
        );
    }

    pub(super) fn block_comment(&mut self) {
        let start = offset(self.position);
        let Some(length) = self.rest().get(2..).and_then(|rest| rest.find("*/")) else {
            let length = self.run_length(|byte| byte != b'\n');
            let span = Span::new(start, start + offset(length));
            self.position += length;
            self.lexed.broken.push(span);
            self.errors.push(
                SyntaxError::new(
                    SyntaxCode::CommentStyle,
                    span,
                    "a comment begins with `//`, and `/*` is not closed",
                )
                .help("write `//` before each line of the comment"),
            );
            return;
        };
        let length = length + 4;
        let span = Span::new(start, start + offset(length));
        let error = SyntaxError::new(
            SyntaxCode::CommentStyle,
            span,
            "a comment begins with `//` and runs to the end of its line",
        );
        let text = slice(self.text, span);
        let behind = self
            .text
            .get(span.end as usize..)
            .and_then(|rest| rest.lines().next())
            .unwrap_or_default();
        // A line comment would take what follows on the line with it.
        let error = if behind.trim().is_empty() {
            error.mend(span, line_comments(text), "write `//`")
        } else {
            error.help("move the comment to a line of its own and write `//` before it")
        };
        if text.contains('\n') {
            self.line_start = self.position + text.rfind('\n').map_or(0, |index| index + 1);
        }
        self.position += length;
        self.errors.push(error);
    }

    pub(super) fn semicolons(&mut self) {
        let length = self.run_length(|byte| byte == b';');
        let start = offset(self.position);
        let span = Span::new(start, start + offset(length));
        self.position += length;
        self.errors.push(
            SyntaxError::new(
                SyntaxCode::Semicolon,
                span,
                "nothing is ended or separated by `;`",
            )
            .mend(span, "", "remove it"),
        );
    }
}

fn line_comments(block: &str) -> String {
    let inside = block
        .trim_start_matches("/*")
        .trim_end_matches("*/")
        .trim_matches(['*', ' ']);
    let lines: Vec<String> = inside
        .lines()
        .map(|line| format!("// {}", line.trim().trim_start_matches('*').trim_start()))
        .map(|line| line.trim_end().to_owned())
        .collect();
    lines.join("\n")
}

/// White space that is neither a space nor a line end: one mistake of the file, however many there are.
#[derive(Debug, Default)]
pub(super) struct Tabs {
    places: Vec<Span>,
}

impl Tabs {
    pub(super) fn add(&mut self, position: usize, character: char) {
        let start = offset(position);
        self.places
            .push(Span::new(start, start + offset(character.len_utf8())));
    }

    pub(super) fn forget_from(&mut self, start: u32) {
        self.places.retain(|place| place.start < start);
    }

    pub(super) fn report(self, text: &str, errors: &mut Errors) {
        let (Some(first), Some(last)) = (self.places.first(), self.places.last()) else {
            return;
        };
        let what = match slice(text, *first) {
            "\t" => "a tab".to_owned(),
            other => {
                let code = other.chars().next().map_or(0, u32::from);
                format!("the character U+{code:04X}")
            }
        };
        let others = match self.places.len() {
            1 => String::new(),
            2 => ", and one more such place follows".to_owned(),
            count => format!(", and {} more such places follow", count - 1),
        };
        let message = format!("{what} is not white space here{others}");
        errors.push(
            SyntaxError::new(SyntaxCode::WhiteSpace, *first, message)
                .help("words are separated by spaces and line ends")
                .mend(first.to(*last), self.replaced(text), "write spaces"),
        );
    }

    /// The text from the first place to the last with spaces in those places.
    fn replaced(&self, text: &str) -> String {
        let mut replaced = String::new();
        let mut behind = self.places.first().map_or(0, |place| place.start);
        for place in &self.places {
            replaced.push_str(slice(text, Span::new(behind, place.start)));
            replaced.push_str(if slice(text, *place) == "\t" {
                "  "
            } else {
                " "
            });
            behind = place.end;
        }
        replaced
    }
}
