//! Predicates that exclude themselves or each other, as far as the constants that one fact is held against show it.
//! What is not seen here may still be so; what is seen is certain.

use std::borrow::Cow;
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

use ordain_runtime::policy::{
    Comparator, Comparison, Constant, FactPath, Haystack, Operand, Predicate, Schema, Term, Type,
};

/// Whether no facts make the predicate true.
pub(super) fn never_true(predicate: &Predicate, schema: &Schema) -> bool {
    let mut held = Held {
        schema,
        facts: BTreeMap::new(),
    };
    !held.hold(predicate, true)
}

/// Whether no facts give both predicates the truth values beside them.
pub(super) fn disjoint(
    schema: &Schema,
    one: (&Predicate, bool),
    other: (&Predicate, bool),
) -> bool {
    let mut held = Held {
        schema,
        facts: BTreeMap::new(),
    };
    !(held.hold(one.0, one.1) && held.hold(other.0, other.1))
}

/// What is known of each fact while everything held so far is true.
struct Held<'s> {
    schema: &'s Schema,
    facts: BTreeMap<(&'s FactPath, Asked), Known<'s>>,
}

/// What of a fact is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Asked {
    Value,
    Presence,
}

/// The values that a fact can still have.
#[derive(Clone, Debug)]
enum Known<'s> {
    Integers {
        least: i64,
        most: i64,
    },
    Words {
        among: Option<BTreeSet<Cow<'s, str>>>,
        not: BTreeSet<Cow<'s, str>>,
    },
    Truth(bool),
}

impl<'s> Held<'s> {
    /// Takes in that a predicate has a truth value; false where that excludes itself or what was held before.
    fn hold(&mut self, predicate: &'s Predicate, truth: bool) -> bool {
        match (predicate, truth) {
            (Predicate::Constant(value), truth) => *value == truth,
            (Predicate::Not(inner), truth) => self.hold(inner, !truth),
            (Predicate::And(operands), true) | (Predicate::Or(operands), false) => {
                operands.iter().all(|operand| self.hold(operand, truth))
            }
            (Predicate::Or(operands), true) | (Predicate::And(operands), false) => {
                // One of them has that value; which, is not followed further than this.
                operands.iter().any(|operand| {
                    Held {
                        schema: self.schema,
                        facts: self.facts.clone(),
                    }
                    .hold(operand, truth)
                })
            }
            (Predicate::Flag(path), truth) => self.truth(path, Asked::Value, truth),
            (Predicate::Present(path), truth) => self.truth(path, Asked::Presence, truth),
            (Predicate::Absent(path), truth) => self.truth(path, Asked::Presence, !truth),
            (Predicate::Compare(comparison), truth) => self.compare(comparison, truth),
            (
                Predicate::In {
                    needle: Operand::Term(Term::Fact(path)),
                    haystack: Haystack::Constants(list),
                    ..
                },
                truth,
            ) => {
                let words: Option<BTreeSet<Cow<'s, str>>> = list.iter().map(word).collect();
                words.is_none_or(|words| self.words(path, words, truth))
            }
            (Predicate::In { .. } | Predicate::Any { .. } | Predicate::All { .. }, _) => true,
        }
    }

    fn truth(&mut self, path: &'s FactPath, asked: Asked, truth: bool) -> bool {
        match self.facts.insert((path, asked), Known::Truth(truth)) {
            Some(Known::Truth(before)) => before == truth,
            _ => true,
        }
    }

    fn compare(&mut self, comparison: &'s Comparison, truth: bool) -> bool {
        let (path, constant, comparator) = match (&comparison.left, &comparison.right) {
            (Operand::Term(Term::Fact(path)), Operand::Term(Term::Constant(constant))) => {
                (path, constant, comparison.comparator)
            }
            (Operand::Term(Term::Constant(constant)), Operand::Term(Term::Fact(path))) => {
                (path, constant, mirrored(comparison.comparator))
            }
            _ => return true,
        };
        let comparator = if truth {
            comparator
        } else {
            opposite(comparator)
        };
        match (constant, comparator) {
            (Constant::Integer(value), comparator) => self.integers(path, comparator, *value),
            (Constant::Boolean(value), Comparator::Equal) => self.truth(path, Asked::Value, *value),
            (Constant::Boolean(value), Comparator::NotEqual) => {
                self.truth(path, Asked::Value, !value)
            }
            (constant, Comparator::Equal | Comparator::NotEqual) => match word(constant) {
                Some(word) => self.words(
                    path,
                    BTreeSet::from([word]),
                    comparator == Comparator::Equal,
                ),
                None => true,
            },
            _ => true,
        }
    }

