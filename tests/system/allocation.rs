//! Decisions allocate nothing, and neither does the decoding of facts that hold no escapes and no collections.

use allocation_counter::measure;
use ordain_runtime::canonical::to_vec;
use ordain_runtime::policy::Schema;
use ordain_runtime::policy::interpret::Policy;
use ordain_runtime::registry::{Kind, PolicyBody, Registry};
use ordain_tests::boundary::{self, Constants, Random};

use crate::emitted::{clerk, registry};

/// Documents that each policy decides on.
const DOCUMENTS: usize = 300;

/// Valid documents that reach what the policy asks.
fn documents(registry: &Registry, id: &str, revision: &str) -> Vec<Vec<u8>> {
    let reference = registry.get(Kind::Policy, id, revision).unwrap();
    let body: PolicyBody = registry.decode(&reference).unwrap().body;
    let policy = Policy::load(registry, &reference).unwrap();
    let mut constants = Constants::default();
    let rules = body
        .rules
        .iter()
        .map(|rule| (&rule.applies_to, &rule.predicate));
    for (applies_to, predicate) in rules {
        let predicate =
            ordain_runtime::policy::jsonlogic::decode(predicate, policy.schema()).unwrap();
        constants.add(applies_to.clone(), predicate);
    }
    let schema: &Schema = policy.schema();
    let mut random = Random::of(id);
    (0..DOCUMENTS)
        .map(|_| to_vec(&boundary::facts(schema, &constants, &mut random)))
        .collect()
}

macro_rules! decide_without_allocating {
    ($registry:expr; $($module:ident on $facts:ty;)*) => {$(
        for document in documents($registry, clerk::$module::ID, clerk::$module::REVISION) {
            let facts = <$facts>::from_json(&document).unwrap();
            let mut contributions = 0;
            let counted = measure(|| {
                if let Ok(decision) = clerk::$module::evaluate(&facts) {
                    contributions = decision.contributions().count();
                }
            });
            assert!(
                counted.count_total == 0 || contributions > 31,
                "{} allocates {} times for {contributions} contributions on {}",
                clerk::$module::ID,
                counted.count_total,
                String::from_utf8_lossy(&document)
            );
        }
    )*};
}

#[test]
fn a_decision_allocates_nothing() {
    let registry = registry();
    decide_without_allocating! { &registry;
        // Chains.
        clauses_v1 on clerk::numbers_v1::Numbers;
        amounts_v1 on clerk::everything_v1::Everything<'_>;
        // Indexes.
        comparisons_v1 on clerk::everything_v1::Everything<'_>;
        large_v1 on clerk::parcel_v1::Parcel<'_>;
        large_v2 on clerk::parcel_v1::Parcel<'_>;
        large_v3 on clerk::parcel_v1::Parcel<'_>;
        large_v4 on clerk::parcel_v1::Parcel<'_>;
        large_v5 on clerk::parcel_v1::Parcel<'_>;
        large_v6 on clerk::parcel_v1::Parcel<'_>;
        crowd_v1 on clerk::visitor_v1::Visitor<'_>;
    }
}

/// Up to 256 rules are a bit set, whatever contributes.
#[test]
fn a_bit_set_allocates_nothing_however_many_contribute() {
    let registry = registry();
    let mut most = 0;
    for document in documents(&registry, clerk::large_v6::ID, clerk::large_v6::REVISION) {
        let facts = clerk::parcel_v1::Parcel::from_json(&document).unwrap();
        let counted = measure(|| {
            if let Ok(decision) = clerk::large_v6::evaluate(&facts) {
                most = most.max(decision.contributions().count());
            }
        });
        assert_eq!(counted.count_total, 0);
    }
    assert!(most > 15, "{most}");
}

#[test]
fn decoding_plain_facts_allocates_nothing() {
    let registry = registry();
    let mut plain = 0;
    for document in documents(&registry, clerk::large_v1::ID, clerk::large_v1::REVISION) {
        let has_tags = !document.windows(9).any(|bytes| bytes == br#""tags":[]"#);
        let has_escapes = document.contains(&b'\\');
        let counted = measure(|| {
            assert!(clerk::parcel_v1::Parcel::from_json(&document).is_ok());
        });
        if !has_tags && !has_escapes {
            plain += 1;
            assert_eq!(
                counted.count_total,
                0,
                "{}",
                String::from_utf8_lossy(&document)
            );
        } else if has_tags {
            assert!(counted.count_total > 0);
        }
    }
    assert!(plain > 10, "{plain}");
}
