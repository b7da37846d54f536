//! Features of `serde_json` are global: any crate of the tree can switch one on for all. Four of them would change what
//! a text means or what hashes to what, and must stay off.

use std::process::Command;

use ordain_runtime::canonical::{Value, parse};
use ordain_tests::project;

use super::{canonical, report};

/// Objects that a feature would read as a number, or as the value of a string.
const MAGIC: [&str; 2] = [
    r#"{"$serde_json::private::Number":"1e5"}"#,
    r#"{"$serde_json::private::RawValue":"{\"a\":1}"}"#,
];

#[test]
fn magic_objects_stay_objects() {
    for text in MAGIC {
        assert_eq!(canonical(text).as_deref(), Ok(text));
        let value: serde_json::Value = serde_json::from_str(text).unwrap();
        assert_eq!(value.as_object().map(serde_json::Map::len), Some(1));
        assert_eq!(serde_json::to_string(&value).unwrap(), text);
        let ours: Value<'_> = serde_json::from_str(text).unwrap();
        assert_eq!(ours, parse(text.as_bytes()).unwrap());
    }
}

#[test]
fn doubles_round_trip_and_keys_are_sorted() {
    let below_one: f64 = serde_json::from_str("0.9999999999999999").unwrap();
    assert!(below_one < 1.0);
    let value: serde_json::Value = serde_json::from_str(r#"{"b":1,"a":2}"#).unwrap();
    assert_eq!(value.to_string(), r#"{"a":2,"b":1}"#);
    let deep = "[".repeat(200) + &"]".repeat(200);
    assert!(serde_json::from_str::<serde_json::Value>(&deep).is_err());
}

#[test]
fn no_crate_of_the_tree_asks_for_them() {
    let tree = tree(&["--edges=features", "--workspace", "--invert=serde_json"]);
    assert!(tree.contains(r#"serde_json feature "float_roundtrip""#));
    let features = [
        "arbitrary_precision",
        "raw_value",
        "preserve_order",
        "unbounded_depth",
    ];
    for feature in features {
        let line = format!("serde_json feature \"{feature}\"");
        assert!(!tree.contains(&line), "{line}:\n{tree}");
    }
    report(
        "serde_json: float_roundtrip on, the four features that change meaning off in the whole tree",
    );
}

/// That the core compiles without `std` is seen where there is none:
/// `cargo build -p ordain-runtime --no-default-features --target thumbv7em-none-eabi`.
#[test]
fn the_core_asks_no_crate_for_std() {
    let tree = tree(&[
        "--edges=features,no-dev,no-proc-macro",
        "--package=ordain-runtime",
        "--no-default-features",
    ]);
    assert!(tree.contains(r#"serde feature "alloc""#), "{tree}");
    assert!(!tree.contains(r#"feature "std""#), "{tree}");
}

/// The features that crates of the tree are built with, as cargo says it.
fn tree(arguments: &[&str]) -> String {
    let tree = Command::new(env!("CARGO"))
        .args(["tree", "--offline"])
        .args(arguments)
        .current_dir(project())
        .output()
        .unwrap();
    assert!(
        tree.status.success(),
        "{}",
        String::from_utf8_lossy(&tree.stderr)
    );
    String::from_utf8(tree.stdout).unwrap()
}
