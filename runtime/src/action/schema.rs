//! The JSON Schemas, draft 2020-12, of the documents of this room. They say less than the readers do: no schema asks for
//! an order within a set.

/// Each schema by its name.
const DOCUMENTS: [(&str, &str); 1] =
    [("action_binding", include_str!("schema/action_binding.json"))];

/// The text of one schema, such as `action_binding`.
#[must_use]
pub fn text(name: &str) -> Option<&'static str> {
    DOCUMENTS
        .iter()
        .find(|(known, _)| *known == name)
        .map(|(_, text)| *text)
}
