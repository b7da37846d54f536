//! Facts that tell rules apart: the keys of `on`, and the fields of an index. What they hold is matched as a pattern.

use std::collections::BTreeSet;

use ordain_runtime::policy::{Constant, FactPath};

use super::layout::{Layout, chain, list, sequence, text};
use super::literal;
use super::plan::Planned;
use super::predicate::{MIXED, Misfit, Printer, Scope, UNKNOWN, is_copy};

/// A fact that tells rules apart.
pub(super) struct Told<'p> {
    /// Reads it.
    pub(super) text: String,
    pub(super) ty: &'p Planned,
    pub(super) may_be_absent: bool,
    /// The name of its number.
    pub(super) fact: &'p str,
}

impl<'p> Printer<'p> {
    /// Whether a rule applies as far as one key says: `Ok(true)`, `Ok(false)`, or the failure of reading it.
    pub(super) fn key(&self, key: &str, values: &BTreeSet<String>) -> Result<Layout, Misfit> {
        let fact = FactPath(key.split('.').map(str::to_owned).collect());
        let told = self.told(&fact)?;
        let patterns: Result<Vec<Layout>, Misfit> = values
            .iter()
            .map(|value| {
                self.bare_constant(&Constant::String(value.clone()), told.ty)
                    .map(text)
            })
            .collect();
        let patterns = if told.may_be_absent {
            some(patterns?)
        } else {
            patterns?
        };
        let matched = list("matches!(", [text(told.text), chain("|", patterns)], ")");
        Ok(list(
            "caller.read(",
            [
                text(format!("facts::fact::{}", told.fact)),
                matched,
                text(literal::string(&format!("applies_to.{key}"))),
            ],
            ")",
        ))
    }

    /// The value of a fact that tells rules apart: an option where it may be absent.
    pub(super) fn told(&self, fact: &FactPath) -> Result<Told<'p>, Misfit> {
        let fields = self.fields(Scope::Root, fact)?;
        let last = fields.last().ok_or(UNKNOWN)?;
        let may_be_absent = fields.iter().any(|field| field.optional);
        let identifier = match &last.ty {
            Planned::Identifier => true,
            Planned::Enum(_) | Planned::Boolean => false,
            _ => return Err(MIXED),
        };
        let text = if may_be_absent {
            let mut value = "Some(facts)".to_owned();
            for field in &fields {
                let borrow = if is_copy(&field.ty) && field.optional {
                    ""
                } else {
                    ".as_ref()"
                };
                let step = &field.rust;
                value = if field.optional {
                    format!("{value}.and_then(|inner| inner.{step}{borrow})")
                } else if is_copy(&field.ty) {
                    format!("{value}.map(|inner| inner.{step})")
                } else {
                    format!("{value}.map(|inner| &inner.{step})")
                };
            }
            let string = if identifier {
                ".map(|key| key.as_str())"
            } else {
                ""
            };
            value + string
        } else {
            let steps: Vec<&str> = fields.iter().map(|field| field.rust.as_str()).collect();
            let string = if identifier { ".as_str()" } else { "" };
            format!("facts.{}{string}", steps.join("."))
        };
        Ok(Told {
            text,
            ty: &last.ty,
            may_be_absent,
            fact: &last.fact,
        })
    }

    /// A value of a fact that tells rules apart, as a pattern.
    pub(super) fn pattern(&self, value: &str, told: &Told<'p>) -> Result<String, Misfit> {
        match told.ty {
            Planned::Boolean => Ok(value.to_owned()),
            ty => self.bare_constant(&Constant::String(value.to_owned()), ty),
        }
    }

    /// How many values a fact that tells rules apart can have, where they are counted.
    pub(super) fn values(&self, told: &Told<'p>) -> Option<usize> {
        match told.ty {
            Planned::Boolean => Some(2),
            Planned::Enum(index) => Some(self.plan.enums.get(*index)?.members.len()),
            _ => None,
        }
    }
}

fn some(patterns: Vec<Layout>) -> Vec<Layout> {
    vec![sequence([text("Some("), chain("|", patterns), text(")")])]
}
