//! Rust types to and from canonical JSON: what is refused, with which code, and where.

use std::borrow::Cow;
use std::collections::BTreeMap;

use ordain_runtime::canonical::{
    DecodeError, EncodeError, Number, Value, from_slice, from_value, parse, to_canonical, to_value,
};
use ordain_runtime::counter::{Counter, SafeInteger};
use ordain_runtime::digest::Digest;
use ordain_runtime::ident::Identifier;
use ordain_runtime::money::Money;
use ordain_runtime::time::{Instant, Interval};
use serde::{Deserialize, Serialize};

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Order<'a> {
    #[serde(borrow)]
    id: Identifier<'a>,
    total: Money,
    placed: Option<Instant>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    lines: Vec<Line<'a>>,
    #[serde(default, skip_serializing_if = "Value::is_null")]
    note: Value<'a>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Line<'a> {
    Shipping,
    Article(#[serde(borrow)] Cow<'a, str>),
    Pair(u8, i16),
    Discount {
        percent: u8,
        until: Option<Interval>,
    },
}

const ORDER: &str = concat!(
    r#"{"id":"o-1","lines":["shipping",{"article":"tea"},{"pair":[1,-2]},"#,
    r#"{"discount":{"percent":5,"until":null}}],"note":{"a":[1.5,null,true]},"#,
    r#""placed":"2026-01-01T00:00:00Z","total":{"currency":"EUR","minor_units":1050}}"#,
);

#[test]
fn types_read_as_they_are_written() {
    let order: Order<'_> = from_slice(ORDER.as_bytes()).unwrap();
    assert_eq!(order.lines.len(), 4);
    assert_eq!(to_canonical(&order).unwrap(), ORDER.as_bytes());
    let value = parse(ORDER.as_bytes()).unwrap();
    assert_eq!(to_value(&order).unwrap(), value);
    assert_eq!(from_value::<Order<'_>>(&value).unwrap(), order);
    let text = ORDER.as_bytes().as_ptr_range();
    assert!(
        text.contains(&order.id.as_str().as_ptr()),
        "an identifier borrows from the text"
    );
}

fn place(error: &DecodeError) -> (&'static str, &str) {
    (error.code().as_str(), error.pointer())
}

/// A part of the order, what replaces it, the code of the refusal, and where it points.
const REFUSALS: &[(&str, &str, &str, &str)] = &[
    (r#""o-1""#, r#""""#, "invalid_value", "/id"),
    (r#""o-1""#, "1", "wrong_type", "/id"),
    (r#""EUR""#, r#""eur""#, "invalid_value", "/total/currency"),
    ("1050", "1.5", "wrong_type", "/total/minor_units"),
    ("1050", "1e99", "wrong_type", "/total/minor_units"),
    (
        "1050",
        "9007199254740993",
        "number_out_of_range",
        "/total/minor_units",
    ),
    (
        "1050",
        "0.1000000000000000001",
        "number_not_exact",
        "/total/minor_units",
    ),
    ("2026-01-01", "2026-02-30", "invalid_value", "/placed"),
    ("[1,-2]", "[1]", "invalid_length", "/lines/2/pair"),
    ("[1,-2]", "[1,-2,3]", "invalid_length", "/lines/2/pair"),
    ("[1,-2]", "[256,0]", "invalid_value", "/lines/2/pair/0"),
    (
        r#""shipping""#,
        r#""posting""#,
        "unknown_variant",
        "/lines/0",
    ),
    (
        r#"{"article":"#,
        r#"{"thing":"#,
        "unknown_variant",
        "/lines/1",
    ),
    (r#"{"article":"tea"}"#, "{}", "invalid_length", "/lines/1"),
    (
        r#"{"article":"tea"}"#,
        r#"{"article":"tea","article":"tea"}"#,
        "duplicate_key",
        "/lines/1/article",
    ),
    (
        r#"{"article":"tea"}"#,
        r#"{"article":"tea","b":1}"#,
        "unknown_member",
        "/lines/1/b",
    ),
    (r#"{"article":"tea"}"#, "3", "wrong_type", "/lines/1"),
    (r#""percent":5,"#, "", "missing_member", "/lines/3/discount"),
    (
        r#""percent":5,"#,
        r#""percent":5,"per~/":1,"#,
        "unknown_member",
        "/lines/3/discount/per~0~1",
    ),
    (
        r#""percent":5,"#,
        r#""percent":5,"percent":5,"#,
        "duplicate_key",
        "/lines/3/discount/percent",
    ),
    (
        r#"{"a":[1.5"#,
        r#"{"a":[1.5,{"x":1,"y":1,"\u0078":2}"#,
        "duplicate_key",
        "/note/a/1/x",
    ),
    (
        r#"{"a":[1.5"#,
        r#"{"a":[1.5,{"x":1,"x":2,"#,
        "malformed_json",
        "/note/a/1",
    ),
    (r#""id":"o-1","#, "", "missing_member", ""),
    (
        r#""id":"o-1","#,
        r#""id":"o-1","more":{"deep":1},"#,
        "unknown_member",
        "/more",
    ),
    (
        r#""id":"o-1","#,
        r#""id":"o-1","id":"o-2","#,
        "duplicate_key",
        "/id",
    ),
    ("1050}}", "1050}} {", "trailing_data", ""),
    ("1050}}", "1050}", "malformed_json", ""),
];

#[test]
fn a_refusal_says_where() {
    for &(old, new, code, pointer) in REFUSALS {
        let text = ORDER.replacen(old, new, 1);
        assert_ne!(text, ORDER);
        let error = from_slice::<Order<'_>>(text.as_bytes()).unwrap_err();
        assert_eq!(place(&error), (code, pointer), "{text}\n{error}");
        let offset = error.offset().expect("a text has offsets");
        assert!(offset <= text.len(), "{offset}: {error}");
        // What parses and is refused by its type is refused in memory too, at the same place.
        if let Ok(value) = parse(text.as_bytes()) {
            let error = from_value::<Order<'_>>(&value).unwrap_err();
            assert_eq!(place(&error), (code, pointer), "{text}\n{error}");
            assert_eq!(error.offset(), None);
        }
    }
}

#[test]
fn a_refusal_points_at_the_value_or_the_key_at_fault() {
    let offset = |text: &str| {
        from_slice::<Order<'_>>(text.as_bytes())
            .unwrap_err()
            .offset()
            .unwrap()
    };
    for (old, new, at) in [
        ("1050", "2.5", "2.5"),
        ("1050", "false", "false"),
        (r#""EUR""#, r#""eur""#, r#""eur""#),
        (r#""id":"o-1","#, r#""id":"o-1","more":1,"#, r#""more""#),
        (
            r#""id":"o-1","#,
            r#""id":"o-1","\u0069d":1,"#,
            r#""\u0069d""#,
        ),
        ("[1,-2]", "[1,-200000]", "-200000"),
    ] {
        let text = ORDER.replacen(old, new, 1);
        assert_eq!(offset(&text), text.find(at).unwrap(), "{text}");
    }
}

#[test]
fn maps_refuse_duplicates_that_their_type_would_swallow() {
    let text = br#"{"b":1,"a":2,"\u0062":3}"#;
    let error = from_slice::<BTreeMap<String, u8>>(text).unwrap_err();
    assert_eq!(
        (place(&error), error.offset()),
        (("duplicate_key", "/b"), Some(13))
    );
    // Even a visitor that looks at no key.
    let error = from_slice::<serde::de::IgnoredAny>(text).unwrap_err();
    assert_eq!(error.code().as_str(), "unknown_member");
    assert!(
        from_slice::<f32>(b"1.5").is_err(),
        "a 32-bit float is not what was written"
    );
    assert!(from_slice::<f64>(b"1.5").is_ok());
    assert!(from_slice::<f64>(b"3").is_ok());
    assert!(from_slice::<()>(b"null").is_ok());
    assert!(from_slice::<BTreeMap<Identifier<'_>, Counter>>(br#"{"a":1,"b":2}"#).is_ok());
}

#[derive(Serialize)]
struct Flat {
    a: u8,
    #[serde(flatten)]
    rest: BTreeMap<&'static str, u8>,
}

#[test]
fn what_has_no_one_form_is_not_written() {
    fn refusal<T: Serialize>(value: T) -> &'static str {
        to_canonical(&value).unwrap_err().code()
    }
    for not_finite in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        assert_eq!(refusal(not_finite), "number_not_finite");
        assert_eq!(refusal([not_finite]), "number_not_finite");
        assert_eq!(refusal(Some(not_finite)), "number_not_finite");
        assert_eq!(
            refusal(BTreeMap::from([("a", [not_finite])])),
            "number_not_finite"
        );
    }
    assert_eq!(refusal([1_u64 << 53]), "number_out_of_range");
    assert_eq!(refusal(u64::MAX), "number_out_of_range");
    assert_eq!(refusal(i64::MIN), "number_out_of_range");
    assert_eq!(refusal([u128::MAX]), "number_out_of_range");
    assert_eq!(refusal(i128::MIN), "number_out_of_range");
    assert_eq!(refusal(9_007_199_254_740_992.0_f64), "number_out_of_range");
    assert_eq!(refusal(1e20_f64), "number_out_of_range");
    assert_eq!(refusal(0.1_f32), "type_unsupported");
    assert_eq!(refusal(BTreeMap::from([(1, 1)])), "key_not_string");
    assert_eq!(refusal(BTreeMap::from([(true, 1)])), "key_not_string");
    assert_eq!(refusal(BTreeMap::from([((1, 2), 1)])), "key_not_string");
    assert_eq!(refusal(BTreeMap::from([(Some("a"), 1)])), "key_not_string");
    let flat = |key| Flat {
        a: 1,
        rest: BTreeMap::from([(key, 2)]),
    };
    assert_eq!(
        to_value(&flat("a")),
        Err(EncodeError::DuplicateKey("a".into()))
    );
    assert_eq!(to_canonical(&flat("b")).unwrap(), br#"{"a":1,"b":2}"#);

    assert_eq!(
        to_canonical(&(-0.0_f64, 1e21_f64, u64::MAX >> 11, 'x', ())).unwrap(),
        br#"[0,1e+21,9007199254740991,"x",null]"#
    );
    assert_eq!(
        to_canonical(&BTreeMap::from([('😀', 1), ('\u{ffff}', 2)])).unwrap(),
        "{\"😀\":1,\"\u{ffff}\":2}".as_bytes()
    );
}

#[derive(Serialize)]
struct Deep(Vec<Deep>);

#[test]
fn levels_are_bounded_on_writing_too() {
    let deep = |levels: u32| (1..levels).fold(Deep(Vec::new()), |inner, _| Deep(vec![inner]));
    assert!(to_value(&deep(128)).is_ok());
    assert_eq!(to_value(&deep(129)), Err(EncodeError::TooDeep));
}

#[test]
fn the_ground_floor_types_have_one_text_each() {
    fn accepted<'de, T: Deserialize<'de> + Serialize>(text: &'de str) -> bool {
        let decoded = from_slice::<T>(text.as_bytes());
        decoded.is_ok_and(|value| to_canonical(&value).unwrap() == text.as_bytes())
    }
    assert!(accepted::<Counter>("9007199254740991"));
    assert!(!accepted::<Counter>("-1"));
    assert!(accepted::<SafeInteger>("-9007199254740991"));
    assert!(!accepted::<SafeInteger>("\"1\""));
    assert!(accepted::<Number>("1e-7"));
    assert!(accepted::<Instant>(
        r#""2024-02-29T23:59:59.000000000000000001Z""#
    ));
    assert!(!accepted::<Instant>(r#""2023-02-29T00:00:00Z""#));
    assert!(
        !accepted::<Instant>(r#""2023-02-28T00:00:00.10Z""#),
        "reads, and prints shorter"
    );
    assert!(accepted::<Identifier<'_>>("\"é \u{200b}\""));
    assert!(!accepted::<Identifier<'_>>(r#""a\u0000""#));
    let digest = Digest::of_bytes(b"").to_string();
    assert!(accepted::<Digest>(&format!("\"{digest}\"")));
    assert!(!accepted::<Digest>(&format!(
        "\"{}\"",
        digest.to_uppercase()
    )));
}
