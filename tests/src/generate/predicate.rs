//! Arbitrary predicates that are well typed over a schema: optional facts are read behind guards.

use std::collections::BTreeSet;

use ordain_runtime::counter::SafeInteger;
use ordain_runtime::money::{Currency, Money};
use ordain_runtime::policy::{
    Comparator, Comparison, Constant, FactPath, Haystack, Operand, Predicate, ScalarKind, Schema,
    Sign, Term, Type,
};
use proptest::prelude::*;

use super::facts::{CURRENCIES, IDENTIFIERS, TEXTS, TIMES, digest, integer};

/// The greatest integer.
const SAFE: i64 = (1 << 53) - 1;

/// A predicate over `schema`.
pub fn predicate(schema: &Schema) -> BoxedStrategy<Predicate> {
    let mut readable = Vec::new();
    collect(schema, &[], None, &mut readable);
    node(readable, 3)
}

/// A fact that a predicate may read where it stands.
#[derive(Clone, Debug)]
struct Readable {
    path: FactPath,
    ty: Type,
    /// The longest way to something on it, or to itself, that may be absent.
    guard: Option<FactPath>,
}

fn collect(
    fields: &Schema,
    above: &[String],
    guard: Option<&FactPath>,
    readable: &mut Vec<Readable>,
) {
    for (name, field) in fields {
        let path = FactPath([above, std::slice::from_ref(name)].concat());
        let guard = if field.optional {
            Some(path.clone())
        } else {
            guard.cloned()
        };
        if let Type::Record { fields } = &field.ty {
            collect(fields, &path.0, guard.as_ref(), readable);
        }
        readable.push(Readable {
            path,
            ty: field.ty.clone(),
            guard,
        });
    }
}

/// What can be read of an element.
fn element(of: &Type) -> Vec<Readable> {
    let mut readable = vec![Readable {
        path: FactPath(Vec::new()),
        ty: of.clone(),
        guard: None,
    }];
    if let Type::Record { fields } = of {
        collect(fields, &[], None, &mut readable);
    }
    readable
}

fn node(readable: Vec<Readable>, depth: u32) -> BoxedStrategy<Predicate> {
    let leaf = leaf(readable.clone(), depth);
    if depth == 0 {
        return leaf;
    }
    let inner = node(readable, depth - 1);
    prop_oneof![
        4 => leaf,
        1 => inner.clone().prop_map(|operand| Predicate::Not(Box::new(operand))),
        1 => prop::collection::vec(inner.clone(), 2..4).prop_map(Predicate::And),
        1 => prop::collection::vec(inner, 2..4).prop_map(Predicate::Or),
    ]
    .boxed()
}

fn leaf(readable: Vec<Readable>, depth: u32) -> BoxedStrategy<Predicate> {
    let constant = any::<bool>().prop_map(Predicate::Constant);
    if readable.is_empty() {
        return constant.boxed();
    }
    let all = readable.clone();
    let fact = prop::sample::select(readable).prop_flat_map(move |fact| about(&fact, &all, depth));
    prop_oneof![1 => constant, 9 => fact].boxed()
}

/// Something that is asked about one fact, perhaps beside others of its type.
fn about(fact: &Readable, all: &[Readable], depth: u32) -> BoxedStrategy<Predicate> {
    let path = || fact.path.clone();
    let presence = prop_oneof![
        Just(Predicate::Present(path())),
        Just(Predicate::Absent(path()))
    ]
    .boxed();
    let guard = fact.guard.clone();
    let question = match &fact.ty {
        Type::Record { .. } => return presence,
        Type::Set { of } | Type::List { of } => about_collection(fact, of, all, depth),
        ty => about_scalar(fact, ty, all),
    };
    let guarded = (question, any::<bool>()).prop_map(move |(question, conjunction)| match &guard {
        None => question,
        Some(guard) if conjunction => {
            Predicate::And(vec![Predicate::Present(guard.clone()), question])
        }
        Some(guard) => Predicate::Or(vec![Predicate::Absent(guard.clone()), question]),
    });
    prop_oneof![1 => presence, 5 => guarded].boxed()
}

fn about_collection(
    fact: &Readable,
    of: &Type,
    all: &[Readable],
    depth: u32,
) -> BoxedStrategy<Predicate> {
    let list = fact.path.clone();
    let body = node(element(of), depth.saturating_sub(1));
    let quantified = (body, any::<bool>()).prop_map(move |(body, any)| {
        let (list, body) = (list.clone(), Box::new(body));
        if any {
            Predicate::Any { list, body }
        } else {
            Predicate::All { list, body }
        }
    });
    let count = comparison(
        ScalarKind::Integer,
        sum(Term::Count(fact.path.clone()), all),
        constants(&Type::Integer {
            minimum: 0,
            maximum: 9,
        }),
    );
    let mut questions = vec![quantified.boxed(), count.boxed()];
    if let Some(of_kind) =
        scalar(of).filter(|kind| !matches!(kind, ScalarKind::Time | ScalarKind::Money))
    {
        let haystack = fact.path.clone();
        questions.push(
            constants(of)
                .prop_map(move |needle| Predicate::In {
                    of: of_kind,
                    needle: Operand::Term(Term::Constant(needle)),
                    haystack: Haystack::Fact(haystack.clone()),
                })
                .boxed(),
        );
    }
    prop::sample::select(questions)
        .prop_flat_map(|question| question)
        .boxed()
}

