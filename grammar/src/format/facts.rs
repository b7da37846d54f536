//! `facts`: fields below each other, their types in one column where they follow each other.

use super::printer::{Blank, Printer, width};
use super::token::{self, Item};
use crate::format::WIDTH;
use crate::span::Span;
use crate::syntax::{Facts, Field, Type, TypeKind};

impl Printer<'_> {
    pub(super) fn facts(&mut self, facts: &Facts, end: u32) {
        self.header("facts", &facts.header);
        self.record(&facts.fields, 0, end);
    }

    /// A record over several lines, whose closing brace ends at `end`.
    fn record(&mut self, fields: &[Field], indent: usize, end: u32) {
        self.open();
        let mut rest = fields;
        while !rest.is_empty() {
            let (run, behind) = rest.split_at(self.run_length(rest, indent + 2).max(1));
            let longest = run
                .iter()
                .map(|field| width(&field.name.value))
                .max()
                .unwrap_or_default();
            let aligned = run.iter().all(|field| {
                let text = flat_field(field, longest);
                indent + 2 + text.map_or(0, |text| width(&text)) <= WIDTH
            });
            for field in run {
                let position = start(field);
                self.line(position, indent + 2, Blank::Keep);
                self.documentation(&field.documentation, indent + 2);
                self.field(field, if aligned { longest } else { 0 }, indent + 2);
            }
            rest = behind;
        }
        self.close(end, indent);
    }

    /// How many of the fields, from the first on, have their types in one column.
    fn run_length(&self, fields: &[Field], indent: usize) -> usize {
        let Some(first) = fields.first() else {
            return 0;
        };
        if !self.is_one_line(first, indent) {
            return 1;
        }
        let follows = |(before, field): (&Field, &Field)| {
            field.documentation.is_empty()
                && field.key.is_some() == first.key.is_some()
                && self.is_one_line(field, indent)
                && self.adjoin(place(before), start(field))
        };
        1 + fields
            .iter()
            .zip(fields.iter().skip(1))
            .take_while(|pair| follows(*pair))
            .count()
    }

    /// Comments in a type that cannot be broken stand behind the field.
    fn is_one_line(&self, field: &Field, indent: usize) -> bool {
        flat_field(field, 0).is_some_and(|text| indent + width(&text) <= WIDTH)
            && !(can_be_broken(&field.ty) && self.has_comment_in(place(field)))
    }

    fn field(&mut self, field: &Field, longest: usize, indent: usize) {
        if self.is_one_line(field, indent) {
            if let Some(text) = flat_field(field, longest) {
                self.write(&text);
            }
            self.reach(field.ty.span.span.end);
            return;
        }
        if field.key.is_some() {
            self.write("key ");
        }
        self.write_word(&field.name);
        match &field.ty.kind {
            TypeKind::Record(_) => self.write(" "),
            _ => self.write(": "),
        }
        self.ty(&field.ty, indent);
    }

    /// A type over several lines, if it has a part that can be.
    fn ty(&mut self, ty: &Type, indent: usize) {
        let end = ty.span.span.end;
        match &ty.kind {
            TypeKind::Set(element) => {
                self.write("set of ");
                self.ty(element, indent);
            }
            TypeKind::List(element) => {
                self.write("list of ");
                self.ty(element, indent);
            }
            TypeKind::Record(fields) => {
                self.record(fields, indent, end.saturating_sub(u32::from(ty.optional)));
            }
            TypeKind::Enum(members) => {
                let items: Vec<Item> = members.iter().map(Item::word).collect();
                self.write("enum ");
                self.open();
                if let Some(first) = items.first() {
                    self.line(first.span.start, indent + 2, Blank::Never);
                }
                self.fill(&items, 0);
                self.close(end.saturating_sub(u32::from(ty.optional)), indent);
            }
            _ => self.write(&flat_kind(&ty.kind).unwrap_or_default()),
        }
        if ty.optional {
            self.write("?");
        }
        self.reach(end);
    }
}

fn start(field: &Field) -> u32 {
    field
        .key
        .as_ref()
        .map_or(field.name.span.start, |key| key.span.start)
}

fn place(field: &Field) -> Span {
    Span::new(start(field), field.ty.span.span.end)
}

/// Whether a type has braces between which lines can end.
fn can_be_broken(ty: &Type) -> bool {
    match &ty.kind {
        TypeKind::Enum(_) | TypeKind::Record(_) => true,
        TypeKind::Set(element) | TypeKind::List(element) => can_be_broken(element),
        _ => false,
    }
}

/// A field on one line, with room for a name of some length. A record of its own is never on one line, unless it is empty.
fn flat_field(field: &Field, longest: usize) -> Option<String> {
    let key = if field.key.is_some() { "key " } else { "" };
    let name = &field.name.value;
    let ty = flat_type(&field.ty)?;
    match &field.ty.kind {
        TypeKind::Record(fields) if fields.is_empty() => Some(format!("{key}{name} {ty}")),
        TypeKind::Record(_) => None,
        _ => {
            let padding = longest.saturating_sub(width(name));
            Some(format!("{key}{name}:{:padding$} {ty}", ""))
        }
    }
}

fn flat_type(ty: &Type) -> Option<String> {
    let mark = if ty.optional { "?" } else { "" };
    Some(format!("{}{mark}", flat_kind(&ty.kind)?))
}

fn flat_kind(kind: &TypeKind) -> Option<String> {
    Some(match kind {
        TypeKind::Boolean => "bool".to_owned(),
        TypeKind::Integer(None) => "int".to_owned(),
        TypeKind::Integer(Some((first, last))) => {
            format!(
                "int {}..={}",
                token::integer(first.value),
                token::integer(last.value)
            )
        }
        TypeKind::Identifier => "id".to_owned(),
        TypeKind::Text => "text".to_owned(),
        TypeKind::Digest => "digest".to_owned(),
        TypeKind::Time => "time".to_owned(),
        TypeKind::Money => "money".to_owned(),
        TypeKind::Unknown(word) => word.value.clone(),
        TypeKind::Enum(members) if members.is_empty() => "enum {}".to_owned(),
        TypeKind::Enum(members) => {
            let items: Vec<Item> = members.iter().map(Item::word).collect();
            format!("enum {{ {} }}", token::joined(&items))
        }
        TypeKind::Set(element) => format!("set of {}", flat_type(element)?),
        TypeKind::List(element) => format!("list of {}", flat_type(element)?),
        TypeKind::Record(fields) if fields.is_empty() => "{}".to_owned(),
        TypeKind::Record(fields) => {
            let fields: Option<Vec<String>> = fields.iter().map(flat_inner_field).collect();
            format!("{{ {} }}", fields?.join(", "))
        }
    })
}

/// A field of a record that stands on one line; documentation needs lines of its own.
fn flat_inner_field(field: &Field) -> Option<String> {
    if !field.documentation.is_empty() {
        return None;
    }
    let key = if field.key.is_some() { "key " } else { "" };
    Some(format!(
        "{key}{}: {}",
        field.name.value,
        flat_type(&field.ty)?
    ))
}
