//! What other libraries say of the same bytes.

use std::fmt::Write as _;

use sha2::{Digest as _, Sha256};

/// `sha256:` and the hash in hex, by a library that the runtime does not print digests with.
pub(crate) fn plain_digest(bytes: &[u8]) -> String {
    let mut printed = String::from("sha256:");
    for byte in Sha256::digest(bytes) {
        write!(printed, "{byte:02x}").unwrap();
    }
    printed
}
