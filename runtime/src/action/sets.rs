//! Arrays that are sets: sorted, without duplicates, bounded. What is in them lives with its subject.

use alloc::collections::BTreeSet;
use alloc::vec::Vec;

use super::ActionError;

/// The most members of each array that is a set: the bound of the execution contract on arrays of references.
pub const SET_MEMBERS_MAX: usize = 128;

/// Refuses what is too long, out of order or doubled.
pub(super) fn check<T: Ord>(member: &'static str, elements: &[T]) -> Result<(), ActionError> {
    if elements.len() > SET_MEMBERS_MAX {
        return Err(ActionError::BoundExceeded {
            member,
            most: SET_MEMBERS_MAX,
        });
    }
    for [left, right] in elements.array_windows() {
        if left == right {
            return Err(ActionError::SetDuplicate { member });
        }
        if left > right {
            return Err(ActionError::SetUnsorted { member });
        }
    }
    Ok(())
}

/// Sorts and takes duplicates out.
pub(super) fn normalise<T: Ord>(elements: &mut Vec<T>) {
    elements.sort_unstable();
    elements.dedup();
}

/// Whether every element of `part` is in `whole`, neither of which need be sorted or short.
pub(super) fn is_within<T: Ord>(part: &[T], whole: &[T]) -> bool {
    let whole: BTreeSet<&T> = whole.iter().collect();
    part.iter().all(|element| whole.contains(element))
}
