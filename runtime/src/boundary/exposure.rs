//! Credentials in state that a model can read. What is model-visible is the caller's to say.

use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

use crate::canonical::{self, Value};
use crate::ident::Identifier;

/// The texts by which one credential is recognised. They are secret: nothing prints them.
#[derive(Clone)]
pub struct Material<'a> {
    reference: Identifier<'a>,
    forms: Vec<&'a str>,
}

/// `material_invalid`: a credential has an empty text, which every text contains.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a credential has an empty text")]
pub struct MaterialError;

impl MaterialError {
    /// The stable code, in `snake_case`.
    #[must_use]
    pub const fn code(self) -> &'static str {
        "material_invalid"
    }
}

impl<'a> Material<'a> {
    /// The credential `reference`, whose secret can be written as each of `forms`: as such, in Base64, as an HTTP header.
    /// Without any, it is recognised by its reference alone.
    pub fn new(
        reference: Identifier<'a>,
        forms: impl IntoIterator<Item = &'a str>,
    ) -> Result<Self, MaterialError> {
        let forms: Vec<_> = forms.into_iter().collect();
        if forms.iter().any(|form| form.is_empty()) {
            return Err(MaterialError);
        }
        Ok(Self { reference, forms })
    }

    fn is_in(&self, text: &str) -> bool {
        self.forms.iter().any(|form| text.contains(form)) || has_word(text, &self.reference)
    }
}

impl fmt::Debug for Material<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Material")
            .field("reference", &self.reference)
            .finish_non_exhaustive()
    }
}

/// The credentials that are seen in `state`: in a string, a key or a number at any depth, the text of a secret as part of
/// another, or the reference as a word of its own (semantics, section 7).
///
/// What is found is `credential_exposed`; hand it to dispatch as `seen_by_model`. That nothing is found proves little: a
/// text in a form that was not named, or in pieces, is not seen.
///
/// ```
/// use ordain_runtime::boundary::{Material, exposed};
/// use ordain_runtime::canonical::parse;
/// use ordain_runtime::ident::Identifier;
///
/// let key = Material::new(Identifier::new("payments-key")?, ["sk-4711-4711"])?;
/// let prompt = parse(br#"{ "messages": [{ "text": "Authorization: Bearer sk-4711-4711" }] }"#)?;
/// let seen = exposed(&prompt, &[key]);
/// assert_eq!(seen.first().map(|reference| reference.as_str()), Some("payments-key"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn exposed<'a>(state: &Value<'_>, materials: &[Material<'a>]) -> BTreeSet<Identifier<'a>> {
    let mut seen = BTreeSet::new();
    let mut look = |text: &str| {
        let found = materials.iter().filter(|material| material.is_in(text));
        seen.extend(found.map(|material| material.reference.clone()));
    };
    // Values in memory can be nested deeper than any stack.
    let mut left = vec![state];
    while let Some(value) = left.pop() {
        match value {
            Value::Null | Value::Boolean(_) => {}
            Value::Number(_) => {
                look(&String::from_utf8(canonical::to_vec(value)).unwrap_or_default());
            }
            Value::String(text) => look(text),
            Value::Array(elements) => left.extend(elements),
            Value::Object(object) => {
                for (key, value) in object.iter() {
                    look(key);
                    left.push(value);
                }
            }
        }
    }
    seen
}

/// Whether `word` stands in `text` and is not part of a longer name there.
fn has_word(text: &str, word: &str) -> bool {
    let goes_on = |character: char| character.is_alphanumeric() || matches!(character, '_' | '-');
    let mut parts = text.split(word);
    let Some(mut before) = parts.next() else {
        return false;
    };
    parts.any(|after| {
        let alone = !before.ends_with(goes_on) && !after.starts_with(goes_on);
        before = after;
        alone
    })
}
