//! Prints the module of one declaration of facts: its records and enums, and how they are decoded.

use std::fmt::Write as _;

use super::literal;
use super::plan::{Enum, Field, Plan, Planned, Record};
use super::rustdoc;
use super::traits;
use super::write::Writer;
use crate::model::Facts;

/// Prints the items of the module.
pub(super) fn items(out: &mut Writer, plan: &Plan, facts: &Facts) {
    let printer = Printer { plan };
    for (index, record) in plan.records.iter().enumerate() {
        let documentation = if index == 0 {
            &facts.origin.documentation
        } else {
            &record.documentation
        };
        out.gap();
        printer.structure(out, record, documentation);
        out.gap();
        printer.decoding(out, record, index == 0);
        out.gap();
        traits::serialize_record(out, record);
        out.gap();
        traits::arbitrary(out, plan, record);
    }
    for enumeration in &plan.enums {
        out.gap();
        self::enumeration(out, enumeration);
        out.gap();
        traits::serialize_enum(out, enumeration);
    }
    out.gap();
    numbers(out, plan);
}

/// The numbers of facts, by which untyped callers know which are sound.
fn numbers(out: &mut Writer, plan: &Plan) {
    out.doc(["The numbers of the facts: an untyped caller's unsound ones are known by them."]);
    out.open("pub mod fact {");
    out.line("use ::ordain_runtime::policy::compiled::Fact;");
    for (number, (name, path)) in plan.facts.iter().enumerate() {
        out.gap();
        out.doc([rustdoc::code(path)]);
        out.line(format!("pub const {name}: Fact = Fact::new({number});"));
    }
    out.close("}");
}

struct Printer<'p> {
    plan: &'p Plan,
}

