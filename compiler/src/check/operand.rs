//! Comparisons and membership: what stands on either side, and whether the two belong together. Language, section 5.

use std::collections::BTreeSet;

use ordain_grammar::syntax::{self, Expression, ExpressionKind};
use ordain_runtime::policy::{
    Comparator, Comparison, Constant, Haystack, Operand, Predicate, ScalarKind, Term, Type,
};

use super::Checker;
use super::presence::Known;
use super::scope::{Found, Scope, shown, type_name};
use crate::diagnose::Code;

/// One side of a comparison whose type is its own.
pub(super) struct Typed<'s> {
    pub(super) operand: Operand,
    pub(super) ty: Declared<'s>,
}

/// The type of an operand: that of a fact, or of a number that is computed.
#[derive(Clone, Copy)]
pub(super) enum Declared<'s> {
    Fact(&'s Type),
    Computed,
}

impl Declared<'_> {
    pub(super) fn kind(self) -> Option<ScalarKind> {
        match self {
            Self::Fact(ty) => scalar_kind(ty),
            Self::Computed => Some(ScalarKind::Integer),
        }
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Fact(ty) => type_name(ty),
            Self::Computed => "an `int`",
        }
    }
}

/// The type that a constant beside a computed number has.
const ANY_INTEGER: Type = Type::Integer {
    minimum: -crate::limits::GREATEST_INTEGER,
    maximum: crate::limits::GREATEST_INTEGER,
};

