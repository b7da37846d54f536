//! Prints as many random documents as it is asked for, a line each: a text in no particular form, a tab, and the
//! canonical form that we give it. `tests/interop/canonical.sh` has another implementation judge the lines.
#![expect(
    clippy::indexing_slicing,
    clippy::cast_possible_truncation,
    reason = "a generator for tests, which may stop"
)]

use std::error::Error;
use std::fmt::{self, Write as _};
use std::io::{BufWriter, Write as _, stdout};

use ordain_runtime::canonical::{Number, parse, to_vec};

fn main() -> Result<(), Box<dyn Error>> {
    let count: u64 = std::env::args()
        .nth(1)
        .ok_or("how many documents?")?
        .parse()?;
    let mut output = BufWriter::new(stdout().lock());
    for seed in 0..count {
        let mut document = Document {
            random: seed,
            text: String::new(),
        };
        document.value(0)?;
        let value = parse(document.text.as_bytes())
            .map_err(|error| format!("{error}: {}", document.text))?;
        output.write_all(document.text.as_bytes())?;
        output.write_all(b"\t")?;
        output.write_all(&to_vec(&value))?;
        output.write_all(b"\n")?;
    }
    output.flush()?;
    Ok(())
}

/// A document as it is written, from the choices that follow from its seed.
struct Document {
    random: u64,
    text: String,
}

impl Document {
    fn bits(&mut self) -> u64 {
        self.random = self.random.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.random ^ self.random >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ mixed >> 31
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.bits() >> 11) as usize % bound
    }

    fn space(&mut self) {
        let space = ["", "", "", " ", "  "][self.below(5)];
        self.text.push_str(space);
    }

    fn value(&mut self, level: usize) -> fmt::Result {
        self.space();
        // Few documents are scalars, and none is deeper than five levels.
        let kinds = match level {
            0 => 2 + self.below(8),
            5 => 4 + self.below(6),
            _ => self.below(10) + usize::from(self.below(8) > level),
        };
        match kinds {
            0..=2 => self.array(level)?,
            3 => self.object(level)?,
            4 => self.text.push_str("null"),
            5 => self.text.push_str("true"),
            6 => self.string()?,
            7 => self.double()?,
            8 => self.integer()?,
            _ => self.object_or_string(level)?,
        }
        self.space();
        Ok(())
    }

    fn object_or_string(&mut self, level: usize) -> fmt::Result {
        if level < 5 {
            self.object(level)
        } else {
            self.string()
        }
    }

    fn array(&mut self, level: usize) -> fmt::Result {
        self.text.push('[');
        for index in 0..self.below(6) {
            self.text.push_str(if index > 0 { "," } else { "" });
            self.value(level + 1)?;
        }
        self.text.push(']');
        Ok(())
    }

    fn object(&mut self, level: usize) -> fmt::Result {
        self.text.push('{');
        let mut keys = std::collections::BTreeSet::new();
        for _ in 0..self.below(8) {
            let key = self.characters(4);
            if !keys.insert(key.clone()) {
                continue;
            }
            self.text.push_str(if keys.len() > 1 { "," } else { "" });
            self.spell(&key)?;
            self.space();
            self.text.push(':');
            self.value(level + 1)?;
        }
        self.text.push('}');
        Ok(())
    }

    fn string(&mut self) -> fmt::Result {
        let string = self.characters(20);
        self.spell(&string)
    }

    /// Characters from where escapes, orders and encodings differ.
    fn characters(&mut self, most: usize) -> String {
        let count = self.below(most + 1);
        let character = |_| {
            let (first, last) = [
                (' ', '~'),
                ('0', '9'),
                ('a', 'c'),
                ('\0', '\u{ff}'),
                ('\u{d700}', '\u{d7ff}'),
                ('\u{e000}', '\u{ffff}'),
                ('\u{10000}', '\u{10ffff}'),
            ][self.below(7)];
            let span = u32::from(last) - u32::from(first) + 1;
            char::from_u32(u32::from(first) + self.below(span as usize) as u32).unwrap_or('x')
        };
        (0..count).map(character).collect()
    }

    fn spell(&mut self, string: &str) -> fmt::Result {
        self.text.push('"');
        for character in string.chars() {
            if matches!(character, '"' | '\\' | '\0'..' ') || self.below(6) == 0 {
                for unit in character.encode_utf16(&mut [0; 2]) {
                    write!(self.text, "\\u{unit:04x}")?;
                }
            } else {
                self.text.push(character);
            }
        }
        self.text.push('"');
        Ok(())
    }

    fn integer(&mut self) -> fmt::Result {
        let integer = self.bits() >> (11 + self.below(53));
        let sign = ["", "-"][self.below(2)];
        write!(self.text, "{sign}{integer}")
    }

    /// Doubles of every magnitude, and more than one spelling of each.
    fn double(&mut self) -> fmt::Result {
        let double = match self.below(3) {
            0 => f64::from_bits(self.bits()),
            1 => f64::from_bits(self.bits() >> 12 | (1000 + self.bits() % 60) << 52),
            _ => {
                let decimal = format!("{}e-{}", self.bits() % 100_000, self.below(9));
                decimal.parse().unwrap_or(0.5)
            }
        };
        // What is no number of ours stands for a zero.
        let form = Number::try_from(double).unwrap_or(Number::ZERO).to_string();
        let endings = match (form.contains('e'), form.contains('.')) {
            (true, _) => [""; 4],
            (false, true) => ["", "0", "e0", "000E-0"],
            (false, false) => ["", ".0", "e+0", ".000E00"],
        };
        let ending = endings[self.below(4)];
        write!(self.text, "{form}{ending}")
    }
}
