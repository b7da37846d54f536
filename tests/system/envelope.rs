//! The example of the execution contract names what the registry holds.

use std::fs;

use ordain_runtime::canonical::{Value, parse};
use ordain_runtime::policy::Features;
use ordain_runtime::policy::interpret::profile::expand;
use ordain_runtime::registry::{Kind, Registry};
use ordain_tests::project;

/// The text of the contract, which stands beside the project and is no part of it.
pub(crate) fn contract() -> Option<String> {
    let path = project()
        .parent()?
        .join("shared/spec/execution-contract.txt");
    fs::read_to_string(path).ok()
}

/// The first JSON object of a text that has the member `name`.
fn object_with(text: &str, name: &str) -> Option<Value<'static>> {
    let starts = text.match_indices('{').map(|(start, _)| start);
    let ends = || text.match_indices('}').map(|(end, _)| end + 1);
    starts
        .flat_map(|start| {
            ends()
                .filter(move |end| *end > start)
                .map(move |end| start..end)
        })
        .filter_map(|range| {
            parse(text.get(range)?.as_bytes())
                .ok()
                .map(Value::into_owned)
        })
        .find(|value| value.get(name).is_some())
}

#[test]
#[expect(clippy::print_stderr, reason = "a skipped test must be heard")]
fn the_example_names_a_profile_that_is_there() {
    let Some(contract) = contract() else {
        eprintln!("SKIPPED: no execution contract beside the project");
        return;
    };
    let envelope = object_with(&contract, "envelope_version").unwrap();
    assert_eq!(
        envelope.get("envelope_version").unwrap().as_str(),
        Some("contextos.execution_contract.v1")
    );
    let registry = Registry::load(&project().join("generated/registry")).unwrap();
    let profiles = envelope.get("profiles").unwrap().as_array().unwrap();
    assert!(!profiles.is_empty());
    for profile in profiles {
        let member = |name| profile.get(name).unwrap().as_str().unwrap();
        let (id, revision) = (member("profile_id"), member("profile_version"));
        let reference = registry.get(Kind::Profile, id, revision);
        let reference =
            reference.unwrap_or_else(|| panic!("the registry holds no {id}@{revision}"));
        let expansion = expand(&registry, &reference, Features::NONE).unwrap();
        assert!(!expansion.mandatory.is_empty(), "{id} asks for nothing");
    }
}
