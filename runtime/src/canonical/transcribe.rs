//! Text to canonical text with no value between them, for texts whose objects have their keys in order. What is canonical
//! already is copied in runs, or not at all. Other texts go through the parser.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use super::error::JsonError;
use super::lexer::Lexer;
use super::limits::Limits;
use super::number;
use super::order::compare_keys;
use super::parser::parse_with;
use super::write::{to_vec, write_string};

/// The canonical bytes of the value that a text is, read as [`parse_with`] reads it (semantics, section 1).
///
/// Borrows a text that has no white space between tokens, no object with keys out of order, and no string or number
/// spelt otherwise than canonically: a text, in short, that is its own canonical form.
pub fn canonicalize(text: &[u8], limits: Limits) -> Result<Cow<'_, [u8]>, JsonError> {
    match transcribe(text, limits) {
        Some(form) => Ok(form),
        None => parse_with(text, limits).map(|value| Cow::Owned(to_vec(&value))),
    }
}

/// [`canonicalize`] for texts without fault whose objects have their keys in order; `None` for others.
pub(crate) fn transcribe(text: &[u8], limits: Limits) -> Option<Cow<'_, [u8]>> {
    let mut transcriber = Transcriber {
        lexer: Lexer::new(text, limits).ok()?,
        form: Vec::new(),
        done: 0,
        spelling: Vec::new(),
    };
    transcriber.value()?;
    if transcriber.next_token().is_some() {
        return None;
    }
    if transcriber.done == 0 {
        return Some(Cow::Borrowed(text));
    }
    transcriber.copy(text.len());
    Some(Cow::Owned(transcriber.form))
}

struct Transcriber<'a> {
    lexer: Lexer<'a>,
    /// The canonical form of the text before byte `done`. From there to where the lexer stands, all is canonical.
    form: Vec<u8>,
    done: usize,
    /// Where a token is spelt canonically.
    spelling: Vec<u8>,
}

/// Each function takes what it is named for. `None` is a fault, or a key out of order.
impl<'a> Transcriber<'a> {
    /// Recurses once a level, and the lexer bounds the levels.
    fn value(&mut self) -> Option<()> {
        let token = self.next_token();
        self.lexer.count_value().ok()?;
        match token? {
            b'"' => self.string().map(drop),
            b'-' | b'0'..=b'9' => self.number(),
            b'{' => self.object(),
            b'[' => self.array(),
            b't' => self.lexer.word("true").ok(),
            b'f' => self.lexer.word("false").ok(),
            b'n' => self.lexer.word("null").ok(),
            _ => None,
        }
    }

    fn array(&mut self) -> Option<()> {
        self.lexer.open().ok()?;
        if self.next_token()? != b']' {
            self.value()?;
            while self.next_token()? == b',' {
                self.lexer.advance();
                self.value()?;
            }
        }
        self.close(b']')
    }

    fn object(&mut self) -> Option<()> {
        self.lexer.open().ok()?;
        if self.next_token()? != b'}' {
            let mut last = self.member()?;
            while self.next_token()? == b',' {
                self.lexer.advance();
                self.next_token();
                let key = self.member()?;
                if compare_keys(&last, &key).is_ge() {
                    return None;
                }
                last = key;
            }
        }
        self.close(b'}')
    }

    /// Takes a member, before which there is no white space, and gives its key.
    fn member(&mut self) -> Option<Cow<'a, str>> {
        if self.lexer.peek()? != b'"' {
            return None;
        }
        let key = self.string()?;
        if self.next_token()? != b':' {
            return None;
        }
        self.lexer.advance();
        self.value()?;
        Some(key)
    }

    fn close(&mut self, bracket: u8) -> Option<()> {
        if self.lexer.peek()? != bracket {
            return None;
        }
        self.lexer.close();
        Some(())
    }

    #[inline]
    fn string(&mut self) -> Option<Cow<'a, str>> {
        match self.lexer.plain_string() {
            Ok(string) => Some(Cow::Borrowed(string)),
            Err(end) => {
                let start = self.lexer.position();
                let string = self.lexer.escaped_string(end).ok()?;
                self.spelling.clear();
                write_string(&string, &mut self.spelling);
                self.spell(start);
                Some(Cow::Owned(string))
            }
        }
    }

    #[inline]
    fn number(&mut self) -> Option<()> {
        let start = self.lexer.position();
        let number = self.lexer.number().ok()?;
        let literal = self.lexer.slice(start, self.lexer.position());
        if !number::is_canonical(literal.as_bytes(), number) {
            self.spelling.clear();
            number.write(&mut self.spelling);
            self.spell(start);
        }
        Some(())
    }

    /// The next byte that is no white space; white space before it is left out of the form.
    #[inline]
    fn next_token(&mut self) -> Option<u8> {
        let before = self.lexer.position();
        let token = self.lexer.next_token();
        let after = self.lexer.position();
        if before < after {
            self.copy(before);
            self.done = after;
        }
        token
    }

    /// Gives the token that was just taken, and begins at `start`, its canonical spelling.
    #[cold]
    fn spell(&mut self, start: usize) {
        let end = self.lexer.position();
        if self.lexer.slice(start, end).as_bytes() != self.spelling {
            self.copy(start);
            self.form.extend_from_slice(&self.spelling);
            self.done = end;
        }
    }

    /// Copies what is canonical already, up to byte `end`.
    #[inline]
    fn copy(&mut self, end: usize) {
        let run = self.lexer.slice(self.done, end);
        self.form.extend_from_slice(run.as_bytes());
        self.done = end;
    }
}
