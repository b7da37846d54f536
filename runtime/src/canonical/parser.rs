//! Bytes to a [`Value`]. What a token is stands in `lexer`.

use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::mem;

use super::duplicates::first_fault;
use super::error::{JsonError, JsonErrorCode};
use super::lexer::Lexer;
use super::limits::Limits;
use super::number::Number;
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
    let mut root = Value::Null;
    match parser.value(|_, value| root = value) {
        Ok(()) => Ok(root),
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
    /// Takes a value to where it belongs. Recurses once a level, and the lexer bounds the levels.
    ///
    /// Each kind goes to its place by itself, since a value made here and moved there is slow to move: it is written in
    /// parts and read whole.
    #[inline]
    fn value(&mut self, place: impl FnOnce(&mut Self, Value<'a>)) -> Result<(), JsonError> {
        let token = self.lexer.next_token();
        self.lexer.count_value()?;
        match token {
            Some(b'"') => match self.lexer.plain_string() {
                Ok(string) => place(self, Value::String(Cow::Borrowed(string))),
                Err(end) => {
                    let string = self.lexer.escaped_string(end)?;
                    place(self, Value::String(Cow::Owned(string)));
                }
            },
            Some(b'-' | b'0'..=b'9') => {
                let number = self.lexer.number()?;
                place(self, Value::Number(number));
            }
            Some(b'{') => {
                let object = self.object()?;
                place(self, Value::Object(object));
            }
            Some(b'[') => {
                let array = self.array()?;
                place(self, Value::Array(array));
            }
            Some(b't') => {
                self.lexer.word("true")?;
                place(self, Value::Boolean(true));
            }
            Some(b'f') => {
                self.lexer.word("false")?;
                place(self, Value::Boolean(false));
            }
            Some(b'n') => {
                self.lexer.word("null")?;
                place(self, Value::Null);
            }
            _ => return self.lexer.fault(JsonErrorCode::MalformedJson),
        }
        Ok(())
    }

    fn array(&mut self) -> Result<Vec<Value<'a>>, JsonError> {
        self.lexer.open()?;
        let start = self.elements.len();
        if self.lexer.next_token() == Some(b']') {
            self.lexer.close();
            return Ok(Vec::new());
        }
        if self.elements.capacity() == 0 {
            self.elements.reserve(16);
        }
        loop {
            self.element()?;
            match self.lexer.next_token() {
                Some(b',') => self.lexer.advance(),
                Some(b']') => break,
                _ => return self.lexer.fault(JsonErrorCode::MalformedJson),
            }
        }
        self.lexer.close();
        Ok(take_from(&mut self.elements, start))
    }

    /// Takes an element. Numbers, of which there may be many in a row, go straight to their place.
    #[inline]
    fn element(&mut self) -> Result<(), JsonError> {
        if let Some(b'-' | b'0'..=b'9') = self.lexer.next_token() {
            self.lexer.count_value()?;
            let number = self.lexer.number()?;
            push_number(&mut self.elements, number);
            return Ok(());
        }
        self.value(|parser, value| parser.elements.push(value))
    }

    fn object(&mut self) -> Result<Object<'a>, JsonError> {
        self.lexer.open()?;
        let start = self.members.len();
        if self.lexer.next_token() == Some(b'}') {
            self.lexer.close();
            return Ok(Object::new());
        }
        loop {
            let key = self.lexer.key()?;
            self.value(|parser, value| parser.members.push((key, value)))?;
            match self.lexer.next_token() {
                Some(b',') => self.lexer.advance(),
                Some(b'}') => break,
                _ => return self.lexer.fault(JsonErrorCode::MalformedJson),
            }
        }
        // `first_fault` finds the key itself.
        let end = JsonError::duplicate_key(self.lexer.position());
        self.lexer.close();
        Object::from_members(take_from(&mut self.members, start)).map_err(|_| end)
    }
}

/// Appends a number. A call of its own keeps the optimizer from joining this with other ways to append, which would write
/// the value elsewhere first, in parts, and then wait to read it whole.
#[inline(never)]
fn push_number(elements: &mut Vec<Value<'_>>, number: Number) {
    elements.push(Value::Number(number));
}

/// What stands on a stack from `start` on, at its exact size: but a long container that has the stack to itself takes it
/// whole, which saves moving the most.
fn take_from<T>(stack: &mut Vec<T>, start: usize) -> Vec<T> {
    if start == 0 && stack.len() >= 32 {
        return mem::take(stack);
    }
    stack.split_off(start)
}
