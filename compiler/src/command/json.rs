//! Answers for programs: canonical JSON on one line, or the same in lines for people who read it.

use ordain_runtime::canonical::{self, Value};
use serde::Serialize;

use crate::terminal::Terminal;

/// Prints a value as one line of canonical JSON.
pub(crate) fn print(value: &impl Serialize, terminal: &mut Terminal) {
    match canonical::to_canonical(value) {
        Ok(bytes) => {
            terminal.out_bytes(&bytes);
            terminal.out("\n");
        }
        Err(error) => terminal.error_line("output_failed", &error.to_string()),
    }
}

/// The value in indented lines, members in canonical order; ends without a line end.
pub(crate) fn pretty(value: &Value<'_>) -> String {
    let mut text = String::new();
    write(value, 0, &mut text);
    text
}

fn write(value: &Value<'_>, depth: usize, text: &mut String) {
    match value {
        Value::Array(elements) if !elements.is_empty() => {
            text.push('[');
            for (index, element) in elements.iter().enumerate() {
                separate(index, depth + 1, text);
                write(element, depth + 1, text);
            }
            separate(0, depth, text);
            text.push(']');
        }
        Value::Object(members) if !members.is_empty() => {
            text.push('{');
            // Canonical order is not that of the object, which keeps what it was given.
            let mut sorted: Vec<_> = members.iter().collect();
            sorted.sort_by(|(left, _), (right, _)| canonical::compare_keys(left, right));
            for (index, (name, member)) in sorted.into_iter().enumerate() {
                separate(index, depth + 1, text);
                scalar(&Value::String(name.into()), text);
                text.push_str(": ");
                write(member, depth + 1, text);
            }
            separate(0, depth, text);
            text.push('}');
        }
        scalar_or_empty => scalar(scalar_or_empty, text),
    }
}

fn separate(index: usize, depth: usize, text: &mut String) {
    if index > 0 {
        text.push(',');
    }
    text.push('\n');
    text.push_str(&"  ".repeat(depth));
}

fn scalar(value: &Value<'_>, text: &mut String) {
    text.push_str(&String::from_utf8_lossy(&canonical::to_vec(value)));
}
