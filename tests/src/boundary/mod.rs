//! Facts where rules change their minds: near the constants that predicates compare with, and near each other. Made
//! without shrinking and without a library, since millions of them are tried, and the same ones in every run.

mod constants;
mod facts;
mod random;
mod spelling;
mod spoil;
mod steer;

pub use constants::Constants;
pub use facts::facts;
pub use random::Random;
pub use spelling::{damage, spell};
pub use spoil::spoil;
