//! The shape of facts: language, section 2.

use alloc::boxed::Box;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::String;
use serde::{Deserialize, Serialize};

/// The fields of a record by name. Their order in the source means nothing, so it is not kept.
pub type Schema = BTreeMap<String, Field>;

/// One field.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Field {
    /// What it holds.
    #[serde(rename = "type")]
    pub ty: Type,
    /// Whether it may be absent. It may never be `null`.
    #[serde(default, skip_serializing_if = "core::ops::Not::not")]
    pub optional: bool,
    /// Whether rules are indexed by it: then it is an identifier or an enum, outside every list and set.
    #[serde(default, skip_serializing_if = "core::ops::Not::not")]
    pub key: bool,
}

/// The types of facts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Type {
    /// `true` or `false`.
    Boolean,
    /// Within ±(2^53−1), or narrower: both bounds belong to the range.
    Integer {
        /// The least value.
        minimum: i64,
        /// The greatest value.
        maximum: i64,
    },
    /// 1 to 256 scalar values without control characters.
    Identifier,
    /// 0 to 65,536 scalar values.
    Text,
    /// `sha256:` and 64 lower-case hex.
    Digest,
    /// An instant in UTC.
    Time,
    /// A currency and minor units within ±(2^53−1).
    Money,
    /// One of finitely many words.
    Enum {
        /// 1 to 1,024 of them.
        members: BTreeSet<String>,
    },
    /// No element twice; the elements are booleans, integers, identifiers, texts, digests, times or enums.
    Set {
        /// The type of the elements.
        of: Box<Type>,
    },
    /// In an order that means something.
    List {
        /// The type of the elements.
        of: Box<Type>,
    },
    /// Fields of its own.
    Record {
        /// By name.
        fields: Schema,
    },
}

/// The field that `path` leads to, through records alone.
pub fn field_at<S: AsRef<str>>(
    fields: &Schema,
    path: impl IntoIterator<Item = S>,
) -> Option<&Field> {
    let mut steps = path.into_iter();
    let mut field = fields.get(steps.next()?.as_ref())?;
    for step in steps {
        let Type::Record { fields } = &field.ty else {
            return None;
        };
        field = fields.get(step.as_ref())?;
    }
    Some(field)
}

/// What the paths of a predicate start at.
#[derive(Clone, Copy, Debug)]
pub(super) enum Root<'s> {
    /// The facts.
    Facts(&'s Schema),
    /// An element of a list or set of this type.
    Element(&'s Type),
}

impl<'s> Root<'s> {
    /// The field that `path` leads to.
    pub(super) fn field<S: AsRef<str>>(self, path: &[S]) -> Option<&'s Field> {
        match self {
            Root::Facts(fields) | Root::Element(Type::Record { fields }) => field_at(fields, path),
            Root::Element(_) => None,
        }
    }

    /// The type of what `path` leads to. Without a step that is the element itself; the facts as a whole have no type.
    pub(super) fn ty<S: AsRef<str>>(self, path: &[S]) -> Option<&'s Type> {
        match (self, path) {
            (Root::Element(ty), []) => Some(ty),
            _ => self.field(path).map(|field| &field.ty),
        }
    }

    /// The type of the elements of the list or set that `path` leads to.
    pub(super) fn element<S: AsRef<str>>(self, path: &[S]) -> Option<&'s Type> {
        match self.ty(path) {
            Some(Type::Set { of } | Type::List { of }) => Some(of),
            _ => None,
        }
    }
}

/// The most scalar values of a text.
pub const MAX_TEXT_SCALARS: usize = 65_536;

/// Whether `text` can be a fact of the type [`Type::Text`].
#[must_use]
pub fn is_text(text: &str) -> bool {
    // Each scalar value has a byte or more, so that most texts need no count.
    text.len() <= MAX_TEXT_SCALARS || text.chars().count() <= MAX_TEXT_SCALARS
}