impl Printer<'_> {
    fn structure(&self, out: &mut Writer, record: &Record, documentation: &[String]) {
        if documentation.is_empty() && record.path.is_empty() {
            out.doc(["The facts."]);
        } else if documentation.is_empty() {
            out.doc([format!("The record {}.", rustdoc::code(&record.path))]);
        } else {
            out.doc(rustdoc::prose(documentation));
        }
        out.line("#[derive(Clone, Debug, PartialEq)]");
        let lifetime = if record.borrows { "<'a>" } else { "" };
        if record.fields.is_empty() {
            out.line(format!("pub struct {}{lifetime} {{}}", record.name));
            return;
        }
        out.open(format!("pub struct {}{lifetime} {{", record.name));
        for field in &record.fields {
            if field.documentation.is_empty() {
                out.doc([Self::describe(field)]);
            } else {
                out.doc(rustdoc::prose(&field.documentation));
            }
            let ty = self.ty(&field.ty);
            let ty = if field.optional {
                format!("Option<{ty}>")
            } else {
                ty
            };
            out.line(format!("pub {}: {ty},", field.rust));
        }
        out.close("}");
    }

    fn describe(field: &Field) -> String {
        let what = Self::describe_type(&field.ty);
        let absent = if field.optional {
            "; may be absent"
        } else {
            ""
        };
        let mut characters = what.chars();
        let first = characters.next().map(|first| first.to_ascii_uppercase());
        let what: String = first.into_iter().chain(characters).collect();
        format!("{what}{absent}.")
    }

    fn describe_type(ty: &Planned) -> String {
        match ty {
            Planned::Boolean => "true or false".into(),
            Planned::Integer { minimum, maximum } => {
                let (least, most) = (literal::integer(*minimum), literal::integer(*maximum));
                format!("an integer from {least} to {most}")
            }
            Planned::Identifier => "an identifier".into(),
            Planned::Text => "a text".into(),
            Planned::Digest => "a digest".into(),
            Planned::Time => "an instant".into(),
            Planned::Money => "an amount of money".into(),
            Planned::Enum(_) => "one word of a list".into(),
            Planned::Record(_) => "a record".into(),
            Planned::Set(of) => format!("a set, each element {}", Self::describe_type(of)),
            Planned::List(of) => format!("a list, each element {}", Self::describe_type(of)),
        }
    }

    fn ty(&self, ty: &Planned) -> String {
        match ty {
            Planned::Boolean => "bool".into(),
            Planned::Integer { .. } => "i64".into(),
            Planned::Identifier => "ident::Identifier<'a>".into(),
            Planned::Text => "compiled::Cow<'a, str>".into(),
            Planned::Digest => "digest::Digest".into(),
            Planned::Time => "time::Instant".into(),
            Planned::Money => "money::Money".into(),
            Planned::Enum(index) => self.plan.enum_name(*index).into(),
            Planned::Record(index) => {
                let record = self.plan.records.get(*index);
                let lifetime = if self.plan.borrows(ty) { "<'a>" } else { "" };
                record.map_or_else(String::new, |record| format!("{}{lifetime}", record.name))
            }
            Planned::Set(of) | Planned::List(of) => format!("compiled::Vec<{}>", self.ty(of)),
        }
    }

    fn decoding(&self, out: &mut Writer, record: &Record, is_root: bool) {
        if record.borrows {
            out.open(format!("impl<'a> {}<'a> {{", record.name));
        } else {
            out.open(format!("impl {} {{", record.name));
        }
        if is_root {
            from(out, record);
            out.gap();
        }
        self.read(out, record);
        out.gap();
        if record.is_element {
            self.reading_of_value(out, record);
        } else {
            self.screen(out, record, is_root);
        }
        out.close("}");
    }

    /// Strict, from bytes.
    fn read(&self, out: &mut Writer, record: &Record) {
        let input = if record.borrows { "'a" } else { "'_" };
        out.open(format!(
            "fn read(input: &mut compiled::Input<{input}>) -> Result<Self, compiled::Fault> {{"
        ));
        let places: Vec<_> = record
            .fields
            .iter()
            .map(|field| place(&field.rust))
            .collect();
        for place in &places {
            out.line(format!("let mut {place} = None;"));
        }
        out.line("input.record()?;");
        out.open("while let Some(name) = input.name()? {");
        out.open("match &*name {");
        for (field, place) in record.fields.iter().zip(&places) {
            let name = literal::string(&field.name);
            let read = self.reader(&field.ty);
            out.line(format!(
                "{name} => input.once(&mut {place}, {name}, {read})?,"
            ));
        }
        out.line("_ => return Err(compiled::Fault::unknown(&name)),");
        out.close("}");
        out.close("}");
        if record.fields.is_empty() {
            out.line("Ok(Self {})");
        } else {
            out.open("Ok(Self {");
            for (field, place) in record.fields.iter().zip(&places) {
                if field.optional {
                    out.line(format!("{}: {place},", field.rust));
                } else {
                    let name = literal::string(&field.name);
                    out.line(format!(
                        "{}: compiled::required({place}, {name})?,",
                        field.rust
                    ));
                }
            }
            out.close("})");
        }
        out.close("}");
    }

    fn reader(&self, ty: &Planned) -> String {
        match ty {
            Planned::Boolean => "compiled::Input::boolean".into(),
            Planned::Identifier => "compiled::Input::identifier".into(),
            Planned::Text => "compiled::Input::text".into(),
            Planned::Digest => "compiled::Input::digest".into(),
            Planned::Time => "compiled::Input::instant".into(),
            Planned::Money => "compiled::Input::money".into(),
            Planned::Enum(index) => {
                format!("compiled::Input::word::<{}>", self.plan.enum_name(*index))
            }
            Planned::Record(index) => format!("{}::read", self.plan.record_name(*index)),
            Planned::Integer { minimum, maximum } => {
                let (least, most) = (literal::integer(*minimum), literal::integer(*maximum));
                format!("|input| input.integer({least}, {most})")
            }
            Planned::Set(of) => format!("|input| input.set({})", self.reader(of)),
            Planned::List(of) => format!("|input| input.list({})", self.reader(of)),
        }
    }

    /// Lenient, from a value.
    fn screen(&self, out: &mut Writer, record: &Record, is_root: bool) {
        let generic = if record.borrows { "" } else { "<'a>" };
        let fact = if is_root {
            ""
        } else {
            ", fact: compiled::Fact"
        };
        out.open(format!(
            "fn screen{generic}(screen: &mut compiled::Screen<'a>{fact}, member: compiled::Member<'a, '_>) -> Self {{"
        ));
        let names = names(record);
        let method = if is_root {
            "root(member"
        } else {
            "record(fact, member"
        };
        out.line(format!("let members = screen.{method}, &{names});"));
        if record.fields.is_empty() {
            out.line("Self {}");
        } else {
            out.open("Self {");
            for field in &record.fields {
                out.line(format!("{}: screen.{},", field.rust, self.screened(field)));
            }
            out.close("}");
        }
        out.close("}");
    }

    fn screened(&self, field: &Field) -> String {
        let name = literal::string(&field.name);
        let (fact, optional) = (&field.fact, field.optional);
        if let Planned::Record(index) = &field.ty {
            let method = if optional {
                "inside_optional"
            } else {
                "inside"
            };
            let record = self.plan.record_name(*index);
            return format!(
                "{method}({name}, members.get({name}), |screen, member| {record}::screen(screen, fact::{fact}, member))"
            );
        }
        let method = if optional { "optional" } else { "required" };
        format!(
            "{method}(fact::{fact}, members.get({name}), {})",
            self.value_reader(&field.ty)
        )
    }

    /// Strict, from a value, without a reason.
    fn reading_of_value(&self, out: &mut Writer, record: &Record) {
        let value = if record.borrows {
            "&'a canonical::Value<'_>"
        } else {
            "&canonical::Value<'_>"
        };
        out.open(format!("fn from_value(value: {value}) -> Option<Self> {{"));
        out.line(format!(
            "let record = compiled::value::record(value, &{})?;",
            names(record)
        ));
        if record.fields.is_empty() {
            out.line("Some(Self {})");
        } else {
            out.open("Some(Self {");
            for field in &record.fields {
                let method = if field.optional {
                    "optional"
                } else {
                    "required"
                };
                let (name, read) = (literal::string(&field.name), self.value_reader(&field.ty));
                out.line(format!("{}: record.{method}({name}, {read})?,", field.rust));
            }
            out.close("})");
        }
        out.close("}");
    }

    fn value_reader(&self, ty: &Planned) -> String {
        match ty {
            Planned::Boolean => "compiled::value::boolean".into(),
            Planned::Identifier => "compiled::value::identifier".into(),
            Planned::Text => "compiled::value::text".into(),
            Planned::Digest => "compiled::value::digest".into(),
            Planned::Time => "compiled::value::instant".into(),
            Planned::Money => "compiled::value::money".into(),
            Planned::Enum(index) => {
                format!("compiled::value::word::<{}>", self.plan.enum_name(*index))
            }
            Planned::Record(index) => format!("{}::from_value", self.plan.record_name(*index)),
            Planned::Integer { minimum, maximum } => {
                let (least, most) = (literal::integer(*minimum), literal::integer(*maximum));
                format!("|value| compiled::value::integer(value, {least}, {most})")
            }
            Planned::Set(of) => {
                format!(
                    "|value| compiled::value::set(value, {})",
                    self.value_reader(of)
                )
            }
            Planned::List(of) => {
                format!(
                    "|value| compiled::value::list(value, {})",
                    self.value_reader(of)
                )
            }
        }
    }
}

