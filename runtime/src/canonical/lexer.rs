//! Tokens: strings, numbers, words and white space, with the count of values and levels. What may follow what is the
//! parser's and the reader's.

use alloc::borrow::Cow;
use alloc::string::String;
use core::mem;

use super::error::{JsonError, JsonErrorCode};
use super::limits::Limits;
use super::number::{self, Number};
use super::scan;

/// A place in a text that is known to be UTF-8, and what of the limits is left.
#[derive(Clone, Debug)]
pub(super) struct Lexer<'a> {
    text: &'a str,
    position: usize,
    levels_left: u32,
    values_left: u32,
    /// Where strings are unescaped.
    scratch: String,
}

impl<'a> Lexer<'a> {
    /// Checks what concerns the text as a whole: its size, its mark, its encoding.
    pub(super) fn new(bytes: &'a [u8], limits: Limits) -> Result<Self, JsonError> {
        if bytes.len() > limits.bytes() as usize {
            return Err(JsonError::new(
                JsonErrorCode::TooLarge,
                limits.bytes() as usize,
            ));
        }
        if bytes.starts_with(b"\xEF\xBB\xBF") {
            return Err(JsonError::new(JsonErrorCode::TrailingData, 0));
        }
        let text = str::from_utf8(bytes).map_err(|error| {
            JsonError::new(JsonErrorCode::MalformedUnicode, error.valid_up_to())
        })?;
        Ok(Self::of_text(text, limits))
    }

    pub(super) fn of_text(text: &'a str, limits: Limits) -> Self {
        Self {
            text,
            position: 0,
            levels_left: limits.depth(),
            values_left: limits.values(),
            scratch: String::new(),
        }
    }

    pub(super) const fn position(&self) -> usize {
        self.position
    }

    pub(super) const fn seek(&mut self, position: usize) {
        self.position = position;
    }

    /// The next byte that is no white space, which is not taken.
    #[inline]
    pub(super) fn next_token(&mut self) -> Option<u8> {
        loop {
            match self.peek() {
                // Most of the time there is none.
                Some(b' ' | b'\n' | b'\r' | b'\t') => self.position += 1,
                byte => return byte,
            }
        }
    }

