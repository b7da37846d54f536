//! Prints the module of one policy: its table, the ways in, and what asks its rules. Few rules are a plain chain of
//! functions, printed here; how many are found is the business of `indexed`.

use ordain_runtime::policy::Predicate;
use ordain_runtime::registry::{AppliesTo, Kind};

use super::control::constructor;
use super::indexed;
use super::layout::{list, sequence, text};
use super::names::{Scope as Names, identifier, snake};
use super::plan::Plan;
use super::predicate::{Printer, Scope};
use super::write::Writer;
use super::{EmitError, Emitter, facts_type, rustdoc, table};
use crate::emit::index::{Index, PolicyIndex};
use crate::limits;
use crate::model::{Id, Origin, Policy, Sourced};

/// The rules, the guardrails or the scoring rules of a policy.
pub(super) struct Group<'m> {
    /// The method of the evaluation that takes the answer of one.
    pub(super) method: &'static str,
    pub(super) asked: Vec<Asked<'m>>,
    /// How they are found; `None` where they are a plain chain.
    pub(super) index: Option<Index>,
}

/// A rule, a guardrail or a scoring rule, as far as asking it goes.
pub(super) struct Asked<'m> {
    /// The name of the function.
    pub(super) function: String,
    pub(super) what: String,
    pub(super) origin: &'m Origin,
    pub(super) applies_to: &'m AppliesTo,
    pub(super) predicate: &'m Sourced<Predicate>,
    pub(super) has_else: bool,
    pub(super) name: &'m str,
}

impl Emitter<'_> {
    pub(super) fn policy(
        &self,
        out: &mut Writer,
        id: &Id,
        policy: &Policy,
    ) -> Result<(), EmitError> {
        let size = policy.table_size();
        let of_key = size.key_values.values().max().copied().unwrap_or_default();
        for (what, count, most) in [
            ("rules", size.rules, limits::RULES),
            ("table entries", size.entries, limits::TABLE_ENTRIES),
            ("values of one key", of_key, limits::KEY_VALUES),
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
        let schema = self.model.facts.get(&policy.facts);
        let schema = schema.ok_or_else(|| EmitError::ModelInconsistent {
            id: id.clone(),
            place: "on".to_owned(),
            problem: "its facts are not declared",
        })?;
        let (groups, mut names) = groups(policy, PolicyIndex::of(policy, &schema.schema));
        let note = note(&groups);
        self.module(out, Kind::Policy, id, &policy.origin, &[&note], |out| {
            out.line(self.import(&id.package, &policy.facts));
            out.gap();
            table::table(out, policy);
            let facts = facts_type(plan);
            entrances(
                out,
                &facts,
                groups.iter().any(|group| group.index.is_some()),
            );
            let within = Within {
                id,
                plan,
                facts: &facts,
            };
            let mut searches = Vec::new();
            for group in &groups {
                searches.push(match &group.index {
                    Some(index) => Some(indexed::Search::of(within, group, index, &mut names)?),
                    None => None,
                });
            }
            ask(out, &facts, &groups, &searches);
            for (group, search) in groups.iter().zip(&searches) {
                match search {
                    Some(search) => search.print(out, within, group)?,
                    None => {
                        for rule in &group.asked {
                            function(out, within, rule)?;
                        }
                    }
                }
            }
            Ok(())
        })
    }
}

/// What the functions of a policy are printed with.
#[derive(Clone, Copy)]
pub(super) struct Within<'p> {
    pub(super) id: &'p Id,
    pub(super) plan: &'p Plan,
    /// The type of the facts.
    pub(super) facts: &'p str,
}

impl Within<'_> {
    /// The model contradicts itself at `place`.
    pub(super) fn misfit(self, place: &str, problem: &'static str) -> EmitError {
        EmitError::ModelInconsistent {
            id: self.id.clone(),
            place: place.to_owned(),
            problem,
        }
    }
}

/// Names that the text of the module needs for itself.
const TAKEN: [&str; 9] = [
    "evaluate",
    "evaluate_json",
    "evaluate_untyped",
    "decide",
    "ask",
    "facts",
    "caller",
    "evaluation",
    "row",
];

