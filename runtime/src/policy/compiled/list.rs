//! A short list of small numbers that stays off the heap while it is short.

use alloc::vec::Vec;

/// Numbers in the order in which they were pushed.
#[derive(Clone, Debug)]
pub(super) enum List<const N: usize> {
    Inline { length: u8, numbers: [u16; N] },
    Heap(Vec<u16>),
}

impl<const N: usize> List<N> {
    pub(super) const fn new() -> Self {
        Self::Inline {
            length: 0,
            numbers: [0; N],
        }
    }

    pub(super) fn push(&mut self, number: u16) {
        match self {
            Self::Inline { length, numbers } => {
                if let Some(place) = numbers.get_mut(usize::from(*length)) {
                    *place = number;
                    *length += 1;
                    return;
                }
                let mut all = Vec::with_capacity(4 * N);
                all.extend_from_slice(numbers);
                all.push(number);
                *self = Self::Heap(all);
            }
            Self::Heap(all) => all.push(number),
        }
    }

    pub(super) fn as_slice(&self) -> &[u16] {
        match self {
            Self::Inline { length, numbers } => {
                numbers.get(..usize::from(*length)).unwrap_or_default()
            }
            Self::Heap(all) => all,
        }
    }
}

impl<const N: usize> PartialEq for List<N> {
    fn eq(&self, other: &Self) -> bool {
        self.as_slice() == other.as_slice()
    }
}

impl<const N: usize> Eq for List<N> {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_keeps_its_order_past_its_inline_room() {
        let mut list = List::<3>::new();
        for number in 0..10 {
            list.push(number);
            assert_eq!(list.as_slice().len(), usize::from(number) + 1);
            assert!(list.as_slice().iter().copied().eq(0..=number));
            assert_eq!(matches!(list, List::Inline { .. }), number < 3);
        }
    }
}
