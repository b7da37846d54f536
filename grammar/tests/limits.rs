//! The limits, each at its bound and one above it, on the stack of an ordinary thread.

use std::fmt::Write as _;
use std::thread;

use ordain_grammar::limits::{
    ERRORS, FILE_BYTES, INTEGER, NAME_CHARACTERS, NESTING, REVISION_CHARACTERS,
};
use ordain_grammar::{FormatError, SyntaxCode, format, parse, parse_bytes};

/// What a thread gets that is not the main one, unless somebody asks for more.
const STACK_BYTES: usize = 2 << 20;

fn on_small_stack(run: impl FnOnce() + Send + 'static) {
    thread::Builder::new()
        .stack_size(STACK_BYTES)
        .spawn(run)
        .unwrap()
        .join()
        .unwrap();
}

fn codes(text: &str) -> Vec<&'static str> {
    parse(text).errors.iter().map(|error| error.code).collect()
}

/// A control that asks something. Its braces are one level.
fn control(condition: &str) -> String {
    format!("package a\ncontrol b@1 {{\nsatisfied when {condition}\n}}\n")
}

fn facts(ty: &str) -> String {
    format!("package a\nfacts b@1 {{\nc: {ty}\n}}\n")
}

fn given(value: &str) -> String {
    format!("package a\ntest \"t\" of b@1 {{\ngiven {{ a: {value} }}\n}}\n")
}

fn around(open: &str, levels: usize, inner: &str, close: &str) -> String {
    format!("{}{inner}{}", open.repeat(levels), close.repeat(levels))
}

