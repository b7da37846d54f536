//! What the types of one declaration of facts are called, what borrows, and which number each fact has. Printing them is
//! the business of `facts`.

use std::collections::BTreeSet;

use ordain_runtime::policy::{FactPath, Schema, Type};
use ordain_runtime::registry::Kind;

use super::error::{EmitError, MAX_FACTS};
use super::names::{Scope, camel, identifier, singular};
use crate::model::{Facts, Id};

/// Names that the text of a module of facts needs for itself.
const TAKEN: [&str; 9] = [
    "Option",
    "Result",
    "Some",
    "None",
    "Ok",
    "Err",
    "Self",
    "Word",
    "Placeholder",
];

/// The types of a declaration.
#[derive(Debug)]
pub(super) struct Plan {
    pub records: Vec<Record>,
    pub enums: Vec<Enum>,
    /// The name and the dotted path of each fact, by its number.
    pub facts: Vec<(String, String)>,
}

/// A record; the first of a plan is the whole.
#[derive(Debug)]
pub(super) struct Record {
    pub name: String,
    /// Dotted; empty for the whole.
    pub path: String,
    pub documentation: Vec<String>,
    pub borrows: bool,
    /// Whether it stands in a list, where it has no number.
    pub is_element: bool,
    /// By name.
    pub fields: Vec<Field>,
}

/// A field of a record.
#[derive(Debug)]
pub(super) struct Field {
    /// As documents spell it.
    pub name: String,
    /// As Rust spells it.
    pub rust: String,
    pub optional: bool,
    pub ty: Planned,
    /// The name of its number; empty inside collections.
    pub fact: String,
    pub documentation: Vec<String>,
}

/// An enum.
#[derive(Debug)]
pub(super) struct Enum {
    pub name: String,
    pub path: String,
    /// Each word and its variant, by word.
    pub members: Vec<(String, String)>,
}

/// A type, with enums and records by their index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Planned {
    Boolean,
    Integer { minimum: i64, maximum: i64 },
    Identifier,
    Text,
    Digest,
    Time,
    Money,
    Enum(usize),
    Record(usize),
    Set(Box<Planned>),
    List(Box<Planned>),
}

impl Plan {
    /// What an enum is called.
    pub(super) fn enum_name(&self, index: usize) -> &str {
        self.enums
            .get(index)
            .map_or("", |enumeration| &enumeration.name)
    }

    /// What a record is called.
    pub(super) fn record_name(&self, index: usize) -> &str {
        self.records.get(index).map_or("", |record| &record.name)
    }

    /// Plans the types of `facts`, the whole of which is called after `id`.
    pub(super) fn of(id: &Id, facts: &Facts) -> Result<Self, EmitError> {
        let mut planner = Planner {
            facts,
            types: Scope::without(&TAKEN),
            numbers: Scope::default(),
            plan: Self {
                records: Vec::new(),
                enums: Vec::new(),
                facts: Vec::new(),
            },
        };
        let name = planner.types.claim_camel(&camel(&id.name));
        planner.record(name, &facts.schema, &Place::default());
        let count = planner.plan.facts.len();
        if count > MAX_FACTS {
            return Err(EmitError::TableTooLarge {
                kind: Kind::Facts,
                id: id.clone(),
                what: "facts",
                count,
                most: MAX_FACTS,
            });
        }
        Ok(planner.plan)
    }

    /// The record that is the whole.
    pub(super) fn root(&self) -> Option<&Record> {
        self.records.first()
    }

    /// The fields to which `path` leads from `record`.
    pub(super) fn resolve<'p>(
        &'p self,
        mut record: Option<&'p Record>,
        path: &FactPath,
    ) -> Option<Vec<&'p Field>> {
        let mut fields = Vec::with_capacity(path.0.len());
        for step in &path.0 {
            let field = record?.fields.iter().find(|field| field.name == *step)?;
            record = match &field.ty {
                Planned::Record(index) => self.records.get(*index),
                _ => None,
            };
            fields.push(field);
        }
        Some(fields)
    }

    /// Whether a value of the type borrows from the input.
    pub(super) fn borrows(&self, ty: &Planned) -> bool {
        match ty {
            Planned::Identifier | Planned::Text => true,
            Planned::Record(index) => self
                .records
                .get(*index)
                .is_some_and(|record| record.borrows),
            Planned::Set(of) | Planned::List(of) => self.borrows(of),
            _ => false,
        }
    }
}

