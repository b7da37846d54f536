//! Canonical JSON (semantics, section 1): the strict parser, the value it gives, and the writer of RFC 8785.
//!
//! Here live reading bytes, holding values, writing bytes, and the bridge to serde. Digests over what is written live
//! in [`crate::digest`]; what a document means lives with its subject.

mod decode;
mod duplicates;
mod encode;
mod error;
mod from_value;
mod keys;
mod lexer;
mod limits;
mod number;
mod object;
mod order;
mod parser;
mod reader;
mod scan;
mod skip;
mod transcribe;
mod value;
mod value_serde;
mod write;

pub use decode::{from_slice, from_slice_with};
pub use encode::{to_canonical, to_value};
pub use error::{DecodeError, DecodeErrorCode, EncodeError, JsonError, JsonErrorCode};
pub use from_value::from_value;
pub use limits::Limits;
pub use number::{Number, NumberError, write_double};
pub use object::{DuplicateKey, Object};
pub use order::compare_keys;
pub use parser::{parse, parse_with};
pub use reader::{Kind, Reader};
pub use transcribe::canonicalize;
pub(crate) use transcribe::transcribe;
pub use value::Value;
pub(crate) use value_serde::KeyVisitor;
pub use write::{Sink, to_vec, write};