/// What nests, the levels that stand around it in its file, and a file with some levels of it.
type Nested = (&'static str, usize, fn(usize) -> String);

fn nested() -> Vec<Nested> {
    vec![
        ("parentheses", 1, |levels| {
            control(&around("(", levels, "a", ")"))
        }),
        ("parentheses in a chain", 1, |levels| {
            control(&around("a and (b or ", levels, "c", ")"))
        }),
        ("not", 1, |levels| control(&around("not ", levels, "a", ""))),
        ("not in parentheses", 1, |levels| {
            let odd = if levels % 2 == 0 { "" } else { "not " };
            control(&format!("{odd}{}", around("not (", levels / 2, "a", ")")))
        }),
        ("quantifiers", 1, |levels| {
            control(&around("any a in b: ", levels, "c", ""))
        }),
        ("quantifiers in chains", 1, |levels| {
            control(&around("a or all a in b: c and ", levels, "d", ""))
        }),
        ("sums", 1, |levels| {
            control(&format!("{} == 1", around("1 + (", levels, "a", ")")))
        }),
        ("set of", 1, |levels| {
            facts(&around("set of ", levels, "id", ""))
        }),
        ("list of", 1, |levels| {
            facts(&around("list of ", levels, "{ a: id }", "")).replace("{ a: id }", "id")
        }),
        ("records", 1, |levels| {
            facts(&around("{ a: ", levels, "id", "}"))
        }),
        ("lists of records", 1, |levels| {
            let odd = if levels % 2 == 0 { "" } else { "set of " };
            facts(&format!(
                "{odd}{}",
                around("list of { a: ", levels / 2, "id", "}")
            ))
        }),
        ("lists that are given", 2, |levels| {
            given(&around("[", levels, "1", "]"))
        }),
        ("records that are given", 2, |levels| {
            given(&around("{ a: ", levels, "1", "}"))
        }),
    ]
}

#[test]
fn nesting_at_its_limit_is_read_and_formatted() {
    on_small_stack(|| {
        for (what, outside, text) in nested() {
            let text = text(NESTING - outside);
            assert_eq!(codes(&text), Vec::<&str>::new(), "{what}");
            let formatted = format(&text).unwrap();
            assert_eq!(format(&formatted).as_ref(), Ok(&formatted), "{what}");
        }
    });
}

#[test]
fn nesting_above_its_limit_is_one_error() {
    on_small_stack(|| {
        for (what, outside, text) in nested() {
            assert_eq!(
                codes(&text(NESTING - outside + 1)),
                [SyntaxCode::NestedTooDeep.text()],
                "{what}"
            );
        }
    });
}

/// A thread with less stack than anybody gives one: what nests is refused then, and nothing is aborted.
#[test]
fn nesting_without_stack_is_an_error() {
    let run = || {
        let text = control(&around("(", NESTING - 1, "a", ")"));
        assert!(
            codes(&text)
                .iter()
                .all(|code| *code == SyntaxCode::NestedTooDeep.text())
        );
    };
    thread::Builder::new()
        .stack_size(320 << 10)
        .spawn(run)
        .unwrap()
        .join()
        .unwrap();
}

#[test]
fn nesting_counts_the_policy_around_a_rule() {
    let policy = |levels| {
        let condition = around("(", levels, "a", ")");
        format!(
            "package a\npolicy b@1 on c@1 {{\nrule d priority 1 {{\nwhen {condition}\nthen allow\n}}\n}}\n"
        )
    };
    assert_eq!(codes(&policy(NESTING - 2)), Vec::<&str>::new());
    assert_eq!(
        codes(&policy(NESTING - 1)),
        [SyntaxCode::NestedTooDeep.text()]
    );
}

/// A megabyte of anything that repeats is read in little stack, whatever comes of it.
#[test]
fn a_file_full_of_one_thing_needs_no_stack() {
    let repeated = [
        "(",
        ")",
        "[",
        "{",
        "}",
        "not ",
        "!",
        "a and ",
        "a or ",
        "a + ",
        "a - ",
        "any a in b: ",
        "set of ",
        "list of ",
        "[[",
        "{a:",
        "\"",
        "\"\\",
        "\\\"\n",
        "'",
        "“",
        "/*",
        "/* ",
        "//\n",
        "///\n",
        "#",
        ";",
        "\t",
        "@",
        "a@1, ",
        "count ",
        "-",
        "a.",
        "a-",
        "1 ",
        "a < ",
        "policy a@1 on b@1 {\n",
        "policy ",
        "test \"",
        "rule a {\n",
        "package a\n",
        "facts a@1 {\n",
        "\"\ntest a",
        "\"x\ntest \"y",
        "control a@1 {\ntitle \"",
        "INR ",
        "a ",
        "\u{feff}",
        "é",
        "\r",
    ];
    on_small_stack(move || {
        for repeated in repeated {
            for frame in [
                ("package a\n", ""),
                ("package a\ncontrol b@1 {\nsatisfied when ", "\n}\n"),
            ] {
                let bytes = if cfg!(debug_assertions) {
                    FILE_BYTES / 16
                } else {
                    FILE_BYTES
                };
                let count = (bytes - frame.0.len() - frame.1.len()) / repeated.len();
                let text = format!("{}{}{}", frame.0, repeated.repeat(count), frame.1);
                let parsed = parse(&text);
                assert!(
                    !parsed.errors.is_empty() || repeated.starts_with("//"),
                    "{repeated:?}"
                );
                assert!(parsed.errors.len() <= ERRORS + 1);
            }
        }
    });
}

/// Chains are flat, so the longest that a file can hold is read and dropped.
#[test]
fn a_chain_as_long_as_a_file_is_read() {
    let shares = if cfg!(debug_assertions) {
        [1, 16, 16]
    } else {
        [1, 1, 1]
    };
    for (operator, share) in [" and ", " or ", " + "].into_iter().zip(shares) {
        on_small_stack(move || {
            let (before, behind) = ("package a\ncontrol b@1 {\nsatisfied when 1 == c", "\n}\n");
            let operand = format!("{operator}c");
            let count = (FILE_BYTES / share - before.len() - behind.len()) / operand.len();
            let text = format!("{before}{}{behind}", operand.repeat(count));
            assert_eq!(codes(&text), Vec::<&str>::new());
        });
    }
}

#[test]
fn a_file_that_grows_over_the_limit_is_not_formatted() {
    let field = "a:id ";
    let (before, behind) = ("package a facts b@1 {", "}");
    let count = (FILE_BYTES - before.len() - behind.len()) / field.len();
    let text = format!("{before}{}{behind}", field.repeat(count));
    assert_eq!(codes(&text), Vec::<&str>::new());
    let Err(FormatError::Syntax(errors)) = format(&text) else {
        panic!("formatted");
    };
    assert_eq!(errors[0].code, SyntaxCode::FileTooLarge.text());
}

#[test]
fn a_file_at_its_limit_is_read_and_one_byte_more_is_not() {
    let file = |bytes: usize| {
        let text = "package a\nfacts b@1 {\nc: id\n}\n//";
        format!("{text}{}", "x".repeat(bytes - text.len()))
    };
    assert_eq!(codes(&file(FILE_BYTES)), Vec::<&str>::new());
    assert_eq!(
        codes(&file(FILE_BYTES + 1)),
        [SyntaxCode::FileTooLarge.text()]
    );
    let bytes = [file(FILE_BYTES).as_bytes(), b"\xff"].concat();
    assert_eq!(
        parse_bytes(&bytes).errors[0].code,
        SyntaxCode::FileTooLarge.text()
    );
}

#[test]
fn names_at_their_limit_are_read_and_one_character_more_is_not() {
    let most = "a".repeat(NAME_CHARACTERS);
    let longer = "a".repeat(NAME_CHARACTERS + 1);
    let dotted = format!(
        "{}.{}",
        "a".repeat(NAME_CHARACTERS / 2),
        "b".repeat(NAME_CHARACTERS - NAME_CHARACTERS / 2 - 1)
    );
    let places: [fn(&str) -> String; 4] = [
        |name| format!("package {name}\nfacts b@1 {{\nc: id\n}}\n"),
        |name| format!("package a\nfacts {name}@1 {{\nc: id\n}}\n"),
        |name| {
            format!(
                "package a\npolicy b@1 on c@1 {{\nrule {name} {{\nthen allow\nprohibit d\n}}\n}}\n"
            )
        },
        |name| {
            format!(
                "package a\npolicy b@1 on c@1 {{\nrule d {{\nthen allow\napproval {name}\n}}\n}}\n"
            )
        },
    ];
    for place in places {
        assert_eq!(codes(&place(&most)), Vec::<&str>::new());
        assert_eq!(codes(&place(&dotted)), Vec::<&str>::new());
        assert_eq!(codes(&place(&longer)), [SyntaxCode::NameTooLong.text()]);
        assert_eq!(
            codes(&place(&format!("{dotted}b"))),
            [SyntaxCode::NameTooLong.text()]
        );
    }
    let words: [fn(&str) -> String; 3] = [
        |word| format!("package a\nfacts b@1 {{\n{word}: id\n}}\n"),
        |word| facts(&format!("enum {{ {word} }}")),
        |word| control(&format!("a.{word} == {word}")),
    ];
    for place in words {
        assert_eq!(codes(&place(&most)), Vec::<&str>::new());
        assert!(!codes(&place(&longer)).is_empty());
        assert!(
            codes(&place(&longer))
                .iter()
                .all(|code| *code == SyntaxCode::NameTooLong.text())
        );
    }
}

#[test]
fn revisions_at_their_limit_are_read_and_one_character_more_is_not() {
    let file = |characters| {
        format!(
            "package a\nfacts b@{} {{\nc: id\n}}\n",
            "1".repeat(characters)
        )
    };
    assert_eq!(codes(&file(REVISION_CHARACTERS)), Vec::<&str>::new());
    assert_eq!(
        codes(&file(REVISION_CHARACTERS + 1)),
        [SyntaxCode::RevisionMalformed.text()]
    );
}

#[test]
fn numbers_at_their_limit_are_read_and_one_more_is_not() {
    for (number, reads) in [
        (INTEGER.to_string(), true),
        ((-INTEGER).to_string(), true),
        ((INTEGER + 1).to_string(), false),
        ((-INTEGER - 1).to_string(), false),
        (format!("{INTEGER}s"), true),
        (format!("{}s", INTEGER + 1), false),
        (format!("{}m", INTEGER / 60), true),
        (format!("{}m", INTEGER / 60 + 1), false),
        (format!("{}h", u64::MAX), false),
    ] {
        let expected = if reads {
            vec![]
        } else {
            vec![SyntaxCode::NumberTooLarge.text()]
        };
        assert_eq!(
            codes(&control(&format!("a == {number}"))),
            expected,
            "{number}"
        );
    }
}

#[test]
fn errors_above_their_limit_are_counted_once() {
    let file = |mistakes: usize| {
        let mut text = "package a\n".to_owned();
        for number in 0..mistakes {
            writeln!(text, "facts b{number}@1 {{ c id }}").unwrap();
        }
        text
    };
    assert_eq!(codes(&file(ERRORS)).len(), ERRORS);
    let above = codes(&file(ERRORS + 1));
    assert_eq!(above.len(), ERRORS + 1);
    assert_eq!(above.last(), Some(&SyntaxCode::TooManyErrors.text()));
    assert_eq!(codes(&file(ERRORS + 500)).len(), ERRORS + 1);
}
