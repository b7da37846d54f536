//! Facts as predicates read them, and the screening of facts that nobody has validated.
//!
//! Unvalidated facts are *poisoned* one by one: what is missing, null, of another type or out of range fails who reads
//! it, and nobody else. Only where their structure cannot be followed is there no evaluation at all.

use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;
use core::slice;

use super::super::decision::{FactsFault, FactsInvalid};
use super::super::facts::{Schema, Type};
use super::super::predicate::FactPath;
use super::facts::conforms;
use crate::canonical::{Object, Value};

/// Facts for one evaluation.
#[derive(Debug)]
pub(in crate::policy) struct Facts<'v> {
    value: &'v Value<'v>,
    poisoned: BTreeSet<Vec<String>>,
}

impl<'v> Facts<'v> {
    /// Facts that have been validated whole.
    pub(in crate::policy) const fn validated(value: &'v Value<'v>) -> Self {
        Self {
            value,
            poisoned: BTreeSet::new(),
        }
    }

    /// Facts from a caller who has validated nothing.
    pub(super) fn screened(value: &'v Value<'v>, schema: &Schema) -> Result<Self, FactsInvalid> {
        let wrong = || FactsInvalid {
            pointer: String::new(),
            reason: FactsFault::WrongType,
        };
        let mut facts = Self {
            value,
            poisoned: BTreeSet::new(),
        };
        facts.screen(value.as_object().ok_or_else(wrong)?, schema, &[])?;
        Ok(facts)
    }

    /// A collection is one fact, with everything in it; a record is one beside the facts that it holds.
    fn screen(
        &mut self,
        record: &Object<'_>,
        schema: &Schema,
        path: &[String],
    ) -> Result<(), FactsInvalid> {
        for (name, value) in record.iter() {
            let here = [path, &[name.into()]].concat();
            let Some(field) = schema.get(name) else {
                return Err(FactsInvalid {
                    pointer: pointer(&here),
                    reason: FactsFault::UnknownField,
                });
            };
            match (&field.ty, value) {
                (Type::Record { fields }, Value::Object(inner)) => {
                    self.screen(inner, fields, &here)?;
                }
                (ty, value) if conforms(value, ty) => {}
                _ => {
                    self.poisoned.insert(here);
                }
            }
        }
        for (name, field) in schema {
            if !field.optional && !record.contains_key(name) {
                self.poisoned.insert([path, slice::from_ref(name)].concat());
            }
        }
        Ok(())
    }

    /// Whether every fact is sound.
    pub(super) fn is_sound(&self) -> bool {
        self.poisoned.is_empty()
    }

    /// What paths start at in a rule.
    pub(in crate::policy) const fn scope(&self) -> Scope<'_> {
        Scope {
            root: self.value,
            poisoned: Some(&self.poisoned),
        }
    }
}

fn pointer(steps: &[String]) -> String {
    steps
        .iter()
        .flat_map(|step| ["/".into(), step.replace('~', "~0").replace('/', "~1")])
        .collect()
}

/// What paths start at: the facts, or an element of a collection.
#[derive(Clone, Copy, Debug)]
pub(in crate::policy) struct Scope<'v> {
    root: &'v Value<'v>,
    /// Elements hold no poison: it would have spread to the whole collection.
    poisoned: Option<&'v BTreeSet<Vec<String>>>,
}

/// A poisoned fact was read.
#[derive(Clone, Copy, Debug)]
pub(in crate::policy) struct Poisoned;

impl<'v> Scope<'v> {
    /// Of the body of a quantifier.
    pub(in crate::policy) const fn of_element(element: &'v Value<'v>) -> Self {
        Self {
            root: element,
            poisoned: None,
        }
    }

    /// The fact, if it and each record on the way to it are there.
    pub(in crate::policy) fn read(
        self,
        path: &FactPath,
    ) -> Result<Option<&'v Value<'v>>, Poisoned> {
        let is_poisoned = |steps: &[String]| {
            self.poisoned
                .is_some_and(|poisoned| poisoned.contains(steps))
        };
        let prefixes = || (1..=path.0.len()).filter_map(|length| path.0.get(..length));
        if self.poisoned.is_some_and(|poisoned| !poisoned.is_empty()) && prefixes().any(is_poisoned)
        {
            return Err(Poisoned);
        }
        Ok(path
            .0
            .iter()
            .try_fold(self.root, |value, step| value.get(step)))
    }
}
