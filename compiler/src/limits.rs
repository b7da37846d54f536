//! The limits of the language that the checker holds: language, sections 3, 5 and 9. Those of text are the grammar's.

/// The greatest integer that is exact everywhere, 2^53−1; the least is its negative.
pub const GREATEST_INTEGER: i64 = (1 << 53) - 1;

/// Members of an enum.
pub const ENUM_MEMBERS: usize = 1_024;

/// Levels of facts: the record of the whole is the first, and each record, list and set in it one more. Their schema is
/// stored three levels deep for each, and must be read again within 128.
pub const FACTS_LEVELS: usize = 32;

/// Rules, scoring rules and guardrails of a policy, together.
pub const RULES: usize = 20_000;

/// Levels of a predicate.
pub const PREDICATE_DEPTH: usize = 32;

/// Nodes of a predicate.
pub const PREDICATE_NODES: usize = 512;

/// Levels of `extends`; the profile itself is the first.
pub const EXPANSION_LEVELS: usize = 8;

/// Distinct controls of an expanded profile, optional ones counted.
pub const EXPANSION_CONTROLS: usize = 128;

/// Entries of the tables of one policy: each rule, guardrail, value of `on`, branch, clause and item of a clause is one.
pub const TABLE_ENTRIES: usize = 1 << 17;

/// Values that the rules of one policy name of one key.
pub const KEY_VALUES: usize = 1 << 15;
