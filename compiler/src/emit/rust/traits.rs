//! Prints the traits of other crates that facts implement: `Serialize`, and `Arbitrary` for fuzzers. Artefacts, section 2.

use super::literal;
use super::plan::{Enum, Field, Plan, Planned, Record};
use super::write::Writer;

/// A record is written as the document that it could have been read from.
pub(super) fn serialize_record(out: &mut Writer, record: &Record) {
    let lifetime = if record.borrows { "<'_>" } else { "" };
    serialize(out, &format!("{}{lifetime}", record.name), |out| {
        out.line("use compiled::serde::ser::SerializeMap as _;");
        out.line("let mut members = serializer.serialize_map(None)?;");
        for field in &record.fields {
            let (name, rust) = (literal::string(&field.name), &field.rust);
            if field.optional {
                out.open(format!("if let Some(value) = &self.{rust} {{"));
                out.line(format!("members.serialize_entry({name}, value)?;"));
                out.close("}");
            } else {
                out.line(format!("members.serialize_entry({name}, &self.{rust})?;"));
            }
        }
        out.line("members.end()");
    });
}

/// An enum is written as its word.
pub(super) fn serialize_enum(out: &mut Writer, enumeration: &Enum) {
    serialize(out, &enumeration.name, |out| {
        out.line("serializer.serialize_str(self.as_str())");
    });
}

fn serialize(out: &mut Writer, name: &str, body: impl FnOnce(&mut Writer)) {
    out.open(format!("impl compiled::serde::Serialize for {name} {{"));
    out.open(
        "fn serialize<S: compiled::serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {",
    );
    body(out);
    out.close("}");
    out.close("}");
}

/// Whether the crate that takes the code in is built for fuzzing is known to the runtime alone, so that no feature has to
/// be declared a second time.
pub(super) fn arbitrary(out: &mut Writer, plan: &Plan, record: &Record) {
    let lifetime = if record.borrows { "<'a>" } else { "" };
    out.open("::ordain_runtime::when_arbitrary! {");
    out.open(format!(
        "impl<'a> compiled::arbitrary::Arbitrary<'a> for {}{lifetime} {{",
        record.name
    ));
    out.open(
        "fn arbitrary(bytes: &mut compiled::arbitrary::Unstructured<'a>) -> compiled::arbitrary::Result<Self> {",
    );
    if record.fields.is_empty() {
        out.line("Ok(Self {})");
    } else {
        out.open("Ok(Self {");
        for field in &record.fields {
            out.line(format!("{}: {},", field.rust, made(plan, field)));
        }
        out.close("})");
    }
    out.close("}");
    out.close("}");
    out.close("}");
}

/// The expression that makes a field.
fn made(plan: &Plan, field: &Field) -> String {
    let maker = maker(plan, &field.ty);
    match maker.strip_prefix("|bytes| ") {
        _ if field.optional => format!("compiled::arbitrary::optional(bytes, {maker})?"),
        Some(call) => format!("{call}?"),
        None => format!("{maker}(bytes)?"),
    }
}

/// The function that makes a value of a type.
fn maker(plan: &Plan, ty: &Planned) -> String {
    let of_kind = |kind: &str| format!("compiled::arbitrary::{kind}");
    match ty {
        Planned::Boolean => of_kind("boolean"),
        Planned::Identifier => of_kind("identifier"),
        Planned::Text => of_kind("text"),
        Planned::Digest => of_kind("digest"),
        Planned::Time => of_kind("instant"),
        Planned::Money => of_kind("money"),
        Planned::Integer { minimum, maximum } => {
            let (least, most) = (literal::integer(*minimum), literal::integer(*maximum));
            format!("|bytes| compiled::arbitrary::integer(bytes, {least}, {most})")
        }
        Planned::Enum(index) => {
            let name = plan.enum_name(*index);
            format!("|bytes| compiled::arbitrary::word(bytes, &{name}::ALL)")
        }
        Planned::Record(index) => {
            let lifetime = if plan.borrows(ty) { "<'_>" } else { "" };
            let name = plan.record_name(*index);
            format!("<{name}{lifetime} as compiled::arbitrary::Arbitrary<'_>>::arbitrary")
        }
        Planned::Set(of) => format!(
            "|bytes| compiled::arbitrary::set(bytes, {})",
            maker(plan, of)
        ),
        Planned::List(of) => format!(
            "|bytes| compiled::arbitrary::list(bytes, {})",
            maker(plan, of)
        ),
    }
}
