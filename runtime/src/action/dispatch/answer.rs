//! What a dispatch answers: a permit, or everything that stands against it.

use alloc::borrow::Cow;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;
use core::fmt;

use serde::Serialize;

use super::finding::RoomFault;
use crate::action::approval::ApprovalFault;
use crate::action::authority::AuthorityFault;
use crate::digest::Digest;
use crate::time::Instant;

/// The seven checks, in the order in which their failures are listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Check {
    /// Grants that are current and cover the action.
    Authority,
    /// A permitted decision for these facts, by a policy that is pinned.
    Policy,
    /// Every approval that the decision requires.
    Approval,
    /// The limits of the decision, on the actual arguments.
    Constraints,
    /// A boundary that is active now.
    Boundary,
    /// What may be done with the data.
    Data,
    /// An open reservation that covers it.
    Budget,
}

impl Check {
    /// Every check, in order.
    pub const ALL: [Self; 7] = [
        Self::Authority,
        Self::Policy,
        Self::Approval,
        Self::Constraints,
        Self::Boundary,
        Self::Data,
        Self::Budget,
    ];

    /// The word for it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Authority => "authority",
            Self::Policy => "policy",
            Self::Approval => "approval",
            Self::Constraints => "constraints",
            Self::Boundary => "boundary",
            Self::Data => "data",
            Self::Budget => "budget",
        }
    }
}

impl fmt::Display for Check {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// The action passed all seven checks at one moment. Only [`super::dispatch`] makes one; none can be read from a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Permit {
    action_digest: Digest,
    at: Instant,
}

impl Permit {
    pub(super) const fn new(action_digest: Digest, at: Instant) -> Self {
        Self { action_digest, at }
    }

    /// Of which action.
    #[must_use]
    pub const fn action_digest(&self) -> Digest {
        self.action_digest
    }

    /// At which moment.
    #[must_use]
    pub const fn at(&self) -> Instant {
        self.at
    }
}

/// The action may not be dispatched.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, thiserror::Error)]
#[error("the action may not be dispatched")]
pub struct Refusal {
    /// Which action.
    pub action_digest: Digest,
    /// At which moment.
    pub at: Instant,
    /// Everything that stands against it, in the order of the checks: at least one.
    pub failures: Vec<Failure>,
}

/// One thing that stands against a dispatch.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Failure {
    /// The check that fails.
    pub check: Check,
    /// The stable code, in `snake_case`.
    pub code: Cow<'static, str>,
    /// What is wrong.
    pub message: String,
    /// What would satisfy the check.
    pub remedy: Cow<'static, str>,
}

impl Failure {
    pub(super) fn new(
        check: Check,
        code: &'static str,
        message: impl Into<String>,
        remedy: &'static str,
    ) -> Self {
        Self {
            check,
            code: Cow::Borrowed(code),
            message: message.into(),
            remedy: Cow::Borrowed(remedy),
        }
    }

    pub(super) fn room(check: Check, fault: &RoomFault<'_>) -> Self {
        Self {
            check,
            code: Cow::Owned(fault.code.clone().into_owned()),
            message: fault.message.clone().into_owned(),
            remedy: Cow::Owned(fault.remedy.clone().into_owned()),
        }
    }
}

impl From<&AuthorityFault<'_>> for Failure {
    fn from(fault: &AuthorityFault<'_>) -> Self {
        let message = fault.to_string();
        Self::new(Check::Authority, fault.code(), message, fault.remedy())
    }
}

impl From<&ApprovalFault<'_>> for Failure {
    fn from(fault: &ApprovalFault<'_>) -> Self {
        let message = fault.to_string();
        Self::new(Check::Approval, fault.code(), message, fault.remedy())
    }
}
