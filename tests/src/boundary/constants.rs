//! The constants that predicates compare facts with, by the fact: where an answer can change.

use std::collections::BTreeMap;

use ordain_runtime::policy::{Comparison, Constant, FactPath, Haystack, Operand, Predicate, Term};
use ordain_runtime::registry::AppliesTo;

/// What a policy or a control asks of its facts: its predicates, and the constants in them by the path of the fact that
/// they are compared with. The elements of a collection have its path.
#[derive(Clone, Debug, Default)]
pub struct Constants {
    pub(super) questions: Vec<(AppliesTo, Predicate)>,
    by_path: BTreeMap<Vec<String>, Vec<Constant>>,
    all: Vec<Constant>,
}

impl Constants {
    /// Adds a predicate, and the keys that are asked before it.
    pub fn add(&mut self, applies_to: AppliesTo, predicate: Predicate) {
        self.walk(&predicate, &[]);
        self.keys(&applies_to);
        self.questions.push((applies_to, predicate));
    }

    fn keys(&mut self, applies_to: &AppliesTo) {
        for (key, values) in applies_to {
            let path: Vec<String> = key.split('.').map(String::from).collect();
            let values: Vec<_> = values.iter().cloned().map(Constant::String).collect();
            self.meet(&[path], &values);
        }
    }

    /// Those that one fact is compared with.
    #[must_use]
    pub fn at(&self, path: &[String]) -> &[Constant] {
        self.by_path.get(path).map_or(&[], Vec::as_slice)
    }

    /// Those of any fact.
    #[must_use]
    pub fn all(&self) -> &[Constant] {
        &self.all
    }

    fn walk(&mut self, predicate: &Predicate, above: &[String]) {
        match predicate {
            Predicate::Constant(_)
            | Predicate::Flag(_)
            | Predicate::Present(_)
            | Predicate::Absent(_) => {}
            Predicate::Not(inner) => self.walk(inner, above),
            Predicate::And(operands) | Predicate::Or(operands) => {
                for operand in operands {
                    self.walk(operand, above);
                }
            }
            Predicate::Compare(Comparison { left, right, .. }) => {
                let (mut facts, mut constants) = (Vec::new(), Vec::new());
                collect(left, above, &mut facts, &mut constants);
                collect(right, above, &mut facts, &mut constants);
                self.meet(&facts, &constants);
            }
            Predicate::In {
                needle, haystack, ..
            } => {
                let (mut facts, mut constants) = (Vec::new(), Vec::new());
                collect(needle, above, &mut facts, &mut constants);
                match haystack {
                    Haystack::Constants(listed) => constants.extend(listed.iter().cloned()),
                    Haystack::Fact(fact) => facts.push(below(above, fact)),
                }
                self.meet(&facts, &constants);
            }
            Predicate::Any { list, body } | Predicate::All { list, body } => {
                self.walk(body, &below(above, list));
            }
        }
    }

    fn meet(&mut self, facts: &[Vec<String>], constants: &[Constant]) {
        for fact in facts {
            let known = self.by_path.entry(fact.clone()).or_default();
            add_new(known, constants);
        }
        add_new(&mut self.all, constants);
    }
}

fn add_new(known: &mut Vec<Constant>, further: &[Constant]) {
    for constant in further {
        if !known.contains(constant) {
            known.push(constant.clone());
        }
    }
}

fn below(above: &[String], fact: &FactPath) -> Vec<String> {
    [above, &fact.0].concat()
}

fn collect(
    operand: &Operand,
    above: &[String],
    facts: &mut Vec<Vec<String>>,
    constants: &mut Vec<Constant>,
) {
    let mut term = |term: &Term| match term {
        Term::Fact(fact) | Term::Count(fact) => facts.push(below(above, fact)),
        Term::Constant(constant) => constants.push(constant.clone()),
    };
    match operand {
        Operand::Term(only) => term(only),
        Operand::Sum { first, rest } => {
            term(first);
            for (_, further) in rest {
                collect(further, above, facts, constants);
            }
        }
    }
}