impl Checker<'_> {
    pub(super) fn comparison(
        &mut self,
        scope: Scope<'_>,
        known: &Known,
        comparator: syntax::Comparator,
        left: &Expression,
        right: &Expression,
    ) -> Option<Comparison> {
        let comparator = comparator_of(comparator);
        let place = scope.within.at(left.span.span.to(right.span.span));
        let right_is_constant = is_constant(scope, right, left);
        // Where each side is a fact whose name the other's enum lists, the right one is the member.
        let left_is_constant =
            is_constant(scope, left, right) && !(right_is_constant && is_fact(scope, left));
        let (ty, left_operand, right_operand) = match (left_is_constant, right_is_constant) {
            (true, true) => {
                self.diagnostics
                    .report(
                        Code::CONSTANT_COMPARISON,
                        place,
                        "this compares two constants, so it is always the same",
                    )
                    .help("a comparison asks a fact");
                return None;
            }
            (false, true) => {
                let (fact, constant) = self.fact_and_constant(scope, known, left, right)?;
                (fact.ty, fact.operand, constant)
            }
            (true, false) => {
                let (fact, constant) = self.fact_and_constant(scope, known, right, left)?;
                (fact.ty, constant, fact.operand)
            }
            (false, false) => {
                let skip = unknowable(scope, left, right);
                let one = if skip == Some(Side::Left) {
                    None
                } else {
                    self.typed(scope, known, left)
                };
                let other = if skip == Some(Side::Right) {
                    None
                } else {
                    self.typed(scope, known, right)
                };
                let (one, other) = (one?, other?);
                if !comparable(one.ty, other.ty) {
                    self.report_types(place, one.ty, other.ty);
                    return None;
                }
                (one.ty, one.operand, other.operand)
            }
        };
        let Some(of) = ty.kind() else {
            self.diagnostics
                .report(
                    Code::TYPES_DIFFER,
                    place,
                    "records, lists and sets cannot be compared as a whole",
                )
                .help(
                    "compare their fields, ask their elements with `any` or `all`, or `count` them",
                );
            return None;
        };
        if !matches!(comparator, Comparator::Equal | Comparator::NotEqual) && !of.is_ordered() {
            self.diagnostics
                .report(
                    Code::NOT_ORDERED,
                    place,
                    format!("{} has no order, so `{}` cannot compare it", ty.name(), comparator.as_source()),
                )
                .help("`int`, `time` and `money` have an order; ask anything else with `==`, `!=` or `in`");
            return None;
        }
        Some(Comparison {
            of,
            comparator,
            left: left_operand,
            right: right_operand,
        })
    }

    /// A side with a type of its own, and beside it a constant, which is looked at even where the fact may not be read.
    fn fact_and_constant<'s>(
        &mut self,
        scope: Scope<'s>,
        known: &Known,
        fact: &Expression,
        constant: &Expression,
    ) -> Option<(Typed<'s>, Operand)> {
        let typed = self.typed(scope, known, fact);
        let ty = match (&typed, &fact.kind) {
            (Some(typed), _) => typed.ty,
            (None, ExpressionKind::Path(path)) => match scope.find(path) {
                Found::Fact(fact) => Declared::Fact(fact.ty),
                _ => return None,
            },
            (None, _) => return None,
        };
        let constant = self.constant_beside(scope, constant, ty);
        typed.zip(constant)
    }

    fn report_types(
        &mut self,
        place: crate::source::Place,
        left: Declared<'_>,
        right: Declared<'_>,
    ) {
        let message =
            if left.kind() == Some(ScalarKind::Enum) && right.kind() == Some(ScalarKind::Enum) {
                "the two enums list different members".to_owned()
            } else {
                format!("{} is compared with {}", left.name(), right.name())
            };
        self.diagnostics
            .report(Code::TYPES_DIFFER, place, message)
            .help("both sides of a comparison have one type; nothing is converted");
    }

    pub(super) fn membership(
        &mut self,
        scope: Scope<'_>,
        known: &Known,
        needle: &Expression,
        haystack: &Expression,
    ) -> Option<Predicate> {
        let place = scope.within.at(needle.span.span.to(haystack.span.span));
        let (needle, of, haystack) = match &haystack.kind {
            ExpressionKind::List(items) => {
                if is_constant(scope, needle, haystack) {
                    self.diagnostics
                        .report(
                            Code::CONSTANT_COMPARISON,
                            place,
                            "this looks for a constant among constants, so it is always the same",
                        )
                        .help("`in` asks a fact: `currency in [\"INR\"]`, or `\"vip\" in flags`");
                    return None;
                }
                let fact = self.typed(scope, known, needle)?;
                let kind = self.searchable(place, fact.ty)?;
                let constants = self.constants(scope, items, fact.ty)?;
                (fact.operand, kind, Haystack::Constants(constants))
            }
            ExpressionKind::Path(path) => {
                let (list, of) = self.collection(scope, known, path)?;
                let kind = self.searchable(place, Declared::Fact(of))?;
                let operand = if is_constant_of(scope, needle, of) {
                    self.constant_beside(scope, needle, Declared::Fact(of))?
                } else {
                    let typed = self.typed(scope, known, needle)?;
                    if !comparable(typed.ty, Declared::Fact(of)) {
                        self.report_types(place, typed.ty, Declared::Fact(of));
                        return None;
                    }
                    typed.operand
                };
                (operand, kind, Haystack::Fact(list))
            }
            _ => {
                let place = scope.within.at(haystack.span.span);
                self.diagnostics
                    .report(
                        Code::NOT_A_COLLECTION,
                        place,
                        "`in` looks in a list of constants, or in a list or a set among the facts",
                    )
                    .help("write `in [a, b]`, or name a fact of type `set of` or `list of`");
                return None;
            }
        };
        Some(Predicate::In {
            of,
            needle,
            haystack,
        })
    }

    fn searchable(&mut self, place: crate::source::Place, ty: Declared<'_>) -> Option<ScalarKind> {
        match ty.kind() {
            None | Some(ScalarKind::Time | ScalarKind::Money) => {
                self.diagnostics
                    .report(Code::TYPES_DIFFER, place, format!("`in` cannot look for {}", ty.name()))
                    .help(
                        "`in` works on `bool`, `int`, `id`, `text`, `digest` and `enum`; join comparisons with `or`, \
                         or ask the elements with `any`",
                    );
                None
            }
            kind => kind,
        }
    }

    /// The constants of a list, each once.
    fn constants(
        &mut self,
        scope: Scope<'_>,
        items: &[Expression],
        ty: Declared<'_>,
    ) -> Option<Vec<Constant>> {
        let mut constants: Vec<Constant> = Vec::with_capacity(items.len());
        let mut sound = true;
        for item in items {
            match self.constant_beside(scope, item, ty) {
                Some(Operand::Term(Term::Constant(constant))) if !constants.contains(&constant) => {
                    constants.push(constant);
                }
                Some(_) => {
                    let place = scope.within.at(item.span.span);
                    self.diagnostics
                        .report(
                            Code::LISTED_TWICE,
                            place,
                            "this value stands in the list twice",
                        )
                        .label("leave this one out");
                }
                None => sound = false,
            }
        }
        sound.then_some(constants)
    }

    /// A side that has a type of its own.
    pub(super) fn typed<'s>(
        &mut self,
        scope: Scope<'s>,
        known: &Known,
        expression: &Expression,
    ) -> Option<Typed<'s>> {
        let computed = |operand| Typed {
            operand,
            ty: Declared::Computed,
        };
        match &expression.kind {
            ExpressionKind::Path(path) => {
                let fact = self.read(scope, known, path)?;
                Some(Typed {
                    operand: Operand::Term(Term::Fact(fact.path)),
                    ty: Declared::Fact(fact.ty),
                })
            }
            ExpressionKind::Count(path) => {
                let (path, _) = self.collection(scope, known, path)?;
                Some(computed(Operand::Term(Term::Count(path))))
            }
            ExpressionKind::Sum { .. } => {
                self.sum(scope, known, expression, &mut false).map(computed)
            }
            _ => {
                let place = scope.within.at(expression.span.span);
                self.diagnostics
                    .report(Code::MISPLACED_OPERAND, place, "this cannot stand on a side of a comparison")
                    .help("compare facts, constants, sums and `count`; join what is true or false with `and` and `or`");
                None
            }
        }
    }

    fn constant_beside(
        &mut self,
        scope: Scope<'_>,
        expression: &Expression,
        beside: Declared<'_>,
    ) -> Option<Operand> {
        let ty = match beside {
            Declared::Fact(ty) => ty,
            Declared::Computed => &ANY_INTEGER,
        };
        let span = expression.span.span;
        let constant = match &expression.kind {
            ExpressionKind::Literal(literal) => self.constant(scope.within, literal, span, ty)?,
            ExpressionKind::Path(path) => {
                let members = members(ty);
                let word = path.words.first()?;
                if let (Some(members), 1) = (members, path.words.len()) {
                    self.member(scope.within, &word.value, word.span, members)?
                } else {
                    self.found(scope, path)?;
                    let message = format!(
                        "`{}` is a fact, and a constant is expected here",
                        shown(path)
                    );
                    self.diagnostics
                        .report(Code::MISPLACED_OPERAND, scope.within.at(span), message)
                        .help("a list holds constants; compare two facts with `==`");
                    return None;
                }
            }
            _ => {
                self.diagnostics
                    .report(
                        Code::MISPLACED_OPERAND,
                        scope.within.at(span),
                        "a constant is expected here",
                    )
                    .help(format!("write a constant that is {}", beside.name()));
                return None;
            }
        };
        Some(Operand::Term(Term::Constant(constant)))
    }

    /// A member of an enum.
    pub(super) fn member(
        &mut self,
        within: super::Within<'_>,
        word: &str,
        span: ordain_grammar::span::Span,
        members: &BTreeSet<String>,
    ) -> Option<Constant> {
        if members.contains(word) {
            return Some(Constant::String(word.to_owned()));
        }
        let report = self.diagnostics.report(
            Code::UNKNOWN_MEMBER,
            within.at(span),
            format!("`{word}` is no member of the enum"),
        );
        report.suggest(word, members.iter().map(String::as_str));
        if members.len() <= 12 {
            let list = members
                .iter()
                .map(|member| format!("`{member}`"))
                .collect::<Vec<_>>()
                .join(", ");
            report.help(format!("its members are {list}"));
        }
        None
    }
}

