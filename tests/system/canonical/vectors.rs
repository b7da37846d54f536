//! The published vectors of RFC 8785: documents, the table of appendix B, and the file of ECMAScript numbers.

use std::fmt::Write as _;
use std::fs;

use ordain_runtime::canonical::{Number, NumberError, parse, write_double};
use ordain_tests::vectors;
use sha2::{Digest as _, Sha256};

use super::{canonical, report};

/// The only literal of the documents that is not exact: its double is written `333333333.3333333`.
const LOSSY: &str = "333333333.33333329";

#[test]
fn cyberphone_documents_have_their_published_form() {
    let Some(folder) = vectors("jcs-cyberphone") else {
        return;
    };
    let folder = folder.join("testdata");
    let names = [
        "arrays",
        "french",
        "structures",
        "unicode",
        "values",
        "weird",
    ];
    let mut refused = 0;
    for name in names {
        let input = fs::read_to_string(folder.join(format!("input/{name}.json"))).unwrap();
        let hex = fs::read_to_string(folder.join(format!("outhex/{name}.txt"))).unwrap();
        let bytes = hex
            .split_whitespace()
            .map(|byte| u8::from_str_radix(byte, 16).unwrap());
        let output = String::from_utf8(bytes.collect()).unwrap();

        let exact = match input.find(LOSSY) {
            None => input,
            Some(offset) => {
                refused += 1;
                assert_eq!(canonical(&input), Err(("number_not_exact", offset)));
                input.replace(LOSSY, "333333333.3333333")
            }
        };
        assert_eq!(canonical(&exact), Ok(output.clone()), "{name}");
        assert_eq!(canonical(&output), Ok(output.clone()), "{name}");
        let published = fs::read_to_string(folder.join(format!("output/{name}.json"))).unwrap();
        assert_eq!(published, output, "{name}");
    }
    report(format_args!(
        "cyberphone: {} of {} pairs, {refused} of them only after its lossy literal was refused",
        names.len(),
        names.len()
    ));
}

#[test]
fn appendix_b_has_its_published_forms() {
    let Some(folder) = vectors("rfc8785-appendix-b") else {
        return;
    };
    let table = fs::read_to_string(folder.join("numbers.csv")).unwrap();
    let rows = table.lines().filter(|line| !line.starts_with('#'));
    let mut numbers = Numbers::default();
    for row in rows {
        let (bits, form) = row.split_once(',').unwrap();
        let double = f64::from_bits(u64::from_str_radix(bits, 16).unwrap());
        if form.is_empty() {
            assert_eq!(
                Number::try_from(double),
                Err(NumberError::NotFinite),
                "{bits}"
            );
            numbers.refused += 1;
        } else {
            numbers.check(double, form);
        }
    }
    assert_eq!(numbers.total(), 26);
    report(format_args!("RFC 8785, appendix B: {}", numbers.summary()));
}

/// The hash of the first so many lines, as published beside the generator.
const PUBLISHED: [(usize, &str); 4] = [
    (
        10_000,
        "b9f7a8e75ef22a835685a52ccba7f7d6bdc99e34b010992cbc5864cd12be6892",
    ),
    (
        100_000,
        "22776e6d4b49fa294a0d0f349268e5c28808fe7e0cb2bcbe28f63894e494d4c7",
    ),
    (
        1_000_000,
        "49415fee2c56c77864931bd3624faad425c3c577d6d74e89a83bc725506dad16",
    ),
    (
        10_000_000,
        "b9f8a44a91d46813b21b9602e72f112613c91408db0b8341fb94603d9db135e0",
    ),
];

#[test]
fn ecmascript_numbers_have_their_published_forms() {
    let Some(folder) = vectors("es6-numbers") else {
        return;
    };
    let file = fs::read_to_string(folder.join("es6testfile10k.txt")).unwrap();
    let mut numbers = Numbers::default();
    for line in file.lines() {
        let (bits, form) = line.split_once(',').unwrap();
        numbers.check(f64::from_bits(u64::from_str_radix(bits, 16).unwrap()), form);
    }
    assert_eq!(numbers.total(), 10_000);
    report(format_args!(
        "ES6 numbers of the file: {}",
        numbers.summary()
    ));
}

