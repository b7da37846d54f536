//! Diagnostics: one type, which every check fills and every renderer reads.

mod codes;
pub mod pages;
pub mod render;
mod suggest;

pub use codes::{Catalogued, Code, catalogue};
pub use suggest::nearest;

use ordain_grammar::SyntaxError;

use crate::source::{FileId, Place};

/// How many words one run looks at to suggest one. Looking takes time in proportion to what is declared, so a large project
/// with very many errors gets suggestions for the first of them alone.
const SUGGESTIONS: usize = 500_000;

/// Whether a build may go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Nothing is emitted.
    Error,
    /// Worth a look.
    Warning,
}

/// What is wrong, where, and what to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The stable code.
    pub code: Code,
    /// One line in the author's words, lower case, without a full stop.
    pub message: String,
    /// Where it is.
    pub place: Place,
    /// What stands under the marked place; may be empty.
    pub label: String,
    /// Further places with what they have to do with it.
    pub related: Vec<(Place, String)>,
    /// What to do, if more than the message says.
    pub help: Option<String>,
    /// An edit that mends it.
    pub mend: Option<Mend>,
    /// How many words may still be looked at to suggest one.
    suggestions: usize,
}

/// An edit: replace the text of the place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mend {
    /// What is replaced; empty where text is only inserted.
    pub place: Place,
    /// What stands there instead.
    pub replacement: String,
    /// What the edit does: `write ==`.
    pub title: String,
}

impl Diagnostic {
    /// Whether a build may go on.
    #[must_use]
    pub fn severity(&self) -> Severity {
        if self.code.as_str().starts_with('W') {
            Severity::Warning
        } else {
            Severity::Error
        }
    }

    /// Sets what stands under the marked place.
    pub fn label(&mut self, text: impl Into<String>) -> &mut Self {
        self.label = text.into();
        self
    }

    /// Adds a further place.
    pub fn related(&mut self, place: Place, text: impl Into<String>) -> &mut Self {
        self.related.push((place, text.into()));
        self
    }

    /// Sets what to do.
    pub fn help(&mut self, text: impl Into<String>) -> &mut Self {
        self.help = Some(text.into());
        self
    }

    /// Sets the edit that mends it.
    pub fn mend(
        &mut self,
        place: Place,
        replacement: impl Into<String>,
        title: impl Into<String>,
    ) -> &mut Self {
        self.mend = Some(Mend {
            place,
            replacement: replacement.into(),
            title: title.into(),
        });
        self
    }

    /// Offers the nearest of `known` in place of the misspelt word, if one is near.
    pub fn suggest(
        &mut self,
        word: &str,
        known: impl IntoIterator<Item = impl AsRef<str>>,
    ) -> &mut Self {
        if self.suggestions == 0 {
            return self;
        }
        let mut looked_at = 0;
        let near = nearest(word, known.into_iter().inspect(|_| looked_at += 1));
        self.suggestions = self.suggestions.saturating_sub(looked_at);
        if let Some(near) = near {
            let near = near.as_ref();
            let place = self.place;
            self.label(format!("did you mean `{near}`?"));
            self.mend(place, near, format!("write `{near}`"));
        }
        self
    }

    /// Takes over an error of the syntax.
    #[must_use]
    pub fn from_syntax(file: FileId, error: &SyntaxError) -> Self {
        let at = |span| Place { file, span };
        Self {
            code: Code::of_syntax(error.code),
            message: error.message.clone(),
            place: at(error.span),
            label: String::new(),
            related: error
                .labels
                .iter()
                .map(|(span, text)| (at(*span), text.clone()))
                .collect(),
            help: error.help.clone(),
            mend: error.mend.as_ref().map(|mend| Mend {
                place: at(mend.span),
                replacement: mend.replacement.clone(),
                title: mend.title.clone(),
            }),
            suggestions: 0,
        }
    }
}

/// What the checks have found so far.
#[derive(Debug, Default)]
pub struct Diagnostics {
    list: Vec<Diagnostic>,
}

impl Diagnostics {
    /// Adds one, to be completed by the methods of [`Diagnostic`].
    #[expect(
        clippy::indexing_slicing,
        reason = "the element was pushed on the line before"
    )]
    pub fn report(
        &mut self,
        code: Code,
        place: Place,
        message: impl Into<String>,
    ) -> &mut Diagnostic {
        self.list.push(Diagnostic {
            code,
            message: message.into(),
            place,
            label: String::new(),
            related: Vec::new(),
            help: None,
            mend: None,
            suggestions: self.suggestions(),
        });
        let last = self.list.len() - 1;
        &mut self.list[last]
    }

    /// How many words the next report may look at.
    fn suggestions(&self) -> usize {
        self.list
            .last()
            .map_or(SUGGESTIONS, |last| last.suggestions)
    }

    /// Whether the next report may still look for the nearest word.
    #[must_use]
    pub fn suggests(&self) -> bool {
        self.suggestions() > 0
    }

    /// Adds one that is complete.
    pub fn push(&mut self, mut diagnostic: Diagnostic) {
        diagnostic.suggestions = self.suggestions();
        self.list.push(diagnostic);
    }

    /// Whether anything found forbids a build.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        self.list
            .iter()
            .any(|diagnostic| diagnostic.severity() == Severity::Error)
    }

    /// Everything found, by file, place and code, nothing twice.
    #[must_use]
    pub fn into_sorted(mut self) -> Vec<Diagnostic> {
        for diagnostic in &mut self.list {
            diagnostic.suggestions = 0;
        }
        self.list
            .sort_by(|a, b| (a.place, a.code, &a.message).cmp(&(b.place, b.code, &b.message)));
        self.list.dedup();
        self.list
    }
}
