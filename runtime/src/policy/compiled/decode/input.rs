//! Strict decoding from bytes: the first fault in the order of the document is the one that is reported; a missing field
//! where its record ends, the first by name.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use super::super::super::{FactsFault, FactsInvalid};
use super::fault::Fault;
use super::scalar::{self, Word};
use super::set::first_duplicate;
use crate::canonical::{JsonError, Kind, Limits, Reader};
use crate::digest::Digest;
use crate::ident::Identifier;
use crate::money::Money;
use crate::time::Instant;

/// A document of facts, read from the front. Strings borrow from it where they have no escapes.
#[derive(Debug)]
pub struct Input<'a>(Reader<'a>);

/// Decodes the document `bytes`, which is one value that `read` reads, and nothing after it.
pub fn from_slice<'a, T>(
    bytes: &'a [u8],
    read: impl FnOnce(&mut Input<'a>) -> Result<T, Fault>,
) -> Result<T, FactsInvalid> {
    let decode = || {
        let mut input = Input(Reader::new(bytes, Limits::DEFAULT)?);
        let facts = read(&mut input)?;
        input.0.end()?;
        Ok::<_, Fault>(facts)
    };
    Ok(decode()?)
}

/// The value of a field that must be there, when its record has ended.
pub fn required<T>(value: Option<T>, name: &'static str) -> Result<T, Fault> {
    value.ok_or_else(|| Fault::here(FactsFault::Missing).under(name))
}

impl<'a> Input<'a> {
    /// Enters a record.
    pub fn record(&mut self) -> Result<(), Fault> {
        self.expect(Kind::Object)?;
        Ok(self.0.begin_object()?)
    }

    /// The name of the next field of the record, or nothing where the record has ended.
    pub fn name(&mut self) -> Result<Option<Cow<'a, str>>, Fault> {
        Ok(self.0.next_key()?)
    }

    /// Reads the field `name` into its place, which must still be empty.
    #[inline]
    pub fn once<T>(
        &mut self,
        place: &mut Option<T>,
        name: &'static str,
        read: impl FnOnce(&mut Self) -> Result<T, Fault>,
    ) -> Result<(), Fault> {
        if place.is_some() {
            return Err(Fault::here(FactsFault::DuplicateField).under(name));
        }
        match read(self) {
            Ok(value) => {
                *place = Some(value);
                Ok(())
            }
            Err(fault) => Err(fault.under(name)),
        }
    }

    /// Reads `true` or `false`.
    pub fn boolean(&mut self) -> Result<bool, Fault> {
        self.expect(Kind::Boolean)?;
        Ok(self.0.boolean()?)
    }

    /// Reads an integer from `least` to `most`.
    pub fn integer(&mut self, least: i64, most: i64) -> Result<i64, Fault> {
        let number = self.number()?;
        scalar::integer(number, least, most).map_err(Fault::here)
    }

    /// Reads an identifier.
    pub fn identifier(&mut self) -> Result<Identifier<'a>, Fault> {
        let string = self.string()?;
        scalar::identifier(string).map_err(Fault::here)
    }

    /// Reads a text.
    pub fn text(&mut self) -> Result<Cow<'a, str>, Fault> {
        let string = self.string()?;
        scalar::text(string).map_err(Fault::here)
    }

    /// Reads a digest.
    pub fn digest(&mut self) -> Result<Digest, Fault> {
        let string = self.string()?;
        scalar::digest(&string).map_err(Fault::here)
    }

    /// Reads an instant.
    pub fn instant(&mut self) -> Result<Instant, Fault> {
        let string = self.string()?;
        scalar::instant(&string).map_err(Fault::here)
    }

    /// Reads a word of an enum.
    pub fn word<W: Word>(&mut self) -> Result<W, Fault> {
        let string = self.string()?;
        scalar::word(&string).map_err(Fault::here)
    }

    /// Reads an amount.
    pub fn money(&mut self) -> Result<Money, Fault> {
        let (mut currency, mut minor_units) = (None, None);
        self.record()?;
        while let Some(name) = self.name()? {
            match &*name {
                "currency" => self.once(&mut currency, "currency", |input| {
                    let string = input.string()?;
                    scalar::currency(&string).map_err(Fault::here)
                })?,
                "minor_units" => self.once(&mut minor_units, "minor_units", |input| {
                    let number = input.number()?;
                    scalar::minor_units(number).map_err(Fault::here)
                })?,
                _ => return Err(Fault::unknown(&name)),
            }
        }
        Ok(Money::new(
            required(currency, "currency")?,
            required(minor_units, "minor_units")?,
        ))
    }

    /// Reads a list, each element by `read`.
    pub fn list<T>(
        &mut self,
        read: impl FnMut(&mut Self) -> Result<T, Fault>,
    ) -> Result<Vec<T>, Fault> {
        let mut elements = Vec::new();
        self.elements(&mut elements, read)?;
        Ok(elements)
    }

    /// Reads a set, each element by `read`.
    pub fn set<T: Ord>(
        &mut self,
        read: impl FnMut(&mut Self) -> Result<T, Fault>,
    ) -> Result<Vec<T>, Fault> {
        let mut elements = Vec::new();
        let outcome = self.elements(&mut elements, read);
        // A duplicate stands before whatever ended the reading.
        match first_duplicate(&elements) {
            Some(index) => Err(Fault::here(FactsFault::DuplicateElement).at(index)),
            None => outcome.map(|()| elements),
        }
    }

    fn elements<T>(
        &mut self,
        elements: &mut Vec<T>,
        mut read: impl FnMut(&mut Self) -> Result<T, Fault>,
    ) -> Result<(), Fault> {
        self.expect(Kind::Array)?;
        self.0.begin_array()?;
        while self.0.next_element()? {
            match read(self) {
                Ok(element) => elements.push(element),
                Err(fault) => return Err(fault.at(elements.len())),
            }
        }
        Ok(())
    }

    fn string(&mut self) -> Result<Cow<'a, str>, Fault> {
        self.expect(Kind::String)?;
        Ok(self.0.string()?)
    }

    fn number(&mut self) -> Result<Option<i64>, Fault> {
        self.expect(Kind::Number)?;
        Ok(self.0.number()?.as_integer())
    }

    fn expect(&mut self, kind: Kind) -> Result<(), Fault> {
        let found: Result<Kind, JsonError> = self.0.peek();
        if found? == kind {
            return Ok(());
        }
        Err(Fault::here(FactsFault::WrongType))
    }
}
