//! The business amount of an action. Amounts that can be negative are [`crate::money`]'s.

use serde::{Deserialize, Serialize};

use crate::counter::Counter;
use crate::money::Currency;

/// An amount in minor units, from 0 up: `{"currency": "EUR", "minor_units": 1050}`.
///
/// Which way the money goes is said by the capability. An amount below 0 would give back what a standing grant has
/// already spent, so there is none (semantics, section 5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Amount {
    /// The currency.
    pub currency: Currency,
    /// The amount, in the smallest unit that the currency has.
    pub minor_units: Counter,
}