/// Whether `expression` is a constant where it stands beside `other`: a literal, or a word that `other`'s enum gives a
/// meaning to.
fn is_constant(scope: Scope<'_>, expression: &Expression, other: &Expression) -> bool {
    let beside = match &other.kind {
        ExpressionKind::Path(path) => match scope.find(path) {
            Found::Fact(fact) => Some(fact.ty),
            _ => None,
        },
        _ => None,
    };
    match beside {
        Some(ty) => is_constant_of(scope, expression, ty),
        None => matches!(expression.kind, ExpressionKind::Literal(_)),
    }
}

fn is_fact(scope: Scope<'_>, expression: &Expression) -> bool {
    matches!(&expression.kind, ExpressionKind::Path(path) if matches!(scope.find(path), Found::Fact(_)))
}

/// A side of a comparison.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Left,
    Right,
}

/// The side that cannot be judged because the other names nothing: a bare word may be a member of the enum that was meant
/// there, so only the other side is reported.
fn unknowable(scope: Scope<'_>, left: &Expression, right: &Expression) -> Option<Side> {
    let nothing = |side: &Expression| match &side.kind {
        ExpressionKind::Path(path) => {
            !matches!(scope.find(path), Found::Fact(_) | Found::OutsideElement)
        }
        _ => false,
    };
    let bare = |side: &Expression| match &side.kind {
        ExpressionKind::Path(path) => {
            path.words.len() == 1 && matches!(scope.find(path), Found::Unknown(..))
        }
        _ => false,
    };
    if bare(right) && nothing(left) {
        Some(Side::Right)
    } else if bare(left) && nothing(right) {
        Some(Side::Left)
    } else {
        None
    }
}

