//! Predicates: from expressions to typed predicates. Language, section 5. Operands of comparisons are in
//! [`super::operand`], constants in [`super::constant`].

use std::borrow::Borrow;

use ordain_grammar::syntax::{self, Expression, ExpressionKind, Path, Quantifier};
use ordain_runtime::policy::{Predicate, Type};

use super::Checker;
use super::presence::{Flow, Known};
use super::scope::{Element, Scope, shown, type_name};
use crate::diagnose::Code;
use crate::limits;
use crate::model::Sourced;
use crate::source::one_line;

/// What to do with something that is neither true nor false.
const COMPARE_IT: &str =
    "compare it with something, such as `refund > INR 100.00` or `role == supervisor`";

/// A checked predicate, if it is sound, and what it shows of presence in either case.
pub(super) struct Checked {
    pub(super) predicate: Option<Predicate>,
    pub(super) flow: Flow,
}

impl Checked {
    pub(super) fn plain(predicate: Option<Predicate>) -> Self {
        Self {
            predicate,
            flow: Flow::default(),
        }
    }
}

impl Checker<'_> {
    /// Checks the predicate of a rule or a control; without an expression it is true.
    pub(super) fn predicate_of(
        &mut self,
        scope: Scope<'_>,
        known: &Known,
        expression: Option<&Expression>,
    ) -> Option<Sourced<Predicate>> {
        let Some(expression) = expression else {
            return Some(Sourced {
                value: Predicate::Constant(true),
                text: String::new(),
            });
        };
        let place = scope.within.at(expression.span.span);
        let (depth, nodes) = measure(expression);
        if depth > limits::PREDICATE_DEPTH || nodes > limits::PREDICATE_NODES {
            self.diagnostics
                .report(
                    Code::PREDICATE_TOO_LARGE,
                    place,
                    format!(
                        "a predicate has at most {} levels and {} nodes, this one {depth} and {nodes}",
                        limits::PREDICATE_DEPTH,
                        limits::PREDICATE_NODES
                    ),
                )
                .help("split it over several rules, or hold one fact against a list with `in`");
            return None;
        }
        let value = self.predicate(scope, known, expression).predicate?;
        Some(Sourced {
            value,
            text: one_line(self.sources.text(place)),
        })
    }

    pub(super) fn predicate(
        &mut self,
        scope: Scope<'_>,
        known: &Known,
        expression: &Expression,
    ) -> Checked {
        match &expression.kind {
            ExpressionKind::And(operands) => {
                let (predicates, flows) = self.chain(scope, known, operands, |flow| &flow.if_true);
                Checked {
                    predicate: predicates.map(Predicate::And),
                    flow: Flow::conjunction(flows),
                }
            }
            ExpressionKind::Or(operands) => {
                let (predicates, flows) = self.chain(scope, known, operands, |flow| &flow.if_false);
                Checked {
                    predicate: predicates.map(Predicate::Or),
                    flow: Flow::disjunction(flows),
                }
            }
            ExpressionKind::Not(operand) => {
                let Checked { predicate, flow } = self.predicate(scope, known, operand);
                let predicate = predicate.map(|predicate| Predicate::Not(Box::new(predicate)));
                Checked {
                    predicate,
                    flow: flow.negated(),
                }
            }
            ExpressionKind::Presence { path, present } => self.presence(scope, path, *present),
            ExpressionKind::Compare {
                comparator,
                left,
                right,
            } => Checked::plain(
                self.comparison(scope, known, comparator.value, left, right)
                    .map(Predicate::Compare),
            ),
            ExpressionKind::In { needle, haystack } => {
                Checked::plain(self.membership(scope, known, needle, haystack))
            }
            ExpressionKind::Quantified {
                quantifier,
                element,
                list,
                body,
            } => Checked::plain(self.quantified(scope, known, *quantifier, element, list, body)),
            ExpressionKind::Literal(syntax::Literal::Boolean(value)) => {
                Checked::plain(Some(Predicate::Constant(*value)))
            }
            ExpressionKind::Path(path) => Checked::plain(self.flag(scope, known, path)),
            _ => {
                let place = scope.within.at(expression.span.span);
                self.diagnostics
                    .report(
                        Code::NOT_A_PREDICATE,
                        place,
                        "this is neither true nor false",
                    )
                    .help(COMPARE_IT);
                Checked::plain(None)
            }
        }
    }

    /// Operands from the left, each of which is reached only if those before it let it be.
    fn chain(
        &mut self,
        scope: Scope<'_>,
        known: &Known,
        operands: &[Expression],
        passed: impl Fn(&Flow) -> &Known,
    ) -> (Option<Vec<Predicate>>, Vec<Flow>) {
        let mut known = known.clone();
        let mut predicates = Vec::with_capacity(operands.len());
        let mut flows = Vec::with_capacity(operands.len());
        for operand in operands {
            let Checked { predicate, flow } = self.predicate(scope, &known, operand);
            known.extend(passed(&flow).iter().cloned());
            predicates.push(predicate);
            flows.push(flow);
        }
        (predicates.into_iter().collect(), flows)
    }

    fn presence(&mut self, scope: Scope<'_>, path: &Path, present: bool) -> Checked {
        let Some(fact) = self.found(scope, path) else {
            return Checked::plain(None);
        };
        if fact.optional.is_empty() {
            let shown = shown(path);
            self.diagnostics
                .report(
                    Code::ALWAYS_PRESENT,
                    scope.within.at(path.span()),
                    format!("`{shown}` is required, so it is always present"),
                )
                .help("leave the question out, or declare the field optional with `?`");
            return Checked::plain(None);
        }
        let flow = Flow::present(fact.optional.into_iter().collect());
        if present {
            Checked {
                predicate: Some(Predicate::Present(fact.path)),
                flow,
            }
        } else {
            Checked {
                predicate: Some(Predicate::Absent(fact.path)),
                flow: flow.negated(),
            }
        }
    }

    fn flag(&mut self, scope: Scope<'_>, known: &Known, path: &Path) -> Option<Predicate> {
        let fact = self.read(scope, known, path)?;
        if *fact.ty == Type::Boolean {
            return Some(Predicate::Flag(fact.path));
        }
        let message = format!(
            "`{}` is {}, which is neither true nor false",
            shown(path),
            type_name(fact.ty)
        );
        let help = match fact.ty {
            Type::Record { .. } => "ask one of its fields",
            Type::Set { .. } | Type::List { .. } => {
                "ask its elements with `in`, `any` or `all`, or `count` them"
            }
            _ => COMPARE_IT,
        };
        self.diagnostics
            .report(Code::NOT_A_PREDICATE, scope.within.at(path.span()), message)
            .help(help);
        None
    }

    fn quantified(
        &mut self,
        scope: Scope<'_>,
        known: &Known,
        quantifier: Quantifier,
        element: &syntax::Word,
        list: &Path,
        body: &Expression,
    ) -> Option<Predicate> {
        let (path, of) = self.collection(scope, known, list)?;
        let taken = if scope.schema.contains_key(&element.value) {
            Some("a fact")
        } else {
            let around = |outer: &Element<'_>| {
                outer.name == element.value || outer.is_inside(&element.value)
            };
            scope.element.filter(around).map(|_| "an element around it")
        };
        if let Some(taken) = taken {
            self.diagnostics
                .report(
                    Code::ELEMENT_SHADOWS,
                    scope.within.at(element.span),
                    format!("`{}` is already the name of {taken}", element.value),
                )
                .help("give the element a name of its own");
            return None;
        }
        let of_root = scope.whole_path(&path);
        let outer = scope.element;
        let inner = Element {
            name: &element.value,
            ty: of,
            of: &of_root,
            outer: outer.as_ref(),
        };
        let inner = Scope {
            element: Some(inner),
            ..scope
        };
        let body = Box::new(self.predicate(inner, &Known::new(), body).predicate?);
        Some(match quantifier {
            Quantifier::Any => Predicate::Any { list: path, body },
            Quantifier::All => Predicate::All { list: path, body },
        })
    }
}

