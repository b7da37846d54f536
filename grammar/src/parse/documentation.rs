//! Which lines of documentation belong to what, and which to nothing.

use crate::error::{Errors, SyntaxCode, SyntaxError};
use crate::lex::DocumentationLine;
use crate::span::Span;
use crate::syntax::Documentation;

/// The documentation of a file, taken line by line by what stands below it.
pub(super) struct Documentations {
    lines: Vec<(DocumentationLine, bool)>,
}

impl Documentations {
    pub(super) fn new(lines: Vec<DocumentationLine>) -> Self {
        Self {
            lines: lines.into_iter().map(|line| (line, false)).collect(),
        }
    }

    /// The lines above what starts at a place.
    pub(super) fn take(&mut self, start: u32) -> Documentation {
        let first = self.lines.partition_point(|(line, _)| line.above < start);
        self.lines
            .iter_mut()
            .skip(first)
            .take_while(|(line, _)| line.above == start)
            .filter(|(line, _)| !line.trails)
            .map(|(line, taken)| {
                *taken = true;
                line.text.clone()
            })
            .collect()
    }

    /// Lets go of what stands in or right above text that was not read: its place in it is not known.
    pub(super) fn forget(&mut self, span: Span) {
        let first = self
            .lines
            .partition_point(|(line, _)| line.above < span.start);
        self.lines
            .iter_mut()
            .skip(first)
            .take_while(|(line, _)| line.above <= span.end)
            .for_each(|(_, taken)| *taken = true);
    }

    /// Reports the lines that nothing took, one error for those that stand together.
    pub(super) fn report(self, errors: &mut Errors) {
        let mut run: Option<(Span, Vec<DocumentationLine>)> = None;
        for (line, _) in self.lines.into_iter().filter(|(_, taken)| !taken) {
            match &mut run {
                Some((span, lines))
                    if lines.last().is_some_and(|last| {
                        last.above == line.above && last.trails == line.trails
                    }) =>
                {
                    *span = span.to(line.span);
                    lines.push(line);
                }
                _ => {
                    if let Some((_, lines)) = run.take() {
                        errors.push(misplaced(&lines));
                    }
                    run = Some((line.span, vec![line]));
                }
            }
        }
        if let Some((_, lines)) = run {
            errors.push(misplaced(&lines));
        }
    }
}

fn misplaced(lines: &[DocumentationLine]) -> SyntaxError {
    let span = match (lines.first(), lines.last()) {
        (Some(first), Some(last)) => first.span.to(last.span),
        _ => Span::default(),
    };
    let slashes = Span::new(span.start, span.start + 3);
    let error = SyntaxError::new(
        SyntaxCode::DocumentationMisplaced,
        span,
        "documentation stands above a declaration, a field or a rule, and there is none here",
    )
    .help("use `//` for a comment");
    match lines {
        [_] => error.mend(slashes, "//", "write `//`"),
        _ => error,
    }
}
