//! The index of a policy of many rules, as constants, and the search in it: which rules facts can concern at all.
//!
//! Facts fall into *classes*, a field of the index at a time: all values that no rule names are one class. Each class has
//! a row of bits, a bit a rule, and the rules to ask are those whose bit stands in every row. What a rule is asked is
//! generated; the order in which rules are asked is decided here. Semantics, sections 2 and 3.

use super::caller::{Caller, Fact, Failure};

/// How the rules of one group are found. The classes of facts come as one number a field, keys first.
#[derive(Clone, Copy, Debug)]
pub struct Index {
    /// The keys of `on`, sorted by name.
    pub keys: &'static [Key],
    /// The field that parts the rules, if one does: then `parts` has one for each of its classes, and a last one for the
    /// rules that it does not part. Else there is one part.
    pub parted_by: Option<u16>,
    /// The rules, parted.
    pub parts: &'static [Part],
    /// Keys without rows in some part, because rows would be too large: they are looked up rule by rule.
    pub checked: &'static [u16],
    /// How each rule is asked, in canonical order.
    pub calls: &'static [Call],
}

/// Which rules ask a key, and for what.
#[derive(Clone, Copy, Debug)]
pub struct Key {
    /// The fact.
    pub fact: Fact,
    /// Where its reading fails: `applies_to.intent`.
    pub path: &'static str,
    /// For each rule 0 where it does not ask the key, else one more than the number of its set.
    pub asked: &'static [u16],
    /// Classes, ascending.
    pub sets: &'static [&'static [u16]],
}

/// Some of the rules, with rows of bits for each field that tells them apart.
#[derive(Clone, Copy, Debug)]
pub struct Part {
    /// The numbers of the rules, ascending: canonical order.
    pub rules: &'static [u16],
    /// Rows of bits.
    pub rows: &'static [Rows],
}

/// The rows of one field: for each class as many words as the rules of the part need, the least bit first.
#[derive(Clone, Copy, Debug)]
pub struct Rows {
    /// The number of the field.
    pub field: u16,
    /// All rows, one after the other.
    pub bits: &'static [u64],
}

/// How a rule is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Call {
    /// The number of the function.
    pub function: u16,
    /// The row of constants that the function takes.
    pub row: u16,
    /// Whether the rule has an `else`.
    pub otherwise: bool,
}

impl Call {
    /// The call of `function` with the constants of `row`.
    #[must_use]
    pub const fn new(function: u16, row: u16, otherwise: bool) -> Self {
        Self {
            function,
            row,
            otherwise,
        }
    }
}

/// No rule has this number.
const END: u16 = u16::MAX;

impl Index {
    /// Gives to `take`, in canonical order and until it stops, every rule that applies and that its row does not already
    /// say to contribute nothing.
    ///
    /// Where some fact may be unsound, rows of predicates say nothing: an operand before one of theirs may fail. Then every
    /// rule is looked at, by its keys alone.
    #[inline]
    pub(super) fn search<C: Caller, S>(
        &self,
        classes: &[usize],
        caller: &C,
        mut take: impl FnMut(u16, Result<Call, Failure>) -> Result<(), S>,
    ) -> Result<(), S> {
        if !caller.found() {
            return self.look_at_each(classes, caller, take);
        }
        let mut rest = Cursor::of(self.parts.last());
        let mut parted = Cursor::of(self.parted_by.and_then(|field| {
            let class = *classes.get(usize::from(field))?;
            let parts = self.parts.split_last()?.1;
            parts.get(class)
        }));
        let (mut first, mut second) = (parted.next(classes), rest.next(classes));
        loop {
            let rule = first.min(second);
            if rule == END {
                return Ok(());
            }
            if rule == first {
                first = parted.next(classes);
            } else {
                second = rest.next(classes);
            }
            if !self.checked.is_empty() && !self.is_admitted(rule, classes) {
                continue;
            }
            if let Some(call) = self.calls.get(usize::from(rule)) {
                take(rule, Ok(*call))?;
            }
        }
    }

    /// Whether the keys that have no rows let the rule apply.
    fn is_admitted(&self, rule: u16, classes: &[usize]) -> bool {
        self.checked.iter().all(|number| {
            let number = usize::from(*number);
            match (self.keys.get(number), classes.get(number)) {
                (Some(key), Some(class)) => key.admits(rule, *class).unwrap_or(true),
                _ => true,
            }
        })
    }