/// Levels and nodes of an expression as its predicate will be stored: a sum nests once for each operand, `all` twice.
fn measure(expression: &Expression) -> (usize, usize) {
    fn over(operands: impl IntoIterator<Item = impl Borrow<Expression>>) -> (usize, usize) {
        operands
            .into_iter()
            .map(|operand| measure(operand.borrow()))
            .fold((0, 0), |(depth, nodes), (inner, more)| {
                (depth.max(inner), nodes + more)
            })
    }
    let (levels, (depth, nodes)) = match &expression.kind {
        ExpressionKind::Or(operands)
        | ExpressionKind::And(operands)
        | ExpressionKind::List(operands) => (1, over(operands)),
        ExpressionKind::Not(operand) => (1, measure(operand)),
        ExpressionKind::Compare { left, right, .. } => (1, over([&**left, &**right])),
        ExpressionKind::In { needle, haystack } => (1, over([&**needle, &**haystack])),
        ExpressionKind::Sum { first, rest } => (
            rest.len(),
            over(std::iter::once(&**first).chain(rest.iter().map(|(_, operand)| operand))),
        ),
        ExpressionKind::Quantified {
            quantifier: Quantifier::Any,
            body,
            ..
        } => (1, measure(body)),
        ExpressionKind::Quantified {
            quantifier: Quantifier::All,
            body,
            ..
        } => (2, measure(body)),
        ExpressionKind::Presence { .. }
        | ExpressionKind::Count(_)
        | ExpressionKind::Path(_)
        | ExpressionKind::Literal(_) => (1, (0, 0)),
    };
    (depth + levels, nodes + 1)
}
