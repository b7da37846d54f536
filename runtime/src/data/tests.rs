use alloc::string::ToString as _;
use alloc::vec;
use alloc::vec::Vec;

use serde::Deserialize;

use super::*;
use crate::canonical::{self, Object, Value};
use crate::digest::Digest;
use crate::faults;
use crate::ident::Identifier;
use crate::time::Instant;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case<'a> {
    now: Instant,
    #[serde(borrow)]
    passage: Passage<'a>,
    #[serde(borrow)]
    observed: DataObservations<'a>,
}

fn check(document: &Value<'_>) -> Vec<&'static str> {
    let case: Case<'_> = match canonical::from_value(document) {
        Ok(case) => case,
        Err(error) => return vec![error.code().as_str()],
    };
    codes(&case)
}

fn codes(case: &Case<'_>) -> Vec<&'static str> {
    match check_data(&case.passage, &case.observed, case.now) {
        Ok(_) => vec![],
        Err(failures) => failures.iter().map(DataFailure::code).collect(),
    }
}

#[test]
fn a_fault_of_a_passage_is_refused_with_its_code() {
    faults::run(include_str!("faults.json"), check);
}

/// Every label over three regions.
fn labels() -> Vec<Label<'static>> {
    let names = ["ch", "eu", "us"].map(Identifier::constant);
    let mut regions = vec![Regions::ANY];
    for bits in 0..8_u8 {
        let chosen = names
            .iter()
            .enumerate()
            .filter(|(index, _)| bits >> index & 1 == 1);
        regions.push(Regions::only(chosen.map(|(_, name)| name.clone())));
    }
    Classification::ALL
        .into_iter()
        .flat_map(|classification| {
            regions.iter().cloned().map(move |regions| Label {
                classification,
                regions,
            })
        })
        .collect()
}

#[test]
fn labels_are_a_lattice() {
    let labels = labels();
    assert_eq!(labels.len(), 36);
    for a in &labels {
        assert_eq!(a.join(a), *a, "idempotent");
        assert!(a.is_at_most(a), "reflexive");
        assert_eq!(Label::LOWEST.join(a), *a, "the lowest is neutral");
        assert_eq!(
            Label::HIGHEST.join(a),
            Label::HIGHEST,
            "the highest absorbs"
        );
        assert!(Label::LOWEST.is_at_most(a) && a.is_at_most(&Label::HIGHEST));
        for b in &labels {
            let join = a.join(b);
            assert_eq!(join, b.join(a), "commutative");
            assert!(a.is_at_most(&join) && b.is_at_most(&join), "an upper bound");
            assert_eq!(a.is_at_most(b), join == *b, "order and join agree");
            assert!(
                !(a.is_at_most(b) && b.is_at_most(a)) || a == b,
                "antisymmetric"
            );
            for c in &labels {
                assert_eq!(join.join(c), a.join(&b.join(c)), "associative");
                assert!(
                    !(a.is_at_most(c) && b.is_at_most(c)) || join.is_at_most(c),
                    "the least upper bound"
                );
                assert!(
                    !a.is_at_most(b) || a.join(c).is_at_most(&b.join(c)),
                    "monotone"
                );
            }
        }
    }
}

#[test]
fn classifications_ascend() {
    assert!(Classification::ALL.is_sorted_by(|left, right| left < right));
    let names: Vec<Classification> =
        canonical::from_slice(br#"["public", "internal", "confidential", "restricted"]"#).unwrap();
    assert_eq!(names, Classification::ALL);
}

#[test]
fn a_verified_label_is_never_lowered_by_any_claim() {
    let observed = |label: &Label<'static>| DataObservations {
        verified: vec![VerifiedData {
            digest: digest('1'),
            label: label.clone(),
            derived_from: [].into(),
        }],
        permissions: vec![],
        routes: vec![],
        releases: vec![],
    };
    let now = Instant::parse("2026-10-16T09:00:30Z").unwrap();
    for verified in labels() {
        let observed = observed(&verified);
        for claimed in labels() {
            let mut passage = passage();
            passage.items[0].claimed = Some(claimed.clone());
            let failures = check_data(&passage, &observed, now).unwrap_err();
            let lowered = failures
                .iter()
                .any(|failure| failure.code() == "label_lowered");
            assert_eq!(lowered, !verified.is_at_most(&claimed));
        }
    }
}

