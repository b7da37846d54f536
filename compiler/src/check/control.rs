//! `control`: language, section 3.

use ordain_grammar::syntax;
use ordain_runtime::registry::{Owner, Stage};

use super::presence::Known;
use super::scope::Scope;
use super::{Checker, Judged, Within};
use crate::model::Control;
use crate::resolve::Declared;

const OWNERS: [(&str, Owner); 4] = [
    ("runtime", Owner::Runtime),
    ("operator", Owner::Operator),
    ("provider", Owner::Provider),
    ("author", Owner::Author),
];

const STAGES: [(&str, Stage); 6] = [
    ("admission", Stage::Admission),
    ("compile", Stage::Compile),
    ("plan", Stage::Plan),
    ("dispatch", Stage::Dispatch),
    ("settle", Stage::Settle),
    ("resume", Stage::Resume),
];

impl Checker<'_> {
    pub(super) fn control(&mut self, entry: Declared<'_>, control: &syntax::Control) {
        let within = Within {
            file: entry.file,
            package: entry.package,
        };
        let id = Self::id(entry, &control.header);
        let place = within.at(control.header.name.span);
        let whose = format!("the control `{}`", control.header.name.value);
        let missing: Vec<(&str, &str)> = [
            (control.title.is_none(), "title", "title \"…\""),
            (control.statement.is_none(), "statement", "statement \"…\""),
            (control.owner.is_none(), "owner", "owner runtime"),
            (control.stage.is_none(), "stage", "stage dispatch"),
            (
                control.evidence.is_none(),
                "evidence",
                "evidence FACTS@REVISION",
            ),
        ]
        .into_iter()
        .filter_map(|(missing, clause, example)| missing.then_some((clause, example)))
        .collect();
        self.report_missing(place, &whose, &missing);
        let owner = control
            .owner
            .as_ref()
            .and_then(|word| self.word(within, word, "owner of a control", &OWNERS));
        let stage = control
            .stage
            .as_ref()
            .and_then(|word| self.word(within, word, "stage of a control", &STAGES));
        let evidence = control
            .evidence
            .as_ref()
            .and_then(|reference| self.lookup_facts(within, reference));
        let Some((facts_id, checked)) = evidence else {
            return;
        };
        let declarative = control.satisfied_when.is_none();
        self.judged.entry(id.clone()).or_insert(Judged {
            evidence: facts_id.clone(),
            declarative,
        });
        let satisfied_when = match &control.satisfied_when {
            None => None,
            Some(expression) => {
                let scope = Scope::of(within, facts_id, checked);
                let Some(predicate) = self.predicate_of(scope, &Known::new(), Some(expression))
                else {
                    return;
                };
                Some(predicate)
            }
        };
        let (Some(title), Some(statement), Some(owner), Some(stage)) =
            (&control.title, &control.statement, owner, stage)
        else {
            return;
        };
        let origin = self.origin(
            within,
            entry.declaration.span.span,
            &entry.declaration.documentation,
        );
        self.model.controls.entry(id).or_insert(Control {
            origin,
            title: title.value.clone(),
            statement: statement.value.clone(),
            owner,
            stage,
            evidence: facts_id.clone(),
            satisfied_when,
        });
    }
}
