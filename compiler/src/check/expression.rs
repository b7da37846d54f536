//! Predicates: from expressions to typed predicates. Language, section 5. Operands of comparisons are in
//! [`super::operand`], constants in [`super::constant`].

use std::borrow::Borrow;
use std::collections::BTreeSet;

use ordain_grammar::syntax::{self, Expression, ExpressionKind, Path, Quantifier};
use ordain_runtime::policy::{FactPath, Field, Predicate, Schema, Type};

use super::presence::{Flow, Known};
use super::{CheckedFacts, Checker, Within};
use crate::diagnose::Code;
use crate::limits;
use crate::model::{Id, Sourced};
use crate::source::one_line;

/// What to do with something that is neither true nor false.
const COMPARE_IT: &str =
    "compare it with something, such as `refund > INR 100.00` or `role == supervisor`";

/// How many names an error lists that none of them resembles.
const NAMES_SHOWN: usize = 12;

/// What an expression can name.
#[derive(Clone, Copy)]
pub(super) struct Scope<'s> {
    pub(super) within: Within<'s>,
    /// The facts, for messages.
    pub(super) facts: &'s Id,
    pub(super) schema: &'s Schema,
    pub(super) broken: &'s BTreeSet<FactPath>,
    /// Inside the body of `any` or `all`.
    pub(super) element: Option<Element<'s>>,
}

/// The element that the body of `any` or `all` speaks of.
#[derive(Clone, Copy)]
pub(super) struct Element<'s> {
    name: &'s str,
    ty: &'s Type,
    /// The list or set that it is of, from the root of the facts.
    of: &'s FactPath,
    /// The element whose body it stands in.
    outer: Option<&'s Element<'s>>,
}

impl Element<'_> {
    fn is_inside(&self, name: &str) -> bool {
        self.outer
            .is_some_and(|outer| outer.name == name || outer.is_inside(name))
    }
}

/// What a path means in a scope.
pub(super) enum Found<'s> {
    Fact(Fact<'s>),
    /// Its declaration is wrong, which has been reported.
    Broken,
    /// It names a fact, but only the element can be read here.
    OutsideElement,
    /// The word at this index names nothing.
    Unknown(usize, Option<&'s Schema>),
}

/// A fact that a path leads to.
#[derive(Clone)]
pub(super) struct Fact<'s> {
    /// From the root of the facts, or from the element.
    pub(super) path: FactPath,
    pub(super) ty: &'s Type,
    /// The prefixes of `path`, itself included, that may be absent.
    pub(super) optional: Vec<FactPath>,
}

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

impl<'s> Scope<'s> {
    /// The scope of a whole predicate.
    pub(super) fn of(within: Within<'s>, facts: &'s Id, checked: &'s CheckedFacts) -> Self {
        Self {
            within,
            facts,
            schema: &checked.facts.schema,
            broken: &checked.broken,
            element: None,
        }
    }

