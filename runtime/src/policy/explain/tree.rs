//! A predicate as a tree of answers: what each node says, and which facts made it say so.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use serde::Serialize;

use super::super::facts::Root;
use super::super::interpret::{Scope, elements, holds};
use super::super::predicate::{FactPath, Haystack, Operand, Predicate, Term};
use super::super::source_text::SourceText;
use super::value::display;

/// What a node says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Answer {
    /// True.
    True,
    /// False.
    False,
    /// Neither: its evaluation failed.
    Failed,
    /// Nothing: what stands before it has decided.
    NotAsked,
}

impl Answer {
    const fn of(truth: bool) -> Self {
        if truth { Self::True } else { Self::False }
    }

    /// The answer, where there is one.
    pub(super) const fn truth(self) -> Option<bool> {
        match self {
            Self::True => Some(true),
            Self::False => Some(false),
            Self::Failed | Self::NotAsked => None,
        }
    }
}

/// A node of a predicate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Node {
    /// `all of`, `any of`, `not`, or the node as the language writes it.
    pub text: String,
    /// What it says.
    pub answer: Answer,
    /// The facts that it reads itself, in the order in which it does, if it was asked.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub facts: Vec<Reading>,
    /// Why it failed, where it did so itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fault: Option<&'static str>,
    /// What it is made of. Of a quantifier, its body for the element that decided, if one did.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub operands: Vec<Node>,
    /// In the body of a quantifier, the element that it was asked of, counted from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub element: Option<usize>,
}

/// A fact that was read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Reading {
    /// The fact as the language names it.
    pub fact: String,
    /// Its value as the language writes it, shortened where it is long; `absent` where it is not there.
    pub value: String,
}

/// What `predicate` says of what `scope` holds, whose types are those of `root`.
pub(super) fn explain(
    predicate: &Predicate,
    scope: Scope<'_>,
    root: Root<'_>,
    text: SourceText,
) -> Node {
    Place { scope, root, text }.node(predicate)
}

#[derive(Clone, Copy)]
struct Place<'v> {
    scope: Scope<'v>,
    root: Root<'v>,
    text: SourceText,
}

