//! Policies of 17 to 200 rules, in the language: keys with several values, equalities before and behind what can fail,
//! rules with `else`, facts that may be absent, guardrails and scoring rules, few and many. Always the same, so that what
//! they compile to is checked in.

use std::fmt::Write as _;

use crate::boundary::Random;

/// How many rules, guardrails and scoring rules each policy has.
const SIZES: [(usize, usize, usize); 6] = [
    (17, 2, 1),
    (40, 17, 3),
    (64, 0, 20),
    (65, 30, 0),
    (130, 5, 40),
    (200, 70, 17),
];

/// The file `large.ordain`: the policies `large@1` and further.
#[must_use]
pub fn source() -> String {
    let mut random = Random::of("large policies");
    let mut text = String::from(
        "package clerk

// Written by a program, so that rules of every kind are found in every way.

facts parcel@1 {
  key lane:  id
  key depot: enum { east, north, south, west }?
  size:    enum { l, m, s, xl }
  tone:    enum { bright, plain }?
  fragile: bool
  signed:  bool?
  risky:   bool
  n:       int 0..=49
  big:     int
  price:   money
  tags:    set of id
}
",
    );
    for (number, (rules, guardrails, scoring_rules)) in (1..).zip(SIZES) {
        let _ = writeln!(text, "\npolicy large@{number} on parcel@1 {{");
        for rule in 0..rules {
            let priority = random.between(-2, 3);
            let _ = writeln!(text, "\n  rule r{rule} priority {priority} {{");
            let has_else = random.chance(25);
            condition(&mut text, &mut random, has_else);
            let _ = writeln!(text, "    then {}", branch(&mut random, rule));
            if has_else {
                let _ = writeln!(text, "    else {}", branch(&mut random, rule));
            }
            text += "  }\n";
        }
        for guardrail in 0..guardrails {
            let _ = writeln!(text, "\n  guardrail g{guardrail} {{");
            condition(&mut text, &mut random, false);
            let effects = [
                "refuse".to_owned(),
                "escalate desk".to_owned(),
                format!("approval gate{guardrail}"),
                "redact tags".to_owned(),
            ];
            let effect = random.pick(&effects).cloned().unwrap_or_default();
            let _ = writeln!(text, "    then {effect}\n  }}");
        }
        for rule in 0..scoring_rules {
            let _ = writeln!(text, "\n  scoring rule s{rule} {{");
            condition(&mut text, &mut random, false);
            let _ = writeln!(text, "    score {}\n  }}", random.between(-9, 9));
        }
        text += "}\n";
    }
    text
}

/// `on` and `when`: easy to satisfy, so that every branch is reached, and failing only where a fact says so.
fn condition(text: &mut String, random: &mut Random, has_else: bool) {
    let mut keys = Vec::new();
    if random.chance(45) {
        keys.push(format!(
            "lane {}",
            values(random, &["\"a.1\"", "\"b\"", "\"c\"", "\"d\""])
        ));
    }
    if random.chance(25) {
        keys.push(format!(
            "depot {}",
            values(random, &["east", "north", "south", "west"])
        ));
    }
    if !keys.is_empty() {
        let _ = writeln!(text, "    on {}", keys.join(" and "));
    }
    let size = random
        .pick(&["l", "m", "s", "xl"])
        .copied()
        .unwrap_or_default();
    let other = random
        .pick(&["l", "m", "s", "xl"])
        .copied()
        .filter(|other| *other != size);
    let n = random.below(45);
    let ahead = [
        format!("size == {size}"),
        format!("size != {size}"),
        format!("not size == {size}"),
        format!("size in [{}]", among(size, other)),
        match other {
            Some(other) => format!("(size == {size} or size == {other})"),
            None => format!("size == {size}"),
        },
        "fragile".to_owned(),
        "not fragile".to_owned(),
        "fragile == false".to_owned(),
        "tone is present and tone == bright".to_owned(),
        "tone is present and tone != bright".to_owned(),
        "signed is present and not signed".to_owned(),
        "signed is absent".to_owned(),
    ];
    let left = [
        format!("n > {n}"),
        format!("n < {}", n + 4),
        format!("n in [{n}, {}, {}]", n + 1, n + 3),
        format!("\"t{}\" in tags", n % 3),
        "count tags < 2".to_owned(),
    ];
    let failing = [
        format!("(not risky or big + n > {n})"),
        format!("(not risky or price > INR {n}.00)"),
        format!("(not risky or price <= EUR {n}.00)"),
    ];
    let pick =
        |random: &mut Random, list: &[String]| random.pick(list).cloned().unwrap_or_default();
    let mut operands = vec![pick(random, &ahead)];
    if keys.len() == 2 {
        // So narrow that little more may be asked, or hardly any facts would reach it.
        operands = vec![pick(random, &left)];
    } else if random.chance(40) {
        operands.push(pick(random, &left));
    }
    if random.chance(15) {
        let place = random.below(operands.len() + 1);
        operands.insert(place, pick(random, &failing));
    }
    if has_else && random.chance(30) {
        operands = vec![pick(random, &left)];
    }
    if random.chance(92) {
        let _ = writeln!(text, "    when {}", operands.join(" and "));
    } else if has_else {
        let _ = writeln!(text, "    when n > {n}");
    }
}

fn among(size: &str, other: Option<&str>) -> String {
    other.map_or_else(|| size.to_owned(), |other| format!("{size}, {other}"))
}

fn values(random: &mut Random, all: &[&str]) -> String {
    let first = random.below(all.len());
    let count = 1 + random.below(2);
    let chosen: Vec<_> = (first..first + count)
        .filter_map(|place| all.get(place % all.len()).copied())
        .collect();
    chosen.join(", ")
}

fn branch(random: &mut Random, rule: usize) -> String {
    let outcome = if random.chance(50) { "allow" } else { "deny" };
    let clause = match random.below(5) {
        0 => format!(" oblige \"o{}\"", rule % 7),
        1 => format!(" require evidence e{}", rule % 5),
        2 => format!(" prohibit c{}", rule % 5),
        3 => format!(" approval gate{} at network", rule % 3),
        _ => String::new(),
    };
    format!("{outcome}{clause}")
}
