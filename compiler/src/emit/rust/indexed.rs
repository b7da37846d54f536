//! Prints what finds the rules of a large policy: the index as constants, the functions that class facts, and the
//! functions that ask rules. Which rules are found how is planned in `emit::index`.

use ordain_runtime::policy::compiled;

use super::layout::{Layout, list, sequence, text};
use super::literal;
use super::names::{Scope as Names, snake};
use super::policy::{Asked, Group, Within, document};
use super::predicate::Printer;
use super::shape::{self, Function};
use super::write::Writer;
use super::{EmitError, rustdoc};
use crate::emit::index::{Field, FieldKind, Index, Part, Rows};

/// The most functions that one emitted function calls, and the most words that one compares: the cost of compiling a
/// function grows with its square.
const CHUNK: usize = 64;
/// Values that the documentation of a field lists.
const LISTED: usize = 24;

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
                let first = function.rules.first().and_then(|rule| group.asked.get(*rule));
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
            format!("How each {what} is found: by the classes that facts fall into, a field at a time."),
            String::new(),
        ]);
        for (number, field) in index.fields.iter().enumerate() {
            out.doc([format!("{number}. {}", described(field, number < index.keys))]);
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
            let row = if function.rows.is_empty() { "" } else { ", call.row" };
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

/// The values of a field, by the number of their class.
fn described(field: &Field, is_key: bool) -> String {
    let named: Vec<String> = field
        .values
        .iter()
        .take(LISTED)
        .map(|value| rustdoc::code(&literal::string(value)))
        .collect();
    let more = if field.values.len() > LISTED {
        format!(" and {} more", field.values.len() - LISTED)
    } else {
        String::new()
    };
    format!(
        "{}, {} of {}: {}{more}, any other.",
        rustdoc::code(&field.name()),
        if is_key { "a key" } else { "in the predicates" },
        field.shared_by,
        named.join(", ")
    )
}

fn part_of(field: &Field, number: usize) -> String {
    match field.values.get(number) {
        Some(value) => literal::string(value),
        None if number == field.values.len() => "Any other value.".to_owned(),
        None => "The rules that are not parted.".to_owned(),
    }
}

fn print_part(out: &mut Writer, index: &Index, part: &Part) {
    if part.rules.is_empty() {
        out.line("compiled::Part { rules: &[], rows: &[] },");
        return;
    }
    out.open("compiled::Part {");
    let rules: Vec<_> = part.rules.iter().map(ToString::to_string).collect();
    wrapped(out, "rules: &[", &rules, "],");
    if part.rows.is_empty() {
        out.line("rows: &[],");
    } else {
        out.open("rows: &[");
        for rows in &part.rows {
            print_rows(out, index, rows, part.rules.len().div_ceil(64));
        }
        out.close("],");
    }
    out.close("},");
}

fn print_rows(out: &mut Writer, index: &Index, rows: &Rows, words: usize) {
    let bits: Vec<String> = rows.bits.iter().map(|bits| format!("{bits:#x}")).collect();
    let field = rows.field;
    if words == 1 {
        wrapped(
            out,
            &format!("compiled::Rows {{ field: {field}, bits: &["),
            &bits,
            "] },",
        );
        return;
    }
    out.open(format!("compiled::Rows {{ field: {field}, bits: &["));
    for (class, row) in bits.chunks(words).enumerate() {
        if let Some(field) = index.fields.get(field) {
            out.line(format!("// {}", part_of(field, class)));
        }
        lines(out, row);
    }
    out.close("] },");
}

/// Items between brackets: on one line, or on as many as they need.
fn wrapped(out: &mut Writer, open: &str, items: &[String], close: &str) {
    let width: usize = items.iter().map(|item| item.len() + 2).sum();
    if open.len() + width <= 80 {
        out.line(format!("{open}{}{close}", items.join(", ")));
        return;
    }
    out.open(open);
    lines(out, items);
    out.close(close);
}

fn lines(out: &mut Writer, items: &[String]) {
    let mut line = String::new();
    for item in items {
        if !line.is_empty() && line.len() + item.len() > 90 {
            out.line(&line);
            line.clear();
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(item);
        line.push(',');
    }
    if !line.is_empty() {
        out.line(&line);
    }
}

/// The function that gives the class of facts in one field.
fn class(
    out: &mut Writer,
    within: Within<'_>,
    field: &Field,
    name: &str,
    words: &str,
) -> Result<(), EmitError> {
    let misfit = |problem| within.misfit(&field.name(), problem);
    let printer = Printer::of(within.plan);
    let told = printer.told(&field.path).map_err(misfit)?;
    let other = field.values.len();
    let by_table = field.kind == FieldKind::Identifier && field.values.len() > CHUNK;
    if by_table {
        out.gap();
        out.doc([format!("The values of {}.", rustdoc::code(&field.name()))]);
        out.open(format!("static {words}: compiled::Words = compiled::Words {{"));
        let values: Vec<_> = field.values.iter().map(|value| literal::string(value)).collect();
        wrapped(out, "words: &[", &values, "],");
        wrapped(out, "slots: &[", &slots(&field.values), "],");
        out.close("};");
    }
    out.gap();
    out.doc([format!("The class of {}.", rustdoc::code(&field.name()))]);
    out.open(format!("fn {name}(facts: &{}) -> usize {{", within.facts));
    if by_table && told.may_be_absent {
        out.line(format!("{}.map_or({other}, |word| {words}.find(word))", told.text));
    } else if by_table {
        out.line(format!("{words}.find({})", told.text));
    } else {
        out.open(format!("match {} {{", told.text));
        for (class, value) in field.values.iter().enumerate() {
            let pattern = printer.pattern(value, &told).map_err(misfit)?;
            if told.may_be_absent {
                out.line(format!("Some({pattern}) => {class},"));
            } else {
                out.line(format!("{pattern} => {class},"));
            }
        }
        if told.may_be_absent || printer.values(&told) != Some(other) {
            out.line(format!("_ => {other},"));
        }
        out.close("}");
    }
    out.close("}");
    Ok(())
}

/// The table of slots through which the words are found.
fn slots(words: &[String]) -> Vec<String> {
    let size = (words.len() * 2).next_power_of_two();
    let mut slots = vec![0; size];
    for (number, word) in (1..).zip(words) {
        let mut place = compiled::slot(word) % size;
        while slots.get(place).is_some_and(|slot| *slot != 0_usize) {
            place = (place + 1) % size;
        }
        if let Some(slot) = slots.get_mut(place) {
            *slot = number;
        }
    }
    slots.iter().map(ToString::to_string).collect()
}

fn print_function(
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
            if let Some(rule) = rules.first() {
                if !rule.predicate.text.is_empty() {
                    out.doc([""]);
                    out.doc(rustdoc::block(&[format!("when {}", rule.predicate.text)]));
                }
            }
            if function.rows.is_empty() {
                out.doc([""]);
                for rule in rules {
                    out.doc([format!("- {}: {}:{}.", rule.what, rule.origin.file, rule.origin.line)]);
                }
            }
        }
    }
    let row = if function.rows.is_empty() { "" } else { ", row: u16" };
    out.open(format!(
        "fn {name}<C: compiled::Caller>(facts: &{}, caller: &C{row}) -> Result<bool, compiled::Failure> {{",
        within.facts
    ));
    if !function.rows.is_empty() {
        out.open(format!("let Some(row) = {rows}.get(usize::from(row)) else {{"));
        out.line("return Ok(false);");
        out.close("};");
    }
    out.expression("", &sequence([text("Ok("), function.body.clone(), text(")")]), "");
    out.close("}");
}

/// A comment that says which rule a row is of.
fn comment(out: &mut Writer, rule: &Asked<'_>) {
    out.line(format!(
        "// {}: {}:{}.",
        rule.what, rule.origin.file, rule.origin.line
    ));
    for line in rustdoc::prose(&rule.origin.documentation) {
        out.line(format!("// {line}").trim_end().to_owned());
    }
}

fn tuple(items: &[String]) -> String {
    match items {
        [one] => format!("({one},)"),
        items => format!("({})", items.join(", ")),
    }
}
