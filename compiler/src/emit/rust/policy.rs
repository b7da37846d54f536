//! Prints the module of one policy: its table, the ways in, the chain that asks its rules, and a function for each
//! predicate.

use ordain_runtime::policy::Predicate;
use ordain_runtime::registry::{AppliesTo, Kind};

use super::control::constructor;
use super::error::{MAX_RULES, MAX_TABLE_ENTRIES};
use super::layout::{list, sequence, text};
use super::names::{Scope as Names, identifier, snake};
use super::plan::Plan;
use super::predicate::{Printer, Scope};
use super::write::Writer;
use super::{EmitError, Emitter, facts_type, rustdoc, table};
use crate::model::{Id, Origin, Policy, Sourced};

/// The most rules that one emitted function asks: compiling a function takes time with the square of what it calls.
const CHUNK: usize = 64;

/// A rule, a guardrail or a scoring rule, as far as asking it goes.
struct Asked<'m> {
    /// The method of the evaluation that takes the answer.
    method: &'static str,
    index: usize,
    /// The name of the function.
    function: String,
    what: String,
    origin: &'m Origin,
    applies_to: &'m AppliesTo,
    predicate: &'m Sourced<Predicate>,
    name: &'m str,
}

impl Emitter<'_> {
    pub(super) fn policy(
        &self,
        out: &mut Writer,
        id: &Id,
        policy: &Policy,
    ) -> Result<(), EmitError> {
        for (what, count, most) in [
            ("rules", policy.rules.len(), MAX_RULES),
            ("scoring rules", policy.scoring_rules.len(), MAX_RULES),
            ("guardrails", policy.guardrails.len(), MAX_RULES),
            ("table entries", table::entries(policy), MAX_TABLE_ENTRIES),
        ] {
            if count > most {
                return Err(EmitError::TableTooLarge {
                    kind: Kind::Policy,
                    id: id.clone(),
                    what,
                    count,
                    most,
                });
            }
        }
        let plan = self.plan(&policy.facts, "on")?;
        let (asked, mut names) = asked(policy);
        let note = "Its rules are asked one after the other, in canonical order: a plain chain.";
        self.module(out, Kind::Policy, id, &policy.origin, &[note], |out| {
            out.line(self.import(&id.package, &policy.facts));
            out.gap();
            table::table(out, policy);
            let facts = facts_type(plan);
            entrances(out, &facts);
            chain(out, &facts, &asked, &mut names);
            for rule in &asked {
                function(out, id, plan, &facts, rule)?;
            }
            Ok(())
        })
    }
}

/// Names that the text of the module needs for itself.
const TAKEN: [&str; 8] = [
    "evaluate",
    "evaluate_json",
    "evaluate_untyped",
    "decide",
    "ask",
    "facts",
    "caller",
    "evaluation",
];

/// What is asked, and the names that are left for the functions that ask it.
fn asked(policy: &Policy) -> (Vec<Asked<'_>>, Names) {
    let mut names = Names::without(&TAKEN);
    let mut asked = Vec::new();
    for (index, rule) in policy.rules.iter().enumerate() {
        asked.push(Asked {
            method: "rule",
            index,
            function: String::new(),
            what: format!(
                "Rule {}, priority {}",
                rustdoc::code(&rule.name),
                rule.priority
            ),
            origin: &rule.origin,
            applies_to: &rule.applies_to,
            predicate: &rule.predicate,
            name: &rule.name,
        });
    }
    for (index, guardrail) in policy.guardrails.iter().enumerate() {
        asked.push(Asked {
            method: "guardrail",
            index,
            function: String::new(),
            what: format!("Guardrail {}", rustdoc::code(&guardrail.name)),
            origin: &guardrail.origin,
            applies_to: &guardrail.applies_to,
            predicate: &guardrail.predicate,
            name: &guardrail.name,
        });
    }
    for (index, rule) in policy.scoring_rules.iter().enumerate() {
        asked.push(Asked {
            method: "scoring_rule",
            index,
            function: String::new(),
            what: format!("Scoring rule {}", rustdoc::code(&rule.name)),
            origin: &rule.origin,
            applies_to: &rule.applies_to,
            predicate: &rule.predicate,
            name: &rule.name,
        });
    }
    for rule in &mut asked {
        rule.function = identifier(&names.claim(&snake(rule.name)));
    }
    (asked, names)
}

