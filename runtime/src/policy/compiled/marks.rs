//! Which rules of a policy are marked, in one of two ways: a bit set where there are few rules, a short list where there
//! are many. Neither leaves the stack while the list is short.

use alloc::vec::Vec;
use core::slice;

/// The bits of one word.
const WORD: usize = 64;

/// Marks, by the number of what is marked. Up to `64 * WORDS` rules are a bit set, which never allocates; of more, up to
/// `LIST` marks stay off the heap.
#[derive(Clone, Debug)]
pub(super) enum Marks<const WORDS: usize, const LIST: usize> {
    /// One bit a rule: whether it is marked, and whether in the second way.
    Bits {
        marked: [u64; WORDS],
        second: [u64; WORDS],
    },
    /// Twice the number of each marked rule, and one more where it is marked in the second way.
    List { length: u8, entries: [u16; LIST] },
    /// The same, past the room of the list.
    Heap(Vec<u16>),
}

impl<const WORDS: usize, const LIST: usize> Marks<WORDS, LIST> {
    /// Of `rules` rules, none of them marked.
    #[inline]
    pub(super) const fn of(rules: usize) -> Self {
        if rules <= WORDS * WORD {
            Self::Bits {
                marked: [0; WORDS],
                second: [0; WORDS],
            }
        } else {
            Self::List {
                length: 0,
                entries: [0; LIST],
            }
        }
    }

    /// Marks a rule; rules come in ascending order.
    #[inline]
    pub(super) fn push(&mut self, rule: u16, in_the_second_way: bool) {
        match self {
            Self::Bits { marked, second } => {
                let (word, bit) = (usize::from(rule) / WORD, usize::from(rule) % WORD);
                if let Some(marked) = marked.get_mut(word) {
                    *marked |= 1 << bit;
                }
                if let Some(second) = second.get_mut(word) {
                    *second |= u64::from(in_the_second_way) << bit;
                }
            }
            _ => self.push_entry(rule << 1 | u16::from(in_the_second_way)),
        }
    }

    fn push_entry(&mut self, entry: u16) {
        match self {
            Self::Bits { .. } => {}
            Self::List { length, entries } => {
                if let Some(place) = entries.get_mut(usize::from(*length)) {
                    *place = entry;
                    *length += 1;
                    return;
                }
                let mut all = Vec::with_capacity(4 * LIST);
                all.extend_from_slice(entries);
                all.push(entry);
                *self = Self::Heap(all);
            }
            Self::Heap(all) => all.push(entry),
        }
    }

    /// How many are marked.
    pub(super) fn count(&self) -> usize {
        match self {
            Self::Bits { marked, .. } => marked.iter().map(|word| word.count_ones() as usize).sum(),
            Self::List { length, .. } => usize::from(*length),
            Self::Heap(all) => all.len(),
        }
    }

    /// Each marked rule, ascending, and whether it is marked in the second way.
    pub(super) fn iter(&self) -> Iter<'_> {
        match self {
            Self::Bits { marked, second } => Iter::Bits {
                word: 0,
                bits: marked.first().copied().unwrap_or_default(),
                marked,
                second,
            },
            Self::List { length, entries } => {
                let entries = entries.get(..usize::from(*length)).unwrap_or_default();
                Iter::List(entries.iter())
            }
            Self::Heap(all) => Iter::List(all.iter()),
        }
    }
}

/// Gives marks in ascending order.
#[derive(Clone, Debug)]
pub(super) enum Iter<'m> {
    Bits {
        word: usize,
        /// What is left of the word.
        bits: u64,
        marked: &'m [u64],
        second: &'m [u64],
    },
    List(slice::Iter<'m, u16>),
}

impl Iterator for Iter<'_> {
    type Item = (usize, bool);

    fn next(&mut self) -> Option<Self::Item> {
        match self {
            Self::Bits {
                word,
                bits,
                marked,
                second,
            } => {
                while *bits == 0 {
                    *word += 1;
                    *bits = *marked.get(*word)?;
                }
                let bit = bits.trailing_zeros() as usize;
                *bits &= *bits - 1;
                let second = second.get(*word).copied().unwrap_or_default();
                Some((*word * WORD + bit, second >> bit & 1 == 1))
            }
            Self::List(entries) => {
                let entry = *entries.next()?;
                Some((usize::from(entry >> 1), entry & 1 == 1))
            }
        }
    }
}

impl<const WORDS: usize, const LIST: usize> PartialEq for Marks<WORDS, LIST> {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl<const WORDS: usize, const LIST: usize> Eq for Marks<WORDS, LIST> {}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is marked, in every form.
    fn hold(rules: usize, marks: &[(usize, bool)]) {
        let mut held = Marks::<2, 3>::of(rules);
        for (rule, second) in marks {
            held.push(u16::try_from(*rule).unwrap(), *second);
        }
        assert!(held.iter().eq(marks.iter().copied()));
        assert_eq!(held.count(), marks.len());
        assert_eq!(matches!(held, Marks::Bits { .. }), rules <= 128);
        assert_eq!(
            matches!(held, Marks::Heap(_)),
            rules > 128 && marks.len() > 3
        );
    }

    #[test]
    fn marks_keep_their_order_and_their_way() {
        let marks = [
            (0, false),
            (1, true),
            (63, false),
            (64, true),
            (126, true),
            (127, false),
        ];
        for rules in [128, 129, 20_000] {
            for length in 0..=marks.len() {
                hold(rules, marks.get(..length).unwrap());
            }
        }
        hold(20_000, &[(19_998, true), (19_999, false)]);
    }
}
