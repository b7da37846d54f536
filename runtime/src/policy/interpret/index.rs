//! Which rules facts can concern at all, so that few of many are asked. Every rule that is found is then asked in full: the
//! index leaves out what would contribute nothing, and decides nothing. Semantics, sections 2 and 3.
//!
//! A rule is left out by a key that has none of its values; and, if it has no `else`, by an equality of an enum or a
//! boolean that stands at the front of its predicate, before everything that can fail.

use alloc::borrow::ToOwned as _;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::{String, ToString as _};
use alloc::vec;
use alloc::vec::Vec;
use core::iter;

use super::super::facts::{Schema, Type, field_at};
use super::super::predicate::{
    Comparison, Constant, FactPath, Haystack, Operand, Predicate, ScalarKind, Term,
};
use super::super::vocabulary::Comparator;
use super::input::{Facts, Scope};
use super::policy::Key;
use crate::canonical::Value;

/// The most rules that are asked one after the other.
const FEW: usize = 16;
/// The fewest rules that must ask a fact before it is worth looking at for its own sake.
const SHARED: usize = 4;
/// The most values of an equality that is worth remembering by value.
const VALUES: usize = 64;
/// The bits of a word.
const WORD: usize = 64;

/// An index over rules in canonical order.
#[derive(Clone, Debug, Default)]
pub(super) struct Index {
    rules: usize,
    /// Empty where rules are few.
    fields: Vec<Field>,
}

/// A fact that tells rules apart.
#[derive(Clone, Debug)]
struct Field {
    path: FactPath,
    /// Whether it is a key of `on`, and not an operand of predicates.
    is_key: bool,
    /// The rules that ask for each value: words of bits, by their place, none of them empty.
    asked_for: BTreeMap<String, Vec<(usize, u64)>>,
    /// The rules that do not ask the fact.
    unasked: Vec<u64>,
}

/// A rule as far as finding it goes.
pub(super) struct Indexed<'r> {
    pub(super) keys: &'r [Key],
    pub(super) predicate: &'r Predicate,
    pub(super) has_else: bool,
}

impl Index {
    /// The index over `rules`.
    pub(super) fn of(rules: &[Indexed<'_>], schema: &Schema) -> Self {
        let mut asked: BTreeMap<(&FactPath, bool), BTreeMap<usize, BTreeSet<String>>> =
            BTreeMap::new();
        if rules.len() > FEW {
            for (number, rule) in rules.iter().enumerate() {
                for key in rule.keys {
                    let by_rule = asked.entry((&key.path, true)).or_default();
                    by_rule.insert(number, key.values.clone());
                }
                for (path, values) in equalities(rule, schema) {
                    let by_rule = asked.entry((path, false)).or_default();
                    let both = match by_rule.remove(&number) {
                        Some(others) => values.intersection(&others).cloned().collect(),
                        None => values,
                    };
                    by_rule.insert(number, both);
                }
            }
        }
        let fields = asked
            .into_iter()
            .filter(|((_, is_key), by_rule)| *is_key || by_rule.len() >= SHARED)
            .map(|((path, is_key), by_rule)| Field::of(path, is_key, &by_rule, rules.len()))
            .collect();
        Self {
            rules: rules.len(),
            fields,
        }
    }

    /// Those of `rules` that the facts can concern, in their order.
    pub(super) fn find<'i, R>(
        &self,
        rules: &'i [R],
        facts: &Facts<'_>,
    ) -> impl Iterator<Item = &'i R> + use<'i, R> {
        let mut bits = vec![u64::MAX; self.rules.div_ceil(WORD)];
        for field in &self.fields {
            // Where some fact is unsound, an operand may fail that stands before the one that is looked at.
            if field.is_key || facts.is_sound() {
                field.narrow(&mut bits, facts.scope());
            }
        }
        let found = bits.into_iter().enumerate().flat_map(|(word, bits)| {
            let mut left = bits;
            iter::from_fn(move || {
                let bit = left.trailing_zeros() as usize;
                (left != 0).then(|| {
                    left &= left - 1;
                    word * WORD + bit
                })
            })
        });
        found.filter_map(move |number| rules.get(number))
    }
}

impl Field {
    fn of(
        path: &FactPath,
        is_key: bool,
        by_rule: &BTreeMap<usize, BTreeSet<String>>,
        rules: usize,
    ) -> Self {
        let mut asked_for: BTreeMap<String, Vec<(usize, u64)>> = BTreeMap::new();
        let mut unasked = vec![u64::MAX; rules.div_ceil(WORD)];
        for (number, values) in by_rule {
            let (place, bit) = (number / WORD, 1 << (number % WORD));
            if let Some(word) = unasked.get_mut(place) {
                *word &= !bit;
            }
            for value in values {
                let words = asked_for.entry(value.clone()).or_default();
                match words.last_mut() {
                    Some((last, word)) if *last == place => *word |= bit,
                    _ => words.push((place, bit)),
                }
            }
        }
        Self {
            path: path.clone(),
            is_key,
            asked_for,
            unasked,
        }
    }

