//! Diagnostics for people: the message, the lines with the exact place, what has to do with it, what to do.

use annotate_snippets::{AnnotationKind, Element, Group, Level, Origin, Patch, Renderer, Snippet};
use ordain_grammar::span::Span;

use super::View;
use super::window::Window;
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
    let title = level
        .primary_title(diagnostic.message.as_str())
        .id(diagnostic.code.as_str());
    let clusters = clusters(diagnostic, view);
    let mut primary = title.elements(clusters.iter().map(|cluster| cluster.show(view)));
    if let Some(help) = &diagnostic.help {
        primary = primary.element(Level::HELP.message(help.as_str()));
    }
    let mut report = vec![primary];
    report.extend(suggestion(diagnostic, view));
    renderer.render(&report)
}

/// Places of one file that are shown in one snippet; the first is the one that is pointed at.
struct Cluster<'d> {
    file: FileId,
    marks: Vec<Mark<'d>>,
}

struct Mark<'d> {
    kind: AnnotationKind,
    span: Span,
    label: &'d str,
}

/// The marked place and all that lies close to it, then what lies elsewhere.
fn clusters<'d>(diagnostic: &'d Diagnostic, view: View<'_>) -> Vec<Cluster<'d>> {
    let Place { file, span } = diagnostic.place;
    let first = Mark {
        kind: AnnotationKind::Primary,
        span,
        label: &diagnostic.label,
    };
    let mut clusters = vec![Cluster {
        file,
        marks: vec![first],
    }];
    for (place, label) in &diagnostic.related {
        let mark = Mark {
            kind: AnnotationKind::Context,
            span: place.span,
            label,
        };
        match clusters
            .iter_mut()
            .find(|cluster| cluster.is_close_to(*place, view))
        {
            Some(cluster) => cluster.marks.push(mark),
            None => clusters.push(Cluster {
                file: place.file,
                marks: vec![mark],
            }),
        }
    }
    clusters
}

impl<'d> Cluster<'d> {
    fn is_close_to(&self, place: Place, view: View<'_>) -> bool {
        let file = view.sources.file(self.file);
        let line = |span: Span| file.position(span.start).0;
        self.file == place.file
            && self
                .spans()
                .all(|span| line(span).abs_diff(line(place.span)) < TOGETHER)
    }

    fn spans(&self) -> impl Iterator<Item = Span> + Clone {
        self.marks.iter().map(|mark| mark.span)
    }

    fn show<'v>(&self, view: View<'v>) -> Element<'v>
    where
        'd: 'v,
    {
        let file = view.sources.file(self.file);
        let first = self.spans().next().unwrap_or_default();
        let path = view.path(Place {
            file: self.file,
            span: first,
        });
        let Some(window) = Window::new(file, self.spans()) else {
            let (line, column) = file.position(first.start);
            return Origin::path(path)
                .line(line as usize)
                .char_column(column as usize)
                .into();
        };
        let annotations = self.marks.iter().map(|mark| {
            let label = (!mark.label.is_empty()).then_some(mark.label);
            mark.kind.span(window.range(mark.span)).label(label)
        });
        Snippet::source(window.source)
            .line_start(window.line)
            .path(path)
            .annotations(annotations)
            .into()
    }
}

/// The mend, shown as the lines before and after it; by its title alone where they are too long.
fn suggestion<'v>(diagnostic: &'v Diagnostic, view: View<'v>) -> Option<Group<'v>> {
    let mend = diagnostic.mend.as_ref()?;
    let title = Level::HELP.secondary_title(mend.title.as_str());
    let window = Window::new(
        view.sources.file(mend.place.file),
        std::iter::once(mend.place.span),
    );
    Some(
        match window.filter(|window| window.holds(mend.place.span)) {
            Some(window) => {
                let patch = Patch::new(window.range(mend.place.span), mend.replacement.as_str());
                title.element(
                    Snippet::source(window.source)
                        .line_start(window.line)
                        .patch(patch),
                )
            }
            None => Group::with_title(title),
        },
    )
}
