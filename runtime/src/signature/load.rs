//! Loading a registry that is signed: nothing of it is read as more than bytes before its signature stands.

use std::path::Path;

use super::{Accepted, Envelope, SignatureError, Trust};
use crate::digest::Digest;
use crate::registry::layout::Files;
use crate::registry::{self, INDEX_FILE, Registry};

impl Registry {
    /// Loads the registry in `folder`, if `envelope`, the bytes of the file beside it, is to be trusted and is about it.
    ///
    /// # Errors
    ///
    /// First those of [`Envelope::parse`] and [`Envelope::verify`], before the folder is read; then `index_mismatch`;
    /// then those of [`Registry::load`], under their own codes: `digest_mismatch` for a blob that was changed,
    /// `definition_missing` for one that is gone, `unreferenced_blob` for one that was added.
    pub fn load_signed(
        folder: &Path,
        envelope: &[u8],
        trust: &Trust,
    ) -> Result<(Self, Accepted), SignatureError> {
        let accepted = Envelope::parse(envelope)?.verify(trust)?;
        let registry = load_accepted(&registry::read(folder)?.settled()?, &accepted)?;
        Ok((registry, accepted))
    }

    /// Loads a signed registry from the files of its folder, by their paths below it.
    ///
    /// # Errors
    ///
    /// As [`Self::load_signed`].
    pub fn from_signed_files(
        files: &Files,
        envelope: &[u8],
        trust: &Trust,
    ) -> Result<(Self, Accepted), SignatureError> {
        let accepted = Envelope::parse(envelope)?.verify(trust)?;
        let registry = load_accepted(files, &accepted)?;
        Ok((registry, accepted))
    }
}

fn load_accepted(files: &Files, accepted: &Accepted) -> Result<Registry, SignatureError> {
    // A registry without an index is refused below, as it is unsigned.
    if let Some(index) = files.get(INDEX_FILE) {
        let found = Digest::of_bytes(index);
        if found != accepted.index {
            return Err(SignatureError::IndexMismatch {
                signed: accepted.index,
                found,
            });
        }
    }
    Ok(Registry::from_files(files)?)
}
