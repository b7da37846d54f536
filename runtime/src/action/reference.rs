//! How an action names what it uses: by id, revision and digest. Loading what is named lives in [`crate::registry`].

use serde::{Deserialize, Serialize};

use crate::digest::Digest;
use crate::ident::Identifier;

/// One revision of a capability, pinned by the digest of its definition.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CapabilityRef<'a> {
    /// The capability.
    #[serde(borrow)]
    pub id: Identifier<'a>,
    /// Its revision.
    #[serde(borrow)]
    pub revision: Identifier<'a>,
    /// The digest of its definition.
    pub digest: Digest,
}

/// One revision of a policy, a profile or a release, in the shape of `release_refs` of the execution contract.
///
/// The order is that of the members as they stand here, texts byte for byte.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PinnedRef<'a> {
    /// `policy`, `profile`, `release` and so on: any identifier, since releases are other people's.
    #[serde(borrow)]
    pub artifact_type: Identifier<'a>,
    /// Its id.
    #[serde(borrow)]
    pub artifact_id: Identifier<'a>,
    /// Its revision.
    #[serde(borrow)]
    pub version: Identifier<'a>,
    /// The digest of its bytes.
    pub sha256: Digest,
}