/// The three ways in.
fn entrances(out: &mut Writer, facts: &str) {
    let decision = "compiled::Decision<'static>";
    out.gap();
    out.doc([
        "Decides on facts.",
        "",
        "# Errors",
        "",
        "The safe error of the first applicable rule that failed.",
    ]);
    out.open(format!(
        "pub fn evaluate(facts: &{facts}) -> Result<{decision}, policy::PolicyEvalError<'static>> {{"
    ));
    out.line("decide(facts, &compiled::Typed)");
    out.close("}");
    out.gap();
    out.doc([
        "Decides on facts that are still a document.",
        "",
        "# Errors",
        "",
        "The document is refused, or a rule failed.",
    ]);
    out.open(format!(
        "pub fn evaluate_json(bytes: &[u8]) -> Result<{decision}, policy::EvaluationError<'static>> {{"
    ));
    out.line(format!(
        "let facts = {}::from_json(bytes)?;",
        constructor(facts)
    ));
    out.line("Ok(evaluate(&facts)?)");
    out.close("}");
    out.gap();
    out.doc([
        "Decides on a value that nobody has validated.",
        "",
        "# Errors",
        "",
        "The value is no record of these facts, or a rule failed or read an unsound fact.",
    ]);
    out.open(format!("pub fn evaluate_untyped(value: &canonical::Value<'_>) -> Result<{decision}, policy::EvaluationError<'static>> {{"));
    out.line(format!(
        "let (facts, caller) = {}::from_untyped(value)?;",
        constructor(facts)
    ));
    out.line("Ok(decide(&facts, &caller)?)");
    out.close("}");
    out.gap();
    out.open(format!(
        "fn decide<C: compiled::Caller>(facts: &{facts}, caller: &C) -> Result<{decision}, policy::PolicyEvalError<'static>> {{"
    ));
    out.line("let mut evaluation = compiled::Evaluation::of(&TABLE);");
    out.line("let asked = ask(facts, caller, &mut evaluation);");
    out.line("evaluation.end(asked)");
    out.close("}");
}

/// The functions that ask the rules: one, or one that calls one for each chunk.
fn chain(out: &mut Writer, facts: &str, asked: &[Asked<'_>], names: &mut Names) {
    let open = |out: &mut Writer, name: &str| {
        out.gap();
        out.open(format!(
            "fn {name}<C: compiled::Caller>(facts: &{facts}, caller: &C, evaluation: &mut compiled::Evaluation<'static>) -> Result<(), compiled::Stopped> {{"
        ));
    };
    let close = |out: &mut Writer| {
        out.line("Ok(())");
        out.close("}");
    };
    let questions = |out: &mut Writer, chunk: &[Asked<'_>]| {
        for Asked {
            method,
            index,
            function,
            ..
        } in chunk
        {
            let stops = if *method == "scoring_rule" { "" } else { "?" };
            out.line(format!(
                "evaluation.{method}({index}, {function}(facts, caller)){stops};"
            ));
        }
    };
    if asked.len() <= CHUNK {
        open(out, "ask");
        questions(out, asked);
        close(out);
        return;
    }
    // Chunks of chunks, so that no function calls more than a chunk of others.
    let mut level: Vec<String> = Vec::new();
    for (number, chunk) in asked.chunks(CHUNK).enumerate() {
        let name = names.claim(&format!("ask_{}", number + 1));
        open(out, &name);
        questions(out, chunk);
        close(out);
        level.push(name);
    }
    let mut height = 1;
    while level.len() > 1 {
        let mut next = Vec::new();
        let is_last = level.len() <= CHUNK;
        for (number, chunk) in level.chunks(CHUNK).enumerate() {
            let name = if is_last {
                "ask".to_owned()
            } else {
                names.claim(&format!("ask_{}_level_{height}", number + 1))
            };
            open(out, &name);
            for inner in chunk {
                out.line(format!("{inner}(facts, caller, evaluation)?;"));
            }
            close(out);
            next.push(name);
        }
        level = next;
        height += 1;
    }
}

fn function(
    out: &mut Writer,
    id: &Id,
    plan: &Plan,
    facts: &str,
    rule: &Asked<'_>,
) -> Result<(), EmitError> {
    let misfit = |problem| EmitError::ModelInconsistent {
        id: id.clone(),
        place: rule.name.to_owned(),
        problem,
    };
    let printer = Printer { plan };
    out.gap();
    out.doc([format!(
        "{}: {}:{}.",
        rule.what, rule.origin.file, rule.origin.line
    )]);
    if !rule.origin.documentation.is_empty() {
        out.doc([""]);
        out.doc(rustdoc::prose(&rule.origin.documentation));
    }
    if !rule.predicate.text.is_empty() {
        out.doc([""]);
        out.doc(rustdoc::block(&[format!("when {}", rule.predicate.text)]));
    }
    out.open(format!(
        "fn {}<C: compiled::Caller>(facts: &{facts}, caller: &C) -> compiled::Applied {{",
        rule.function
    ));
    if !rule.applies_to.is_empty() {
        let keys: Result<Vec<_>, _> = rule
            .applies_to
            .iter()
            .map(|(key, values)| printer.key(key, values))
            .collect();
        let keys = list("[", keys.map_err(misfit)?, "]");
        out.expression("if !compiled::applies(", &keys, ")? {");
        out.line("    return Ok(None);");
        out.line("}");
    }
    let predicate = printer
        .predicate(Scope::Root, &rule.predicate.value, "if")
        .map_err(misfit)?;
    out.expression("", &sequence([text("Ok(Some("), predicate, text("))")]), "");
    out.close("}");
    Ok(())
}
