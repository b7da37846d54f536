//! Expressions but for their comparisons. Chains are flat in the tree; spellings of other languages are reported, and read
//! as what they mean.

use super::reader::{Node, Reader, Rule, child, has};
use crate::error::{SyntaxCode, SyntaxError};
use crate::span::Span;
use crate::syntax::{Expression, ExpressionKind, Path, Quantifier, Sign};

impl Reader<'_> {
    pub(super) fn expression(&mut self, node: &Node<'_>) -> Option<Expression> {
        self.chain(
            node,
            Rule::conjunction,
            ExpressionKind::Or,
            |reader, conjunction| {
                reader.chain(
                    conjunction,
                    Rule::negation,
                    ExpressionKind::And,
                    Self::negation,
                )
            },
        )
    }

    /// Operands with one operator between them. All of them are read, so that all mistakes show.
    fn chain(
        &mut self,
        node: &Node<'_>,
        operand: Rule,
        join: fn(Vec<Expression>) -> ExpressionKind,
        mut read: impl FnMut(&mut Self, &Node<'_>) -> Option<Expression>,
    ) -> Option<Expression> {
        let mut operands = Vec::new();
        let mut complete = true;
        for part in node.clone().into_inner() {
            if part.as_rule() == operand {
                match read(self, &part) {
                    Some(operand) => operands.push(operand),
                    None => complete = false,
                }
            } else {
                self.logical_operator(&part);
            }
        }
        if !complete {
            return None;
        }
        if operands.len() < 2 {
            return operands.pop();
        }
        Some(Expression::new(join(operands), self.span(node)))
    }

    pub(super) fn logical_operator(&mut self, node: &Node<'_>) {
        let meant = match node.as_rule() {
            Rule::or_operator => "or",
            Rule::and_operator => "and",
            _ => "not",
        };
        let text = node.as_str();
        if text == meant {
            return;
        }
        let span = self.span(node);
        let replacement = if text == "!" { "not " } else { meant };
        self.errors.push(
            SyntaxError::new(
                SyntaxCode::LogicalOperator,
                span,
                format!("`{text}` is written `{meant}`"),
            )
            .mend(span, replacement, format!("write `{meant}`")),
        );
    }

    fn negation(&mut self, node: &Node<'_>) -> Option<Expression> {
        let end = self.span(node).end;
        let mut starts = Vec::new();
        let mut operand = None;
        for part in node.clone().into_inner() {
            match part.as_rule() {
                Rule::not_operator => {
                    starts.push(self.span(&part).start);
                    self.logical_operator(&part);
                }
                Rule::quantified => operand = self.quantified(&part),
                _ => operand = self.comparison(&part),
            }
        }
        let negate = |inner, start: &u32| {
            Expression::new(ExpressionKind::Not(Box::new(inner)), Span::new(*start, end))
        };
        Some(starts.iter().rev().fold(operand?, negate))
    }

    fn quantified(&mut self, node: &Node<'_>) -> Option<Expression> {
        let quantifier = if has(&child(node, Rule::quantifier)?, Rule::kw_any) {
            Quantifier::Any
        } else {
            Quantifier::All
        };
        let element = self.word(&child(node, Rule::word)?);
        let list = self.path(&child(node, Rule::path)?);
        let body = self.expression(&child(node, Rule::expression)?)?;
        let kind = ExpressionKind::Quantified {
            quantifier,
            element,
            list,
            body: Box::new(body),
        };
        Some(Expression::new(kind, self.span(node)))
    }

    pub(super) fn sum(&mut self, node: &Node<'_>) -> Option<Expression> {
        let mut parts = node.clone().into_inner();
        let first = parts.next()?;
        let mut complete = true;
        let head = self.term(&first);
        let mut rest = Vec::new();
        let mut sign = Sign::Plus;
        for part in parts {
            if part.as_rule() == Rule::sign {
                sign = if part.as_str() == "-" {
                    Sign::Minus
                } else {
                    Sign::Plus
                };
                self.spacing(&part, sign);
            } else {
                match self.term(&part) {
                    Some(term) => rest.push((sign, term)),
                    None => complete = false,
                }
            }
        }
        let head = head.filter(|_| complete)?;
        if rest.is_empty() {
            return Some(head);
        }
        let kind = ExpressionKind::Sum {
            first: Box::new(head),
            rest,
        };
        Some(Expression::new(kind, self.span(node)))
    }

    /// `a-b` might be a name, so white space stands on one side of a `-` at least.
    fn spacing(&mut self, node: &Node<'_>, sign: Sign) {
        let span = node.as_span();
        let text = node.get_input();
        let touches = |character: Option<char>| {
            character.is_some_and(|character| character.is_ascii_alphanumeric() || character == '_')
        };
        let before = text
            .get(..span.start())
            .and_then(|text| text.chars().next_back());
        let behind = text.get(span.end()..).and_then(|text| text.chars().next());
        if sign == Sign::Minus && touches(before) && touches(behind) {
            let place = self.span(node);
            self.errors.push(
                SyntaxError::new(
                    SyntaxCode::MinusUnspaced,
                    place,
                    "a `-` that subtracts has white space beside it",
                )
                .help("the words of a fact are joined by `_`, not by `-`")
                .mend(place, " - ", "write ` - `"),
            );
        }
    }

    fn term(&mut self, node: &Node<'_>) -> Option<Expression> {
        let span = self.span(node);
        match node.as_rule() {
            Rule::group => self.expression(&child(node, Rule::expression)?),
            Rule::path => Some(self.path_expression(node)),
            Rule::count => {
                let path = self.path(&child(node, Rule::path)?);
                Some(Expression::new(ExpressionKind::Count(path), span))
            }
            Rule::literal => {
                let literal = self.literal(node)?;
                Some(Expression::new(ExpressionKind::Literal(literal), span))
            }
            Rule::null_slip => {
                self.null(span);
                None
            }
            _ => {
                self.errors.push(
                    SyntaxError::new(
                        SyntaxCode::ListMisplaced,
                        span,
                        "a list stands only behind `in`",
                    )
                    .help("ask for one of several values with `in`, as in `role in [supervisor, owner]`"),
                );
                None
            }
        }
    }

    pub(super) fn null(&mut self, span: Span) {
        self.errors.push(
            SyntaxError::new(SyntaxCode::Null, span, "there is no `null`")
                .help("whether a fact is there is asked with `is present` and `is absent`"),
        );
    }

    pub(super) fn path_expression(&mut self, node: &Node<'_>) -> Expression {
        let path: Path = self.path(node);
        Expression::new(ExpressionKind::Path(path), self.span(node))
    }

    pub(super) fn list(&mut self, node: &Node<'_>) -> Option<Expression> {
        let items = self.list_items(node)?;
        Some(Expression::new(
            ExpressionKind::List(items),
            self.span(node),
        ))
    }

    /// The items of a list in brackets.
    pub(super) fn list_items(&mut self, node: &Node<'_>) -> Option<Vec<Expression>> {
        let mut items = Vec::new();
        let mut complete = true;
        for item in node.clone().into_inner() {
            if matches!(item.as_rule(), Rule::literal | Rule::path | Rule::null_slip) {
                match self.term(&item) {
                    Some(item) => items.push(item),
                    None => complete = false,
                }
            }
        }
        complete.then_some(items)
    }
}
