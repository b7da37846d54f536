//! Text to tree: the lexer takes the file apart, the cut finds the declarations, pest parses each, and the readers below this
//! module build the tree from what pest found. pest's own types never leave this folder.

mod declaration;
mod documentation;
mod expected;
mod expression;
mod facts;
mod literal;
mod name;
mod obligation;
mod policy;
mod quoted;
mod reader;
mod test;

use crate::error::{Errors, SyntaxCode, SyntaxError};
use crate::lex;
use crate::limits;
use crate::span::Span;
use crate::syntax;

/// A file as far as it could be read, and everything that is wrong with its text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Parsed {
    /// The tree. Where there are errors it holds the declarations that could be read, and policies without the rules that
    /// could not.
    pub file: syntax::File,
    /// Every error, by place.
    pub errors: Vec<SyntaxError>,
    /// The names of declarations that are not in the tree, or only in part, because of an error in them: what refers to one
    /// of these need not be reported again.
    pub unread: Vec<syntax::Header>,
}

/// Reads a file. Never fails and never panics: what cannot be read is an error in the result.
///
/// Takes time in proportion to the length of the text, and a bounded depth of stack.
#[must_use]
pub fn parse(text: &str) -> Parsed {
    let mut errors = Errors::default();
    if text.len() > limits::FILE_BYTES {
        errors.push(too_large(text.len()));
        return Parsed {
            errors: errors.into_sorted(),
            ..Parsed::default()
        };
    }
    let lexed = lex::lex(text, &mut errors);
    declaration::read_file(text, lexed, errors)
}

/// Reads a file that may not be text: bytes that are not UTF-8 are an error with their place.
#[must_use]
pub fn parse_bytes(bytes: &[u8]) -> Parsed {
    let error = match core::str::from_utf8(bytes) {
        Ok(text) => return parse(text),
        Err(_) if bytes.len() > limits::FILE_BYTES => too_large(bytes.len()),
        Err(error) => not_utf8(bytes, error),
    };
    Parsed {
        errors: vec![error],
        ..Parsed::default()
    }
}

fn too_large(bytes: usize) -> SyntaxError {
    SyntaxError::new(
        SyntaxCode::FileTooLarge,
        Span::default(),
        format!(
            "the file has {bytes} bytes, and {} is the most that is read",
            limits::FILE_BYTES
        ),
    )
    .help("split it: declarations may stand in any file of the project")
}

fn not_utf8(bytes: &[u8], error: core::str::Utf8Error) -> SyntaxError {
    let start = error.valid_up_to();
    let length = error.error_len().unwrap_or(bytes.len() - start);
    let byte = bytes.get(start).copied().unwrap_or_default();
    SyntaxError::new(
        SyntaxCode::NotUtf8,
        Span::new(lex::offset(start), lex::offset(start + length)),
        format!("the file is not UTF-8: byte {start} is 0x{byte:02X}"),
    )
    .help("save the file as UTF-8")
}
