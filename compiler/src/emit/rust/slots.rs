//! Constants of predicates that are read off a row, so that rules which differ in constants alone share one function.

use std::cell::RefCell;

/// A constant: its type and its text.
pub(super) type Constant = (String, String);

/// Takes the constants of a predicate in the order in which they are printed.
#[derive(Debug, Default)]
pub(super) struct Slots {
    taken: RefCell<Vec<Constant>>,
    /// Whether each constant is read off the row; all are where this is empty.
    varies: Vec<bool>,
}

impl Slots {
    /// Reads those constants off the row of which `varies` says so.
    pub(super) const fn varying(varies: Vec<bool>) -> Self {
        Self {
            taken: RefCell::new(Vec::new()),
            varies,
        }
    }

    /// The text that stands for a constant.
    pub(super) fn take(&self, ty: String, value: String) -> String {
        let mut taken = self.taken.borrow_mut();
        let place = taken.len();
        let varies = |place: usize| self.varies.get(place).copied().unwrap_or(true);
        let text = if varies(place) {
            let before = (0..place).filter(|place| varies(*place)).count();
            format!("row.{before}")
        } else {
            value.clone()
        };
        taken.push((ty, value));
        text
    }

    /// Every constant that was taken.
    pub(super) fn into_taken(self) -> Vec<Constant> {
        self.taken.into_inner()
    }
}
