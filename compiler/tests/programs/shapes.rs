//! The shapes of large programs: each fills files with one kind of thing.

use std::fmt::Write as _;

use crate::everything;
use crate::program::Program;

/// A name and what makes the program.
pub(crate) type Shape = (&'static str, fn() -> Program);

pub(crate) const ALL: &[Shape] = &[
    ("members_of_an_enum", members_of_an_enum),
    ("elements_of_a_set_literal", elements_of_a_set_literal),
    ("values_of_a_limit", values_of_a_limit),
    ("limits", limits),
    ("limits_on_one_argument", limits_on_one_argument),
    ("rules_of_one_priority", rules_of_one_priority),
    ("large_rules_of_one_priority", large_rules_of_one_priority),
    (
        "rules_with_else_and_many_keys",
        rules_with_else_and_many_keys,
    ),
    ("rules_of_one_name", rules_of_one_name),
    ("rules_that_read_nothing", rules_that_read_nothing),
    ("rules_over_a_large_enum", rules_over_a_large_enum),
    ("members_misspelt", members_misspelt),
    ("controls_misspelt", controls_misspelt),
    ("controls_required_twice", controls_required_twice),
    ("controls_with_wrong_words", controls_with_wrong_words),
    ("conditions_of_a_profile", conditions_of_a_profile),
    ("profiles_in_layers", profiles_in_layers),
    ("profiles_in_a_chain", profiles_in_a_chain),
    ("profiles_in_a_cycle", profiles_in_a_cycle),
    (
        "profiles_that_all_extend_each_other",
        profiles_that_all_extend_each_other,
    ),
    ("profiles_with_many_controls", profiles_with_many_controls),
    ("fields", fields),
    ("fields_misspelt", fields_misspelt),
    ("fields_missing_in_a_test", fields_missing_in_a_test),
    ("fields_unknown_in_a_test", fields_unknown_in_a_test),
    ("keys_asked_by_one_rule", keys_asked_by_one_rule),
    ("nodes_of_one_rule", nodes_of_one_rule),
    ("operands_too_many", operands_too_many),
    ("guards", guards),
    ("tests_of_one_policy", tests_of_one_policy),
    ("tests_of_one_title", tests_of_one_title),
    ("rules_named_by_tests", rules_named_by_tests),
    ("elements_of_a_test", elements_of_a_test),
    ("lists_nested", lists_nested),
    ("brackets_open", brackets_open),
    ("declarations_of_one_name", declarations_of_one_name),
    ("revisions_of_one_name", revisions_of_one_name),
    ("one_string", one_string),
];

/// The bytes of a file: as many as one may have where everything is tried, else an eighth.
fn file_bytes() -> usize {
    if everything() { 1 << 20 } else { 1 << 17 }
}

const FACTS: &str =
    "facts f@1 { key k: id a: int e: enum { x, y } p: bool s: set of id l: list of int o: int? }\n";

/// A file of a head, pieces for as long as there is room or numbers last, and a tail.
fn filled(
    name: &str,
    most: usize,
    head: &str,
    piece: impl Fn(usize) -> String,
    tail: &str,
) -> Program {
    let mut text = format!("package large\n{head}");
    for number in 0..most {
        let piece = piece(number);
        if text.len() + piece.len() + tail.len() > file_bytes() {
            break;
        }
        text.push_str(&piece);
    }
    text.push_str(tail);
    Program::of_text(name, text)
}

fn joined(numbers: std::ops::Range<usize>, piece: impl Fn(usize) -> String) -> String {
    numbers.map(piece).collect::<Vec<_>>().concat()
}

fn with(mut program: Program, others: impl IntoIterator<Item = Program>) -> Program {
    for other in others {
        program.files.extend(other.files);
    }
    program
}

fn rules(name: &str, most: usize, rule: impl Fn(usize) -> String) -> Program {
    filled(
        name,
        most,
        &format!("{FACTS}policy p@1 on f@1 {{\n"),
        rule,
        "}\n",
    )
}

fn within_a_rule(
    name: &str,
    before: &str,
    piece: impl Fn(usize) -> String,
    behind: &str,
) -> Program {
    let head = format!("{FACTS}policy p@1 on f@1 {{ rule r priority 1 {{ {before}");
    filled(name, usize::MAX, &head, piece, &format!("{behind} }} }}\n"))
}

fn members_of_an_enum() -> Program {
    filled(
        "members",
        usize::MAX,
        "facts f@1 { e: enum {",
        |number| format!("m{number},"),
        "} }",
    )
}

fn elements_of_a_set_literal() -> Program {
    within_a_rule(
        "literal",
        "when a in [",
        |number| format!("{number},"),
        "] then allow",
    )
}

fn values_of_a_limit() -> Program {
    within_a_rule(
        "values",
        "when p then allow limit a in [",
        |number| format!("{},", number % 100_000),
        "]",
    )
}

fn limits() -> Program {
    within_a_rule(
        "limits",
        "when p then allow",
        |number| format!(" limit a{number} at most 1"),
        "",
    )
}

fn limits_on_one_argument() -> Program {
    within_a_rule(
        "limits",
        "when p then allow",
        |number| format!(" limit a in [{number},{}]", number + 1),
        "",
    )
}

fn rules_of_one_priority() -> Program {
    rules("rules", 20_000, |number| {
        let outcome = if number % 2 == 0 { "allow" } else { "deny" };
        format!("rule r{number} priority 1 {{ when a == {number} then {outcome} }}\n")
    })
}

fn large_rules_of_one_priority() -> Program {
    rules("rules", 20_000, |number| {
        let outcome = if number % 2 == 0 { "allow" } else { "deny" };
        let mut conditions = format!("a > {number} and a < {}", number + 1);
        for other in 0..50 {
            write!(conditions, " and (a != {other} or e == x)").unwrap();
        }
        format!("rule r{number} priority 1 {{ when {conditions} then {outcome} }}\n")
    })
}

fn rules_with_else_and_many_keys() -> Program {
    rules("rules", 20_000, |number| {
        format!(
            "rule r{number} priority 1 {{ on k \"k{number}\", \"k{}\" then allow else deny }}\n",
            number + 1
        )
    })
}

fn rules_of_one_name() -> Program {
    rules("rules", usize::MAX, |_| {
        "rule r priority 1 { then allow }\n".to_owned()
    })
}

fn rules_that_read_nothing() -> Program {
    let fields = joined(0..10_000, |number| format!("field{number}: int\n"));
    filled(
        "rules",
        19_000,
        &format!("facts f@1 {{ {fields} }}\npolicy p@1 on f@1 {{\n"),
        |number| format!("rule r{number} priority 1 {{ when feld{number} > 1 then allow }}\n"),
        "}\n",
    )
}

fn rules_over_a_large_enum() -> Program {
    let members: String = joined(0..1_024, |number| format!("m{number},"));
    filled(
        "rules",
        20_000,
        &format!("facts f@1 {{ e: enum {{ {members} }} }}\npolicy p@1 on f@1 {{\n"),
        |number| {
            let outcome = if number % 2 == 0 { "allow" } else { "deny" };
            format!(
                "rule r{number} priority 1{{when e==m{} then {outcome}}}\n",
                number % 1_024
            )
        },
        "}\n",
    )
}

fn members_misspelt() -> Program {
    let members: String = joined(0..1_024, |number| format!("member_{number},"));
    filled(
        "rules",
        usize::MAX,
        &format!(
            "facts f@1 {{ e: enum {{ {members} }} }}\npolicy p@1 on f@1 {{ rule r priority 1 {{ when e in ["
        ),
        |number| format!("membr_{number},"),
        "] then allow } }\n",
    )
}

fn control(number: usize) -> String {
    format!(
        "control c{number}@1 {{ title \"\" statement \"\" owner runtime stage plan evidence f@1 satisfied when p }}\n"
    )
}

fn controls(name: &str, from: usize, count: usize) -> Program {
    let facts = if from == 0 { FACTS } else { "" };
    filled(name, count, facts, |number| control(from + number), "")
}

fn controls_misspelt() -> Program {
    let profile = filled(
        "profile",
        25_000,
        "profile p@1 { title \"\" require ",
        |number| format!("{}cc{number}x@1", if number == 0 { "" } else { ", " }),
        " }\n",
    );
    let declared = (0..3).map(|part| controls(&format!("controls-{part}"), part * 9_000, 9_000));
    with(profile, declared)
}

fn controls_required_twice() -> Program {
    let profile = filled(
        "profile",
        usize::MAX,
        "profile p@1 { title \"\" ",
        |number| {
            format!(
                "require c{0}@1 optional c{0}@1 when delegation require c{0}@1\n",
                number % 9_000
            )
        },
        " }\n",
    );
    with(profile, [controls("controls", 0, 9_000)])
}

fn controls_with_wrong_words() -> Program {
    filled(
        "controls",
        usize::MAX,
        FACTS,
        |number| {
            format!(
                "control c{number}@1{{owner rntime stage pln evidence f@1 satisfied when pp}}\n"
            )
        },
        "",
    )
}

fn conditions_of_a_profile() -> Program {
    let profile = filled(
        "profile",
        usize::MAX,
        "profile p@1 { title \"\" ",
        |number| format!("when delegation require c{}@1\n", number % 9_000),
        " }\n",
    );
    with(profile, [controls("controls", 0, 9_000)])
}

fn profiles_in_layers() -> Program {
    // Eight layers, each profile over several of the next.
    filled(
        "profiles",
        10_000,
        FACTS,
        |number| {
            let (layer, place) = (number % 8, number / 8);
            let extends: Vec<String> = (0..5)
                .map(|step| format!("l{}p{}@1", layer + 1, (place * 5 + step) % 1_250))
                .collect();
            let extends = if layer == 7 {
                String::new()
            } else {
                format!("extends {}", extends.join(","))
            };
            format!("profile l{layer}p{place}@1{{title \"\" {extends}}}\n")
        },
        "",
    )
}

fn profiles_in_a_chain() -> Program {
    filled(
        "profiles",
        usize::MAX,
        "",
        |number| {
            format!(
                "profile p{number}@1 {{ title \"\" extends p{}@1 }}\n",
                number + 1
            )
        },
        "",
    )
}

fn profiles_in_a_cycle() -> Program {
    filled(
        "profiles",
        20_000,
        "",
        |number| {
            format!(
                "profile p{number}@1 {{ title \"\" extends p{}@1 }}\n",
                (number + 1) % 20_000
            )
        },
        "",
    )
}

fn profiles_that_all_extend_each_other() -> Program {
    let all = (0..360)
        .map(|number| format!("p{number}@1"))
        .collect::<Vec<_>>()
        .join(",");
    filled(
        "profiles",
        360,
        "",
        |number| format!("profile p{number}@1 {{ title \"\" extends {all} }}\n"),
        "",
    )
}

fn profiles_with_many_controls() -> Program {
    let required = (0..128)
        .map(|number| format!("c{number}@1"))
        .collect::<Vec<_>>()
        .join(",");
    let wide = format!("profile wide@1 {{ title \"\" require {required} }}\n");
    let upper = |name: &str, below: &str| {
        let (name, below) = (name.to_owned(), below.to_owned());
        filled(
            &name.clone(),
            300,
            "",
            move |number| {
                let extends = (0..250)
                    .map(|step| format!("{below}{}@1", (number + step) % 300))
                    .collect::<Vec<_>>()
                    .join(",");
                format!("profile {name}{number}@1 {{ title \"\" extends {extends} }}\n")
            },
            "",
        )
    };
    let lower = filled(
        "lower",
        300,
        &wide,
        |number| format!("profile l{number}@1 {{ title \"\" extends wide@1 }}\n"),
        "",
    );
    with(
        controls("controls", 0, 128),
        [lower, upper("m", "l"), upper("u", "m")],
    )
}

fn fields() -> Program {
    filled(
        "fields",
        100_000,
        "facts f@1 {",
        |number| format!("f{number}:id\n"),
        "}\n",
    )
}

fn fields_misspelt() -> Program {
    filled(
        "fields",
        usize::MAX,
        "facts f@1 {",
        |number| format!("f{number}: intger\n"),
        "}\n",
    )
}

fn fields_missing_in_a_test() -> Program {
    let tested = Program::of_text(
        "tested",
        "package large\npolicy p@1 on f@1 { }\ntest \"\" of p@1 { given {} expect allow }\n",
    );
    with(fields(), [tested])
}

fn fields_unknown_in_a_test() -> Program {
    let given = filled(
        "given",
        usize::MAX,
        "policy p@1 on f@1 { }\ntest \"\" of p@1 { given {",
        |number| format!("ff{number}:\"x\","),
        "} expect allow }\n",
    );
    with(fields(), [given])
}

fn keys_asked_by_one_rule() -> Program {
    within_a_rule(
        "keys",
        "on k \"\"",
        |number| format!(",\"k{number}\""),
        " and k \"k\" then allow",
    )
}

fn nodes_of_one_rule() -> Program {
    rules("nodes", 20_000, |number| {
        let nodes = (0..166)
            .map(|node| format!("a=={node}"))
            .collect::<Vec<_>>()
            .join(" or ");
        format!("rule r{number} priority {number} {{ when {nodes} then allow }}\n")
    })
}

fn operands_too_many() -> Program {
    within_a_rule("operands", "when p", |_| " or p".to_owned(), " then allow")
}

fn guards() -> Program {
    let optional: String = joined(0..120, |number| format!("o{number}: int? "));
    filled(
        "guards",
        20_000,
        &format!("facts f@1 {{ {optional} }}\npolicy p@1 on f@1 {{\n"),
        |number| {
            let guards = (0..120)
                .map(|guard| format!("o{guard} is present and o{guard} > 1"))
                .collect::<Vec<_>>();
            format!(
                "rule r{number} priority {number} {{ when {} then allow }}\n",
                guards.join(" and ")
            )
        },
        "}\n",
    )
}

fn tests_of_one_policy() -> Program {
    filled(
        "tests",
        30_000,
        "facts f@1 { p: bool }\npolicy p@1 on f@1 { rule r priority 1 { when p then allow } }\n",
        |number| format!("test \"{number}\" of p@1{{given{{p:true}}expect allow}}\n"),
        "",
    )
}

fn tests_of_one_title() -> Program {
    filled(
        "tests",
        30_000,
        "facts f@1 { p: bool }\npolicy p@1 on f@1 { rule r priority 1 { when p then allow } }\n",
        |_| "test \"\" of p@1{given{p:tru}expect alow}\n".to_owned(),
        "",
    )
}

fn rules_named_by_tests() -> Program {
    let tests = filled(
        "tests",
        10_000,
        "",
        |number| {
            format!(
                "test \"{number}\" of p@1{{given{{}}expect rules [r{number}, s{number}, t{number}]}}\n"
            )
        },
        "",
    );
    with(
        rules("rules", 10_000, |number| {
            format!("rule r{number} priority {number} {{ when p then allow }}\n")
        }),
        [tests],
    )
}

fn elements_of_a_test() -> Program {
    filled(
        "elements",
        usize::MAX,
        "facts f@1 { s: set of int }\npolicy p@1 on f@1 { }\ntest \"\" of p@1 { given { s: [",
        |number| format!("{},", number % 100_000),
        "] } expect allow }\n",
    )
}

fn lists_nested() -> Program {
    filled(
        "nested",
        file_bytes() / 3,
        "facts f@1 { l: ",
        |_| "list of ".to_owned(),
        "int }\n",
    )
}

fn brackets_open() -> Program {
    within_a_rule(
        "brackets",
        "when ",
        |number| ["(", "not ", "[", "{"][number % 4].to_owned(),
        "",
    )
}

fn declarations_of_one_name() -> Program {
    filled(
        "declarations",
        usize::MAX,
        "",
        |_| "facts f@1 { p: bool }\n".to_owned(),
        "",
    )
}

fn revisions_of_one_name() -> Program {
    let references = filled(
        "references",
        10_000,
        "",
        |number| format!("policy p{number}@1 on f@x{number} {{ }}\n"),
        "",
    );
    with(
        filled(
            "revisions",
            usize::MAX,
            "",
            |number| format!("facts f@{number} {{ p: bool }}\n"),
            "",
        ),
        [references],
    )
}

fn one_string() -> Program {
    within_a_rule(
        "string",
        "when k == \"",
        |_| "a\n  b\\n ".to_owned(),
        "\" then allow",
    )
}
