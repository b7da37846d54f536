//! What an expression can name: facts, and the element of `any` and `all`; and what a path means there.

use std::collections::BTreeSet;

use ordain_grammar::syntax::Path;
use ordain_runtime::policy::{FactPath, Field, Schema, Type};

use super::presence::Known;
use super::{CheckedFacts, Checker, Within};
use crate::diagnose::Code;
use crate::model::Id;

/// How many names an error lists that none of them resembles.
const NAMES_SHOWN: usize = 12;

/// What an expression can name.
#[derive(Clone, Copy)]
pub(super) struct Scope<'s> {
    pub(super) within: Within<'s>,
    /// The facts, for messages.
    pub(super) facts: &'s Id,
    pub(super) schema: &'s Schema,
    pub(super) broken: &'s BTreeSet<FactPath>,
    /// Inside the body of `any` or `all`.
    pub(super) element: Option<Element<'s>>,
}

/// The element that the body of `any` or `all` speaks of.
#[derive(Clone, Copy)]
pub(super) struct Element<'s> {
    pub(super) name: &'s str,
    pub(super) ty: &'s Type,
    /// The list or set that it is of, from the root of the facts.
    pub(super) of: &'s FactPath,
    /// The element whose body it stands in.
    pub(super) outer: Option<&'s Element<'s>>,
}

impl Element<'_> {
    pub(super) fn is_inside(&self, name: &str) -> bool {
        self.outer
            .is_some_and(|outer| outer.name == name || outer.is_inside(name))
    }
}

/// What a path means in a scope.
pub(super) enum Found<'s> {
    Fact(Fact<'s>),
    /// Its declaration is wrong, which has been reported.
    Broken,
    /// It names a fact, but only the element can be read here.
    OutsideElement,
    /// The word at this index names nothing.
    Unknown(usize, Option<&'s Schema>),
}

/// A fact that a path leads to.
#[derive(Clone)]
pub(super) struct Fact<'s> {
    /// From the root of the facts, or from the element.
    pub(super) path: FactPath,
    pub(super) ty: &'s Type,
    /// The prefixes of `path`, itself included, that may be absent.
    pub(super) optional: Vec<FactPath>,
}

impl<'s> Scope<'s> {
    /// The scope of a whole predicate.
    pub(super) fn of(within: Within<'s>, facts: &'s Id, checked: &'s CheckedFacts) -> Self {
        Self {
            within,
            facts,
            schema: &checked.facts.schema,
            broken: &checked.broken,
            element: None,
        }
    }

    /// Looks a path up, without a word about it.
    pub(super) fn find(&self, path: &Path) -> Found<'s> {
        let words: Vec<&str> = path.words.iter().map(|word| word.value.as_str()).collect();
        match self.element {
            None => self.find_in(self.schema, &words, 0),
            Some(Element { name, ty, .. }) if words.first() == Some(&name) => {
                match (ty, words.get(1..)) {
                    (_, Some([]) | None) => Found::Fact(Fact {
                        path: FactPath(Vec::new()),
                        ty,
                        optional: Vec::new(),
                    }),
                    (Type::Record { fields }, Some(rest)) => self.find_in(fields, rest, 1),
                    _ => Found::Unknown(1, None),
                }
            }
            Some(element) if words.first().is_some_and(|first| element.is_inside(first)) => {
                Found::OutsideElement
            }
            Some(_) => match self.find_in(self.schema, &words, 0) {
                Found::Fact(_) | Found::Broken => Found::OutsideElement,
                unknown => unknown,
            },
        }
    }

    fn find_in(&self, mut fields: &'s Schema, words: &[&str], skipped: usize) -> Found<'s> {
        // Facts without a field are reported where they are declared.
        if fields.is_empty() {
            return Found::Broken;
        }
        let mut path = FactPath(Vec::new());
        let mut optional = Vec::new();
        let mut last: Option<&'s Field> = None;
        for (index, word) in words.iter().enumerate() {
            if let Some(before) = last {
                let Type::Record { fields: inner } = &before.ty else {
                    return Found::Unknown(index + skipped, None);
                };
                fields = inner;
            }
            path.0.push((*word).to_owned());
            if self.is_broken(&path) {
                return Found::Broken;
            }
            let Some(field) = fields.get(*word) else {
                return Found::Unknown(index + skipped, Some(fields));
            };
            if field.optional {
                optional.push(path.clone());
            }
            last = Some(field);
        }
        match last {
            Some(field) => Found::Fact(Fact {
                path,
                ty: &field.ty,
                optional,
            }),
            None => Found::Unknown(0, Some(fields)),
        }
    }

    fn is_broken(&self, path: &FactPath) -> bool {
        !self.broken.is_empty() && self.broken.contains(&self.whole_path(path))
    }

    /// A path that starts here, from the root of the facts; elements add no step.
    pub(super) fn whole_path(&self, path: &FactPath) -> FactPath {
        let of = self.element.map_or(&[][..], |element| &element.of.0);
        FactPath(of.iter().chain(&path.0).cloned().collect())
    }
}

