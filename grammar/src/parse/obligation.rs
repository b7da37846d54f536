//! `control` and `profile`.

use super::reader::{Clause, Node, Reader, Rule, Seen, child, children};
use crate::error::{SyntaxCode, SyntaxError};
use crate::syntax::{Conditional, Control, Profile, Reference, Word};

impl Reader<'_> {
    pub(super) fn control(&mut self, node: &Node<'_>) -> Option<Control> {
        let header = self.header(&child(node, Rule::reference)?);
        let mut seen = Seen::default();
        let mut complete = true;
        let (mut title, mut statement, mut owner, mut stage) = (None, None, None, None);
        let (mut evidence, mut satisfied_when) = (None, None);
        for part in node.clone().into_inner() {
            let Some(clause) = self.clause(&part) else {
                continue;
            };
            complete &= match part.as_rule() {
                Rule::title_clause => self.keep(&mut title, &mut seen, &clause, Self::text, &part),
                Rule::statement_clause => {
                    self.keep(&mut statement, &mut seen, &clause, Self::text, &part)
                }
                Rule::owner_clause => {
                    self.keep(&mut owner, &mut seen, &clause, Self::only_word, &part)
                }
                Rule::stage_clause => {
                    self.keep(&mut stage, &mut seen, &clause, Self::only_word, &part)
                }
                Rule::evidence_clause => self.keep(
                    &mut evidence,
                    &mut seen,
                    &clause,
                    Self::only_reference,
                    &part,
                ),
                _ => self.keep(
                    &mut satisfied_when,
                    &mut seen,
                    &clause,
                    Self::condition,
                    &part,
                ),
            };
        }
        let header = header.filter(|_| complete)?;
        Some(Control {
            header,
            title,
            statement,
            owner,
            stage,
            evidence,
            satisfied_when,
        })
    }

    pub(super) fn profile(&mut self, node: &Node<'_>) -> Option<Profile> {
        let header = self.header(&child(node, Rule::reference)?);
        let mut seen = Seen::default();
        let mut complete = true;
        let mut title = None;
        let (mut extends, mut required, mut optional) = (Vec::new(), Vec::new(), Vec::new());
        let mut conditional = Vec::new();
        for part in node.clone().into_inner() {
            match part.as_rule() {
                Rule::title_clause => {
                    let clause = self.clause(&part)?;
                    complete &= self.keep(&mut title, &mut seen, &clause, Self::text, &part);
                }
                Rule::extends_clause => extends.extend(self.reference_list(&part)),
                Rule::require_clause => required.extend(self.reference_list(&part)),
                Rule::optional_clause => optional.extend(self.reference_list(&part)),
                Rule::conditional_clause => conditional.push(self.conditional(&part)),
                _ => {}
            }
        }
        let header = header.filter(|_| complete)?;
        Some(Profile {
            header,
            title,
            extends,
            required,
            conditional,
            optional,
        })
    }

    fn conditional(&mut self, node: &Node<'_>) -> Conditional {
        if let Some(when) = child(node, Rule::when) {
            self.when(&when);
        }
        for operator in children(node, Rule::and_operator) {
            self.logical_operator(&operator);
        }
        Conditional {
            features: self.each(node, Rule::word, Self::word),
            required: self.reference_list(node),
            span: self.place(node),
        }
    }

    fn reference_list(&mut self, node: &Node<'_>) -> Vec<Reference> {
        let Some(list) = child(node, Rule::references) else {
            return Vec::new();
        };
        self.trailing_comma(&list);
        self.references(&list)
    }

    /// A clause by its keyword.
    pub(super) fn clause(&self, node: &Node<'_>) -> Option<Clause> {
        let keyword = node.clone().into_inner().next()?;
        let keyword = match keyword.as_rule() {
            Rule::when => {
                return Some(Clause {
                    keyword: "when",
                    span: self.span(&keyword),
                });
            }
            _ => keyword,
        };
        Some(Clause {
            keyword: keyword_of(node.as_rule())?,
            span: self.span(&keyword),
        })
    }

    /// Reads a clause into its place, if it has not been taken. Gives whether the clause could be read.
    pub(super) fn keep<T>(
        &mut self,
        slot: &mut Option<T>,
        seen: &mut Seen,
        clause: &Clause,
        read: impl FnOnce(&mut Self, &Node<'_>) -> Option<T>,
        node: &Node<'_>,
    ) -> bool {
        let value = read(self, node);
        let readable = value.is_some();
        if seen.admits(clause, self.errors) {
            *slot = value;
        }
        readable
    }

    fn text(&mut self, node: &Node<'_>) -> Option<Word> {
        self.string(&child(node, Rule::string)?)
    }

    fn only_word(&mut self, node: &Node<'_>) -> Option<Word> {
        Some(self.word(&child(node, Rule::word)?))
    }

    fn only_reference(&mut self, node: &Node<'_>) -> Option<Reference> {
        self.reference(&child(node, Rule::reference)?)
    }

    /// `when E`, wherever it stands.
    pub(super) fn condition(&mut self, node: &Node<'_>) -> Option<crate::syntax::Expression> {
        self.when(&child(node, Rule::when)?);
        self.expression(&child(node, Rule::expression)?)
    }

    /// `when`, or `if`, which is reported.
    fn when(&mut self, node: &Node<'_>) {
        if child(node, Rule::if_slip).is_some() {
            let span = self.span(node);
            self.errors.push(
                SyntaxError::new(SyntaxCode::If, span, "`if` is written `when`").mend(
                    span,
                    "when",
                    "write `when`",
                ),
            );
        }
    }
}

/// The word by which a clause is known.
fn keyword_of(rule: Rule) -> Option<&'static str> {
    Some(match rule {
        Rule::title_clause => "title",
        Rule::statement_clause => "statement",
        Rule::owner_clause => "owner",
        Rule::stage_clause => "stage",
        Rule::evidence_clause => "evidence",
        Rule::satisfied_clause => "satisfied when",
        Rule::on_clause => "on",
        Rule::when_clause => "when",
        Rule::then_clause | Rule::effects_clause => "then",
        Rule::else_clause => "else",
        Rule::score_clause => "score",
        Rule::given_clause => "given",
        Rule::expect_clause => "expect",
        _ => return None,
    })
}
