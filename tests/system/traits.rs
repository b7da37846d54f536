//! The traits of other crates that generated facts implement: what `Serialize` writes is read back as the same facts, and
//! what `Arbitrary` makes of any bytes is valid.

use std::fmt::Debug;

use arbitrary::{Arbitrary, Unstructured};
use ordain_runtime::canonical::{to_canonical, to_vec};
use ordain_runtime::policy::Schema;
use ordain_runtime::registry::{FactsBody, Kind, Registry};
use ordain_tests::{generate, project};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};

use crate::emitted::{self, clerk, clerk_desk, r#type};

const CASES: u32 = 256;

fn check<T>(read: impl Fn(T) -> Result<(), TestCaseError>, values: impl Strategy<Value = T>)
where
    T: Debug,
{
    let config = Config {
        cases: CASES,
        failure_persistence: None,
        ..Config::default()
    };
    TestRunner::new_with_rng(config, deterministic())
        .run(&values, read)
        .unwrap();
}

fn deterministic() -> proptest::test_runner::TestRng {
    proptest::test_runner::TestRng::deterministic_rng(proptest::test_runner::RngAlgorithm::ChaCha)
}

fn schema(registry: &Registry, id: &str, revision: &str) -> Schema {
    let reference = registry.get(Kind::Facts, id, revision).unwrap();
    registry
        .decode::<FactsBody>(&reference)
        .unwrap()
        .body
        .fields
}

macro_rules! facts_are_exchanged {
    ($registry:expr; $($module:path as $facts:ident;)*) => {$({
        use $module as module;

        let schema = schema($registry, module::ID, module::REVISION);
        check(
            |document| {
                let bytes = to_vec(&document);
                let facts = module::$facts::from_json(&bytes).unwrap();
                let written = to_canonical(&facts).unwrap();
                let again = module::$facts::from_json(&written).unwrap();
                prop_assert_eq!(&again, &facts);
                Ok(())
            },
            generate::facts(&schema),
        );
        check(
            |bytes| {
                // Bytes that run out, and bytes of which no value can be made, are the fuzzer's to do better.
                if let Ok(facts) = module::$facts::arbitrary(&mut Unstructured::new(&bytes)) {
                    let written = to_canonical(&facts).unwrap();
                    let again = module::$facts::from_json(&written).unwrap();
                prop_assert_eq!(&again, &facts);
                }
                Ok(())
            },
            proptest::collection::vec(any::<u8>(), 0..400),
        );
    })*};
}

#[test]
fn facts_of_every_type_are_exchanged() {
    let registry = emitted::registry();
    facts_are_exchanged! { &registry;
        clerk::everything_v1 as Everything;
        clerk::numbers_v1 as Numbers;
        clerk::visitor_v1 as Visitor;
        clerk_desk::note_v1 as Note;
        clerk_desk::plain_v1 as Plain;
        r#type::option_v1 as Option2;
        r#type::use_v1 as Use;
    }
}

#[test]
fn facts_of_the_profiles_are_exchanged() {
    let registry = Registry::load(&project().join("generated/registry")).unwrap();
    facts_are_exchanged! { &registry;
        ordain_generated::support::refund_request_v1 as RefundRequest;
    }
}

/// Arbitrary facts are worth something to a fuzzer only if most bytes make some, and different ones.
#[test]
fn most_bytes_make_facts() {
    let mut made = std::collections::BTreeSet::new();
    for seed in 0..=u8::MAX {
        let bytes: Vec<u8> = (0..600_u32)
            .map(|index| index.wrapping_mul(2_654_435_761).to_be_bytes()[2] ^ seed)
            .collect();
        if let Ok(facts) =
            clerk::everything_v1::Everything::arbitrary(&mut Unstructured::new(&bytes))
        {
            made.insert(to_canonical(&facts).unwrap());
        }
    }
    assert!(made.len() > 200, "{} of 256", made.len());
}