#[test]
fn the_nine_stages_are_permitted_one_by_one() {
    assert_eq!(Stage::ALL.len(), 9);
    for permitted in Stage::ALL {
        for stage in Stage::ALL {
            let mut case = released();
            case.passage.items.clear();
            case.passage.stage = stage;
            case.observed.permissions[0].stages = [permitted].into();
            let expected: &[&str] = if stage == permitted {
                &[]
            } else {
                &["stage_not_permitted"]
            };
            assert_eq!(
                codes(&case),
                expected,
                "{stage} where {permitted} is permitted"
            );
            let name = canonical::to_canonical(&stage).unwrap();
            assert_eq!(name, canonical::to_canonical(&stage.to_string()).unwrap());
        }
    }
}

fn digest(character: char) -> Digest {
    let hex: alloc::string::String = core::iter::repeat_n(character, 64).collect();
    Digest::parse_hex(&hex).unwrap()
}

fn id(text: &'static str) -> Identifier<'static> {
    Identifier::constant(text)
}

fn passage() -> Passage<'static> {
    Passage {
        stage: Stage::Export,
        purpose: id("support"),
        recipient: id("customer-9"),
        processor: Processor {
            id: id("model-host"),
            configuration: digest('c'),
        },
        operation_id: id("op-1"),
        action: digest('a'),
        items: vec![DataItem {
            digest: digest('1'),
            claimed: None,
            release: None,
        }],
    }
}

/// A result that is public by its release alone.
fn released() -> Case<'static> {
    let public = Label::LOWEST;
    let release = ReleaseTransformation {
        sources: [digest('2'), digest('3')].into(),
        results: [digest('1')].into(),
        label: public.clone(),
        purpose: id("support"),
        recipient: id("customer-9"),
        processor: passage().processor,
        stage: Stage::Export,
        operation_id: id("op-1"),
        action: digest('a'),
    };
    let mut passage = passage();
    passage.items[0].release = Some(release.digest().unwrap());
    let verified = |character, label, derived_from: &[Digest]| VerifiedData {
        digest: digest(character),
        label,
        derived_from: derived_from.iter().copied().collect(),
    };
    let interval = canonical::from_slice(
        br#"{ "from": "2026-10-16T09:00:00Z", "until": "2026-10-16T09:01:00Z" }"#,
    );
    Case {
        now: Instant::parse("2026-10-16T09:00:30Z").unwrap(),
        observed: DataObservations {
            verified: vec![
                verified('1', public, &[digest('2'), digest('3')]),
                verified('2', Label::HIGHEST, &[]),
                verified('3', Label::LOWEST, &[]),
            ],
            permissions: vec![DataPermission {
                stages: [Stage::Export].into(),
                purpose: id("support"),
                recipient: id("customer-9"),
                processor: id("model-host"),
                up_to: Classification::Public,
            }],
            routes: vec![ProcessorRoute {
                source: RouteSource::ActualRoute,
                processor: passage.processor.clone(),
                processing: [id("eu")].into(),
                logs: [].into(),
                caches: [].into(),
                interval: interval.unwrap(),
            }],
            releases: vec![release],
        },
        passage,
    }
}

#[test]
fn a_release_lowers_the_label_of_its_result_for_its_passage() {
    let mut case = released();
    assert_eq!(codes(&case), [""; 0]);
    let permitted = check_data(&case.passage, &case.observed, case.now).unwrap();
    assert_eq!(permitted.label, Label::LOWEST);
    assert_eq!(
        permitted.until,
        Instant::parse("2026-10-16T09:01:00Z").unwrap()
    );
    // Without it the sources bind the result.
    case.passage.items[0].release = None;
    assert_eq!(codes(&case), ["stage_not_permitted", "residency_denied"]);
}

