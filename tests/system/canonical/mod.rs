//! Canonical JSON against other people's vectors, other people's crates, and its own laws.

mod faults;
mod features;
mod json_test_suite;
mod properties;
mod serde_types;
mod vectors;

use std::borrow::Cow;

use ordain_runtime::canonical::{JsonError, Limits, canonicalize, parse, to_vec};
use ordain_runtime::digest::Digest;

/// The canonical form of a text, or the code and the offset of its refusal: the same by way of a value and without one.
fn canonical(text: impl AsRef<[u8]>) -> Result<String, (&'static str, usize)> {
    let text = text.as_ref();
    let form = parse(text).map(|value| to_vec(&value));
    let direct = canonicalize(text, Limits::DEFAULT);
    if let Ok(direct) = &direct {
        let borrows = matches!(direct, Cow::Borrowed(_));
        assert_eq!(borrows, **direct == *text, "{}", text.escape_ascii());
    }
    assert_eq!(
        direct,
        form.clone().map(Cow::Owned),
        "{}",
        text.escape_ascii()
    );
    assert_eq!(
        Digest::of_text(text, Limits::DEFAULT),
        form.as_deref()
            .map(Digest::of_bytes)
            .map_err(|error| *error),
    );
    let form = form.map_err(refusal)?;
    Ok(String::from_utf8(form).expect("canonical form is UTF-8"))
}

fn refusal(error: JsonError) -> (&'static str, usize) {
    (error.code().as_str(), error.offset())
}

/// Says in the output of the tests how much was tested.
#[expect(clippy::print_stdout, reason = "counts belong to the evidence")]
fn report(line: impl std::fmt::Display) {
    println!("canonical: {line}");
}
