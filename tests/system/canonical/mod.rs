//! Canonical JSON against other people's vectors, other people's crates, and its own laws.

mod faults;
mod features;
mod json_test_suite;
mod properties;
mod serde_types;
mod vectors;

use ordain_runtime::canonical::{JsonError, parse, to_vec};

/// The canonical form of a text, or the code and the offset of its refusal.
fn canonical(text: impl AsRef<[u8]>) -> Result<String, (&'static str, usize)> {
    let value = parse(text.as_ref()).map_err(refusal)?;
    Ok(String::from_utf8(to_vec(&value)).expect("canonical form is UTF-8"))
}

fn refusal(error: JsonError) -> (&'static str, usize) {
    (error.code().as_str(), error.offset())
}

/// Says in the output of the tests how much was tested.
#[expect(clippy::print_stdout, reason = "counts belong to the evidence")]
fn report(line: impl std::fmt::Display) {
    println!("canonical: {line}");
}
