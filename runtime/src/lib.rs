//! What a decision needs when it is made.
//!
//! The core is `no_std` with `alloc` and pure: no clock, no randomness, no network. What touches a file system or a
//! database stands behind a feature. The ground floor, on which every other module stands, is [`canonical`],
//! [`digest`], [`ident`], [`time`], [`counter`] and [`money`].
#![no_std]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

pub mod action;
pub mod boundary;
mod bounded;
pub mod canonical;
mod constant;
pub mod counter;
pub mod data;
pub mod digest;
#[cfg(test)]
mod faults;
pub mod ident;
pub mod memory;
pub mod money;
pub mod network;
pub mod policy;
pub mod registry;
#[cfg(feature = "signing")]
pub mod signature;
pub mod time;

/// Takes in what a build script wrote of a package: `include_rules!("support")` stands for the items of the file
/// `support.rs` in `OUT_DIR`. Give it a module of its own.
#[macro_export]
macro_rules! include_rules {
    ($package:literal) => {
        ::core::include!(::core::concat!(
            ::core::env!("OUT_DIR"),
            "/",
            $package,
            ".rs"
        ));
    };
}

/// Stands for its items where the feature `arbitrary` is on, and for nothing where it is off. Generated code uses it, so
/// that the crate which takes that code in need not declare a feature of its own.
#[cfg(feature = "arbitrary")]
#[macro_export]
macro_rules! when_arbitrary {
    ($($item:item)*) => { $($item)* };
}

/// Stands for its items where the feature `arbitrary` is on, and for nothing where it is off.
#[cfg(not(feature = "arbitrary"))]
#[macro_export]
macro_rules! when_arbitrary {
    ($($item:item)*) => {};
}
