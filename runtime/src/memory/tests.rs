use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use serde::Deserialize;

use super::*;
use crate::canonical::{self, Value};
use crate::counter::Counter;
use crate::digest::Digest;
use crate::faults;
use crate::ident::Identifier;
use crate::time::Instant;

fn codes<T>(result: Result<T, Vec<MemoryFailure>>) -> Vec<&'static str> {
    let failures = result.err().unwrap_or_default();
    failures.iter().map(MemoryFailure::code).collect()
}

fn id(text: impl Into<String>) -> Identifier<'static> {
    Identifier::new(text.into()).unwrap()
}

fn at(text: &str) -> Instant {
    Instant::parse(text).unwrap()
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CaptureCase<'a> {
    now: Instant,
    #[serde(borrow)]
    capture: Capture<'a>,
    #[serde(borrow)]
    policy: CapturePolicy<'a>,
}

#[test]
fn a_fault_of_a_capture_is_refused_with_its_code() {
    faults::run(
        include_str!("faults/capture.json"),
        |document| match canonical::from_value::<CaptureCase<'_>>(document) {
            Err(error) => vec![error.code().as_str()],
            Ok(case) => {
                let result = capture(case.capture, &case.policy, case.now);
                if let Ok(record) = &result {
                    assert_eq!(record.state, MemoryState::Captured);
                    assert_eq!(record.revision, Counter::ZERO);
                }
                codes(result)
            }
        },
    );
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ReadCase<'a> {
    now: Instant,
    #[serde(borrow)]
    reader: MemoryReader<'a>,
    #[serde(borrow)]
    readers: NamespaceReaders<'a>,
    #[serde(borrow)]
    record: MemoryRecord<'a>,
}

#[test]
fn a_fault_of_a_read_is_refused_with_its_code() {
    faults::run(
        include_str!("faults/read.json"),
        |document| match canonical::from_value::<ReadCase<'_>>(document) {
            Err(error) => vec![error.code().as_str()],
            Ok(case) => codes(check_read(
                &case.reader,
                &case.readers,
                &case.record,
                case.now,
            )),
        },
    );
}

const RECORD: &[u8] = br#"{ "memory_id": "m-1", "namespace": { "kind": "work", "owner": "org-1" },
    "purpose": "support", "request_id": null, "revision": 0, "state": "captured",
    "content": "sha256:1111111111111111111111111111111111111111111111111111111111111111",
    "retention": { "from": "2026-10-16T09:00:00Z", "until": "2026-11-16T09:00:00Z" } }"#;

fn record(state: MemoryState<'static>) -> MemoryRecord<'static> {
    let record: MemoryRecord<'static> = canonical::from_slice(RECORD).unwrap();
    MemoryRecord { state, ..record }
}

fn review() -> Review<'static> {
    Review {
        reviewer: id("lead-1"),
        at: at("2026-10-16T10:00:00Z"),
    }
}

fn reviewed(verdict: Verdict) -> MemoryState<'static> {
    MemoryState::Reviewed {
        review: review(),
        verdict,
    }
}

fn reviewing(verdict: Verdict) -> MemoryChange<'static> {
    MemoryChange::Review {
        reviewer: id("lead-1"),
        verdict,
    }
}

