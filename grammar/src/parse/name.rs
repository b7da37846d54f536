//! Names, revisions, fields and paths: how they must be spelled.

use super::reader::{Node, Reader, Rule, child};
use crate::error::{SyntaxCode, SyntaxError};
use crate::limits;
use crate::span::{Span, Spanned};
use crate::syntax::{Header, Path, Reference, Word};

/// The words that cannot name a field, a member or an element. The grammar has the same list, which a test compares.
pub(super) const RESERVED: &[&str] = &[
    "and", "or", "not", "in", "is", "any", "all", "count", "true", "false", "null", "on", "when",
    "then", "else",
];

impl Reader<'_> {
    /// The name of a declaration, a package or a rule: lower-case words with `-`, joined by `.`.
    pub(super) fn name(&mut self, node: &Node<'_>) -> Word {
        let word = Word::new(node.as_str().to_owned(), self.span(node));
        self.check_length(&word);
        if !is_name(&word.value) {
            let proposal = word.value.to_ascii_lowercase().replace('_', "-");
            self.malformed_name(
                &word,
                &proposal,
                "names are lower-case words with `-`, joined by `.`",
            );
        }
        word
    }

    /// The name of something outside the language: a gate, a piece of evidence, a capability. `_` joins words too.
    pub(super) fn outside_name(&mut self, node: &Node<'_>) -> Word {
        let word = Word::new(node.as_str().to_owned(), self.span(node));
        self.check_length(&word);
        if !is_name(&word.value.replace('_', "-")) {
            let proposal = word.value.to_ascii_lowercase();
            self.malformed_name(
                &word,
                &proposal,
                "names are lower-case words with `-` or `_`, joined by `.`",
            );
        }
        word
    }

    fn malformed_name(&mut self, word: &Word, proposal: &str, help: &str) {
        let error = SyntaxError::new(
            SyntaxCode::NameMalformed,
            word.span,
            format!("`{}` is not a name", word.value),
        )
        .help(help);
        self.errors.push(if is_name(&proposal.replace('_', "-")) {
            error.mend(word.span, proposal, format!("write `{proposal}`"))
        } else {
            error
        });
    }

    /// A field, a member, an element, a feature: `snake_case` or `UPPER_CASE`.
    pub(super) fn word(&mut self, node: &Node<'_>) -> Word {
        self.checked_word(node.as_str(), self.span(node))
    }

    fn checked_word(&mut self, text: &str, span: Span) -> Word {
        let word = Word::new(text.to_owned(), span);
        self.check_length(&word);
        if RESERVED.contains(&text) {
            self.errors.push(reserved(text, span));
        } else if !is_word(text) {
            let proposal = snake_case(text);
            let error = SyntaxError::new(
                SyntaxCode::WordMalformed,
                span,
                format!("`{text}` is neither `snake_case` nor `UPPER_CASE`"),
            )
            .help("fields and members are spelled in one of the two ways");
            self.errors.push(
                if is_word(&proposal) && !RESERVED.contains(&proposal.as_str()) {
                    error.mend(span, proposal.as_str(), format!("write `{proposal}`"))
                } else {
                    error
                },
            );
        }
        word
    }

    /// `user.role`, word by word.
    pub(super) fn path(&mut self, node: &Node<'_>) -> Path {
        let start = node.as_span().start();
        let mut position = start;
        let mut words = Vec::new();
        for text in node.as_str().split('.') {
            let span = self.span_of(position, position + text.len());
            words.push(self.checked_word(text, span));
            position += text.len() + 1;
        }
        Path { words }
    }

    /// `NAME@REVISION`, where it is declared.
    pub(super) fn header(&mut self, node: &Node<'_>) -> Option<Header> {
        let (name, revision) = self.name_and_revision(node, true)?;
        Some(Header { name, revision })
    }

    /// `NAME@REVISION`, where it is used.
    pub(super) fn reference(&mut self, node: &Node<'_>) -> Option<Reference> {
        let (name, revision) = self.name_and_revision(node, false)?;
        Some(Reference { name, revision })
    }

    fn name_and_revision(&mut self, node: &Node<'_>, declared: bool) -> Option<(Word, Word)> {
        let name = self.name(&child(node, Rule::name)?);
        let Some(revision) = child(node, Rule::revision) else {
            let at = Span::new(name.span.end, name.span.end);
            let error = SyntaxError::new(
                SyntaxCode::RevisionMissing,
                name.span,
                format!("`{}` has no revision", name.value),
            );
            self.errors.push(if declared {
                error.help("a declaration names its revision").mend(
                    at,
                    "@1",
                    format!("write `{}@1`", name.value),
                )
            } else {
                error.help(format!(
                    "a reference names the revision it means, as in `{}@1`",
                    name.value
                ))
            });
            return None;
        };
        let word = Word::new(revision.as_str().to_owned(), self.span(&revision));
        if word.value.len() > limits::REVISION_CHARACTERS {
            self.error(
                SyntaxCode::RevisionMalformed,
                word.span,
                format!(
                    "this revision has {} characters, and {} are the most",
                    word.value.len(),
                    limits::REVISION_CHARACTERS
                ),
            );
        }
        Some((name, word))
    }

    fn check_length(&mut self, word: &Word) {
        if word.value.len() > limits::NAME_CHARACTERS {
            self.error(
                SyntaxCode::NameTooLong,
                word.span,
                format!(
                    "this name has {} characters, and {} are the most",
                    word.value.len(),
                    limits::NAME_CHARACTERS
                ),
            );
        }
    }

    /// The words of the children of a kind.
    pub(super) fn each<T>(
        &mut self,
        node: &Node<'_>,
        rule: Rule,
        mut read: impl FnMut(&mut Self, &Node<'_>) -> T,
    ) -> Vec<T> {
        super::reader::children(node, rule)
            .map(|child| read(self, &child))
            .collect()
    }

    /// The references among the children; those that could not be read are left out.
    pub(super) fn references(&mut self, node: &Node<'_>) -> Vec<Reference> {
        let read = self.each(node, Rule::reference, Self::reference);
        read.into_iter().flatten().collect()
    }

    /// A list without brackets ends without a comma.
    pub(super) fn trailing_comma(&mut self, node: &Node<'_>) {
        if let Some(comma) = child(node, Rule::trailing_comma_slip) {
            let span = self.span(&comma);
            self.errors.push(
                SyntaxError::new(
                    SyntaxCode::CommaTrailing,
                    span,
                    "the list ends here, so no comma follows its last item",
                )
                .help("only a list in brackets may end with a comma")
                .mend(span, "", "remove it"),
            );
        }
    }
}

