//! Expressions. Chains are flat in the tree; spellings of other languages are reported here, and read as what they mean.

use super::reader::{Node, Reader, Rule, child, children, has};
use crate::error::{SyntaxCode, SyntaxError};
use crate::span::{Span, Spanned};
use crate::syntax::{Comparator, Expression, ExpressionKind, Path, Quantifier, Sign};

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

    fn comparison(&mut self, node: &Node<'_>) -> Option<Expression> {
        let sum = child(node, Rule::sum)?;
        let tails: Vec<_> = children(node, Rule::tail).collect();
        match tails.as_slice() {
            [] => self.sum(&sum),
            [tail] => self.compared(node, &sum, tail),
            [first, .., last] => {
                self.chained(node, &sum, &tails);
                // What the operands themselves get wrong is still said.
                self.compared(node, &sum, first);
                if let Some(sum) = child(last, Rule::sum) {
                    self.sum(&sum);
                }
                None
            }
        }
    }

    fn chained(&mut self, node: &Node<'_>, sum: &Node<'_>, tails: &[Node<'_>]) {
        let span = self.span(node);
        let error = SyntaxError::new(
            SyntaxCode::ComparisonChained,
            span,
            "a comparison has two sides",
        );
        let mut left = Some(sum.as_str());
        let mut pairs = Vec::new();
        for tail in tails {
            let right = child(tail, Rule::sum).map(|right| right.as_str());
            if let (Some(left), Some(_)) = (left, right) {
                pairs.push(format!("{} {}", left.trim(), tail.as_str().trim()));
            }
            left = right;
        }
        self.errors.push(if pairs.len() == tails.len() {
            let proposal = format!("({})", pairs.join(" and "));
            let title = format!("write `{proposal}`");
            error
                .help("join two comparisons with `and`")
                .mend(span, proposal, title)
        } else {
            error.help("join two comparisons with `and`, or put the first in parentheses")
        });
    }

    fn compared(&mut self, node: &Node<'_>, sum: &Node<'_>, tail: &Node<'_>) -> Option<Expression> {
        let operator = tail.clone().into_inner().next()?;
        match operator.as_rule() {
            Rule::compare_operator => self.compare(node, sum, &operator, &child(tail, Rule::sum)?),
            Rule::in_operator => self.membership(node, sum, &operator, tail),
            _ => self.presence(node, sum, tail),
        }
    }

    fn compare(
        &mut self,
        node: &Node<'_>,
        sum: &Node<'_>,
        operator: &Node<'_>,
        other: &Node<'_>,
    ) -> Option<Expression> {
        let (comparator, spelling) = comparator(operator.as_str())?;
        let span = self.span(operator);
        if only(sum, Rule::null_slip) || only(other, Rule::null_slip) {
            return self.compare_with_null(node, sum, comparator, other);
        }
        if only(other, Rule::list) && matches!(comparator, Comparator::Equal) {
            self.errors.push(
                SyntaxError::new(
                    SyntaxCode::ListMisplaced,
                    self.span(other),
                    format!("`{}` compares with one value", operator.as_str()),
                )
                .help("ask with `in` whether a value is one of several")
                .mend(span, "in", "write `in`"),
            );
            return None;
        }
        if operator.as_str() != spelling {
            let code = match comparator {
                Comparator::Equal | Comparator::NotEqual => SyntaxCode::EqualityOperator,
                _ => SyntaxCode::OrderOperator,
            };
            self.errors.push(
                SyntaxError::new(
                    code,
                    span,
                    format!("`{}` is written `{spelling}`", operator.as_str()),
                )
                .mend(span, spelling, format!("write `{spelling}`")),
            );
        }
        let (left, right) = (self.sum(sum), self.sum(other));
        let kind = ExpressionKind::Compare {
            comparator: Spanned::new(comparator, span),
            left: Box::new(left?),
            right: Box::new(right?),
        };
        Some(Expression::new(kind, self.span(node)))
    }

    fn compare_with_null(
        &mut self,
        node: &Node<'_>,
        sum: &Node<'_>,
        comparator: Comparator,
        other: &Node<'_>,
    ) -> Option<Expression> {
        let asked = if only(sum, Rule::null_slip) {
            other
        } else {
            sum
        };
        let word = match comparator {
            Comparator::Equal => "absent",
            Comparator::NotEqual => "present",
            _ => {
                self.null(self.span(node));
                return None;
            }
        };
        self.presence_slip(node, asked, word)
    }

    /// A question of presence in the words of another language.
    fn presence_slip(
        &mut self,
        node: &Node<'_>,
        asked: &Node<'_>,
        word: &str,
    ) -> Option<Expression> {
        let span = self.span(node);
        let error = SyntaxError::new(SyntaxCode::Null, span, "there is no `null`");
        let Some(path) = only_path(asked) else {
            self.errors.push(
                error.help("whether a fact is there is asked with `is present` and `is absent`"),
            );
            return None;
        };
        let proposal = format!("{} is {word}", path.as_str());
        let title = format!("write `{proposal}`");
        self.errors.push(error.mend(span, proposal, title));
        let kind = ExpressionKind::Presence {
            path: self.path(&path),
            present: word == "present",
        };
        Some(Expression::new(kind, span))
    }

    fn membership(
        &mut self,
        node: &Node<'_>,
        sum: &Node<'_>,
        operator: &Node<'_>,
        tail: &Node<'_>,
    ) -> Option<Expression> {
        let negated = has(operator, Rule::kw_not);
        let span = self.span(node);
        let needle = self.sum(sum);
        let haystack = match child(tail, Rule::list) {
            Some(list) => self.list(&list),
            None => child(tail, Rule::path).map(|path| self.path_expression(&path)),
        };
        if negated {
            let haystack = tail
                .as_str()
                .strip_prefix(operator.as_str())
                .unwrap_or_default();
            let proposal = format!("not {} in {}", sum.as_str().trim(), haystack.trim());
            let title = format!("write `{proposal}`");
            self.errors.push(
                SyntaxError::new(
                    SyntaxCode::LogicalOperator,
                    self.span(operator),
                    "`not` stands before the whole question",
                )
                .mend(span, proposal, title),
            );
        }
        let kind = ExpressionKind::In {
            needle: Box::new(needle?),
            haystack: Box::new(haystack?),
        };
        let expression = Expression::new(kind, span);
        Some(if negated {
            Expression::new(ExpressionKind::Not(Box::new(expression)), span)
        } else {
            expression
        })
    }

    fn presence(&mut self, node: &Node<'_>, sum: &Node<'_>, tail: &Node<'_>) -> Option<Expression> {
        let negated = has(tail, Rule::kw_not);
        let present = has(tail, Rule::kw_present) != negated;
        if has(tail, Rule::null_slip) {
            // `is null` asks for absence, `is not null` for presence.
            let word = if negated { "present" } else { "absent" };
            return self.presence_slip(node, sum, word);
        }
        let span = self.span(node);
        if negated {
            let word = if present { "present" } else { "absent" };
            let place = self.span(tail);
            self.errors.push(
                SyntaxError::new(
                    SyntaxCode::LogicalOperator,
                    place,
                    format!("`{}` is written `is {word}`", tail.as_str()),
                )
                .mend(place, format!("is {word}"), format!("write `is {word}`")),
            );
        }
        let Some(path) = only_path(sum) else {
            self.errors.push(
                SyntaxError::new(
                    SyntaxCode::PresenceOfNoFact,
                    self.span(sum),
                    "only a fact can be present or absent",
                )
                .help("name a fact before `is`, as in `user.role is present`"),
            );
            return None;
        };
        let kind = ExpressionKind::Presence {
            path: self.path(&path),
            present,
        };
        Some(Expression::new(kind, span))
    }

    fn sum(&mut self, node: &Node<'_>) -> Option<Expression> {
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

    fn null(&mut self, span: Span) {
        self.errors.push(
            SyntaxError::new(SyntaxCode::Null, span, "there is no `null`")
                .help("whether a fact is there is asked with `is present` and `is absent`"),
        );
    }

    fn path_expression(&mut self, node: &Node<'_>) -> Expression {
        let path: Path = self.path(node);
        Expression::new(ExpressionKind::Path(path), self.span(node))
    }

    fn list(&mut self, node: &Node<'_>) -> Option<Expression> {
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

/// What a comparison operator means, and how it is written.
fn comparator(text: &str) -> Option<(Comparator, &'static str)> {
    Some(match text {
        "==" | "=" | "===" => (Comparator::Equal, "=="),
        "!=" | "!==" | "<>" => (Comparator::NotEqual, "!="),
        "<" => (Comparator::Less, "<"),
        "<=" | "=<" => (Comparator::LessOrEqual, "<="),
        ">" => (Comparator::Greater, ">"),
        ">=" | "=>" => (Comparator::GreaterOrEqual, ">="),
        _ => return None,
    })
}

/// Whether a sum is one term of a kind.
fn only(sum: &Node<'_>, rule: Rule) -> bool {
    let mut terms = sum.clone().into_inner();
    terms.next().is_some_and(|term| term.as_rule() == rule) && terms.next().is_none()
}

/// The path that a sum is, if it is one without parentheses.
fn only_path<'i>(sum: &Node<'i>) -> Option<Node<'i>> {
    only(sum, Rule::path)
        .then(|| child(sum, Rule::path))
        .flatten()
}
