//! Each sentence of semantics, sections 2 to 4, that the interpreter answers for.

mod controls;
mod decisions;
mod facts;
mod loading;
mod predicates;
mod profiles;
mod untyped;
