//! The model and the interpreter agree on every policy and all facts, unsound ones included.

use ordain_runtime::canonical::to_vec;
use ordain_tests::boundary::Random;
use proptest::prelude::*;

use super::subject::{Subject, answer, is_json};
use crate::agreement::{Round, cases};
use crate::policy::cases as policies;

/// How many documents of each kind a policy is asked about.
const ROUNDS: usize = 4;

fn config() -> ProptestConfig {
    ProptestConfig::with_cases(u32::try_from(cases()).unwrap())
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn the_interpreter_decides_as_the_model_does(case in policies(), seed in any::<u64>()) {
        let subject = Subject::of(&case.schema, &case.body);
        let Subject { interpreted, model, .. } = &subject;
        let compare = |text: &[u8]| {
            let said = interpreted.evaluate(text, &case.held);
            prop_assert_eq!(answer(&said), model.evaluate(text, &case.held), "{}", String::from_utf8_lossy(text));
            Ok(())
        };
        compare(&case.text())?;
        let mut random = Random::new(seed);
        for _ in 0..ROUNDS {
            let round = Round::of(&case.schema, &subject.constants, &mut random);
            compare(&round.valid)?;
            if is_json(&round.invalid, &interpreted.evaluate(&round.invalid, &case.held)) {
                compare(&round.invalid)?;
            }
            let said = answer(&interpreted.evaluate_untyped(&round.spoilt, &case.held));
            let text = to_vec(&round.spoilt);
            prop_assert_eq!(said, model.evaluate_untyped(&text, &case.held), "{}", String::from_utf8_lossy(&text));
        }
    }
}
