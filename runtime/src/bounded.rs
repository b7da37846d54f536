//! Lists of bounded length and sets that name nothing twice, as documents write them. What is in them lives with its
//! subject.

use alloc::collections::BTreeSet;
use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;

use serde::de::{self, Deserialize, Deserializer, SeqAccess, Visitor};

/// Decodes an array of at most `MAX` elements, and refuses a longer one at its first element too many.
pub(crate) fn list<'de, D, T, const MAX: usize>(deserializer: D) -> Result<Vec<T>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    deserializer.deserialize_seq(Elements::<T, MAX>(PhantomData))
}

/// Decodes an array of at most `MAX` different elements, in any order. One that stands twice is refused, since a reader
/// that counts elements and one that asks for membership would take such a text for different sets.
pub(crate) fn set<'de, D, T, const MAX: usize>(deserializer: D) -> Result<BTreeSet<T>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de> + Ord,
{
    let mut set = BTreeSet::new();
    for element in list::<D, T, MAX>(deserializer)? {
        if !set.insert(element) {
            return Err(de::Error::custom("an element stands twice in a set"));
        }
    }
    Ok(set)
}

/// Decodes `null`, or such a set.
pub(crate) fn set_or_null<'de, D, T, const MAX: usize>(
    deserializer: D,
) -> Result<Option<BTreeSet<T>>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de> + Ord,
{
    struct Nullable<T, const MAX: usize>(PhantomData<T>);

    impl<'de, T: Deserialize<'de> + Ord, const MAX: usize> Visitor<'de> for Nullable<T, MAX> {
        type Value = Option<BTreeSet<T>>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("null or an array")
        }

        fn visit_none<E: de::Error>(self) -> Result<Self::Value, E> {
            Ok(None)
        }

        fn visit_some<D: Deserializer<'de>>(
            self,
            deserializer: D,
        ) -> Result<Self::Value, D::Error> {
            set::<D, T, MAX>(deserializer).map(Some)
        }
    }
    deserializer.deserialize_option(Nullable::<T, MAX>(PhantomData))
}

struct Elements<T, const MAX: usize>(PhantomData<T>);

impl<'de, T: Deserialize<'de>, const MAX: usize> Visitor<'de> for Elements<T, MAX> {
    type Value = Vec<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "an array of at most {MAX} elements")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut elements: A) -> Result<Vec<T>, A::Error> {
        let mut list = Vec::new();
        while let Some(element) = elements.next_element()? {
            if list.len() == MAX {
                return Err(de::Error::invalid_length(MAX + 1, &self));
            }
            list.push(element);
        }
        Ok(list)
    }
}
