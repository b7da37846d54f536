use alloc::format;

use super::super::super::decision::{EvaluationError, Verdict};
use super::super::super::testing::{FACTS, Store, facts, json, reference_text};
use super::super::Control;
use crate::registry::Kind;

fn control(satisfied_when: Option<&str>) -> Control {
    let mut store = Store::default();
    let evidence = reference_text(&store.add_facts());
    let predicate = satisfied_when
        .map(|json| format!(r#", "satisfied_when": {json}"#))
        .unwrap_or_default();
    let body = format!(
        r#"{{ "title": "t", "statement": "s", "owner": "runtime", "stage": "dispatch", "evidence": {evidence}{predicate} }}"#
    );
    let reference = store.add(Kind::Control, "network.mediated-egress", "1", &body);
    Control::load(&store, &reference).unwrap()
}

#[test]
fn a_control_says_whether_its_evidence_satisfies_it() {
    let control = control(Some(r#"{"var":"vip"}"#));
    assert_eq!(control.judge(FACTS.as_bytes()), Ok(Verdict::Violated));
    assert_eq!(
        control.judge(facts(r#"{ "vip": true }"#).as_bytes()),
        Ok(Verdict::Satisfied)
    );
    assert!(matches!(
        control.judge(b"{}"),
        Err(EvaluationError::Facts(_))
    ));
    assert_eq!(
        control.judge_untyped(&json(r#"{ "vip": true }"#)),
        Ok(Verdict::Satisfied)
    );
}

#[test]
fn a_declarative_control_records_evidence_of_its_type() {
    let control = control(None);
    assert_eq!(control.judge(FACTS.as_bytes()), Ok(Verdict::Recorded));
    assert!(matches!(
        control.judge(b"{}"),
        Err(EvaluationError::Facts(_))
    ));
    assert_eq!(control.judge_untyped(&json("{}")), Ok(Verdict::Recorded));
    assert!(control.judge_untyped(&json(r#"{ "zebra": 1 }"#)).is_err());
}

#[test]
fn its_error_names_the_member_of_the_artefact() {
    let control = control(Some(
        r#"{"and":[true,{">":[{"+":[{"var":"balance"},1]},0]}]}"#,
    ));
    let judged = |evidence: &str| match control.judge_untyped(&json(evidence)) {
        Err(EvaluationError::Policy(error)) => {
            assert_eq!(
                (error.bundle_id.as_ref(), error.rule_id.as_ref()),
                ("network.mediated-egress", "satisfied")
            );
            error.expression_path.into_owned()
        }
        other => panic!("{other:?}"),
    };
    assert_eq!(
        judged(r#"{ "balance": 9007199254740991 }"#),
        "satisfied_when.and.1.>.0"
    );
    assert_eq!(judged("{}"), "satisfied_when.and.1.>.0.+.0");
}
