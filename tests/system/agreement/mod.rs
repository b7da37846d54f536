//! The two texts that decide say the same: the interpreter, which reads artefacts, and the compiled evaluators. Nothing
//! but the artefacts and the facts goes into either, so that where they differ one of them is wrong.
//!
//! `ORDAIN_CASES` sets how many documents are tried of each kind for each policy and control. Where it is not set there are
//! 10,000 under `CI`, and as many elsewhere as reach every branch. They are the same in every run.

mod answer;
mod compiled;
mod controls;
mod exhaustive;
mod partition;
mod policies;
mod profiles;
mod published;

use std::collections::BTreeSet;
use std::num::NonZero;
use std::sync::Mutex;
use std::thread;

use ordain_runtime::canonical::Value;
use ordain_runtime::policy::Schema;
use ordain_runtime::policy::interpret::facts::validate;
use ordain_tests::boundary::{self, Constants, Random};

pub(crate) use compiled::{
    CompiledControl, CompiledPolicy, CompiledProfile, Name, controls, policies, profiles,
};
pub(crate) use controls::controls_agree;
pub(crate) use policies::{constants, policies_agree};
pub(crate) use profiles::profiles_agree;

/// How many documents of each kind are tried.
pub(crate) fn cases() -> usize {
    match std::env::var("ORDAIN_CASES") {
        Ok(cases) => cases.parse().expect("`ORDAIN_CASES` is a number"),
        Err(_) if std::env::var_os("CI").is_some() => 10_000,
        Err(_) => ENOUGH,
    }
}

/// As many as it takes to reach every branch of every rule and every verdict of every control, which is then asserted.
const ENOUGH: usize = 1_000;

/// Documents of one round: one that is valid, one that may not be, and a value that may not be.
pub(crate) struct Round {
    pub(crate) facts: Value<'static>,
    pub(crate) valid: Vec<u8>,
    pub(crate) invalid: Vec<u8>,
    pub(crate) spoilt: Value<'static>,
}

impl Round {
    pub(crate) fn of(schema: &Schema, constants: &Constants, random: &mut Random) -> Self {
        let facts = boundary::facts(schema, constants, random);
        let valid = if random.chance(50) {
            ordain_runtime::canonical::to_vec(&facts)
        } else {
            boundary::spell(&facts, false, random)
        };
        let mut spoilt = facts.clone();
        for _ in 0..=random.below(3) {
            boundary::spoil(&mut spoilt, random);
        }
        let twice = random.chance(30);
        let mut invalid = boundary::spell(
            if random.chance(70) { &spoilt } else { &facts },
            twice,
            random,
        );
        if random.chance(30) {
            boundary::damage(&mut invalid, random);
        }
        Self {
            facts,
            valid,
            invalid,
            spoilt,
        }
    }
}

/// Does the same with every item, on as many threads as there are.
fn with_each<T: Sync>(items: &[T], work: impl Fn(&T) + Sync) {
    let open = Mutex::new(items.iter());
    let threads = thread::available_parallelism().map_or(1, NonZero::get);
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let Some(item) = open.lock().unwrap().next() else {
                        break;
                    };
                    work(item);
                }
            });
        }
    });
}

/// Agreement about documents that are never refused, or for one reason alone, would prove little.
#[test]
fn documents_are_refused_for_every_reason() {
    let registry = crate::emitted::registry();
    let control = crate::emitted::declared(&registry);
    let mut random = Random::of("documents");
    let mut reasons = BTreeSet::new();
    for _ in 0..2_000 {
        let round = Round::of(control.schema(), &Constants::default(), &mut random);
        let refused = validate(&round.invalid, control.schema()).err();
        reasons.extend(refused.map(|invalid| invalid.reason.message()));
    }
    // One message for each of the faults, those of JSON together.
    assert_eq!(reasons.len(), 9, "{reasons:?}");
}
