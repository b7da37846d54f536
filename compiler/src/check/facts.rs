//! `facts`: types, ranges, members and keys. Language, section 2.

use std::collections::{BTreeMap, BTreeSet};

use ordain_grammar::span::Spanned;
use ordain_grammar::syntax::{self, TypeKind};
use ordain_runtime::policy::{FactPath, Field, Schema, Type};

use super::{CheckedFacts, Checker, Within};
use crate::diagnose::{Code, nearest};
use crate::limits;
use crate::model::{Facts, Id};
use crate::resolve::Declared;

/// The words that name a type.
const TYPES: [&str; 10] = [
    "bool", "int", "id", "text", "digest", "time", "money", "enum", "set", "list",
];

/// The types by their names in other languages.
const ELSEWHERE: [(&str, &str); 18] = [
    ("boolean", "bool"),
    ("integer", "int"),
    ("number", "int"),
    ("long", "int"),
    ("int64", "int"),
    ("identifier", "id"),
    ("uuid", "id"),
    ("string", "text"),
    ("str", "text"),
    ("hash", "digest"),
    ("sha256", "digest"),
    ("date", "time"),
    ("datetime", "time"),
    ("instant", "time"),
    ("timestamp", "time"),
    ("amount", "money"),
    ("currency", "money"),
    ("decimal", "money"),
];

/// The facts that are being checked.
struct Draft {
    id: Id,
    documentation: BTreeMap<Vec<String>, Vec<String>>,
    broken: BTreeSet<FactPath>,
}