/// Generates the file anew, as far as `ORDAIN_ES6_LINES` says (100,000, 1,000,000 or 10,000,000), and compares its hash
/// with the published one: the recipe is in the vectors' own description.
#[test]
fn generated_ecmascript_numbers_have_the_published_hash() {
    let Some(folder) = vectors("es6-numbers") else {
        return;
    };
    let lines = match std::env::var("ORDAIN_ES6_LINES") {
        Ok(lines) => lines.parse().expect("ORDAIN_ES6_LINES is a number"),
        Err(_) => 100_000,
    };
    let (_, published) = PUBLISHED
        .into_iter()
        .find(|(published, _)| *published == lines)
        .expect("a hash is published for ORDAIN_ES6_LINES");
    let file = fs::read_to_string(folder.join("es6testfile10k.txt")).unwrap();
    let doubles = file
        .lines()
        .map(|line| line.split_once(',').unwrap().0)
        .map(|bits| u64::from_str_radix(bits, 16).unwrap());
    // The chosen values and a run of successive ones come first, and then a chain of hashes.
    let random = Chain::default();
    let chosen = doubles
        .clone()
        .zip(doubles.clone().skip(1))
        .position(|(bits, next)| {
            bits == Chain::default().next().unwrap() && next == Chain::default().nth(1).unwrap()
        });
    let chosen = chosen.expect("the file reaches its random part");
    let (mut hasher, mut numbers, mut line) = (Sha256::new(), Numbers::default(), String::new());
    for bits in doubles.take(chosen).chain(random).take(lines) {
        let double = f64::from_bits(bits);
        let mut form = Vec::new();
        write_double(double, &mut form);
        let form = str::from_utf8(&form).unwrap();
        line.clear();
        writeln!(line, "{bits:x},{form}").unwrap();
        hasher.update(&line);
        numbers.check(double, form);
    }
    let hash = hasher
        .finalize()
        .iter()
        .fold(String::new(), |mut hex, byte| {
            write!(hex, "{byte:02x}").unwrap();
            hex
        });
    assert_eq!(hash, published);
    report(format_args!(
        "ES6 numbers generated: {}, hash as published",
        numbers.summary()
    ));
}

/// The random part of the file: four doubles from each link of a chain of SHA-256, without zeros and what is not finite.
#[derive(Default)]
struct Chain {
    block: [u8; 32],
    used: usize,
    started: bool,
}

impl Iterator for Chain {
    type Item = u64;

    fn next(&mut self) -> Option<u64> {
        loop {
            if !self.started || self.used == 4 {
                self.block = Sha256::digest(self.block).into();
                self.used = 0;
                self.started = true;
            }
            let (words, _) = self.block.as_chunks::<8>();
            let bits = u64::from_le_bytes(words[self.used]);
            self.used += 1;
            let double = f64::from_bits(bits);
            if double.is_finite() && double != 0.0 {
                return Some(bits);
            }
        }
    }
}

/// What became of the doubles whose forms were checked.
#[derive(Default)]
struct Numbers {
    /// Read back from their form.
    read: usize,
    /// Integers from 2^53 up that are written without an exponent, which the strict parser refuses by design.
    beyond: usize,
    /// Not finite.
    refused: usize,
}

impl Numbers {
    fn check(&mut self, double: f64, form: &str) {
        let mut written = Vec::new();
        write_double(double, &mut written);
        assert_eq!(str::from_utf8(&written), Ok(form));

        let parsed = parse(form.as_bytes());
        let safe = form
            .parse::<i128>()
            .map_or(true, |integer| integer.unsigned_abs() < 1 << 53);
        if safe {
            self.read += 1;
            let number = Number::try_from(double).unwrap();
            let bits = if form == "0" { 0 } else { double.to_bits() };
            assert_eq!(number.as_f64().to_bits(), bits, "{form}");
            assert_eq!(number.to_string(), form);
            assert_eq!(parsed.unwrap().as_number(), Some(number), "{form}");
            assert_eq!(canonical(form), Ok(form.to_owned()));
        } else {
            self.beyond += 1;
            assert_eq!(
                Number::try_from(double),
                Err(NumberError::OutOfRange),
                "{form}"
            );
            assert_eq!(
                parsed.unwrap_err().code().as_str(),
                "number_out_of_range",
                "{form}"
            );
        }
    }

    const fn total(&self) -> usize {
        self.read + self.beyond + self.refused
    }

    fn summary(&self) -> String {
        format!(
            "{} as published ({} read back, {} beyond 2^53 and refused, {} not finite and refused)",
            self.total(),
            self.read,
            self.beyond,
            self.refused
        )
    }
}
