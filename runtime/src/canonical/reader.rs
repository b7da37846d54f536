//! The pull reader: for decoders that know their type and want no intermediate value. It reads the same tokens as the
//! parser, within the same limits; only duplicate keys of objects read by hand are left to the caller.

use alloc::borrow::Cow;

use super::error::{JsonError, JsonErrorCode};
use super::lexer::Lexer;
use super::limits::Limits;
use super::number::Number;
use super::parser::parse_value;
use super::skip::skip_value;
use super::value::Value;

/// The six kinds of JSON values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// `null`
    Null,
    /// `true` or `false`
    Boolean,
    /// A number.
    Number,
    /// A string.
    String,
    /// An array.
    Array,
    /// An object.
    Object,
}

/// Reads one document value by value, from the front (semantics, section 1).
///
/// A method that is called where something else stands gives [`JsonErrorCode::WrongType`] and does not move. After any
/// other error the document is refused, and what further calls give means nothing.
///
/// ```
/// use ordain_runtime::canonical::{JsonError, Limits, Reader};
///
/// fn total(bytes: &[u8]) -> Result<i64, JsonError> {
///     let mut reader = Reader::new(bytes, Limits::DEFAULT)?;
///     let mut total = 0;
///     reader.begin_array()?;
///     while reader.next_element()? {
///         total += reader.number()?.as_integer().unwrap_or(0);
///     }
///     reader.end()?;
///     Ok(total)
/// }
/// assert_eq!(total(b"[1, 2, 3.0]"), Ok(6));
/// ```
#[derive(Clone, Debug)]
pub struct Reader<'a> {
    lexer: Lexer<'a>,
    next: Next,
    /// One bit a level, the innermost lowest: whether it is an object. No limit is above 128 levels.
    objects: u128,
    level: u32,
}

/// What can stand at the reader's place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Next {
    Value,
    /// The first element or key, or the end of the container.
    First,
    /// A comma, or the end of the container; outside of containers, the end of the document.
    Further,
}

impl<'a> Reader<'a> {
    /// A reader at the start of `bytes`. Checks the size, the byte order mark and the encoding of the whole text.
    pub fn new(bytes: &'a [u8], limits: Limits) -> Result<Self, JsonError> {
        Ok(Self {
            lexer: Lexer::new(bytes, limits)?,
            next: Next::Value,
            objects: 0,
            level: 0,
        })
    }

    /// The byte at which the reader stands: after [`Reader::peek`] and after [`Reader::next_element`], that of the next value.
    #[must_use]
    pub const fn offset(&self) -> usize {
        self.lexer.position()
    }

    /// Which kind of value comes next; it is not taken.
    pub fn peek(&mut self) -> Result<Kind, JsonError> {
        self.expect(Next::Value)?;
        match self.lexer.next_token() {
            Some(b'"') => Ok(Kind::String),
            Some(b'-' | b'0'..=b'9') => Ok(Kind::Number),
            Some(b'{') => Ok(Kind::Object),
            Some(b'[') => Ok(Kind::Array),
            Some(b't' | b'f') => Ok(Kind::Boolean),
            Some(b'n') => Ok(Kind::Null),
            _ => self.lexer.fault(JsonErrorCode::MalformedJson),
        }
    }

    /// Takes `null`.
    pub fn null(&mut self) -> Result<(), JsonError> {
        self.begin(Kind::Null)?;
        self.lexer.word("null")?;
        self.next = Next::Further;
        Ok(())
    }

    /// Takes `true` or `false`.
    pub fn boolean(&mut self) -> Result<bool, JsonError> {
        self.begin(Kind::Boolean)?;
        let boolean = self.lexer.peek() == Some(b't');
        self.lexer.word(if boolean { "true" } else { "false" })?;
        self.next = Next::Further;
        Ok(boolean)
    }

    /// Takes a number.
    pub fn number(&mut self) -> Result<Number, JsonError> {
        self.begin(Kind::Number)?;
        let number = self.lexer.number()?;
        self.next = Next::Further;
        Ok(number)
    }

