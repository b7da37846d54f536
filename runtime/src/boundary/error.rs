//! Why a boundary does not hold for an action.

use core::fmt;

use super::observation::BoundaryMode;
use crate::ident::Identifier;

/// One reason against an action.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BoundaryFailure {
    /// `boundary_missing`: nothing was observed that would establish what is needed.
    #[error("nothing establishes {need}")]
    BoundaryMissing {
        /// What is needed.
        need: Need,
    },
    /// `boundary_stale`: what was observed is over, not yet begun, of another generation, or superseded.
    #[error("what established {need} no longer does")]
    BoundaryStale {
        /// What is needed.
        need: Need,
    },
    /// `egress_denied`: the action goes to a destination that is not granted.
    #[error("the destination `{destination_id}` is not granted")]
    EgressDenied {
        /// The destination.
        destination_id: Identifier<'static>,
    },
    /// `credential_out_of_scope`: a credential is used otherwise than it was issued.
    #[error("the credential `{reference}` is used beyond its {scope}")]
    CredentialOutOfScope {
        /// The credential.
        reference: Identifier<'static>,
        /// What does not cover the use.
        scope: CredentialScope,
    },
    /// `credential_exposed`: a credential was seen in state that a model can read.
    #[error("the credential `{reference}` was seen where a model can read it")]
    CredentialExposed {
        /// The credential.
        reference: Identifier<'static>,
    },
}

impl BoundaryFailure {
    /// The stable code, in `snake_case`.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::BoundaryMissing { .. } => "boundary_missing",
            Self::BoundaryStale { .. } => "boundary_stale",
            Self::EgressDenied { .. } => "egress_denied",
            Self::CredentialOutOfScope { .. } => "credential_out_of_scope",
            Self::CredentialExposed { .. } => "credential_exposed",
        }
    }

    /// What would satisfy the check.
    #[must_use]
    pub const fn remedy(&self) -> &'static str {
        match self {
            Self::BoundaryMissing { .. } => "an observation of the active boundary of this run",
            Self::BoundaryStale { .. } => {
                "an observation that holds now, for the present generation, and is the latest of its boundary"
            }
            Self::EgressDenied { .. } => "a grant of exactly this destination",
            Self::CredentialOutOfScope { .. } => {
                "a credential issued for this actor, capability and destination, and for now"
            }
            Self::CredentialExposed { .. } => "another credential; this one has to be revoked",
        }
    }
}

/// What has to be observed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Need {
    /// A boundary of a mode.
    Mode(BoundaryMode),
    /// A sandbox for arbitrary code.
    CodeSandbox,
    /// A mediator that lets out no more than what is granted.
    MediatedEgress,
}

impl fmt::Display for Need {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Mode(BoundaryMode::BrokerOnly) => "a broker of tools",
            Self::Mode(BoundaryMode::SandboxedCode) => "a sandbox",
            Self::Mode(BoundaryMode::AdministeredDomain) => "an administered domain",
            Self::CodeSandbox => "a sandbox that restricts filesystem, processes and resources",
            Self::MediatedEgress => "that no more is let out than is granted",
        })
    }
}

/// What a credential is scoped to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CredentialScope {
    /// No broker issued such a credential, or more than one did.
    Issue,
    /// The actor.
    Actor,
    /// The exact capability.
    Capability,
    /// The destinations, of the credential and of the action.
    Destination,
    /// The lifetime.
    Lifetime,
}

impl fmt::Display for CredentialScope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Issue => "issue",
            Self::Actor => "actor",
            Self::Capability => "capability",
            Self::Destination => "destinations",
            Self::Lifetime => "lifetime",
        })
    }
}
