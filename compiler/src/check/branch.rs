//! `then` and `else`: one outcome and its clauses. Language, section 4.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

use ordain_grammar::span::Span;
use ordain_grammar::syntax::{
    self, Clause, ClauseKind, Expression, ExpressionKind, LimitBound, Literal,
};
use ordain_runtime::policy::{Mode, Outcome};
use ordain_runtime::registry::{ApprovalBody, BranchBody, LimitBody, LimitValue};

use super::scope::shown;
use super::{Checker, Within};
use crate::diagnose::Code;
use crate::source::one_line;

impl Checker<'_> {
    pub(super) fn branch(
        &mut self,
        within: Within<'_>,
        branch: &syntax::Branch,
    ) -> Option<BranchBody> {
        let mut body = BranchBody {
            outcome: match branch.outcome.value {
                syntax::Outcome::Allow => Outcome::Allow,
                syntax::Outcome::Deny => Outcome::Deny,
            },
            because: None,
            approvals: Vec::new(),
            required_evidence: Vec::new(),
            obligations: Vec::new(),
            prohibited: Vec::new(),
            limits: Vec::new(),
        };
        let mut seen = Seen::new();
        let mut sound = true;
        for clause in &branch.clauses {
            sound &= self.clause(within, clause, &mut seen, &mut body);
        }
        for clause in &branch.clauses {
            if let ClauseKind::Limit(limit) = &clause.kind
                && limit.unless_approved
                && body.approvals.is_empty()
            {
                self.diagnostics
                    .report(
                        Code::UNLESS_WITHOUT_APPROVAL,
                        within.at(clause.span.span),
                        "no approval of this branch can waive the limit",
                    )
                    .help("add `approval GATE` to the branch, or leave `unless approved` out");
                sound = false;
            }
        }
        sound.then_some(body)
    }

    fn clause(
        &mut self,
        within: Within<'_>,
        clause: &Clause,
        seen: &mut Seen,
        body: &mut BranchBody,
    ) -> bool {
        let span = clause.span.span;
        match &clause.kind {
            ClauseKind::Because(text) => {
                if self.first(within, seen, "because".to_owned(), span) {
                    body.because = Some(text.value.clone());
                }
            }
            ClauseKind::Approval { gate, mode } => {
                let mode = match mode {
                    Some(word) => match self.mode(within, word) {
                        Some(mode) => Some(mode),
                        None => return false,
                    },
                    None => None,
                };
                if self.first(
                    within,
                    seen,
                    one_line(self.sources.text(within.at(span))),
                    span,
                ) {
                    body.approvals.push(ApprovalBody {
                        gate: gate.value.clone(),
                        mode,
                    });
                }
            }
            ClauseKind::RequireEvidence(words) => {
                self.each(within, seen, "evidence", words, &mut body.required_evidence);
            }
            ClauseKind::Oblige(words) => {
                self.each(within, seen, "oblige", words, &mut body.obligations);
            }
            ClauseKind::Prohibit(words) => {
                self.each(within, seen, "prohibit", words, &mut body.prohibited);
            }
            ClauseKind::Limit(limit) => {
                let Some(limit) = self.limit(within, limit) else {
                    return false;
                };
                if self.first(
                    within,
                    seen,
                    one_line(self.sources.text(within.at(span))),
                    span,
                ) {
                    body.limits.push(limit);
                }
            }
        }
        true
    }

    /// The words of a clause that may stand several times; each word once over all of them.
    fn each(
        &mut self,
        within: Within<'_>,
        seen: &mut Seen,
        clause: &str,
        words: &[syntax::Word],
        into: &mut Vec<String>,
    ) {
        for word in words {
            let place = within.at(word.span);
            match seen.entry(format!("{clause} {}", word.value)) {
                Entry::Vacant(entry) => {
                    entry.insert(word.span);
                    into.push(word.value.clone());
                }
                Entry::Occupied(entry) => {
                    self.report_twice(place, within.at(*entry.get()), &word.value);
                }
            }
        }
    }

    pub(super) fn mode(&mut self, within: Within<'_>, word: &syntax::Word) -> Option<Mode> {
        let known = Mode::ALL.map(|mode| (mode.as_str(), mode));
        self.word(within, word, "mode", &known)
    }

    pub(super) fn limit(&mut self, within: Within<'_>, limit: &syntax::Limit) -> Option<LimitBody> {
        let mut body = LimitBody {
            argument: shown(&limit.argument),
            at_least: None,
            at_most: None,
            one_of: None,
            unless_approved: limit.unless_approved,
        };
        match &limit.bound {
            LimitBound::AtLeast(bound) => body.at_least = Some(bound.value),
            LimitBound::AtMost(bound) => body.at_most = Some(bound.value),
            LimitBound::In(items) => body.one_of = Some(self.limit_values(within, limit, items)?),
        }
        Some(body)
    }

    fn limit_values(
        &mut self,
        within: Within<'_>,
        limit: &syntax::Limit,
        items: &[Expression],
    ) -> Option<BTreeSet<LimitValue>> {
        if items.is_empty() {
            self.diagnostics
                .report(
                    Code::LIMIT_VALUES,
                    within.at(limit.argument.span()),
                    "a limit that lists no value permits nothing",
                )
                .help("list at least one value, or write `then deny`");
            return None;
        }
        let mut values = BTreeSet::new();
        let mut sound = true;
        for item in items {
            let place = within.at(item.span.span);
            let value = match &item.kind {
                ExpressionKind::Literal(Literal::Integer(value)) => LimitValue::Integer(*value),
                ExpressionKind::Literal(Literal::String(value)) => {
                    LimitValue::String(value.clone())
                }
                kind => {
                    let report = self.diagnostics.report(
                        Code::LIMIT_VALUES,
                        place,
                        "a limit lists integers and strings alone",
                    );
                    report.help("write the values as the argument carries them: `limit currency in [\"INR\"]`");
                    if let ExpressionKind::Path(path) = kind {
                        let quoted = format!("\"{}\"", shown(path));
                        report.mend(place, quoted.as_str(), format!("write `{quoted}`"));
                    }
                    sound = false;
                    continue;
                }
            };
            if !values.insert(value) {
                self.diagnostics
                    .report(
                        Code::LISTED_TWICE,
                        place,
                        "this value stands in the list twice",
                    )
                    .label("leave this one out");
            }
        }
        sound.then_some(values)
    }
}

/// What a branch says so far, and where.
type Seen = BTreeMap<String, Span>;
