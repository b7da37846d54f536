//! The JSON Schemas, draft 2020-12, of every kind of artefact and of what an evaluation gives. Each registry holds
//! them, so that what it says can be checked without this product.

use alloc::format;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;

use serde::{Deserialize, Deserializer, Serialize};

use super::{Artefact, Format, Kind, RegistryError};
use crate::canonical::{self, Value};

/// The revision under which the schemas are filed.
const REVISION: &str = "1";

/// Each schema by the last part of its id.
const DOCUMENTS: [(&str, &str); 6] = [
    ("control", include_str!("schema/control.json")),
    ("decision", include_str!("schema/decision.json")),
    ("facts", include_str!("schema/facts.json")),
    ("policy", include_str!("schema/policy.json")),
    (
        "policy_eval_error",
        include_str!("schema/policy_eval_error.json"),
    ),
    ("profile", include_str!("schema/profile.json")),
];

/// A JSON Schema.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct SchemaBody(pub Value<'static>);

impl<'de> Deserialize<'de> for SchemaBody {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Self(Value::deserialize(deserializer)?.into_owned()))
    }
}

/// The schemas as artefacts: ids `ordain.facts`, `ordain.decision` and so on.
///
/// # Errors
///
/// Where a schema is no strict JSON, which a test rules out.
pub fn all() -> Result<Vec<Artefact<SchemaBody>>, RegistryError> {
    DOCUMENTS
        .iter()
        .map(|(name, text)| {
            let artifact_id = format!("ordain.{name}");
            let body =
                canonical::parse(text.as_bytes()).map_err(|error| RegistryError::Malformed {
                    what: artifact_id.clone(),
                    error: error.into(),
                })?;
            Ok(Artefact {
                artifact_type: Kind::Schema,
                artifact_id,
                version: REVISION.to_string(),
                format: Format::SchemaV1,
                body: SchemaBody(body.into_owned()),
            })
        })
        .collect()
}

/// The text of one schema, such as `facts`.
#[must_use]
pub fn text(name: &str) -> Option<String> {
    DOCUMENTS
        .iter()
        .find(|(known, _)| *known == name)
        .map(|(_, text)| (*text).to_string())
}