fn enumeration(out: &mut Writer, enumeration: &Enum) {
    let Enum {
        name,
        path,
        members,
    } = enumeration;
    out.doc([format!("The words of {}.", rustdoc::code(path))]);
    out.line("#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]");
    out.open(format!("pub enum {name} {{"));
    for (word, variant) in members {
        out.doc([rustdoc::code(word)]);
        out.line(format!("{variant},"));
    }
    out.close("}");
    out.gap();
    out.open(format!("impl {name} {{"));
    out.doc(["Every word, in alphabetical order."]);
    out.open(format!("pub const ALL: [Self; {}] = [", members.len()));
    for (_, variant) in members {
        out.line(format!("Self::{variant},"));
    }
    out.close("];");
    out.gap();
    out.doc(["The word, as documents spell it."]);
    out.line("#[must_use]");
    out.open("pub const fn as_str(self) -> &'static str {");
    out.open("match self {");
    for (word, variant) in members {
        out.line(format!("Self::{variant} => {},", literal::string(word)));
    }
    out.close("}");
    out.close("}");
    out.close("}");
    out.gap();
    out.open(format!("impl compiled::Word for {name} {{"));
    out.open("fn from_word(word: &str) -> Option<Self> {");
    out.open("match word {");
    for (word, variant) in members {
        out.line(format!(
            "{} => Some(Self::{variant}),",
            literal::string(word)
        ));
    }
    out.line("_ => None,");
    out.close("}");
    out.close("}");
    out.close("}");
    if let Some((_, first)) = members.first() {
        out.gap();
        out.open(format!("impl compiled::Placeholder for {name} {{"));
        out.open("fn placeholder() -> Self {");
        out.line(format!("Self::{first}"));
        out.close("}");
        out.close("}");
    }
}

/// The two ways in.
fn from(out: &mut Writer, record: &Record) {
    let lifetime = if record.borrows { "'a " } else { "" };
    out.doc([
        "Decodes a document strictly, in one pass. Strings borrow from it where they have no escapes.",
        "",
        "# Errors",
        "",
        "The first fault in the order of the document, with a JSON Pointer.",
    ]);
    out.open(format!(
        "pub fn from_json(bytes: &{lifetime}[u8]) -> Result<Self, policy::FactsInvalid> {{"
    ));
    out.line("compiled::from_slice(bytes, Self::read)");
    out.close("}");
    out.gap();
    out.doc([
        "Takes a value that nobody has validated, and says which facts of it are unsound: what is missing, null, of",
        "another type or out of range. A placeholder stands for each of them.",
        "",
        "# Errors",
        "",
        "The value is no record, or a record in it holds a field that is not declared.",
    ]);
    out.open(format!("pub fn from_untyped(value: &{lifetime}canonical::Value<'_>) -> Result<(Self, compiled::Untyped), policy::FactsInvalid> {{"));
    out.line("compiled::screen(value, Self::screen)");
    out.close("}");
}

/// The variable of a field while its record is read. None of the field's own spelling could meet the other variables.
fn place(rust: &str) -> String {
    format!("field_{}", rust.strip_prefix("r#").unwrap_or(rust))
}

fn names(record: &Record) -> String {
    let mut names = String::from("[");
    for (index, field) in record.fields.iter().enumerate() {
        let separator = if index == 0 { "" } else { ", " };
        let _ = write!(names, "{separator}{}", literal::string(&field.name));
    }
    names + "]"
}
