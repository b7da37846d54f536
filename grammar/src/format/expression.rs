//! Expressions that do not fit on a line, or have comments in them.

use super::flat::{self, Place};
use super::printer::{Blank, Printer};
use super::token::{self, Item};
use crate::syntax::{Expression, ExpressionKind, KeyMatch, KeyValue, Literal, Sign};

impl Printer<'_> {
    /// Writes the expression of a clause. Where a chain is broken, its operators hang to the left of its operands.
    pub(super) fn condition(&mut self, node: &Expression) {
        match &node.kind {
            _ if self.written_flat(node, Place::Alone, true, 0) => {}
            ExpressionKind::Or(operands) => self.hanging_chain(operands, "or", Place::Or),
            ExpressionKind::And(operands) => self.hanging_chain(operands, "and", Place::And),
            _ => self.broken(node, true, 0),
        }
    }

    /// `on KEY VALUE, VALUE and KEY VALUE`, the keyword left out.
    pub(super) fn key_matches(&mut self, matches: &[KeyMatch]) {
        let column = self.column();
        for (index, key_match) in matches.iter().enumerate() {
            let key = Item::path(&key_match.key);
            let values: Vec<Item> = key_match.values.iter().map(key_value).collect();
            if index > 0 {
                let flat = format!(" and {} {}", key.text, token::joined(&values));
                if self.has_comment_before(key.span.start) || !self.fits(&flat, 0) {
                    self.hang(key.span.start, column, "and");
                } else {
                    self.write(" and ");
                }
            }
            self.write(&key.text);
            self.write(" ");
            self.reach(key.span.end);
            self.fill(&values, 0);
        }
    }

    fn hanging_chain(&mut self, operands: &[Expression], operator: &str, place: Place) {
        let column = self.column();
        for (index, operand) in operands.iter().enumerate() {
            if index > 0 {
                self.hang(operand.span.span.start, column, operator);
            }
            self.operand(operand, place, index + 1 == operands.len(), 0);
        }
    }

    /// Starts a line with an operator to the left of a column.
    fn hang(&mut self, position: u32, column: usize, operator: &str) {
        let indent = column.saturating_sub(operator.len() + 1);
        self.line_with(position, indent, column, Blank::Never);
        self.write(operator);
        self.write(" ");
    }

    fn written_flat(
        &mut self,
        node: &Expression,
        place: Place,
        at_end: bool,
        reserve: usize,
    ) -> bool {
        let span = node.span.span;
        if self.has_comment_in(span) {
            return false;
        }
        let flat = flat::operand(node, place, at_end);
        let fits = self.fits(&flat, reserve);
        if fits {
            self.write(&flat);
            self.reach(span.end);
        }
        fits
    }

    fn operand(&mut self, node: &Expression, place: Place, at_end: bool, reserve: usize) {
        if self.written_flat(node, place, at_end, reserve) {
            return;
        }
        if flat::needs_parentheses(&node.kind, place, at_end) {
            self.write("(");
            self.broken(node, true, reserve + 1);
            self.write(")");
        } else {
            self.broken(node, at_end, reserve);
        }
    }

    /// Writes an expression over several lines, none of which starts to the left of its first.
    fn broken(&mut self, node: &Expression, at_end: bool, reserve: usize) {
        let column = self.column();
        match &node.kind {
            ExpressionKind::Or(operands) => self.chain(operands, "or", Place::Or, at_end, reserve),
            ExpressionKind::And(operands) => {
                self.chain(operands, "and", Place::And, at_end, reserve);
            }
            ExpressionKind::Not(inner) => {
                self.write("not ");
                self.operand(inner, Place::Not, at_end, reserve);
            }
            ExpressionKind::Quantified { body, .. } => {
                self.write(&flat::quantifier_head(&node.kind));
                self.line(body.span.span.start, column + 2, Blank::Never);
                self.operand(body, Place::Alone, true, reserve);
            }
            ExpressionKind::Compare {
                comparator,
                left,
                right,
            } => {
                self.operand(left, Place::Side, false, 0);
                let operator = flat::spelling(comparator.value);
                self.tail(operator, column, right, reserve);
            }
            ExpressionKind::In { needle, haystack } => {
                self.operand(needle, Place::Side, false, 0);
                self.tail("in", column, haystack, reserve);
            }
            ExpressionKind::Sum { first, rest } => {
                self.operand(first, Place::Term, false, 0);
                for (index, (sign, term)) in rest.iter().enumerate() {
                    self.line(term.span.span.start, column, Blank::Never);
                    self.write(match sign {
                        Sign::Plus => "+ ",
                        Sign::Minus => "- ",
                    });
                    let reserve = if index + 1 == rest.len() { reserve } else { 0 };
                    self.operand(term, Place::Term, false, reserve);
                }
            }
            ExpressionKind::List(items) => {
                let items: Vec<Item> = items.iter().map(list_item).collect();
                let close = node.span.span.end.saturating_sub(1);
                self.bracketed(&items, Some(close), column, reserve);
            }
            ExpressionKind::Literal(Literal::String(value)) => self.folded(value, reserve),
            _ => self.write(&flat::expression(node)),
        }
        self.reach(node.span.span.end);
    }

    /// The operator of a comparison and what stands behind it: on the line of its left side where that is short.
    fn tail(&mut self, operator: &str, column: usize, right: &Expression, reserve: usize) {
        let text = matches!(
            right.kind,
            ExpressionKind::List(_) | ExpressionKind::Literal(Literal::String(_))
        );
        let start = right.span.span.start;
        let flat = format!(" {operator} {}", flat::operand(right, Place::Side, false));
        if !self.has_comment_before(start) && (text || self.fits(&flat, reserve)) {
            self.write(" ");
        } else {
            self.line(start, column + 2, Blank::Never);
        }
        self.write(operator);
        self.write(" ");
        if let ExpressionKind::List(items) = &right.kind {
            let items: Vec<Item> = items.iter().map(list_item).collect();
            let close = right.span.span.end.saturating_sub(1);
            self.bracketed(&items, Some(close), column, reserve);
            self.reach(right.span.span.end);
        } else {
            self.operand(right, Place::Side, false, reserve);
        }
    }

    fn chain(
        &mut self,
        operands: &[Expression],
        operator: &str,
        place: Place,
        at_end: bool,
        reserve: usize,
    ) {
        let column = self.column();
        for (index, operand) in operands.iter().enumerate() {
            let last = index + 1 == operands.len();
            if index > 0 {
                self.line(operand.span.span.start, column, Blank::Never);
                self.write(operator);
                self.write(" ");
            }
            self.operand(
                operand,
                place,
                at_end && last,
                if last { reserve } else { 0 },
            );
        }
    }
}

/// An item of a list in brackets.
pub(super) fn list_item(node: &Expression) -> Item {
    Item::new(flat::expression(node), node.span.span)
}

fn key_value(value: &KeyValue) -> Item {
    match value {
        KeyValue::String(word) => Item::string(word),
        KeyValue::Member(word) => Item::word(word),
    }
}
