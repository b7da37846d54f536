//! Prints what finds the rules of a large policy: the index as constants, the functions that class facts, and the
//! functions that ask rules. Which rules are found how is planned in `emit::index`.

use super::EmitError;
use super::class::class;
use super::layout::{Layout, list, text};
use super::literal;
use super::names::{Scope as Names, snake};
use super::parts::{described, part_of, print_part, wrapped};
use super::policy::{Group, Within};
use super::predicate::Printer;
use super::shape::{self, Function, print_function};
use super::write::Writer;
use crate::emit::index::Index;

/// The most functions that one emitted function calls, and the most words that one compares: the cost of compiling a
/// function grows with its square.
pub(super) const CHUNK: usize = 64;
/// The names of what is printed for one group, and its functions.
pub(super) struct Search {
    index: String,
    /// For each field the function that classes facts, and the table of words that it may need.
    classes: Vec<(String, String)>,
    /// Calls the function of a rule.
    call: String,
    functions: Vec<(String, Function)>,
    /// For further functions that call functions.
    calls: Vec<String>,
}

impl Search {
    pub(super) fn of(
        within: Within<'_>,
        group: &Group<'_>,
        index: &Index,
        names: &mut Names,
    ) -> Result<Self, EmitError> {
        let functions = shape::functions(within, &group.asked, &index.found)?;
        let functions: Vec<_> = functions
            .into_iter()
            .map(|function| {
                let first = function
                    .rules
                    .first()
                    .and_then(|rule| group.asked.get(*rule));
                let name = match first {
                    Some(rule) if function.rules.len() == 1 => rule.function.clone(),
                    Some(rule) => names.claim(&format!("like_{}", snake(rule.name))),
                    None => String::new(),
                };
                (name, function)
            })
            .collect();
        let classes = index
            .fields
            .iter()
            .map(|field| {
                let name = names.claim(&format!("class_of_{}", snake(&field.name())));
                let words = name.to_ascii_uppercase();
                (name, words)
            })
            .collect();
        let call = names.claim(&format!("call_{}", group.method));
        let chunks = functions.len().div_ceil(CHUNK);
        let calls = (0..if chunks > 1 { chunks } else { 0 })
            .map(|chunk| names.claim(&format!("{call}_{}", chunk + 1)))
            .collect();
        Ok(Self {
            index: format!("{}S", group.method.to_ascii_uppercase()),
            classes,
            call,
            functions,
            calls,
        })
    }

    /// What the search is called with.
    pub(super) fn arguments(&self) -> Layout {
        let classes = self
            .classes
            .iter()
            .map(|(function, _)| text(format!("{function}(facts)")));
        list(
            "",
            [
                text(format!("&{}", self.index)),
                list("&[", classes, "]"),
                text("caller"),
                text(format!("|call| {}(facts, caller, call)", self.call)),
            ],
            "",
        )
    }

    pub(super) fn print(
        &self,
        out: &mut Writer,
        within: Within<'_>,
        group: &Group<'_>,
    ) -> Result<(), EmitError> {
        let Some(index) = &group.index else {
            return Ok(());
        };
        self.print_index(out, within, group, index)?;
        for (field, (name, words)) in index.fields.iter().zip(&self.classes) {
            class(out, within, field, name, words)?;
        }
        self.print_calls(out, within);
        for (name, function) in &self.functions {
            print_function(out, within, group, name, function);
        }
        Ok(())
    }

