//! How long it takes to check and to emit projects of growing size, counted in declarations: the time of one
//! declaration must stay flat. `cargo bench -p ordain --bench check`.

use std::fmt::Write as _;

use divan::counter::ItemsCount;
use ordain::compile;
use ordain::emit::{artefacts, rust};
use ordain::source::Sources;

fn main() {
    divan::main();
}

/// Declarations of a project in the proportion of real ones: of ten, two are facts, two controls, one a profile or a
/// policy with eight rules, and five tests. Files hold a hundred each.
fn project(declarations: usize) -> Vec<(String, Vec<u8>)> {
    (0..declarations.div_ceil(100).max(1))
        .map(|file| {
            let first = file * 10;
            let tens = (declarations / 10).saturating_sub(first).clamp(1, 10);
            let text: String = (first..first + tens).map(ten).collect();
            let package = "package bench\n";
            (
                format!("rules/{file}.ordain"),
                format!("{package}{text}").into_bytes(),
            )
        })
        .collect()
}

#[expect(
    clippy::format_collect,
    reason = "building the input is outside of what is measured"
)]
fn ten(n: usize) -> String {
    let rules: String = (1..=8)
        .map(|rule| {
            format!(
                "  rule r{rule} priority {rule}00 {{
    on   intent \"support.refund\", \"support.return\"
    when refund > INR {}.00 and user.role == support_agent and user.tenure_days < {}
    then allow because \"Large.\" approval finance at delegated limit amount at most {rule}_000
    else deny
  }}\n",
                1_000 + rule,
                30 + rule
            )
        })
        .collect();
    let tests: String = (0..5)
        .map(|test| {
            format!(
                "test \"case {test}\" of refunds-{n}@1 {{
  given {{ intent: \"support.refund\", user: {{ role: customer, tenure_days: {test} }}, refund: INR 5.00, flags: [] }}
  expect deny
}}\n"
            )
        })
        .collect();
    format!(
        "facts request-{n}@1 {{
  key intent: id
  user {{ role: enum {{ customer, support_agent, supervisor }} tenure_days: int 0..=36_500 }}
  refund: money
  flags: set of id
}}
facts observation-{n}@1 {{ mode: enum {{ deny_all, broker_only }} destination: id? private: bool }}
control mediated-{n}@1 {{
  title \"Traffic passes the mediator\" statement \"Every connection is checked.\" owner runtime stage dispatch
  evidence observation-{n}@1
  satisfied when mode == deny_all or destination is present and destination == \"api.example\" and not private
}}
control refused-{n}@1 {{
  title \"Nothing leaves\" statement \"No connection is made.\" owner operator stage plan
  evidence observation-{n}@1
  satisfied when mode == deny_all
}}
policy refunds-{n}@1 on request-{n}@1 {{
{rules}}}
{tests}"
    )
}

const SIZES: [usize; 4] = [10, 100, 1_000, 10_000];

#[divan::bench(args = SIZES)]
fn check(bencher: divan::Bencher<'_, '_>, declarations: usize) {
    bencher
        .counter(ItemsCount::new(declarations))
        .with_inputs(|| project(declarations))
        .bench_values(|files| {
            let sources = Sources::parse(files);
            let compilation = compile(&sources);
            assert_eq!(compilation.errors(), 0);
            compilation
        });
}

#[divan::bench(args = SIZES)]
fn emit_artefacts(bencher: divan::Bencher<'_, '_>, declarations: usize) {
    let compilation = compile(&Sources::parse(project(declarations)));
    bencher
        .counter(ItemsCount::new(declarations))
        .bench(|| artefacts::emit(&compilation.model));
}

#[divan::bench(args = SIZES)]
fn emit_rust(bencher: divan::Bencher<'_, '_>, declarations: usize) {
    let compilation = compile(&Sources::parse(project(declarations)));
    let Ok(emitted) = artefacts::emit(&compilation.model) else {
        return;
    };
    let digests = emitted
        .references
        .into_iter()
        .map(|(key, reference)| (key, reference.sha256))
        .collect();
    bencher
        .counter(ItemsCount::new(declarations))
        .bench(|| rust::emit(&compilation.model, &digests));
}

/// Policies of many rules, so many that they are found by an index: the time of one rule must stay flat.
const RULES: [usize; 5] = [100, 1_000, 5_000, 10_000, 20_000];

/// A policy has at most 10,000 rules here, so that its file stays below a megabyte.
fn large(rules: usize) -> Vec<(String, Vec<u8>)> {
    let facts = "package bench
facts call@1 { key capability: enum { c0, c1, c2, c3, c4, c5, c6, c7, c8, c9 } role: enum { a, b, c, d } amount: int }
";
    let mut files = vec![(
        "rules/facts.ordain".to_owned(),
        facts.to_owned().into_bytes(),
    )];
    for (number, first) in (0..rules).step_by(10_000).enumerate() {
        let mut text = format!("package bench\npolicy calls-{number}@1 on call@1 {{\n");
        for rule in first..rules.min(first + 10_000) {
            let role = ["a", "b", "c", "d"].get(rule % 4).copied().unwrap_or("a");
            let _ = writeln!(
                text,
                "rule r{rule} priority {}{{on capability c{} when role=={role} and amount>{} then deny}}",
                rule % 5,
                rule % 10,
                rule * 7
            );
        }
        text += "}\n";
        files.push((format!("rules/{number}.ordain"), text.into_bytes()));
    }
    files
}

#[divan::bench(args = RULES)]
fn check_rules(bencher: divan::Bencher<'_, '_>, rules: usize) {
    bencher
        .counter(ItemsCount::new(rules))
        .with_inputs(|| large(rules))
        .bench_values(|files| {
            let sources = Sources::parse(files);
            let compilation = compile(&sources);
            assert_eq!(compilation.errors(), 0);
            compilation
        });
}

#[divan::bench(args = RULES)]
fn emit_rules(bencher: divan::Bencher<'_, '_>, rules: usize) {
    let compilation = compile(&Sources::parse(large(rules)));
    bencher.counter(ItemsCount::new(rules)).bench(|| {
        let emitted = artefacts::emit(&compilation.model).ok()?;
        let digests = emitted
            .references
            .into_iter()
            .map(|(key, reference)| (key, reference.sha256))
            .collect();
        rust::emit(&compilation.model, &digests).ok()
    });
}