struct Planner<'m> {
    facts: &'m Facts,
    types: Scope,
    numbers: Scope,
    plan: Plan,
}

/// Where a type stands.
#[derive(Clone, Debug, Default)]
struct Place {
    path: Vec<String>,
    /// What the types there are called, unless another has the name.
    name: String,
    is_element: bool,
}

impl Place {
    fn field(&self, field: &str) -> Self {
        Self {
            path: self
                .path
                .iter()
                .cloned()
                .chain([field.to_owned()])
                .collect(),
            name: format!("{}{}", self.name, camel(field)),
            is_element: self.is_element,
        }
    }

    /// The elements of a collection: their types are called by one of them.
    fn element(&self) -> Self {
        let field = self.path.last().map(String::as_str).unwrap_or_default();
        let around = self.name.strip_suffix(&camel(field)).unwrap_or_default();
        Self {
            path: self.path.clone(),
            name: format!("{around}{}", camel(&singular(field))),
            is_element: true,
        }
    }
}

impl Planner<'_> {
    fn record(&mut self, name: String, schema: &Schema, place: &Place) -> usize {
        let index = self.plan.records.len();
        self.plan.records.push(Record {
            name,
            path: place.path.join("."),
            documentation: self.documentation(place),
            borrows: false,
            is_element: place.is_element,
            fields: Vec::new(),
        });
        let mut names = Scope::default();
        let mut fields = Vec::with_capacity(schema.len());
        for (field, declared) in schema {
            let place = place.field(field);
            fields.push(Field {
                name: field.clone(),
                rust: names.claim(&identifier(field)),
                optional: declared.optional,
                fact: self.number(&place),
                ty: self.ty(&declared.ty, &place),
                documentation: self.documentation(&place),
            });
        }
        let borrows = fields.iter().any(|field| self.plan.borrows(&field.ty));
        if let Some(record) = self.plan.records.get_mut(index) {
            record.fields = fields;
            record.borrows = borrows;
        }
        index
    }

    fn number(&mut self, place: &Place) -> String {
        if place.is_element {
            return String::new();
        }
        let name = self
            .numbers
            .claim(&place.path.join("_").to_ascii_uppercase());
        self.plan.facts.push((name.clone(), place.path.join(".")));
        name
    }

    fn ty(&mut self, ty: &Type, place: &Place) -> Planned {
        match ty {
            Type::Boolean => Planned::Boolean,
            Type::Integer { minimum, maximum } => Planned::Integer {
                minimum: *minimum,
                maximum: *maximum,
            },
            Type::Identifier => Planned::Identifier,
            Type::Text => Planned::Text,
            Type::Digest => Planned::Digest,
            Type::Time => Planned::Time,
            Type::Money => Planned::Money,
            Type::Enum { members } => Planned::Enum(self.enumeration(members, place)),
            Type::Record { fields } => {
                let name = self.types.claim_camel(&place.name);
                Planned::Record(self.record(name, fields, place))
            }
            Type::Set { of } => Planned::Set(Box::new(self.ty(of, &place.element()))),
            Type::List { of } => Planned::List(Box::new(self.ty(of, &place.element()))),
        }
    }

    fn enumeration(&mut self, members: &BTreeSet<String>, place: &Place) -> usize {
        let index = self.plan.enums.len();
        let name = self.types.claim_camel(&place.name);
        let mut variants = Scope::without(&["Self"]);
        let claim = |word: &String| (word.clone(), variants.claim_camel(&camel(word)));
        self.plan.enums.push(Enum {
            name,
            path: place.path.join("."),
            members: members.iter().map(claim).collect(),
        });
        index
    }

    fn documentation(&self, place: &Place) -> Vec<String> {
        self.facts
            .documentation
            .get(&place.path)
            .cloned()
            .unwrap_or_default()
    }
}
