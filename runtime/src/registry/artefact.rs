//! The envelope of every artefact and the reference to one: artefacts, section 1.

use alloc::string::String;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::{ControlBody, FactsBody, PolicyBody, ProfileBody};
use crate::canonical::Value;
use crate::digest::Digest;

/// The kinds of artefact. Those of coordination are stored bare and have no envelope.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Kind {
    /// One obligation.
    Control,
    /// The typed input of a decision.
    Facts,
    /// Rules and guardrails over facts.
    Policy,
    /// A set of controls.
    Profile,
    /// The JSON Schema of a kind of document.
    Schema,
}

impl Kind {
    /// Every kind, in alphabetical order.
    pub const ALL: [Self; 5] = [
        Self::Control,
        Self::Facts,
        Self::Policy,
        Self::Profile,
        Self::Schema,
    ];

    /// The word that artefacts, media types and commands use.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Facts => "facts",
            Self::Control => "control",
            Self::Profile => "profile",
            Self::Policy => "policy",
            Self::Schema => "schema",
        }
    }
}

/// Names one artefact revision by the digest of its bytes, so that it pins everything that it reaches.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ArtefactRef {
    /// What it refers to.
    pub artifact_type: Kind,
    /// `package.name`.
    pub artifact_id: String,
    /// The revision.
    pub version: String,
    /// The digest of the artefact's canonical bytes.
    pub sha256: Digest,
}

/// An artefact as stored: canonical JSON of exactly these members.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Artefact<B> {
    /// The kind of `body`.
    pub artifact_type: Kind,
    /// `package.name`.
    pub artifact_id: String,
    /// The revision.
    pub version: String,
    /// `ordain.KIND.v1`.
    pub format: Format,
    /// What is declared.
    pub body: B,
}

/// The format of a body. A format that is not listed is refused when an artefact is loaded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Format {
    /// Of [`super::FactsBody`].
    #[serde(rename = "ordain.facts.v1")]
    FactsV1,
    /// Of [`super::ControlBody`].
    #[serde(rename = "ordain.control.v1")]
    ControlV1,
    /// Of [`super::ProfileBody`].
    #[serde(rename = "ordain.profile.v1")]
    ProfileV1,
    /// Of [`super::PolicyBody`].
    #[serde(rename = "ordain.policy.v1")]
    PolicyV1,
    /// Of a JSON Schema, draft 2020-12.
    #[serde(rename = "ordain.schema.v1")]
    SchemaV1,
}

impl Format {
    /// The word that artefacts carry.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::FactsV1 => "ordain.facts.v1",
            Self::ControlV1 => "ordain.control.v1",
            Self::ProfileV1 => "ordain.profile.v1",
            Self::PolicyV1 => "ordain.policy.v1",
            Self::SchemaV1 => "ordain.schema.v1",
        }
    }
}

/// What an artefact of one kind declares.
pub trait Body: Serialize + DeserializeOwned {
    /// The kind of artefact.
    const KIND: Kind;
    /// Its format.
    const FORMAT: Format;
}

macro_rules! bodies {
    ($($body:ty: $kind:ident, $format:ident;)*) => {
        $(impl Body for $body {
            const KIND: Kind = Kind::$kind;
            const FORMAT: Format = Format::$format;
        })*
    };
}

bodies! {
    ControlBody: Control, ControlV1;
    FactsBody: Facts, FactsV1;
    PolicyBody: Policy, PolicyV1;
    ProfileBody: Profile, ProfileV1;
    super::schema::SchemaBody: Schema, SchemaV1;
}

/// What an envelope says before its body is read.
pub(super) struct Envelope<'v> {
    pub(super) artifact_type: Option<&'v str>,
    pub(super) format: Option<&'v str>,
}

impl<'v> Envelope<'v> {
    pub(super) fn of(value: &'v Value<'_>) -> Self {
        let text = |member| value.get(member).and_then(Value::as_str);
        Self {
            artifact_type: text("artifact_type"),
            format: text("format"),
        }
    }
}
