//! Names: which declarations there are, and what a reference means. What a declaration says is for [`crate::check`].

use std::collections::BTreeMap;

use ordain_grammar::SyntaxCode;
use ordain_grammar::syntax::{Declaration, DeclarationKind, Header, Reference};

use crate::diagnose::{Code, Diagnostics, nearest};
use crate::model::Id;
use crate::source::{FileId, Place, Sources};

/// What a name stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum NameKind {
    /// `facts`
    Facts,
    /// `control`
    Control,
    /// `profile`
    Profile,
    /// `policy`
    Policy,
}

impl NameKind {
    /// The keyword.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Facts => "facts",
            Self::Control => "control",
            Self::Profile => "profile",
            Self::Policy => "policy",
        }
    }

    /// The keyword with its article, if it takes one.
    #[must_use]
    pub const fn with_article(self) -> &'static str {
        match self {
            Self::Facts => "facts",
            Self::Control => "a control",
            Self::Profile => "a profile",
            Self::Policy => "a policy",
        }
    }
}

/// A declaration with its file and its name, if it has one.
#[derive(Clone, Copy, Debug)]
pub struct Declared<'s> {
    /// The file.
    pub file: FileId,
    /// The package of that file.
    pub package: &'s str,
    /// The declaration.
    pub declaration: &'s Declaration,
}

/// Every declaration by name.
#[derive(Debug, Default)]
pub struct Names {
    by_artefact: BTreeMap<String, BTreeMap<String, Named>>,
    /// Whether there are files of which nothing could be read. What they declare is not known, so a name that is not
    /// found may be one of theirs.
    has_unread_files: bool,
}

#[derive(Clone, Debug)]
struct Named {
    id: Id,
    /// `None` where the declaration could not be read, so that its kind is not known for certain.
    kind: Option<NameKind>,
    place: Place,
    /// Whether every part of the declaration could be read.
    whole: bool,
}

/// Collects every name and lists the declarations in the order of files. One whose name is taken is listed too, so that it
/// hides no error; the first keeps the name.
pub fn resolve<'s>(
    sources: &'s Sources,
    diagnostics: &mut Diagnostics,
) -> (Names, Vec<Declared<'s>>) {
    let mut names = Names::default();
    let mut declared = Vec::new();
    for (file, source) in sources.iter() {
        let tree = &source.parsed.file;
        // A file without a package is an error; what stands in it is checked all the same, in a package without a name.
        let package = tree
            .package
            .as_ref()
            .map_or("", |package| package.value.as_str());
        for declaration in &tree.declarations {
            let entry = Declared {
                file,
                package,
                declaration,
            };
            if let Some((kind, header)) = header(declaration) {
                names.insert(file, package, Some(kind), header, diagnostics);
            }
            declared.push(entry);
        }
        names.insert_unread(file, package, &source.parsed.unread);
        let unread = [SyntaxCode::NotUtf8, SyntaxCode::FileTooLarge].map(SyntaxCode::text);
        let mut errors = source.parsed.errors.iter();
        names.has_unread_files |= errors.any(|error| unread.contains(&error.code));
    }
    (names, declared)
}

fn header(declaration: &Declaration) -> Option<(NameKind, &Header)> {
    match &declaration.kind {
        DeclarationKind::Facts(facts) => Some((NameKind::Facts, &facts.header)),
        DeclarationKind::Control(control) => Some((NameKind::Control, &control.header)),
        DeclarationKind::Profile(profile) => Some((NameKind::Profile, &profile.header)),
        DeclarationKind::Policy(policy) => Some((NameKind::Policy, &policy.header)),
        _ => None,
    }
}

impl Names {
    fn insert(
        &mut self,
        file: FileId,
        package: &str,
        kind: Option<NameKind>,
        header: &Header,
        diagnostics: &mut Diagnostics,
    ) {
        let id = Id {
            package: package.to_owned(),
            name: header.name.value.clone(),
            revision: header.revision.value.clone(),
        };
        let place = Place {
            file,
            span: header.name.span.to(header.revision.span),
        };
        let revisions = self.by_artefact.entry(id.artefact_id()).or_default();
        if let Some(first) = revisions.get(&id.revision) {
            diagnostics
                .report(
                    Code::DECLARED_TWICE,
                    place,
                    format!("`{id}` is declared twice"),
                )
                .label("declared again here")
                .related(first.place, "first declared here")
                .help(
                    "a declaration that means something else needs a name or a revision of its own",
                );
            return;
        }
        revisions.insert(
            id.revision.clone(),
            Named {
                id,
                kind,
                place,
                whole: true,
            },
        );
    }

