//! The bounds of what is read. Each is a constant of the language with a test at the bound and one above it.
//! Bounds on what a declaration may say, such as the rules of a policy, belong to the checker.

/// The bytes of one file: 1 MiB.
pub const FILE_BYTES: usize = 1 << 20;

/// The levels of nesting: brackets of every kind, the declaration's own among them, and what nests without brackets:
/// the body of `any` and `all`, each `not` of a chain, and each `set of` and `list of` of a type.
pub const NESTING: usize = 64;

/// The characters of a name with its dots, of a field, or of a member.
pub const NAME_CHARACTERS: usize = 128;

/// The characters of a revision.
pub const REVISION_CHARACTERS: usize = 64;

/// The digits behind the point of a second.
pub const SECOND_DIGITS: usize = 18;

/// The largest absolute value of an integer, and of a duration in seconds: 2^53 − 1.
pub const INTEGER: i64 = (1 << 53) - 1;

/// The errors reported for one file. A file of nothing but mistakes must not cost more memory than one without.
pub const ERRORS: usize = 1_000;
