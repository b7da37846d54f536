//! What the tests of this room share: the facts of the language's own example, widened by a field of each further type,
//! and artefacts held in memory.

use alloc::borrow::ToOwned as _;
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;

use super::facts::Schema;
use super::interpret::{Definitions, Policy};
use crate::canonical::{self, Value};
use crate::digest::Digest;
use crate::registry::{ArtefactRef, FactsBody, Kind};

const FIELDS: &str = r#"{
    "agent":       { "type": { "kind": "record", "fields": {
        "level":      { "type": { "kind": "integer", "minimum": 0, "maximum": 9 } },
        "name":       { "type": { "kind": "identifier" }, "optional": true },
        "tier":       { "type": { "kind": "enum", "members": ["gold", "iron"] }, "key": true } } }, "optional": true },
    "approved_at": { "type": { "kind": "time" }, "optional": true },
    "attachments": { "type": { "kind": "list", "of": { "kind": "record", "fields": {
        "kind":       { "type": { "kind": "identifier" } },
        "pages":      { "type": { "kind": "integer", "minimum": 0, "maximum": 9007199254740991 }, "optional": true },
        "sha256":     { "type": { "kind": "digest" } },
        "tags":       { "type": { "kind": "set", "of": { "kind": "identifier" } } } } } } },
    "balance":     { "type": { "kind": "integer", "minimum": -9007199254740991, "maximum": 9007199254740991 } },
    "capability":  { "type": { "kind": "identifier" }, "optional": true, "key": true },
    "ceiling":     { "type": { "kind": "money" }, "optional": true },
    "flags":       { "type": { "kind": "set", "of": { "kind": "identifier" } } },
    "intent":      { "type": { "kind": "identifier" }, "key": true },
    "note":        { "type": { "kind": "text" }, "optional": true },
    "prices":      { "type": { "kind": "list", "of": { "kind": "money" } } },
    "refund":      { "type": { "kind": "money" } },
    "rows":        { "type": { "kind": "list", "of": { "kind": "list", "of":
                     { "kind": "integer", "minimum": -9, "maximum": 9 } } } },
    "seen":        { "type": { "kind": "set", "of": { "kind": "time" } } },
    "user":        { "type": { "kind": "record", "fields": {
        "role":        { "type": { "kind": "enum", "members": ["customer", "supervisor", "support_agent"] } },
        "tenure_days": { "type": { "kind": "integer", "minimum": 0, "maximum": 36500 } } } } },
    "vip":         { "type": { "kind": "boolean" } }
}"#;

/// The schema of the tests.
pub(super) fn schema() -> Schema {
    let body: FactsBody =
        canonical::from_slice(format!(r#"{{ "fields": {FIELDS} }}"#).as_bytes()).unwrap();
    body.fields
}

/// Facts of that schema, without anything optional.
pub(super) const FACTS: &str = r#"{
    "attachments": [], "balance": 0, "flags": [], "intent": "support.refund", "prices": [],
    "refund": { "currency": "INR", "minor_units": 500000 }, "rows": [], "seen": [],
    "user": { "role": "support_agent", "tenure_days": 90 }, "vip": false
}"#;

/// JSON in memory.
pub(super) fn json(text: &str) -> Value<'_> {
    canonical::parse(text.as_bytes()).unwrap()
}

/// [`FACTS`] with the members of `changes` in their place; `null` takes one away.
pub(super) fn facts(changes: &str) -> String {
    let Value::Object(mut facts) = json(FACTS) else {
        panic!()
    };
    let Value::Object(changes) = json(changes) else {
        panic!()
    };
    for (name, value) in changes {
        if value.is_null() {
            facts.remove(&name);
        } else {
            facts.insert(name, value);
        }
    }
    String::from_utf8(canonical::to_vec(&Value::Object(facts))).unwrap()
}

/// Artefacts in memory.
#[derive(Default)]
pub(super) struct Store(pub(super) BTreeMap<ArtefactRef, Vec<u8>>);

impl Definitions for Store {
    fn bytes(&self, reference: &ArtefactRef) -> Option<&[u8]> {
        self.0.get(reference).map(Vec::as_slice)
    }
}

impl Store {
    /// Files an artefact; gives the reference to it.
    pub(super) fn add(&mut self, kind: Kind, id: &str, version: &str, body: &str) -> ArtefactRef {
        let kind_name = kind.as_str();
        let artefact = format!(
            r#"{{ "artifact_type": "{kind_name}", "artifact_id": "{id}", "version": "{version}",
                 "format": "ordain.{kind_name}.v1", "body": {body} }}"#
        );
        let bytes = canonical::to_vec(
            &canonical::parse_with(artefact.as_bytes(), canonical::Limits::MAX).unwrap(),
        );
        self.file(kind, id, version, bytes)
    }

    /// Files bytes as they are.
    pub(super) fn file(
        &mut self,
        kind: Kind,
        id: &str,
        version: &str,
        bytes: Vec<u8>,
    ) -> ArtefactRef {
        let reference = ArtefactRef {
            artifact_type: kind,
            artifact_id: id.to_owned(),
            version: version.to_owned(),
            sha256: Digest::of_bytes(&bytes),
        };
        self.0.insert(reference.clone(), bytes);
        reference
    }

    /// Files the facts of the tests.
    pub(super) fn add_facts(&mut self) -> ArtefactRef {
        self.add(
            Kind::Facts,
            "support.refund-request",
            "1",
            &format!(r#"{{ "fields": {FIELDS} }}"#),
        )
    }

    /// Files a policy on the facts of the tests; `members` are those of its body without `facts`.
    pub(super) fn add_policy(&mut self, members: &str) -> ArtefactRef {
        let facts = reference_text(&self.add_facts());
        self.add(
            Kind::Policy,
            "support.refunds",
            "4",
            &format!(r#"{{ "facts": {facts}, {members} }}"#),
        )
    }
}

/// A reference as it stands in artefacts.
pub(super) fn reference_text(reference: &ArtefactRef) -> String {
    canonical::to_value(reference)
        .map(|value| String::from_utf8(canonical::to_vec(&value)).unwrap())
        .unwrap()
}

/// A policy on the facts of the tests.
pub(super) fn policy(members: &str) -> Policy {
    let mut store = Store::default();
    let reference = store.add_policy(members);
    Policy::load(&store, &reference)
        .unwrap_or_else(|error| panic!("{}: {error}", error.code().to_string()))
}