fn about_scalar(fact: &Readable, ty: &Type, all: &[Readable]) -> BoxedStrategy<Predicate> {
    let Some(of) = scalar(ty) else {
        return Just(Predicate::Constant(false)).boxed();
    };
    let term = Term::Fact(fact.path.clone());
    let left = if of == ScalarKind::Integer {
        sum(term, all)
    } else {
        Just(Operand::Term(term)).boxed()
    };
    let others: Vec<_> = all
        .iter()
        .filter(|other| other.guard.is_none() && is_same_type(&other.ty, ty))
        .map(|other| Term::Fact(other.path.clone()))
        .collect();
    let with_constant = comparison(of, left.clone(), constants(ty));
    let mut questions = vec![with_constant.boxed()];
    if !others.is_empty() {
        let comparators = comparators(of);
        questions.push(
            (left.clone(), prop::sample::select(others), comparators)
                .prop_map(move |(left, right, comparator)| {
                    Predicate::Compare(Comparison {
                        of,
                        comparator,
                        left,
                        right: Operand::Term(right),
                    })
                })
                .boxed(),
        );
    }
    if !matches!(of, ScalarKind::Time | ScalarKind::Money) {
        questions.push(
            (left, prop::collection::vec(constants(ty), 0..3))
                .prop_map(move |(needle, haystack)| Predicate::In {
                    of,
                    needle,
                    haystack: Haystack::Constants(haystack),
                })
                .boxed(),
        );
    }
    if of == ScalarKind::Boolean {
        questions.push(Just(Predicate::Flag(fact.path.clone())).boxed());
    }
    prop::sample::select(questions)
        .prop_flat_map(|question| question)
        .boxed()
}

/// A comparison with a constant on either side.
fn comparison(
    of: ScalarKind,
    operand: BoxedStrategy<Operand>,
    constant: BoxedStrategy<Constant>,
) -> impl Strategy<Value = Predicate> {
    (operand, constant, comparators(of), any::<bool>()).prop_map(
        move |(operand, constant, comparator, before)| {
            let constant = Operand::Term(Term::Constant(constant));
            let (left, right) = if before {
                (constant, operand)
            } else {
                (operand, constant)
            };
            Predicate::Compare(Comparison {
                of,
                comparator,
                left,
                right,
            })
        },
    )
}

fn comparators(of: ScalarKind) -> impl Strategy<Value = Comparator> {
    let mut comparators = vec![Comparator::Equal, Comparator::NotEqual];
    if of.is_ordered() {
        comparators.extend([
            Comparator::Less,
            Comparator::LessOrEqual,
            Comparator::Greater,
            Comparator::GreaterOrEqual,
        ]);
    }
    prop::sample::select(comparators)
}

/// The term alone, or a sum that has it as its first operand.
fn sum(first: Term, all: &[Readable]) -> BoxedStrategy<Operand> {
    let terms = all
        .iter()
        .filter(|fact| fact.guard.is_none())
        .filter_map(|fact| match fact.ty {
            Type::Integer { .. } => Some(Term::Fact(fact.path.clone())),
            Type::Set { .. } | Type::List { .. } => Some(Term::Count(fact.path.clone())),
            _ => None,
        });
    let constants = [-1, 0, 1, SAFE].map(|integer| Term::Constant(Constant::Integer(integer)));
    let term = prop::sample::select(terms.chain(constants).collect::<Vec<_>>());
    let sign = || prop_oneof![Just(Sign::Plus), Just(Sign::Minus)];
    let inner =
        (term.clone(), prop::option::weighted(0.3, (sign(), term))).prop_map(|(first, second)| {
            match second {
                None => Operand::Term(first),
                Some((sign, second)) => Operand::Sum {
                    first,
                    rest: vec![(sign, Operand::Term(second))],
                },
            }
        });
    prop::collection::vec((sign(), inner), 0..3)
        .prop_map(move |rest| {
            let first = first.clone();
            if rest.is_empty() {
                Operand::Term(first)
            } else {
                Operand::Sum { first, rest }
            }
        })
        .boxed()
}

fn constants(ty: &Type) -> BoxedStrategy<Constant> {
    let word = |words: &'static [&'static str]| {
        prop::sample::select(words)
            .prop_map(|word| Constant::String(word.into()))
            .boxed()
    };
    match ty {
        Type::Boolean => any::<bool>().prop_map(Constant::Boolean).boxed(),
        Type::Integer { .. } => integer(-SAFE, SAFE).prop_map(Constant::Integer).boxed(),
        Type::Identifier => word(&IDENTIFIERS),
        Type::Text => word(&TEXTS),
        Type::Digest => digest()
            .prop_filter_map("a digest", |text| text.parse().ok().map(Constant::Digest))
            .boxed(),
        Type::Time => prop::sample::select(&TIMES[..])
            .prop_filter_map("an instant", |text| text.parse().ok().map(Constant::Time))
            .boxed(),
        Type::Money => (prop::sample::select(&CURRENCIES[..]), integer(-SAFE, SAFE))
            .prop_filter_map("an amount", |(currency, minor_units)| {
                let money = Money::new(Currency::new(currency)?, SafeInteger::new(minor_units)?);
                Some(Constant::Money(money))
            })
            .boxed(),
        Type::Enum { members } => {
            let members: Vec<_> = members.iter().cloned().collect();
            prop::sample::select(members)
                .prop_map(Constant::String)
                .boxed()
        }
        Type::Set { .. } | Type::List { .. } | Type::Record { .. } => {
            Just(Constant::Boolean(false)).boxed()
        }
    }
}

const fn scalar(ty: &Type) -> Option<ScalarKind> {
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

/// Ranges are no part of a type.
fn is_same_type(one: &Type, other: &Type) -> bool {
    let members = |ty: &Type| match ty {
        Type::Enum { members } => members.clone(),
        _ => BTreeSet::new(),
    };
    scalar(one).is_some() && scalar(one) == scalar(other) && members(one) == members(other)
}
