//! Reading and formatting over inputs that double: the bytes per second stay the same, because both take time in proportion
//! to the length of the text.

use std::fmt::Write as _;

use divan::counter::BytesCount;
use divan::{Bencher, black_box};
use ordain_grammar::limits::{FILE_BYTES, NESTING};
use ordain_grammar::{format, parse};

fn main() {
    divan::main();
}

const RULES: &[usize] = &[1_000, 2_000, 4_000, 8_000, 16_000];
/// Formatted, more rules than these make a file that is too large.
const FORMATTED_RULES: &[usize] = &[1_000, 2_000, 4_000, 8_000];
const SHARES: &[usize] = &[16, 8, 4, 2, 1];

#[divan::bench(args = RULES, sample_count = 10)]
fn parse_rules(bencher: Bencher<'_, '_>, rules: usize) {
    measure_parse(bencher, &policies(rules));
}

#[divan::bench(args = FORMATTED_RULES, sample_count = 10)]
fn format_rules(bencher: Bencher<'_, '_>, rules: usize) {
    let text = policies(rules);
    bencher
        .counter(BytesCount::of_str(&text))
        .bench(|| format(black_box(&text)).map_or(0, |formatted| formatted.len()));
}

/// As many rules with groups nested to the limit as fit.
#[divan::bench(args = SHARES, sample_count = 10)]
fn parse_nested(bencher: Bencher<'_, '_>, share: usize) {
    let levels = NESTING - 2;
    let rule = format!(
        "rule a {{\nwhen {}a{}\n}}\n",
        "(".repeat(levels),
        ")".repeat(levels)
    );
    measure_parse(
        bencher,
        &filled(share, "policy a@1 on b@1 {\n", &rule, "}\n"),
    );
}

/// Opening parentheses alone: the error must come as fast as a tree.
#[divan::bench(args = SHARES, sample_count = 10)]
fn parse_unclosed(bencher: Bencher<'_, '_>, share: usize) {
    measure_parse(
        bencher,
        &filled(share, "control a@1 {\nsatisfied when ", "(", "\n}\n"),
    );
}

#[divan::bench(args = SHARES, sample_count = 10)]
fn parse_chain(bencher: Bencher<'_, '_>, share: usize) {
    measure_parse(
        bencher,
        &filled(share, "control a@1 {\nsatisfied when a", " and a", "\n}\n"),
    );
}

fn measure_parse(bencher: Bencher<'_, '_>, text: &str) {
    bencher
        .counter(BytesCount::of_str(text))
        .bench(|| parse(black_box(text)).errors.len());
}

/// Rules as they are written, in as few bytes as a file of 16,000 must have.
fn policies(rules: usize) -> String {
    let mut text = "package a\n\npolicy b@1 on c@1 {\n".to_owned();
    for number in 0..rules {
        writeln!(
            text,
            "rule r{number} priority {number} {{ on i \"x\" when a > {number} then allow }}"
        )
        .unwrap_or_default();
    }
    text.push_str("}\n");
    text
}

/// A part of the largest file, filled with something that repeats.
fn filled(share: usize, before: &str, repeated: &str, behind: &str) -> String {
    let package = "package a\n";
    let bytes = FILE_BYTES / share - package.len() - before.len() - behind.len();
    format!(
        "{package}{before}{}{behind}",
        repeated.repeat(bytes / repeated.len())
    )
}
