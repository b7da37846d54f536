//! Programs that nobody wrote: every program of the corpus, damaged at random in ways that are the same in every run.
//! Nothing is asked of what is said, only that something is, on a small stack, about places that exist.

use std::panic::{AssertUnwindSafe, catch_unwind};

use libtest_mimic::{Failed, Trial};
use ordain::diagnose::Diagnostic;
use ordain::source::{Place, Sources};

use crate::program::{Program, nothing_is_dropped};
use crate::{ensure, everything};

/// Programs that are tried where everything is, and where a part is; and the trials that they are shared out over.
const ALL: u64 = 40_000;
const PART: u64 = 4_000;
const SHARDS: u64 = 8;

/// One in so many is repeated until it fills a file.
const FULL_EVERY: u64 = 2_000;

/// The stack that a thread of a server has.
pub(crate) const STACK_BYTES: usize = 2 << 20;

pub(crate) fn trials() -> Vec<Trial> {
    (0..SHARDS)
        .map(|shard| {
            Trial::test(format!("mutants::{shard}"), move || {
                on_a_small_stack(move || mutants(shard))
            })
        })
        .collect()
}

/// Runs a test on a stack of a known size.
pub(crate) fn on_a_small_stack(
    test: impl FnOnce() -> Result<(), Failed> + Send + 'static,
) -> Result<(), Failed> {
    let thread = std::thread::Builder::new()
        .stack_size(STACK_BYTES)
        .spawn(test)
        .unwrap();
    thread
        .join()
        .unwrap_or_else(|_| Err("the compiler panicked".into()))
}

fn mutants(shard: u64) -> Result<(), Failed> {
    let corpus: Vec<Program> = Program::all("right")
        .into_iter()
        .chain(Program::all("wrong"))
        .collect();
    let mutants = if everything() { ALL } else { PART };
    for number in (shard..mutants).step_by(usize::try_from(SHARDS).unwrap()) {
        let mutant = mutant(&corpus, number);
        let tried = catch_unwind(AssertUnwindSafe(|| {
            let (sources, compilation) = mutant.compile();
            compilation
                .diagnostics
                .iter()
                .try_for_each(|diagnostic| in_bounds(&sources, &mutant, diagnostic))?;
            nothing_is_dropped(&sources, &compilation)
        }));
        let outcome = tried.unwrap_or_else(|_| Err("the compiler panicked".to_owned()));
        ensure(outcome.is_ok(), || {
            let folder = std::env::temp_dir().join(format!("ordain-mutant-{number}"));
            write(&mutant, &folder);
            format!(
                "mutant {number} in {}: {}",
                folder.display(),
                outcome.unwrap_err()
            )
        })?;
    }
    Ok(())
}

/// Every place lies in its file, and between its characters.
pub(crate) fn in_bounds(
    sources: &Sources,
    program: &Program,
    diagnostic: &Diagnostic,
) -> Result<(), String> {
    let inside = |place: Place| {
        let file = sources.file(place.file);
        let bytes = program
            .files
            .iter()
            .find(|(path, _)| *path == file.path)
            .map(|(_, bytes)| bytes)
            .unwrap();
        let (start, end) = (place.span.start as usize, place.span.end as usize);
        match core::str::from_utf8(bytes) {
            Ok(text) => text.get(start..end).is_some(),
            Err(_) => bytes.get(start..end).is_some(),
        }
    };
    let places = [diagnostic.place]
        .into_iter()
        .chain(diagnostic.related.iter().map(|(place, _)| *place))
        .chain(diagnostic.mend.as_ref().map(|mend| mend.place));
    match places.into_iter().find(|place| !inside(*place)) {
        None => Ok(()),
        Some(place) => Err(format!("{place:?} of {diagnostic:?} is no place")),
    }
}

fn write(program: &Program, folder: &std::path::Path) {
    std::fs::create_dir_all(folder).unwrap();
    for (path, bytes) in &program.files {
        std::fs::write(folder.join(path), bytes).unwrap();
    }
}

fn mutant(corpus: &[Program], number: u64) -> Program {
    let mut random = Random(number);
    let mut program = random.pick(corpus).clone();
    let other = random.pick(corpus).clone();
    let donor = random.pick(&other.files).1.clone();
    let file = random.below(program.files.len());
    let bytes = &mut program.files[file].1;
    for _ in 0..=random.below(4) {
        mutate(&mut random, bytes, &donor);
    }
    if number % FULL_EVERY == 1 && !bytes.is_empty() {
        let whole = bytes.clone();
        while bytes.len() + whole.len() <= 1 << 20 {
            bytes.extend(&whole);
        }
    }
    program
}

fn mutate(random: &mut Random, bytes: &mut Vec<u8>, donor: &[u8]) {
    let at = random.below(bytes.len() + 1);
    match random.below(10) {
        0 => {
            if let Some(byte) = bytes.get_mut(at) {
                *byte ^= 1 << random.below(8);
            }
        }
        1 => bytes.insert(at, *random.pick(b"{}[]()\",.:;@=<>!-+/\\' \n\0\xFF0azA_")),
        2 => bytes.truncate(at),
        3 => {
            let range = random.range(bytes, 40);
            bytes.drain(range);
        }
        4 => {
            let range = random.range(bytes, 400);
            let copy = bytes[range.clone()].to_vec();
            bytes.splice(range.end..range.end, copy);
        }
        5 | 6 => swap_tokens(random, bytes),
        7 | 8 => {
            let tokens = tokens(donor);
            let token = random.pick_range(&tokens);
            let into = random.pick_range(&self::tokens(bytes));
            bytes.splice(into, donor[token].iter().copied());
        }
        _ => {
            let range = random.range(donor, 400);
            bytes.splice(at..at, donor[range].iter().copied());
        }
    }
}

fn swap_tokens(random: &mut Random, bytes: &mut Vec<u8>) {
    let tokens = tokens(bytes);
    let (one, other) = (random.pick_range(&tokens), random.pick_range(&tokens));
    let (first, second) = if one.start <= other.start {
        (one, other)
    } else {
        (other, one)
    };
    if first.end <= second.start {
        let moved = bytes[first.clone()].to_vec();
        let replaced: Vec<u8> = bytes.splice(second, moved).collect();
        bytes.splice(first, replaced);
    }
}

/// Runs of letters and digits, and every other character that is no white space.
fn tokens(bytes: &[u8]) -> Vec<std::ops::Range<usize>> {
    let word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    let mut tokens = Vec::new();
    let mut start = 0;
    for run in bytes.chunk_by(|a, b| word(a) && word(b)) {
        if !run.iter().all(u8::is_ascii_whitespace) {
            tokens.push(start..start + run.len());
        }
        start += run.len();
    }
    tokens
}

/// A sequence that is the same in every run: splitmix64.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    pub(crate) fn below(&mut self, bound: usize) -> usize {
        usize::try_from(self.next() % u64::try_from(bound.max(1)).unwrap()).unwrap()
    }

    fn pick<'t, T>(&mut self, list: &'t [T]) -> &'t T {
        &list[self.below(list.len())]
    }

    fn pick_range(&mut self, list: &[std::ops::Range<usize>]) -> std::ops::Range<usize> {
        list.get(self.below(list.len())).cloned().unwrap_or(0..0)
    }

    fn range(&mut self, bytes: &[u8], longest: usize) -> std::ops::Range<usize> {
        let start = self.below(bytes.len() + 1);
        start..(start + self.below(longest)).min(bytes.len())
    }
}
