//! Predicates as Rust expressions. Each reading of a fact, each sum and each comparison of money carries the path of its
//! node in the stored JsonLogic, so that a failure names what an auditor can look up.

use ordain_runtime::policy::{
    Comparator, Comparison, Constant, FactPath, Haystack, Operand, Predicate, ScalarKind, Sign,
    Term,
};

use super::layout::{Layout, chain, list, sequence, text};
use super::literal;
use super::plan::{Field, Plan, Planned};
use super::slots::Slots;

/// Where paths start.
#[derive(Clone, Copy)]
pub(super) enum Scope<'p> {
    /// At the facts.
    Root,
    /// At the element of a list or set, which has this type.
    Element(&'p Planned),
}

/// A predicate that does not fit its facts: the model contradicts itself.
pub(super) type Misfit = &'static str;

pub(super) const UNKNOWN: Misfit = "a predicate reads a fact that is not declared";
pub(super) const MIXED: Misfit = "a predicate mixes types";

/// Prints predicates over the facts of one plan.
pub(super) struct Printer<'p> {
    pub(super) plan: &'p Plan,
    /// Where constants go that are read off a row; `None` where they stand in the text.
    slots: Option<Slots>,
}

/// A value that is read: its text, its type, and whether the text is a reference to it.
struct Read<'p> {
    text: String,
    ty: &'p Planned,
    is_reference: bool,
}

impl<'p> Printer<'p> {
    /// A printer that writes constants where they are used.
    pub(super) const fn of(plan: &'p Plan) -> Self {
        Self { plan, slots: None }
    }

    /// A printer that reads constants off a row, as far as `slots` say so.
    pub(super) const fn with_slots(plan: &'p Plan, slots: Slots) -> Self {
        Self {
            plan,
            slots: Some(slots),
        }
    }

    /// The constants that were printed.
    pub(super) fn into_slots(self) -> Slots {
        self.slots.unwrap_or_default()
    }

    fn slot(&self, ty: impl Into<String>, value: String) -> String {
        match &self.slots {
            Some(slots) => slots.take(ty.into(), value),
            None => value,
        }
    }

    /// Like [`Self::predicate`] of the facts, for a predicate of which an index already says the operands in the places
    /// `lifted`.
    pub(super) fn lifted(
        &self,
        predicate: &Predicate,
        lifted: &[usize],
        path: &str,
    ) -> Result<Layout, Misfit> {
        let said = |operand: Layout| sequence([text("(caller.found() || "), operand, text(")")]);
        match predicate {
            Predicate::And(operands) => {
                let printed = self.printed(Scope::Root, operands, path, "and")?;
                let printed = printed.into_iter().enumerate().map(|(place, operand)| {
                    if lifted.contains(&place) {
                        said(operand)
                    } else {
                        operand
                    }
                });
                Ok(chain("&&", printed))
            }
            other => {
                let operand = self.predicate(Scope::Root, other, path)?;
                Ok(if lifted.is_empty() {
                    operand
                } else {
                    said(operand)
                })
            }
        }
    }

    /// The expression of type `bool`; `path` is that of the predicate's own node.
    pub(super) fn predicate(
        &self,
        scope: Scope<'p>,
        predicate: &Predicate,
        path: &str,
    ) -> Result<Layout, Misfit> {
        Ok(match predicate {
            Predicate::Constant(value) => text(value.to_string()),
            Predicate::Flag(fact) => text(self.read(scope, fact, path)?.text),
            Predicate::Not(inner) => {
                let inner = self.predicate(scope, inner, &format!("{path}.!.0"))?;
                sequence([text("!("), inner, text(")")])
            }
            Predicate::And(operands) => self.operands(scope, operands, path, "and", "&&")?,
            Predicate::Or(operands) => self.operands(scope, operands, path, "or", "||")?,
            Predicate::Present(fact) => {
                text(self.presence(scope, fact, &format!("{path}.!==.0"))?)
            }
            Predicate::Absent(fact) => text(format!(
                "!{}",
                self.presence(scope, fact, &format!("{path}.===.0"))?
            )),
            Predicate::Compare(comparison) => self.comparison(scope, comparison, path)?,
            Predicate::In {
                of,
                needle,
                haystack,
            } => self.membership(scope, *of, needle, haystack, path)?,
            Predicate::Any { list, body } => self.quantified(
                scope,
                "any",
                list,
                body,
                &format!("{path}.some.0"),
                &format!("{path}.some.1"),
            )?,
            Predicate::All { list, body } => self.quantified(
                scope,
                "all",
                list,
                body,
                &format!("{path}.none.0"),
                &format!("{path}.none.1.!.0"),
            )?,
        })
    }

