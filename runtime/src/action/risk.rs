//! The native risk of an action: five dimensions that are independent of each other. None of them permits anything.

use serde::{Deserialize, Serialize};

/// What an action risks (semantics, section 5). It is bound, so that an approver sees it; no check of a dispatch is
/// passed by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ActionRisk {
    /// What changes.
    pub effect: RiskEffect,
    /// On whose authority, as declared.
    pub authority: RiskAuthority,
    /// Whether it can be undone.
    pub reversibility: Reversibility,
    /// Through what it acts.
    pub interaction: RiskInteraction,
    /// The most confidential data that it touches.
    pub data: DataScope,
}

/// What an action changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RiskEffect {
    /// Nothing.
    None,
    /// State of this system.
    LocalState,
    /// State of another system.
    ExternalState,
    /// The physical world.
    PhysicalWorld,
}

/// On whose authority an action is declared to be taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RiskAuthority {
    /// The agent's own.
    Agent,
    /// A service's.
    Service,
    /// A user's, delegated.
    UserDelegated,
    /// A person approves it. That one has is shown by an approval alone.
    HumanApproved,
}

/// Whether an action can be undone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reversibility {
    /// There is nothing to undo.
    ReadOnly,
    /// Wholly.
    Reversible,
    /// By another action that makes up for it.
    Compensatable,
    /// Not at all.
    Irreversible,
}

/// Through what an action acts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RiskInteraction {
    /// An interface for programs.
    Api,
    /// A browser.
    Browser,
    /// A whole computer.
    Computer,
    /// Another agent.
    AgentToAgent,
    /// A person who takes over.
    HumanHandoff,
}

/// How confidential data is, in ascending order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DataScope {
    /// Anyone may see it.
    Public,
    /// For the organisation.
    Internal,
    /// For those who need it.
    Confidential,
    /// For those named.
    Restricted,
}
