//! Finding the first duplicate key of a text that was refused: only errors pay for it, and the fault that is reported is
//! the first one in the text, whichever check met one first.

use alloc::borrow::Cow;
use alloc::collections::BTreeSet;
use alloc::vec::Vec;

use super::error::{JsonError, JsonErrorCode};
use super::lexer::Lexer;

/// The fault of the value that begins at `start`: a duplicate key if one stands before `error`, else `error`.
///
/// The text is well formed from `start` up to `error`, but for duplicates.
#[cold]
pub(super) fn first_fault(lexer: &Lexer<'_>, start: usize, error: JsonError) -> JsonError {
    let mut lexer = lexer.clone();
    lexer.seek(start);
    let mut objects: Vec<Option<BTreeSet<Cow<'_, str>>>> = Vec::new();
    while let Some(byte) = lexer
        .next_token()
        .filter(|_| lexer.position() < error.offset())
    {
        match byte {
            b'"' => {
                let offset = lexer.position();
                let Ok(string) = lexer.string() else {
                    return error;
                };
                if let (Some(Some(keys)), Some(b':')) = (objects.last_mut(), lexer.next_token())
                    && !keys.insert(string)
                {
                    return JsonError::new(JsonErrorCode::DuplicateKey, offset);
                }
                continue;
            }
            b'{' => objects.push(Some(BTreeSet::new())),
            b'[' => objects.push(None),
            b'}' | b']' => {
                objects.pop();
            }
            _ => {}
        }
        lexer.advance();
    }
    error
}