    #[inline]
    pub(super) fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.position).copied()
    }

    /// Takes the byte that was looked at.
    pub(super) const fn advance(&mut self) {
        self.position += 1;
    }

    pub(super) fn fault<T>(&self, code: JsonErrorCode) -> Result<T, JsonError> {
        Err(JsonError::new(code, self.position))
    }

    /// Counts the value that begins here.
    #[inline]
    pub(super) fn count_value(&mut self) -> Result<(), JsonError> {
        match self.values_left.checked_sub(1) {
            None => self.fault(JsonErrorCode::TooManyValues),
            Some(left) => {
                self.values_left = left;
                Ok(())
            }
        }
    }

    /// Takes the bracket that opens a level.
    pub(super) fn open(&mut self) -> Result<(), JsonError> {
        match self.levels_left.checked_sub(1) {
            None => self.fault(JsonErrorCode::TooDeep),
            Some(left) => {
                self.levels_left = left;
                self.advance();
                Ok(())
            }
        }
    }

    /// Takes the bracket that closes a level.
    pub(super) const fn close(&mut self) {
        self.levels_left += 1;
        self.advance();
    }

    /// Takes `true`, `false` or `null`.
    pub(super) fn word(&mut self, word: &str) -> Result<(), JsonError> {
        let rest = self.rest();
        if rest.starts_with(word) {
            self.position += word.len();
            return Ok(());
        }
        let common = rest
            .bytes()
            .zip(word.bytes())
            .take_while(|(left, right)| left == right);
        self.position += common.count();
        self.fault(JsonErrorCode::MalformedJson)
    }

    /// Takes a number, whose first byte is a digit or a minus sign.
    #[inline]
    pub(super) fn number(&mut self) -> Result<Number, JsonError> {
        let (number, end) = number::read(self.text, self.position)
            .map_err(|(code, offset)| JsonError::new(code, offset))?;
        self.position = end;
        Ok(number)
    }

    /// Takes a string, whose opening quotation mark was looked at.
    #[inline]
    pub(super) fn string(&mut self) -> Result<Cow<'a, str>, JsonError> {
        match self.plain_string() {
            Ok(string) => Ok(Cow::Borrowed(string)),
            Err(end) => self.escaped_string(end).map(Cow::Owned),
        }
    }

    /// Takes a key and the colon after it, and white space before each.
    #[inline]
    pub(super) fn key(&mut self) -> Result<Cow<'a, str>, JsonError> {
        if self.next_token() != Some(b'"') {
            return self.fault(JsonErrorCode::MalformedJson);
        }
        let key = self.string()?;
        if self.next_token() != Some(b':') {
            return self.fault(JsonErrorCode::MalformedJson);
        }
        self.advance();
        Ok(key)
    }

    /// Takes a string that has no escapes. Takes nothing where there are some, or a fault, and gives the byte of the first.
    #[inline]
    pub(super) fn plain_string(&mut self) -> Result<&'a str, usize> {
        let start = self.position + 1;
        let end = self.run(start);
        if self.text.as_bytes().get(end) != Some(&b'"') {
            return Err(end);
        }
        self.position = end + 1;
        Ok(self.slice(start, end))
    }

    /// Takes a string that has escapes, or a fault, the first of them at byte `end`.
    pub(super) fn escaped_string(&mut self, end: usize) -> Result<String, JsonError> {
        let mut string = mem::take(&mut self.scratch);
        string.clear();
        self.advance();
        let result = self.unescape(&mut string, end);
        // What is kept is exactly as large as it must be; the scratch stays as large as it has become.
        let exact = String::from(string.as_str());
        self.scratch = string;
        result.map(|()| exact)
    }

    fn unescape(&mut self, string: &mut String, mut end: usize) -> Result<(), JsonError> {
        loop {
            string.push_str(self.slice(self.position, end));
            self.position = end;
            match self.peek() {
                Some(b'"') => {
                    self.advance();
                    return Ok(());
                }
                Some(b'\\') => string.push(self.escape()?),
                _ => return self.fault(JsonErrorCode::MalformedJson),
            }
            end = self.run(self.position);
        }
    }

    fn escape(&mut self) -> Result<char, JsonError> {
        let start = self.position;
        self.advance();
        let character = match self.peek() {
            Some(byte @ (b'"' | b'\\' | b'/')) => char::from(byte),
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{c}',
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            Some(b'u') => {
                self.advance();
                return self.unicode_escape(start);
            }
            _ => return self.fault(JsonErrorCode::MalformedJson),
        };
        self.advance();
        Ok(character)
    }

    /// What follows `\u`: one unit, or the two halves of a surrogate pair. A lone half is the fault of the escape that
    /// began at `start`.
    fn unicode_escape(&mut self, start: usize) -> Result<char, JsonError> {
        let unit = self.hexadecimal()?;
        if let Some(character) = char::from_u32(unit) {
            return Ok(character);
        }
        let lone = JsonError::new(JsonErrorCode::MalformedUnicode, start);
        if unit >= 0xDC00 || !self.rest().starts_with("\\u") {
            return Err(lone);
        }
        self.position += 2;
        let low = self.hexadecimal()?;
        if !(0xDC00..=0xDFFF).contains(&low) {
            return Err(lone);
        }
        char::from_u32(0x1_0000 + ((unit - 0xD800) << 10) + (low - 0xDC00)).ok_or(lone)
    }

    fn hexadecimal(&mut self) -> Result<u32, JsonError> {
        let mut unit = 0;
        for _ in 0..4 {
            let digit = self.peek().and_then(|byte| char::from(byte).to_digit(16));
            let Some(digit) = digit else {
                return self.fault(JsonErrorCode::MalformedJson);
            };
            unit = unit * 16 + digit;
            self.advance();
        }
        Ok(unit)
    }

    /// Where the characters that stand for themselves end, from `start` on.
    fn run(&self, start: usize) -> usize {
        let bytes = self.text.as_bytes().get(start..).unwrap_or_default();
        start + scan::plain(bytes)
    }

    fn rest(&self) -> &'a str {
        self.text.get(self.position..).unwrap_or_default()
    }

    /// A part of the text. Both ends stand beside ASCII characters, so they part no character.
    pub(super) fn slice(&self, start: usize, end: usize) -> &'a str {
        self.text.get(start..end).unwrap_or_default()
    }
}
