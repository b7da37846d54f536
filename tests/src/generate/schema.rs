//! Arbitrary schemas.

use ordain_runtime::policy::{Field, Schema, Type};
use proptest::prelude::*;

/// Names of fields: some of them are those by which JsonLogic reaches lengths and members of money.
const NAMES: [&str; 12] = [
    "a",
    "b",
    "c",
    "currency",
    "d",
    "e",
    "f",
    "length",
    "minor_units",
    "note",
    "r",
    "UPPER_1",
];

/// The greatest integer.
const SAFE: i64 = (1 << 53) - 1;

/// A schema of one to eight fields, records and collections among them.
pub fn schema() -> impl Strategy<Value = Schema> {
    fields(2, true, 1..8)
}

fn fields(
    depth: u32,
    may_have_keys: bool,
    count: impl Into<prop::collection::SizeRange>,
) -> BoxedStrategy<Schema> {
    let field = (
        ty(depth, may_have_keys),
        prop::bool::weighted(0.3),
        any::<bool>(),
    )
        .prop_map(move |(ty, optional, key)| {
            let can_be_key = matches!(ty, Type::Identifier | Type::Enum { .. });
            Field {
                key: key && may_have_keys && can_be_key,
                ty,
                optional,
            }
        });
    prop::collection::btree_map(
        prop::sample::select(&NAMES[..]).prop_map(String::from),
        field,
        count,
    )
    .boxed()
}

fn ty(depth: u32, may_have_keys: bool) -> BoxedStrategy<Type> {
    let scalar = prop_oneof![
        4 => element(),
        1 => Just(Type::Money),
    ];
    if depth == 0 {
        return scalar.boxed();
    }
    prop_oneof![
        6 => scalar,
        1 => element().prop_map(|of| Type::Set { of: Box::new(of) }),
        1 => ty(depth - 1, false).prop_map(|of| Type::List { of: Box::new(of) }),
        2 => fields(depth - 1, may_have_keys, 1..5).prop_map(|fields| Type::Record { fields }),
    ]
    .boxed()
}

/// What a set may hold.
fn element() -> impl Strategy<Value = Type> {
    prop_oneof![
        Just(Type::Boolean),
        prop::sample::select(vec![(-SAFE, SAFE), (0, 9), (-3, 3), (SAFE - 2, SAFE)])
            .prop_map(|(minimum, maximum)| Type::Integer { minimum, maximum }),
        Just(Type::Identifier),
        Just(Type::Text),
        Just(Type::Digest),
        Just(Type::Time),
        prop::sample::subsequence(vec!["RED", "amber", "green"], 1..=3).prop_map(|members| {
            Type::Enum {
                members: members.into_iter().map(String::from).collect(),
            }
        }),
    ]
}
