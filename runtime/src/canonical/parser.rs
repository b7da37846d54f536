//! Bytes to a [`Value`]. What a token is stands in `lexer`.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use super::duplicates::first_fault;
use super::error::{JsonError, JsonErrorCode};
use super::lexer::Lexer;
use super::limits::Limits;
use super::object::Object;
use super::value::Value;

/// Parses one document strictly, within [`Limits::DEFAULT`] (semantics, section 1).
///
/// The error is the first fault in the text.
pub fn parse(bytes: &[u8]) -> Result<Value<'_>, JsonError> {
    parse_with(bytes, Limits::DEFAULT)
}

/// Parses one document strictly, within `limits`.
pub fn parse_with(bytes: &[u8], limits: Limits) -> Result<Value<'_>, JsonError> {
    match Lexer::new(bytes, limits) {
        Ok(lexer) => document(lexer),
        Err(error) if error.code() == JsonErrorCode::MalformedUnicode => {
            Err(before_unicode(bytes, limits, error))
        }
        Err(error) => Err(error),
    }
}

fn document(mut lexer: Lexer<'_>) -> Result<Value<'_>, JsonError> {
    let value = parse_value(&mut lexer)?;
    match lexer.next_token() {
        None => Ok(value),
        Some(_) => lexer.fault(JsonErrorCode::TrailingData),
    }
}

/// The fault before invalid UTF-8 if there is one, else that.
#[cold]
fn before_unicode(bytes: &[u8], limits: Limits, error: JsonError) -> JsonError {
    let valid = bytes.get(..error.offset()).unwrap_or_default();
    let text = str::from_utf8(valid).unwrap_or_default();
    match document(Lexer::of_text(text, limits)) {
        Err(earlier) if earlier.offset() < error.offset() => earlier,
        _ => error,
    }
}

/// Takes the next value, and white space before it.
pub(super) fn parse_value<'a>(lexer: &mut Lexer<'a>) -> Result<Value<'a>, JsonError> {
    let start = lexer.position();
    let mut parser = Parser {
        lexer,
        elements: Vec::new(),
        members: Vec::new(),
    };
    match parser.value() {
        Ok(value) => Ok(value),
        Err(error) => Err(first_fault(parser.lexer, start, error)),
    }
}

/// Elements and members wait on stacks of their own until their container closes, so that each is allocated once, at its
/// exact size.
struct Parser<'p, 'a> {
    lexer: &'p mut Lexer<'a>,
    elements: Vec<Value<'a>>,
    members: Vec<(Cow<'a, str>, Value<'a>)>,
}

impl<'a> Parser<'_, 'a> {
    /// Recurses once a level, and the lexer bounds the levels.
    fn value(&mut self) -> Result<Value<'a>, JsonError> {
        let token = self.lexer.next_token();
        self.lexer.count_value()?;
        match token {
            Some(b'"') => self.lexer.string().map(Value::String),
            Some(b'-' | b'0'..=b'9') => self.lexer.number().map(Value::Number),
            Some(b'{') => self.object().map(Value::Object),
            Some(b'[') => self.array().map(Value::Array),
            Some(b't') => self.lexer.word("true").map(|()| Value::Boolean(true)),
            Some(b'f') => self.lexer.word("false").map(|()| Value::Boolean(false)),
            Some(b'n') => self.lexer.word("null").map(|()| Value::Null),
            _ => self.lexer.fault(JsonErrorCode::MalformedJson),
        }
    }

    fn array(&mut self) -> Result<Vec<Value<'a>>, JsonError> {
        self.lexer.open()?;
        let start = self.elements.len();
        if self.lexer.next_token() == Some(b']') {
            self.lexer.close();
            return Ok(Vec::new());
        }
        loop {
            let element = self.value()?;
            self.elements.push(element);
            match self.lexer.next_token() {
                Some(b',') => self.lexer.advance(),
                Some(b']') => break,
                _ => return self.lexer.fault(JsonErrorCode::MalformedJson),
            }
        }
        self.lexer.close();
        Ok(self.elements.split_off(start))
    }

    fn object(&mut self) -> Result<Object<'a>, JsonError> {
        self.lexer.open()?;
        let start = self.members.len();
        if self.lexer.next_token() == Some(b'}') {
            self.lexer.close();
            return Ok(Object::new());
        }
        loop {
            if self.lexer.next_token() != Some(b'"') {
                return self.lexer.fault(JsonErrorCode::MalformedJson);
            }
            let key = self.lexer.string()?;
            if self.lexer.next_token() != Some(b':') {
                return self.lexer.fault(JsonErrorCode::MalformedJson);
            }
            self.lexer.advance();
            let value = self.value()?;
            self.members.push((key, value));
            match self.lexer.next_token() {
                Some(b',') => self.lexer.advance(),
                Some(b'}') => break,
                _ => return self.lexer.fault(JsonErrorCode::MalformedJson),
            }
        }
        // `first_fault` finds the key itself.
        let end = JsonError::duplicate_key(self.lexer.position());
        self.lexer.close();
        Object::from_members(self.members.split_off(start)).map_err(|_| end)
    }
}

/// Passes over the next value, and white space before it, with every check that taking it makes.
pub(super) fn skip_value(lexer: &mut Lexer<'_>) -> Result<(), JsonError> {
    parse_value(lexer).map(drop)
}
