//! Authority: the grants that an action stands on, from the first to the last delegated one. Semantics, section 6.
//!
//! Which grants there are, and which are revoked, is observed by whoever keeps them; here they are only judged.

use alloc::vec::Vec;
use core::fmt;

use serde::{Deserialize, Serialize};

use super::sets::is_within;
use super::{ActionMembers, CapabilityRef};
use crate::ident::Identifier;
use crate::time::{Instant, Interval};

/// The most grants from the first to the last delegated one.
pub const GRANTS_MAX: usize = 16;

/// One grant, as the store of grants has it now. Scopes are finite and exact: no wildcards, no ranges.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Grant<'a> {
    /// The grant.
    #[serde(borrow)]
    pub grant_id: Identifier<'a>,
    /// The grant that it delegates; `null` for the first one.
    #[serde(borrow, deserialize_with = "Option::deserialize")]
    pub parent: Option<Identifier<'a>>,
    /// Who gives it: of a delegated one, whoever holds its parent.
    #[serde(borrow)]
    pub grantor: Identifier<'a>,
    /// Who holds it.
    #[serde(borrow)]
    pub grantee: Identifier<'a>,
    /// The tenant within which it holds.
    #[serde(borrow)]
    pub tenant_id: Identifier<'a>,
    /// What may be acted for.
    #[serde(borrow)]
    pub purposes: Vec<Identifier<'a>>,
    /// What may be called, each revision by itself.
    #[serde(borrow)]
    pub capabilities: Vec<CapabilityRef<'a>>,
    /// Where something may go.
    #[serde(borrow)]
    pub destination_ids: Vec<Identifier<'a>>,
    /// The first moment of it.
    pub from: Instant,
    /// The first moment after it.
    pub until: Instant,
    /// Whether it was taken back.
    pub revoked: bool,
}

/// What a grant is limited in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Scope {
    /// Who acts.
    Actor,
    /// The tenant.
    Tenant,
    /// The purpose.
    Purpose,
    /// The exact revision of the capability.
    Capability,
    /// The destinations.
    Destinations,
    /// The interval.
    Interval,
}

impl fmt::Display for Scope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Actor => "actor",
            Self::Tenant => "tenant",
            Self::Purpose => "purpose",
            Self::Capability => "capability",
            Self::Destinations => "destinations",
            Self::Interval => "interval",
        })
    }
}

/// Why an action has no authority.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum AuthorityFault<'a> {
    /// `authority_missing`: no grant is observed, or not exactly those that the action names.
    #[error("the grants observed are not exactly those that the action names")]
    Missing,
    /// `delegation_too_long`: more than [`GRANTS_MAX`] grants.
    #[error("there are more than {GRANTS_MAX} grants")]
    TooLong,
    /// `delegation_broken`: a grant does not follow from the one before it.
    #[error("the grant `{grant_id}` does not follow from the one before it")]
    Broken {
        /// Which.
        grant_id: Identifier<'a>,
    },
    /// `authority_expired`: a grant does not hold at this moment.
    #[error("the grant `{grant_id}` does not hold now")]
    Expired {
        /// Which.
        grant_id: Identifier<'a>,
    },
    /// `authority_revoked`: a grant was taken back.
    #[error("the grant `{grant_id}` is revoked")]
    Revoked {
        /// Which.
        grant_id: Identifier<'a>,
    },
    /// `delegation_widened`: a delegated grant reaches further than the one that it delegates.
    #[error("the grant `{grant_id}` widens the {scope} of the one that it delegates")]
    Widened {
        /// Which.
        grant_id: Identifier<'a>,
        /// In what.
        scope: Scope,
    },
    /// `authority_not_covered`: the last grant does not reach as far as the action.
    #[error("the grants do not cover the {scope} of the action")]
    NotCovered {
        /// In what.
        scope: Scope,
    },
}

impl AuthorityFault<'_> {
    /// The stable code, in `snake_case`.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Missing => "authority_missing",
            Self::TooLong => "delegation_too_long",
            Self::Broken { .. } => "delegation_broken",
            Self::Expired { .. } => "authority_expired",
            Self::Revoked { .. } => "authority_revoked",
            Self::Widened { .. } => "delegation_widened",
            Self::NotCovered { .. } => "authority_not_covered",
        }
    }

    /// What would satisfy the check.
    #[must_use]
    pub const fn remedy(&self) -> &'static str {
        match self {
            Self::Missing => "observe each grant that the action names, and no other",
            Self::TooLong => "delegate over fewer grants",
            Self::Broken { .. } => {
                "list the grants from the first one on, each given by the holder of the one before"
            }
            Self::Expired { .. } => "a grant whose interval holds this moment",
            Self::Revoked { .. } => "a grant that nobody has revoked",
            Self::Widened { .. } => "a delegated grant within the one that it delegates",
            Self::NotCovered { .. } => {
                "a grant of exactly this actor, tenant, purpose, capability revision and these destinations"
            }
        }
    }
}

