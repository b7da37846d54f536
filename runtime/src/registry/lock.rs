//! `ordain.lock`: which digest each id and revision stands for, one line each, to be reviewed in version control.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::{String, ToString as _};
use core::fmt::Write as _;
use core::str::FromStr as _;

use super::{Kind, Registry, RegistryError};
use crate::digest::Digest;

/// The first line.
const HEADER: &str = "# Written by `ordain build`. Each line pins the bytes of one artefact.";

/// What a lock file pins.
pub type Locked = BTreeMap<(Kind, String, String), Digest>;

/// The text that pins a registry: `kind id@revision digest`, sorted by kind, id and revision.
#[must_use]
pub fn print(registry: &Registry) -> String {
    let mut text = format!("{HEADER}\n");
    for reference in registry.references() {
        // Writing to a string never fails.
        let _ = writeln!(
            text,
            "{} {}@{} {}",
            reference.artifact_type.as_str(),
            reference.artifact_id,
            reference.version,
            reference.sha256
        );
    }
    text
}

/// Reads what [`print`] writes, and nothing else.
///
/// # Errors
///
/// `lock_invalid` with the line that is malformed, out of order or repeats one before it.
pub fn parse(text: &str) -> Result<Locked, RegistryError> {
    let mut locked = Locked::new();
    for (line, number) in text.lines().zip(1..) {
        let invalid = |rule| RegistryError::LockInvalid { line: number, rule };
        if number == 1 {
            if line != HEADER {
                return Err(invalid("is not the header"));
            }
            continue;
        }
        let mut words = line.split(' ');
        let (Some(kind), Some(name), Some(digest), None) =
            (words.next(), words.next(), words.next(), words.next())
        else {
            return Err(invalid("is not `kind id@revision digest`"));
        };
        let kind = Kind::ALL.into_iter().find(|known| known.as_str() == kind);
        let (Some(kind), Some((id, revision)), Ok(digest)) =
            (kind, name.split_once('@'), Digest::from_str(digest))
        else {
            return Err(invalid("is not `kind id@revision digest`"));
        };
        let key = (kind, id.to_string(), revision.to_string());
        if locked
            .last_key_value()
            .is_some_and(|(last, _)| *last >= key)
        {
            return Err(invalid("is out of order"));
        }
        locked.insert(key, digest);
    }
    Ok(locked)
}