    fn operands(
        &self,
        scope: Scope<'p>,
        operands: &[Predicate],
        path: &str,
        stored: &str,
        operator: &str,
    ) -> Result<Layout, Misfit> {
        Ok(chain(
            operator,
            self.printed(scope, operands, path, stored)?,
        ))
    }

    fn printed(
        &self,
        scope: Scope<'p>,
        operands: &[Predicate],
        path: &str,
        stored: &str,
    ) -> Result<Vec<Layout>, Misfit> {
        let mut printed = Vec::with_capacity(operands.len());
        for (index, operand) in operands.iter().enumerate() {
            let layout = self.predicate(scope, operand, &format!("{path}.{stored}.{index}"))?;
            printed.push(match operand {
                Predicate::And(_) | Predicate::Or(_) => sequence([text("("), layout, text(")")]),
                _ => layout,
            });
        }
        Ok(printed)
    }

    fn quantified(
        &self,
        scope: Scope<'p>,
        function: &str,
        collection: &FactPath,
        body: &Predicate,
        list_path: &str,
        body_path: &str,
    ) -> Result<Layout, Misfit> {
        let read = self.read(scope, collection, list_path)?;
        let of = element_of(read.ty)?;
        let body = self.predicate(Scope::Element(of), body, body_path)?;
        let closure = sequence([text("|element| Ok("), body, text(")")]);
        Ok(list(
            format!("compiled::{function}("),
            [text(read.text), closure],
            ")?",
        ))
    }

    fn comparison(
        &self,
        scope: Scope<'p>,
        comparison: &Comparison,
        path: &str,
    ) -> Result<Layout, Misfit> {
        let Comparison {
            of,
            comparator,
            left,
            right,
        } = comparison;
        if *of == ScalarKind::Money {
            let left = self.money(scope, left, &format!("{path}.if.0.===.0"))?;
            let right = self.money(scope, right, &format!("{path}.if.0.===.1"))?;
            let mismatch = literal::string(&format!("{path}.if.2"));
            let is = match comparator {
                Comparator::Equal => "is_eq",
                Comparator::NotEqual => "is_ne",
                Comparator::Less => "is_lt",
                Comparator::LessOrEqual => "is_le",
                Comparator::Greater => "is_gt",
                Comparator::GreaterOrEqual => "is_ge",
            };
            return Ok(list(
                "compiled::compare(",
                [text(left), text(right), text(mismatch)],
                format!(")?.{is}()"),
            ));
        }
        let stored = comparator.as_json_logic();
        let (left_path, right_path) = (format!("{path}.{stored}.0"), format!("{path}.{stored}.1"));
        let operator = comparator.as_source();
        let (left, right) = match of {
            ScalarKind::Integer => (
                self.integer(scope, left, &left_path)?,
                self.integer(scope, right, &right_path)?,
            ),
            _ => self.sides(scope, left, right, &left_path, &right_path)?,
        };
        Ok(chain(operator, [left, right]))
    }

