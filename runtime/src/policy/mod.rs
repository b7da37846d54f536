//! Policies, controls and profiles: facts, predicates, precedence, decision.
//!
//! Two texts decide: the interpreter, which reads artefacts, and the driver of generated code. They share types
//! and no decision.

mod decision;
mod facts;
mod features;
pub mod compiled;
mod predicate;
mod vocabulary;

pub use decision::{
    Approval, Conflict, Contribution, DecidedOutcome, DecisionRecord, EffectiveLimit, Escalation, EvaluationError,
    FactsFault, FactsInvalid, GuardrailApproval, Guardrails, PolicyEvalError, PredicateFault, Redaction, Score, Verdict,
};
pub use facts::{Field, Schema, Type};
pub use features::{Feature, Features};
pub use predicate::{Comparison, Constant, FactPath, Haystack, Operand, Predicate, ScalarKind, Term};
pub use vocabulary::{BranchName, Comparator, Mode, Outcome, Sign};
