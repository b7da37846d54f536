//! What a decision needs when it is made.
//!
//! The core is `no_std` with `alloc` and pure: no clock, no randomness, no network. What touches a file system or a
//! database stands behind a feature. The ground floor, on which every other module stands, is [`canonical`],
//! [`digest`], [`ident`], [`time`], [`counter`] and [`money`].
#![no_std]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

pub mod canonical;
mod constant;
pub mod counter;
pub mod digest;
pub mod ident;
pub mod money;
pub mod policy;
pub mod registry;
pub mod time;
