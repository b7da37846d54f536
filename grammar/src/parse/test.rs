//! `test`: what is given and what is expected.

use super::reader::{Node, Reader, Rule, Seen, child, has};
use crate::error::{SyntaxCode, SyntaxError};
use crate::span::Spanned;
use crate::syntax::{
    Expectation, ExpectationKind, Given, GivenMember, GivenValue, GivenValueKind, Reference, Test,
    Word,
};

impl Reader<'_> {
    pub(super) fn test(&mut self, node: &Node<'_>) -> Option<Test> {
        let title = self.string(&child(node, Rule::string)?);
        let of = self.reference(&child(node, Rule::reference)?);
        let mut complete = true;
        let mut seen = Seen::default();
        let (mut given, mut expectations) = (None, None);
        for part in node.clone().into_inner() {
            let Some(clause) = self.clause(&part) else {
                continue;
            };
            complete &= match part.as_rule() {
                Rule::given_clause => self.keep(&mut given, &mut seen, &clause, Self::given, &part),
                _ => self.keep(
                    &mut expectations,
                    &mut seen,
                    &clause,
                    Self::expectations,
                    &part,
                ),
            };
        }
        let title = title.filter(|_| complete)?;
        Some(Test {
            title,
            of: of?,
            given,
            expectations: expectations.unwrap_or_default(),
        })
    }

    fn given(&mut self, node: &Node<'_>) -> Option<Given> {
        if let Some(features) = child(node, Rule::given_features) {
            return Some(Given::Features(self.each(
                &features,
                Rule::word,
                Self::word,
            )));
        }
        let record = child(node, Rule::given_record)?;
        let kind = self.given_record(&record)?;
        Some(Given::Facts(GivenValue {
            kind,
            span: self.place(&record),
        }))
    }

    fn given_record(&mut self, node: &Node<'_>) -> Option<GivenValueKind> {
        let members = self.each(node, Rule::given_member, Self::given_member);
        members
            .into_iter()
            .collect::<Option<_>>()
            .map(GivenValueKind::Record)
    }

    fn given_member(&mut self, node: &Node<'_>) -> Option<GivenMember> {
        let name = match child(node, Rule::string) {
            Some(string) => self.string(&string),
            None => child(node, Rule::word).map(|word| self.word(&word)),
        };
        let value = self.given_value(&child(node, Rule::given_value)?);
        Some(GivenMember {
            name: name?,
            value: value?,
        })
    }

    fn given_value(&mut self, node: &Node<'_>) -> Option<GivenValue> {
        let inner = node.clone().into_inner().next()?;
        let kind = match inner.as_rule() {
            Rule::given_record => self.given_record(&inner)?,
            Rule::given_list => {
                let items = self.each(&inner, Rule::given_value, Self::given_value);
                GivenValueKind::List(items.into_iter().collect::<Option<_>>()?)
            }
            Rule::literal => GivenValueKind::Literal(self.literal(&inner)?),
            Rule::word => GivenValueKind::Member(self.word(&inner).value),
            _ => {
                self.errors.push(
                    SyntaxError::new(SyntaxCode::Null, self.span(&inner), "there is no `null`")
                        .help("leave the member out: what is not given is absent"),
                );
                return None;
            }
        };
        Some(GivenValue {
            kind,
            span: self.place(node),
        })
    }

    fn expectations(&mut self, node: &Node<'_>) -> Option<Vec<Expectation>> {
        self.trailing_comma(node);
        let expectations = self.each(node, Rule::expectation, Self::expectation);
        expectations.into_iter().collect()
    }

    fn expectation(&mut self, node: &Node<'_>) -> Option<Expectation> {
        let inner = node.clone().into_inner().next()?;
        let kind = match inner.as_rule() {
            Rule::expected_word => ExpectationKind::Word(inner.as_str().to_owned()),
            Rule::not_permitted => ExpectationKind::NotPermitted,
            Rule::approval_clause => {
                let (gate, mode) = self.approval(&inner)?;
                ExpectationKind::Approval { gate, mode }
            }
            Rule::limit_clause => ExpectationKind::Limit(self.limit(&inner)?),
            Rule::escalate_effect => {
                ExpectationKind::Escalate(self.outside_name(&child(&inner, Rule::name)?))
            }
            Rule::score_clause => ExpectationKind::Score(self.expected_score(&inner)?),
            Rule::expected_evidence => ExpectationKind::Evidence(self.outside_names(&inner)?),
            Rule::expected_prohibit => ExpectationKind::Prohibit(self.outside_names(&inner)?),
            Rule::expected_oblige => {
                let set = child(&inner, Rule::string_set)?;
                let strings = self.each(&set, Rule::string, Self::string);
                ExpectationKind::Oblige(strings.into_iter().collect::<Option<_>>()?)
            }
            Rule::expected_redact => {
                let set = child(&inner, Rule::path_set)?;
                ExpectationKind::Redact(self.each(&set, Rule::path, Self::path))
            }
            Rule::expected_rules => ExpectationKind::Rules(self.rule_names(&inner)?),
            Rule::expected_skipped => ExpectationKind::Skipped(self.rule_names(&inner)?),
            Rule::expected_controls => ExpectationKind::Controls(self.expected_controls(&inner)?),
            Rule::expected_error => {
                ExpectationKind::Error(child(&inner, Rule::name).map(|name| self.name(&name)))
            }
            _ => return None,
        };
        Some(Expectation {
            kind,
            span: self.place(node),
        })
    }

    fn expected_score(&mut self, node: &Node<'_>) -> Option<Spanned<i64>> {
        self.integer(&child(node, Rule::number)?)
    }

    fn outside_names(&mut self, node: &Node<'_>) -> Option<Vec<Word>> {
        let set = child(node, Rule::name_set)?;
        Some(self.each(&set, Rule::name, Self::outside_name))
    }

    fn rule_names(&mut self, node: &Node<'_>) -> Option<Vec<Word>> {
        let set = child(node, Rule::name_set)?;
        Some(self.each(&set, Rule::name, Self::name))
    }

    fn expected_controls(&mut self, node: &Node<'_>) -> Option<Vec<Reference>> {
        let set = child(node, Rule::reference_set)?;
        Some(self.references(&set)).filter(|_| has(node, Rule::reference_set))
    }
}
