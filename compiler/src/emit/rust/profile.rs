//! Prints the module of one profile: its controls, expanded, with the features that make each mandatory.

use ordain_runtime::registry::Kind;

use super::write::Writer;
use super::{EmitError, Emitter, literal};
use crate::model::{Id, Profile};

impl Emitter<'_> {
    pub(super) fn profile(
        &self,
        out: &mut Writer,
        id: &Id,
        profile: &Profile,
    ) -> Result<(), EmitError> {
        self.module(out, Kind::Profile, id, &profile.origin, &[], |out| {
            out.gap();
            out.doc(["What it is called."]);
            out.line(format!("pub const TITLE: &str = {};", literal::string(&profile.title)));
            out.gap();
            out.doc([
                "Every control that the profile, with all that it extends, can make effective, by id and revision.",
            ]);
            out.open("pub static CONTROLS: &[compiled::EffectiveControl] = &[");
            let listed_optional = self.optional(id);
            // By the ids of artefacts: packages alone sort otherwise, `a-b` before `a` as soon as a dot follows.
            let mut effective: Vec<_> = profile.effective.iter().collect();
            effective.sort_by_cached_key(|(control, _)| (control.artefact_id(), &control.revision));
            for (control, demand) in effective {
                out.open("compiled::EffectiveControl {");
                out.open("control: compiled::ControlRef {");
                out.line(format!("id: {},", literal::string(&control.artefact_id())));
                out.line(format!("revision: {},", literal::string(&control.revision)));
                let digest = self.digest(Kind::Control, control)?;
                out.line(format!("digest: compiled::digest({}),", literal::string(&digest.to_string())));
                out.close("},");
                let sets: Vec<String> = demand
                    .mandatory_when
                    .iter()
                    .map(|features| format!("policy::Features::from_bits(0b{:08b})", features.bits()))
                    .collect();
                out.line(format!("mandatory_when: &[{}],", sets.join(", ")));
                out.line(format!("listed_optional: {},", listed_optional.contains(control)));
                out.close("},");
            }
            out.close("];");
            for (name, method, what) in [
                ("mandatory", "is_mandatory", "The controls that are mandatory under `features`, by id and revision."),
                ("optional", "is_optional", "The controls that may be missing under `features`, by id and revision."),
            ] {
                out.gap();
                out.doc([what]);
                out.open(format!(
                    "pub fn {name}(features: policy::Features) -> impl ::core::iter::Iterator<Item = &'static compiled::ControlRef> {{"
                ));
                out.line("let all = ::core::iter::IntoIterator::into_iter(CONTROLS);");
                out.line(format!(
                    "::core::iter::Iterator::filter_map(all, move |effective| effective.{method}(features).then_some(&effective.control))"
                ));
                out.close("}");
            }
            Ok(())
        })
    }

    /// The controls that a profile, or one that it extends, lists as optional.
    fn optional(&self, id: &Id) -> std::collections::BTreeSet<Id> {
        let mut optional = std::collections::BTreeSet::new();
        let mut reached = std::collections::BTreeSet::new();
        let mut open = vec![id];
        while let Some(next) = open.pop() {
            let Some(profile) = self.model.profiles.get(next) else {
                continue;
            };
            if reached.insert(next) {
                optional.extend(profile.optional.iter().cloned());
                open.extend(&profile.extends);
            }
        }
        optional
    }
}
