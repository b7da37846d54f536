//! What the readers share: where a node stands, and how its children are found.

use pest::iterators::Pair;

use super::documentation::Documentations;
use crate::error::{Errors, SyntaxCode, SyntaxError};
use crate::lex::offset;
use crate::span::{Span, Spanned};

mod generated {
    /// The parser that pest derives from the grammar.
    #[derive(pest_derive::Parser)]
    #[grammar = "ordain.pest"]
    pub(in crate::parse) struct OrdainParser;
}

pub(super) use generated::{OrdainParser, Rule};

/// A node of what pest found.
pub(super) type Node<'i> = Pair<'i, Rule>;

/// Reads the nodes of one piece of a file.
///
/// Every reading function gives `None` only after it has reported an error, or for a node that the grammar cannot produce.
pub(super) struct Reader<'a> {
    /// Where the piece starts in its file.
    pub(super) base: usize,
    pub(super) errors: &'a mut Errors,
    pub(super) documentations: &'a mut Documentations,
}

impl Reader<'_> {
    pub(super) fn span(&self, node: &Node<'_>) -> Span {
        let span = node.as_span();
        self.span_of(span.start(), span.end())
    }

    /// The span of a range of the piece.
    pub(super) fn span_of(&self, start: usize, end: usize) -> Span {
        Span::new(offset(self.base + start), offset(self.base + end))
    }

    pub(super) fn place(&self, node: &Node<'_>) -> Spanned<()> {
        Spanned::new((), self.span(node))
    }

    pub(super) fn error(&mut self, code: SyntaxCode, span: Span, message: impl Into<String>) {
        self.errors.push(SyntaxError::new(code, span, message));
    }
}

/// A clause as messages call it, with the place of its keyword.
pub(super) struct Clause {
    pub(super) keyword: &'static str,
    pub(super) span: Span,
}

/// The clauses that a declaration already has.
#[derive(Default)]
pub(super) struct Seen {
    clauses: Vec<(&'static str, Span)>,
}

impl Seen {
    /// Whether a clause stands for the first time; reports it otherwise.
    pub(super) fn admits(&mut self, clause: &Clause, errors: &mut Errors) -> bool {
        let first = self
            .clauses
            .iter()
            .find(|(keyword, _)| *keyword == clause.keyword);
        if let Some((keyword, first)) = first {
            errors.push(
                SyntaxError::new(
                    SyntaxCode::ClauseRepeated,
                    clause.span,
                    format!("`{keyword}` stands twice"),
                )
                .help("leave one of them out")
                .label(*first, format!("`{keyword}` stands here already")),
            );
            return false;
        }
        self.clauses.push((clause.keyword, clause.span));
        true
    }
}

/// The first child of a kind.
pub(super) fn child<'i>(node: &Node<'i>, rule: Rule) -> Option<Node<'i>> {
    node.clone()
        .into_inner()
        .find(|child| child.as_rule() == rule)
}

/// The children of a kind.
pub(super) fn children<'i>(node: &Node<'i>, rule: Rule) -> impl Iterator<Item = Node<'i>> {
    node.clone()
        .into_inner()
        .filter(move |child| child.as_rule() == rule)
}

/// Whether there is a child of a kind.
pub(super) fn has(node: &Node<'_>, rule: Rule) -> bool {
    child(node, rule).is_some()
}
