//! Decoding of facts: strictly from bytes, in one pass, without a value in between; or leniently from a value in memory,
//! noting which facts are unsound. Which fields there are is generated; language, section 2.

mod fault;
mod input;
mod scalar;
mod screen;
mod set;
pub mod value;

pub use fault::Fault;
pub use input::{Input, from_slice, required};
pub use scalar::{Placeholder, Word};
pub use screen::{Member, Members, Screen, screen};
