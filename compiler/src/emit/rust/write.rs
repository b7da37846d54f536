//! The text of a file, line by line, indented by its braces.

use super::layout::Layout;

const INDENT: usize = 4;

/// A file under way.
#[derive(Debug, Default)]
pub(super) struct Writer {
    text: String,
    depth: usize,
    /// Whether nothing stands yet between the last opened brace and the next line.
    fresh: bool,
}

impl Writer {
    /// One line.
    pub(super) fn line(&mut self, line: impl AsRef<str>) {
        self.fresh = false;
        self.indent();
        self.text.push_str(line.as_ref());
        self.text.push('\n');
    }

    /// A line that opens a brace.
    pub(super) fn open(&mut self, line: impl AsRef<str>) {
        self.line(line);
        self.depth += 1;
        self.fresh = true;
    }

    /// A line that closes a brace.
    pub(super) fn close(&mut self, line: impl AsRef<str>) {
        self.depth = self.depth.saturating_sub(1);
        self.line(line);
    }

    /// An empty line, unless a brace has just been opened or nothing is there yet.
    pub(super) fn gap(&mut self) {
        if !self.fresh && !self.text.is_empty() {
            self.text.push('\n');
        }
    }

    /// Lines of documentation.
    pub(super) fn doc<S: AsRef<str>>(&mut self, lines: impl IntoIterator<Item = S>) {
        for line in lines {
            match line.as_ref() {
                "" => self.line("///"),
                line => self.line(format!("/// {line}")),
            }
        }
    }

    /// An expression between `before` and `after`.
    pub(super) fn expression(&mut self, before: &str, layout: &Layout, after: &str) {
        self.fresh = false;
        self.indent();
        self.text.push_str(before);
        layout.print(&mut self.text, self.depth * INDENT, after.len());
        self.text.push_str(after);
        self.text.push('\n');
    }

    /// What has been written.
    pub(super) fn finish(self) -> String {
        self.text
    }

    fn indent(&mut self) {
        self.text
            .extend(std::iter::repeat_n(' ', self.depth * INDENT));
    }
}
