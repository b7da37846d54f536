//! Expressions on one line, and where they need parentheses.

use super::token;
use crate::syntax::{Comparator, Expression, ExpressionKind, Quantifier, Sign};

/// Where an expression stands, from the loosest place to the tightest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Place {
    /// Alone, in parentheses, or as the body of a quantifier.
    Alone,
    Or,
    And,
    Not,
    /// On a side of a comparison.
    Side,
    /// In a sum.
    Term,
}

/// Whether an expression needs parentheses. The body of a quantifier takes everything behind it, so one that is not at the
/// end of what stands alone needs them too.
pub(super) fn needs_parentheses(kind: &ExpressionKind, place: Place, at_end: bool) -> bool {
    match kind {
        ExpressionKind::Or(_) => place >= Place::Or,
        ExpressionKind::And(_) => place >= Place::And,
        ExpressionKind::Quantified { .. } => {
            place >= Place::Side || (place >= Place::Or && !at_end)
        }
        ExpressionKind::Not(_)
        | ExpressionKind::Compare { .. }
        | ExpressionKind::In { .. }
        | ExpressionKind::Presence { .. } => place >= Place::Side,
        ExpressionKind::Sum { .. } => place >= Place::Term,
        ExpressionKind::Count(_)
        | ExpressionKind::List(_)
        | ExpressionKind::Path(_)
        | ExpressionKind::Literal(_) => false,
    }
}

/// An expression on one line.
pub(super) fn expression(node: &Expression) -> String {
    let mut text = String::new();
    write(&mut text, node, Place::Alone, true);
    text
}

/// An operand on one line.
pub(super) fn operand(node: &Expression, place: Place, at_end: bool) -> String {
    let mut text = String::new();
    write(&mut text, node, place, at_end);
    text
}

fn write(text: &mut String, node: &Expression, place: Place, at_end: bool) {
    if needs_parentheses(&node.kind, place, at_end) {
        text.push('(');
        write(text, node, Place::Alone, true);
        text.push(')');
        return;
    }
    match &node.kind {
        ExpressionKind::Or(operands) => chain(text, operands, " or ", Place::Or, at_end),
        ExpressionKind::And(operands) => chain(text, operands, " and ", Place::And, at_end),
        ExpressionKind::Not(inner) => {
            text.push_str("not ");
            write(text, inner, Place::Not, at_end);
        }
        ExpressionKind::Compare {
            comparator,
            left,
            right,
        } => {
            write(text, left, Place::Side, false);
            text.push(' ');
            text.push_str(spelling(comparator.value));
            text.push(' ');
            write(text, right, Place::Side, false);
        }
        ExpressionKind::In { needle, haystack } => {
            write(text, needle, Place::Side, false);
            text.push_str(" in ");
            write(text, haystack, Place::Side, false);
        }
        ExpressionKind::Presence { path, present } => {
            text.push_str(&token::path(path));
            text.push_str(if *present {
                " is present"
            } else {
                " is absent"
            });
        }
        ExpressionKind::Sum { first, rest } => {
            write(text, first, Place::Term, false);
            for (sign, term) in rest {
                text.push_str(match sign {
                    Sign::Plus => " + ",
                    Sign::Minus => " - ",
                });
                write(text, term, Place::Term, false);
            }
        }
        ExpressionKind::Quantified { body, .. } => {
            text.push_str(&quantifier_head(&node.kind));
            text.push(' ');
            write(text, body, Place::Alone, true);
        }
        ExpressionKind::Count(path) => {
            text.push_str("count ");
            text.push_str(&token::path(path));
        }
        ExpressionKind::List(items) => {
            let items: Vec<String> = items.iter().map(expression).collect();
            text.push('[');
            text.push_str(&items.join(", "));
            text.push(']');
        }
        ExpressionKind::Path(path) => text.push_str(&token::path(path)),
        ExpressionKind::Literal(literal) => text.push_str(&token::literal(literal)),
    }
}

fn chain(text: &mut String, operands: &[Expression], operator: &str, place: Place, at_end: bool) {
    for (index, operand) in operands.iter().enumerate() {
        if index > 0 {
            text.push_str(operator);
        }
        write(text, operand, place, at_end && index + 1 == operands.len());
    }
}

/// `any X in LIST:`; nothing for what is no quantifier.
pub(super) fn quantifier_head(kind: &ExpressionKind) -> String {
    let ExpressionKind::Quantified {
        quantifier,
        element,
        list,
        ..
    } = kind
    else {
        return String::new();
    };
    let quantifier = match quantifier {
        Quantifier::Any => "any",
        Quantifier::All => "all",
    };
    format!("{quantifier} {} in {}:", element.value, token::path(list))
}

/// How a comparison operator is written.
pub(super) const fn spelling(comparator: Comparator) -> &'static str {
    match comparator {
        Comparator::Equal => "==",
        Comparator::NotEqual => "!=",
        Comparator::Less => "<",
        Comparator::LessOrEqual => "<=",
        Comparator::Greater => ">",
        Comparator::GreaterOrEqual => ">=",
    }
}
