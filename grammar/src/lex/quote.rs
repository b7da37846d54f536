//! Where strings end. A string may run over lines, so a quotation mark that is missing would take the rest of the file with
//! it: such a string ends with its line, and the declaration that holds it is not parsed.

use super::{Lexer, TokenKind, cut, offset};
use crate::error::{SyntaxCode, SyntaxError};
use crate::span::Span;

/// How often the lexer may still go back: once in a declaration, and in a file so seldom that it stays linear.
#[derive(Debug)]
pub(super) struct Rewinds {
    left: u32,
    may: bool,
}

impl Default for Rewinds {
    fn default() -> Self {
        Self {
            left: 16,
            may: true,
        }
    }
}

impl Rewinds {
    pub(super) fn next_declaration(&mut self) {
        self.may = true;
    }

    fn take(&mut self) -> bool {
        let may = self.may && self.left > 0;
        self.left -= u32::from(may);
        self.may = false;
        may
    }
}

impl Lexer<'_> {
    /// A string in straight double quotation marks.
    pub(super) fn string(&mut self) {
        match self.closing_quote() {
            Ok(length) => self.token(TokenKind::String, length),
            Err(length) => {
                self.unclosed = self.position..self.position + length;
                self.unclosed_string();
            }
        }
    }

    /// The length of the string that starts here with both its marks, or of the text up to where it is given up: the end of
    /// the file or the next declaration.
    fn closing_quote(&self) -> Result<usize, usize> {
        // Every mark behind an unclosed one is escaped, so a string that starts at it meets the same text.
        if self.unclosed.contains(&self.position) {
            return Err(self.unclosed.end - self.position);
        }
        let rest = self.rest();
        let mut escaped = false;
        for (index, byte) in rest.bytes().enumerate().skip(1) {
            match byte {
                _ if escaped => escaped = false,
                b'\\' => escaped = true,
                b'"' => return Ok(index + 1),
                b'\n' if rest.get(index + 1..).is_some_and(cut::begins_declaration) => {
                    return Err(index);
                }
                _ => {}
            }
        }
        Err(rest.len())
    }

    /// The mark that is missing need not be this one's: an earlier string may have run on to what should have opened the
    /// next, which shows in a closing mark with a word right behind it.
    fn unclosed_string(&mut self) {
        if self.rewinds.take() {
            let suspect = self
                .lexed
                .tokens
                .iter()
                .enumerate()
                .skip(self.declaration)
                .find(|(_, token)| token.kind == TokenKind::String && self.ran_on(token.span));
            if let Some((index, token)) = suspect {
                let start = token.span.start;
                self.rewind(index, start);
                return;
            }
        }
        let length = self.run_length(|byte| byte != b'\n');
        let span = Span::new(offset(self.position), offset(self.position + length));
        self.broken_string(span);
        self.token(TokenKind::String, length);
    }

    fn ran_on(&self, span: Span) -> bool {
        let inside = super::slice(self.text, span);
        let behind = self.text.get(span.end as usize..).unwrap_or_default();
        inside.contains('\n')
            && behind.starts_with(|next: char| next.is_alphanumeric() || next == '_')
    }

    /// Goes back to a string that ran on, and reads what stands behind its first line again.
    fn rewind(&mut self, index: usize, start: u32) {
        if let Some(token) = self.lexed.tokens.get(index) {
            self.opens_line = token.opens_line;
            self.indent = token.indent;
        }
        self.lexed.tokens.truncate(index);
        self.lexed
            .comments
            .retain(|comment| comment.span.start < start);
        self.lexed
            .documentation
            .retain(|line| line.span.start < start);
        self.errors.forget_from(start);
        self.tabs.forget_from(start);
        self.position = start as usize;
        let length = self.run_length(|byte| byte != b'\n');
        let span = Span::new(start, offset(self.position + length));
        self.broken_string(span);
        self.token(TokenKind::String, length);
    }

    fn broken_string(&mut self, span: Span) {
        self.lexed.broken.push(span);
        self.errors.push(
            SyntaxError::new(
                SyntaxCode::StringNotClosed,
                span,
                "this string is not closed",
            )
            .help("a string ends with `\"`; it may run over lines, though not over the head of a declaration"),
        );
    }

    /// A string in marks of another kind, if it is closed on its line; otherwise a single mark.
    pub(super) fn foreign_quote(&mut self, open: char) {
        let close = if open == '\'' { '\'' } else { '\u{201D}' };
        let width = open.len_utf8();
        let line = self.run_length(|byte| byte != b'\n');
        let inside = self.rest().get(width..line).unwrap_or_default();
        match inside.find(close) {
            Some(length) => self.token(TokenKind::String, width + length + close.len_utf8()),
            None => self.token(TokenKind::Mark(open), width),
        }
    }
}
