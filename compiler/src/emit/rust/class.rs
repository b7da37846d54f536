//! Prints the function that says into which class of a field facts fall.

use ordain_runtime::policy::compiled;

use super::indexed::CHUNK;
use super::parts::wrapped;
use super::policy::Within;
use super::predicate::Printer;
use super::write::Writer;
use super::{EmitError, literal, rustdoc};
use crate::emit::index::{Field, FieldKind};

/// The function that gives the class of facts in one field.
pub(super) fn class(
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
        out.open(format!(
            "static {words}: compiled::Words = compiled::Words {{"
        ));
        let values: Vec<_> = field
            .values
            .iter()
            .map(|value| literal::string(value))
            .collect();
        wrapped(out, "words: &[", &values, "],");
        wrapped(out, "slots: &[", &slots(&field.values), "],");
        out.close("};");
    }
    out.gap();
    out.doc([format!("The class of {}.", rustdoc::code(&field.name()))]);
    out.open(format!("fn {name}(facts: &{}) -> usize {{", within.facts));
    if by_table && told.may_be_absent {
        out.line(format!(
            "{}.map_or({other}, |word| {words}.find(word))",
            told.text
        ));
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
