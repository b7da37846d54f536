//! Rule sets of four sizes: compiled, and written by hand.

#![allow(missing_docs, dead_code, clippy::all, reason = "nobody reads what is written here by programs")]

#[path = "../../src/boundary/random.rs"]
mod random;
#[path = "../../src/rule_sets.rs"]
pub mod rule_sets;

mod boundary {
    pub use super::random::Random;
}

/// What is asked, its words as numbers.
#[derive(Clone, Copy, Debug)]
pub struct Interned {
    pub capability: u8,
    pub role: u8,
    pub region: u8,
    pub verified: bool,
    pub amount: i64,
}

macro_rules! sets {
    ($($name:ident $hand:ident $file:literal $by_hand:literal;)*) => {$(
        pub mod $name {
            include!(concat!(env!("OUT_DIR"), "/project/rust/", $file));
        }
        pub mod $hand {
            include!(concat!(env!("OUT_DIR"), "/", $by_hand));
        }
    )*};
}

sets! {
    p1 hand1 "p1.rs" "hand1.rs";
    p20 hand20 "p20.rs" "hand20.rs";
    p1000 hand1000 "p1000.rs" "hand1000.rs";
    p10000 hand10000 "p10000.rs" "hand10000.rs";
}

/// Where the registry of the rule sets is.
pub const REGISTRY: &str = concat!(env!("OUT_DIR"), "/project/registry");
