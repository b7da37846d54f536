//! Who is entitled to approve now. The list is observed by whoever keeps it; a decision is never believed about its own
//! author.

use alloc::string::String;
use alloc::vec::Vec;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de, ser};

use crate::ident::Identifier;
use crate::signature::PublicKey;
use crate::time::{Instant, Interval};

/// A principal with the roles and keys that it has now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Approver<'a> {
    /// The principal.
    #[serde(borrow)]
    pub principal: Identifier<'a>,
    /// Its roles.
    #[serde(borrow)]
    pub roles: Vec<Identifier<'a>>,
    /// The keys that it signs with; in JSON each a `PUBLIC KEY` in PEM, as `ordain key new` writes it.
    #[serde(serialize_with = "write_keys", deserialize_with = "read_keys")]
    pub keys: Vec<PublicKey>,
    /// The first moment of the entitlement.
    pub from: Instant,
    /// The first moment after it.
    pub until: Instant,
    /// Whether it was taken back.
    pub revoked: bool,
}

impl Approver<'_> {
    /// Whether the entitlement holds at a moment; one with an empty interval never does.
    #[must_use]
    pub fn is_entitled(&self, now: Instant) -> bool {
        let interval = Interval::new(self.from, self.until);
        !self.revoked && interval.is_ok_and(|interval| interval.contains(now))
    }
}

fn write_keys<S: Serializer>(keys: &[PublicKey], serializer: S) -> Result<S::Ok, S::Error> {
    let texts: Result<Vec<String>, _> = keys.iter().map(PublicKey::to_pem).collect();
    texts.map_err(ser::Error::custom)?.serialize(serializer)
}

fn read_keys<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<PublicKey>, D::Error> {
    let texts = Vec::<String>::deserialize(deserializer)?;
    let keys = texts.iter().map(|text| PublicKey::from_pem(text));
    keys.collect::<Result<_, _>>().map_err(de::Error::custom)
}
