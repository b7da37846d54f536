//! `facts`: section 2 of the language.

use super::{Documentation, Header, Word};
use crate::span::Spanned;

/// `facts NAME@REVISION { FIELD… }`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Facts {
    /// Name and revision.
    pub header: Header,
    /// In the order of the file.
    pub fields: Vec<Field>,
}

/// One field of facts or of a nested record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// The `///` lines above it.
    pub documentation: Documentation,
    /// Whether `key` stands before it.
    pub key: Option<Spanned<()>>,
    /// Its name.
    pub name: Word,
    /// Its type. `NAME { … }` and `NAME: { … }` both give a record.
    pub ty: Type,
}

/// A type with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Type {
    /// What it is.
    pub kind: TypeKind,
    /// Whether `?` stands behind it. It belongs to the whole type, so the element of a collection never has it.
    pub optional: bool,
    /// Its place.
    pub span: Spanned<()>,
}

/// The types of section 2.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TypeKind {
    /// `bool`
    Boolean,
    /// `int`, with the range if one is written: `0..=36_500`.
    Integer(Option<(Spanned<i64>, Spanned<i64>)>),
    /// `id`
    Identifier,
    /// `text`
    Text,
    /// `digest`
    Digest,
    /// `time`
    Time,
    /// `money`
    Money,
    /// `enum { A, B }`
    Enum(Vec<Word>),
    /// `set of T`
    Set(Box<Type>),
    /// `list of T`
    List(Box<Type>),
    /// `{ FIELD… }`
    Record(Vec<Field>),
    /// Any other word: the checker says which types there are.
    Unknown(Word),
}
