//! `test`: the given document as compact as it can be, and the expectations.

use super::in_order;
use super::policy::{approval, flat_limit};
use super::printer::{Blank, Printer, width};
use super::token::{self, Item};
use crate::format::WIDTH;
use crate::limits;
use crate::syntax::{
    Expectation, ExpectationKind, Given, GivenMember, GivenValue, GivenValueKind, Test, Word,
};

enum TestClause<'t> {
    Given(&'t Given),
    Expect(&'t [Expectation]),
}

impl Printer<'_> {
    pub(super) fn test(&mut self, test: &Test, end: u32) {
        let of = token::reference(&test.of);
        self.write("test ");
        self.string(&test.title, " of ".len() + width(&of) + " {".len());
        self.write(&format!(" of {of} "));
        self.reach(test.of.span().end);
        let mut clauses = Vec::new();
        if let Some(given) = &test.given {
            let span = match given {
                Given::Facts(value) => value.span.span,
                Given::Features(features) => features
                    .first()
                    .map_or(test.of.span(), |feature| feature.span),
            };
            clauses.push((span, TestClause::Given(given)));
        }
        if let Some(first) = test.expectations.first() {
            clauses.push((first.span.span, TestClause::Expect(&test.expectations)));
        }
        in_order(&mut clauses);
        self.open();
        for (span, clause) in clauses {
            self.line(span.start, 2, Blank::Keep);
            match clause {
                TestClause::Given(given) => self.given(given),
                TestClause::Expect(expectations) => {
                    self.write("expect ");
                    let items: Vec<Item> = expectations
                        .iter()
                        .map(|expectation| {
                            Item::new(flat_expectation(&expectation.kind), expectation.span.span)
                        })
                        .collect();
                    self.fill(&items, 0);
                }
            }
        }
        self.close(end, 0);
    }

    fn given(&mut self, given: &Given) {
        self.write("given ");
        match given {
            Given::Facts(value) => self.given_value(value, 2, 0),
            Given::Features(features) => {
                let items: Vec<Item> = features.iter().map(Item::word).collect();
                self.bracketed(&items, None, 2, 0);
            }
        }
    }

    fn given_value(&mut self, value: &GivenValue, indent: usize, reserve: usize) {
        let span = value.span.span;
        let flat = flat_value(value);
        if !self.has_comment_in(span) && self.fits(&flat, reserve) {
            self.write(&flat);
            self.reach(span.end);
            return;
        }
        match &value.kind {
            GivenValueKind::Record(members) if !members.is_empty() => {
                self.given_record(members, value, indent, reserve);
            }
            GivenValueKind::List(items) if !items.is_empty() => {
                let flat: Vec<Item> = items
                    .iter()
                    .map(|item| Item::new(flat_value(item), item.span.span))
                    .collect();
                let fits = |item: &Item| indent + 2 + width(&item.text) < WIDTH;
                if items.iter().all(is_plain) && flat.iter().all(fits) {
                    let close = span.end.saturating_sub(1);
                    self.bracketed(&flat, Some(close), indent, reserve);
                    self.reach(span.end);
                    return;
                }
                self.write("[");
                self.reach(span.start + 1);
                for (index, item) in items.iter().enumerate() {
                    if index > 0 {
                        self.write(",");
                    }
                    self.line(item.span.span.start, indent + 2, Blank::Never);
                    self.given_value(item, indent + 2, 1);
                }
                self.line_with(span.end.saturating_sub(1), indent, indent + 2, Blank::Never);
                self.write("]");
            }
            GivenValueKind::Literal(crate::syntax::Literal::String(text)) => {
                self.folded(text, reserve);
            }
            _ => self.write(&flat),
        }
        self.reach(span.end);
    }

    /// Filled below its first member where each member fits on a line; one member a line otherwise.
    fn given_record(
        &mut self,
        members: &[GivenMember],
        value: &GivenValue,
        indent: usize,
        reserve: usize,
    ) {
        let span = value.span.span;
        let items: Vec<Item> = members
            .iter()
            .map(|member| {
                Item::new(
                    flat_member(member),
                    member.name.span.to(member.value.span.span),
                )
            })
            .collect();
        let column = self.column() + 2;
        let fits = |item: &Item| column + width(&item.text) + 2 + reserve <= WIDTH;
        if !self.has_comment_in(span) && items.iter().all(fits) {
            self.write("{ ");
            self.fill(&items, 2 + reserve);
            self.write(" }");
            return;
        }
        self.open();
        self.reach(span.start + 1);
        for (index, member) in members.iter().enumerate() {
            if index > 0 {
                self.write(",");
            }
            self.line(member.name.span.start, indent + 2, Blank::Keep);
            self.write(&member_name(&member.name));
            self.write(": ");
            self.reach(member.name.span.end);
            self.given_value(&member.value, indent + 2, 1);
        }
        self.line_with(span.end.saturating_sub(1), indent, indent + 2, Blank::Never);
        self.write("}");
    }
}