    fn integers(&mut self, path: &'s FactPath, comparator: Comparator, value: i64) -> bool {
        let (declared_least, declared_most) = self.range(path);
        let known = self
            .facts
            .entry((path, Asked::Value))
            .or_insert(Known::Integers {
                least: declared_least,
                most: declared_most,
            });
        let Known::Integers { least, most } = known else {
            return true;
        };
        match comparator {
            Comparator::Equal => {
                *least = (*least).max(value);
                *most = (*most).min(value);
            }
            Comparator::NotEqual => {
                if *least == value {
                    *least = value.saturating_add(1);
                } else if *most == value {
                    *most = value.saturating_sub(1);
                }
            }
            Comparator::Less => *most = (*most).min(value.saturating_sub(1)),
            Comparator::LessOrEqual => *most = (*most).min(value),
            Comparator::Greater => *least = (*least).max(value.saturating_add(1)),
            Comparator::GreaterOrEqual => *least = (*least).max(value),
        }
        least <= most
    }

    fn words(
        &mut self,
        path: &'s FactPath,
        words: BTreeSet<Cow<'s, str>>,
        among_them: bool,
    ) -> bool {
        let declared = self.declared(path);
        let known = match self.facts.entry((path, Asked::Value)) {
            Entry::Occupied(known) => known.into_mut(),
            // The members of an enum are gone through only where it matters which of them are left.
            Entry::Vacant(unknown) if among_them => {
                let possible = !words.is_empty();
                unknown.insert(Known::Words {
                    among: Some(words),
                    not: BTreeSet::new(),
                });
                return possible;
            }
            Entry::Vacant(unknown) => {
                let among = match declared {
                    Some(Type::Enum { members }) => Some(
                        members
                            .iter()
                            .map(|member| Cow::Borrowed(member.as_str()))
                            .collect(),
                    ),
                    _ => None,
                };
                unknown.insert(Known::Words {
                    among,
                    not: BTreeSet::new(),
                })
            }
        };
        let Known::Words { among, not } = known else {
            return true;
        };
        if among_them {
            *among = Some(match among.take() {
                Some(before) => &before & &words,
                None => words,
            });
        } else {
            not.extend(words);
        }
        among.as_ref().is_none_or(|among| !among.is_subset(not))
    }

    fn range(&self, path: &FactPath) -> (i64, i64) {
        match self.declared(path) {
            Some(Type::Integer { minimum, maximum }) => (*minimum, *maximum),
            _ => (i64::MIN, i64::MAX),
        }
    }

    fn declared(&self, path: &FactPath) -> Option<&'s Type> {
        let (last, before) = path.0.split_last()?;
        let mut fields = self.schema;
        for name in before {
            match &fields.get(name)?.ty {
                Type::Record { fields: inner } => fields = inner,
                _ => return None,
            }
        }
        fields.get(last).map(|field| &field.ty)
    }
}

fn word(constant: &Constant) -> Option<Cow<'_, str>> {
    match constant {
        Constant::String(word) => Some(Cow::Borrowed(word)),
        Constant::Digest(digest) => Some(Cow::Owned(digest.to_string())),
        Constant::Integer(_) | Constant::Boolean(_) | Constant::Time(_) | Constant::Money(_) => {
            None
        }
    }
}

fn mirrored(comparator: Comparator) -> Comparator {
    match comparator {
        Comparator::Less => Comparator::Greater,
        Comparator::LessOrEqual => Comparator::GreaterOrEqual,
        Comparator::Greater => Comparator::Less,
        Comparator::GreaterOrEqual => Comparator::LessOrEqual,
        same => same,
    }
}

fn opposite(comparator: Comparator) -> Comparator {
    match comparator {
        Comparator::Equal => Comparator::NotEqual,
        Comparator::NotEqual => Comparator::Equal,
        Comparator::Less => Comparator::GreaterOrEqual,
        Comparator::LessOrEqual => Comparator::Greater,
        Comparator::Greater => Comparator::LessOrEqual,
        Comparator::GreaterOrEqual => Comparator::Less,
    }
}
