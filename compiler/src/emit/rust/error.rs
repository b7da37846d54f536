//! Why no evaluators are written. None of it is an author's mistake that checking lets through: a limit, or a model that
//! contradicts itself.

use ordain_runtime::registry::Kind;

use crate::model::Id;

/// The most facts of one declaration: leaves, records and whole collections outside of collections.
pub const MAX_FACTS: usize = 1 << 14;

/// Why no evaluators are written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EmitError {
    /// `table_too_large`: a declaration needs a larger table than generated code may hold.
    #[error("{kind} `{id}` needs {count} {what}, and {most} is the most", kind = .kind.as_str())]
    TableTooLarge {
        /// The kind of the declaration.
        kind: Kind,
        /// The declaration.
        id: Id,
        /// What is counted.
        what: &'static str,
        /// How many there are.
        count: usize,
        /// How many there may be.
        most: usize,
    },
    /// `package_collision`: two packages would be written to one file.
    #[error("packages `{first}` and `{second}` would both be written to `{file}`")]
    PackageCollision {
        /// One package.
        first: String,
        /// The other.
        second: String,
        /// The file.
        file: String,
    },
    /// `digest_missing`: an artefact has no digest.
    #[error("{kind} `{id}` has no digest", kind = .kind.as_str())]
    DigestMissing {
        /// The kind of the artefact.
        kind: Kind,
        /// The artefact.
        id: Id,
    },
    /// `model_inconsistent`: a declaration refers to what the model does not hold, or mixes types.
    #[error("`{id}`, `{place}`: {problem}")]
    ModelInconsistent {
        /// The declaration.
        id: Id,
        /// The rule, field or reference.
        place: String,
        /// What does not fit.
        problem: &'static str,
    },
}

impl EmitError {
    /// The stable code, in `snake_case`.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::TableTooLarge { .. } => "table_too_large",
            Self::PackageCollision { .. } => "package_collision",
            Self::DigestMissing { .. } => "digest_missing",
            Self::ModelInconsistent { .. } => "model_inconsistent",
        }
    }
}