    /// Takes the rules out of `bits` that ask for another value than the fact has. A fact that cannot be read takes none.
    fn narrow(&self, bits: &mut [u64], scope: Scope<'_>) {
        let Ok(value) = scope.read(&self.path) else {
            return;
        };
        let asking = match value {
            Some(Value::String(value)) => self.asked_for.get(value.as_ref()),
            Some(Value::Boolean(value)) => self.asked_for.get(if *value { TRUE } else { FALSE }),
            _ => None,
        };
        let mut asking = asking.into_iter().flatten().peekable();
        for (place, (bits, unasked)) in bits.iter_mut().zip(&self.unasked).enumerate() {
            let asking = asking.next_if(|(word, _)| *word == place);
            *bits &= unasked | asking.map_or(0, |(_, word)| *word);
        }
    }
}

const TRUE: &str = "true";
const FALSE: &str = "false";

/// The equalities that must hold for the rule to contribute, and the values that satisfy each.
fn equalities<'r>(rule: &Indexed<'r>, schema: &Schema) -> Vec<(&'r FactPath, BTreeSet<String>)> {
    let operands = match rule.predicate {
        // What is false contributes too.
        _ if rule.has_else => &[],
        Predicate::And(operands) => operands.as_slice(),
        other => core::slice::from_ref(other),
    };
    let ahead = operands.iter().take_while(|operand| !may_fail(operand));
    ahead
        .filter_map(|operand| equality(operand, schema))
        .filter(|(_, values)| values.len() <= VALUES)
        .collect()
}

/// Whether a predicate over sound facts can fail.
fn may_fail(predicate: &Predicate) -> bool {
    let adds = |operand: &Operand| matches!(operand, Operand::Sum { .. });
    match predicate {
        Predicate::Constant(_)
        | Predicate::Flag(_)
        | Predicate::Present(_)
        | Predicate::Absent(_) => false,
        Predicate::Not(operand) => may_fail(operand),
        Predicate::And(operands) | Predicate::Or(operands) => operands.iter().any(may_fail),
        Predicate::Compare(Comparison {
            of, left, right, ..
        }) => *of == ScalarKind::Money || adds(left) || adds(right),
        Predicate::In { needle, .. } => adds(needle),
        Predicate::Any { body, .. } | Predicate::All { body, .. } => may_fail(body),
    }
}

/// The fact of an equality, and the values under which it is true.
fn equality<'p>(
    predicate: &'p Predicate,
    schema: &Schema,
) -> Option<(&'p FactPath, BTreeSet<String>)> {
    let one = |constant: &Constant| match constant {
        Constant::String(word) => Some(word.clone()),
        Constant::Boolean(value) => Some(value.to_string()),
        _ => None,
    };
    match predicate {
        Predicate::Flag(path) => Some((path, [TRUE.to_owned()].into())),
        Predicate::Not(operand) => {
            let (path, values) = equality(operand, schema)?;
            Some((path, others(path, &values, schema)?))
        }
        Predicate::In {
            of: ScalarKind::Enum | ScalarKind::Boolean,
            needle: Operand::Term(Term::Fact(path)),
            haystack: Haystack::Constants(constants),
        } => Some((path, constants.iter().map(one).collect::<Option<_>>()?)),
        Predicate::Compare(Comparison {
            of: ScalarKind::Enum | ScalarKind::Boolean,
            comparator,
            left: Operand::Term(left),
            right: Operand::Term(right),
        }) => {
            let ((Term::Fact(path), Term::Constant(constant))
            | (Term::Constant(constant), Term::Fact(path))) = (left, right)
            else {
                return None;
            };
            let values = [one(constant)?].into();
            match comparator {
                Comparator::Equal => Some((path, values)),
                Comparator::NotEqual => Some((path, others(path, &values, schema)?)),
                _ => None,
            }
        }
        _ => None,
    }
}

/// All other values that the fact can have.
fn others(path: &FactPath, values: &BTreeSet<String>, schema: &Schema) -> Option<BTreeSet<String>> {
    let all = match &field_at(schema, &path.0)?.ty {
        Type::Boolean => [TRUE.to_owned(), FALSE.to_owned()].into(),
        Type::Enum { members } => members.clone(),
        _ => return None,
    };
    Some(all.difference(values).cloned().collect())
}