    /// Looks a path up, without a word about it.
    pub(super) fn find(&self, path: &Path) -> Found<'s> {
        let words: Vec<&str> = path.words.iter().map(|word| word.value.as_str()).collect();
        match self.element {
            None => self.find_in(self.schema, &words, 0),
            Some(Element { name, ty, .. }) if words.first() == Some(&name) => {
                match (ty, words.get(1..)) {
                    (_, Some([]) | None) => Found::Fact(Fact {
                        path: FactPath(Vec::new()),
                        ty,
                        optional: Vec::new(),
                    }),
                    (Type::Record { fields }, Some(rest)) => self.find_in(fields, rest, 1),
                    _ => Found::Unknown(1, None),
                }
            }
            Some(element) if words.first().is_some_and(|first| element.is_inside(first)) => {
                Found::OutsideElement
            }
            Some(_) => match self.find_in(self.schema, &words, 0) {
                Found::Fact(_) | Found::Broken => Found::OutsideElement,
                unknown => unknown,
            },
        }
    }

    fn find_in(&self, mut fields: &'s Schema, words: &[&str], skipped: usize) -> Found<'s> {
        // Facts without a field are reported where they are declared.
        if fields.is_empty() {
            return Found::Broken;
        }
        let mut path = FactPath(Vec::new());
        let mut optional = Vec::new();
        let mut last: Option<&'s Field> = None;
        for (index, word) in words.iter().enumerate() {
            if let Some(before) = last {
                let Type::Record { fields: inner } = &before.ty else {
                    return Found::Unknown(index + skipped, None);
                };
                fields = inner;
            }
            path.0.push((*word).to_owned());
            if self.is_broken(&path) {
                return Found::Broken;
            }
            let Some(field) = fields.get(*word) else {
                return Found::Unknown(index + skipped, Some(fields));
            };
            if field.optional {
                optional.push(path.clone());
            }
            last = Some(field);
        }
        match last {
            Some(field) => Found::Fact(Fact {
                path,
                ty: &field.ty,
                optional,
            }),
            None => Found::Unknown(0, Some(fields)),
        }
    }

    fn is_broken(&self, path: &FactPath) -> bool {
        !self.broken.is_empty() && self.broken.contains(&self.whole_path(path))
    }

    /// A path that starts here, from the root of the facts; elements add no step.
    fn whole_path(&self, path: &FactPath) -> FactPath {
        let of = self.element.map_or(&[][..], |element| &element.of.0);
        FactPath(of.iter().chain(&path.0).cloned().collect())
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

    /// A list or a set and the type of its elements.
    pub(super) fn collection<'s>(
        &mut self,
        scope: Scope<'s>,
        known: &Known,
        path: &Path,
    ) -> Option<(FactPath, &'s Type)> {
        let fact = self.read(scope, known, path)?;
        match fact.ty {
            Type::Set { of } | Type::List { of } => Some((fact.path, of)),
            other => {
                let message = format!(
                    "`{}` is {}, neither a list nor a set",
                    shown(path),
                    type_name(other)
                );
                self.diagnostics
                    .report(
                        Code::NOT_A_COLLECTION,
                        scope.within.at(path.span()),
                        message,
                    )
                    .help(
                        "`any`, `all`, `count` and `in` ask a fact of type `set of` or `list of`",
                    );
                None
            }
        }
    }

    /// The fact that a path leads to; reported where there is none.
    pub(super) fn found<'s>(&mut self, scope: Scope<'s>, path: &Path) -> Option<Fact<'s>> {
        let place = scope.within.at(path.span());
        match scope.find(path) {
            Found::Fact(fact) => Some(fact),
            Found::Broken => None,
            Found::OutsideElement => {
                let element = scope.element.map_or("", |element| element.name);
                self.diagnostics
                    .report(
                        Code::OUTSIDE_ELEMENT,
                        place,
                        format!("`{}` is no part of the element `{element}`", shown(path)),
                    )
                    .help("the body of `any` and `all` reads its element and constants alone; ask other facts outside, joined with `and`");
                None
            }
            Found::Unknown(index, fields) => {
                let word = path.words.get(index).or_else(|| path.words.last())?;
                let place = scope.within.at(word.span);
                // Where very much is declared and very much is wrong, the names are not gathered again and again.
                let gather = |fields: &'s Schema| {
                    let wanted = self.diagnostics.suggests() || fields.len() <= NAMES_SHOWN;
                    if wanted {
                        fields.keys().map(String::as_str).collect()
                    } else {
                        Vec::new()
                    }
                };
                let known: Vec<&str> = match (index, scope.element, fields) {
                    (0, Some(element), _) => vec![element.name],
                    (0, None, _) => gather(scope.schema),
                    (_, _, Some(fields)) => gather(fields),
                    (_, _, None) => Vec::new(),
                };
                let message = match scope.element {
                    Some(element) if index > 0 => format!(
                        "`{}` is no part of the element `{}`",
                        shown(path),
                        element.name
                    ),
                    _ => format!("`{}` is no fact of `{}`", shown(path), scope.facts),
                };
                let report = self.diagnostics.report(Code::UNKNOWN_FACT, place, message);
                report.suggest(&word.value, known.iter().copied());
                if fields.is_none() {
                    let before: Vec<&str> = path
                        .words
                        .iter()
                        .take(index)
                        .map(|word| word.value.as_str())
                        .collect();
                    report.help(format!(
                        "`{}` is no record, so nothing stands behind it",
                        before.join(".")
                    ));
                } else if report.mend.is_none() && (1..=NAMES_SHOWN).contains(&known.len()) {
                    let list = known
                        .iter()
                        .map(|name| format!("`{name}`"))
                        .collect::<Vec<_>>()
                        .join(", ");
                    report.help(format!("known here: {list}"));
                }
                None
            }
        }
    }

    /// A fact that is read: it must be known to be there.
    pub(super) fn read<'s>(
        &mut self,
        scope: Scope<'s>,
        known: &Known,
        path: &Path,
    ) -> Option<Fact<'s>> {
        let fact = self.found(scope, path)?;
        // The innermost: where it is present, so is everything around it.
        let Some(missing) = fact
            .optional
            .iter()
            .rev()
            .find(|optional| !known.contains(optional))
        else {
            return Some(fact);
        };
        let element = scope.element.map(|element| element.name);
        let guard = element
            .into_iter()
            .chain(missing.0.iter().map(String::as_str))
            .collect::<Vec<_>>()
            .join(".");
        let place = scope.within.at(path.span());
        self.diagnostics
            .report(
                Code::UNGUARDED,
                place,
                format!("`{guard}` may be absent here"),
            )
            .label("read without a guard")
            .help(format!(
                "guard it: `{guard} is present and …`, or `{guard} is absent or …`"
            ));
        None
    }
}

/// A path as written.
pub(super) fn shown(path: &Path) -> String {
    path.words
        .iter()
        .map(|word| word.value.as_str())
        .collect::<Vec<_>>()
        .join(".")
}

/// A type in words, with its article.
pub(super) fn type_name(ty: &Type) -> &'static str {
    match ty {
        Type::Boolean => "a `bool`",
        Type::Integer { .. } => "an `int`",
        Type::Identifier => "an `id`",
        Type::Text => "a `text`",
        Type::Digest => "a `digest`",
        Type::Time => "a `time`",
        Type::Money => "an amount of `money`",
        Type::Enum { .. } => "an `enum`",
        Type::Set { .. } => "a `set`",
        Type::List { .. } => "a `list`",
        Type::Record { .. } => "a record",
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
