//! A decision on a request, and the signature under it. Whether it counts is judged elsewhere.

use alloc::string::String;
use alloc::vec::Vec;

use base64ct::{Base64, Encoding as _};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::ApprovalRequest;
use crate::action::ActionError;
use crate::canonical;
use crate::constant;
use crate::digest::Domain;
use crate::ident::Identifier;
use crate::signature::{KeyId, PublicKey, SecretKey, SignatureError};
use crate::time::Instant;

/// The domain of what is signed: `ordain.approval_decision.v1`.
pub const APPROVAL_DECISION_DOMAIN: Domain<'static> =
    constant!(Some(Domain::new("ordain.approval_decision.v1")));

/// What one approver decides.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Decision<'a> {
    /// The principal.
    #[serde(borrow)]
    pub approver: Identifier<'a>,
    /// The role in which it decides.
    #[serde(borrow)]
    pub role: Identifier<'a>,
    /// What it decides.
    pub decision: Verdict,
    /// When.
    pub at: Instant,
    /// The key that it signs with. A hint: the key itself comes from the approvers that are entitled now.
    pub key: KeyId,
}

/// Yes or no.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// The action may be redeemed, as far as this approver is concerned.
    Approve,
    /// It may not, whatever others decide.
    Deny,
}

/// A decision and the signature over it and the whole request.
///
/// Signed is the domain [`APPROVAL_DECISION_DOMAIN`], one zero byte, and the canonical form of
/// `{"decision": …, "request": …}`. The request is whole within it, so that neither its interval nor its quorum can be
/// changed under a signature that someone has given.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SignedDecision<'a> {
    /// The decision.
    #[serde(borrow)]
    pub decision: Decision<'a>,
    /// 64 bytes of Ed25519; in JSON, base64 with padding.
    #[serde(serialize_with = "write_base64", deserialize_with = "read_base64")]
    pub signature: Vec<u8>,
}

#[derive(Serialize)]
struct Statement<'s> {
    decision: &'s Decision<'s>,
    request: &'s ApprovalRequest<'s>,
}

impl Decision<'_> {
    /// The bytes that are signed.
    ///
    /// # Errors
    ///
    /// Never for a request that was read: it has a canonical form.
    pub fn message(&self, request: &ApprovalRequest<'_>) -> Result<Vec<u8>, ActionError> {
        let statement = canonical::to_canonical(&Statement {
            decision: self,
            request,
        })?;
        let domain = APPROVAL_DECISION_DOMAIN.as_str().as_bytes();
        Ok([domain, &[0], &statement].concat())
    }
}

impl<'a> SignedDecision<'a> {
    /// Signs a decision on a request.
    ///
    /// # Errors
    ///
    /// As [`Decision::message`].
    pub fn sign(
        request: &ApprovalRequest<'_>,
        decision: Decision<'a>,
        key: &SecretKey,
    ) -> Result<Self, ActionError> {
        let signature = key.sign(&decision.message(request)?).to_vec();
        Ok(Self {
            decision,
            signature,
        })
    }

    /// Checks strictly that a key has signed this decision on this request.
    ///
    /// # Errors
    ///
    /// `signature_invalid`.
    pub fn verify(
        &self,
        request: &ApprovalRequest<'_>,
        key: &PublicKey,
    ) -> Result<(), SignatureError> {
        let message = self.decision.message(request);
        // Without a message there is nothing that a signature could be of.
        key.verify(&message.unwrap_or_default(), &self.signature)
    }
}

fn write_base64<S: Serializer>(bytes: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&Base64::encode_string(bytes))
}

fn read_base64<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<u8>, D::Error> {
    let text = String::deserialize(deserializer)?;
    Base64::decode_vec(&text).map_err(|_| de::Error::custom("a signature is base64 with padding"))
}
