//! Canonical JSON beside its peers: `cargo bench -p ordain-runtime --bench canonical`.
//!
//! Every cell is a ratio, the peer's time over ours, from runs that alternate within one process; above 1 we are faster.
//! Times are the best of many, and include dropping what was made. Before anything is timed, all answers are compared.
//! Arguments choose rows by a part of their name.
#![expect(
    clippy::print_stdout,
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::cast_possible_truncation,
    clippy::float_arithmetic,
    clippy::cast_precision_loss,
    reason = "a benchmark reports on the terminal, and stops where answers differ"
)]

use std::fmt::Write as _;
use std::hint::black_box;
use std::time::{Duration, Instant};

use ordain_runtime::canonical::{Limits, Value, parse_with, to_value, to_vec};
use ordain_runtime::digest::Digest;
use serde_json_canonicalizer as canonicalizer;
use sha2::Digest as _;

const SIZES: [(&str, usize); 3] = [("1 KB", 1_000), ("100 KB", 100_000), ("4 MB", 4_000_000)];

type Generator = fn(&mut Random, usize) -> String;

const KINDS: [(&str, Generator); 8] = [
    ("records", records),
    ("integers", integers),
    ("17-digit decimals", decimals),
    ("spaced decimals", spaced_decimals),
    ("any doubles", doubles),
    ("long strings", long_strings),
    ("escaped strings", escaped_strings),
    ("nested maps", nested_maps),
];

fn main() {
    let filters: Vec<String> = std::env::args()
        .skip(1)
        .filter(|argument| !argument.starts_with('-'))
        .collect();
    println!(
        "ratios: the peer's time / ours; MB/s are ours, of input for parse and digest, of output for write\n"
    );
    println!(
        "{:<18} {:>6} | {:>6} {:>10} | {:>6} {:>10} {:>9} {:>13} | {:>6} {:>12}",
        "",
        "",
        "parse",
        "serde_json",
        "write",
        "serde_json",
        "serde_jcs",
        "canonicalizer",
        "digest",
        "peers' best"
    );
    for (kind, generate) in KINDS {
        for (size, bytes) in SIZES {
            let name = format!("{kind} {size}");
            if filters.is_empty() || filters.iter().any(|filter| name.contains(filter.as_str())) {
                row(kind, size, &generate(&mut Random(7), bytes));
            }
        }
    }
}

fn row(kind: &str, size: &str, text: &str) {
    let text = text.as_bytes();
    let ours = parse_with(text, Limits::MAX).unwrap();
    let theirs: serde_json::Value = serde_json::from_slice(text).unwrap();
    compare(text, &ours, &theirs);
    let output = to_vec(&ours).len();

    let decode = serde_json::from_slice::<serde_json::Value>;
    let parse = time(&mut [
        &mut || drop(black_box(parse_with(black_box(text), Limits::MAX))),
        &mut || drop(black_box(decode(black_box(text)))),
    ]);
    let write = time(&mut [
        &mut || drop(black_box(to_vec(black_box(&ours)))),
        &mut || drop(black_box(serde_json::to_vec(black_box(&theirs)))),
        &mut || drop(black_box(serde_jcs::to_vec(black_box(&theirs)))),
        &mut || drop(black_box(canonicalizer::to_vec(black_box(&theirs)))),
    ]);
    let pipeline = |canonicalize: fn(&serde_json::Value) -> Vec<u8>| {
        let value = decode(black_box(text)).unwrap();
        black_box(sha2::Sha256::digest(canonicalize(&value)));
    };
    let digest = time(&mut [
        &mut || {
            black_box(Digest::of_text(black_box(text), Limits::MAX).unwrap());
        },
        &mut || pipeline(|value| serde_jcs::to_vec(value).unwrap()),
        &mut || pipeline(|value| canonicalizer::to_vec(value).unwrap()),
    ]);

    println!(
        "{kind:<18} {size:>6} | {:>6} {:>10} | {:>6} {:>10} {:>9} {:>13} | {:>6} {:>12}",
        speed(text.len(), parse[0]),
        ratio(parse[1], parse[0]),
        speed(output, write[0]),
        ratio(write[1], write[0]),
        ratio(write[2], write[0]),
        ratio(write[3], write[0]),
        speed(text.len(), digest[0]),
        ratio(digest[1].min(digest[2]), digest[0]),
    );
}

/// All answers about one document are the same answer.
fn compare(text: &[u8], ours: &Value<'_>, theirs: &serde_json::Value) {
    let form = to_vec(ours);
    assert!(to_value(theirs).unwrap() == *ours, "values differ");
    assert!(
        serde_jcs::to_vec(theirs).unwrap() == form,
        "serde_jcs differs"
    );
    assert!(
        canonicalizer::to_vec(theirs).unwrap() == form,
        "serde_json_canonicalizer differs"
    );
    assert!(
        Digest::of(ours) == Digest::of_bytes(&form),
        "digests differ"
    );
    assert!(
        Digest::of_text(text, Limits::MAX) == Ok(Digest::of_bytes(&form)),
        "digests of the text differ"
    );
}