    #[cold]
    fn look_at_each<C: Caller, S>(
        &self,
        classes: &[usize],
        caller: &C,
        mut take: impl FnMut(u16, Result<Call, Failure>) -> Result<(), S>,
    ) -> Result<(), S> {
        for (rule, call) in (0..).zip(self.calls) {
            match self.applies(rule, classes, caller) {
                Ok(true) => take(rule, Ok(*call))?,
                Ok(false) => {}
                Err(failure) => take(rule, Err(failure))?,
            }
        }
        Ok(())
    }

    /// Whether the rule applies. A key that rules it out does so whatever the others say; else the first that cannot be
    /// read fails.
    fn applies<C: Caller>(
        &self,
        rule: u16,
        classes: &[usize],
        caller: &C,
    ) -> Result<bool, Failure> {
        let mut failed = Ok(true);
        for (key, class) in self.keys.iter().zip(classes) {
            let Some(admitted) = key.admits(rule, *class) else {
                continue;
            };
            match caller.read(key.fact, admitted, key.path) {
                Ok(true) => {}
                Ok(false) => return Ok(false),
                Err(failure) => failed = failed.and(Err(failure)),
            }
        }
        failed
    }
}

impl Key {
    /// Whether the rule asks for the class; `None` where it does not ask the key.
    fn admits(&self, rule: u16, class: usize) -> Option<bool> {
        let set = usize::from(*self.asked.get(usize::from(rule))?).checked_sub(1)?;
        let classes = self.sets.get(set)?;
        Some(u16::try_from(class).is_ok_and(|class| classes.binary_search(&class).is_ok()))
    }
}

/// Gives the rules of a part whose bits stand in every row.
struct Cursor {
    rules: &'static [u16],
    rows: &'static [Rows],
    words: usize,
    /// The next word.
    word: usize,
    /// What is left of the last one.
    bits: u64,
}

impl Cursor {
    #[inline]
    fn of(part: Option<&Part>) -> Self {
        let (rules, rows): (&[u16], &[Rows]) = match part {
            Some(part) => (part.rules, part.rows),
            None => (&[], &[]),
        };
        Self {
            rules,
            rows,
            words: rules.len().div_ceil(64),
            word: 0,
            bits: 0,
        }
    }

    /// The next rule, or [`END`].
    #[inline]
    fn next(&mut self, classes: &[usize]) -> u16 {
        while self.bits == 0 {
            if self.word == self.words {
                return END;
            }
            self.bits = self.load(classes);
            self.word += 1;
        }
        let bit = self.bits.trailing_zeros() as usize;
        self.bits &= self.bits - 1;
        let place = (self.word - 1) * 64 + bit;
        self.rules.get(place).copied().unwrap_or(END)
    }

    #[inline]
    fn load(&self, classes: &[usize]) -> u64 {
        let left = self.rules.len() - self.word * 64;
        let mut bits = if left < 64 { (1 << left) - 1 } else { u64::MAX };
        for rows in self.rows {
            let class = classes
                .get(usize::from(rows.field))
                .copied()
                .unwrap_or_default();
            let row = rows.bits.get(class * self.words + self.word);
            bits &= row.copied().unwrap_or_default();
        }
        bits
    }
}

/// Words by their number, found through a table of slots: the place of a word is the first slot, from its hash on, that
/// holds it or nothing.
#[derive(Clone, Copy, Debug)]
pub struct Words {
    /// The words.
    pub words: &'static [&'static str],
    /// One more than the number of a word, or 0. As many as some power of two, and more than there are words.
    pub slots: &'static [u16],
}

impl Words {
    /// The number of the word; where it is none of them, how many there are.
    #[must_use]
    pub fn find(&self, word: &str) -> usize {
        let none = self.words.len();
        let mask = self.slots.len().wrapping_sub(1);
        let mut place = slot(word) & mask;
        // A table without a free slot must not turn this into an endless loop.
        for _ in 0..self.slots.len() {
            let Some(number) = self
                .slots
                .get(place)
                .and_then(|slot| usize::from(*slot).checked_sub(1))
            else {
                return none;
            };
            if self.words.get(number) == Some(&word) {
                return number;
            }
            place = (place + 1) & mask;
        }
        none
    }
}

/// Where the search for a word begins, before it is cut to the number of slots. The same on every machine.
#[must_use]
pub fn slot(word: &str) -> usize {
    const FACTOR: u64 = 0xf135_7aea_2e62_a9c5;
    let mut hash = word.len() as u64;
    for chunk in word.as_bytes().chunks(8) {
        let value = chunk
            .iter()
            .fold(0_u64, |value, byte| value << 8 | u64::from(*byte));
        hash = (hash ^ value).wrapping_mul(FACTOR).rotate_left(26);
    }
    (hash.wrapping_mul(FACTOR) >> 40) as usize
}