/// Judges the grants, first one first, against an action: every fault, grant by grant, then what is not covered.
///
/// The grants must be exactly those that the action names, each current and unrevoked; each delegated one must be given
/// by the holder of the one before and lie within it; and the last must be the actor's and cover the capability
/// revision, the tenant, the purpose and every destination. An empty list of faults is authority.
///
/// ```
/// use ordain_runtime::action::authority::{self, Grant};
/// # use ordain_runtime::action::ActionBinding;
/// # use ordain_runtime::canonical;
/// # use ordain_runtime::time::Instant;
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let action = ActionBinding::parse(include_bytes!("example/action.json"))?;
/// let mut grants: Vec<Grant> = canonical::from_slice(include_bytes!("example/grants.json"))?;
/// let now = Instant::parse("2026-03-01T12:00:00Z")?;
/// assert!(authority::faults(action.members(), &grants, now).is_empty());
///
/// grants[0].revoked = true;
/// assert_eq!(authority::faults(action.members(), &grants, now)[0].code(), "authority_revoked");
/// # Ok(())
/// # }
/// ```
#[must_use]
pub fn faults<'a>(
    action: &ActionMembers<'_>,
    grants: &[Grant<'a>],
    now: Instant,
) -> Vec<AuthorityFault<'a>> {
    // What follows takes time with the product of grants and scopes, so their number comes first.
    if grants.len() > GRANTS_MAX {
        return Vec::from([AuthorityFault::TooLong]);
    }
    let mut faults = Vec::new();
    if !names_exactly(action, grants) {
        faults.push(AuthorityFault::Missing);
    }
    let mut before: Option<&Grant<'a>> = None;
    for grant in grants {
        let grant_id = || grant.grant_id.clone();
        if !follows(grant, before) {
            faults.push(AuthorityFault::Broken {
                grant_id: grant_id(),
            });
        }
        if !Interval::new(grant.from, grant.until).is_ok_and(|interval| interval.contains(now)) {
            faults.push(AuthorityFault::Expired {
                grant_id: grant_id(),
            });
        }
        if grant.revoked {
            faults.push(AuthorityFault::Revoked {
                grant_id: grant_id(),
            });
        }
        if let Some(parent) = before {
            let widened = widened(grant, parent);
            faults.extend(widened.map(|scope| AuthorityFault::Widened {
                grant_id: grant_id(),
                scope,
            }));
        }
        before = Some(grant);
    }
    if let Some(last) = before {
        // What the last grant widens it does not cover either; that is said once.
        let said = |scope| {
            faults.iter().any(|fault| {
                matches!(fault, AuthorityFault::Widened { grant_id, scope: widened }
                    if *widened == scope && *grant_id == last.grant_id)
            })
        };
        let not_covered: Vec<_> = uncovered(action, last)
            .filter(|scope| !said(*scope))
            .collect();
        faults.extend(
            not_covered
                .into_iter()
                .map(|scope| AuthorityFault::NotCovered { scope }),
        );
    }
    faults
}

fn names_exactly(action: &ActionMembers<'_>, grants: &[Grant<'_>]) -> bool {
    let mut observed: Vec<&str> = grants.iter().map(|grant| grant.grant_id.as_str()).collect();
    observed.sort_unstable();
    !grants.is_empty()
        && action
            .authority_refs
            .iter()
            .map(Identifier::as_str)
            .eq(observed)
}

fn follows(grant: &Grant<'_>, before: Option<&Grant<'_>>) -> bool {
    match (&grant.parent, before) {
        (None, None) => true,
        (Some(parent), Some(before)) => {
            *parent == before.grant_id && grant.grantor == before.grantee
        }
        _ => false,
    }
}

fn widened(grant: &Grant<'_>, parent: &Grant<'_>) -> impl Iterator<Item = Scope> {
    [
        (Scope::Tenant, grant.tenant_id == parent.tenant_id),
        (Scope::Purpose, is_within(&grant.purposes, &parent.purposes)),
        (
            Scope::Capability,
            is_within(&grant.capabilities, &parent.capabilities),
        ),
        (
            Scope::Destinations,
            is_within(&grant.destination_ids, &parent.destination_ids),
        ),
        (
            Scope::Interval,
            parent.from <= grant.from && grant.until <= parent.until,
        ),
    ]
    .into_iter()
    .filter_map(|(scope, narrows)| (!narrows).then_some(scope))
}

fn uncovered(action: &ActionMembers<'_>, last: &Grant<'_>) -> impl Iterator<Item = Scope> {
    [
        (Scope::Actor, last.grantee == action.actor),
        (Scope::Tenant, last.tenant_id == action.tenant_id),
        (Scope::Purpose, last.purposes.contains(&action.purpose)),
        (
            Scope::Capability,
            last.capabilities.contains(&action.capability),
        ),
        (
            Scope::Destinations,
            is_within(&action.destination_ids, &last.destination_ids),
        ),
    ]
    .into_iter()
    .filter_map(|(scope, covers)| (!covers).then_some(scope))
}
