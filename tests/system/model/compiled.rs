//! Model, interpreter and compiled code on a batch of generated policies. The batch is the same in every run: its code is
//! emitted, built as one package outside of the workspace, and asked about the same facts as the others.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs::{self, File};

use ordain::emit::{artefacts, rust};
use ordain::model::{self, Id, Origin, Sourced};
use ordain_runtime::canonical::{Value, to_vec};
use ordain_runtime::policy::{Predicate, Schema, jsonlogic};
use ordain_runtime::registry::{BranchBody, Kind, PolicyBody};
use ordain_tests::boundary::Random;
use ordain_tests::generate;
use proptest::prelude::*;
use proptest::strategy::ValueTree as _;
use proptest::test_runner::{RngAlgorithm, TestRng, TestRunner};

use super::Answer;
use super::subject::{Subject, answer, is_json};
use crate::agreement::{Round, cases};
use crate::package::Package;
use crate::policy::file_facts;

/// How many policies are compiled.
const POLICIES: usize = 48;

/// One policy in so many has as many rules as are compiled to a table.
const LARGE_EVERY: usize = 8;

/// Bodies that make up a large policy.
const LARGE: usize = 8;

#[test]
fn compiled_policies_decide_as_the_model_does() {
    let (model, bodies) = batch();
    let emitted = artefacts::emit(&model).unwrap();
    let digests = emitted.references.iter();
    let digests = digests.map(|(key, reference)| (key.clone(), reference.sha256));
    let files = rust::emit(&model, &digests.collect()).unwrap();
    let package = Package::of("policies", "policies");
    package.copy(&["src/main.rs"]);
    package.write("src/policies.rs", &files["policies.rs"]);
    package.write("src/table.rs", &table());
    package.build();

    let mut requests = String::new();
    let mut expected = Vec::new();
    for (index, body) in bodies.iter().enumerate() {
        let reference = &emitted.references[&(Kind::Policy, id("p", index))];
        let body = PolicyBody {
            facts: emitted.references[&(Kind::Facts, id("f", index))].clone(),
            ..body.clone()
        };
        let subject = Subject::load(&emitted.registry, reference, &body);
        ask(index, &subject, &mut requests, &mut expected);
    }
    let path = package.root.join("requests");
    fs::write(&path, requests).unwrap();
    let output = package.command().stdin(File::open(&path).unwrap()).output();
    let output = output.unwrap();
    assert!(output.status.success());
    let answers: Vec<&[u8]> = output.stdout.split(|byte| *byte == b'\n').collect();
    assert_eq!(answers.len(), expected.len() + 1);
    let mut seen = [0, 0, 0];
    for (said, (asked, expected)) in answers.into_iter().zip(expected) {
        assert!(
            said == expected.line(),
            "{asked}\ncompiled: {}\n  others: {expected:?}",
            String::from_utf8_lossy(said)
        );
        seen[match expected {
            Answer::Decided(_) => 0,
            Answer::Failed(_) => 1,
            Answer::Refused(_) => 2,
        }] += 1;
    }
    // Agreement about nothing would prove nothing.
    assert!(seen.into_iter().all(|count| count > POLICIES), "{seen:?}");
}

/// What is asked about one policy, and what the model and the interpreter say.
fn ask(
    index: usize,
    subject: &Subject,
    requests: &mut String,
    expected: &mut Vec<(String, Answer)>,
) {
    let Subject {
        interpreted,
        model,
        constants,
    } = subject;
    let mut random = Random::of(&format!("compiled {index}"));
    for _ in 0..cases().div_ceil(10) {
        let round = Round::of(interpreted.schema(), constants, &mut random);
        let held: Vec<&str> = ["finance", "legal", "x"]
            .into_iter()
            .filter(|_| random.chance(50))
            .collect();
        let spoilt = to_vec(&round.spoilt);
        for (way, text, may_be_damaged) in [
            ("json", &round.valid, false),
            ("json", &round.invalid, true),
            ("untyped", &spoilt, false),
        ] {
            let (interpreted, modelled) = if way == "json" {
                let said = interpreted.evaluate(text, &held);
                if may_be_damaged && !is_json(text, &said) {
                    continue;
                }
                (answer(&said), model.evaluate(text, &held))
            } else {
                let said = answer(&interpreted.evaluate_untyped(&round.spoilt, &held));
                (said, model.evaluate_untyped(text, &held))
            };
            let asked = format!(
                "p{index}, {way}, held {held:?}, {}",
                String::from_utf8_lossy(text)
            );
            assert_eq!(interpreted, modelled, "{asked}");
            let _ = write!(requests, "{way} {index} {} ", held.join(","));
            for byte in text {
                let _ = write!(requests, "{byte:02x}");
            }
            requests.push('\n');
            expected.push((asked, modelled));
        }
    }
}

fn id(kind: &str, index: usize) -> Id {
    Id {
        package: "policies".into(),
        name: format!("{kind}{index}"),
        revision: "1".into(),
    }
}