    /// The sides of a comparison of equality or of time, in a form that `==` and `<` compare.
    fn sides(
        &self,
        scope: Scope<'p>,
        left: &Operand,
        right: &Operand,
        left_path: &str,
        right_path: &str,
    ) -> Result<(Layout, Layout), Misfit> {
        let read = |operand: &Operand, path: &str| match operand {
            Operand::Term(Term::Fact(fact)) => self.read(scope, fact, path).map(Some),
            Operand::Term(Term::Constant(_)) => Ok(None),
            _ => Err(MIXED),
        };
        let (left_read, right_read) = (read(left, left_path)?, read(right, right_path)?);
        if let (Some(left), Some(right)) = (&left_read, &right_read)
            && is_other_enum(left.ty, right.ty)
        {
            // Two enums of the same members are two types of Rust.
            let word =
                |read: &Read<'_>| text(format!("{}.as_str()", parenthesised(&comparable(read))));
            return Ok((word(left), word(right)));
        }
        let ty = left_read.as_ref().or(right_read.as_ref()).ok_or(MIXED)?.ty;
        let side = |operand: &Operand, read: Option<Read<'p>>| match (operand, read) {
            (_, Some(read)) => Ok(text(comparable(&read))),
            (Operand::Term(Term::Constant(constant)), None) => {
                self.constant(constant, ty).map(text)
            }
            _ => Err(MIXED),
        };
        Ok((side(left, left_read)?, side(right, right_read)?))
    }

    fn membership(
        &self,
        scope: Scope<'p>,
        of: ScalarKind,
        needle: &Operand,
        haystack: &Haystack,
        path: &str,
    ) -> Result<Layout, Misfit> {
        let needle_path = format!("{path}.in.0");
        match haystack {
            Haystack::Constants(constants) => {
                let (value, ty) = match needle {
                    Operand::Term(Term::Fact(fact)) => {
                        let read = self.read(scope, fact, &needle_path)?;
                        (text(comparable(&read)), Some(read.ty))
                    }
                    _ if of == ScalarKind::Integer => {
                        (self.integer(scope, needle, &needle_path)?, None)
                    }
                    _ => return Err(MIXED),
                };
                let values: Result<Vec<Layout>, Misfit> = constants
                    .iter()
                    .map(|constant| match (constant, ty) {
                        (Constant::Integer(value), _) => Ok(text(literal::integer(*value))),
                        (constant, Some(ty)) => self.bare_constant(constant, ty).map(text),
                        _ => Err(MIXED),
                    })
                    .collect();
                let values = values?;
                if values.is_empty() {
                    return Ok(sequence([text("{ let _ = "), value, text("; false }")]));
                }
                if self.slots.is_some() {
                    let ty = match ty {
                        Some(ty) => self.constant_type(ty).ok_or(MIXED)?,
                        None => "i64".to_owned(),
                    };
                    let all = list("&[", values, "]").flat();
                    let all = self.slot(format!("&'static [{ty}]"), all);
                    return Ok(sequence([
                        text(format!("({all}).contains(&")),
                        value,
                        text(")"),
                    ]));
                }
                if of == ScalarKind::Digest {
                    return Ok(sequence([
                        list("[", values, "]"),
                        text(".contains(&"),
                        value,
                        text(")"),
                    ]));
                }
                Ok(list("matches!(", [value, chain("|", values)], ")"))
            }
            Haystack::Fact(fact) => self.among_elements(scope, needle, fact, path),
        }
    }

    fn among_elements(
        &self,
        scope: Scope<'p>,
        needle: &Operand,
        haystack: &FactPath,
        path: &str,
    ) -> Result<Layout, Misfit> {
        let haystack = self.read(scope, haystack, &format!("{path}.in.1"))?;
        let of = element_of(haystack.ty)?;
        let elements = parenthesised(&haystack.text);
        if let Operand::Term(Term::Constant(constant)) = needle {
            let element = Read {
                text: "element".to_owned(),
                ty: of,
                is_reference: true,
            };
            let (element, constant) = (comparable(&element), self.constant(constant, of)?);
            return Ok(list(
                format!("{elements}.iter().any("),
                [text(format!("|element| {element} == {constant}"))],
                ")",
            ));
        }
        let needle_path = format!("{path}.in.0");
        let (needle, question) = match needle {
            Operand::Term(Term::Fact(fact)) => {
                let needle = self.read(scope, fact, &needle_path)?;
                let question = if is_other_enum(needle.ty, of) {
                    "iter().any(|element| element.as_str() == needle.as_str())"
                } else if needle.is_reference {
                    "contains(needle)"
                } else {
                    "contains(&needle)"
                };
                (text(needle.text), question)
            }
            _ => (
                self.integer(scope, needle, &needle_path)?,
                "contains(&needle)",
            ),
        };
        // The needle is read first, as it stands first.
        Ok(sequence([
            text("{ let needle = "),
            needle,
            text(format!("; {elements}.{question} }}")),
        ]))
    }

    fn integer(&self, scope: Scope<'p>, operand: &Operand, path: &str) -> Result<Layout, Misfit> {
        match operand {
            Operand::Term(term) => self.integer_term(scope, term, path).map(text),
            Operand::Sum { first, rest } => self.sum(scope, first, rest, path),
        }
    }

    /// A sum nests to the left: its last operand is added by the outermost node.
    fn sum(
        &self,
        scope: Scope<'p>,
        first: &Term,
        rest: &[(Sign, Operand)],
        path: &str,
    ) -> Result<Layout, Misfit> {
        let Some(((sign, last), before)) = rest.split_last() else {
            return self.integer_term(scope, first, path).map(text);
        };
        let (stored, function) = match sign {
            Sign::Plus => ("+", "add"),
            Sign::Minus => ("-", "subtract"),
        };
        let left = self.sum(scope, first, before, &format!("{path}.{stored}.0"))?;
        let right = self.integer(scope, last, &format!("{path}.{stored}.1"))?;
        Ok(list(
            format!("compiled::{function}("),
            [left, right, text(literal::string(path))],
            ")?",
        ))
    }

    fn integer_term(&self, scope: Scope<'p>, term: &Term, path: &str) -> Result<String, Misfit> {
        match term {
            Term::Fact(fact) => {
                let read = self.read(scope, fact, path)?;
                matches!(read.ty, Planned::Integer { .. })
                    .then_some(read.text)
                    .ok_or(MIXED)
            }
            Term::Count(fact) => Ok(format!(
                "compiled::count({})",
                self.read(scope, fact, path)?.text
            )),
            Term::Constant(Constant::Integer(value)) => {
                Ok(self.slot("i64", literal::integer(*value)))
            }
            Term::Constant(_) => Err(MIXED),
        }
    }

    fn money(&self, scope: Scope<'p>, operand: &Operand, path: &str) -> Result<String, Misfit> {
        match operand {
            Operand::Term(Term::Fact(fact)) => {
                let read = self.read(scope, fact, path)?;
                matches!(read.ty, Planned::Money)
                    .then_some(read.text)
                    .ok_or(MIXED)
            }
            Operand::Term(Term::Constant(Constant::Money(money))) => {
                let (code, units) = (money.currency, money.minor_units.get());
                let (code, units) = (literal::string(code.as_str()), literal::integer(units));
                let money = format!("const {{ compiled::money({code}, {units}) }}");
                Ok(self.slot("money::Money", money))
            }
            _ => Err(MIXED),
        }
    }

    /// A constant, or what reads it off the row, in the form that [`comparable`] gives values of the type.
    fn constant(&self, constant: &Constant, ty: &Planned) -> Result<String, Misfit> {
        let value = self.bare_constant(constant, ty)?;
        Ok(match (&self.slots, self.constant_type(ty)) {
            (Some(_), Some(ty)) => self.slot(ty, value),
            _ => value,
        })
    }

    /// The type of the constants that [`Self::constant`] gives for a type.
    fn constant_type(&self, ty: &Planned) -> Option<String> {
        Some(match ty {
            Planned::Boolean => "bool".to_owned(),
            Planned::Integer { .. } => "i64".to_owned(),
            Planned::Identifier | Planned::Text => "&'static str".to_owned(),
            Planned::Digest => "digest::Digest".to_owned(),
            Planned::Time => "time::Instant".to_owned(),
            Planned::Money => "money::Money".to_owned(),
            Planned::Enum(index) => format!("facts::{}", self.plan.enums.get(*index)?.name),
            Planned::Record(_) | Planned::Set(_) | Planned::List(_) => return None,
        })
    }

    pub(super) fn bare_constant(
        &self,
        constant: &Constant,
        ty: &Planned,
    ) -> Result<String, Misfit> {
        Ok(match (constant, ty) {
            (Constant::Boolean(value), Planned::Boolean) => value.to_string(),
            (Constant::Integer(value), Planned::Integer { .. }) => literal::integer(*value),
            (Constant::String(value), Planned::Identifier | Planned::Text) => {
                literal::string(value)
            }
            (Constant::Digest(digest), Planned::Digest) => {
                format!(
                    "const {{ compiled::digest({}) }}",
                    literal::string(&digest.to_string())
                )
            }
            (Constant::Time(instant), Planned::Time) => {
                format!(
                    "const {{ compiled::instant({}) }}",
                    literal::string(&instant.to_string())
                )
            }
            (Constant::String(word), Planned::Enum(index)) => {
                let enumeration = self.plan.enums.get(*index).ok_or(UNKNOWN)?;
                let (_, variant) = enumeration
                    .members
                    .iter()
                    .find(|(member, _)| member == word)
                    .ok_or(MIXED)?;
                format!("facts::{}::{variant}", enumeration.name)
            }
            _ => return Err(MIXED),
        })
    }

    /// Whether an optional fact, and each record on the way to it, is there.
    fn presence(&self, scope: Scope<'p>, fact: &FactPath, path: &str) -> Result<String, Misfit> {
        let fields = self.fields(scope, fact)?;
        let mut question = String::new();
        let mut value = root(scope).to_owned();
        let mut closing = String::new();
        let mut optional = fields.iter().filter(|field| field.optional).count();
        for field in &fields {
            value = format!("{value}.{}", field.rust);
            if !field.optional {
                continue;
            }
            optional -= 1;
            question += &value;
            if optional == 0 {
                question += ".is_some()";
                break;
            }
            // The next optional field stands in this record, if it is there.
            question += ".as_ref().is_some_and(|inner| ";
            closing.push(')');
            "inner".clone_into(&mut value);
        }
        let question = if question.is_empty() {
            "true".to_owned()
        } else {
            question + &closing
        };
        through_caller(scope, &fields, question, path)
    }

    /// A fact that is read; an optional one is there, as the compiler has proved.
    fn read(&self, scope: Scope<'p>, fact: &FactPath, path: &str) -> Result<Read<'p>, Misfit> {
        if let (Scope::Element(ty), []) = (scope, fact.0.as_slice()) {
            let is_reference = !is_copy(ty);
            let text = if is_reference { "element" } else { "*element" };
            return Ok(Read {
                text: text.to_owned(),
                ty,
                is_reference,
            });
        }
        let fields = self.fields(scope, fact)?;
        let last = fields.last().ok_or(UNKNOWN)?;
        let is_reference = !is_copy(&last.ty);
        let path_literal = literal::string(path);
        let mut value = root(scope).to_owned();
        for (index, field) in fields.iter().enumerate() {
            value = format!("{value}.{}", field.rust);
            let borrow = if is_copy(&field.ty) { "" } else { ".as_ref()" };
            if field.optional {
                value = format!("compiled::present({value}{borrow}, {path_literal})?");
            } else if index + 1 == fields.len() && is_reference {
                value = format!("&{value}");
            }
        }
        let text = through_caller(scope, &fields, value, path)?;
        Ok(Read {
            text,
            ty: &last.ty,
            is_reference,
        })
    }

    pub(super) fn fields(
        &self,
        scope: Scope<'p>,
        fact: &FactPath,
    ) -> Result<Vec<&'p Field>, Misfit> {
        let record = match scope {
            Scope::Root => self.plan.root(),
            Scope::Element(Planned::Record(index)) => self.plan.records.get(*index),
            Scope::Element(_) => None,
        };
        self.plan.resolve(record, fact).ok_or(UNKNOWN)
    }
}

