//! Whether a schema is one that the language can declare: language, section 2.

use alloc::string::String;

use super::super::facts::{Field, Schema, Type};
use crate::counter::SafeInteger;

/// The most members of an enum.
const MAX_MEMBERS: usize = 1_024;

/// The dotted path of the first field, by name, that cannot be declared so.
pub(super) fn check(schema: &Schema) -> Result<(), String> {
    fields(schema, true)
}

fn fields(schema: &Schema, may_have_keys: bool) -> Result<(), String> {
    for (name, field) in schema {
        if !is_name(name) || (field.key && !(may_have_keys && can_be_key(field))) {
            return Err(name.clone());
        }
        ty(&field.ty, may_have_keys).map_err(|below| {
            if below.is_empty() {
                name.clone()
            } else {
                joined(name, &below)
            }
        })?;
    }
    Ok(())
}

fn joined(name: &str, below: &str) -> String {
    [name, below].join(".")
}

/// `Err` with the path below; empty where the type itself is at fault.
fn ty(ty_: &Type, may_have_keys: bool) -> Result<(), String> {
    let sound = match ty_ {
        Type::Boolean | Type::Identifier | Type::Text | Type::Digest | Type::Time | Type::Money => {
            true
        }
        Type::Integer { minimum, maximum } => {
            SafeInteger::new(*minimum).is_some()
                && SafeInteger::new(*maximum).is_some()
                && minimum <= maximum
        }
        Type::Enum { members } => {
            (1..=MAX_MEMBERS).contains(&members.len())
                && members.iter().all(|member| !member.is_empty())
        }
        Type::Set { of } => {
            return if can_be_in_set(of) {
                ty(of, false)
            } else {
                Err(String::new())
            };
        }
        Type::List { of } => return ty(of, false),
        Type::Record { fields: inner } => return fields(inner, may_have_keys),
    };
    if sound { Ok(()) } else { Err(String::new()) }
}

/// Rules are indexed by finitely many exact words.
const fn can_be_key(field: &Field) -> bool {
    matches!(field.ty, Type::Identifier | Type::Enum { .. })
}

const fn can_be_in_set(of: &Type) -> bool {
    match of {
        Type::Boolean
        | Type::Integer { .. }
        | Type::Identifier
        | Type::Text
        | Type::Digest
        | Type::Time
        | Type::Enum { .. } => true,
        Type::Money | Type::Set { .. } | Type::List { .. } | Type::Record { .. } => false,
    }
}

/// Names are words, so that a dotted variable splits in one way.
fn is_name(name: &str) -> bool {
    let begins_well = name
        .bytes()
        .next()
        .is_some_and(|byte| byte.is_ascii_alphabetic() || byte == b'_');
    begins_well
        && name
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}
