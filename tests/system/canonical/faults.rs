//! Texts that are chosen to sit on each side of a rule, with what the parser must say and where.

use std::fmt::Write as _;

use ordain_runtime::canonical::{Limits, Reader, from_slice, parse, parse_with};

use super::{canonical, refusal, report};

/// The canonical form, or a code and an offset.
type Verdict<'a> = Result<&'a str, (&'static str, usize)>;

/// Checks that parsing, passing over and decoding all say `expected` of `text`.
fn check(text: impl AsRef<[u8]>, expected: Verdict<'_>) {
    let text = text.as_ref();
    let shown = String::from_utf8_lossy(text.get(..60).unwrap_or(text));
    assert_eq!(
        canonical(text).as_deref().map_err(|error| *error),
        expected,
        "{shown}"
    );

    let passed_over = Reader::new(text, Limits::DEFAULT).and_then(|mut reader| {
        reader.skip_value()?;
        reader.end()
    });
    assert_eq!(
        passed_over.map_err(refusal).err(),
        expected.err(),
        "{shown}"
    );

    let decoded = from_slice::<ordain_runtime::canonical::Value<'_>>(text);
    assert_eq!(decoded.is_ok(), expected.is_ok(), "{shown}");
    if let Ok(decoded) = decoded {
        assert_eq!(decoded, parse(text).unwrap(), "{shown}");
    }
}

fn table(name: &str, rows: &[(&str, Verdict<'_>)]) {
    for (text, expected) in rows {
        check(text, *expected);
    }
    report(format_args!("{name}: {} texts", rows.len()));
}

#[test]
fn numbers() {
    const OUT: &str = "number_out_of_range";
    const LOSSY: &str = "number_not_exact";
    const BAD: &str = "malformed_json";
    table(
        "numbers",
        &[
            ("0", Ok("0")),
            ("-0", Ok("0")),
            ("-0.0", Ok("0")),
            ("-0e0", Ok("0")),
            ("0e999999999999999999999", Ok("0")),
            ("-0.000e-999999999999999999999", Ok("0")),
            ("9007199254740991", Ok("9007199254740991")),
            ("-9007199254740991", Ok("-9007199254740991")),
            ("9007199254740992", Err((OUT, 0))),
            ("-9007199254740992", Err((OUT, 0))),
            ("9007199254740993", Err((OUT, 0))),
            ("[ 9007199254740992]", Err((OUT, 2))),
            ("18446744073709551615", Err((OUT, 0))),
            ("18446744073709551616", Err((OUT, 0))),
            ("99999999999999999999999999999999999999", Err((OUT, 0))),
            ("9007199254740991.0", Ok("9007199254740991")),
            ("9007199254740991.5", Err((LOSSY, 0))),
            ("9007199254740993.0", Err((LOSSY, 0))),
            // Exact, and beyond: the canonical form would be an integer that is refused.
            ("9007199254740992.0", Err((OUT, 0))),
            ("1e20", Err((OUT, 0))),
            ("-1e20", Err((OUT, 0))),
            ("9.007199254740992e15", Err((OUT, 0))),
            ("9.007199254740991e15", Ok("9007199254740991")),
            ("999999999999999900000.0", Err((OUT, 0))),
            ("1e21", Ok("1e+21")),
            ("1000000000000000000000.0", Ok("1e+21")),
            ("1000000000000000000000", Err((OUT, 0))),
            ("1e0", Ok("1")),
            ("1E+2", Ok("100")),
            ("1e-2", Ok("0.01")),
            ("1e-7", Ok("1e-7")),
            ("0.0000001", Ok("1e-7")),
            ("0.000001", Ok("0.000001")),
            ("1.0", Ok("1")),
            ("0.10", Ok("0.1")),
            ("0.1", Ok("0.1")),
            ("0.1000000000000000000000000000000000000000000", Ok("0.1")),
            ("0.1000000000000000055511151231257827", Err((LOSSY, 0))),
            ("0.1000000000000000055", Err((LOSSY, 0))),
            ("3.14159265358979323846", Err((LOSSY, 0))),
            ("3.141592653589793", Ok("3.141592653589793")),
            ("3.1415926535897932", Err((LOSSY, 0))),
            ("3.141592653589794", Ok("3.141592653589794")),
            ("0.30000000000000004", Ok("0.30000000000000004")),
            ("0.3000000000000000444", Err((LOSSY, 0))),
            ("333333333.33333329", Err((LOSSY, 0))),
            ("123456789012345.67", Ok("123456789012345.67")),
            ("123456789012345.65", Err((LOSSY, 0))),
            ("123456789012345.66", Ok("123456789012345.66")),
            ("5e-324", Ok("5e-324")),
            ("4.9e-324", Err((LOSSY, 0))),
            ("4.9406564584124654e-324", Err((LOSSY, 0))),
            ("1e-323", Ok("1e-323")),
            ("1.5e-323", Ok("1.5e-323")),
            ("2e-323", Ok("2e-323")),
            ("1.1e-323", Err((LOSSY, 0))),
            ("2.2250738585072014e-308", Ok("2.2250738585072014e-308")),
            ("2.225073858507201e-308", Ok("2.225073858507201e-308")),
            ("1.7976931348623157e308", Ok("1.7976931348623157e+308")),
            ("1.7976931348623158e308", Err((LOSSY, 0))),
            ("1e308", Ok("1e+308")),
            ("1e309", Err((LOSSY, 0))),
            ("1e400", Err((LOSSY, 0))),
            ("-1e400", Err((LOSSY, 0))),
            ("1e-400", Err((LOSSY, 0))),
            ("1e99999999999999999999", Err((LOSSY, 0))),
            ("1e-99999999999999999999", Err((LOSSY, 0))),
            ("0.00000000000000000000000000000000000000001e41", Ok("1")),
            ("100000000000000000000000000000000000000000e-41", Ok("1")),
            ("1e23", Ok("1e+23")),
            ("9.999999999999999e22", Err((LOSSY, 0))),
            ("9.999999999999997e22", Ok("9.999999999999997e+22")),
            ("", Err((BAD, 0))),
            ("-", Err((BAD, 1))),
            ("+1", Err((BAD, 0))),
            ("01", Err(("trailing_data", 1))),
            ("[01]", Err((BAD, 2))),
            ("-01", Err(("trailing_data", 2))),
            ("1.", Err((BAD, 2))),
            (".5", Err((BAD, 0))),
            ("1e", Err((BAD, 2))),
            ("1e+", Err((BAD, 3))),
            ("1e5.5", Err(("trailing_data", 3))),
            ("0x10", Err(("trailing_data", 1))),
            ("1_000", Err(("trailing_data", 1))),
            ("-Infinity", Err((BAD, 1))),
            ("NaN", Err((BAD, 0))),
            ("１", Err((BAD, 0))),
        ],
    );
}

#[test]
fn strings() {
    const BAD: &str = "malformed_json";
    const UNICODE: &str = "malformed_unicode";
    table(
        "strings",
        &[
            (r#""""#, Ok(r#""""#)),
            (r#""\u0041\/\"\\\b\f\n\r\t""#, Ok(r#""A/\"\\\b\f\n\r\t""#)),
            (
                r#""\u0000\u001f\u007f\u0080""#,
                Ok("\"\\u0000\\u001f\u{7f}\u{80}\""),
            ),
            (r#""\u000B\u000b""#, Ok(r#""\u000b\u000b""#)),
            (
                "\"\u{7f}\u{80}\u{85}\u{9f}\u{2028}\u{feff}\"",
                Ok("\"\u{7f}\u{80}\u{85}\u{9f}\u{2028}\u{feff}\""),
            ),
            (r#""\uD83D\uDE00""#, Ok("\"😀\"")),
            (r#""\ud83d\ude00""#, Ok("\"😀\"")),
            (r#""\uFFFF\uFDD0""#, Ok("\"\u{ffff}\u{fdd0}\"")),
            (r#""e\u0301""#, Ok("\"e\u{301}\"")),
            (r#""\ud83d""#, Err((UNICODE, 1))),
            (r#""a\ude00""#, Err((UNICODE, 2))),
            (r#""\ud83d\ud83d""#, Err((UNICODE, 1))),
            (r#""\ud83d\u0041""#, Err((UNICODE, 1))),
            (r#""\ud83dx""#, Err((UNICODE, 1))),
            (r#""\ud83d\n""#, Err((UNICODE, 1))),
            (r#""\ud83d\u00""#, Err((BAD, 11))),
            (r#""\u12""#, Err((BAD, 5))),
            (r#""\u12g4""#, Err((BAD, 5))),
            (r#""\U0041""#, Err((BAD, 2))),
            (r#""\x41""#, Err((BAD, 2))),
            (r#""\a""#, Err((BAD, 2))),
            (r#""\'""#, Err((BAD, 2))),
            (r#""\"#, Err((BAD, 2))),
            (r#""abc"#, Err((BAD, 4))),
            (r#""abc\"#, Err((BAD, 5))),
            (r#""abc\""#, Err((BAD, 6))),
            ("'a'", Err((BAD, 0))),
        ],
    );
    for control in 0..0x20_u8 {
        // Long enough to be looked at eight bytes at a time.
        let text = [b"\"0123456789", &[control][..], b"0123456789\""].concat();
        check(text, Err((BAD, 11)));
        let escaped = format!(r#""\u{control:04x}""#);
        assert!(parse(escaped.as_bytes()).is_ok(), "{escaped}");
    }
    report("raw control characters: 32 refused, 32 escaped ones accepted");
}

#[test]
fn bytes_that_are_no_text() {
    for (text, expected) in [
        (&b"\"\xFF\""[..], ("malformed_unicode", 1)),
        (b"\"ab\xC0\x80\"", ("malformed_unicode", 3)),
        (b"\"\xED\xA0\x80\"", ("malformed_unicode", 1)),
        (b"\"\xF4\x90\x80\x80\"", ("malformed_unicode", 1)),
        (b"\"\xE2\x82\"", ("malformed_unicode", 1)),
        (b"[1]\xFF", ("malformed_unicode", 3)),
        (b"\xEF\xBB\xBF1", ("trailing_data", 0)),
        (b"\xEF\xBB\xBF", ("trailing_data", 0)),
        (b"1\xEF\xBB\xBF", ("trailing_data", 1)),
        (b"[\xEF\xBB\xBF1]", ("malformed_json", 1)),
        (b"\xFF\xFE1\x00", ("malformed_unicode", 0)),
    ] {
        check(text, Err(expected));
    }
    // A fault before the first invalid byte is the first one.
    for (text, expected) in [
        (&b"[1,]\xFF"[..], ("malformed_json", 3)),
        (b"{\"a\":1,\"a\":\"\xFF\"}", ("duplicate_key", 7)),
        (b"[1e400,\"\xFF\"]", ("number_not_exact", 1)),
        (b"1 2 \xFF", ("trailing_data", 2)),
        (b"tr\xFF", ("malformed_unicode", 2)),
    ] {
        assert_eq!(canonical(text), Err(expected));
    }
}

#[test]
fn structure() {
    const BAD: &str = "malformed_json";
    const DUPLICATE: &str = "duplicate_key";
    const TRAILING: &str = "trailing_data";
    table(
        "structure",
        &[
            (" \t\r\n1 \t\r\n", Ok("1")),
            ("\u{b}1", Err((BAD, 0))),
            ("\u{a0}1", Err((BAD, 0))),
            ("1\u{c}", Err((TRAILING, 1))),
            ("", Err((BAD, 0))),
            ("  ", Err((BAD, 2))),
            ("null", Ok("null")),
            ("nul", Err((BAD, 3))),
            ("nulL", Err((BAD, 3))),
            ("True", Err((BAD, 0))),
            ("nulla", Err((TRAILING, 4))),
            ("[]", Ok("[]")),
            ("[ ]", Ok("[]")),
            ("[1,2]", Ok("[1,2]")),
            ("[1 , 2 ]", Ok("[1,2]")),
            ("[1,]", Err((BAD, 3))),
            ("[,1]", Err((BAD, 1))),
            ("[1 2]", Err((BAD, 3))),
            ("[1", Err((BAD, 2))),
            ("[1}", Err((BAD, 2))),
            ("]", Err((BAD, 0))),
            ("{}", Ok("{}")),
            ("{ }", Ok("{}")),
            (
                r#"{"b":1,"a":{"d":2,"c":3}}"#,
                Ok(r#"{"a":{"c":3,"d":2},"b":1}"#),
            ),
            (r#"{ "a" : 1 }"#, Ok(r#"{"a":1}"#)),
            (r#"{"a":1,}"#, Err((BAD, 7))),
            (r#"{,"a":1}"#, Err((BAD, 1))),
            (r#"{"a" 1}"#, Err((BAD, 5))),
            (r#"{"a"}"#, Err((BAD, 4))),
            (r#"{"a":}"#, Err((BAD, 5))),
            (r#"{"a":1 "b":2}"#, Err((BAD, 7))),
            ("{a:1}", Err((BAD, 1))),
            ("{1:1}", Err((BAD, 1))),
            (r#"{"a":1"#, Err((BAD, 6))),
            (r#"{"a":1]"#, Err((BAD, 6))),
            ("{} {}", Err((TRAILING, 3))),
            ("[1]]", Err((TRAILING, 3))),
            ("1,", Err((TRAILING, 1))),
            ("// no\n1", Err((BAD, 0))),
            ("1 /* no */", Err((TRAILING, 2))),
            (r#"{"a":1,"a":1}"#, Err((DUPLICATE, 7))),
            (r#"{"a":1,"\u0061":2}"#, Err((DUPLICATE, 7))),
            (r#"{"b":1,"a":1,"c":1, "b":2}"#, Err((DUPLICATE, 20))),
            (r#"{"😀":1,"\ud83d\ude00":2}"#, Err((DUPLICATE, 10))),
            (r#"{"":1,"":2}"#, Err((DUPLICATE, 6))),
            (r#"{"a":1,"A":2}"#, Ok(r#"{"A":2,"a":1}"#)),
            (r#"{"a":[{"x":1,"x":2}],"a":1}"#, Err((DUPLICATE, 13))),
            (r#"{"a":{"a":{"a":1}}}"#, Ok(r#"{"a":{"a":{"a":1}}}"#)),
            (r#"[{"a":1},{"a":1}]"#, Ok(r#"[{"a":1},{"a":1}]"#)),
            // The fault that is reported is the first in the text.
            (r#"{"a":1,"a":2,"b":x}"#, Err((DUPLICATE, 7))),
            (r#"{"a":x,"a":2}"#, Err((BAD, 5))),
            (r#"{"a":1,"b":{"c":1,"c":2,"#, Err((DUPLICATE, 18))),
            (r#"{"a":1,"b":"a","c":["a"],"a":{"#, Err((DUPLICATE, 25))),
            (
                r#"{"":1,"\u0000":2,"__proto__":3}"#,
                Ok(r#"{"":1,"\u0000":2,"__proto__":3}"#),
            ),
            (r#"{"10":1,"9":2,"1":3}"#, Ok(r#"{"1":3,"10":1,"9":2}"#)),
            (
                "{\"\u{ffff}\":1,\"😀\":2,\"\u{e000}\":3,\"z\":4}",
                Ok("{\"z\":4,\"😀\":2,\"\u{e000}\":3,\"\u{ffff}\":1}"),
            ),
        ],
    );
}

#[test]
fn levels() {
    for (open, close, inner) in [
        ("[", "]", ""),
        ("{\"a\":", "}", "1"),
        ("[{\"a\":", "}]", "[]"),
    ] {
        let levels = open.matches(['[', '{']).count();
        let bottom = usize::from(inner == "[]");
        let nested = |times: usize| format!("{}{inner}{}", open.repeat(times), close.repeat(times));
        let most = (64 - bottom) / levels;
        assert!(canonical(nested(most)).is_ok(), "{open}");
        let refused = canonical(nested(most + 1));
        assert_eq!(refused.unwrap_err().0, "too_deep", "{open}");
    }
    check(
        "[".repeat(64) + &"]".repeat(64),
        Ok(&("[".repeat(64) + &"]".repeat(64))),
    );
    check("[".repeat(65) + &"]".repeat(65), Err(("too_deep", 64)));
    check("{\"a\":".repeat(65), Err(("too_deep", 64 * 5)));
    // A document of brackets alone is refused at the limit, and the stack stays where it is.
    check("[".repeat(4 << 20), Err(("too_deep", 64)));
    let raised = Limits::new(128, 1000, 1000).unwrap();
    let deep = |levels: usize| "[".repeat(levels) + &"]".repeat(levels);
    assert!(parse_with(deep(128).as_bytes(), raised).is_ok());
    let error = parse_with(deep(129).as_bytes(), raised).unwrap_err();
    assert_eq!(refusal(error), ("too_deep", 128));
    let none = Limits::new(0, 1, 1).unwrap();
    assert!(parse_with(b"1", none).is_ok());
    assert_eq!(
        refusal(parse_with(b"[", none).unwrap_err()),
        ("too_deep", 0)
    );
}

#[test]
fn values_and_bytes() {
    let array = |elements: usize| format!("[{}]", vec!["1"; elements].join(","));
    assert!(canonical(array(99_999)).is_ok());
    check(array(100_000), Err(("too_many_values", 1 + 2 * 99_999)));

    let mut object = String::from("{");
    for index in 0..99_999 {
        write!(object, "{}\"{index}\":[]", if index > 0 { "," } else { "" }).unwrap();
    }
    assert!(canonical(format!("{object}}}")).is_ok());
    check(
        format!("{object},\"x\":1}}"),
        Err(("too_many_values", object.len() + 5)),
    );

    let most = 4 << 20;
    let string = |bytes: usize| format!("\"{}\"", "x".repeat(bytes - 2));
    assert!(canonical(string(most)).is_ok());
    check(string(most + 1), Err(("too_large", most)));
    check(" ".repeat(most + 1), Err(("too_large", most)));

    let lowered = Limits::new(64, 3, 20).unwrap();
    assert!(parse_with(b"[1,2]", lowered).is_ok());
    assert_eq!(
        refusal(parse_with(b"[1,2,3]", lowered).unwrap_err()),
        ("too_many_values", 5)
    );
    assert_eq!(
        refusal(parse_with(&[b' '; 21], lowered).unwrap_err()),
        ("too_large", 20)
    );
    report("limits: 64 and 65 levels, 100,000 and 100,001 values, 4 MiB and one byte more");
}