/// The error for a reserved word in the place of a field or a member.
pub(super) fn reserved(text: &str, span: Span) -> SyntaxError {
    let help = if text == "null" {
        "a fact that is not there is asked for with `is absent`"
    } else {
        "it is a word of the language; choose another name"
    };
    SyntaxError::new(
        SyntaxCode::WordReserved,
        span,
        format!("`{text}` cannot name a field or a member"),
    )
    .help(help)
}

/// Whether text is spelled as a name.
pub(crate) fn is_name(text: &str) -> bool {
    text.split('.').all(|part| {
        part.starts_with(|first: char| first.is_ascii_lowercase())
            && part.split('-').all(|word| {
                !word.is_empty()
                    && word
                        .bytes()
                        .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
            })
    })
}

/// Whether text is spelled as a field or a member, reserved or not.
pub(crate) fn is_word(text: &str) -> bool {
    let all = |allowed: fn(&u8) -> bool| {
        text.bytes()
            .all(|byte| allowed(&byte) || byte.is_ascii_digit() || byte == b'_')
    };
    text.starts_with(|first: char| first.is_ascii_alphabetic())
        && (all(u8::is_ascii_lowercase) || all(u8::is_ascii_uppercase))
}

/// `tenureDays` and `tenure-days` as `tenure_days`.
fn snake_case(text: &str) -> String {
    let mut proposal = String::new();
    let mut lower_before = false;
    for character in text.trim_start_matches('_').chars() {
        if character == '-' {
            proposal.push('_');
        } else {
            if character.is_ascii_uppercase() && lower_before {
                proposal.push('_');
            }
            proposal.push(character.to_ascii_lowercase());
        }
        lower_before = character.is_ascii_lowercase() || character.is_ascii_digit();
    }
    proposal
}

/// A value with the place of its node.
impl Reader<'_> {
    pub(super) fn spanned<T>(&self, value: T, node: &Node<'_>) -> Spanned<T> {
        Spanned::new(value, self.span(node))
    }
}
