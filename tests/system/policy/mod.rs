//! Policies as a whole: the codec of predicates, and laws that hold for every policy and all facts.

mod codec;
mod laws;
mod many;
mod order;
mod untyped;

use ordain_runtime::canonical::{Value, to_value};
use ordain_runtime::policy::interpret::Policy;
use ordain_runtime::policy::{DecisionRecord, EvaluationError, Schema};
use ordain_runtime::registry::{ArtefactRef, FactsBody, Format, Kind, PolicyBody};
use ordain_tests::generate::{self, Definitions};
use proptest::prelude::*;

/// A policy, facts that it can decide on, and the approvals that are held.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    pub(crate) schema: Schema,
    pub(crate) body: PolicyBody,
    pub(crate) facts: Value<'static>,
    pub(crate) held: Vec<&'static str>,
}

pub(crate) fn cases() -> impl Strategy<Value = Case> {
    cases_of(generate::policy)
}

fn cases_of(
    policy: impl Fn(&Schema, ArtefactRef) -> BoxedStrategy<PolicyBody>,
) -> impl Strategy<Value = Case> {
    generate::schema().prop_flat_map(move |schema| {
        let (_, facts) = file_facts(&schema);
        let held = prop::sample::subsequence(vec!["finance", "legal", "x"], 0..=3);
        (policy(&schema, facts), generate::facts(&schema), held).prop_map(
            move |(body, facts, held)| Case {
                schema: schema.clone(),
                body,
                facts,
                held,
            },
        )
    })
}

pub(crate) fn file_facts(schema: &Schema) -> (Definitions, ArtefactRef) {
    let mut definitions = Definitions::default();
    let body = FactsBody {
        fields: schema.clone(),
    };
    let reference = definitions
        .file(Kind::Facts, Format::FactsV1, "test.facts", body)
        .unwrap();
    (definitions, reference)
}

impl Case {
    fn load(&self, body: &PolicyBody) -> Policy {
        let (mut definitions, _) = file_facts(&self.schema);
        let reference = definitions
            .file(Kind::Policy, Format::PolicyV1, "test.policy", body)
            .unwrap();
        Policy::load(&definitions, &reference).unwrap()
    }

    pub(crate) fn text(&self) -> Vec<u8> {
        ordain_runtime::canonical::to_vec(&self.facts)
    }

    /// What a policy of this body gives: a decision without the digest of its policy, or the safe error.
    fn evaluate(&self, body: &PolicyBody) -> Result<Value<'static>, Value<'static>> {
        settled(self.load(body).evaluate(&self.text(), &self.held))
    }
}

/// A decision without the digest of its policy, or the safe error.
fn settled(
    result: Result<DecisionRecord<'_>, EvaluationError<'_>>,
) -> Result<Value<'static>, Value<'static>> {
    match result {
        Ok(decision) => Ok(without(to_value(&decision).unwrap(), &["policy"])),
        Err(EvaluationError::Policy(error)) => Err(to_value(&error).unwrap()),
        Err(EvaluationError::Facts(invalid)) => panic!("{invalid}"),
    }
}

fn without(mut value: Value<'static>, names: &[&str]) -> Value<'static> {
    if let Value::Object(object) = &mut value {
        for name in names {
            assert!(object.remove(name).is_some());
        }
    }
    value
}

/// The members of a list of strings.
fn list<'v>(decision: &'v Value<'_>, name: &str) -> Vec<&'v str> {
    decision
        .get(name)
        .unwrap()
        .as_array()
        .unwrap()
        .iter()
        .map(|item| item.as_str().unwrap())
        .collect()
}
