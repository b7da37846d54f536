//! Duplicates in sets, found by what elements mean.

use alloc::vec::Vec;

/// Up to this many elements, each is compared with all before it.
const COMPARING_ALL_MAX: usize = 16;

/// The index of the first element that is equal to one before it.
pub(super) fn first_duplicate<T: Ord>(elements: &[T]) -> Option<usize> {
    if elements.len() <= COMPARING_ALL_MAX {
        return elements.iter().enumerate().position(|(index, element)| {
            elements
                .iter()
                .take(index)
                .any(|earlier| earlier == element)
        });
    }
    let mut order: Vec<(&T, usize)> = elements.iter().zip(0..).collect();
    order.sort_unstable();
    order
        .array_windows()
        .filter(|[(left, _), (right, _)]| left == right)
        .map(|[_, (_, later)]| *later)
        .min()
}
