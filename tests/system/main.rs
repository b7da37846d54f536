//! The whole system under test, in one binary.

// `cfg(test)` holds for all of it, and tells the lints that what follows may fail by panicking.
#[cfg(test)]
mod action;
#[cfg(test)]
mod agreement;
#[cfg(test)]
mod allocation;
#[cfg(test)]
mod build_script;
#[cfg(test)]
mod canonical;
#[cfg(test)]
mod drift;
#[cfg(test)]
mod emitted;
#[cfg(test)]
mod envelope;
#[cfg(test)]
mod model;
#[cfg(test)]
mod no_std;
#[cfg(test)]
mod oracle;
#[cfg(test)]
mod package;
#[cfg(test)]
mod policy;
#[cfg(test)]
mod registry;
#[cfg(test)]
mod safe_error;
#[cfg(test)]
mod signature;
#[cfg(test)]
mod specification;
#[cfg(test)]
mod traits;
