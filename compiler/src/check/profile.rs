//! `profile`: its clauses. Language, section 3. What it extends is followed in [`super::expansion`].

use std::collections::BTreeMap;

use ordain_grammar::syntax;
use ordain_runtime::policy::{Feature, Features};

use super::{Checker, Within};
use crate::diagnose::Code;
use crate::model::{Id, Profile};
use crate::resolve::{Declared, NameKind};
use crate::source::Place;

impl Checker<'_> {
    pub(super) fn profile(&mut self, entry: Declared<'_>, profile: &syntax::Profile) {
        let within = Within {
            file: entry.file,
            package: entry.package,
        };
        let id = Self::id(entry, &profile.header);
        if profile.title.is_none() {
            let whose = format!("the profile `{}`", profile.header.name.value);
            self.report_missing(
                within.at(profile.header.name.span),
                &whose,
                &[("title", "title \"…\"")],
            );
        }
        let title = profile
            .title
            .as_ref()
            .map(|title| title.value.clone())
            .unwrap_or_default();
        let extends = self.lookup_each(within, NameKind::Profile, &profile.extends);
        let required = self.lookup_each(within, NameKind::Control, &profile.required);
        let optional = self.lookup_each(within, NameKind::Control, &profile.optional);
        for (id, place) in &optional {
            if let Some(first) = required.get(id) {
                self.diagnostics
                    .report(
                        Code::LISTED_TWICE,
                        *place,
                        format!("`{id}` is required and optional"),
                    )
                    .label("leave this one out")
                    .related(*first, "required here")
                    .help("a control that is mandatory anywhere is mandatory");
            }
        }
        let mut conditional: BTreeMap<Features, BTreeMap<Id, Place>> = BTreeMap::new();
        for condition in &profile.conditional {
            let features = self.features(within, &condition.features);
            // Features that are not known are no reason to leave the controls unread.
            let mut unknown = BTreeMap::new();
            let listed = features.map_or(&mut unknown, |features| {
                conditional.entry(features).or_default()
            });
            for reference in &condition.required {
                if let Some(id) = self.lookup(within, NameKind::Control, reference) {
                    self.first_of(listed, id, within.at(reference.span()));
                }
            }
        }
        let ids = |found: BTreeMap<Id, Place>| found.into_keys().collect();
        let origin = self.origin(
            within,
            entry.declaration.span.span,
            &entry.declaration.documentation,
        );
        let profile = Profile {
            origin,
            title,
            extends: ids(extends),
            required: ids(required),
            conditional: conditional
                .into_iter()
                .map(|(features, found)| (features, ids(found)))
                .collect(),
            optional: ids(optional),
            effective: BTreeMap::new(),
        };
        self.model.profiles.entry(id).or_insert(profile);
    }

    /// A conjunction of features, each once.
    pub(super) fn features(
        &mut self,
        within: Within<'_>,
        words: &[syntax::Word],
    ) -> Option<Features> {
        let mut features = Features::NONE;
        let mut sound = true;
        for word in words {
            match Feature::ALL
                .into_iter()
                .find(|feature| feature.as_str() == word.value)
            {
                Some(feature) if features.contains(feature) => {
                    self.diagnostics
                        .report(
                            Code::LISTED_TWICE,
                            within.at(word.span),
                            format!("the feature `{}` stands here twice", word.value),
                        )
                        .label("leave this one out");
                }
                Some(feature) => features = features.with(feature),
                None => {
                    let known = Feature::ALL.map(Feature::as_str);
                    self.diagnostics
                        .report(
                            Code::UNKNOWN_FEATURE,
                            within.at(word.span),
                            format!("`{}` is no feature", word.value),
                        )
                        .suggest(&word.value, known)
                        .help(format!("the features are `{}`", known.join("`, `")));
                    sound = false;
                }
            }
        }
        sound.then_some(features)
    }
}
