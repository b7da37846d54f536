//! `control` and `profile`: section 3 of the language.

use super::{Expression, Header, Reference, Word};
use crate::span::Spanned;

/// `control NAME@REVISION { … }`. Each clause may be missing here; the checker asks for those that must be there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Control {
    /// Name and revision.
    pub header: Header,
    /// `title "…"`.
    pub title: Option<Word>,
    /// `statement "…"`.
    pub statement: Option<Word>,
    /// `owner WORD`, as written.
    pub owner: Option<Word>,
    /// `stage WORD`, as written.
    pub stage: Option<Word>,
    /// `evidence FACTS`.
    pub evidence: Option<Reference>,
    /// `satisfied when E`.
    pub satisfied_when: Option<Expression>,
}

/// Who answers for a control.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Owner {
    /// `runtime`
    Runtime,
    /// `operator`
    Operator,
    /// `provider`
    Provider,
    /// `author`
    Author,
}

/// When a control is judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stage {
    /// `admission`
    Admission,
    /// `compile`
    Compile,
    /// `plan`
    Plan,
    /// `dispatch`
    Dispatch,
    /// `settle`
    Settle,
    /// `resume`
    Resume,
}

/// `profile NAME@REVISION { … }`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Profile {
    /// Name and revision.
    pub header: Header,
    /// `title "…"`.
    pub title: Option<Word>,
    /// All `extends` clauses, joined.
    pub extends: Vec<Reference>,
    /// All `require` clauses without `when`, joined.
    pub required: Vec<Reference>,
    /// Each `when FEATURE and … require …`.
    pub conditional: Vec<Conditional>,
    /// All `optional` clauses, joined.
    pub optional: Vec<Reference>,
}

/// `when FEATURE and FEATURE require CONTROL, …`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conditional {
    /// The features as written, all of which must hold.
    pub features: Vec<Word>,
    /// The controls that are then required.
    pub required: Vec<Reference>,
    /// The whole clause.
    pub span: Spanned<()>,
}
