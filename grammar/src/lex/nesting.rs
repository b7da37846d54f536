//! Brackets and depth, before anything recurses. What passes here can be parsed, built, walked and dropped by recursion on
//! any stack that a thread is given in practice.

use super::{Bracket, Token, TokenKind, slice};
use crate::error::{SyntaxCode, SyntaxError};
use crate::limits;
use crate::span::Span;

/// Checks that the brackets of a piece match and that nothing in it nests too deep. `outside` levels are open around it.
pub(crate) fn check_nesting(
    text: &str,
    tokens: &[Token],
    outside: usize,
) -> Result<(), Box<SyntaxError>> {
    let mut nesting = Nesting {
        open: Vec::new(),
        depth: outside,
        pending: 0,
        suspect: None,
    };
    for (position, token) in tokens.iter().enumerate() {
        match token.kind {
            TokenKind::Open(bracket) => nesting.open(bracket, *token),
            TokenKind::Close(bracket) => nesting.close(bracket, *token)?,
            TokenKind::Word => {
                let word = |position: usize| {
                    tokens
                        .get(position)
                        .map_or("", |token| slice(text, token.span))
                };
                let before = position.checked_sub(1).map_or("", word);
                nesting.word(
                    word(position),
                    before,
                    word(position + 1),
                    word(position + 2),
                );
            }
            TokenKind::Mark('!') => nesting.pending += 1,
            _ => nesting.pending = 0,
        }
        if nesting.depth + nesting.pending > limits::NESTING {
            return Err(Box::new(too_deep(token.span)));
        }
    }
    nesting.finish()
}

fn too_deep(span: Span) -> SyntaxError {
    SyntaxError::new(
        SyntaxCode::NestedTooDeep,
        span,
        format!("this is nested more than {} levels deep", limits::NESTING),
    )
    .help("brackets count, and so do `any`, `all`, each `not` of a chain, `set of` and `list of`")
}

struct Nesting {
    open: Vec<Group>,
    /// The levels that the next token stands in, without those that are pending.
    depth: usize,
    /// The levels of a chain of `not` or of `set of` and `list of` that the next operand ends.
    pending: usize,
    /// A bracket that was probably not closed: what closed it stands further left than its line.
    suspect: Option<Group>,
}

#[derive(Clone, Copy)]
struct Group {
    bracket: Bracket,
    token: Token,
    /// The levels outside.
    outside: usize,
}

impl Nesting {
    fn open(&mut self, bracket: Bracket, token: Token) {
        self.open.push(Group {
            bracket,
            token,
            outside: self.depth,
        });
        self.depth += self.pending + 1;
        self.pending = 0;
    }

    fn close(&mut self, bracket: Bracket, token: Token) -> Result<(), Box<SyntaxError>> {
        self.pending = 0;
        match self.open.pop() {
            Some(group) if group.bracket == bracket => {
                if token.opens_line && token.indent < group.token.indent && self.suspect.is_none() {
                    self.suspect = Some(group);
                }
                self.depth = group.outside;
                Ok(())
            }
            Some(group) => Err(Box::new(mismatched(bracket, token, group))),
            None => Err(Box::new(closes_nothing(bracket, token.span))),
        }
    }

    /// The body of a quantifier runs to the end of its brackets, so it counts until they close.
    fn word(&mut self, word: &str, before: &str, next: &str, second: &str) {
        let is_collection = |word: &str| matches!(word, "set" | "list");
        match word {
            "not" => self.pending += 1,
            "of" if is_collection(before) => self.pending += 1,
            _ if is_collection(word) && next == "of" => {}
            "any" | "all" if second == "in" => {
                self.depth += self.pending + 1;
                self.pending = 0;
            }
            _ => self.pending = 0,
        }
    }

    fn finish(self) -> Result<(), Box<SyntaxError>> {
        let Some(group) = self
            .open
            .first()
            .map(|group| self.suspect.unwrap_or(*group))
        else {
            return Ok(());
        };
        Err(Box::new(not_closed(group.bracket, group.token.span)))
    }
}

/// A bracket that nothing closes.
pub(crate) fn not_closed(bracket: Bracket, span: Span) -> SyntaxError {
    let (open, close) = (bracket.open(), bracket.close());
    SyntaxError::new(
        SyntaxCode::BracketNotClosed,
        span,
        format!("this `{open}` is not closed"),
    )
    .help(format!("add the `{close}` that belongs to it"))
}

fn mismatched(bracket: Bracket, token: Token, group: Group) -> SyntaxError {
    let (open, expected) = (group.bracket.open(), group.bracket.close());
    SyntaxError::new(
        SyntaxCode::BracketMismatched,
        token.span,
        format!("`{}` does not close `{open}`", bracket.close()),
    )
    .help(format!("close `{open}` with `{expected}` first"))
    .label(group.token.span, format!("this `{open}` is open"))
}

/// A bracket that closes nothing.
pub(crate) fn closes_nothing(bracket: Bracket, span: Span) -> SyntaxError {
    SyntaxError::new(
        SyntaxCode::BracketMismatched,
        span,
        format!("`{}` closes nothing", bracket.close()),
    )
    .help("remove it, or look for one too many above")
}
