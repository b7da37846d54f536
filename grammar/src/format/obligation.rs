//! `control` and `profile`: clauses below each other, in the order of the author.

use super::in_order;
use super::printer::{Blank, Printer};
use super::token::{self, Item};
use crate::syntax::{Conditional, Control, Expression, Profile, Reference, Word};

/// The columns of the longest keyword of a control.
const CONTROL_KEYWORD: usize = "statement".len();

enum ControlClause<'t> {
    Text(&'static str, &'t Word),
    Bare(&'static str, &'t Word),
    Evidence(&'t Reference),
    Satisfied(&'t Expression),
}

enum ProfileClause<'t> {
    Title(&'t Word),
    References(&'static str, &'t [Reference]),
    Conditional(&'t Conditional),
}

impl Printer<'_> {
    pub(super) fn control(&mut self, control: &Control, end: u32) {
        self.header("control", &control.header);
        let mut clauses = Vec::new();
        for (keyword, word) in [("title", &control.title), ("statement", &control.statement)] {
            if let Some(word) = word {
                clauses.push((word.span, ControlClause::Text(keyword, word)));
            }
        }
        for (keyword, word) in [("owner", &control.owner), ("stage", &control.stage)] {
            if let Some(word) = word {
                clauses.push((word.span, ControlClause::Bare(keyword, word)));
            }
        }
        if let Some(evidence) = &control.evidence {
            clauses.push((evidence.span(), ControlClause::Evidence(evidence)));
        }
        if let Some(condition) = &control.satisfied_when {
            clauses.push((condition.span.span, ControlClause::Satisfied(condition)));
        }
        in_order(&mut clauses);
        self.open();
        for (span, clause) in clauses {
            self.line(span.start, 2, Blank::Keep);
            self.control_clause(&clause);
        }
        self.close(end, 0);
    }

    fn control_clause(&mut self, clause: &ControlClause<'_>) {
        match clause {
            ControlClause::Text(keyword, word) => {
                self.keyword(keyword, CONTROL_KEYWORD);
                self.string(word, 0);
            }
            ControlClause::Bare(keyword, word) => {
                self.keyword(keyword, CONTROL_KEYWORD);
                self.write_word(word);
            }
            ControlClause::Evidence(reference) => {
                self.keyword("evidence", CONTROL_KEYWORD);
                self.write(&token::reference(reference));
                self.reach(reference.span().end);
            }
            ControlClause::Satisfied(condition) => {
                self.write("satisfied when ");
                self.condition(condition);
            }
        }
    }

    pub(super) fn profile(&mut self, profile: &Profile, end: u32) {
        self.header("profile", &profile.header);
        let mut clauses = Vec::new();
        if let Some(title) = &profile.title {
            clauses.push((title.span, ProfileClause::Title(title)));
        }
        let lists = [
            ("extends", &profile.extends),
            ("require", &profile.required),
            ("optional", &profile.optional),
        ];
        for (keyword, list) in lists {
            if let Some(first) = list.first() {
                clauses.push((first.span(), ProfileClause::References(keyword, list)));
            }
        }
        for conditional in &profile.conditional {
            clauses.push((
                conditional.span.span,
                ProfileClause::Conditional(conditional),
            ));
        }
        in_order(&mut clauses);
        let features = profile
            .conditional
            .iter()
            .map(|conditional| features(conditional).len());
        let longest = features.max().unwrap_or_default();
        self.open();
        for (span, clause) in clauses {
            self.line(span.start, 2, Blank::Keep);
            match clause {
                ProfileClause::Title(title) => {
                    self.keyword("title", "extends".len());
                    self.string(title, 0);
                }
                ProfileClause::References(keyword, list) => {
                    self.keyword(keyword, "extends".len());
                    self.references(list);
                }
                ProfileClause::Conditional(conditional) => self.conditional(conditional, longest),
            }
        }
        self.close(end, 0);
    }

    /// The requirements of all conditional clauses stand in one column.
    fn conditional(&mut self, conditional: &Conditional, longest: usize) {
        let features = features(conditional);
        let padding = longest.saturating_sub(features.len());
        self.write(&format!("when {features}{:padding$}  require ", ""));
        self.reach(
            conditional
                .features
                .last()
                .map_or(0, |feature| feature.span.end),
        );
        self.references(&conditional.required);
        self.reach(conditional.span.span.end);
    }

    fn references(&mut self, references: &[Reference]) {
        let items: Vec<Item> = references.iter().map(Item::reference).collect();
        self.fill(&items, 0);
    }
}

fn features(conditional: &Conditional) -> String {
    let features: Vec<&str> = conditional
        .features
        .iter()
        .map(|feature| feature.value.as_str())
        .collect();
    features.join(" and ")
}
