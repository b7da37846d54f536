//! How the rules of a policy are found: which facts tell rules apart, which rules each value leaves, and what of a
//! predicate is then left to ask. Artefacts, section 2. Printing it as Rust is the business of `rust`, telling it to an
//! author that of [`explain`].

pub mod explain;
mod lift;
mod part;

use std::collections::{BTreeMap, BTreeSet};

use ordain_runtime::policy::{FactPath, Predicate, Schema, Type, field_at};
use ordain_runtime::registry::AppliesTo;

use crate::model::Policy;
use lift::Values;

/// The most rules that are asked one after the other: a plain chain of so few is clearer than an index, and as fast.
pub const CHAIN_MAX: usize = 16;
/// The fewest rules that must share a fact before it becomes a field of an index.
const SHARED_MIN: usize = 4;
/// The most facts of predicates that become fields; those that most rules share come first.
const EQUALITIES_MAX: usize = 8;

/// How the rules, the guardrails and the scoring rules of a policy are found: `None` where they are a plain chain.
#[derive(Clone, Debug)]
pub struct PolicyIndex {
    /// Of rules.
    pub rules: Option<Index>,
    /// Of guardrails.
    pub guardrails: Option<Index>,
    /// Of scoring rules.
    pub scoring_rules: Option<Index>,
}

/// The index of one group of rules.
#[derive(Clone, Debug)]
pub struct Index {
    /// What tells rules apart: first the keys, by name, then facts of predicates.
    pub fields: Vec<Field>,
    /// How many of the fields are keys.
    pub keys: usize,
    /// The field that parts the rules, if there are so many that one should.
    pub parted_by: Option<usize>,
    /// One for each class of that field, and last the rules that it does not part; else one.
    pub parts: Vec<Part>,
    /// The keys whose rows would be too large.
    pub checked: Vec<usize>,
    /// How each rule is found, in canonical order.
    pub found: Vec<Found>,
}

/// A fact that tells rules apart.
#[derive(Clone, Debug)]
pub struct Field {
    /// The fact.
    pub path: FactPath,
    /// What it holds.
    pub kind: FieldKind,
    /// The values that rules name, ascending: each is a class. Every other value, and absence, is one more class.
    pub values: Vec<String>,
    /// How many rules it tells apart.
    pub shared_by: usize,
}

/// What a field holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldKind {
    /// `id`
    Identifier,
    /// `enum`
    Enum,
    /// `bool`
    Boolean,
}

/// How one rule is found.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// For each field the classes, ascending, under which the rule is asked; `None` where the field says nothing of it.
    pub classes: Vec<Option<Vec<u16>>>,
    /// The operands of its predicate that rows say, by their place; 0 alone where the predicate is one operand.
    pub lifted: Vec<usize>,
}

/// Some of the rules.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Part {
    /// Their numbers, ascending.
    pub rules: Vec<u16>,
    /// For each field that tells them apart, its rows.
    pub rows: Vec<Rows>,
}

/// The rows of a field: one for each class, in words of 64 rules of the part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rows {
    /// Which field.
    pub field: usize,
    /// All rows, one after the other.
    pub bits: Vec<u64>,
}

/// A rule, a guardrail or a scoring rule, as far as finding it goes.
#[derive(Clone, Copy, Debug)]
pub struct Entry<'m> {
    /// Its `on`.
    pub applies_to: &'m AppliesTo,
    /// Its predicate.
    pub predicate: &'m Predicate,
    /// Whether it says something where its predicate is false. Then only its keys may leave it out.
    pub has_else: bool,
}

impl PolicyIndex {
    /// Plans the index of `policy`, whose facts have the given schema.
    #[must_use]
    pub fn of(policy: &Policy, schema: &Schema) -> Self {
        let rules: Vec<_> = policy
            .rules
            .iter()
            .map(|rule| Entry {
                applies_to: &rule.applies_to,
                predicate: &rule.predicate.value,
                has_else: rule.otherwise.is_some(),
            })
            .collect();
        let guardrails: Vec<_> = policy
            .guardrails
            .iter()
            .map(|guardrail| Entry {
                applies_to: &guardrail.applies_to,
                predicate: &guardrail.predicate.value,
                has_else: false,
            })
            .collect();
        let scoring_rules: Vec<_> = policy
            .scoring_rules
            .iter()
            .map(|rule| Entry {
                applies_to: &rule.applies_to,
                predicate: &rule.predicate.value,
                has_else: false,
            })
            .collect();
        Self {
            rules: Index::of(schema, &rules),
            guardrails: Index::of(schema, &guardrails),
            scoring_rules: Index::of(schema, &scoring_rules),
        }
    }
}

