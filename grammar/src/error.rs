//! What is said about text that cannot be read: one type for every mistake, with the edit that mends it where one is known.
//! How it is shown is the business of who shows it.

mod code;

pub use code::{SyntaxCode, codes};

use crate::limits;
use crate::span::Span;

/// One mistake of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyntaxError {
    /// The stable code: `E0120`.
    pub code: &'static str,
    /// What is wrong, and only that.
    pub span: Span,
    /// What is wrong, in lower case and without a period at its end.
    pub message: String,
    /// What to do about it, where that is not the mend.
    pub help: Option<String>,
    /// The edit that mends it.
    pub mend: Option<Mend>,
    /// Further places with what they are, such as where a clause stood the first time.
    pub labels: Vec<(Span, String)>,
}

/// An edit that a machine can make: the text at `span` becomes `replacement`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mend {
    /// What is replaced; empty where something is put in.
    pub span: Span,
    /// What stands there afterwards.
    pub replacement: String,
    /// What the edit does: `write "=="`.
    pub title: String,
}

impl SyntaxError {
    /// An error without help, mend and labels.
    #[must_use]
    pub fn new(code: SyntaxCode, span: Span, message: impl Into<String>) -> Self {
        Self {
            code: code.text(),
            span,
            message: message.into(),
            help: None,
            mend: None,
            labels: Vec::new(),
        }
    }

    /// The same error with help.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// The same error with an edit that puts `replacement` in the place of `span`.
    #[must_use]
    pub fn mend(
        mut self,
        span: Span,
        replacement: impl Into<String>,
        title: impl Into<String>,
    ) -> Self {
        self.mend = Some(Mend {
            span,
            replacement: replacement.into(),
            title: title.into(),
        });
        self
    }

    /// The same error with a further place.
    #[must_use]
    pub fn label(mut self, span: Span, text: impl Into<String>) -> Self {
        self.labels.push((span, text.into()));
        self
    }
}

/// The errors of one file, at most [`limits::ERRORS`] and one that says so.
#[derive(Debug, Default)]
pub(crate) struct Errors {
    list: Vec<SyntaxError>,
    left_out: Option<Span>,
}

impl Errors {
    pub(crate) fn push(&mut self, error: SyntaxError) {
        if self.list.len() < limits::ERRORS {
            self.list.push(error);
        } else if self.left_out.is_none() {
            self.left_out = Some(error.span);
        }
    }

    /// Forgets what stands at or behind a place that is read again.
    pub(crate) fn forget_from(&mut self, start: u32) {
        self.list.retain(|error| error.span.start < start);
        self.left_out = self.left_out.filter(|span| span.start < start);
    }

    /// How many there are, so that a caller can see whether a step added one.
    pub(crate) fn count(&self) -> usize {
        self.list.len() + usize::from(self.left_out.is_some())
    }

    /// All of them, by place.
    pub(crate) fn into_sorted(mut self) -> Vec<SyntaxError> {
        self.list.sort_by_key(|error| (error.span, error.code));
        if let Some(span) = self.left_out {
            self.list.push(
                SyntaxError::new(
                    SyntaxCode::TooManyErrors,
                    span,
                    format!(
                        "more than {} errors; the others are not shown",
                        limits::ERRORS
                    ),
                )
                .help("mend the first ones and try again: many may have one cause"),
            );
        }
        self.list
    }
}
