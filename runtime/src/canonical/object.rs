//! The members of an object, sorted and without duplicates by construction.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use super::order::compare_keys;
use super::value::Value;

type Member<'a> = (Cow<'a, str>, Value<'a>);

/// The members in canonical order, as a type with a name.
pub(crate) type Members<'o, 'a> = core::iter::Map<
    core::slice::Iter<'o, Member<'a>>,
    fn(&'o Member<'a>) -> (&'o str, &'o Value<'a>),
>;

/// An object: its members sorted by the UTF-16 code units of their keys, each key once.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Object<'a>(Vec<Member<'a>>);

/// `duplicate_key`: members give one key twice.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("an object has the key `{0}` twice")]
pub struct DuplicateKey(pub String);

impl<'a> Object<'a> {
    /// The object without members.
    #[must_use]
    pub const fn new() -> Self {
        Self(Vec::new())
    }

    /// How many members there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is no member.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The value under `key`.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&Value<'a>> {
        let index = self.find(key).ok()?;
        self.0.get(index).map(|(_, value)| value)
    }

    /// The value under `key`, to be changed in place.
    #[must_use]
    pub fn get_mut(&mut self, key: &str) -> Option<&mut Value<'a>> {
        let index = self.find(key).ok()?;
        self.0.get_mut(index).map(|(_, value)| value)
    }

    /// Whether there is a member `key`.
    #[must_use]
    pub fn contains_key(&self, key: &str) -> bool {
        self.find(key).is_ok()
    }

    /// Sets the member `key`; gives the value it had before.
    pub fn insert(
        &mut self,
        key: impl Into<Cow<'a, str>>,
        value: impl Into<Value<'a>>,
    ) -> Option<Value<'a>> {
        let (key, value) = (key.into(), value.into());
        match self.find(&key) {
            Ok(index) => self
                .0
                .get_mut(index)
                .map(|(_, old)| core::mem::replace(old, value)),
            Err(index) => {
                self.0.insert(index, (key, value));
                None
            }
        }
    }

    /// Takes the member `key` out.
    pub fn remove(&mut self, key: &str) -> Option<Value<'a>> {
        let index = self.find(key).ok()?;
        Some(self.0.remove(index).1)
    }

    /// The members in canonical order.
    #[must_use]
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&str, &Value<'a>)> + DoubleEndedIterator {
        self.members()
    }

    /// The keys in canonical order.
    #[must_use]
    pub fn keys(&self) -> impl ExactSizeIterator<Item = &str> + DoubleEndedIterator {
        self.0.iter().map(|(key, _)| key.as_ref())
    }

    /// The values in the order of their keys.
    #[must_use]
    pub fn values(&self) -> impl ExactSizeIterator<Item = &Value<'a>> + DoubleEndedIterator {
        self.0.iter().map(|(_, value)| value)
    }

    pub(crate) fn members(&self) -> Members<'_, 'a> {
        fn borrow<'o, 'a>((key, value): &'o Member<'a>) -> (&'o str, &'o Value<'a>) {
            (key.as_ref(), value)
        }
        self.0.iter().map(borrow)
    }

    /// The same object, borrowing from nothing.
    #[must_use]
    pub fn into_owned(self) -> Object<'static> {
        let own = |(key, value): Member<'a>| (Cow::Owned(key.into_owned()), value.into_owned());
        Object(self.0.into_iter().map(own).collect())
    }

    /// Sorts `members`; on a duplicate gives its key back.
    pub(crate) fn from_members(mut members: Vec<Member<'a>>) -> Result<Self, Cow<'a, str>> {
        let ascending = |[left, right]: &[Member<'a>; 2]| compare_keys(&left.0, &right.0).is_lt();
        if members.array_windows().all(ascending) {
            return Ok(Self(members));
        }
        members.sort_unstable_by(|left, right| compare_keys(&left.0, &right.0));
        match members
            .array_windows()
            .find(|[left, right]| left.0 == right.0)
        {
            None => Ok(Self(members)),
            Some([twice, _]) => Err(twice.0.clone()),
        }
    }

    fn find(&self, key: &str) -> Result<usize, usize> {
        self.0
            .binary_search_by(|(member, _)| compare_keys(member, key))
    }
}

impl<'a> TryFrom<Vec<(Cow<'a, str>, Value<'a>)>> for Object<'a> {
    type Error = DuplicateKey;

    fn try_from(members: Vec<(Cow<'a, str>, Value<'a>)>) -> Result<Self, DuplicateKey> {
        Self::from_members(members).map_err(|key| DuplicateKey(key.into_owned()))
    }
}

impl<'a> IntoIterator for Object<'a> {
    type Item = (Cow<'a, str>, Value<'a>);
    type IntoIter = alloc::vec::IntoIter<Self::Item>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;

    #[test]
    fn members_are_sorted_and_unique() {
        let object = Object::try_from(vec![
            (Cow::from("\u{ffff}"), Value::from(1)),
            (Cow::from("😀"), Value::from(2)),
            (Cow::from("a"), Value::from(3)),
        ])
        .unwrap();
        assert_eq!(object.keys().collect::<Vec<_>>(), ["a", "😀", "\u{ffff}"]);
        assert_eq!(object.get("😀"), Some(&Value::from(2)));
        assert_eq!(object.get("b"), None);
        let twice = Object::try_from(vec![
            (Cow::from("b"), Value::Null),
            (Cow::from("a"), Value::Null),
            (Cow::from("b"), Value::Null),
        ]);
        assert_eq!(twice, Err(DuplicateKey("b".into())));
    }

    #[test]
    fn inserting_keeps_the_order_and_gives_the_old_value() {
        let mut object = Object::new();
        assert_eq!(object.insert("b", 1), None);
        assert_eq!(object.insert("a", 2), None);
        assert_eq!(object.insert("b", 3), Some(Value::from(1)));
        assert_eq!(object.keys().collect::<Vec<_>>(), ["a", "b"]);
        assert_eq!(object.remove("a"), Some(Value::from(2)));
        assert_eq!(object.len(), 1);
    }
}