#[test]
fn a_record_goes_from_capture_to_promotion_step_by_step() {
    use Verdict::{Accepted, Rejected};

    const INVALID: Result<usize, &str> = Err("transition_invalid");
    const UNREVIEWED: Result<usize, &str> = Err("review_missing");

    let now = at("2026-10-16T10:00:00Z");
    let states = [
        MemoryState::Captured,
        MemoryState::Candidate,
        reviewed(Accepted),
        reviewed(Rejected),
        MemoryState::Promoted { review: review() },
    ];
    let changes = [
        MemoryChange::Propose,
        reviewing(Accepted),
        reviewing(Rejected),
        MemoryChange::Promote,
    ];
    // By state, the state after each change.
    let table = [
        [Ok(1), INVALID, INVALID, UNREVIEWED],
        [INVALID, Ok(2), Ok(3), UNREVIEWED],
        [INVALID, INVALID, INVALID, Ok(4)],
        [INVALID, INVALID, INVALID, UNREVIEWED],
        [INVALID, INVALID, INVALID, INVALID],
    ];
    for (state, row) in states.iter().zip(table) {
        for (change, expected) in changes.iter().zip(row) {
            let before = record(state.clone());
            let after = transition_memory(&before, change.clone(), Counter::ZERO, now);
            let found = after.as_ref().map_err(MemoryFailure::code);
            match expected {
                Err(code) => assert_eq!(found.err(), Some(code), "{state:?} {change:?}"),
                Ok(index) => {
                    let expected = MemoryRecord {
                        state: states[index].clone(),
                        revision: Counter::ONE,
                        ..before
                    };
                    assert_eq!(found, Ok(&expected), "{state:?} {change:?}");
                }
            }
        }
    }
}

#[test]
fn a_step_needs_the_revision_and_a_record_that_is_kept() {
    let now = at("2026-10-16T10:00:00Z");
    let captured = record(MemoryState::Captured);
    let step = |record: &MemoryRecord<'static>, revision, now| {
        let next = transition_memory(record, MemoryChange::Propose, revision, now);
        next.err().map(|failure| failure.code())
    };
    assert_eq!(step(&captured, Counter::ZERO, now), None);
    assert_eq!(
        step(&captured, Counter::ONE, now),
        Some("revision_conflict")
    );
    for outside in ["2026-10-16T08:59:59Z", "2026-11-16T09:00:00Z"] {
        let code = step(&captured, Counter::ZERO, at(outside));
        assert_eq!(code, Some("retention_over"), "{outside}");
    }
    let mut asked = captured.clone();
    asked.request_id = Some(id("req-1"));
    assert_eq!(step(&asked, Counter::ZERO, now), Some("request_open"));
    let mut last = captured;
    last.revision = Counter::MAX;
    assert_eq!(step(&last, Counter::MAX, now), Some("counter_overflow"));
}

#[test]
fn what_is_over_is_named_at_the_moment_it_is_over() {
    let records = ["2026-11-16T09:00:00Z", "2026-12-16T09:00:00Z"].map(|until| {
        let mut record = record(MemoryState::Captured);
        record.retention = crate::time::Interval::new(record.retention.from(), at(until)).unwrap();
        record
    });
    let over = |now| overdue(&records, at(now)).count();
    assert_eq!(over("2026-11-16T08:59:59.999999999999999999Z"), 0);
    assert_eq!(over("2026-11-16T09:00:00Z"), 1);
    assert_eq!(over("2026-12-16T09:00:00Z"), 2);
    assert_eq!(over("2026-10-01T00:00:00Z"), 0);
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ReceiptCase<'a> {
    #[serde(borrow)]
    request: MemoryRequest<'a>,
    #[serde(borrow)]
    inventory: Inventory<'a>,
    #[serde(borrow)]
    receipts: Vec<Receipt<'a>>,
    revision: Counter,
    #[serde(borrow)]
    receipt: Receipt<'a>,
    expected_revision: Counter,
}

fn judge_receipt(document: &Value<'_>) -> Vec<&'static str> {
    let case: ReceiptCase<'_> = match canonical::from_value(document) {
        Ok(case) => case,
        Err(error) => return vec![error.code().as_str()],
    };
    let stored = Propagation::restore(case.request, case.inventory, case.receipts, case.revision);
    let next = stored.and_then(|stored| {
        let next = stored.record(case.receipt.clone(), case.expected_revision)?;
        let same = stored.receipts().any(|receipt| *receipt == case.receipt);
        let steps = next.revision().get() - stored.revision().get();
        assert_eq!(steps, u64::from(!same));
        let state = next.state(&case.receipt.target_id);
        assert_eq!(state, Some(case.receipt.state));
        Ok(next)
    });
    codes(next.map_err(|failure| vec![failure]))
}