/// The best time of each run, taken in turns, so that what disturbs one disturbs all.
fn time<const RUNS: usize>(runs: &mut [&mut dyn FnMut(); RUNS]) -> [Duration; RUNS] {
    let mut best = [Duration::MAX; RUNS];
    let mut iterations = [1_u32; RUNS];
    for (run, iterations) in runs.iter_mut().zip(&mut iterations) {
        // As many iterations as make a sample long against the clock.
        loop {
            let start = Instant::now();
            (0..*iterations).for_each(|_| run());
            if start.elapsed() > Duration::from_millis(2) {
                break;
            }
            *iterations *= 2;
        }
    }
    let start = Instant::now();
    let mut turns = 0;
    while turns < 15 || start.elapsed() < Duration::from_millis(600) {
        for ((run, best), iterations) in runs.iter_mut().zip(&mut best).zip(iterations) {
            let start = Instant::now();
            (0..iterations).for_each(|_| run());
            *best = (*best).min(start.elapsed() / iterations);
        }
        turns += 1;
    }
    best
}

fn ratio(theirs: Duration, ours: Duration) -> String {
    format!("{:.2}", theirs.as_secs_f64() / ours.as_secs_f64())
}

fn speed(bytes: usize, time: Duration) -> String {
    format!("{:.0}", bytes as f64 / time.as_secs_f64() / 1e6)
}

/// A linear congruential generator: the same documents on every machine.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        self.0 ^ self.0 >> 29
    }

    fn below(&mut self, bound: u64) -> u64 {
        (self.next() >> 11) % bound
    }

    fn pick<'a>(&mut self, options: &[&'a str]) -> &'a str {
        options[self.below(options.len() as u64) as usize]
    }
}

/// An array of `element`s, about `bytes` long.
fn array(random: &mut Random, bytes: usize, element: impl Fn(&mut Random, &mut String)) -> String {
    let mut text = String::from("[");
    while text.len() < bytes {
        if text.len() > 1 {
            text.push(',');
        }
        element(random, &mut text);
    }
    text + "]"
}

fn records(random: &mut Random, bytes: usize) -> String {
    array(random, bytes, |random, text| {
        write!(
            text,
            concat!(
                r#"{{"id": "ord-{:08}", "customer": "c{:05}", "status": "{}", "total": {{"currency": "EUR", "#,
                r#""minor_units": {}}}, "items": {}, "express": {}, "weight": {}.{:02}, "placed": "#,
                r#""2026-{:02}-{:02}T10:00:00Z", "tags": ["{}", "b{}"], "note": null}}"#
            ),
            random.below(100_000_000),
            random.below(100_000),
            random.pick(&["open", "paid", "shipped", "returned"]),
            random.below(1_000_000),
            random.below(20),
            random.below(2) == 0,
            random.below(50),
            random.below(100),
            random.below(12) + 1,
            random.below(28) + 1,
            random.pick(&["gift", "fragile", "käse"]),
            random.below(100),
        )
        .unwrap();
    })
}

fn integers(random: &mut Random, bytes: usize) -> String {
    array(random, bytes, |random, text| {
        let shift = random.below(52);
        let sign = random.pick(&["", "-"]);
        let integer = random.below(1 << 53) >> shift;
        write!(text, "{}{integer}", if integer == 0 { "" } else { sign }).unwrap();
    })
}

fn decimals(random: &mut Random, bytes: usize) -> String {
    array(random, bytes, |random, text| {
        // Doubles below 1, as measurements, probabilities and embeddings are.
        let double = random.below(1 << 53) as f64 / (1_u64 << 53) as f64;
        text.push_str(ryu_js::Buffer::new().format(double));
    })
}

/// [`decimals`] with a space after each comma, as many writers put one: a text that is not its own canonical form.
fn spaced_decimals(random: &mut Random, bytes: usize) -> String {
    decimals(random, bytes).replace(',', ", ")
}

fn doubles(random: &mut Random, bytes: usize) -> String {
    array(random, bytes, |random, text| {
        let double = f64::from_bits(random.next());
        let beyond = (9_007_199_254_740_992.0..1e21).contains(&double.abs());
        let double = if double.is_finite() && !beyond {
            double
        } else {
            0.5
        };
        text.push_str(ryu_js::Buffer::new().format(double));
    })
}

fn long_strings(random: &mut Random, bytes: usize) -> String {
    array(random, bytes, |random, text| {
        text.push('"');
        for _ in 0..100 + random.below(100) {
            let word = random.pick(&["lorem", "ipsum", "dolor", "sit", "amet", "consectetur"]);
            text.push_str(word);
            text.push(' ');
        }
        text.push('"');
    })
}

fn escaped_strings(random: &mut Random, bytes: usize) -> String {
    array(random, bytes, |random, text| {
        text.push('"');
        for _ in 0..20 + random.below(40) {
            let word = [
                "Größe",
                "line\\n",
                "\\\"quoted\\\"",
                "日本語",
                "plain text",
                "tab\\t",
            ][random.below(6) as usize];
            text.push_str(word);
            text.push(' ');
        }
        text.push('"');
    })
}

fn nested_maps(random: &mut Random, bytes: usize) -> String {
    fn map(random: &mut Random, text: &mut String, depth: u64) {
        text.push('{');
        for index in 0..4 {
            // The first digit varies fastest, so keys are in no order.
            let comma = if index > 0 { "," } else { "" };
            write!(text, "{comma}\"k{}{index}\":", random.below(10)).unwrap();
            if depth > 0 {
                map(random, text, depth - 1);
            } else {
                write!(text, "{}", random.below(1000)).unwrap();
            }
        }
        text.push('}');
    }
    array(random, bytes, |random, text| {
        let depth = random.below(3) + 1;
        map(random, text, depth);
    })
}
