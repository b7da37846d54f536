//! The Ordain language: text to tree and back. Nothing here knows names, types or meaning.

mod error;
mod lex;
pub mod limits;
mod parse;
pub mod span;
pub mod syntax;

pub use error::{Mend, SyntaxCode, SyntaxError, codes};
pub use parse::{Parsed, parse, parse_bytes};
