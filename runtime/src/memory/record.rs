//! A record from its capture to its promotion. Who reads it lives in `read`, how it is forgotten in `propagation`.

use alloc::collections::BTreeSet;
use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use super::error::{BeyondCapture, MemoryFailure};
use crate::counter::Counter;
use crate::digest::Digest;
use crate::ident::Identifier;
use crate::time::{Instant, Interval};

/// Whose memory it is. Two that differ in anything never read each other.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Namespace<'a> {
    /// Personal or work.
    pub kind: NamespaceKind,
    /// The person, or the organisation.
    #[serde(borrow)]
    pub owner: Identifier<'a>,
}

/// The two kinds of memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NamespaceKind {
    /// Of a person.
    Personal,
    /// Of an organisation.
    Work,
}

/// What may be captured in a namespace for a purpose.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CapturePolicy<'a> {
    /// The namespace.
    #[serde(borrow)]
    pub namespace: Namespace<'a>,
    /// What for.
    #[serde(borrow)]
    pub purpose: Identifier<'a>,
    /// The fields that the purpose needs, 128 at most.
    #[serde(borrow, deserialize_with = "crate::bounded::set::<_, _, 128>")]
    pub fields: BTreeSet<Identifier<'a>>,
    /// The first moment at which nothing captured now may still be kept.
    pub keep_until: Instant,
}

/// What is to be captured.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Capture<'a> {
    /// The new record.
    #[serde(borrow)]
    pub memory_id: Identifier<'a>,
    /// Where it goes.
    #[serde(borrow)]
    pub namespace: Namespace<'a>,
    /// What for.
    #[serde(borrow)]
    pub purpose: Identifier<'a>,
    /// The fields that it holds, 128 at most.
    #[serde(borrow, deserialize_with = "crate::bounded::set::<_, _, 128>")]
    pub fields: BTreeSet<Identifier<'a>>,
    /// The digest of its content.
    pub content: Digest,
    /// When it is kept.
    pub retention: Interval,
}

/// A record of memory.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MemoryRecord<'a> {
    /// The record.
    #[serde(borrow)]
    pub memory_id: Identifier<'a>,
    /// Whose it is.
    #[serde(borrow)]
    pub namespace: Namespace<'a>,
    /// What for.
    #[serde(borrow)]
    pub purpose: Identifier<'a>,
    /// The digest of its content.
    pub content: Digest,
    /// When it is kept.
    pub retention: Interval,
    /// How far it came.
    #[serde(borrow)]
    pub state: MemoryState<'a>,
    /// The correction or deletion that is under way; `null` while there is none.
    #[serde(borrow)]
    pub request_id: Option<Identifier<'a>>,
    /// 0 at capture, and one more with each change.
    pub revision: Counter,
}

/// How far a record came. Only a promoted one lasts and is read, and none can be without its review.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MemoryState<'a> {
    /// It was taken down.
    Captured,
    /// It was proposed to be kept.
    Candidate,
    /// Somebody looked at it.
    Reviewed {
        /// Who, and when.
        #[serde(borrow)]
        review: Review<'a>,
        /// With which verdict.
        verdict: Verdict,
    },
    /// It is kept, after this review accepted it.
    Promoted {
        /// Who, and when.
        #[serde(borrow)]
        review: Review<'a>,
    },
}

/// A review.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Review<'a> {
    /// Who looked.
    #[serde(borrow)]
    pub reviewer: Identifier<'a>,
    /// When.
    pub at: Instant,
}

/// What a review found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// It may be promoted.
    Accepted,
    /// It may not.
    Rejected,
}

/// A step of a record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MemoryChange<'a> {
    /// Captured becomes candidate.
    Propose,
    /// Candidate becomes reviewed.
    Review {
        /// Who looked.
        #[serde(borrow)]
        reviewer: Identifier<'a>,
        /// With which verdict.
        verdict: Verdict,
    },
    /// Reviewed and accepted becomes promoted.
    Promote,
}

/// Takes down what a purpose needs, and no more (semantics, section 7).
///
/// # Errors
///
/// All that apply, in this order: `namespace_denied`; `capture_excessive` for the purpose and for each field;
/// `retention_over` where the retention does not contain `now`; `retention_exceeded`.
pub fn capture<'a>(
    capture: Capture<'a>,
    policy: &CapturePolicy<'_>,
    now: Instant,
) -> Result<MemoryRecord<'a>, Vec<MemoryFailure>> {
    let mut failures = Vec::new();
    if capture.namespace != policy.namespace {
        failures.push(MemoryFailure::NamespaceDenied);
    }
    let beyond = MemoryFailure::CaptureExcessive;
    if capture.purpose != policy.purpose {
        failures.push(beyond(BeyondCapture::Purpose));
    }
    let fields = capture.fields.iter();
    let unneeded = fields.filter(|field| !policy.fields.contains(field.as_str()));
    failures.extend(unneeded.map(|field| beyond(BeyondCapture::Field(field.clone().into_owned()))));
    if !capture.retention.contains(now) {
        failures.push(MemoryFailure::RetentionOver);
    }
    if capture.retention.until() > policy.keep_until {
        failures.push(MemoryFailure::RetentionExceeded);
    }
    if !failures.is_empty() {
        return Err(failures);
    }
    Ok(MemoryRecord {
        memory_id: capture.memory_id,
        namespace: capture.namespace,
        purpose: capture.purpose,
        content: capture.content,
        retention: capture.retention,
        state: MemoryState::Captured,
        request_id: None,
        revision: Counter::ZERO,
    })
}

/// The record after one step of `capture → candidate → reviewed → promoted` (semantics, section 7).
///
/// # Errors
///
/// The first that applies: `revision_conflict`, `retention_over`, `request_open`, `review_missing` for a promotion that no
/// review accepted, `transition_invalid`, `counter_overflow`.
pub fn transition_memory<'a>(
    record: &MemoryRecord<'a>,
    change: MemoryChange<'a>,
    expected_revision: Counter,
    now: Instant,
) -> Result<MemoryRecord<'a>, MemoryFailure> {
    if record.revision != expected_revision {
        return Err(MemoryFailure::RevisionConflict);
    }
    if !record.retention.contains(now) {
        return Err(MemoryFailure::RetentionOver);
    }
    if record.request_id.is_some() {
        return Err(MemoryFailure::RequestOpen);
    }
    let state = match (&record.state, change) {
        (MemoryState::Captured, MemoryChange::Propose) => MemoryState::Candidate,
        (MemoryState::Candidate, MemoryChange::Review { reviewer, verdict }) => {
            MemoryState::Reviewed {
                review: Review { reviewer, at: now },
                verdict,
            }
        }
        (
            MemoryState::Reviewed {
                review,
                verdict: Verdict::Accepted,
            },
            MemoryChange::Promote,
        ) => MemoryState::Promoted {
            review: review.clone(),
        },
        (
            MemoryState::Captured | MemoryState::Candidate | MemoryState::Reviewed { .. },
            MemoryChange::Promote,
        ) => return Err(MemoryFailure::ReviewMissing),
        _ => return Err(MemoryFailure::TransitionInvalid),
    };
    Ok(MemoryRecord {
        state,
        revision: record.revision.next()?,
        ..record.clone()
    })
}