    /// Keeps the names of declarations that could not be read, or only in part, so that references to them, and to what
    /// was in them, are no further errors.
    fn insert_unread(&mut self, file: FileId, package: &str, unread: &[Header]) {
        for header in unread {
            let mut unheard = Diagnostics::default();
            self.insert(file, package, None, header, &mut unheard);
            let named = self
                .by_artefact
                .get_mut(&artefact_id(package, &header.name.value))
                .and_then(|revisions| revisions.get_mut(&header.revision.value));
            if let Some(named) = named {
                named.whole = false;
            }
        }
    }

    /// Whether every part of a declaration could be read.
    #[must_use]
    pub fn is_whole(&self, id: &Id) -> bool {
        self.get(&id.artefact_id(), &id.revision)
            .is_some_and(|named| named.whole)
    }

    fn get(&self, artefact: &str, revision: &str) -> Option<&Named> {
        self.by_artefact.get(artefact)?.get(revision)
    }

    /// The place where a declaration's name stands.
    #[must_use]
    pub fn place(&self, id: &Id) -> Option<Place> {
        self.get(&id.artefact_id(), &id.revision)
            .map(|named| named.place)
    }

    /// What a reference of `package` means, if it means one declaration of that kind. `None` has been reported, or
    /// follows from an error that has.
    pub fn lookup(
        &self,
        file: FileId,
        package: &str,
        kind: NameKind,
        reference: &Reference,
        diagnostics: &mut Diagnostics,
    ) -> Option<Id> {
        self.lookup_any(file, package, &[kind], reference, diagnostics)
            .map(|(_, id)| id)
    }

    /// The same for a reference that may mean declarations of several kinds.
    pub fn lookup_any(
        &self,
        file: FileId,
        package: &str,
        kinds: &[NameKind],
        reference: &Reference,
        diagnostics: &mut Diagnostics,
    ) -> Option<(NameKind, Id)> {
        let place = Place {
            file,
            span: reference.span(),
        };
        let found = match self.find(package, reference) {
            [Some(one), Some(other)] if one.id != other.id => {
                diagnostics
                    .report(Code::AMBIGUOUS_NAME, place, format!("`{}` can mean two declarations", shown(reference)))
                    .related(one.place, format!("`{}`", one.id))
                    .related(other.place, format!("`{}`", other.id))
                    .help("spell the whole name of the one that is meant, or give one of the two another name");
                return None;
            }
            [Some(found), _] | [None, Some(found)] => found,
            [None, None] => {
                self.report_unknown(package, kinds, reference, place, diagnostics);
                return None;
            }
        };
        let actual = found.kind?;
        if !kinds.contains(&actual) {
            let expected = either(kinds.iter().map(|kind| kind.with_article()));
            diagnostics
                .report(
                    Code::WRONG_KIND,
                    place,
                    format!(
                        "`{}` names {}, not {expected}",
                        found.id,
                        actual.with_article()
                    ),
                )
                .related(found.place, "declared here");
            return None;
        }
        Some((actual, found.id.clone()))
    }

    /// The declaration of the own package, and the one whose whole name was spelled.
    fn find(&self, package: &str, reference: &Reference) -> [Option<&Named>; 2] {
        let (name, revision) = (&reference.name.value, &reference.revision.value);
        [
            self.get(&artefact_id(package, name), revision),
            self.get(name, revision),
        ]
    }

