//! Labels of data, and the lattice that they are. Who may set one lives in `passage`.

use alloc::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::ident::Identifier;

/// How confidential data is; later ones more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Classification {
    /// For everyone.
    Public,
    /// For the organisation.
    Internal,
    /// For those who need it.
    Confidential,
    /// For those who are named.
    Restricted,
}

impl Classification {
    /// All four, in order.
    pub const ALL: [Self; 4] = [
        Self::Public,
        Self::Internal,
        Self::Confidential,
        Self::Restricted,
    ];
}

/// The regions in which data may be processed and kept. As JSON, an array of at most 128 different ones; `null` for any.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Regions<'a>(Option<BTreeSet<Identifier<'a>>>);

impl<'de: 'a, 'a> Deserialize<'de> for Regions<'a> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        crate::bounded::set_or_null::<D, Identifier<'a>, 128>(deserializer).map(Self)
    }
}

impl<'a> Regions<'a> {
    /// Any region.
    pub const ANY: Self = Self(None);
    /// No region.
    pub const NONE: Self = Self(Some(BTreeSet::new()));

    /// These regions.
    pub fn only(regions: impl IntoIterator<Item = Identifier<'a>>) -> Self {
        Self(Some(regions.into_iter().collect()))
    }

    /// Whether data may be there.
    #[must_use]
    pub fn contains(&self, region: &Identifier<'_>) -> bool {
        let regions = self.0.as_ref();
        regions.is_none_or(|regions| regions.contains(region.as_str()))
    }

    /// The regions of both.
    #[must_use]
    pub fn intersection(&self, other: &Self) -> Self {
        match (&self.0, &other.0) {
            (None, regions) | (regions, None) => Self(regions.clone()),
            (Some(left), Some(right)) => Self(Some(left.intersection(right).cloned().collect())),
        }
    }

    /// Whether every region here is one there.
    #[must_use]
    pub fn is_subset(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (_, None) => true,
            (None, Some(_)) => false,
            (Some(left), Some(right)) => left.is_subset(right),
        }
    }
}

/// What binds data wherever it goes: a classification, and the regions where it may be (semantics, section 7).
///
/// Labels are a lattice, in which more restricts more: [`join`](Self::join) is the least label that is at least as
/// restrictive as both, [`LOWEST`](Self::LOWEST) is below and [`HIGHEST`](Self::HIGHEST) above every other.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Label<'a> {
    /// The classification.
    pub classification: Classification,
    /// Where it may be.
    #[serde(borrow)]
    pub regions: Regions<'a>,
}

impl Label<'_> {
    /// Public, and anywhere.
    pub const LOWEST: Self = Self {
        classification: Classification::Public,
        regions: Regions::ANY,
    };
    /// Restricted, and nowhere: the label of what nobody labelled.
    pub const HIGHEST: Self = Self {
        classification: Classification::Restricted,
        regions: Regions::NONE,
    };

    /// The label of what is made of both.
    #[must_use]
    pub fn join(&self, other: &Self) -> Self {
        Self {
            classification: self.classification.max(other.classification),
            regions: self.regions.intersection(&other.regions),
        }
    }

    /// Whether it restricts at most as much as `other`.
    #[must_use]
    pub fn is_at_most(&self, other: &Self) -> bool {
        self.classification <= other.classification && other.regions.is_subset(&self.regions)
    }
}
