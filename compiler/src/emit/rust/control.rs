//! Prints the module of one control: what it obliges, and the function that judges its evidence.

use ordain_runtime::registry::{Kind, Owner, Stage};

use super::layout::{sequence, text};
use super::predicate::{Printer, Scope};
use super::write::Writer;
use super::{EmitError, Emitter, facts_type, literal, rustdoc};
use crate::model::{Control, Id};

impl Emitter<'_> {
    pub(super) fn control(
        &self,
        out: &mut Writer,
        id: &Id,
        control: &Control,
    ) -> Result<(), EmitError> {
        let plan = self.plan(&control.evidence, "evidence")?;
        self.module(out, Kind::Control, id, &control.origin, &[], |out| {
            out.line(self.import(&id.package, &control.evidence));
            out.gap();
            out.doc(["What it is called."]);
            out.line(format!("pub const TITLE: &str = {};", literal::string(&control.title)));
            out.doc(["What is obliged."]);
            out.line("pub const STATEMENT: &str =");
            out.line(format!("    {};", literal::string(&control.statement)));
            out.doc(["Who answers for it."]);
            out.line(format!(
                "pub const OWNER: ::ordain_runtime::registry::Owner = ::ordain_runtime::registry::Owner::{};",
                owner(control.owner)
            ));
            out.doc(["When it is judged."]);
            out.line(format!(
                "pub const STAGE: ::ordain_runtime::registry::Stage = ::ordain_runtime::registry::Stage::{};",
                stage(control.stage)
            ));
            let evidence = facts_type(plan);
            out.gap();
            out.doc([
                "Judges the evidence.",
                "",
                "# Errors",
                "",
                "The safe error of a predicate that failed.",
            ]);
            out.open(format!(
                "pub fn judge(facts: &{evidence}) -> Result<policy::Verdict, policy::PolicyEvalError<'static>> {{"
            ));
            out.line("decide(facts, &compiled::Typed)");
            out.close("}");
            out.gap();
            out.doc([
                "Judges evidence that is still a document.",
                "",
                "# Errors",
                "",
                "The document is refused, or a predicate failed.",
            ]);
            out.open("pub fn judge_json(bytes: &[u8]) -> Result<policy::Verdict, policy::EvaluationError<'static>> {");
            out.line(format!("let facts = {}::from_json(bytes)?;", constructor(&evidence)));
            out.line("Ok(judge(&facts)?)");
            out.close("}");
            out.gap();
            out.doc([
                "Judges a value that nobody has validated.",
                "",
                "# Errors",
                "",
                "The value is no record of these facts, or a predicate failed or read an unsound fact.",
            ]);
            out.open("pub fn judge_untyped(value: &canonical::Value<'_>) -> Result<policy::Verdict, policy::EvaluationError<'static>> {");
            out.line(format!("let (facts, caller) = {}::from_untyped(value)?;", constructor(&evidence)));
            out.line("Ok(decide(&facts, &caller)?)");
            out.close("}");
            out.gap();
            out.open(format!(
                "fn decide<C: compiled::Caller>(facts: &{evidence}, caller: &C) -> Result<policy::Verdict, policy::PolicyEvalError<'static>> {{"
            ));
            if control.satisfied_when.is_some() {
                out.line("compiled::verdict(ID, satisfied(facts, caller))");
            } else {
                out.line("Ok(policy::Verdict::Recorded)");
            }
            out.close("}");
            if let Some(when) = &control.satisfied_when {
                out.gap();
                out.doc(rustdoc::block(&[format!("satisfied when {}", when.text)]));
                out.open(format!(
                    "fn satisfied<C: compiled::Caller>(facts: &{evidence}, caller: &C) -> Result<bool, compiled::Failure> {{"
                ));
                let printed = Printer::of(plan)
                    .predicate(Scope::Root, &when.value, "satisfied_when")
                    .map_err(|problem| EmitError::ModelInconsistent {
                        id: id.clone(),
                        place: "satisfied when".to_owned(),
                        problem,
                    })?;
                out.expression("", &sequence([text("Ok("), printed, text(")")]), "");
                out.close("}");
            }
            Ok(())
        })
    }
}

/// The path by which the functions of a type are called.
pub(super) fn constructor(ty: &str) -> &str {
    ty.strip_suffix("<'_>").unwrap_or(ty)
}

fn owner(owner: Owner) -> &'static str {
    match owner {
        Owner::Runtime => "Runtime",
        Owner::Operator => "Operator",
        Owner::Provider => "Provider",
        Owner::Author => "Author",
    }
}

fn stage(stage: Stage) -> &'static str {
    match stage {
        Stage::Admission => "Admission",
        Stage::Compile => "Compile",
        Stage::Plan => "Plan",
        Stage::Dispatch => "Dispatch",
        Stage::Settle => "Settle",
        Stage::Resume => "Resume",
    }
}
