//! Controls: verdicts, errors and refusals.

use std::collections::BTreeSet;

use ordain_runtime::canonical::to_vec;
use ordain_runtime::policy::interpret::Control;
use ordain_runtime::policy::{EvaluationError, Verdict, jsonlogic};
use ordain_runtime::registry::{AppliesTo, ControlBody, Kind, Registry};
use ordain_tests::boundary::{Constants, Random};

use super::answer::{Answer, same};
use super::compiled::{CompiledControl, Judged, assert_complete};
use super::{ENOUGH, Round, cases, with_each};

/// Whether every control of the registry is listed, and every listed one judges as the interpreter does.
pub(crate) fn controls_agree(registry: &Registry, controls: &[CompiledControl]) {
    assert_complete(
        registry,
        Kind::Control,
        controls.iter().map(|control| control.name),
    );
    with_each(controls, |control| agree(registry, control));
}

fn agree(registry: &Registry, compiled: &CompiledControl) {
    let reference = compiled.name.reference(Kind::Control);
    let body: ControlBody = registry.decode(&reference).unwrap().body;
    let interpreted = Control::load(registry, &reference).unwrap();
    let mut constants = Constants::default();
    if let Some(predicate) = &body.satisfied_when {
        let predicate = jsonlogic::decode(predicate, interpreted.schema()).unwrap();
        constants.add(AppliesTo::new(), predicate);
    }
    let mut random = Random::of(compiled.name.id);
    let mut verdicts = BTreeSet::new();
    for _ in 0..cases() {
        let round = Round::of(interpreted.schema(), &constants, &mut random);
        let expected = interpreted.judge(&round.valid);
        verdicts.extend(expected.as_ref().ok().copied());
        let answer = compare(
            compiled,
            "typed",
            &(compiled.typed)(&round.valid),
            &round.valid,
            &expected,
        );
        assert!(
            !matches!(answer, Answer::Refused(_)),
            "{} refuses {}",
            compiled.name,
            String::from_utf8_lossy(&round.valid)
        );
        compare(
            compiled,
            "json",
            &(compiled.json)(&round.valid),
            &round.valid,
            &expected,
        );
        compare(
            compiled,
            "untyped",
            &(compiled.untyped)(&round.facts),
            &round.valid,
            &expected,
        );
        let expected = interpreted.judge(&round.invalid);
        compare(
            compiled,
            "invalid",
            &(compiled.json)(&round.invalid),
            &round.invalid,
            &expected,
        );
        let expected = interpreted.judge_untyped(&round.spoilt);
        compare(
            compiled,
            "spoilt",
            &(compiled.untyped)(&round.spoilt),
            &to_vec(&round.spoilt),
            &expected,
        );
    }
    let possible = match body.satisfied_when {
        Some(_) => BTreeSet::from([Verdict::Satisfied, Verdict::Violated]),
        None => BTreeSet::from([Verdict::Recorded]),
    };
    assert!(verdicts.is_subset(&possible));
    assert!(
        cases() < ENOUGH || verdicts == possible,
        "{}: only {verdicts:?} is reached",
        compiled.name
    );
}

fn compare(
    subject: &CompiledControl,
    way: &str,
    compiled: &Judged,
    asked: &[u8],
    interpreted: &Result<Verdict, EvaluationError<'_>>,
) -> Answer {
    let answer = Answer::of(compiled);
    same(
        &format_args!("{}, {way},", subject.name),
        asked,
        &answer,
        &Answer::of(interpreted),
    );
    answer
}