    /// Takes a string, which borrows from the text where it has no escapes.
    pub fn string(&mut self) -> Result<Cow<'a, str>, JsonError> {
        self.begin(Kind::String)?;
        let string = self.lexer.string()?;
        self.next = Next::Further;
        Ok(string)
    }

    /// Takes any value whole.
    pub fn value(&mut self) -> Result<Value<'a>, JsonError> {
        self.peek()?;
        let value = parse_value(&mut self.lexer)?;
        self.next = Next::Further;
        Ok(value)
    }

    /// Passes over any value, with every check that [`Reader::value`] makes.
    pub fn skip_value(&mut self) -> Result<(), JsonError> {
        self.peek()?;
        skip_value(&mut self.lexer)?;
        self.next = Next::Further;
        Ok(())
    }

    /// Enters an array. [`Reader::next_element`] then says whether there is an element.
    pub fn begin_array(&mut self) -> Result<(), JsonError> {
        self.begin_container(Kind::Array)
    }

    /// Whether there is another element, at which the reader then stands. Where there is none, the array has been left.
    pub fn next_element(&mut self) -> Result<bool, JsonError> {
        self.next_item(false)
    }

    /// Enters an object. [`Reader::next_key`] then gives its keys.
    pub fn begin_object(&mut self) -> Result<(), JsonError> {
        self.begin_container(Kind::Object)
    }

    /// The next key, at whose value the reader then stands. Where there is none, the object has been left.
    ///
    /// Refusing a key that was there before is the caller's: [`JsonError::duplicate_key`].
    pub fn next_key(&mut self) -> Result<Option<Cow<'a, str>>, JsonError> {
        Ok(self.next_key_at()?.map(|(_, key)| key))
    }

    /// The next key and the byte at which it begins.
    pub fn next_key_at(&mut self) -> Result<Option<(usize, Cow<'a, str>)>, JsonError> {
        if !self.next_item(true)? {
            return Ok(None);
        }
        let offset = self.lexer.position();
        let key = self.lexer.key()?;
        Ok(Some((offset, key)))
    }

    /// Ends the document after its one value; refuses whatever else follows.
    pub fn end(mut self) -> Result<(), JsonError> {
        if self.level > 0 {
            return self.lexer.fault(JsonErrorCode::WrongType);
        }
        self.expect(Next::Further)?;
        match self.lexer.next_token() {
            None => Ok(()),
            Some(_) => self.lexer.fault(JsonErrorCode::TrailingData),
        }
    }

    fn begin(&mut self, kind: Kind) -> Result<(), JsonError> {
        if self.peek()? != kind {
            return self.lexer.fault(JsonErrorCode::WrongType);
        }
        self.lexer.count_value()
    }

    fn begin_container(&mut self, kind: Kind) -> Result<(), JsonError> {
        self.begin(kind)?;
        self.lexer.open()?;
        self.objects = self.objects << 1 | u128::from(kind == Kind::Object);
        self.level += 1;
        self.next = Next::First;
        Ok(())
    }

    fn next_item(&mut self, object: bool) -> Result<bool, JsonError> {
        if self.next == Next::Value || self.level == 0 || (self.objects & 1 == 1) != object {
            return self.lexer.fault(JsonErrorCode::WrongType);
        }
        let first = self.next == Next::First;
        let closing = if object { b'}' } else { b']' };
        match self.lexer.next_token() {
            Some(byte) if byte == closing => {
                self.lexer.close();
                self.objects >>= 1;
                self.level -= 1;
                self.next = Next::Further;
                return Ok(false);
            }
            Some(b',') if !first => self.lexer.advance(),
            Some(_) if first => {}
            _ => return self.lexer.fault(JsonErrorCode::MalformedJson),
        }
        self.lexer.next_token();
        self.next = Next::Value;
        Ok(true)
    }

    fn expect(&self, next: Next) -> Result<(), JsonError> {
        if self.next == next {
            return Ok(());
        }
        self.lexer.fault(JsonErrorCode::WrongType)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reader_that_is_asked_for_another_kind_stays_where_it_is() {
        let mut reader = Reader::new(br#" {"a": [1, "x"], "b": null}"#, Limits::DEFAULT).unwrap();
        let wrong = JsonErrorCode::WrongType;
        assert_eq!(reader.number().unwrap_err().code(), wrong);
        assert_eq!(reader.next_element().unwrap_err().code(), wrong);
        assert_eq!(reader.next_key().unwrap_err().code(), wrong);
        reader.begin_object().unwrap();
        assert_eq!(reader.next_element().unwrap_err().code(), wrong);
        assert_eq!(reader.string().unwrap_err().code(), wrong);
        assert_eq!(reader.next_key_at(), Ok(Some((2, "a".into()))));
        assert_eq!(reader.next_key().unwrap_err().code(), wrong);
        assert_eq!(reader.begin_object().unwrap_err().code(), wrong);
        reader.begin_array().unwrap();
        assert_eq!(reader.next_key().unwrap_err().code(), wrong);
        assert_eq!(reader.next_element(), Ok(true));
        assert_eq!(reader.offset(), 8);
        assert_eq!(reader.boolean().unwrap_err().code(), wrong);
        assert_eq!(reader.number().map(Number::as_integer), Ok(Some(1)));
        assert_eq!(reader.clone().end().unwrap_err().code(), wrong);
        assert_eq!(reader.next_element(), Ok(true));
        reader.skip_value().unwrap();
        assert_eq!(reader.next_element(), Ok(false));
        assert_eq!(reader.next_key(), Ok(Some("b".into())));
        assert_eq!(reader.peek(), Ok(Kind::Null));
        reader.null().unwrap();
        assert_eq!(reader.next_key(), Ok(None));
        assert_eq!(reader.peek().unwrap_err().code(), wrong);
        reader.end().unwrap();
    }

    #[test]
    fn limits_hold_for_values_read_one_by_one() {
        let mut reader = Reader::new(b"[[1,2]]", Limits::new(1, 9, 9).unwrap()).unwrap();
        reader.begin_array().unwrap();
        assert_eq!(reader.next_element(), Ok(true));
        let error = reader.begin_array().unwrap_err();
        assert_eq!((error.code(), error.offset()), (JsonErrorCode::TooDeep, 1));

        let mut reader = Reader::new(b"[1,2]", Limits::new(1, 2, 9).unwrap()).unwrap();
        reader.begin_array().unwrap();
        assert_eq!(reader.next_element(), Ok(true));
        reader.number().unwrap();
        assert_eq!(reader.next_element(), Ok(true));
        let error = reader.number().unwrap_err();
        let expected = (JsonErrorCode::TooManyValues, 3);
        assert_eq!((error.code(), error.offset()), expected);
    }
}