    fn print_index(
        &self,
        out: &mut Writer,
        within: Within<'_>,
        group: &Group<'_>,
        index: &Index,
    ) -> Result<(), EmitError> {
        let what = group.method.replace('_', " ");
        out.gap();
        out.doc([
            format!(
                "How each {what} is found: by the classes that facts fall into, a field at a time."
            ),
            String::new(),
        ]);
        for (number, field) in index.fields.iter().enumerate() {
            out.doc([format!(
                "{number}. {}",
                described(field, number < index.keys)
            )]);
        }
        out.open(format!(
            "static {}: compiled::Index = compiled::Index {{",
            self.index
        ));
        out.open("keys: &[");
        let printer = Printer::of(within.plan);
        for (number, field) in index.fields.iter().enumerate().take(index.keys) {
            let told = printer
                .told(&field.path)
                .map_err(|problem| within.misfit(&field.name(), problem))?;
            let mut sets: Vec<&[u16]> = Vec::new();
            let mut places = std::collections::BTreeMap::new();
            let asked: Vec<String> = index
                .found
                .iter()
                .map(|found| match found.classes.get(number) {
                    Some(Some(classes)) => {
                        let place = places.entry(classes).or_insert_with(|| {
                            sets.push(classes);
                            sets.len()
                        });
                        place.to_string()
                    }
                    _ => "0".to_owned(),
                })
                .collect();
            out.open("compiled::Key {");
            out.line(format!("fact: facts::fact::{},", told.fact));
            let path = format!("applies_to.{}", field.name());
            out.line(format!("path: {},", literal::string(&path)));
            wrapped(out, "asked: &[", &asked, "],");
            let sets: Vec<String> = sets
                .iter()
                .map(|set| {
                    let numbers: Vec<_> = set.iter().map(ToString::to_string).collect();
                    format!("&[{}]", numbers.join(", "))
                })
                .collect();
            wrapped(out, "sets: &[", &sets, "],");
            out.close("},");
        }
        out.close("],");
        out.line(format!(
            "parted_by: {},",
            literal::option(index.parted_by.map(|field| field.to_string()))
        ));
        out.open("parts: &[");
        for (number, part) in index.parts.iter().enumerate() {
            let parting = index.parted_by.and_then(|field| index.fields.get(field));
            if let Some(field) = parting {
                out.line(format!("// {}", part_of(field, number)));
            }
            print_part(out, index, part);
        }
        out.close("],");
        let checked: Vec<_> = index.checked.iter().map(ToString::to_string).collect();
        wrapped(out, "checked: &[", &checked, "],");
        wrapped(out, "calls: &[", &self.calls_of(group), "],");
        out.close("};");
        Ok(())
    }

    /// How each rule is called.
    fn calls_of(&self, group: &Group<'_>) -> Vec<String> {
        let mut calls = vec![(0, 0); group.asked.len()];
        for (number, (_, function)) in self.functions.iter().enumerate() {
            for (row, rule) in function.rules.iter().enumerate() {
                if let Some(call) = calls.get_mut(*rule) {
                    *call = (number, if function.rows.is_empty() { 0 } else { row });
                }
            }
        }
        calls
            .iter()
            .zip(&group.asked)
            .map(|((function, row), rule)| {
                format!("compiled::Call::new({function}, {row}, {})", rule.has_else)
            })
            .collect()
    }

    /// The function that calls the function of a rule: one, or one that calls one for each chunk.
    fn print_calls(&self, out: &mut Writer, within: Within<'_>) {
        let facts = within.facts;
        let open = |out: &mut Writer, name: &str, of: &str| {
            out.gap();
            out.open(format!(
                "fn {name}<C: compiled::Caller>(facts: &{facts}, caller: &C, call: compiled::Call) -> Result<bool, compiled::Failure> {{"
            ));
            out.open(format!("match {of} {{"));
        };
        let close = |out: &mut Writer| {
            // No call has another number.
            out.line("_ => Ok(false),");
            out.close("}");
            out.close("}");
        };
        let arm = |out: &mut Writer, number: usize, (name, function): &(String, Function)| {
            let row = if function.rows.is_empty() {
                ""
            } else {
                ", call.row"
            };
            out.line(format!("{number} => {name}(facts, caller{row}),"));
        };
        if self.calls.is_empty() {
            open(out, &self.call, "call.function");
            for (number, function) in self.functions.iter().enumerate() {
                arm(out, number, function);
            }
            close(out);
            return;
        }
        // At most 20,000 functions make 313 chunks: three levels, the middle one inside of the outermost.
        open(out, &self.call, "call.function");
        let numbers: Vec<usize> = (0..self.functions.len()).collect();
        for (chunk, name) in numbers.chunks(CHUNK).zip(&self.calls) {
            if let (Some(first), Some(last)) = (chunk.first(), chunk.last()) {
                out.line(format!("{first}..={last} => {name}(facts, caller, call),"));
            }
        }
        close(out);
        for (chunk, name) in numbers.chunks(CHUNK).zip(&self.calls) {
            open(out, name, "call.function");
            for number in chunk {
                if let Some(function) = self.functions.get(*number) {
                    arm(out, *number, function);
                }
            }
            close(out);
        }
    }
}
