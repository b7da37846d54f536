//! Files and standard input, read as far as they may be long.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use ordain_runtime::canonical::Limits;
use zeroize::Zeroizing;

use crate::failure::Failure;

/// What stands for standard input.
pub(crate) const STDIN: &str = "-";

/// A JSON document; `-` is standard input. One byte more is read than a document may have, so that what is longer is
/// refused as such.
pub(crate) fn document(path: &Path) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    let most = u64::from(Limits::MAX.bytes()) + 1;
    let read = if path.as_os_str() == STDIN {
        io::stdin().lock().take(most).read_to_end(&mut bytes)
    } else {
        File::open(path).and_then(|file| file.take(most).read_to_end(&mut bytes))
    };
    read.map_err(|error| Failure::io(path, &error))?;
    Ok(bytes)
}

/// A file that may have `most` bytes, and one more of it if it has. The bytes are wiped when they are dropped, and were
/// never anywhere else.
pub(crate) fn secret(path: &Path, most: usize) -> Result<Zeroizing<Vec<u8>>, Failure> {
    let most = most.saturating_add(1);
    // Room for everything from the start: growing would leave copies behind.
    let mut bytes = Zeroizing::new(Vec::with_capacity(most.saturating_add(32)));
    File::open(path)
        .and_then(|file| file.take(most as u64).read_to_end(&mut bytes))
        .map_err(|error| Failure::io(path, &error))?;
    Ok(bytes)
}