fn is_constant_of(scope: Scope<'_>, expression: &Expression, ty: &Type) -> bool {
    match &expression.kind {
        ExpressionKind::Literal(_) => true,
        ExpressionKind::Path(path) if path.words.len() == 1 => members(ty).is_some_and(|members| {
            // Beside an enum a bare word is a member of it; another fact can still be meant by a word that is none.
            members.contains(&shown(path))
                || matches!(scope.find(path), Found::Unknown(..) | Found::OutsideElement)
        }),
        _ => false,
    }
}

fn members(ty: &Type) -> Option<&BTreeSet<String>> {
    match ty {
        Type::Enum { members } => Some(members),
        _ => None,
    }
}

fn comparable(one: Declared<'_>, other: Declared<'_>) -> bool {
    match (one, other) {
        (
            Declared::Fact(Type::Enum { members: one }),
            Declared::Fact(Type::Enum { members: other }),
        ) => one == other,
        (one, other) => one.kind() == other.kind(),
    }
}

fn scalar_kind(ty: &Type) -> Option<ScalarKind> {
    Some(match ty {
        Type::Boolean => ScalarKind::Boolean,
        Type::Integer { .. } => ScalarKind::Integer,
        Type::Identifier => ScalarKind::Identifier,
        Type::Text => ScalarKind::Text,
        Type::Digest => ScalarKind::Digest,
        Type::Time => ScalarKind::Time,
        Type::Money => ScalarKind::Money,
        Type::Enum { .. } => ScalarKind::Enum,
        Type::Set { .. } | Type::List { .. } | Type::Record { .. } => return None,
    })
}

fn comparator_of(comparator: syntax::Comparator) -> Comparator {
    match comparator {
        syntax::Comparator::Equal => Comparator::Equal,
        syntax::Comparator::NotEqual => Comparator::NotEqual,
        syntax::Comparator::Less => Comparator::Less,
        syntax::Comparator::LessOrEqual => Comparator::LessOrEqual,
        syntax::Comparator::Greater => Comparator::Greater,
        syntax::Comparator::GreaterOrEqual => Comparator::GreaterOrEqual,
    }
}
