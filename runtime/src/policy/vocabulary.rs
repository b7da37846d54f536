//! The words that artefacts, decisions and generated code share.

use serde::{Deserialize, Serialize};

/// The business outcomes that a branch names. Deny wins at equal priority, and comes first in every order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// Not to be done.
    Deny,
    /// To be done, if nothing else stands against it.
    Allow,
}

/// Which branch of a rule contributed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BranchName {
    /// The predicate was true.
    Then,
    /// The predicate was false.
    Else,
}

/// The modes of an approval, in ascending order of risk.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    /// Nothing changes.
    ReadOnly,
    /// Changes stay local.
    LocalWrite,
    /// Reaches the network.
    Network,
    /// Acts for a user.
    Delegated,
    /// Cannot be undone.
    Destructive,
}

impl Mode {
    /// Every mode, in ascending order of risk.
    pub const ALL: [Self; 5] = [
        Self::ReadOnly,
        Self::LocalWrite,
        Self::Network,
        Self::Delegated,
        Self::Destructive,
    ];

    /// The word of the language.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::ReadOnly => "read_only",
            Self::LocalWrite => "local_write",
            Self::Network => "network",
            Self::Delegated => "delegated",
            Self::Destructive => "destructive",
        }
    }
}

/// The comparison operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Comparator {
    /// `==`
    Equal,
    /// `!=`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    LessOrEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterOrEqual,
}

impl Comparator {
    /// The operator of JsonLogic that an artefact stores.
    #[must_use]
    pub const fn as_json_logic(self) -> &'static str {
        match self {
            Self::Equal => "===",
            Self::NotEqual => "!==",
            Self::Less => "<",
            Self::LessOrEqual => "<=",
            Self::Greater => ">",
            Self::GreaterOrEqual => ">=",
        }
    }

    /// The operator of the language.
    #[must_use]
    pub const fn as_source(self) -> &'static str {
        match self {
            Self::Equal => "==",
            Self::NotEqual => "!=",
            Self::Less => "<",
            Self::LessOrEqual => "<=",
            Self::Greater => ">",
            Self::GreaterOrEqual => ">=",
        }
    }
}

/// The sign before a further operand of a sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sign {
    /// `+`
    Plus,
    /// `-`
    Minus,
}
