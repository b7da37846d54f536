use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::slice;

use super::super::super::features::{Feature, Features};
use super::super::super::testing::{Store, reference_text};
use super::super::profile::{Expansion, expand};
use crate::digest::Digest;
use crate::registry::{ArtefactRef, Kind};

/// A control that nobody needs to load.
fn control(id: &str, version: &str) -> ArtefactRef {
    ArtefactRef {
        artifact_type: Kind::Control,
        artifact_id: String::from(id),
        version: String::from(version),
        sha256: Digest::of_bytes(format!("{id}@{version}").as_bytes()),
    }
}

fn list(references: &[ArtefactRef]) -> String {
    let references: Vec<_> = references.iter().map(reference_text).collect();
    format!("[{}]", references.join(", "))
}

fn profile(
    store: &mut Store,
    id: &str,
    version: &str,
    extends: &[ArtefactRef],
    members: &str,
) -> ArtefactRef {
    let body = format!(
        r#"{{ "title": "t", "extends": {}{members} }}"#,
        list(extends)
    );
    store.add(Kind::Profile, id, version, &body)
}

fn required(controls: &[ArtefactRef]) -> String {
    format!(r#", "required": {}"#, list(controls))
}

fn names(expansion: &Expansion) -> (Vec<&str>, Vec<&str>) {
    (
        expansion
            .mandatory
            .iter()
            .map(|control| control.artifact_id.as_str())
            .collect(),
        expansion
            .optional
            .iter()
            .map(|control| control.artifact_id.as_str())
            .collect(),
    )
}

#[test]
fn the_expansion_is_a_union() {
    let mut store = Store::default();
    let base = profile(
        &mut store,
        "base",
        "1",
        &[],
        &format!(
            r#", "required": {}, "optional": {}"#,
            list(&[control("b", "1")]),
            list(&[control("c", "1"), control("d", "1")])
        ),
    );
    let top = profile(
        &mut store,
        "top",
        "1",
        slice::from_ref(&base),
        &format!(
            r#", "required": {}, "conditional": [
                {{ "when": ["external_network"], "required": {} }}, {{ "when": ["delegation", "sensitive_data"], "required": {} }} ]"#,
            list(&[control("a", "1")]),
            list(&[control("d", "1")]),
            list(&[control("e", "1")]),
        ),
    );
    let expanded =
        |features: &[Feature]| expand(&store, &top, features.iter().copied().collect()).unwrap();
    // A control that is mandatory anywhere is mandatory; a condition that is not met adds nothing.
    assert_eq!(
        names(&expanded(&[])),
        (["a", "b"].into(), ["c", "d"].into())
    );
    assert_eq!(
        names(&expanded(&[Feature::ExternalNetwork])),
        (["a", "b", "d"].into(), ["c"].into())
    );
    assert_eq!(
        names(&expanded(&[Feature::Delegation])),
        (["a", "b"].into(), ["c", "d"].into())
    );
    assert_eq!(
        names(&expanded(&[Feature::Delegation, Feature::SensitiveData])),
        (["a", "b", "e"].into(), ["c", "d"].into())
    );
    for features in Features::every() {
        assert!(
            expand(&store, &top, features)
                .unwrap()
                .mandatory
                .is_superset(&expanded(&[]).mandatory)
        );
    }
}

#[test]
fn revisions_of_a_control_both_apply_in_order() {
    let mut store = Store::default();
    let top = profile(
        &mut store,
        "top",
        "1",
        &[],
        &required(&[control("b", "1"), control("a", "2"), control("a", "1")]),
    );
    let expansion = expand(&store, &top, Features::NONE).unwrap();
    let order: Vec<_> = expansion
        .mandatory
        .iter()
        .map(|control| (control.artifact_id.as_str(), control.version.as_str()))
        .collect();
    assert_eq!(order, [("a", "1"), ("a", "2"), ("b", "1")]);
}

