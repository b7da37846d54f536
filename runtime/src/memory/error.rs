//! Why memory is not captured, changed, read or forgotten as asked.

use crate::canonical::EncodeError;
use crate::counter::CounterOverflow;
use crate::ident::Identifier;

/// One reason.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum MemoryFailure {
    /// `namespace_denied`: the namespace is another one, or does not list the reader.
    #[error("the namespace is not open to this")]
    NamespaceDenied,
    /// `capture_excessive`: more is captured than the purpose needs.
    #[error("the capture goes beyond its purpose: {0}")]
    CaptureExcessive(BeyondCapture),
    /// `retention_exceeded`: the record is to be kept longer than the policy of its capture allows.
    #[error("the record is to be kept longer than its policy allows")]
    RetentionExceeded,
    /// `retention_over`: the record may not be kept at this moment.
    #[error("the record is outside of its retention")]
    RetentionOver,
    /// `transition_invalid`: the change does not follow the state of the record.
    #[error("the change does not follow the state of the record")]
    TransitionInvalid,
    /// `review_missing`: nothing is promoted without a review that accepted it.
    #[error("no review accepted the record")]
    ReviewMissing,
    /// `not_promoted`: only what was promoted is read.
    #[error("the record was not promoted")]
    NotPromoted,
    /// `request_open`: the record is to be corrected or deleted.
    #[error("the record is to be corrected or deleted")]
    RequestOpen,
    /// `revision_conflict`: the state has another revision than the caller expected.
    #[error("the state has another revision")]
    RevisionConflict,
    /// `bound_exceeded`: more than 128 copies, or more than 129 receipts.
    #[error("there are more than {most}")]
    BoundExceeded {
        /// The most that there may be.
        most: usize,
    },
    /// `target_repeated`: one target stands twice.
    #[error("the target `{0}` stands twice")]
    TargetRepeated(Identifier<'static>),
    /// `target_unknown`: the target is none of the inventory.
    #[error("the target `{0}` is none of the inventory")]
    TargetUnknown(Identifier<'static>),
    /// `receipt_mismatch`: the receipt is of another request or inventory, or older than the request; or the inventory is
    /// of another record than the request.
    #[error("the receipt or inventory belongs to another request")]
    ReceiptMismatch,
    /// `receipt_outdated`: a receipt of the target that is as new, or newer, says otherwise.
    #[error("a receipt of the target that is as new says otherwise")]
    ReceiptOutdated,
    /// `evidence_missing`: a confirmation without evidence of its target.
    #[error("the confirmation has no evidence")]
    EvidenceMissing,
    /// `counter_overflow`: no further revision can be counted.
    #[error("{0}")]
    CounterOverflow(#[from] CounterOverflow),
    /// `not_encodable`: an inventory has no canonical form. Never for one that was decoded.
    #[error("{0}")]
    NotEncodable(#[from] EncodeError),
}

impl MemoryFailure {
    /// The stable code, in `snake_case`.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::NamespaceDenied => "namespace_denied",
            Self::CaptureExcessive(_) => "capture_excessive",
            Self::RetentionExceeded => "retention_exceeded",
            Self::RetentionOver => "retention_over",
            Self::TransitionInvalid => "transition_invalid",
            Self::ReviewMissing => "review_missing",
            Self::NotPromoted => "not_promoted",
            Self::RequestOpen => "request_open",
            Self::RevisionConflict => "revision_conflict",
            Self::BoundExceeded { .. } => "bound_exceeded",
            Self::TargetRepeated(_) => "target_repeated",
            Self::TargetUnknown(_) => "target_unknown",
            Self::ReceiptMismatch => "receipt_mismatch",
            Self::ReceiptOutdated => "receipt_outdated",
            Self::EvidenceMissing => "evidence_missing",
            Self::CounterOverflow(error) => error.code(),
            Self::NotEncodable(_) => "not_encodable",
        }
    }
}

/// What goes beyond the policy of a capture.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BeyondCapture {
    /// The purpose is another one.
    #[error("its purpose is another one")]
    Purpose,
    /// The purpose does not need the field.
    #[error("its purpose does not need `{0}`")]
    Field(Identifier<'static>),
}
