//! Diagnostics for people: the message, the lines with the exact place, what has to do with it, what to do.

use annotate_snippets::{AnnotationKind, Element, Group, Level, Origin, Patch, Renderer, Snippet};
use ordain_grammar::span::Span;

use super::window::Window;
use super::{View, printable};
use crate::diagnose::{Diagnostic, Severity};
use crate::source::{FileId, Place};

/// Places of one file further apart than this, in lines, are shown as two snippets.
const TOGETHER: u32 = 8;

/// Whether colours are written; whoever prints can still strip them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// With ANSI escapes.
    Coloured,
    /// Text alone.
    Plain,
}

/// One diagnostic with its snippets; ends without a line end.
#[must_use]
pub fn text(diagnostic: &Diagnostic, view: View<'_>, style: Style) -> String {
    let renderer = match style {
        Style::Coloured => Renderer::styled(),
        Style::Plain => Renderer::plain(),
    };
    let level = match diagnostic.severity() {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let title = level.primary_title(diagnostic.message.as_str()).id(diagnostic.code.as_str());
    let mut primary = title.elements(causes(diagnostic, view));
    if let Some(help) = &diagnostic.help {
        primary = primary.element(Level::HELP.message(help.as_str()));
    }
    let mut report = vec![primary];
    report.extend(suggestion(diagnostic, view));
    renderer.render(&report)
}

/// Places that are shown in one snippet.
struct Cluster<'d> {
    file: FileId,
    marks: Vec<Mark<'d>>,
}

struct Mark<'d> {
    kind: AnnotationKind,
    span: Span,
    label: &'d str,
}

fn causes<'v>(diagnostic: &'v Diagnostic, view: View<'v>) -> Vec<Element<'v>> {
    clusters(diagnostic, view).iter().flat_map(|cluster| snippet(cluster, view)).collect()
}

/// The marked place and all that lies close to it, then what lies elsewhere.
fn clusters<'d>(diagnostic: &'d Diagnostic, view: View<'_>) -> Vec<Cluster<'d>> {
    let Place { file, span } = diagnostic.place;
    let first = Mark { kind: AnnotationKind::Primary, span, label: &diagnostic.label };
    let mut clusters = vec![Cluster { file, marks: vec![first] }];
    for (place, label) in &diagnostic.related {
        let mark = Mark { kind: AnnotationKind::Context, span: place.span, label };
        match clusters.iter_mut().find(|cluster| cluster.is_close_to(*place, view)) {
            Some(cluster) => cluster.marks.push(mark),
            None => clusters.push(Cluster { file: place.file, marks: vec![mark] }),
        }
    }
    clusters
}

impl Cluster<'_> {
    fn is_close_to(&self, place: Place, view: View<'_>) -> bool {
        let line = |span: Span| view.sources.file(self.file).position(span.start).0;
        let lies_close = |mark: &Mark<'_>| line(mark.span).abs_diff(line(place.span)) < TOGETHER;
        let longest = view.sources.file(self.file).slice(self.spans().chain([place.span]).reduce(Span::to).unwrap_or_default());
        // Marks on a line that is too long to be shown whole need pieces of their own.
        self.file == place.file && self.marks.iter().all(lies_close) && longest.len() < 400
    }

    fn spans(&self) -> impl Iterator<Item = Span> {
        self.marks.iter().map(|mark| mark.span)
    }
}

fn snippet<'v>(cluster: &Cluster<'v>, view: View<'v>) -> [Element<'v>; 2] {
    let file = view.sources.file(cluster.file);
    let spans: Vec<Span> = cluster.spans().collect();
    let window = Window::new(file, &spans);
    let annotations: Vec<_> = cluster
        .marks
        .iter()
        .map(|mark| {
            let label = (!mark.label.is_empty()).then_some(mark.label);
            mark.kind.span(window.range(mark.span)).label(label)
        })
        .collect();
    let first = spans.first().copied().unwrap_or_default();
    let (line, column) = file.position(first.start);
    let origin = Origin::path(view.path(Place { file: cluster.file, span: first }))
        .line(line as usize)
        .char_column(column as usize);
    [
        origin.into(),
        Snippet::source(window.source).line_start(window.line).annotations(annotations).into(),
    ]
}

/// The mend, shown as the lines before and after it.
fn suggestion<'v>(diagnostic: &'v Diagnostic, view: View<'v>) -> Option<Group<'v>> {
    let mend = diagnostic.mend.as_ref()?;
    let file = view.sources.file(mend.place.file);
    let window = Window::new(file, &[mend.place.span]);
    if !window.holds(mend.place.span) || printable(&mend.replacement) != mend.replacement {
        return Some(Group::with_title(Level::HELP.secondary_title(mend.title.as_str())));
    }
    let patch = Patch::new(window.range(mend.place.span), mend.replacement.as_str());
    let snippet = Snippet::source(window.source).line_start(window.line).patch(patch);
    Some(Level::HELP.secondary_title(mend.title.as_str()).element(snippet))
}