#[test]
fn levels_are_counted_along_the_longest_way() {
    let mut store = Store::default();
    let mut chain = [profile(&mut store, "level-8", "1", &[], "")].to_vec();
    for level in (1..8).rev() {
        // Each also extends the lowest one directly.
        let extends = [chain[0].clone(), chain[chain.len() - 1].clone()];
        chain.push(profile(
            &mut store,
            &format!("level-{level}"),
            "1",
            &extends,
            "",
        ));
    }
    let eight = chain.last().unwrap().clone();
    assert!(expand(&store, &eight, Features::NONE).is_ok());
    let nine = profile(&mut store, "level-0", "1", &[eight], "");
    assert_eq!(
        expand(&store, &nine, Features::NONE).unwrap_err().code(),
        "expansion_too_deep"
    );
}

#[test]
fn many_ways_to_one_profile_cost_no_more_than_its_levels() {
    let mut store = Store::default();
    let mut level: Vec<_> = (0..12)
        .map(|number| profile(&mut store, &format!("p8-{number}"), "1", &[], ""))
        .collect();
    for depth in (1..8).rev() {
        level = (0..12)
            .map(|number| profile(&mut store, &format!("p{depth}-{number}"), "1", &level, ""))
            .collect();
    }
    assert!(expand(&store, &level[0], Features::NONE).is_ok());
}

#[test]
fn a_name_that_extends_itself_is_a_cycle() {
    let mut store = Store::default();
    let first = profile(&mut store, "a", "1", &[], "");
    let between = profile(&mut store, "b", "1", &[first], "");
    let again = profile(&mut store, "a", "1", slice::from_ref(&between), "");
    let error = expand(&store, &again, Features::NONE).unwrap_err();
    assert_eq!(error.code(), "expansion_cycle");
    assert_eq!(
        format!("{error}"),
        "a profile extends itself: a@1 -> b@1 -> a@1"
    );
    // Another revision is another profile.
    let other = profile(&mut store, "a", "2", &[between], "");
    assert!(expand(&store, &other, Features::NONE).is_ok());
}

#[test]
fn effective_controls_are_counted_with_the_optional_ones() {
    let mut store = Store::default();
    let controls = |from: usize, until: usize| -> Vec<_> {
        (from..until)
            .map(|number| control(&format!("c{number:03}"), "1"))
            .collect()
    };
    let members = |optional: usize| {
        format!(
            r#"{}, "optional": {}, "conditional": [{{ "when": ["delegation"], "required": {} }}]"#,
            required(&controls(0, 100)),
            list(&controls(100 - 5, 100 + optional)),
            list(&controls(900, 901)),
        )
    };
    let full = profile(&mut store, "full", "1", &[], &members(28));
    assert!(expand(&store, &full, Features::NONE).is_ok());
    let error = expand(&store, &full, Features::NONE.with(Feature::Delegation)).unwrap_err();
    assert_eq!(
        (error.code(), format!("{error}").as_str()),
        (
            "too_many_controls",
            "129 controls are effective, and 128 may be"
        )
    );
    let over = profile(&mut store, "over", "1", &[], &members(29));
    assert_eq!(
        expand(&store, &over, Features::NONE).unwrap_err().code(),
        "too_many_controls"
    );
}

#[test]
fn what_is_extended_must_be_a_profile_that_is_there() {
    let mut store = Store::default();
    let lost = ArtefactRef {
        artifact_type: Kind::Profile,
        ..control("lost", "1")
    };
    let top = profile(&mut store, "top", "1", &[lost], "");
    assert_eq!(
        expand(&store, &top, Features::NONE).unwrap_err().code(),
        "definition_missing"
    );
    let facts = store.add_facts();
    let top = profile(&mut store, "top", "1", &[facts], "");
    assert!(expand(&store, &top, Features::NONE).is_err());
    let top = profile(&mut store, "top", "1", &[], &required(&[lost_profile()]));
    assert_eq!(
        expand(&store, &top, Features::NONE).unwrap_err().code(),
        "artefact_mismatch"
    );
}

fn lost_profile() -> ArtefactRef {
    ArtefactRef {
        artifact_type: Kind::Profile,
        ..control("lost", "1")
    }
}
