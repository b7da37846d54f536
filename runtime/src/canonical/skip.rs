//! Passing over a value without making it, with every check that making it would make.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use super::duplicates::first_fault;
use super::error::{JsonError, JsonErrorCode};
use super::lexer::Lexer;
use super::order::compare_keys;

/// Passes over the next value, and white space before it.
pub(super) fn skip_value(lexer: &mut Lexer<'_>) -> Result<(), JsonError> {
    let start = lexer.position();
    let mut skipper = Skipper {
        lexer,
        keys: Vec::new(),
    };
    match skipper.value() {
        Ok(()) => Ok(()),
        Err(error) => Err(first_fault(skipper.lexer, start, error)),
    }
}

struct Skipper<'s, 'a> {
    lexer: &'s mut Lexer<'a>,
    /// The keys of the objects that are open, those of each after those of the one around it.
    keys: Vec<Cow<'a, str>>,
}

impl Skipper<'_, '_> {
    /// Recurses once a level, and the lexer bounds the levels.
    fn value(&mut self) -> Result<(), JsonError> {
        let token = self.lexer.next_token();
        self.lexer.count_value()?;
        match token {
            Some(b'"') => self.lexer.string().map(drop),
            Some(b'-' | b'0'..=b'9') => self.lexer.number().map(drop),
            Some(b'{') => self.object(),
            Some(b'[') => self.array(),
            Some(b't') => self.lexer.word("true"),
            Some(b'f') => self.lexer.word("false"),
            Some(b'n') => self.lexer.word("null"),
            _ => self.lexer.fault(JsonErrorCode::MalformedJson),
        }
    }

    fn array(&mut self) -> Result<(), JsonError> {
        self.lexer.open()?;
        if self.lexer.next_token() == Some(b']') {
            self.lexer.close();
            return Ok(());
        }
        loop {
            self.value()?;
            match self.lexer.next_token() {
                Some(b',') => self.lexer.advance(),
                Some(b']') => break,
                _ => return self.lexer.fault(JsonErrorCode::MalformedJson),
            }
        }
        self.lexer.close();
        Ok(())
    }

    fn object(&mut self) -> Result<(), JsonError> {
        self.lexer.open()?;
        let start = self.keys.len();
        if self.lexer.next_token() == Some(b'}') {
            self.lexer.close();
            return Ok(());
        }
        loop {
            let key = self.lexer.key()?;
            self.keys.push(key);
            self.value()?;
            match self.lexer.next_token() {
                Some(b',') => self.lexer.advance(),
                Some(b'}') => break,
                _ => return self.lexer.fault(JsonErrorCode::MalformedJson),
            }
        }
        let keys = self.keys.get_mut(start..).unwrap_or_default();
        if !is_ascending(keys) {
            keys.sort_unstable_by(|left, right| compare_keys(left, right));
            if !is_ascending(keys) {
                // `first_fault` finds the key itself.
                return Err(JsonError::duplicate_key(self.lexer.position()));
            }
        }
        self.keys.truncate(start);
        self.lexer.close();
        Ok(())
    }
}

/// Whether keys are in canonical order, each once.
fn is_ascending(keys: &[Cow<'_, str>]) -> bool {
    keys.array_windows()
        .all(|[left, right]| compare_keys(left, right).is_lt())
}
