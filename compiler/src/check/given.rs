//! The facts that a test supposes: values held to their types, as the JSON document that a caller would send.
//! Language, section 8.

use std::collections::{BTreeMap, BTreeSet};

use ordain_grammar::span::Span;
use ordain_grammar::syntax::{GivenMember, GivenValue, GivenValueKind, Literal};
use ordain_runtime::canonical::{self, Number, Object, Value};
use ordain_runtime::policy::{Constant, FactPath, Schema, Type};

use super::scope::type_name;
use super::{CheckedFacts, Checker, Within, listed};
use crate::diagnose::{Code, nearest};

/// How many of the fields that are missing an error names.
const MISSING_SHOWN: usize = 8;

/// Where in the declaration of the facts a value stands.
#[derive(Clone, Copy)]
struct At<'a> {
    within: Within<'a>,
    broken: &'a BTreeSet<FactPath>,
    /// From the root of the facts; elements add no step.
    path: &'a FactPath,
}

impl Checker<'_> {
    /// A whole facts document; reported where it does not fit.
    pub(super) fn given(
        &mut self,
        within: Within<'_>,
        given: &GivenValue,
        facts: &CheckedFacts,
    ) -> Option<Value<'static>> {
        let at = At {
            within,
            broken: &facts.broken,
            path: &FactPath(Vec::new()),
        };
        match &given.kind {
            GivenValueKind::Record(members) => {
                self.given_record(at, given, members, &facts.facts.schema)
            }
            _ => self.misfit(within, given, "the facts of a test are a record in braces"),
        }
    }

    fn given_record(
        &mut self,
        at: At<'_>,
        whole: &GivenValue,
        members: &[GivenMember],
        schema: &Schema,
    ) -> Option<Value<'static>> {
        let names: BTreeSet<&str> = members
            .iter()
            .map(|member| member.name.value.as_str())
            .collect();
        let open = || {
            schema
                .keys()
                .map(String::as_str)
                .filter(|name| !names.contains(name))
        };
        let mut object = Object::new();
        let mut seen: BTreeMap<&str, Span> = BTreeMap::new();
        let mut meant: BTreeSet<&str> = BTreeSet::new();
        let mut sound = true;
        for member in members {
            let name = &member.name;
            if let Some(first) = seen.insert(name.value.as_str(), name.span) {
                self.diagnostics
                    .report(
                        Code::NOT_OF_FACTS,
                        at.within.at(name.span),
                        format!("the field `{}` stands twice", name.value),
                    )
                    .label("leave this one out")
                    .related(at.within.at(first), "first here");
                sound = false;
                continue;
            }
            let path = FactPath(at.path.0.iter().chain([&name.value]).cloned().collect());
            let Some(field) = schema.get(&name.value) else {
                sound = false;
                // What a broken field should hold is not known, and that has been reported.
                if !at.broken.contains(&path) {
                    if self.diagnostics.suggests() {
                        meant.extend(nearest(&name.value, open()));
                    }
                    self.diagnostics
                        .report(
                            Code::NOT_OF_FACTS,
                            at.within.at(name.span),
                            format!("the facts declare no field `{}`", name.value),
                        )
                        .suggest(&name.value, open());
                }
                continue;
            };
            match self.given_value(At { path: &path, ..at }, &member.value, &field.ty) {
                Some(value) => {
                    object.insert(name.value.clone(), value);
                }
                None => sound = false,
            }
        }
        // A field that is there under a name of nearly the same spelling is not missing too.
        sound &= self.required(at.within, whole, schema, &|name| {
            names.contains(name) || meant.contains(name)
        });
        sound.then_some(Value::Object(object))
    }

    /// Whether a record has every field that it must have; one error for all that are missing.
    fn required(
        &mut self,
        within: Within<'_>,
        whole: &GivenValue,
        schema: &Schema,
        given: &dyn Fn(&str) -> bool,
    ) -> bool {
        let missing: Vec<_> = schema
            .iter()
            .filter(|(name, field)| !field.optional && !given(name))
            .collect();
        let shown = listed(
            missing
                .iter()
                .take(MISSING_SHOWN)
                .map(|(name, _)| format!("`{name}`")),
        );
        let message = match missing.len() {
            0 => return true,
            1 => format!("the required field {shown} is missing"),
            2..=MISSING_SHOWN => format!("the required fields {shown} are missing"),
            count => format!("{count} required fields are missing, the first of them {shown}"),
        };
        let report =
            self.diagnostics
                .report(Code::NOT_OF_FACTS, within.at(whole.span.span), message);
        let examples = missing.iter().take(MISSING_SHOWN);
        report.help(format!(
            "add {}",
            listed(
                examples
                    .map(|(name, field)| format!("`{name}: …`, which is {}", type_name(&field.ty)))
            )
        ));
        false
    }

    fn given_value(&mut self, at: At<'_>, given: &GivenValue, ty: &Type) -> Option<Value<'static>> {
        let (within, span) = (at.within, given.span.span);
        match (&given.kind, ty) {
            (GivenValueKind::Record(members), Type::Record { fields }) => {
                self.given_record(at, given, members, fields)
            }
            (GivenValueKind::List(items), Type::List { of } | Type::Set { of }) => {
                let values: Vec<Option<Value<'static>>> = items
                    .iter()
                    .map(|item| self.given_value(at, item, of))
                    .collect();
                let values: Vec<Value<'static>> = values.into_iter().collect::<Option<_>>()?;
                if matches!(ty, Type::Set { .. }) {
                    let mut seen = BTreeMap::new();
                    for (item, value) in items.iter().zip(&values) {
                        let element = canonical::to_vec(value);
                        if let Some(first) = seen.insert(element, item.span.span) {
                            self.diagnostics
                                .report(
                                    Code::NOT_OF_FACTS,
                                    within.at(item.span.span),
                                    "a set holds an element once",
                                )
                                .related(within.at(first), "first here");
                            return None;
                        }
                    }
                }
                Some(Value::Array(values))
            }
            (GivenValueKind::Member(word), Type::Enum { members }) => {
                self.member(within, word, span, members)?;
                Some(Value::String(word.clone().into()))
            }
            (GivenValueKind::Literal(Literal::Time(text)), Type::Time) => {
                self.constant(within, &Literal::Time(text.clone()), span, ty)?;
                Some(Value::String(text.clone().into()))
            }
            (GivenValueKind::Literal(literal), ty)
                if !matches!(
                    ty,
                    Type::Record { .. } | Type::List { .. } | Type::Set { .. }
                ) =>
            {
                let constant = self.constant(within, literal, span, ty)?;
                value_of(&constant)
            }
            (GivenValueKind::Member(word), Type::Identifier | Type::Text) => {
                let quoted = format!("\"{word}\"");
                self.diagnostics
                    .report(
                        Code::NOT_OF_FACTS,
                        within.at(span),
                        format!("{} is expected here", type_name(ty)),
                    )
                    .help("strings stand in quotes")
                    .mend(
                        within.at(span),
                        quoted.as_str(),
                        format!("write `{quoted}`"),
                    );
                None
            }
            _ => self.misfit(
                within,
                given,
                &format!("{} is expected here", type_name(ty)),
            ),
        }
    }

    fn misfit<T>(&mut self, within: Within<'_>, given: &GivenValue, message: &str) -> Option<T> {
        self.diagnostics
            .report(Code::NOT_OF_FACTS, within.at(given.span.span), message)
            .help("records stand in `{ }`, lists and sets in `[ ]`, members of an enum bare, strings in quotes");
        None
    }
}

fn value_of(constant: &Constant) -> Option<Value<'static>> {
    Some(match constant {
        Constant::Boolean(value) => Value::Boolean(*value),
        Constant::Integer(value) => Value::Number(Number::try_from(*value).ok()?),
        Constant::String(value) => Value::String(value.clone().into()),
        Constant::Digest(digest) => Value::String(digest.to_string().into()),
        Constant::Time(instant) => Value::String(instant.to_string().into()),
        Constant::Money(money) => canonical::to_value(money).ok()?,
    })
}
