//! `facts`: fields and their types.

use super::reader::{Node, Reader, Rule, child, children, has};
use crate::error::{SyntaxCode, SyntaxError};
use crate::span::{Span, Spanned};
use crate::syntax::{Facts, Field, Type, TypeKind, Word};

impl Reader<'_> {
    pub(super) fn facts(&mut self, node: &Node<'_>) -> Option<Facts> {
        let header = self.header(&child(node, Rule::reference)?);
        let fields = self.record(&child(node, Rule::record)?);
        Some(Facts {
            header: header?,
            fields: fields?,
        })
    }

    fn record(&mut self, node: &Node<'_>) -> Option<Vec<Field>> {
        let fields = self.each(node, Rule::field, Self::field);
        fields.into_iter().collect()
    }

    fn field(&mut self, node: &Node<'_>) -> Option<Field> {
        let documentation = self.documentations.take(self.span(node).start);
        let key = child(node, Rule::kw_key).map(|key| self.place(&key));
        let name = self.word(&child(node, Rule::field_name)?);
        let ty = match (child(node, Rule::ty), child(node, Rule::record)) {
            (Some(ty), _) => self.ty(&ty)?,
            (None, Some(record)) => {
                let mark = child(node, Rule::optional_mark);
                let place = self.span(&record);
                let place = mark
                    .as_ref()
                    .map_or(place, |mark| place.to(self.span(mark)));
                Type {
                    kind: TypeKind::Record(self.record(&record)?),
                    optional: mark.is_some(),
                    span: Spanned::new((), place),
                }
            }
            (None, None) => return None,
        };
        Some(Field {
            documentation,
            key,
            name,
            ty,
        })
    }

    fn ty(&mut self, node: &Node<'_>) -> Option<Type> {
        let prefixes: Vec<(bool, Span)> = children(node, Rule::collection)
            .map(|prefix| (has(&prefix, Rule::kw_set), self.span(&prefix)))
            .collect();
        let base = node
            .clone()
            .into_inner()
            .find(|part| part.as_rule() != Rule::collection)?;
        let place = self.span(&base);
        let element = Type {
            kind: self.type_kind(&base)?,
            optional: false,
            span: Spanned::new((), place),
        };
        let mut ty = prefixes
            .iter()
            .rev()
            .fold(element, |element, (set, prefix)| Type {
                span: Spanned::new((), prefix.to(place)),
                kind: if *set {
                    TypeKind::Set(Box::new(element))
                } else {
                    TypeKind::List(Box::new(element))
                },
                optional: false,
            });
        if has(node, Rule::optional_mark) {
            ty.optional = true;
            ty.span = self.place(node);
        }
        Some(ty)
    }

    fn type_kind(&mut self, node: &Node<'_>) -> Option<TypeKind> {
        Some(match node.as_rule() {
            Rule::record => TypeKind::Record(self.record(node)?),
            Rule::enum_type => TypeKind::Enum(self.each(node, Rule::field_name, Self::word)),
            Rule::integer_type => self.integer_type(node)?,
            _ => match node.as_str() {
                "bool" => TypeKind::Boolean,
                "id" => TypeKind::Identifier,
                "text" => TypeKind::Text,
                "digest" => TypeKind::Digest,
                "time" => TypeKind::Time,
                "money" => TypeKind::Money,
                other => TypeKind::Unknown(Word::new(other.to_owned(), self.span(node))),
            },
        })
    }

    fn integer_type(&mut self, node: &Node<'_>) -> Option<TypeKind> {
        let Some(mark) = child(node, Rule::range_mark) else {
            return Some(TypeKind::Integer(None));
        };
        if mark.as_str() != "..=" {
            let span = self.span(&mark);
            self.errors.push(
                SyntaxError::new(
                    SyntaxCode::RangeOperator,
                    span,
                    format!("`{}` is written `..=`", mark.as_str()),
                )
                .help("a range includes both its ends")
                .mend(span, "..=", "write `..=`"),
            );
        }
        let mut ends = children(node, Rule::number);
        let (first, last) = (ends.next()?, ends.next()?);
        let (first, last) = (self.integer(&first), self.integer(&last));
        Some(TypeKind::Integer(Some((first?, last?))))
    }
}