#[test]
fn a_fault_of_a_receipt_is_refused_with_its_code() {
    let inventory = Inventory::new(id("inv-1"), id("m-1"), ["cache-1", "index-7"].map(id)).unwrap();
    let digest = format!("{}", inventory.digest().unwrap());
    let text = include_str!("faults/receipts.json").replace("INVENTORY", &digest);
    faults::run(&text, judge_receipt);
}

fn request(change: RequestedChange) -> MemoryRequest<'static> {
    MemoryRequest {
        request_id: id("req-1"),
        memory_id: id("m-1"),
        change,
        requested_at: at("2026-10-16T09:00:00Z"),
    }
}

fn inventory(copies: usize) -> Result<Inventory<'static>, MemoryFailure> {
    Inventory::new(
        id("inv-1"),
        id("m-1"),
        (0..copies).map(|copy| id(format!("copy-{copy}"))),
    )
}

fn receipt(
    inventory: &Inventory<'_>,
    target: Identifier<'static>,
    state: TargetState,
) -> Receipt<'static> {
    Receipt {
        request_id: id("req-1"),
        inventory: inventory.digest().unwrap(),
        target_id: target,
        state,
        at: at("2026-10-16T09:05:00Z"),
        evidence: Some(Digest::of_bytes(b"evidence")),
    }
}