/// What is asked, and the names that are left for what asks it.
fn groups(policy: &Policy, index: PolicyIndex) -> (Vec<Group<'_>>, Names) {
    let rules = policy.rules.iter().map(|rule| Asked {
        function: String::new(),
        what: format!(
            "Rule {}, priority {}",
            rustdoc::code(&rule.name),
            rule.priority
        ),
        origin: &rule.origin,
        applies_to: &rule.applies_to,
        predicate: &rule.predicate,
        has_else: rule.otherwise.is_some(),
        name: &rule.name,
    });
    let guardrails = policy.guardrails.iter().map(|guardrail| Asked {
        function: String::new(),
        what: format!("Guardrail {}", rustdoc::code(&guardrail.name)),
        origin: &guardrail.origin,
        applies_to: &guardrail.applies_to,
        predicate: &guardrail.predicate,
        has_else: false,
        name: &guardrail.name,
    });
    let scoring_rules = policy.scoring_rules.iter().map(|rule| Asked {
        function: String::new(),
        what: format!("Scoring rule {}", rustdoc::code(&rule.name)),
        origin: &rule.origin,
        applies_to: &rule.applies_to,
        predicate: &rule.predicate,
        has_else: false,
        name: &rule.name,
    });
    let group = |method, asked, index| Group {
        method,
        asked,
        index,
    };
    let mut groups = vec![
        group("rule", rules.collect(), index.rules),
        group("guardrail", guardrails.collect(), index.guardrails),
        group("scoring_rule", scoring_rules.collect(), index.scoring_rules),
    ];
    let mut names = Names::without(&TAKEN);
    for rule in groups.iter_mut().flat_map(|group| &mut group.asked) {
        rule.function = identifier(&names.claim(&snake(rule.name)));
    }
    (groups, names)
}

/// Says how rules are found.
fn note(groups: &[Group<'_>]) -> String {
    if groups.iter().all(|group| group.index.is_none()) {
        return "Its rules are asked one after the other, in canonical order: a plain chain."
            .to_owned();
    }
    let said = groups
        .iter()
        .filter(|group| !group.asked.is_empty())
        .map(|group| {
            let (count, what) = (group.asked.len(), group.method.replace('_', " "));
            let plural = if count == 1 { "" } else { "s" };
            let how = match &group.index {
                None => "in a plain chain".to_owned(),
                Some(index) => index.described(),
            };
            format!("{count} {what}{plural} {how}")
        });
    format!("It asks {}.", said.collect::<Vec<_>>().join("; "))
}

/// The three ways in.
fn entrances(out: &mut Writer, facts: &str, is_indexed: bool) {
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
    if is_indexed {
        out.open("if caller.is_sound() {");
        out.line("return Ok(evaluate(&facts)?);");
        out.close("}");
    }
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

/// The function that asks everything.
fn ask(out: &mut Writer, facts: &str, groups: &[Group<'_>], searches: &[Option<indexed::Search>]) {
    out.gap();
    out.open(format!(
        "fn ask<C: compiled::Caller>(facts: &{facts}, caller: &C, evaluation: &mut compiled::Evaluation<'static>) -> Result<(), compiled::Stopped> {{"
    ));
    for (group, search) in groups.iter().zip(searches) {
        let method = group.method;
        let stops = if method == "scoring_rule" { "" } else { "?" };
        if let Some(search) = search {
            out.expression(
                &format!("evaluation.{method}s("),
                &search.arguments(),
                &format!("){stops};"),
            );
            continue;
        }
        for (index, rule) in group.asked.iter().enumerate() {
            let function = &rule.function;
            out.line(format!(
                "evaluation.{method}({index}, {function}(facts, caller)){stops};"
            ));
        }
    }
    out.line("Ok(())");
    out.close("}");
}

/// The documentation of what asks one rule.
pub(super) fn document(out: &mut Writer, rule: &Asked<'_>) {
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
}

/// The function of a rule in a chain.
fn function(out: &mut Writer, within: Within<'_>, rule: &Asked<'_>) -> Result<(), EmitError> {
    let misfit = |problem| within.misfit(rule.name, problem);
    let printer = Printer::of(within.plan);
    out.gap();
    document(out, rule);
    out.open(format!(
        "fn {}<C: compiled::Caller>(facts: &{}, caller: &C) -> compiled::Applied {{",
        rule.function, within.facts
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
