//! Facts that nobody has validated: what is wrong with them reaches exactly who reads it.

use ordain_runtime::canonical::{Value, to_vec};
use ordain_runtime::policy::interpret::{self, Policy};
use ordain_runtime::policy::{
    EvaluationError, FactPath, Predicate, PredicateFault, Schema, Type, jsonlogic,
};
use ordain_runtime::registry::{BranchBody, Format, Kind, PolicyBody, RuleBody};
use ordain_tests::generate;
use proptest::prelude::*;

use super::file_facts;

/// A policy of one rule for each fact, which asks whether it is there: each fact is read, and no other.
fn readers(schema: &Schema) -> Policy {
    let mut paths = Vec::new();
    collect(schema, &[], &mut paths);
    let rules = paths.iter().enumerate().map(|(index, path)| RuleBody {
        rule_id: format!("r{index:03}"),
        priority: 0,
        applies_to: [].into(),
        predicate: jsonlogic::encode(&Predicate::Present(path.clone())),
        then: BranchBody {
            outcome: ordain_runtime::policy::Outcome::Allow,
            because: None,
            approvals: Vec::new(),
            required_evidence: Vec::new(),
            obligations: Vec::new(),
            prohibited: Vec::new(),
            limits: Vec::new(),
        },
        otherwise: None,
    });
    let (mut definitions, facts) = file_facts(schema);
    let body = PolicyBody {
        facts,
        rules: rules.collect(),
        scoring_rules: Vec::new(),
        guardrails: Vec::new(),
    };
    let reference = definitions
        .file(Kind::Policy, Format::PolicyV1, "test.readers", body)
        .unwrap();
    Policy::load(&definitions, &reference).unwrap()
}

fn collect(fields: &Schema, above: &[String], paths: &mut Vec<FactPath>) {
    for (name, field) in fields {
        let path = [above, std::slice::from_ref(name)].concat();
        if let Type::Record { fields } = &field.ty {
            collect(fields, &path, paths);
        }
        paths.push(FactPath(path));
    }
}

fn spoilt() -> impl Strategy<Value = (Schema, Value<'static>)> {
    generate::schema().prop_flat_map(|schema| (Just(schema.clone()), generate::spoilt(&schema)))
}

proptest! {
    /// Two texts say what a fact is: one reads a document, the other screens a value.
    #[test]
    fn facts_are_invalid_where_some_fact_is_poisoned((schema, facts) in spoilt()) {
        let text = to_vec(&facts);
        let validated = interpret::facts::validate(&text, &schema);
        match readers(&schema).evaluate_untyped(&facts, &[]) {
            Ok(_) => prop_assert_eq!(validated, Ok(facts)),
            Err(EvaluationError::Policy(error)) => {
                prop_assert_eq!(error.message(), PredicateFault::FactType.message());
                prop_assert!(error.expression_path == "if.!==.0");
                prop_assert!(validated.is_err());
            }
            Err(EvaluationError::Facts(invalid)) => {
                prop_assert_eq!(validated.map_err(|invalid| invalid.pointer), Err(invalid.pointer));
            }
        }
    }
}
