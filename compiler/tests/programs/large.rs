//! Large programs, shaped so that anything that takes time with the square of something would show. Each has its time, which
//! is generous even where nothing is optimised and other tests run beside it.

use std::time::{Duration, Instant};

use libtest_mimic::{Failed, Trial};

use crate::mutants::{in_bounds, on_a_small_stack};
use crate::program::{Program, nothing_is_dropped};
use crate::shapes::ALL;
use crate::{ensure, everything};

/// For reading, where nothing of the parser is optimised, and for everything behind it.
const READING: Duration = Duration::from_mins(1);
const COMPILING: Duration = Duration::from_secs(20);

pub(crate) fn trials() -> Vec<Trial> {
    ALL.iter()
        .map(|&(name, shape)| {
            Trial::test(format!("large::{name}"), move || {
                on_a_small_stack(move || in_time(&shape()))
            })
        })
        .collect()
}

fn in_time(program: &Program) -> Result<(), Failed> {
    let bytes: usize = program.files.iter().map(|(_, bytes)| bytes.len()).sum();
    ensure(
        program
            .files
            .iter()
            .all(|(_, bytes)| bytes.len() <= 1 << 20),
        || format!("{bytes} bytes are too many"),
    )?;
    let start = Instant::now();
    let sources = program.sources();
    let read = start.elapsed();
    let start = Instant::now();
    let compilation = ordain::compile(&sources);
    let compiled = start.elapsed();
    if everything() {
        println!(
            "{}: {bytes} bytes, {} diagnostics; read in {} ms, compiled in {} ms",
            program.name,
            compilation.diagnostics.len(),
            read.as_millis(),
            compiled.as_millis()
        );
    }
    for diagnostic in &compilation.diagnostics {
        in_bounds(&sources, program, diagnostic)?;
    }
    nothing_is_dropped(&sources, &compilation)?;
    ensure(read < READING, || {
        format!("reading took {} ms", read.as_millis())
    })?;
    ensure(compiled < COMPILING, || {
        format!("compiling took {} ms", compiled.as_millis())
    })
}