impl Index {
    /// Plans the index of rules in canonical order; `None` where they are so few that a chain serves.
    #[must_use]
    pub fn of(schema: &Schema, entries: &[Entry<'_>]) -> Option<Self> {
        if entries.len() <= CHAIN_MAX {
            return None;
        }
        let mut fields = key_fields(schema, entries);
        let keys = fields.len();
        let liftable: Vec<_> = entries.iter().map(lift::liftable).collect();
        fields.extend(equality_fields(schema, &liftable));
        let mut found: Vec<_> = entries
            .iter()
            .zip(&liftable)
            .map(|(entry, liftable)| Found::of(&fields, keys, entry, liftable))
            .collect();
        let (parted_by, dropped) = part::plan(&fields, keys, &found);
        let checked = dropped
            .iter()
            .copied()
            .filter(|field| *field < keys)
            .collect();
        // Without rows, nothing of a predicate is said by them.
        let kept: Vec<bool> = (0..fields.len())
            .map(|field| field < keys || !dropped.contains(&field))
            .collect();
        if kept.contains(&false) {
            let mut places = kept.iter();
            fields.retain(|_| places.next() == Some(&true));
            found = entries
                .iter()
                .zip(&liftable)
                .map(|(entry, liftable)| Found::of(&fields, keys, entry, liftable))
                .collect();
        }
        let parted_by = parted_by.map(|field| {
            let before = kept.iter().take(field);
            before.filter(|kept| **kept).count()
        });
        let mut index = Self {
            fields,
            keys,
            parted_by,
            parts: Vec::new(),
            checked,
            found,
        };
        index.parts = part::parts(&index);
        Some(index)
    }
}

impl Index {
    /// Says in a few words what rules are found by.
    #[must_use]
    pub fn described(&self) -> String {
        let names: Vec<_> = self
            .fields
            .iter()
            .map(|field| format!("`{}`", field.name()))
            .collect();
        if names.is_empty() {
            return "in a table, since no key and no equality tells them apart".to_owned();
        }
        let parted = match self.parted_by.and_then(|field| names.get(field)) {
            Some(name) => format!(", parted by {name}"),
            None => String::new(),
        };
        format!("by an index over {}{parted}", names.join(", "))
    }
}

impl Field {
    /// How many classes its values fall into.
    #[must_use]
    pub const fn classes(&self) -> usize {
        self.values.len() + 1
    }

    /// The fact, dotted.
    #[must_use]
    pub fn name(&self) -> String {
        self.path.0.join(".")
    }

    fn class(&self, value: &str) -> Option<u16> {
        let place = self
            .values
            .binary_search_by(|known| known.as_str().cmp(value));
        place.ok().and_then(|place| u16::try_from(place).ok())
    }

    /// The classes of some values, or of all others.
    fn classes_of(&self, values: &Values) -> Vec<u16> {
        let named: BTreeSet<u16> = values
            .named
            .iter()
            .filter_map(|value| self.class(value))
            .collect();
        if !values.complement {
            return named.into_iter().collect();
        }
        (0..self.classes())
            .filter_map(|class| u16::try_from(class).ok())
            .filter(|class| !named.contains(class))
            .collect()
    }
}

impl Found {
    fn of(fields: &[Field], keys: usize, entry: &Entry<'_>, liftable: &[lift::Lifted]) -> Self {
        let mut classes: Vec<Option<Vec<u16>>> = fields
            .iter()
            .take(keys)
            .map(|field| {
                let values = entry.applies_to.get(&field.name())?;
                Some(
                    values
                        .iter()
                        .filter_map(|value| field.class(value))
                        .collect(),
                )
            })
            .collect();
        classes.resize(fields.len(), None);
        let mut lifted = Vec::new();
        for one in liftable {
            let field = (keys..fields.len()).find(|field| {
                fields
                    .get(*field)
                    .is_some_and(|field| field.path == one.fact)
            });
            let Some((field, place)) =
                field.and_then(|field| Some((fields.get(field)?, classes.get_mut(field)?)))
            else {
                continue;
            };
            let asked = field.classes_of(&one.values);
            *place = Some(match place.take() {
                None => asked,
                Some(mut both) => {
                    both.retain(|class| asked.binary_search(class).is_ok());
                    both
                }
            });
            lifted.push(one.operand);
        }
        Self { classes, lifted }
    }
}

fn key_fields(schema: &Schema, entries: &[Entry<'_>]) -> Vec<Field> {
    let mut keys: BTreeMap<&str, (usize, BTreeSet<&str>)> = BTreeMap::new();
    for entry in entries {
        for (key, values) in entry.applies_to {
            let (shared_by, named) = keys.entry(key).or_default();
            *shared_by += 1;
            named.extend(values.iter().map(String::as_str));
        }
    }
    keys.into_iter()
        .map(|(key, (shared_by, values))| {
            let path: Vec<String> = key.split('.').map(str::to_owned).collect();
            let kind = match field_at(schema, &path).map(|field| &field.ty) {
                Some(Type::Enum { .. }) => FieldKind::Enum,
                _ => FieldKind::Identifier,
            };
            Field {
                path: FactPath(path),
                kind,
                values: values.into_iter().map(str::to_owned).collect(),
                shared_by,
            }
        })
        .collect()
}

fn equality_fields(schema: &Schema, liftable: &[Vec<lift::Lifted>]) -> Vec<Field> {
    let mut facts: BTreeMap<&FactPath, (usize, BTreeSet<&str>)> = BTreeMap::new();
    for rule in liftable {
        let mut counted = BTreeSet::new();
        for one in rule {
            let (shared_by, named) = facts.entry(&one.fact).or_default();
            *shared_by += usize::from(counted.insert(&one.fact));
            named.extend(one.values.named.iter().map(String::as_str));
        }
    }
    let mut fields: Vec<Field> = facts
        .into_iter()
        .filter(|(_, (shared_by, _))| *shared_by >= SHARED_MIN)
        .filter_map(|(fact, (shared_by, values))| {
            let (kind, values) = match field_at(schema, &fact.0).map(|field| &field.ty)? {
                Type::Enum { .. } => (
                    FieldKind::Enum,
                    values.into_iter().map(str::to_owned).collect(),
                ),
                Type::Boolean => (
                    FieldKind::Boolean,
                    vec!["false".to_owned(), "true".to_owned()],
                ),
                _ => return None,
            };
            Some(Field {
                path: fact.clone(),
                kind,
                values,
                shared_by,
            })
        })
        .collect();
    // A stable sort: facts that as many rules share stay in the order of their paths.
    fields.sort_by_key(|field| std::cmp::Reverse(field.shared_by));
    fields.truncate(EQUALITIES_MAX);
    fields
}
