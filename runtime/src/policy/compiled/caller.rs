//! Who asks: one text of a predicate serves callers whose facts are validated and callers whose facts are not.
//! What makes a fact unsound is decided while it is decoded, not here.

use alloc::vec::Vec;

use super::super::PredicateFault;

/// The number of a fact: of a leaf outside collections, of a collection with all that it holds, or of a record as such.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fact(u16);

impl Fact {
    /// The fact `number`, counted from 0 within one declaration of facts.
    #[must_use]
    pub const fn new(number: u16) -> Self {
        Self(number)
    }
}

/// A predicate failed at a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The path of the node inside the rule's artefact: `if.and.1.>.0`.
    pub path: &'static str,
    /// Why.
    pub fault: PredicateFault,
}

impl Failure {
    #[cold]
    pub(super) const fn of_type(path: &'static str) -> Self {
        Self {
            path,
            fault: PredicateFault::FactType,
        }
    }
}

/// Every reading of a fact goes through it.
pub trait Caller {
    /// Gives `value`, which was read off the fact, or fails at `path` if that fact is unsound.
    fn read<T>(&self, fact: Fact, value: T, path: &'static str) -> Result<T, Failure>;

    /// Whether a rule that is asked has been found by an index, so that what its rows say of its predicate holds.
    fn found(&self) -> bool;
}

/// Facts of their declared types: no reading fails, and nothing is left of the question.
#[derive(Clone, Copy, Debug, Default)]
pub struct Typed;

impl Caller for Typed {
    #[inline]
    fn read<T>(&self, _fact: Fact, value: T, _path: &'static str) -> Result<T, Failure> {
        Ok(value)
    }

    #[inline]
    fn found(&self) -> bool {
        true
    }
}

/// Which facts of a document that nobody has validated are unsound: missing though required, null, of another type,
/// out of range, or no member. Who reads one fails; nobody else does.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Untyped {
    /// One bit a fact. Empty while all are sound.
    poisoned: Vec<u64>,
}

impl Untyped {
    /// Whether every fact is sound.
    #[must_use]
    pub fn is_sound(&self) -> bool {
        self.poisoned.iter().all(|bits| *bits == 0)
    }

    pub(super) fn poison(&mut self, fact: Fact) {
        let (index, bit) = place(fact);
        if self.poisoned.len() <= index {
            // Facts are numbered upwards, so that the greatest number comes soon.
            self.poisoned.resize(index + 1, 0);
        }
        if let Some(bits) = self.poisoned.get_mut(index) {
            *bits |= bit;
        }
    }

    fn is_poisoned(&self, fact: Fact) -> bool {
        let (index, bit) = place(fact);
        self.poisoned.get(index).is_some_and(|bits| bits & bit != 0)
    }
}

fn place(Fact(number): Fact) -> (usize, u64) {
    (usize::from(number / 64), 1 << (number % 64))
}

impl Caller for Untyped {
    fn read<T>(&self, fact: Fact, value: T, path: &'static str) -> Result<T, Failure> {
        if self.is_poisoned(fact) {
            return Err(Failure::of_type(path));
        }
        Ok(value)
    }

    #[inline]
    fn found(&self) -> bool {
        false
    }
}
