//! The driver: collects what the predicates of generated code say, in canonical order, and stops at the first failure.

use super::super::{BranchName, PolicyEvalError, Verdict};
use super::caller::{Caller, Failure};
use super::decision::Decision;
use super::index::{Call, Index};
use super::table::Table;

/// What a rule says of facts: nothing where it does not apply, else whether its predicate is true.
pub type Applied = Result<Option<bool>, Failure>;

/// An evaluation under way.
#[derive(Debug)]
pub struct Evaluation<'p>(Decision<'p>);

/// A rule or guardrail failed, and with it the evaluation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped {
    id: &'static str,
    failure: Failure,
}

impl<'p> Evaluation<'p> {
    /// Of the policy `table`, of which nothing has been asked yet.
    #[must_use]
    #[inline]
    pub const fn of(table: &'p Table) -> Self {
        Self(Decision::of(table))
    }

    /// Takes what the rule at `index` says. Rules come in the order of their table.
    #[inline]
    pub fn rule(&mut self, index: u16, applied: Applied) -> Result<(), Stopped> {
        match applied {
            Ok(None) => {}
            Ok(Some(true)) => self.0.contribute(index, BranchName::Then),
            Ok(Some(false)) => self.otherwise(index),
            Err(failure) => {
                let rule = self.0.table().rules.get(usize::from(index));
                return stop(rule.map(|rule| rule.id), failure);
            }
        }
        Ok(())
    }

    fn otherwise(&mut self, index: u16) {
        let rule = self.0.table().rules.get(usize::from(index));
        if rule.is_some_and(|rule| rule.otherwise.is_some()) {
            self.0.contribute(index, BranchName::Else);
        }
    }

    /// Asks the rules that `index` finds for the `classes` of facts. `holds` says whether the predicate of a rule is true.
    #[inline]
    pub fn rules<C: Caller>(
        &mut self,
        index: &'static Index,
        classes: &[usize],
        caller: &C,
        holds: impl Fn(Call) -> Result<bool, Failure>,
    ) -> Result<(), Stopped> {
        index.search(classes, caller, |rule, call| {
            let (held, otherwise) = match call {
                Ok(call) => (holds(call), call.otherwise),
                Err(failure) => (Err(failure), false),
            };
            match held {
                Ok(true) => self.0.contribute(rule, BranchName::Then),
                Ok(false) if otherwise => self.0.contribute(rule, BranchName::Else),
                Ok(false) => {}
                Err(failure) => return self.rule(rule, Err(failure)),
            }
            Ok(())
        })
    }

    /// Asks the guardrails that `index` finds, likewise.
    #[inline]
    pub fn guardrails<C: Caller>(
        &mut self,
        index: &'static Index,
        classes: &[usize],
        caller: &C,
        holds: impl Fn(Call) -> Result<bool, Failure>,
    ) -> Result<(), Stopped> {
        index.search(classes, caller, |guardrail, call| {
            self.guardrail(guardrail, call.and_then(&holds).map(Some))
        })
    }

    /// Asks the scoring rules that `index` finds, likewise.
    #[inline]
    pub fn scoring_rules<C: Caller>(
        &mut self,
        index: &'static Index,
        classes: &[usize],
        caller: &C,
        holds: impl Fn(Call) -> Result<bool, Failure>,
    ) {
        let asked: Result<(), core::convert::Infallible> =
            index.search(classes, caller, |scoring_rule, call| {
                self.scoring_rule(scoring_rule, call.and_then(&holds).map(Some));
                Ok(())
            });
        match asked {
            Ok(()) => {}
            Err(never) => match never {},
        }
    }

    /// Takes what the guardrail at `index` says. Guardrails come after rules, in the order of their table.
    #[inline]
    pub fn guardrail(&mut self, index: u16, applied: Applied) -> Result<(), Stopped> {
        match applied {
            Ok(Some(true)) => self.0.hold(index),
            Ok(_) => {}
            Err(failure) => {
                let guardrail = self.0.table().guardrails.get(usize::from(index));
                return stop(guardrail.map(|guardrail| guardrail.id), failure);
            }
        }
        Ok(())
    }

    /// Takes what the scoring rule at `index` says, which stops nothing. They come last, in the order of their table.
    #[inline]
    pub fn scoring_rule(&mut self, index: u16, applied: Applied) {
        match applied {
            Ok(Some(true)) => self.0.score(index),
            Ok(_) => {}
            Err(_) => self.0.skip(index),
        }
    }

    /// The decision, or the safe error of what stopped the evaluation.
    #[inline]
    pub fn end(self, stopped: Result<(), Stopped>) -> Result<Decision<'p>, PolicyEvalError<'p>> {
        match stopped {
            Ok(()) => Ok(self.0),
            Err(Stopped { id, failure }) => Err(PolicyEvalError::new(
                self.0.table().id,
                id,
                failure.path,
                failure.fault,
            )),
        }
    }
}

#[cold]
fn stop(id: Option<&'static str>, failure: Failure) -> Result<(), Stopped> {
    let id = id.unwrap_or_default();
    Err(Stopped { id, failure })
}

/// What the control `id` says of its evidence, given what its predicate says.
pub fn verdict(
    id: &'static str,
    satisfied: Result<bool, Failure>,
) -> Result<Verdict, PolicyEvalError<'static>> {
    match satisfied {
        Ok(true) => Ok(Verdict::Satisfied),
        Ok(false) => Ok(Verdict::Violated),
        Err(Failure { path, fault }) => Err(PolicyEvalError::new(id, "satisfied", path, fault)),
    }
}

/// Whether a rule applies, given what each key says, by name. A key that rules it out does so whatever the others say;
/// else the first that cannot be read fails.
#[inline]
pub fn applies<const KEYS: usize>(keys: [Result<bool, Failure>; KEYS]) -> Result<bool, Failure> {
    if keys.contains(&Ok(false)) {
        return Ok(false);
    }
    for key in keys {
        key?;
    }
    Ok(true)
}