    fn report_unknown(
        &self,
        package: &str,
        kinds: &[NameKind],
        reference: &Reference,
        place: Place,
        diagnostics: &mut Diagnostics,
    ) {
        if self.has_unread_files {
            return;
        }
        let written = reference.name.value.as_str();
        let inside = artefact_id(package, written);
        if let Some(revisions) = self
            .by_artefact
            .get(&inside)
            .or_else(|| self.by_artefact.get(written))
        {
            report_revision(revisions, reference, place, diagnostics);
            return;
        }
        if self.may_be_unplaced(written) {
            return;
        }
        let known = if diagnostics.suggests() {
            self.known(package, kinds)
        } else {
            Vec::new()
        };
        let shown = shown(reference);
        let message = match kinds {
            [NameKind::Facts] => format!("no facts `{shown}` are declared"),
            _ => format!(
                "no {} `{shown}` is declared",
                either(kinds.iter().map(|kind| kind.as_str()))
            ),
        };
        let elsewhere = known.iter().find(|name| {
            name.strip_suffix(&shown)
                .is_some_and(|before| before.ends_with('.'))
        });
        let report = diagnostics.report(Code::UNKNOWN_NAME, place, message);
        if let Some(elsewhere) = elsewhere {
            report
                .label(format!("did you mean `{elsewhere}`?"))
                .help("a reference to another package spells it")
                .mend(place, elsewhere.as_str(), format!("write `{elsewhere}`"));
            return;
        }
        report.suggest(&shown, known.iter().map(String::as_str));
        if report.mend.is_some() {
            return;
        }
        if let Some(near) = nearest(
            written,
            known.iter().filter_map(|name| name.split('@').next()),
        ) {
            report.label(format!("did you mean `{near}`?"));
        } else {
            report.help("a reference inside its own package may leave the package out; one to another package spells it");
        }
    }

    /// Whether a name may be that of a declaration whose package is not known, because its file does not say it.
    fn may_be_unplaced(&self, written: &str) -> bool {
        let behind_dots = written
            .match_indices('.')
            .filter_map(|(at, _)| written.get(at..));
        behind_dots
            .chain([artefact_id("", written).as_str()])
            .any(|name| self.by_artefact.contains_key(name))
    }

    /// Every declaration of some kinds as a reference of `package` spells it.
    fn known(&self, package: &str, kinds: &[NameKind]) -> Vec<String> {
        self.by_artefact
            .values()
            .flat_map(BTreeMap::values)
            .filter(|named| named.kind.is_some_and(|kind| kinds.contains(&kind)))
            .map(|named| {
                if named.id.package == package {
                    format!("{}@{}", named.id.name, named.id.revision)
                } else {
                    named.id.to_string()
                }
            })
            .collect()
    }
}

/// How many revisions an error names.
const REVISIONS_SHOWN: usize = 8;

fn report_revision(
    revisions: &BTreeMap<String, Named>,
    reference: &Reference,
    place: Place,
    diagnostics: &mut Diagnostics,
) {
    // A declaration without a revision is an error of its own, and may be the one that is meant.
    if revisions.contains_key("") {
        return;
    }
    let written = reference.name.value.as_str();
    let known: Vec<_> = revisions
        .keys()
        .take(REVISIONS_SHOWN)
        .map(|revision| format!("`{written}@{revision}`"))
        .chain((revisions.len() > REVISIONS_SHOWN).then(|| "…".to_owned()))
        .collect();
    let report = diagnostics.report(
        Code::UNKNOWN_REVISION,
        place,
        format!(
            "`{written}` is not declared at revision `{}`",
            reference.revision.value
        ),
    );
    report.label(format!("declared: {}", known.join(", ")));
    if let (Some(only), 1) = (revisions.keys().next(), revisions.len()) {
        let at = Place {
            file: place.file,
            span: reference.revision.span,
        };
        report.mend(at, only.as_str(), format!("write `{written}@{only}`"));
    }
}

/// `a`, `a or b`, `a, b or c`.
fn either(words: impl Iterator<Item = &'static str>) -> String {
    let words: Vec<&str> = words.collect();
    match words.split_last() {
        Some((last, before)) if !before.is_empty() => format!("{} or {last}", before.join(", ")),
        _ => words.concat(),
    }
}

fn artefact_id(package: &str, name: &str) -> String {
    format!("{package}.{name}")
}

fn shown(reference: &Reference) -> String {
    format!("{}@{}", reference.name.value, reference.revision.value)
}
