//! Actions: their binding, who approved them, and their dispatch. Semantics, sections 5 and 6.

mod approval;
mod authority;
mod binding;
mod dispatch;
mod examples;
mod faults;
mod model;
mod sample;
mod schema;
mod standing;