/// The policies as the compiler's model of a project, and as the bodies of artefacts.
fn batch() -> (model::Model, Vec<PolicyBody>) {
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &[16; 32]);
    let mut runner = TestRunner::new_with_rng(ProptestConfig::default(), rng);
    let (mut model, mut bodies) = (model::Model::default(), Vec::new());
    for index in 0..POLICIES {
        let count = if index % LARGE_EVERY == 0 { LARGE } else { 1 };
        let policies = generate::schema().prop_flat_map(|schema| {
            let (_, facts) = file_facts(&schema);
            let bodies = prop::collection::vec(generate::policy(&schema, facts), count);
            bodies.prop_map(move |bodies| {
                let numbered = bodies.into_iter().enumerate();
                let whole = numbered.reduce(|(_, whole), (number, body)| {
                    (number, generate::together(whole, body, number))
                });
                (schema.clone(), whole.unwrap().1)
            })
        });
        let (schema, mut body) = policies.new_tree(&mut runner).unwrap().current();
        for rule in &mut body.rules {
            let branches = std::iter::once(&mut rule.then).chain(&mut rule.otherwise);
            branches.for_each(store);
        }
        model
            .policies
            .insert(id("p", index), policy(index, &schema, &body));
        let facts = model::Facts {
            origin: origin(),
            schema,
            documentation: [].into(),
        };
        model.facts.insert(id("f", index), facts);
        bodies.push(body);
    }
    (model, bodies)
}

/// A policy as the checks of the compiler leave it.
fn policy(index: usize, schema: &Schema, body: &PolicyBody) -> model::Policy {
    let predicate = |stored: &Value<'_>| -> Sourced<Predicate> {
        let value = jsonlogic::decode(stored, schema).unwrap();
        let text = value.to_source(|_| 2);
        Sourced { value, text }
    };
    let rules = body.rules.iter().map(|rule| model::Rule {
        origin: origin(),
        name: rule.rule_id.clone(),
        priority: rule.priority,
        applies_to: rule.applies_to.clone(),
        predicate: predicate(&rule.predicate),
        then: rule.then.clone(),
        otherwise: rule.otherwise.clone(),
    });
    let mut rules: Vec<_> = rules.collect();
    rules.sort_by(|left, right| {
        (right.priority, left.then.outcome, &left.name).cmp(&(
            left.priority,
            right.then.outcome,
            &right.name,
        ))
    });
    let scoring_rules = body.scoring_rules.iter().map(|rule| model::ScoringRule {
        origin: origin(),
        name: rule.rule_id.clone(),
        applies_to: rule.applies_to.clone(),
        predicate: predicate(&rule.predicate),
        score: rule.score,
    });
    let guardrails = body.guardrails.iter().map(|guardrail| model::Guardrail {
        origin: origin(),
        name: guardrail.guardrail_id.clone(),
        applies_to: guardrail.applies_to.clone(),
        predicate: predicate(&guardrail.predicate),
        effects: guardrail.then.clone(),
    });
    model::Policy {
        origin: origin(),
        facts: id("f", index),
        rules,
        scoring_rules: sorted(scoring_rules, |rule| &rule.name),
        guardrails: sorted(guardrails, |guardrail| &guardrail.name),
    }
}

/// Takes out of a branch what an evaluator would bear with and a registry refuses.
fn store(branch: &mut BranchBody) {
    branch.approvals.sort();
    branch.approvals.dedup();
    branch.limits.retain(|limit| {
        let is_empty = limit.one_of.as_ref().is_some_and(BTreeSet::is_empty);
        !(is_empty || limit.unless_approved && branch.approvals.is_empty())
    });
}

fn sorted<T>(items: impl Iterator<Item = T>, name: impl Fn(&T) -> &String) -> Vec<T> {
    let mut items: Vec<T> = items.collect();
    items.sort_by(|left, right| name(left).cmp(name(right)));
    items
}

fn origin() -> Origin {
    Origin {
        file: "generated.ordain".into(),
        line: 1,
        documentation: Vec::new(),
    }
}

/// The emitted policies in order, for the program to choose from.
fn table() -> String {
    let mut table = String::from("pub(crate) static POLICIES: &[crate::Compiled] = &[\n");
    for index in 0..POLICIES {
        let _ = writeln!(
            table,
            "    crate::Compiled {{ json: crate::policies::p{index}_v1::evaluate_json, \
             untyped: crate::policies::p{index}_v1::evaluate_untyped }},"
        );
    }
    table.push_str("];\n");
    table
}

impl Answer {
    /// As the program prints it.
    fn line(&self) -> Vec<u8> {
        match self {
            Self::Decided(bytes) => [b"decided ", bytes.as_slice()].concat(),
            Self::Failed(bytes) => [b"failed ", bytes.as_slice()].concat(),
            Self::Refused(pointer) => {
                [b"refused ".to_vec(), serde_jcs::to_vec(pointer).unwrap()].concat()
            }
        }
    }
}
