//! Prints the parts of an index with their rows of bits, and numbers in lines.

use super::write::Writer;
use super::{literal, rustdoc};
use crate::emit::index::{Field, Index, Part, Rows};

/// Values that the documentation of a field lists.
const LISTED: usize = 24;

/// The values of a field, by the number of their class.
pub(super) fn described(field: &Field, is_key: bool) -> String {
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

pub(super) fn part_of(field: &Field, number: usize) -> String {
    match field.values.get(number) {
        Some(value) => literal::string(value),
        None if number == field.values.len() => "Any other value.".to_owned(),
        None => "The rules that are not parted.".to_owned(),
    }
}

pub(super) fn print_part(out: &mut Writer, index: &Index, part: &Part) {
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
pub(super) fn wrapped(out: &mut Writer, open: &str, items: &[String], close: &str) {
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
