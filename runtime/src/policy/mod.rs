//! Policies, controls and profiles: facts, predicates, precedence, decision.
//!
//! Two texts decide: the interpreter, which reads artefacts, and the driver of generated code. They share types
//! and no decision.

pub mod compiled;
mod decision;
pub mod explain;
mod facts;
mod features;
pub mod interpret;
pub mod jsonlogic;
mod node_path;
mod predicate;
mod size;
mod source_text;
#[cfg(test)]
mod testing;
mod vocabulary;

pub use decision::{
    Approval, Conflict, Contribution, DecidedOutcome, DecisionRecord, EffectiveLimit, Escalation,
    EvaluationError, FactsFault, FactsInvalid, GuardrailApproval, Guardrails, PolicyEvalError,
    PredicateFault, Redaction, Score, Verdict,
};
pub use facts::{Field, MAX_TEXT_SCALARS, Schema, Type, field_at, is_text};
pub use features::{Feature, Features};
pub use predicate::{
    Comparison, Constant, FactPath, Haystack, Operand, Predicate, ScalarKind, Term,
};
pub use size::{MAX_PREDICATE_DEPTH, MAX_PREDICATE_LEVELS, MAX_PREDICATE_NODES, PredicateSize};
pub use source_text::Decimals;
pub use vocabulary::{BranchName, Comparator, Mode, Outcome, Sign};
