//! The path of a node inside a stored predicate: `and.1.>.0`. It is built from the inside out, while a failure
//! travels to the root, so that what succeeds pays nothing for it.

use alloc::format;
use alloc::string::String;

/// Where a node stands. Empty: the root of the predicate.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct NodePath(String);

impl NodePath {
    /// The root of a predicate.
    pub(crate) const ROOT: Self = Self(String::new());

    /// The same node, seen from an `operator` above whose operand `index` holds it.
    #[must_use]
    pub(crate) fn under(self, operator: &str, index: usize) -> Self {
        if self.0.is_empty() {
            return Self(format!("{operator}.{index}"));
        }
        Self(format!("{operator}.{index}.{}", self.0))
    }

    /// The path inside the artefact, where the predicate is the member `member`.
    pub(crate) fn in_member(&self, member: &str) -> String {
        if self.0.is_empty() {
            return String::from(member);
        }
        format!("{member}.{}", self.0)
    }

    /// The path inside the predicate, as [`Self::into_string`] gave it.
    pub(crate) const fn of_string(path: String) -> Self {
        Self(path)
    }

    /// The path inside the predicate.
    pub(crate) fn into_string(self) -> String {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::NodePath;

    #[test]
    fn paths_grow_from_the_inside() {
        let path = NodePath::ROOT.under(">", 0).under("and", 1);
        assert_eq!(path.in_member("if"), "if.and.1.>.0");
        assert_eq!(NodePath::ROOT.in_member("satisfied_when"), "satisfied_when");
        assert_eq!(path.into_string(), "and.1.>.0");
    }
}