impl Checker<'_> {
    pub(super) fn facts(
        &mut self,
        entry: Declared<'_>,
        facts: &syntax::Facts,
    ) -> (Id, CheckedFacts) {
        let within = Within {
            file: entry.file,
            package: entry.package,
        };
        let mut draft = Draft {
            id: Self::id(entry, &facts.header),
            documentation: BTreeMap::new(),
            broken: BTreeSet::new(),
        };
        let schema = self.record(within, &mut draft, &[], &facts.fields, false);
        if facts.fields.is_empty() {
            self.report_empty_record(within, facts.header.name.span);
        }
        let origin = self.origin(
            within,
            entry.declaration.span.span,
            &entry.declaration.documentation,
        );
        let facts = Facts {
            origin,
            schema,
            documentation: draft.documentation,
        };
        (
            draft.id,
            CheckedFacts {
                facts,
                broken: draft.broken,
            },
        )
    }

    fn record(
        &mut self,
        within: Within<'_>,
        draft: &mut Draft,
        path: &[String],
        fields: &[syntax::Field],
        in_collection: bool,
    ) -> Schema {
        let mut schema = Schema::new();
        let mut seen = BTreeMap::new();
        for field in fields {
            let name = &field.name;
            if let Some(first) = seen.insert(name.value.clone(), name.span) {
                self.diagnostics
                    .report(
                        Code::FIELD_TWICE,
                        within.at(name.span),
                        format!("the field `{}` stands twice", name.value),
                    )
                    .label("leave this one out")
                    .related(within.at(first), "first here");
                continue;
            }
            let here: Vec<String> = path.iter().cloned().chain([name.value.clone()]).collect();
            if !field.documentation.is_empty() {
                draft
                    .documentation
                    .insert(here.clone(), field.documentation.clone());
            }
            let nested = if path.is_empty() {
                self.within_levels(within, field)
            } else {
                true
            };
            let ty = nested
                .then(|| self.field_type(within, draft, &here, &field.ty, in_collection))
                .flatten();
            match ty {
                Some(ty) => {
                    let key = field.key.is_some() && self.key(within, field, &ty, in_collection);
                    schema.insert(
                        name.value.clone(),
                        Field {
                            ty,
                            optional: field.ty.optional,
                            key,
                        },
                    );
                }
                None => {
                    draft.broken.insert(FactPath(here));
                }
            }
        }
        schema
    }

    /// Whether a field of the whole is nested over no more levels than facts may have.
    fn within_levels(&mut self, within: Within<'_>, field: &syntax::Field) -> bool {
        let levels = 1 + levels(&field.ty);
        if levels <= limits::FACTS_LEVELS {
            return true;
        }
        self.diagnostics
            .report(
                Code::FACTS_TOO_DEEP,
                within.at(field.name.span),
                format!(
                    "facts are nested over at most {} levels, `{}` over {levels}",
                    limits::FACTS_LEVELS,
                    field.name.value
                ),
            )
            .help("keep what belongs together in one record, with longer names for its fields");
        false
    }

    fn key(
        &mut self,
        within: Within<'_>,
        field: &syntax::Field,
        ty: &Type,
        in_collection: bool,
    ) -> bool {
        let place = within.at(field.key.map_or(field.name.span, |key| key.span));
        let name = &field.name.value;
        if in_collection {
            self.diagnostics
                .report(Code::KEY_POSITION, place, format!("the key `{name}` stands inside a list or a set"))
                .help("a request has one value for each key, so a key stands outside every collection");
            return false;
        }
        if !matches!(ty, Type::Identifier | Type::Enum { .. }) {
            self.diagnostics
                .report(
                    Code::KEY_TYPE,
                    place,
                    format!("the key `{name}` is neither an `id` nor an `enum`"),
                )
                .related(within.at(field.ty.span.span), "has this type")
                .help(
                    "rules are found by exact values; leave `key` out and ask the field in `when`",
                );
            return false;
        }
        true
    }

    fn field_type(
        &mut self,
        within: Within<'_>,
        draft: &mut Draft,
        path: &[String],
        ty: &syntax::Type,
        in_collection: bool,
    ) -> Option<Type> {
        Some(match &ty.kind {
            TypeKind::Boolean => Type::Boolean,
            TypeKind::Integer(range) => self.integer(within, range.as_ref())?,
            TypeKind::Identifier => Type::Identifier,
            TypeKind::Text => Type::Text,
            TypeKind::Digest => Type::Digest,
            TypeKind::Time => Type::Time,
            TypeKind::Money => Type::Money,
            TypeKind::Enum(members) => self.members(within, ty, members)?,
            TypeKind::Set(of) => {
                let element = self.field_type(within, draft, path, of, true)?;
                if matches!(
                    element,
                    Type::Money | Type::Set { .. } | Type::List { .. } | Type::Record { .. }
                ) {
                    self.diagnostics
                        .report(
                            Code::SET_ELEMENT,
                            within.at(of.span.span),
                            "the elements of a set are single values",
                        )
                        .help("write `list of` where the elements are records, collections or amounts");
                    return None;
                }
                Type::Set {
                    of: Box::new(element),
                }
            }
            TypeKind::List(of) => Type::List {
                of: Box::new(self.field_type(within, draft, path, of, true)?),
            },
            TypeKind::Record(fields) => {
                if fields.is_empty() {
                    self.report_empty_record(within, ty.span.span);
                    return None;
                }
                Type::Record {
                    fields: self.record(within, draft, path, fields, in_collection),
                }
            }
            TypeKind::Unknown(word) => {
                let report = self.diagnostics.report(
                    Code::UNKNOWN_TYPE,
                    within.at(word.span),
                    format!("`{}` is no type of the language", word.value),
                );
                if let Some(ty) = meant_type(&word.value) {
                    report.label(format!("did you mean `{ty}`?"));
                    // These three do not stand alone.
                    if !matches!(ty, "enum" | "set" | "list") {
                        report.mend(within.at(word.span), ty, format!("write `{ty}`"));
                    }
                }
                report.help(
                    "the types are `bool`, `int`, `id`, `text`, `digest`, `time`, `money`, `enum { … }`, `set of T`, \
                     `list of T` and a record in braces",
                );
                return None;
            }
        })
    }

    fn integer(
        &mut self,
        within: Within<'_>,
        range: Option<&(Spanned<i64>, Spanned<i64>)>,
    ) -> Option<Type> {
        let Some((minimum, maximum)) = range else {
            return Some(Type::Integer {
                minimum: -limits::GREATEST_INTEGER,
                maximum: limits::GREATEST_INTEGER,
            });
        };
        if minimum.value > maximum.value {
            let whole = minimum.span.to(maximum.span);
            self.diagnostics
                .report(
                    Code::EMPTY_RANGE,
                    within.at(whole),
                    format!(
                        "the range from {} to {} holds no integer",
                        minimum.value, maximum.value
                    ),
                )
                .mend(
                    within.at(whole),
                    format!("{}..={}", maximum.value, minimum.value),
                    "exchange the bounds",
                );
            return None;
        }
        Some(Type::Integer {
            minimum: minimum.value,
            maximum: maximum.value,
        })
    }

    fn members(
        &mut self,
        within: Within<'_>,
        ty: &syntax::Type,
        words: &[syntax::Word],
    ) -> Option<Type> {
        if words.is_empty() || words.len() > limits::ENUM_MEMBERS {
            let message = match words.len() {
                0 => "an enum lists at least one member".to_owned(),
                count => format!(
                    "an enum lists at most {} members, this one {count}",
                    limits::ENUM_MEMBERS
                ),
            };
            self.diagnostics
                .report(Code::ENUM_SIZE, within.at(ty.span.span), message);
            return None;
        }
        let mut members = BTreeMap::new();
        for word in words {
            if let Some(first) = members.insert(word.value.clone(), word.span) {
                self.diagnostics
                    .report(
                        Code::MEMBER_TWICE,
                        within.at(word.span),
                        format!("the member `{}` stands twice", word.value),
                    )
                    .label("leave this one out")
                    .related(within.at(first), "first here");
            }
        }
        Some(Type::Enum {
            members: members.into_keys().collect(),
        })
    }

    fn report_empty_record(&mut self, within: Within<'_>, span: ordain_grammar::span::Span) {
        self.diagnostics
            .report(
                Code::EMPTY_RECORD,
                within.at(span),
                "a record without fields says nothing",
            )
            .help("declare at least one field, such as `tenant_id: id`");
    }
}

/// The type that was probably meant: one that is spelled alike, or that other languages call by this word.
fn meant_type(word: &str) -> Option<&'static str> {
    let known = TYPES
        .into_iter()
        .chain(ELSEWHERE.into_iter().map(|(elsewhere, _)| elsewhere));
    let near = nearest(word, known)?;
    Some(
        ELSEWHERE
            .into_iter()
            .find(|(elsewhere, _)| *elsewhere == near)
            .map_or(near, |(_, ty)| ty),
    )
}

/// The levels of a type: none for a single value.
fn levels(ty: &syntax::Type) -> usize {
    match &ty.kind {
        TypeKind::Set(of) | TypeKind::List(of) => 1 + levels(of),
        TypeKind::Record(fields) => {
            1 + fields
                .iter()
                .map(|field| levels(&field.ty))
                .max()
                .unwrap_or(0)
        }
        _ => 0,
    }
}
