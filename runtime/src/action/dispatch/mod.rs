//! Dispatch: the conjunction of seven independent checks. Semantics, section 6.
//!
//! Here lives the conjunction, and the checks that are this room's: authority, policy, approval, and the limits on the
//! actual arguments. Boundary, data and budget are judged in rooms of their own and arrive as [`Finding`]s.
//!
//! Every check is evaluated, whatever the others say, and every failure is listed. Nothing that the action says about
//! itself passes a check: not its risk, not a flag among its arguments, not the word `verified` anywhere.
//!
//! ```
//! use ordain_runtime::action::ActionBinding;
//! use ordain_runtime::action::dispatch::{Check, Observations, dispatch};
//! use ordain_runtime::time::Instant;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let action = ActionBinding::parse(include_bytes!("../example/action.json"))?;
//! // Nothing has been observed, so nothing is permitted.
//! let now = Instant::parse("2026-03-01T12:00:00Z")?;
//! let refusal = dispatch(&action, &Observations::default(), now).unwrap_err();
//! assert_eq!(refusal.failures[0].check, Check::Authority);
//! assert_eq!(refusal.failures[0].code, "authority_missing");
//! # Ok(())
//! # }
//! ```

mod answer;
mod approval;
mod finding;
mod limits;
mod observation;
mod policy;

use alloc::vec::Vec;

pub use answer::{Check, Failure, Permit, Refusal};
pub use finding::{Finding, RoomFault};
pub use limits::{ArgumentLimits, DecidedLimits, DottedPaths};
pub use observation::{GateApproval, HeldApproval, Observations, PolicyObservation};

use super::{ActionBinding, authority};
use crate::time::Instant;

/// Permits an action, or lists everything that stands against it, in the order of section 6: authority, policy, approval,
/// constraints, boundary, data, budget.
///
/// A permit is of this action and this moment. It is no reservation and no lock: whoever holds one dispatches at once, or
/// asks again.
pub fn dispatch(
    action: &ActionBinding<'_>,
    observations: &Observations<'_>,
    now: Instant,
) -> Result<Permit, Refusal> {
    dispatch_with(action, observations, now, &DottedPaths)
}

/// As [`dispatch`], with another judge of limits on arguments.
pub fn dispatch_with(
    action: &ActionBinding<'_>,
    observations: &Observations<'_>,
    now: Instant,
    limits: &impl ArgumentLimits,
) -> Result<Permit, Refusal> {
    let authority = authority::faults(action.members(), &observations.grants, now);
    let checks: [Vec<Failure>; 7] = [
        authority.iter().map(Failure::from).collect(),
        policy::failures(action, observations),
        approval::failures(action, observations, now),
        limits::failures(action, observations, limits),
        finding::failures(Check::Boundary, action, observations.boundary.as_ref(), now),
        finding::failures(Check::Data, action, observations.data.as_ref(), now),
        finding::failures(Check::Budget, action, observations.budget.as_ref(), now),
    ];
    let failures: Vec<Failure> = checks.into_iter().flatten().collect();
    if failures.is_empty() {
        return Ok(Permit::new(action.digest(), now));
    }
    Err(Refusal {
        action_digest: action.digest(),
        at: now,
        failures,
    })
}