/// The text that reads a fact: outside of collections, by way of the caller.
fn through_caller(
    scope: Scope<'_>,
    fields: &[&Field],
    value: String,
    path: &str,
) -> Result<String, Misfit> {
    match scope {
        Scope::Element(_) => Ok(value),
        Scope::Root => {
            let fact = &fields.last().ok_or(UNKNOWN)?.fact;
            Ok(format!(
                "caller.read(facts::fact::{fact}, {value}, {})?",
                literal::string(path)
            ))
        }
    }
}

fn root(scope: Scope<'_>) -> &'static str {
    match scope {
        Scope::Root => "facts",
        Scope::Element(_) => "element",
    }
}

fn element_of(ty: &Planned) -> Result<&Planned, Misfit> {
    match ty {
        Planned::Set(of) | Planned::List(of) => Ok(of),
        _ => Err(MIXED),
    }
}

pub(super) fn is_copy(ty: &Planned) -> bool {
    match ty {
        Planned::Boolean
        | Planned::Integer { .. }
        | Planned::Digest
        | Planned::Time
        | Planned::Money
        | Planned::Enum(_) => true,
        Planned::Identifier
        | Planned::Text
        | Planned::Record(_)
        | Planned::Set(_)
        | Planned::List(_) => false,
    }
}

fn is_other_enum(one: &Planned, other: &Planned) -> bool {
    matches!((one, other), (Planned::Enum(one), Planned::Enum(other)) if one != other)
}

/// A read value in the form that operators compare with constants and with each other.
fn comparable(read: &Read<'_>) -> String {
    match read.ty {
        Planned::Identifier => format!("{}.as_str()", parenthesised(&read.text)),
        Planned::Text => format!("&**{}", parenthesised(&read.text)),
        _ if read.is_reference => format!("*{}", read.text),
        _ => read.text.clone(),
    }
}

/// A prefix binds less tightly than what follows.
fn parenthesised(text: &str) -> String {
    if text.starts_with(['&', '*']) {
        format!("({text})")
    } else {
        text.to_owned()
    }
}
