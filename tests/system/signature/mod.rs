//! Signatures: other people's vectors, the published example, each way of tampering, and the laws of an envelope.

mod envelope;
mod keys;
mod laws;
mod tamper;
mod vectors;

use ordain_runtime::counter::Counter;
use ordain_runtime::registry::Registry;
use ordain_runtime::registry::layout::{self, Files};
use ordain_runtime::signature::{Accepted, Envelope, SecretKey, SignatureError, Statement, Trust};

/// A key of the tests, told from others by its seed.
fn key(seed: u8) -> SecretKey {
    SecretKey::from_seed(&[seed; 32])
}

fn trust(keys: &[&SecretKey]) -> Trust {
    Trust {
        keys: keys.iter().map(|key| key.public()).collect(),
        ..Trust::default()
    }
}

fn sequence(number: u64) -> Counter {
    Counter::new(number).unwrap()
}

/// A registry and the files of its folder.
fn registry() -> (Registry, Files) {
    let registry = Registry::with_schemas().unwrap();
    let files = layout::files(&registry).unwrap();
    (registry, files)
}

fn statement() -> Statement {
    Statement::of(&registry().0, sequence(7)).unwrap()
}

fn signed(keys: &[&SecretKey]) -> Envelope {
    let mut envelope = Envelope::new(&statement());
    for key in keys {
        envelope.sign(key).unwrap();
    }
    envelope
}

/// The code of a refusal, or that there is none.
fn code<T>(result: Result<T, SignatureError>) -> &'static str {
    match result {
        Ok(_) => "accepted",
        Err(error) => error.code(),
    }
}

/// The sequence and the keys of what was accepted.
fn accepted(result: Result<Accepted, SignatureError>) -> (u64, Vec<String>, Vec<String>) {
    let accepted = result.unwrap();
    let key_ids = accepted.key_ids.iter().map(ToString::to_string);
    (
        accepted.sequence.get(),
        key_ids.collect(),
        accepted.unchecked,
    )
}

fn id(key: &SecretKey) -> String {
    key.public().id().to_string()
}

fn hex(text: &str) -> Vec<u8> {
    let digits = text.as_bytes().chunks(2);
    digits
        .map(|pair| u8::from_str_radix(std::str::from_utf8(pair).unwrap(), 16).unwrap())
        .collect()
}

/// Says in the output of the tests how much was tested.
#[expect(clippy::print_stdout, reason = "counts belong to the evidence")]
fn report(line: impl std::fmt::Display) {
    println!("signature: {line}");
}
