//! Profiles: which controls are mandatory and which may be missing, under each of the 256 sets of features.

use ordain_runtime::policy::Features;
use ordain_runtime::policy::compiled::ControlRef;
use ordain_runtime::policy::interpret::profile::expand;
use ordain_runtime::registry::{ArtefactRef, Kind, Registry};

use super::compiled::{CompiledProfile, assert_complete};

/// Whether every profile of the registry is listed, and every listed one asks for what its expansion asks for.
pub(crate) fn profiles_agree(registry: &Registry, profiles: &[CompiledProfile]) {
    assert_complete(
        registry,
        Kind::Profile,
        profiles.iter().map(|profile| profile.name),
    );
    for profile in profiles {
        let reference = profile.name.reference(Kind::Profile);
        for features in Features::every() {
            let expansion = expand(registry, &reference, features).unwrap();
            let subject = format!("{} under {features:?}", profile.name);
            assert_eq!(
                references((profile.mandatory)(features)),
                Vec::from_iter(expansion.mandatory),
                "mandatory in {subject}"
            );
            assert_eq!(
                references((profile.optional)(features)),
                Vec::from_iter(expansion.optional),
                "optional in {subject}"
            );
        }
    }
}

/// In the order in which the module gives them.
fn references(controls: Vec<&ControlRef>) -> Vec<ArtefactRef> {
    let reference = |control: &ControlRef| ArtefactRef {
        artifact_type: Kind::Control,
        artifact_id: control.id.into(),
        version: control.revision.into(),
        sha256: control.digest,
    };
    controls.into_iter().map(reference).collect()
}
