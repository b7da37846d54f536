//! Comparisons, membership and presence: what stands between two sums, or behind one.

use super::reader::{Node, Reader, Rule, child, children, has};
use crate::error::{SyntaxCode, SyntaxError};
use crate::span::Spanned;
use crate::syntax::{Comparator, Expression, ExpressionKind};

impl Reader<'_> {
    pub(super) fn comparison(&mut self, node: &Node<'_>) -> Option<Expression> {
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
        let mut left = Some(self.text(sum));
        let mut pairs = Vec::new();
        for tail in tails {
            let right = child(tail, Rule::sum).map(|right| self.text(&right));
            if let (Some(left), Some(_)) = (left, right) {
                pairs.push(format!("{left} {}", self.text(tail)));
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
            let asked = self.text(tail);
            let asked = asked.strip_prefix(operator.as_str()).unwrap_or_default();
            let proposal = format!("not {} in {}", self.text(sum), asked.trim_start());
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
                    format!("`{}` is written `is {word}`", self.text(tail)),
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
