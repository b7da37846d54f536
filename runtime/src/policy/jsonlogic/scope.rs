//! What variables stand for: facts from the root, or what can be read of an element.

use alloc::borrow::ToOwned as _;
use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;

use super::super::facts::{Root, Schema, Type};
use super::super::predicate::{FactPath, ScalarKind};
use super::super::size::MAX_PREDICATE_DEPTH;
use super::encode::MoneyMember;
use super::error::{JsonLogicFault, Refusal};
use super::presence::Known;

/// Where a node stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scope<'s> {
    root: Root<'s>,
    known: &'s Known,
    level: u32,
}

impl<'s> Scope<'s> {
    /// Above the root of a predicate over `schema`.
    pub(super) const fn of_facts(schema: &'s Schema, known: &'s Known) -> Self {
        Self {
            root: Root::Facts(schema),
            known,
            level: 0,
        }
    }

    /// For the body of a quantifier: only the element can be read there, and what is known outside says nothing of it.
    pub(super) const fn of_element(self, ty: &'s Type, known: &'s Known) -> Self {
        Self {
            root: Root::Element(ty),
            known,
            level: self.level,
        }
    }

    /// The same scope where `known` is known.
    pub(super) fn knowing<'k>(self, known: &'k Known) -> Scope<'k>
    where
        's: 'k,
    {
        Scope { known, ..self }
    }

    /// What is known to be there.
    pub(super) const fn known(&self) -> &'s Known {
        self.known
    }

    /// One level down.
    pub(super) const fn deeper(self) -> Result<Self, Refusal> {
        if self.level >= MAX_PREDICATE_DEPTH {
            return Err(Refusal::here(JsonLogicFault::TooDeep));
        }
        Ok(Self {
            level: self.level + 1,
            ..self
        })
    }

    /// What `variable` stands for; the fact itself need not be there.
    pub(super) fn resolve(&self, variable: &str) -> Result<Variable<'s>, Refusal> {
        let steps: Vec<&str> = if variable.is_empty() {
            Vec::new()
        } else {
            variable.split('.').collect()
        };
        if let Some(ty) = self.root.ty(&steps) {
            return Ok(Variable {
                path: own(&steps),
                ty,
                part: Part::Whole,
            });
        }
        let unknown = Refusal::here(JsonLogicFault::UnknownFact);
        let Some((member, steps)) = steps.split_last() else {
            return Err(unknown);
        };
        let part = match (self.root.ty(steps), *member) {
            (Some(Type::Set { .. } | Type::List { .. }), "length") => Part::Length,
            (Some(Type::Money), "currency") => Part::Money(MoneyMember::Currency),
            (Some(Type::Money), "minor_units") => Part::Money(MoneyMember::MinorUnits),
            _ => return Err(unknown),
        };
        self.root.ty(steps).map_or(Err(unknown), |ty| {
            Ok(Variable {
                path: own(steps),
                ty,
                part,
            })
        })
    }

    /// What `variable` stands for, where it is read: it and every record on the way to it must be known to be there.
    pub(super) fn read(&self, variable: &str) -> Result<Variable<'s>, Refusal> {
        let found = self.resolve(variable)?;
        let steps = &found.path.0;
        let guarded = (1..=steps.len())
            .filter_map(|length| steps.get(..length))
            .all(|steps| {
                self.known.contains(steps)
                    || self.root.field(steps).is_none_or(|field| !field.optional)
            });
        if guarded {
            Ok(found)
        } else {
            Err(Refusal::here(JsonLogicFault::UnguardedFact))
        }
    }
}

fn own(steps: &[&str]) -> FactPath {
    FactPath(steps.iter().map(|step| (*step).to_owned()).collect())
}

/// What a variable stands for.
#[derive(Clone, Debug)]
pub(super) struct Variable<'s> {
    pub(super) path: FactPath,
    /// Of the fact at `path`.
    pub(super) ty: &'s Type,
    pub(super) part: Part,
}

/// What of its fact a variable stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// All of it.
    Whole,
    /// The number of elements of a list or set.
    Length,
    /// One member of an amount.
    Money(MoneyMember),
}

impl<'s> Variable<'s> {
    /// The type of a variable beside which a scalar can stand.
    pub(super) fn scalar(&self) -> Result<Scalar<'s>, Refusal> {
        let scalar = match self.part {
            Part::Whole => Scalar::of(self.ty),
            Part::Length => Some(Scalar::Integer),
            Part::Money(_) => None,
        };
        scalar.ok_or(Refusal::here(JsonLogicFault::OperandType))
    }

    /// The type of the elements, where all of a list or set is meant.
    pub(super) fn elements(&self) -> Result<&'s Type, Refusal> {
        match (self.part, self.ty) {
            (Part::Whole, Type::Set { of } | Type::List { of }) => Ok(of),
            _ => Err(Refusal::here(JsonLogicFault::OperandType)),
        }
    }
}

/// The types of operands that stand for themselves. Money does not: it is compared member by member.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scalar<'s> {
    Boolean,
    Integer,
    Identifier,
    Text,
    Digest,
    Time,
    /// Two enums are one type if they have the same members.
    Enum(&'s BTreeSet<String>),
}

impl<'s> Scalar<'s> {
    /// The scalar that `ty` is; the range of an integer is no part of its type.
    pub(super) const fn of(ty: &'s Type) -> Option<Self> {
        match ty {
            Type::Boolean => Some(Self::Boolean),
            Type::Integer { .. } => Some(Self::Integer),
            Type::Identifier => Some(Self::Identifier),
            Type::Text => Some(Self::Text),
            Type::Digest => Some(Self::Digest),
            Type::Time => Some(Self::Time),
            Type::Enum { members } => Some(Self::Enum(members)),
            Type::Money | Type::Set { .. } | Type::List { .. } | Type::Record { .. } => None,
        }
    }

    /// Its kind.
    pub(super) const fn kind(self) -> ScalarKind {
        match self {
            Self::Boolean => ScalarKind::Boolean,
            Self::Integer => ScalarKind::Integer,
            Self::Identifier => ScalarKind::Identifier,
            Self::Text => ScalarKind::Text,
            Self::Digest => ScalarKind::Digest,
            Self::Time => ScalarKind::Time,
            Self::Enum(_) => ScalarKind::Enum,
        }
    }
}
