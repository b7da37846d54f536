//! One decision on a thousand requests in turn, of which half are aimed at some rule. `by_hand` gives the first rule that
//! holds and nothing else; the others give decisions, with every contribution.

use std::hint::black_box;

use decisions::Interned;
use decisions::rule_sets::{Request, RuleSet};
use divan::Bencher;
use divan::counter::ItemsCount;
use ordain_runtime::canonical;
use ordain_runtime::policy::interpret::Policy;
use ordain_runtime::registry::{Kind, Registry};

fn main() {
    agree();
    divan::main();
}

const REQUESTS: usize = 1_000;

fn interned(request: &Request) -> Interned {
    let small = |number: usize| u8::try_from(number).unwrap();
    Interned {
        capability: small(request.capability),
        role: small(request.role),
        region: small(request.region),
        verified: request.verified,
        amount: request.amount,
    }
}

fn interpreted(package: &str) -> Policy {
    let registry = Registry::load(decisions::REGISTRY.as_ref()).unwrap();
    let reference = registry.get(Kind::Policy, &format!("{package}.calls"), "1").unwrap();
    Policy::load(&registry, &reference).unwrap()
}

macro_rules! sizes {
    ($($package:ident $hand:ident $size:literal;)*) => {
        /// All three decide alike before anything is measured.
        fn agree() {$({
            let policy = interpreted(stringify!($package));
            for request in RuleSet::of($size).requests(REQUESTS) {
                let text = request.json();
                let by_hand = decisions::$hand::decide(&interned(&request));
                let compiled = decisions::$package::calls_v1::evaluate_json(text.as_bytes()).unwrap();
                let first = compiled.decided_by().next().map(|rule| rule[1..].parse().unwrap());
                assert_eq!(first.unwrap_or(u32::MAX), by_hand, "{text}");
                assert_eq!(compiled.record(&[]), policy.evaluate(text.as_bytes(), &[]).unwrap());
            }
        })*}

        $(mod $package {
            use super::*;

            #[divan::bench]
            fn by_hand(bencher: Bencher<'_, '_>) {
                let calls: Vec<_> = RuleSet::of($size).requests(REQUESTS).iter().map(interned).collect();
                bencher.counter(ItemsCount::new(REQUESTS)).bench(|| {
                    for call in &calls {
                        black_box(decisions::$hand::decide(black_box(call)));
                    }
                });
            }

            #[divan::bench]
            fn compiled(bencher: Bencher<'_, '_>) {
                let texts: Vec<_> = RuleSet::of($size).requests(REQUESTS).iter().map(Request::json).collect();
                let calls: Vec<_> = texts
                    .iter()
                    .map(|text| decisions::$package::call_v1::Call::from_json(text.as_bytes()).unwrap())
                    .collect();
                bencher.counter(ItemsCount::new(REQUESTS)).bench(|| {
                    for call in &calls {
                        let _ = black_box(decisions::$package::calls_v1::evaluate(black_box(call)));
                    }
                });
            }

            #[divan::bench]
            fn compiled_outcome(bencher: Bencher<'_, '_>) {
                let texts: Vec<_> = RuleSet::of($size).requests(REQUESTS).iter().map(Request::json).collect();
                let calls: Vec<_> = texts
                    .iter()
                    .map(|text| decisions::$package::call_v1::Call::from_json(text.as_bytes()).unwrap())
                    .collect();
                bencher.counter(ItemsCount::new(REQUESTS)).bench(|| {
                    for call in &calls {
                        let decision = decisions::$package::calls_v1::evaluate(black_box(call)).unwrap();
                        black_box(decision.outcome());
                    }
                });
            }

            #[divan::bench]
            fn compiled_json_record(bencher: Bencher<'_, '_>) {
                let texts: Vec<_> = RuleSet::of($size).requests(REQUESTS).iter().map(Request::json).collect();
                bencher.counter(ItemsCount::new(REQUESTS)).bench(|| {
                    for text in &texts {
                        let decision = decisions::$package::calls_v1::evaluate_json(black_box(text.as_bytes())).unwrap();
                        black_box(decision.record(&[]));
                    }
                });
            }

            #[divan::bench]
            fn interpreted_json_record(bencher: Bencher<'_, '_>) {
                let policy = interpreted(stringify!($package));
                let texts: Vec<_> = RuleSet::of($size).requests(REQUESTS).iter().map(Request::json).collect();
                bencher.counter(ItemsCount::new(REQUESTS)).bench(|| {
                    for text in &texts {
                        let _ = black_box(policy.evaluate(black_box(text.as_bytes()), &[]));
                    }
                });
            }

            #[divan::bench]
            fn compiled_value_record(bencher: Bencher<'_, '_>) {
                let texts: Vec<_> = RuleSet::of($size).requests(REQUESTS).iter().map(Request::json).collect();
                let values: Vec<_> = texts.iter().map(|text| canonical::parse(text.as_bytes()).unwrap()).collect();
                bencher.counter(ItemsCount::new(REQUESTS)).bench(|| {
                    for value in &values {
                        let decision = decisions::$package::calls_v1::evaluate_untyped(black_box(value)).unwrap();
                        black_box(decision.record(&[]));
                    }
                });
            }

            #[divan::bench]
            fn interpreted_value_record(bencher: Bencher<'_, '_>) {
                let policy = interpreted(stringify!($package));
                let texts: Vec<_> = RuleSet::of($size).requests(REQUESTS).iter().map(Request::json).collect();
                let values: Vec<_> = texts.iter().map(|text| canonical::parse(text.as_bytes()).unwrap()).collect();
                bencher.counter(ItemsCount::new(REQUESTS)).bench(|| {
                    for value in &values {
                        let _ = black_box(policy.evaluate_untyped(black_box(value), &[]));
                    }
                });
            }
        })*
    };
}

sizes! {
    p1 hand1 1;
    p20 hand20 20;
    p1000 hand1000 1_000;
    p10000 hand10000 10_000;
}