/// Whether a value has no values in it.
fn is_plain(value: &GivenValue) -> bool {
    matches!(
        value.kind,
        GivenValueKind::Member(_) | GivenValueKind::Literal(_)
    )
}

fn flat_value(value: &GivenValue) -> String {
    match &value.kind {
        GivenValueKind::Record(members) if members.is_empty() => "{}".to_owned(),
        GivenValueKind::Record(members) => {
            let members: Vec<String> = members.iter().map(flat_member).collect();
            format!("{{ {} }}", members.join(", "))
        }
        GivenValueKind::List(items) => {
            let items: Vec<String> = items.iter().map(flat_value).collect();
            format!("[{}]", items.join(", "))
        }
        GivenValueKind::Member(word) => word.clone(),
        GivenValueKind::Literal(literal) => token::literal(literal),
    }
}

fn flat_member(member: &GivenMember) -> String {
    format!(
        "{}: {}",
        member_name(&member.name),
        flat_value(&member.value)
    )
}

/// Bare where a field could be called so, and as a string otherwise.
fn member_name(name: &Word) -> String {
    if crate::parse::is_field(&name.value) && name.value.len() <= limits::NAME_CHARACTERS {
        name.value.clone()
    } else {
        token::quoted(&name.value)
    }
}

fn flat_expectation(kind: &ExpectationKind) -> String {
    fn list<T>(keyword: &str, values: &[T], item: impl Fn(&T) -> Item) -> String {
        let items: Vec<Item> = values.iter().map(item).collect();
        format!("{keyword} [{}]", token::joined(&items))
    }
    match kind {
        ExpectationKind::Word(word) => word.clone(),
        ExpectationKind::NotPermitted => "not permitted".to_owned(),
        ExpectationKind::Approval { gate, mode } => {
            format!("approval {}", approval(gate, mode.as_ref()))
        }
        ExpectationKind::Evidence(names) => list("evidence", names, Item::word),
        ExpectationKind::Oblige(texts) => list("oblige", texts, Item::string),
        ExpectationKind::Prohibit(names) => list("prohibit", names, Item::word),
        ExpectationKind::Limit(limit) => format!("limit {}", flat_limit(limit)),
        ExpectationKind::Escalate(target) => format!("escalate {}", target.value),
        ExpectationKind::Redact(fields) => list("redact", fields, Item::path),
        ExpectationKind::Rules(names) => list("rules", names, Item::word),
        ExpectationKind::Skipped(names) => list("skipped", names, Item::word),
        ExpectationKind::Score(score) => format!("score {}", token::integer(score.value)),
        ExpectationKind::Controls(controls) => list("controls", controls, Item::reference),
        ExpectationKind::Error(Some(rule)) => format!("error {}", rule.value),
        ExpectationKind::Error(None) => "error".to_owned(),
    }
}
