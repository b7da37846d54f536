//! How much a document may hold. Enforcing the limits is the lexer's and the reader's work.

/// Bounds on one document (semantics, section 1).
///
/// A caller may lower the default, and raise it no further than [`Limits::MAX`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Limits {
    depth: u32,
    values: u32,
    bytes: u32,
}

impl Limits {
    /// 64 levels, 100,000 values, 4 MiB.
    pub const DEFAULT: Self = Self {
        depth: 64,
        values: 100_000,
        bytes: 4 << 20,
    };

    /// 128 levels, 1,000,000 values, 64 MiB: beyond these no caller can go.
    pub const MAX: Self = Self {
        depth: 128,
        values: 1_000_000,
        bytes: 64 << 20,
    };

    /// Bounds of `depth` levels of arrays and objects, `values` values and `bytes` bytes.
    ///
    /// `None` where one of them is above [`Limits::MAX`].
    #[must_use]
    pub const fn new(depth: u32, values: u32, bytes: u32) -> Option<Self> {
        if depth > Self::MAX.depth || values > Self::MAX.values || bytes > Self::MAX.bytes {
            return None;
        }
        Some(Self {
            depth,
            values,
            bytes,
        })
    }

    /// The most levels of arrays and objects; a scalar alone has none.
    #[must_use]
    pub const fn depth(self) -> u32 {
        self.depth
    }

    /// The most values: each scalar, array and object counts one, a key none.
    #[must_use]
    pub const fn values(self) -> u32 {
        self.values
    }

    /// The most bytes of text.
    #[must_use]
    pub const fn bytes(self) -> u32 {
        self.bytes
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self::DEFAULT
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_lowered_freely_and_never_raised_past_the_maximum() {
        assert_eq!(Limits::default(), Limits::DEFAULT);
        assert!(Limits::new(0, 0, 0).is_some());
        assert_eq!(Limits::new(128, 1_000_000, 64 << 20), Some(Limits::MAX));
        assert_eq!(Limits::new(129, 1, 1), None);
        assert_eq!(Limits::new(1, 1_000_001, 1), None);
        assert_eq!(Limits::new(1, 1, (64 << 20) + 1), None);
    }
}