impl Place<'_> {
    fn node(&self, predicate: &Predicate) -> Node {
        match predicate {
            Predicate::Not(operand) => {
                let operand = self.node(operand);
                let answer = operand
                    .answer
                    .truth()
                    .map_or(operand.answer, |truth| Answer::of(!truth));
                composite("not", answer, vec![operand])
            }
            Predicate::And(operands) => self.chain("all of", operands, Answer::True),
            Predicate::Or(operands) => self.chain("any of", operands, Answer::False),
            Predicate::Any { list, body } => self.quantified(predicate, list, body, Answer::False),
            Predicate::All { list, body } => self.quantified(predicate, list, body, Answer::True),
            Predicate::Constant(_)
            | Predicate::Flag(_)
            | Predicate::Present(_)
            | Predicate::Absent(_)
            | Predicate::Compare(_)
            | Predicate::In { .. } => self.leaf(predicate),
        }
    }

    /// Operands are asked for as long as none says anything but `undecided`.
    fn chain(&self, text: &str, operands: &[Predicate], undecided: Answer) -> Node {
        let mut answer = undecided;
        let mut nodes = Vec::with_capacity(operands.len());
        for operand in operands {
            if answer == undecided {
                let node = self.node(operand);
                answer = node.answer;
                nodes.push(node);
            } else {
                nodes.push(self.not_asked(operand));
            }
        }
        composite(text, answer, nodes)
    }

    /// The body is asked of elements for as long as none says anything but `undecided`.
    fn quantified(
        &self,
        predicate: &Predicate,
        list: &FactPath,
        body: &Predicate,
        undecided: Answer,
    ) -> Node {
        let mut node = Node {
            facts: self.reading(list).into_iter().collect(),
            ..self.not_asked(predicate)
        };
        let (Ok(elements), Some(of)) = (elements(list, self.scope), self.root.element(&list.0))
        else {
            return self.leaf(predicate);
        };
        node.answer = undecided;
        for (index, element) in elements.iter().enumerate() {
            let place = Place {
                scope: Scope::of_element(element),
                root: Root::Element(of),
                text: self.text.inside(),
            };
            let asked = place.node(body);
            if asked.answer != undecided {
                node.answer = asked.answer;
                node.operands = vec![Node {
                    element: Some(index + 1),
                    ..asked
                }];
                break;
            }
        }
        node
    }

    fn leaf(&self, predicate: &Predicate) -> Node {
        let (answer, fault) = match holds(predicate, self.scope) {
            Ok(truth) => (Answer::of(truth), None),
            Err(failure) => (Answer::Failed, Some(failure.fault.message())),
        };
        let mut facts: Vec<Reading> = Vec::new();
        for reading in paths(predicate)
            .into_iter()
            .filter_map(|path| self.reading(path))
        {
            if !facts.contains(&reading) {
                facts.push(reading);
            }
        }
        Node {
            answer,
            facts,
            fault,
            ..self.not_asked(predicate)
        }
    }

    fn not_asked(&self, predicate: &Predicate) -> Node {
        let operands = |operands: &[Predicate]| {
            operands
                .iter()
                .map(|operand| self.not_asked(operand))
                .collect()
        };
        match predicate {
            Predicate::Not(operand) => {
                composite("not", Answer::NotAsked, vec![self.not_asked(operand)])
            }
            Predicate::And(chain) => composite("all of", Answer::NotAsked, operands(chain)),
            Predicate::Or(chain) => composite("any of", Answer::NotAsked, operands(chain)),
            _ => composite(self.text.predicate(predicate), Answer::NotAsked, Vec::new()),
        }
    }

    fn reading(&self, path: &FactPath) -> Option<Reading> {
        let value = match self.scope.read(path).ok()? {
            None => String::from("absent"),
            Some(value) => display(value, self.root.ty(&path.0)?, self.text.decimals()),
        };
        Some(Reading {
            fact: self.text.path(path),
            value,
        })
    }
}

fn composite(text: impl Into<String>, answer: Answer, operands: Vec<Node>) -> Node {
    Node {
        text: text.into(),
        answer,
        facts: Vec::new(),
        fault: None,
        operands,
        element: None,
    }
}

/// The facts that a node without operands of its own reads, in the order in which it does.
fn paths(predicate: &Predicate) -> Vec<&FactPath> {
    match predicate {
        Predicate::Flag(path)
        | Predicate::Present(path)
        | Predicate::Absent(path)
        | Predicate::Any { list: path, .. }
        | Predicate::All { list: path, .. } => vec![path],
        Predicate::Compare(comparison) => operand_paths(&comparison.left)
            .chain(operand_paths(&comparison.right))
            .collect(),
        Predicate::In {
            needle, haystack, ..
        } => {
            let haystack = match haystack {
                Haystack::Fact(path) => Some(path),
                Haystack::Constants(_) => None,
            };
            operand_paths(needle).chain(haystack).collect()
        }
        Predicate::Constant(_) | Predicate::Not(_) | Predicate::And(_) | Predicate::Or(_) => {
            Vec::new()
        }
    }
}

fn operand_paths(operand: &Operand) -> Box<dyn Iterator<Item = &FactPath> + '_> {
    match operand {
        Operand::Term(term) => Box::new(term_path(term).into_iter()),
        Operand::Sum { first, rest } => Box::new(
            term_path(first)
                .into_iter()
                .chain(rest.iter().flat_map(|(_, next)| operand_paths(next))),
        ),
    }
}

const fn term_path(term: &Term) -> Option<&FactPath> {
    match term {
        Term::Fact(path) | Term::Count(path) => Some(path),
        Term::Constant(_) => None,
    }
}