#[test]
fn at_most_128_copies_are_known() {
    let full = inventory(128).unwrap();
    assert_eq!(full.targets().count(), TARGETS_MAX);
    let error = inventory(129).unwrap_err();
    assert_eq!(error.code(), "bound_exceeded");
    assert_eq!(error, MemoryFailure::BoundExceeded { most: COPIES_MAX });
    // A document is held to the same bound.
    let written = String::from_utf8(canonical::to_canonical(&full).unwrap()).unwrap();
    let again: Inventory<'_> = canonical::from_slice(written.as_bytes()).unwrap();
    assert_eq!(again, full);
    let longer = written.replace(r#""copies":["#, r#""copies":["one-more","#);
    assert!(canonical::from_slice::<Inventory<'_>>(longer.as_bytes()).is_err());
}

#[test]
fn at_most_129_receipts_are_kept() {
    let full = inventory(128).unwrap();
    let all: Vec<_> = full
        .targets()
        .map(|target| receipt(&full, target.clone(), TargetState::Failed))
        .collect();
    assert_eq!(all.len(), 129);
    let restore = |receipts| {
        let request = request(RequestedChange::Deletion);
        Propagation::restore(request, full.clone(), receipts, Counter::ZERO)
    };
    let whole = restore(all.clone()).unwrap();
    assert_eq!(whole.receipts().len(), 129);
    let mut more = all.clone();
    more.push(all[0].clone());
    let error = restore(more).unwrap_err();
    assert_eq!(error, MemoryFailure::BoundExceeded { most: 129 });
    assert_eq!(error.code(), "bound_exceeded");
    // One by one they are as many, and a later receipt replaces the one of its target.
    let mut one_by_one = restore(vec![]).unwrap();
    for receipt in &all {
        one_by_one = one_by_one
            .record(receipt.clone(), one_by_one.revision())
            .unwrap();
    }
    assert_eq!(one_by_one.receipts().len(), 129);
    let mut later = receipt(&full, id("m-1"), TargetState::Confirmed);
    later.at = at("2026-10-16T09:06:00Z");
    let replaced = one_by_one.record(later, one_by_one.revision()).unwrap();
    assert_eq!(replaced.receipts().len(), 129);
    assert_eq!(replaced.state(&id("m-1")), Some(TargetState::Confirmed));
    // A document is held to the same bound.
    let written = String::from_utf8(canonical::to_canonical(&whole).unwrap()).unwrap();
    let again: Propagation<'_> = canonical::from_slice(written.as_bytes()).unwrap();
    assert_eq!(again, whole);
    let first = String::from_utf8(canonical::to_canonical(&all[0]).unwrap()).unwrap();
    let longer = written.replace(r#""receipts":["#, &format!(r#""receipts":[{first},"#));
    assert!(canonical::from_slice::<Propagation<'_>>(longer.as_bytes()).is_err());
}

#[test]
fn a_request_is_complete_when_every_listed_target_is_confirmed() {
    use TargetState::{Confirmed, ExternalUnknown, Failed, Pending};

    let change = RequestedChange::Correction {
        content: Digest::of_bytes(b"corrected"),
    };
    let inventory = inventory(2).unwrap();
    let verified = inventory.digest().unwrap();
    let propagation = |states: [TargetState; 3]| {
        let targets = inventory.targets().cloned().zip(states);
        let receipts = targets.map(|(target, state)| receipt(&inventory, target, state));
        let (request, receipts) = (request(change), receipts.collect());
        Propagation::restore(request, inventory.clone(), receipts, Counter::ZERO).unwrap()
    };
    let all = [Pending, Confirmed, Failed, ExternalUnknown];
    for a in all {
        for b in all {
            for c in all {
                let states = [a, b, c];
                let open: Vec<_> = inventory
                    .targets()
                    .cloned()
                    .zip(states)
                    .filter(|(_, state)| *state != Confirmed)
                    .collect();
                let completion = propagation(states).completion(verified);
                if states == [Confirmed; 3] {
                    let Completion::Complete(claim) = completion else {
                        panic!("{completion:?}");
                    };
                    assert_eq!(claim.targets, 3);
                    assert_eq!(claim.change, change);
                } else {
                    let inventory_verified = true;
                    assert_eq!(
                        completion,
                        Completion::Incomplete {
                            inventory_verified,
                            open
                        }
                    );
                }
            }
        }
    }
    // The same receipts complete nothing for an inventory that nobody verified.
    let completion = propagation([Confirmed; 3]).completion(Digest::of_bytes(b"another"));
    assert_eq!(
        completion,
        Completion::Incomplete {
            inventory_verified: false,
            open: vec![]
        }
    );
}

#[test]
fn a_target_without_a_receipt_is_pending() {
    let inventory = inventory(1).unwrap();
    let verified = inventory.digest().unwrap();
    let opened = Propagation::open(request(RequestedChange::Deletion), inventory.clone()).unwrap();
    assert_eq!(opened.state(&id("m-1")), Some(TargetState::Pending));
    assert_eq!(opened.state(&id("copy-0")), Some(TargetState::Pending));
    assert_eq!(opened.state(&id("copy-1")), None);
    let confirmed = receipt(&inventory, id("copy-0"), TargetState::Confirmed);
    let half = opened.record(confirmed, Counter::ZERO).unwrap();
    let open = vec![(id("m-1"), TargetState::Pending)];
    let inventory_verified = true;
    assert_eq!(
        half.completion(verified),
        Completion::Incomplete {
            inventory_verified,
            open
        }
    );
}

#[test]
fn a_claim_names_its_inventory_and_nothing_beyond_it() {
    let inventory = inventory(0).unwrap();
    let verified = inventory.digest().unwrap();
    let confirmed = receipt(&inventory, id("m-1"), TargetState::Confirmed);
    let request = request(RequestedChange::Deletion);
    let receipts = vec![confirmed];
    let done = Propagation::restore(request, inventory, receipts, Counter::ONE).unwrap();
    let Completion::Complete(claim) = done.completion(verified) else {
        panic!("nothing is open");
    };
    let written = String::from_utf8(canonical::to_canonical(&claim).unwrap()).unwrap();
    assert_eq!(
        written,
        format!(
            r#"{{"change":"deletion","establishes":"listed_targets_confirmed","inventory":"{verified}","inventory_id":"inv-1","not_established":["copies_outside_inventory"],"request_id":"req-1","targets":1}}"#
        )
    );
}

#[test]
fn an_inventory_cannot_change_under_its_receipts() {
    let two = inventory(2).unwrap();
    let three = inventory(3).unwrap();
    assert_ne!(two.digest().unwrap(), three.digest().unwrap());
    let confirmed = receipt(&two, id("m-1"), TargetState::Confirmed);
    let opened = Propagation::open(request(RequestedChange::Deletion), three).unwrap();
    let error = opened.record(confirmed, Counter::ZERO).unwrap_err();
    assert_eq!(error.code(), "receipt_mismatch");
}
