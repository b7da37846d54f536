//! From the model to outputs. Each is a pure function of the model and of the compiler's version.

pub mod rust;
