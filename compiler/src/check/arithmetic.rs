//! `+` and `-`. Language, section 5.

use ordain_grammar::syntax::{self, Expression, ExpressionKind};
use ordain_runtime::policy::{Constant, Operand, ScalarKind, Sign, Term};

use super::Checker;
use super::constant::literal_kind;
use super::presence::Known;
use super::scope::Scope;
use crate::diagnose::Code;

impl Checker<'_> {
    /// An operand of arithmetic, sums included. That something cannot be added is said once for a whole sum.
    pub(super) fn sum(
        &mut self,
        scope: Scope<'_>,
        known: &Known,
        expression: &Expression,
        reported: &mut bool,
    ) -> Option<Operand> {
        let ExpressionKind::Sum { first, rest } = &expression.kind else {
            return self.summand(scope, known, expression, reported);
        };
        let first = self.sum(scope, known, first, reported);
        let rest: Vec<_> = rest
            .iter()
            .map(|(sign, operand)| {
                let sign = match sign {
                    syntax::Sign::Plus => Sign::Plus,
                    syntax::Sign::Minus => Sign::Minus,
                };
                self.sum(scope, known, operand, reported)
                    .map(|operand| (sign, operand))
            })
            .collect();
        let (first, rest) = (first?, rest.into_iter().collect::<Option<Vec<_>>>()?);
        Some(match first {
            Operand::Term(first) => Operand::Sum { first, rest },
            // A sum in brackets at the front adds from the left like the whole.
            Operand::Sum {
                first,
                rest: mut before,
            } => {
                before.extend(rest);
                Operand::Sum {
                    first,
                    rest: before,
                }
            }
        })
    }

    fn summand(
        &mut self,
        scope: Scope<'_>,
        known: &Known,
        expression: &Expression,
        reported: &mut bool,
    ) -> Option<Operand> {
        let (operand, what) = match &expression.kind {
            ExpressionKind::Literal(syntax::Literal::Integer(value)) => {
                return Some(Operand::Term(Term::Constant(Constant::Integer(*value))));
            }
            ExpressionKind::Literal(literal) => (None, literal_kind(literal).0),
            _ => {
                let typed = self.typed(scope, known, expression)?;
                let integer = typed.ty.kind() == Some(ScalarKind::Integer);
                (Some(typed.operand).filter(|_| integer), typed.ty.name())
            }
        };
        if operand.is_none() && !core::mem::replace(reported, true) {
            let place = scope.within.at(expression.span.span);
            self.diagnostics
                .report(
                    Code::NOT_ARITHMETIC,
                    place,
                    format!("{what} cannot be added or subtracted"),
                )
                .help("`+` and `-` work on `int` alone");
        }
        operand
    }
}
