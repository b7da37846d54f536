//! `policy`: its head, and its rules one by one.

use super::reader::{Node, Reader, Rule, Seen, child, children, has};
use crate::error::{SyntaxCode, SyntaxError};
use crate::span::Spanned;
use crate::syntax::{
    self, Branch, Clause, ClauseKind, Guardrail, GuardrailEffect, Header, KeyMatch, KeyValue,
    Limit, LimitBound, Outcome, Reference, ScoringRule, Word,
};

impl Reader<'_> {
    /// `policy NAME@REVISION on FACTS {`.
    pub(super) fn policy_head(&mut self, node: &Node<'_>) -> Option<(Header, Reference)> {
        let mut references = children(node, Rule::reference);
        let (name, facts) = (references.next()?, references.next()?);
        let (header, facts) = (self.header(&name), self.reference(&facts));
        Some((header?, facts?))
    }

    pub(super) fn rule(&mut self, node: &Node<'_>) -> Option<syntax::Rule> {
        let documentation = self.documentations.take(self.span(node).start);
        let name = self.name(&child(node, Rule::name)?);
        let mut complete = true;
        let priority = child(node, Rule::number).and_then(|number| {
            let priority = self.integer(&number);
            complete &= priority.is_some();
            priority
        });
        let mut seen = Seen::default();
        let (mut on, mut when, mut then, mut otherwise) = (None, None, None, None);
        for part in node.clone().into_inner() {
            let Some(clause) = self.clause(&part) else {
                continue;
            };
            complete &= match part.as_rule() {
                Rule::on_clause => self.keep(&mut on, &mut seen, &clause, Self::on, &part),
                Rule::when_clause => {
                    self.keep(&mut when, &mut seen, &clause, Self::condition, &part)
                }
                Rule::then_clause => self.keep(&mut then, &mut seen, &clause, Self::branch, &part),
                _ => self.keep(&mut otherwise, &mut seen, &clause, Self::branch, &part),
            };
        }
        complete.then(|| syntax::Rule {
            documentation,
            name,
            priority,
            on: on.unwrap_or_default(),
            when,
            then,
            otherwise,
            span: self.place(node),
        })
    }

    pub(super) fn scoring_rule(&mut self, node: &Node<'_>) -> Option<ScoringRule> {
        let documentation = self.documentations.take(self.span(node).start);
        let name = self.name(&child(node, Rule::name)?);
        let mut complete = true;
        let mut seen = Seen::default();
        let (mut on, mut when, mut score) = (None, None, None);
        for part in node.clone().into_inner() {
            let Some(clause) = self.clause(&part) else {
                continue;
            };
            complete &= match part.as_rule() {
                Rule::on_clause => self.keep(&mut on, &mut seen, &clause, Self::on, &part),
                Rule::when_clause => {
                    self.keep(&mut when, &mut seen, &clause, Self::condition, &part)
                }
                _ => self.keep(&mut score, &mut seen, &clause, Self::score, &part),
            };
        }
        complete.then(|| ScoringRule {
            documentation,
            name,
            on: on.unwrap_or_default(),
            when,
            score,
            span: self.place(node),
        })
    }

    pub(super) fn guardrail(&mut self, node: &Node<'_>) -> Option<Guardrail> {
        let documentation = self.documentations.take(self.span(node).start);
        let name = self.name(&child(node, Rule::name)?);
        let mut complete = true;
        let mut seen = Seen::default();
        let (mut on, mut when, mut effects) = (None, None, None);
        for part in node.clone().into_inner() {
            let Some(clause) = self.clause(&part) else {
                continue;
            };
            complete &= match part.as_rule() {
                Rule::on_clause => self.keep(&mut on, &mut seen, &clause, Self::on, &part),
                Rule::when_clause => {
                    self.keep(&mut when, &mut seen, &clause, Self::condition, &part)
                }
                _ => self.keep(&mut effects, &mut seen, &clause, Self::effects, &part),
            };
        }
        complete.then(|| Guardrail {
            documentation,
            name,
            on: on.unwrap_or_default(),
            when,
            effects: effects.unwrap_or_default(),
            span: self.place(node),
        })
    }

    fn on(&mut self, node: &Node<'_>) -> Option<Vec<KeyMatch>> {
        for operator in children(node, Rule::and_operator) {
            self.logical_operator(&operator);
        }
        let matches = self.each(node, Rule::key_match, Self::key_match);
        matches.into_iter().collect()
    }

    fn key_match(&mut self, node: &Node<'_>) -> Option<KeyMatch> {
        let key = self.path(&child(node, Rule::path)?);
        if let Some(slip) = child(node, Rule::key_slip) {
            let span = self.span(&slip);
            self.errors.push(
                SyntaxError::new(
                    SyntaxCode::KeyOperator,
                    span,
                    format!("no `{}` stands between a key and its value", slip.as_str()),
                )
                .help("`on` is exact: a key, and behind it the values that it may have")
                .mend(span, "", "remove it"),
            );
        }
        let values = self.each(node, Rule::key_value, Self::key_value);
        Some(KeyMatch {
            key,
            values: values.into_iter().collect::<Option<_>>()?,
        })
    }

    fn key_value(&mut self, node: &Node<'_>) -> Option<KeyValue> {
        if let Some(string) = child(node, Rule::string) {
            return self.string(&string).map(KeyValue::String);
        }
        Some(KeyValue::Member(self.word(&child(node, Rule::word)?)))
    }

    fn branch(&mut self, node: &Node<'_>) -> Option<Branch> {
        let outcome = child(node, Rule::outcome)?;
        let value = if has(&outcome, Rule::kw_allow) {
            Outcome::Allow
        } else {
            Outcome::Deny
        };
        let outcome = self.spanned(value, &outcome);
        let mut clauses = Vec::new();
        let mut complete = true;
        for part in node.clone().into_inner().skip(2) {
            match self.branch_clause(&part) {
                Some(kind) => clauses.push(Clause {
                    kind,
                    span: self.place(&part),
                }),
                None => complete = false,
            }
        }
        complete.then(|| Branch {
            outcome,
            clauses,
            span: self.place(node),
        })
    }

    fn branch_clause(&mut self, node: &Node<'_>) -> Option<ClauseKind> {
        Some(match node.as_rule() {
            Rule::because_clause => ClauseKind::Because(self.string(&child(node, Rule::string)?)?),
            Rule::approval_clause => {
                let (gate, mode) = self.approval(node)?;
                ClauseKind::Approval { gate, mode }
            }
            Rule::require_evidence_clause => ClauseKind::RequireEvidence(self.names(node)?),
            Rule::oblige_clause => ClauseKind::Oblige(self.strings(node)?),
            Rule::prohibit_clause => ClauseKind::Prohibit(self.names(node)?),
            Rule::limit_clause => ClauseKind::Limit(self.limit(node)?),
            _ => return None,
        })
    }

    /// `approval GATE [at MODE]`.
    pub(super) fn approval(&mut self, node: &Node<'_>) -> Option<(Word, Option<Word>)> {
        let gate = self.outside_name(&child(node, Rule::name)?);
        let mode = child(node, Rule::word).map(|mode| self.word(&mode));
        Some((gate, mode))
    }

    fn names(&mut self, node: &Node<'_>) -> Option<Vec<Word>> {
        let names = child(node, Rule::names)?;
        self.trailing_comma(&names);
        Some(self.each(&names, Rule::name, Self::outside_name))
    }

    fn strings(&mut self, node: &Node<'_>) -> Option<Vec<Word>> {
        self.trailing_comma(node);
        let strings = self.each(node, Rule::string, Self::string);
        strings.into_iter().collect()
    }

    pub(super) fn limit(&mut self, node: &Node<'_>) -> Option<Limit> {
        let argument = self.path(&child(node, Rule::path)?);
        let bound = self.bound(&child(node, Rule::bound)?)?;
        Some(Limit {
            argument,
            bound,
            unless_approved: has(node, Rule::kw_unless),
        })
    }

    fn bound(&mut self, node: &Node<'_>) -> Option<LimitBound> {
        if let Some(list) = child(node, Rule::list) {
            return self.list_items(&list).map(LimitBound::In);
        }
        let least = match child(node, Rule::bound_slip) {
            Some(slip) => self.bound_slip(&slip),
            None => has(node, Rule::kw_least),
        };
        let number = self.integer(&child(node, Rule::number)?)?;
        Some(if least {
            LimitBound::AtLeast(number)
        } else {
            LimitBound::AtMost(number)
        })
    }

    /// Reports an operator and gives whether it bounds from below.
    fn bound_slip(&mut self, node: &Node<'_>) -> bool {
        let text = node.as_str();
        let span = self.span(node);
        let (least, words) = if text.starts_with('>') {
            (true, "at least")
        } else {
            (false, "at most")
        };
        let error = SyntaxError::new(
            SyntaxCode::LimitOperator,
            span,
            format!("a limit is written `{words}`, not `{text}`"),
        );
        self.errors.push(if text.ends_with('=') {
            error.mend(span, words, format!("write `{words}`"))
        } else {
            error.help("a limit includes its bound")
        });
        least
    }

    fn score(&mut self, node: &Node<'_>) -> Option<Spanned<i64>> {
        self.integer(&child(node, Rule::number)?)
    }

    fn effects(&mut self, node: &Node<'_>) -> Option<Vec<Spanned<GuardrailEffect>>> {
        self.trailing_comma(node);
        let effects = self.each(node, Rule::effect, Self::effect);
        effects.into_iter().collect()
    }

    fn effect(&mut self, node: &Node<'_>) -> Option<Spanned<GuardrailEffect>> {
        let inner = node.clone().into_inner().next()?;
        let target = child(&inner, Rule::name);
        let effect = match inner.as_rule() {
            Rule::kw_refuse => GuardrailEffect::Refuse,
            Rule::escalate_effect => GuardrailEffect::Escalate(self.outside_name(&target?)),
            Rule::approval_effect => GuardrailEffect::Approval(self.outside_name(&target?)),
            _ => GuardrailEffect::Redact(self.each(&inner, Rule::path, Self::path)),
        };
        Some(self.spanned(effect, node))
    }
}
