//! The Ordain language: text to tree and back. Nothing here knows names, types or meaning.
//!
//! ```text
//! text ── lex ──▶ tokens ── cut ──▶ pieces ── pest, parse ──▶ syntax::File ── format ──▶ text
//!          └─ comments, documentation, slips of single characters
//! ```
//!
//! Reading never fails: what cannot be read is a [`SyntaxError`] beside the tree, with a stable code, a place, and where it
//! is known the edit that mends it. All mistakes of a file are reported at once, because a file is cut at its declarations,
//! and a policy at its rules, before any of them is parsed.
//!
//! ```
//! let parsed = ordain_grammar::parse("package a\n\nfacts b@1 {\n  c: int 0..5\n}\n");
//! assert_eq!(parsed.errors[0].code, "E0155");
//! assert_eq!(parsed.errors[0].mend.as_ref().map(|mend| mend.replacement.as_str()), Some("..="));
//! ```

mod error;
mod format;
mod lex;
pub mod limits;
mod parse;
pub mod span;
pub mod syntax;

pub use error::{Mend, SyntaxCode, SyntaxError, codes};
pub use format::{FormatError, format, print};
pub use parse::{Parsed, parse, parse_bytes};
