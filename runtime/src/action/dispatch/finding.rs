//! What another room has found about an action: the seam through which boundary, data and budget are joined.

use alloc::borrow::Cow;
use alloc::format;
use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use super::answer::{Check, Failure};
use crate::action::ActionBinding;
use crate::digest::Digest;
use crate::time::{Instant, Interval};

/// What one of the rooms of section 7, or the ledger of section 8, found about one action, and for how long that holds.
///
/// It is made by the trusted side that has made the observation, never by the one that proposes the action. That nothing
/// stands against an action is said by an empty list about exactly this action within a current interval; no finding
/// says nothing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Finding<'a> {
    /// The action that it is about.
    pub action_digest: Digest,
    /// The first moment at which it holds.
    pub from: Instant,
    /// The first moment at which it no longer does.
    pub until: Instant,
    /// What stands against the action.
    #[serde(borrow)]
    pub faults: Vec<RoomFault<'a>>,
}

/// One thing that another room holds against an action.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RoomFault<'a> {
    /// The stable code of that room.
    #[serde(borrow)]
    pub code: Cow<'a, str>,
    /// What is wrong.
    #[serde(borrow)]
    pub message: Cow<'a, str>,
    /// What would satisfy the check.
    #[serde(borrow)]
    pub remedy: Cow<'a, str>,
}

/// `*_missing` where nothing was found about this action, `*_stale` where it does not hold now; else what was found.
pub(super) fn failures(
    check: Check,
    action: &ActionBinding<'_>,
    finding: Option<&Finding<'_>>,
    now: Instant,
) -> Vec<Failure> {
    let (missing, stale) = match check {
        Check::Budget => ("budget_missing", "budget_stale"),
        Check::Data => ("data_missing", "data_stale"),
        _ => ("boundary_missing", "boundary_stale"),
    };
    let Some(finding) = finding.filter(|finding| finding.action_digest == action.digest()) else {
        return Vec::from([Failure::new(
            check,
            missing,
            format!("nothing was found about the {check} of this action"),
            "a finding about exactly this action",
        )]);
    };
    let interval = Interval::new(finding.from, finding.until);
    if !interval.is_ok_and(|interval| interval.contains(now)) {
        return Vec::from([Failure::new(
            check,
            stale,
            format!(
                "the finding holds from {} until {}, and it is {now}",
                finding.from, finding.until
            ),
            "a finding that holds now",
        )]);
    }
    let failure = |fault| Failure::room(check, fault);
    finding.faults.iter().map(failure).collect()
}
