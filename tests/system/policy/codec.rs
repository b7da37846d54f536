//! The codec gives back what it took, and facts that are generated are facts.

use ordain_runtime::canonical::{Limits, parse_with, to_vec};
use ordain_runtime::policy::{interpret, jsonlogic};
use ordain_tests::generate;
use proptest::prelude::*;

proptest! {
    #[test]
    fn a_predicate_decodes_to_itself(
        (schema, predicate) in generate::schema()
            .prop_flat_map(|schema| (Just(schema.clone()), generate::predicate(&schema)))
    ) {
        let stored = to_vec(&jsonlogic::encode(&predicate));
        let limits = Limits::new(predicate.size().levels, 100_000, 1 << 20).unwrap();
        let read = parse_with(&stored, limits).unwrap();
        prop_assert_eq!(jsonlogic::decode(&read, &schema), Ok(predicate));
    }

    #[test]
    fn facts_of_a_schema_are_accepted_in_every_spelling(
        (schema, facts) in generate::schema().prop_flat_map(|schema| (Just(schema.clone()), generate::facts(&schema)))
    ) {
        let spelling = generate::respell(&facts);
        let validated = interpret::facts::validate(spelling.as_bytes(), &schema);
        prop_assert_eq!(validated, Ok(facts));
    }
}