impl Checker<'_> {
    /// A list or a set and the type of its elements.
    pub(super) fn collection<'s>(
        &mut self,
        scope: Scope<'s>,
        known: &Known,
        path: &Path,
    ) -> Option<(FactPath, &'s Type)> {
        let fact = self.read(scope, known, path)?;
        match fact.ty {
            Type::Set { of } | Type::List { of } => Some((fact.path, of)),
            other => {
                let message = format!(
                    "`{}` is {}, neither a list nor a set",
                    shown(path),
                    type_name(other)
                );
                self.diagnostics
                    .report(
                        Code::NOT_A_COLLECTION,
                        scope.within.at(path.span()),
                        message,
                    )
                    .help(
                        "`any`, `all`, `count` and `in` ask a fact of type `set of` or `list of`",
                    );
                None
            }
        }
    }

    /// The fact that a path leads to; reported where there is none.
    pub(super) fn found<'s>(&mut self, scope: Scope<'s>, path: &Path) -> Option<Fact<'s>> {
        let place = scope.within.at(path.span());
        match scope.find(path) {
            Found::Fact(fact) => Some(fact),
            Found::Broken => None,
            Found::OutsideElement => {
                let element = scope.element.map_or("", |element| element.name);
                self.diagnostics
                    .report(
                        Code::OUTSIDE_ELEMENT,
                        place,
                        format!("`{}` is no part of the element `{element}`", shown(path)),
                    )
                    .help("the body of `any` and `all` reads its element and constants alone; ask other facts outside, joined with `and`");
                None
            }
            Found::Unknown(index, fields) => {
                let word = path.words.get(index).or_else(|| path.words.last())?;
                let place = scope.within.at(word.span);
                // Where very much is declared and very much is wrong, the names are not gathered again and again.
                let gather = |fields: &'s Schema| {
                    let wanted = self.diagnostics.suggests() || fields.len() <= NAMES_SHOWN;
                    if wanted {
                        fields.keys().map(String::as_str).collect()
                    } else {
                        Vec::new()
                    }
                };
                let known: Vec<&str> = match (index, scope.element, fields) {
                    (0, Some(element), _) => vec![element.name],
                    (0, None, _) => gather(scope.schema),
                    (_, _, Some(fields)) => gather(fields),
                    (_, _, None) => Vec::new(),
                };
                let message = match scope.element {
                    Some(element) if index > 0 => format!(
                        "`{}` is no part of the element `{}`",
                        shown(path),
                        element.name
                    ),
                    _ => format!("`{}` is no fact of `{}`", shown(path), scope.facts),
                };
                let report = self.diagnostics.report(Code::UNKNOWN_FACT, place, message);
                report.suggest(&word.value, known.iter().copied());
                if fields.is_none() {
                    let before: Vec<&str> = path
                        .words
                        .iter()
                        .take(index)
                        .map(|word| word.value.as_str())
                        .collect();
                    report.help(format!(
                        "`{}` is no record, so nothing stands behind it",
                        before.join(".")
                    ));
                } else if report.mend.is_none() && (1..=NAMES_SHOWN).contains(&known.len()) {
                    let list = known
                        .iter()
                        .map(|name| format!("`{name}`"))
                        .collect::<Vec<_>>()
                        .join(", ");
                    report.help(format!("known here: {list}"));
                }
                None
            }
        }
    }

    /// A fact that is read: it must be known to be there.
    pub(super) fn read<'s>(
        &mut self,
        scope: Scope<'s>,
        known: &Known,
        path: &Path,
    ) -> Option<Fact<'s>> {
        let fact = self.found(scope, path)?;
        // The innermost: where it is present, so is everything around it.
        let Some(missing) = fact
            .optional
            .iter()
            .rev()
            .find(|optional| !known.contains(optional))
        else {
            return Some(fact);
        };
        let element = scope.element.map(|element| element.name);
        let guard = element
            .into_iter()
            .chain(missing.0.iter().map(String::as_str))
            .collect::<Vec<_>>()
            .join(".");
        let place = scope.within.at(path.span());
        self.diagnostics
            .report(
                Code::UNGUARDED,
                place,
                format!("`{guard}` may be absent here"),
            )
            .label("read without a guard")
            .help(format!(
                "guard it: `{guard} is present and …`, or `{guard} is absent or …`"
            ));
        None
    }
}

/// A path as written.
pub(super) fn shown(path: &Path) -> String {
    path.words
        .iter()
        .map(|word| word.value.as_str())
        .collect::<Vec<_>>()
        .join(".")
}

/// A type in words, with its article.
pub(super) fn type_name(ty: &Type) -> &'static str {
    match ty {
        Type::Boolean => "a `bool`",
        Type::Integer { .. } => "an `int`",
        Type::Identifier => "an `id`",
        Type::Text => "a `text`",
        Type::Digest => "a `digest`",
        Type::Time => "a `time`",
        Type::Money => "an amount of `money`",
        Type::Enum { .. } => "an `enum`",
        Type::Set { .. } => "a `set`",
        Type::List { .. } => "a `list`",
        Type::Record { .. } => "a record",
    }
}
