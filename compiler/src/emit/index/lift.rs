//! What of a predicate a row of bits can say: an equality of an enum or a boolean that stands before everything that can
//! fail. Were it lifted from behind something that fails, the failure would be lost: semantics, section 2.

use std::collections::BTreeSet;

use ordain_runtime::policy::{
    Comparator, Comparison, Constant, FactPath, Haystack, Operand, Predicate, ScalarKind, Term,
};

use super::Entry;

/// An operand of a predicate that a row can say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Lifted {
    /// Its place among the operands.
    pub operand: usize,
    /// The fact that it asks.
    pub fact: FactPath,
    /// The values for which it is true.
    pub values: Values,
}

/// Some values of a fact, or all others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Values {
    pub named: BTreeSet<String>,
    pub complement: bool,
}

/// What rows can say of the rule: nothing where it has an `else`, since a predicate that is false then contributes.
pub(super) fn liftable(entry: &Entry<'_>) -> Vec<Lifted> {
    if entry.has_else {
        return Vec::new();
    }
    operands(entry.predicate)
        .iter()
        .enumerate()
        .take_while(|(_, operand)| !can_fail(operand))
        .filter_map(|(place, operand)| {
            let (fact, values) = equality(operand)?;
            Some(Lifted {
                operand: place,
                fact: fact.clone(),
                values,
            })
        })
        .collect()
}

/// The operands of a conjunction; of anything else, itself.
pub(super) fn operands(predicate: &Predicate) -> &[Predicate] {
    match predicate {
        Predicate::And(operands) => operands,
        other => std::slice::from_ref(other),
    }
}

/// Whether the predicate can fail on facts of their declared types: where it adds up integers or compares money.
pub(super) fn can_fail(predicate: &Predicate) -> bool {
    let adds_up = |operand: &Operand| matches!(operand, Operand::Sum { .. });
    match predicate {
        Predicate::Constant(_)
        | Predicate::Flag(_)
        | Predicate::Present(_)
        | Predicate::Absent(_) => false,
        Predicate::Not(inner) => can_fail(inner),
        Predicate::And(operands) | Predicate::Or(operands) => operands.iter().any(can_fail),
        Predicate::Compare(comparison) => {
            comparison.of == ScalarKind::Money
                || adds_up(&comparison.left)
                || adds_up(&comparison.right)
        }
        Predicate::In { needle, .. } => adds_up(needle),
        Predicate::Any { body, .. } | Predicate::All { body, .. } => can_fail(body),
    }
}

/// The fact that the predicate asks for some of its values and for nothing else.
fn equality(predicate: &Predicate) -> Option<(&FactPath, Values)> {
    let of = |named: BTreeSet<String>| Values {
        named,
        complement: false,
    };
    match predicate {
        Predicate::Flag(fact) => Some((fact, of(["true".to_owned()].into()))),
        Predicate::Not(inner) => {
            let (fact, values) = equality(inner)?;
            let complement = !values.complement;
            Some((
                fact,
                Values {
                    complement,
                    ..values
                },
            ))
        }
        Predicate::Or(alternatives) => {
            let mut named = BTreeSet::new();
            let mut asked = None;
            for alternative in alternatives {
                let (fact, values) = equality(alternative)?;
                if values.complement || *asked.get_or_insert(fact) != fact {
                    return None;
                }
                named.extend(values.named);
            }
            Some((asked?, of(named)))
        }
        Predicate::Compare(Comparison {
            of: ScalarKind::Enum | ScalarKind::Boolean,
            comparator: comparator @ (Comparator::Equal | Comparator::NotEqual),
            left,
            right,
        }) => {
            let (Operand::Term(left), Operand::Term(right)) = (left, right) else {
                return None;
            };
            let ((Term::Fact(fact), Term::Constant(constant))
            | (Term::Constant(constant), Term::Fact(fact))) = (left, right)
            else {
                return None;
            };
            let values = Values {
                named: [word(constant)?].into(),
                complement: *comparator == Comparator::NotEqual,
            };
            Some((fact, values))
        }
        Predicate::In {
            of: ScalarKind::Enum | ScalarKind::Boolean,
            needle: Operand::Term(Term::Fact(fact)),
            haystack: Haystack::Constants(constants),
        } => Some((fact, of(constants.iter().map(word).collect::<Option<_>>()?))),
        _ => None,
    }
}

fn word(constant: &Constant) -> Option<String> {
    match constant {
        Constant::String(word) => Some(word.clone()),
        Constant::Boolean(value) => Some(value.to_string()),
        _ => None,
    }
}