#[test]
fn a_release_never_lowers_what_was_verified_of_the_result_itself() {
    let mut case = released();
    case.observed.verified[0].label.classification = Classification::Internal;
    assert_eq!(codes(&case), ["stage_not_permitted"]);
}

#[test]
fn a_release_of_what_was_made_from_nothing_known_releases_nothing() {
    let mut case = released();
    case.observed.verified.remove(0);
    assert_eq!(
        codes(&case),
        [
            "release_mismatch",
            "stage_not_permitted",
            "residency_denied"
        ]
    );
}

/// A change of one member of a release, and the member that it mismatches then.
type Change = (
    fn(&mut ReleaseTransformation<'static>),
    Option<ReleaseMember>,
);

const CHANGES: [Change; 10] = [
    (
        |release| {
            release.sources.pop_last();
        },
        Some(ReleaseMember::Sources),
    ),
    (
        |release| {
            release.sources.insert(digest('4'));
        },
        Some(ReleaseMember::Sources),
    ),
    (
        |release| release.results = [digest('5')].into(),
        Some(ReleaseMember::Results),
    ),
    (
        |release| release.purpose = id("marketing"),
        Some(ReleaseMember::Purpose),
    ),
    (
        |release| release.recipient = id("customer-8"),
        Some(ReleaseMember::Recipient),
    ),
    (
        |release| release.processor.id = id("other-host"),
        Some(ReleaseMember::Processor),
    ),
    (
        |release| release.processor.configuration = digest('d'),
        Some(ReleaseMember::Processor),
    ),
    (
        |release| release.stage = Stage::Cache,
        Some(ReleaseMember::Stage),
    ),
    (
        |release| release.operation_id = id("op-2"),
        Some(ReleaseMember::Operation),
    ),
    (
        |release| release.action = digest('b'),
        Some(ReleaseMember::Action),
    ),
];

#[test]
fn a_release_binds_every_member() {
    for (index, (change, member)) in CHANGES.iter().enumerate() {
        let mut case = released();
        let before = case.observed.releases[0].digest().unwrap();
        change(&mut case.observed.releases[0]);
        let after = case.observed.releases[0].digest().unwrap();
        assert_ne!(before, after, "change {index}");
        // The item still names the release that was issued.
        let failures = check_data(&case.passage, &case.observed, case.now).unwrap_err();
        let item = digest('1');
        let mismatch = |member| vec![DataFailure::ReleaseMismatch { item, member }];
        assert_eq!(failures, mismatch(ReleaseMember::Release), "change {index}");
        // And now the one that was changed.
        case.passage.items[0].release = Some(after);
        let failures = check_data(&case.passage, &case.observed, case.now).unwrap_err();
        assert_eq!(failures, mismatch(member.unwrap()), "change {index}");
    }
    let mut case = released();
    let before = case.observed.releases[0].digest().unwrap();
    case.observed.releases[0].label.classification = Classification::Internal;
    assert_ne!(before, case.observed.releases[0].digest().unwrap());
}

#[test]
fn a_release_has_no_member_that_its_digest_leaves_out() {
    let value = canonical::to_value(&released().observed.releases[0]).unwrap();
    let members: Vec<_> = value.as_object().unwrap().keys().collect();
    assert_eq!(
        members,
        [
            "action",
            "label",
            "operation_id",
            "processor",
            "purpose",
            "recipient",
            "results",
            "sources",
            "stage"
        ]
    );
    let again: ReleaseTransformation<'_> = canonical::from_value(&value).unwrap();
    assert_eq!(again, released().observed.releases[0]);
    let domain = crate::digest::Domain::new("contextos.release_transformation.v1").unwrap();
    assert_eq!(again.digest().unwrap(), Digest::in_domain(domain, &value));
    // What a decoder would skip is not a release.
    let mut more: Object<'_> = value.as_object().unwrap().clone();
    more.insert("verified", true);
    assert!(canonical::from_value::<ReleaseTransformation<'_>>(&Value::Object(more)).is_err());
}
