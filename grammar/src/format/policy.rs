//! `policy`: rules with a blank line between them, their clauses in columns.

use super::expression::list_item;
use super::in_order;
use super::printer::{Blank, Printer};
use super::token::{self, Item};
use crate::span::{Span, Spanned};
use crate::syntax::{
    Branch, Clause, ClauseKind, Expression, Guardrail, GuardrailEffect, KeyMatch, Limit,
    LimitBound, Outcome, Policy, Rule, ScoringRule, Word,
};

/// The columns of the longest keyword of a rule, of a scoring rule, and of a branch.
const RULE_KEYWORD: usize = "when".len();
const SCORING_KEYWORD: usize = "score".len();
const BRANCH_KEYWORD: usize = "approval".len();

enum PolicyItem<'t> {
    Rule(&'t Rule),
    ScoringRule(&'t ScoringRule),
    Guardrail(&'t Guardrail),
}

enum RuleClause<'t> {
    On(&'t [KeyMatch]),
    When(&'t Expression),
    Branch(&'static str, &'t Branch),
    Score(&'t Spanned<i64>),
    Effects(&'t [Spanned<GuardrailEffect>]),
}

impl Printer<'_> {
    pub(super) fn policy(&mut self, policy: &Policy, end: u32) {
        self.header("policy", &policy.header);
        self.write("on ");
        self.write(&token::reference(&policy.facts));
        self.reach(policy.facts.span().end);
        self.write(" ");
        let rules = policy
            .rules
            .iter()
            .map(|rule| (rule.span.span, PolicyItem::Rule(rule)));
        let scoring = policy.scoring_rules.iter();
        let scoring = scoring.map(|rule| (rule.span.span, PolicyItem::ScoringRule(rule)));
        let guardrails = policy.guardrails.iter();
        let guardrails =
            guardrails.map(|guardrail| (guardrail.span.span, PolicyItem::Guardrail(guardrail)));
        let mut items: Vec<_> = rules.chain(scoring).chain(guardrails).collect();
        in_order(&mut items);
        self.open();
        for (span, item) in items {
            self.line(span.start, 2, Blank::Always);
            match item {
                PolicyItem::Rule(rule) => self.rule(rule),
                PolicyItem::ScoringRule(rule) => self.scoring_rule(rule),
                PolicyItem::Guardrail(guardrail) => self.guardrail(guardrail),
            }
            self.reach(span.end);
        }
        self.close(end, 0);
    }

    fn rule(&mut self, rule: &Rule) {
        self.documentation(&rule.documentation, 2);
        self.write("rule ");
        self.write_word(&rule.name);
        self.write(" ");
        if let Some(priority) = &rule.priority {
            self.write(&format!("priority {} ", token::integer(priority.value)));
            self.reach(priority.span.end);
        }
        let mut clauses = conditions(&rule.on, rule.when.as_ref());
        for (keyword, branch) in [("then", &rule.then), ("else", &rule.otherwise)] {
            if let Some(branch) = branch {
                clauses.push((branch.span.span, RuleClause::Branch(keyword, branch)));
            }
        }
        self.clauses(clauses, RULE_KEYWORD, rule.span.span.end);
    }

    fn scoring_rule(&mut self, rule: &ScoringRule) {
        self.documentation(&rule.documentation, 2);
        self.write("scoring rule ");
        self.write_word(&rule.name);
        self.write(" ");
        let mut clauses = conditions(&rule.on, rule.when.as_ref());
        if let Some(score) = &rule.score {
            clauses.push((score.span, RuleClause::Score(score)));
        }
        self.clauses(clauses, SCORING_KEYWORD, rule.span.span.end);
    }

    fn guardrail(&mut self, guardrail: &Guardrail) {
        self.documentation(&guardrail.documentation, 2);
        self.write("guardrail ");
        self.write_word(&guardrail.name);
        self.write(" ");
        let mut clauses = conditions(&guardrail.on, guardrail.when.as_ref());
        if let Some(first) = guardrail.effects.first() {
            clauses.push((first.span, RuleClause::Effects(&guardrail.effects)));
        }
        self.clauses(clauses, RULE_KEYWORD, guardrail.span.span.end);
    }

    fn clauses(&mut self, mut clauses: Vec<(Span, RuleClause<'_>)>, keyword: usize, end: u32) {
        in_order(&mut clauses);
        self.open();
        for (span, clause) in clauses {
            self.line(span.start, 4, Blank::Keep);
            match clause {
                RuleClause::On(matches) => {
                    self.keyword("on", keyword);
                    self.key_matches(matches);
                }
                RuleClause::When(condition) => {
                    self.keyword("when", keyword);
                    self.condition(condition);
                }
                RuleClause::Branch(word, branch) => self.branch(word, branch),
                RuleClause::Score(score) => {
                    self.keyword("score", keyword);
                    self.write(&token::integer(score.value));
                    self.reach(score.span.end);
                }
                RuleClause::Effects(effects) => {
                    self.keyword("then", keyword);
                    self.effects(effects);
                }
            }
        }
        self.close(end, 2);
    }

    /// `then allow`, with a single clause behind it where that fits, and with each clause on its line otherwise.
    fn branch(&mut self, keyword: &str, branch: &Branch) {
        let outcome = match branch.outcome.value {
            Outcome::Allow => "allow",
            Outcome::Deny => "deny",
        };
        self.write(&format!("{keyword} {outcome}"));
        self.reach(branch.outcome.span.end);
        match branch.clauses.as_slice() {
            [clause] if self.is_inline(branch, clause) => {
                self.write(&format!(" {}", flat_clause(&clause.kind)));
            }
            clauses => {
                for clause in clauses {
                    self.line(clause.span.span.start, 6, Blank::Keep);
                    self.clause(&clause.kind);
                    self.reach(clause.span.span.end);
                }
            }
        }
        self.reach(branch.span.span.end);
    }

    fn is_inline(&self, branch: &Branch, clause: &Clause) -> bool {
        let place = branch.outcome.span.to(clause.span.span);
        !self.has_comment_in(place) && self.fits(&flat_clause(&clause.kind), 1)
    }

    fn clause(&mut self, kind: &ClauseKind) {
        match kind {
            ClauseKind::Because(text) => {
                self.keyword("because", BRANCH_KEYWORD);
                self.string(text, 0);
            }
            ClauseKind::Approval { gate, mode } => {
                self.keyword("approval", BRANCH_KEYWORD);
                self.write(&approval(gate, mode.as_ref()));
            }
            ClauseKind::RequireEvidence(names) => {
                self.keyword("require", BRANCH_KEYWORD);
                self.write("evidence ");
                self.words(names);
            }
            ClauseKind::Oblige(texts) => {
                self.keyword("oblige", BRANCH_KEYWORD);
                if let [text] = texts.as_slice() {
                    self.string(text, 0);
                } else {
                    let items: Vec<Item> = texts.iter().map(Item::string).collect();
                    self.fill(&items, 0);
                }
            }
            ClauseKind::Prohibit(names) => {
                self.keyword("prohibit", BRANCH_KEYWORD);
                self.words(names);
            }
            ClauseKind::Limit(limit) => {
                self.keyword("limit", BRANCH_KEYWORD);
                self.limit(limit);
            }
        }
    }

    fn words(&mut self, words: &[Word]) {
        let items: Vec<Item> = words.iter().map(Item::word).collect();
        self.fill(&items, 0);
    }

    fn limit(&mut self, limit: &Limit) {
        let LimitBound::In(values) = &limit.bound else {
            self.write(&flat_limit(limit));
            return;
        };
        let unless = if limit.unless_approved {
            " unless approved"
        } else {
            ""
        };
        self.write(&format!("{} in ", token::path(&limit.argument)));
        self.reach(limit.argument.span().end);
        let items: Vec<Item> = values.iter().map(list_item).collect();
        self.bracketed(&items, None, 6, unless.len());
        self.write(unless);
    }

    fn effects(&mut self, effects: &[Spanned<GuardrailEffect>]) {
        let items: Vec<Item> = effects
            .iter()
            .map(|effect| Item::new(flat_effect(&effect.value), effect.span))
            .collect();
        self.fill(&items, 0);
    }
}

fn conditions<'t>(on: &'t [KeyMatch], when: Option<&'t Expression>) -> Vec<(Span, RuleClause<'t>)> {
    let mut clauses = Vec::new();
    if let Some(first) = on.first() {
        clauses.push((first.key.span(), RuleClause::On(on)));
    }
    if let Some(when) = when {
        clauses.push((when.span.span, RuleClause::When(when)));
    }
    clauses
}

fn flat_clause(kind: &ClauseKind) -> String {
    let words = |words: &[Word]| -> String {
        let items: Vec<Item> = words.iter().map(Item::word).collect();
        token::joined(&items)
    };
    match kind {
        ClauseKind::Because(text) => format!("because {}", token::quoted(&text.value)),
        ClauseKind::Approval { gate, mode } => {
            format!("approval {}", approval(gate, mode.as_ref()))
        }
        ClauseKind::RequireEvidence(names) => format!("require evidence {}", words(names)),
        ClauseKind::Oblige(texts) => {
            let items: Vec<Item> = texts.iter().map(Item::string).collect();
            format!("oblige {}", token::joined(&items))
        }
        ClauseKind::Prohibit(names) => format!("prohibit {}", words(names)),
        ClauseKind::Limit(limit) => format!("limit {}", flat_limit(limit)),
    }
}

/// `GATE [at MODE]`
pub(super) fn approval(gate: &Word, mode: Option<&Word>) -> String {
    match mode {
        Some(mode) => format!("{} at {}", gate.value, mode.value),
        None => gate.value.clone(),
    }
}

/// A limit on one line, without its keyword.
pub(super) fn flat_limit(limit: &Limit) -> String {
    let bound = match &limit.bound {
        LimitBound::AtLeast(number) => format!("at least {}", token::integer(number.value)),
        LimitBound::AtMost(number) => format!("at most {}", token::integer(number.value)),
        LimitBound::In(values) => {
            let items: Vec<Item> = values.iter().map(list_item).collect();
            format!("in [{}]", token::joined(&items))
        }
    };
    let unless = if limit.unless_approved {
        " unless approved"
    } else {
        ""
    };
    format!("{} {bound}{unless}", token::path(&limit.argument))
}

fn flat_effect(effect: &GuardrailEffect) -> String {
    match effect {
        GuardrailEffect::Refuse => "refuse".to_owned(),
        GuardrailEffect::Escalate(target) => format!("escalate {}", target.value),
        GuardrailEffect::Approval(gate) => format!("approval {}", gate.value),
        GuardrailEffect::Redact(fields) => {
            let items: Vec<Item> = fields.iter().map(Item::path).collect();
            format!("redact {}", token::joined(&items))
        }
    }
}
