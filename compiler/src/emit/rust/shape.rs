//! Which rules share a function: those whose predicates differ in constants alone. Each then has a row of constants.

use std::collections::BTreeMap;

use super::layout::{Layout, sequence, text};
use super::policy::{Asked, Group, Within, document};
use super::predicate::Printer;
use super::slots::{Constant, Slots};
use super::write::Writer;
use super::{EmitError, rustdoc};
use crate::emit::index::Found;

/// A function, and the rules that it asks.
pub(super) struct Function {
    /// By their number.
    pub(super) rules: Vec<usize>,
    /// An expression of type `bool`.
    pub(super) body: Layout,
    /// The types of the constants that differ.
    pub(super) types: Vec<String>,
    /// For each rule its constants; empty where none differ.
    pub(super) rows: Vec<Vec<String>>,
}

/// The functions of some rules, in the order of the first rule of each.
pub(super) fn functions(
    within: Within<'_>,
    asked: &[Asked<'_>],
    found: &[Found],
) -> Result<Vec<Function>, EmitError> {
    let print = |rule: usize, printer: &Printer<'_>| {
        let (asked, found) = (asked.get(rule), found.get(rule));
        let (Some(asked), Some(found)) = (asked, found) else {
            return Err(within.misfit("", "a rule is not planned"));
        };
        let predicate = &asked.predicate.value;
        let body = printer.lifted(predicate, &found.lifted, "if");
        body.map_err(|problem| within.misfit(asked.name, problem))
    };
    let mut places: BTreeMap<(String, Vec<String>), usize> = BTreeMap::new();
    let mut shared: Vec<Vec<(usize, Vec<Constant>)>> = Vec::new();
    for rule in 0..asked.len() {
        let printer = Printer::with_slots(within.plan, Slots::default());
        let text = print(rule, &printer)?.flat();
        let constants = printer.into_slots().into_taken();
        let types = constants.iter().map(|(ty, _)| ty.clone()).collect();
        let place = *places.entry((text, types)).or_insert(shared.len());
        match shared.get_mut(place) {
            Some(rules) => rules.push((rule, constants)),
            None => shared.push(vec![(rule, constants)]),
        }
    }
    shared
        .into_iter()
        .map(|rules| {
            let Some((first, constants)) = rules.first() else {
                return Err(within.misfit("", "a function asks no rule"));
            };
            if rules.len() == 1 {
                return Ok(Function {
                    rules: vec![*first],
                    body: print(*first, &Printer::of(within.plan))?,
                    types: Vec::new(),
                    rows: Vec::new(),
                });
            }
            let varies: Vec<bool> = constants
                .iter()
                .enumerate()
                .map(|(place, constant)| {
                    rules
                        .iter()
                        .any(|(_, others)| others.get(place) != Some(constant))
                })
                .collect();
            let differing = |constants: &[Constant]| -> Vec<Constant> {
                let both = constants.iter().zip(&varies);
                both.filter(|(_, varies)| **varies)
                    .map(|(constant, _)| constant.clone())
                    .collect()
            };
            let types: Vec<_> = differing(constants).into_iter().map(|(ty, _)| ty).collect();
            let rows = if types.is_empty() {
                Vec::new()
            } else {
                let values = |constants: &[Constant]| {
                    differing(constants)
                        .into_iter()
                        .map(|(_, value)| value)
                        .collect()
                };
                rules
                    .iter()
                    .map(|(_, constants)| values(constants))
                    .collect()
            };
            let printer = Printer::with_slots(within.plan, Slots::varying(varies.clone()));
            Ok(Function {
                rules: rules.iter().map(|(rule, _)| *rule).collect(),
                body: print(*first, &printer)?,
                types,
                rows,
            })
        })
        .collect()
}

/// Prints a function, and the rows of constants that it takes.
pub(super) fn print_function(
    out: &mut Writer,
    within: Within<'_>,
    group: &Group<'_>,
    name: &str,
    function: &Function,
) {
    let asked: Vec<&Asked<'_>> = function
        .rules
        .iter()
        .filter_map(|rule| group.asked.get(*rule))
        .collect();
    let rows = format!("ROWS_{}", name.to_ascii_uppercase());
    if !function.rows.is_empty() {
        out.gap();
        out.doc([format!("The constants of {} rules.", asked.len())]);
        let types = tuple(&function.types);
        out.open(format!(
            "static {rows}: [{types}; {}] = [",
            function.rows.len()
        ));
        for (rule, row) in asked.iter().zip(&function.rows) {
            comment(out, rule);
            out.line(format!("{},", tuple(row)));
        }
        out.close("];");
    }
    out.gap();
    match asked.as_slice() {
        [rule] => document(out, rule),
        rules => {
            let differ = if function.rows.is_empty() {
                "that are alike"
            } else {
                "that differ in constants alone"
            };
            out.doc([format!("Asks {} rules {differ}.", rules.len())]);
            if let Some(rule) = rules.first()
                && !rule.predicate.text.is_empty()
            {
                out.doc([""]);
                out.doc(rustdoc::block(&[format!("when {}", rule.predicate.text)]));
            }
            if function.rows.is_empty() {
                out.doc([""]);
                for rule in rules {
                    out.doc([format!(
                        "- {}: {}:{}.",
                        rule.what, rule.origin.file, rule.origin.line
                    )]);
                }
            }
        }
    }
    let row = if function.rows.is_empty() {
        ""
    } else {
        ", row: u16"
    };
    out.open(format!(
        "fn {name}<C: compiled::Caller>(facts: &{}, caller: &C{row}) -> Result<bool, compiled::Failure> {{",
        within.facts
    ));
    if !function.rows.is_empty() {
        out.open(format!(
            "let Some(row) = {rows}.get(usize::from(row)) else {{"
        ));
        out.line("return Ok(false);");
        out.close("};");
    }
    out.expression(
        "",
        &sequence([text("Ok("), function.body.clone(), text(")")]),
        "",
    );
    out.close("}");
}

/// A comment that says which rule a row is of.
fn comment(out: &mut Writer, rule: &Asked<'_>) {
    out.line(format!(
        "// {}: {}:{}.",
        rule.what, rule.origin.file, rule.origin.line
    ));
    for line in rustdoc::prose(&rule.origin.documentation) {
        out.line(format!("// {line}").trim_end());
    }
}

fn tuple(items: &[String]) -> String {
    match items {
        [one] => format!("({one},)"),
        items => format!("({})", items.join(", ")),
    }
}
