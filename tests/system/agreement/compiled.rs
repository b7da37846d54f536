//! Modules of generated code, in lists that a test holds against the registry: none can be forgotten.

use std::collections::BTreeSet;
use std::fmt;

use ordain_runtime::canonical::Value;
use ordain_runtime::digest::Digest;
use ordain_runtime::policy::compiled::{ControlRef, Decision};
use ordain_runtime::policy::{EvaluationError, Features, Verdict};
use ordain_runtime::registry::{ArtefactRef, Kind, Registry};

pub(super) type Decided = Result<Decision<'static>, EvaluationError<'static>>;
pub(super) type Judged = Result<Verdict, EvaluationError<'static>>;

/// What a module says that it implements.
#[derive(Clone, Copy)]
pub(crate) struct Name {
    pub(crate) id: &'static str,
    pub(crate) revision: &'static str,
    pub(crate) digest: Digest,
}

/// The module of a policy: its three ways in, the first behind the decoding that belongs to it.
#[derive(Clone, Copy)]
pub(crate) struct CompiledPolicy {
    pub(crate) name: Name,
    pub(crate) typed: fn(&[u8]) -> Decided,
    pub(crate) json: fn(&[u8]) -> Decided,
    pub(crate) untyped: fn(&Value<'_>) -> Decided,
}

/// The module of a control, likewise.
#[derive(Clone, Copy)]
pub(crate) struct CompiledControl {
    pub(crate) name: Name,
    pub(crate) typed: fn(&[u8]) -> Judged,
    pub(crate) json: fn(&[u8]) -> Judged,
    pub(crate) untyped: fn(&Value<'_>) -> Judged,
}

/// The module of a profile.
#[derive(Clone, Copy)]
pub(crate) struct CompiledProfile {
    pub(crate) name: Name,
    pub(crate) mandatory: fn(Features) -> Vec<&'static ControlRef>,
    pub(crate) optional: fn(Features) -> Vec<&'static ControlRef>,
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}@{}", self.id, self.revision)
    }
}

impl Name {
    /// The artefact that this names.
    pub(crate) fn reference(&self, kind: Kind) -> ArtefactRef {
        ArtefactRef {
            artifact_type: kind,
            artifact_id: self.id.into(),
            version: self.revision.into(),
            sha256: self.digest,
        }
    }
}

/// Whether the list names every artefact of its kind, each by its digest.
pub(super) fn assert_complete(registry: &Registry, kind: Kind, names: impl Iterator<Item = Name>) {
    let listed: BTreeSet<_> = names.map(|name| name.reference(kind)).collect();
    let stored: BTreeSet<_> = registry
        .references()
        .filter(|one| one.artifact_type == kind)
        .collect();
    let missing: Vec<_> = stored.difference(&listed).collect();
    let unknown: Vec<_> = listed.difference(&stored).collect();
    assert!(
        missing.is_empty() && unknown.is_empty(),
        "the list of modules is not that of the registry\nmissing: {missing:#?}\nunknown: {unknown:#?}"
    );
}

/// Lists policies: `package::module on the type of its facts`.
macro_rules! policies {
    ($($package:ident :: $module:ident on $facts:ty;)*) => {
        &[$($crate::agreement::CompiledPolicy {
            name: $crate::agreement::Name {
                id: $package::$module::ID,
                revision: $package::$module::REVISION,
                digest: $package::$module::DIGEST,
            },
            typed: |bytes| Ok($package::$module::evaluate(&<$facts>::from_json(bytes)?)?),
            json: $package::$module::evaluate_json,
            untyped: $package::$module::evaluate_untyped,
        }),*]
    };
}

/// Lists controls: `package::module on the type of its evidence`.
macro_rules! controls {
    ($($package:ident :: $module:ident on $facts:ty;)*) => {
        &[$($crate::agreement::CompiledControl {
            name: $crate::agreement::Name {
                id: $package::$module::ID,
                revision: $package::$module::REVISION,
                digest: $package::$module::DIGEST,
            },
            typed: |bytes| Ok($package::$module::judge(&<$facts>::from_json(bytes)?)?),
            json: $package::$module::judge_json,
            untyped: $package::$module::judge_untyped,
        }),*]
    };
}

/// Lists profiles: `package::module`.
macro_rules! profiles {
    ($($package:ident :: $module:ident;)*) => {
        &[$($crate::agreement::CompiledProfile {
            name: $crate::agreement::Name {
                id: $package::$module::ID,
                revision: $package::$module::REVISION,
                digest: $package::$module::DIGEST,
            },
            mandatory: |features| $package::$module::mandatory(features).collect(),
            optional: |features| $package::$module::optional(features).collect(),
        }),*]
    };
}

pub(crate) use {controls, policies, profiles};
