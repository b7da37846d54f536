//! Credentials as references: for whom, for what, to where and how long. The secrets themselves never come here.

use alloc::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::active::BoundedAction;
use super::error::CredentialScope;
use crate::digest::Digest;
use crate::ident::Identifier;
use crate::time::{Instant, Interval};

/// A capability at one exact revision.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Capability<'a> {
    /// The id.
    #[serde(borrow)]
    pub id: Identifier<'a>,
    /// The revision.
    #[serde(borrow)]
    pub revision: Identifier<'a>,
    /// The digest of its definition.
    pub digest: Digest,
}

/// A credential as its broker issued it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Credential<'a> {
    /// What it is called; not the secret.
    #[serde(borrow)]
    pub reference: Identifier<'a>,
    /// The authenticated actor to whom it was issued.
    #[serde(borrow)]
    pub actor: Identifier<'a>,
    /// The capability that may use it.
    #[serde(borrow)]
    pub capability: Capability<'a>,
    /// The destinations to which it may go, 128 at most.
    #[serde(borrow, deserialize_with = "crate::bounded::set::<_, _, 128>")]
    pub destination_ids: BTreeSet<Identifier<'a>>,
    /// When it may be used.
    pub lifetime: Interval,
}

/// The use of a credential at a destination.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CredentialUse<'a> {
    /// The credential.
    #[serde(borrow)]
    pub reference: Identifier<'a>,
    /// Where it goes.
    #[serde(borrow)]
    pub destination_id: Identifier<'a>,
}

impl Credential<'_> {
    /// The scopes that do not cover the use of it by `action` at `destination`, in the order of [`CredentialScope`].
    pub(super) fn exceeded(
        &self,
        action: &BoundedAction<'_>,
        destination: &Identifier<'_>,
        now: Instant,
    ) -> impl Iterator<Item = CredentialScope> + use<> {
        let goes = self.destination_ids.contains(destination.as_str())
            && action.destination_ids.contains(destination.as_str());
        [
            (self.actor == action.actor, CredentialScope::Actor),
            (
                self.capability == action.capability,
                CredentialScope::Capability,
            ),
            (goes, CredentialScope::Destination),
            (self.lifetime.contains(now), CredentialScope::Lifetime),
        ]
        .into_iter()
        .filter_map(|(covered, scope)| (!covered).then_some(scope))
    }
}
