//! Layout of expressions: what fits stays on one line, what does not is broken at its outermost group. Widths are summed
//! while an expression is built, so that printing is linear.
//!
//! A formatter for all of Rust would have to parse ten thousand rules again, and would move the bytes of every output
//! whenever it changes its mind.

/// The columns of a line.
const WIDTH: usize = 100;
const INDENT: usize = 4;

/// An expression to be laid out.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    kind: Kind,
    /// The columns that it takes on one line.
    width: usize,
}

#[derive(Clone, Debug)]
enum Kind {
    Text(String),
    /// A line end where its group is broken; else this text.
    Break(&'static str),
    /// This text where its group is broken; else nothing.
    Broken(&'static str),
    Sequence(Vec<Layout>),
    /// Further in where its group is broken.
    Indented(Box<Layout>),
    Group(Box<Layout>),
}

/// Text that is never broken.
pub(super) fn text(text: impl Into<String>) -> Layout {
    let text = text.into();
    let width = text.chars().count();
    Layout {
        kind: Kind::Text(text),
        width,
    }
}

/// Parts one after the other.
pub(super) fn sequence(parts: impl IntoIterator<Item = Layout>) -> Layout {
    let parts: Vec<_> = parts.into_iter().collect();
    let width = parts.iter().map(|part| part.width).sum();
    Layout {
        kind: Kind::Sequence(parts),
        width,
    }
}

/// `open item, item close`; where it does not fit, an item a line.
pub(super) fn list(
    open: impl Into<String>,
    items: impl IntoIterator<Item = Layout>,
    close: impl Into<String>,
) -> Layout {
    delimited(open, "", items, "", close, ",")
}

/// `open { item, item }`; where it does not fit, an item a line.
pub(super) fn braced(
    open: impl Into<String>,
    items: impl IntoIterator<Item = Layout>,
    close: impl Into<String>,
) -> Layout {
    delimited(open, " ", items, " ", close, ",")
}

/// Like [`braced`], for items the last of which takes no comma behind it.
pub(super) fn structure(
    open: impl Into<String>,
    items: impl IntoIterator<Item = Layout>,
    close: impl Into<String>,
) -> Layout {
    delimited(open, " ", items, " ", close, "")
}

fn delimited(
    open: impl Into<String>,
    before: &'static str,
    items: impl IntoIterator<Item = Layout>,
    after: &'static str,
    close: impl Into<String>,
    last: &'static str,
) -> Layout {
    let mut inner = vec![line(before)];
    for item in items {
        if inner.len() > 1 {
            inner.push(text(","));
            inner.push(line(" "));
        }
        inner.push(item);
    }
    if inner.len() == 1 {
        return sequence([text(open), text(close)]);
    }
    inner.push(Layout {
        kind: Kind::Broken(last),
        width: 0,
    });
    group(sequence([
        text(open),
        indented(sequence(inner)),
        line(after),
        text(close),
    ]))
}

/// Operands with ` operator ` between them; where they do not fit, an operand a line.
pub(super) fn chain(operator: &str, operands: impl IntoIterator<Item = Layout>) -> Layout {
    let mut parts = Vec::new();
    for operand in operands {
        if !parts.is_empty() {
            parts.push(line(" "));
            parts.push(text(format!("{operator} ")));
        }
        parts.push(operand);
    }
    group(sequence(parts))
}

fn line(flat: &'static str) -> Layout {
    Layout {
        kind: Kind::Break(flat),
        width: flat.len(),
    }
}

fn indented(layout: Layout) -> Layout {
    let width = layout.width;
    Layout {
        kind: Kind::Indented(Box::new(layout)),
        width,
    }
}

fn group(layout: Layout) -> Layout {
    let width = layout.width;
    Layout {
        kind: Kind::Group(Box::new(layout)),
        width,
    }
}

impl Layout {
    /// All of it on one line.
    pub(super) fn flat(&self) -> String {
        let mut line = String::with_capacity(self.width);
        self.flatten(&mut line);
        line
    }

    fn flatten(&self, line: &mut String) {
        match &self.kind {
            Kind::Text(text) => line.push_str(text),
            Kind::Break(flat) => line.push_str(flat),
            Kind::Broken(_) => {}
            Kind::Sequence(parts) => parts.iter().for_each(|part| part.flatten(line)),
            Kind::Indented(inner) | Kind::Group(inner) => inner.flatten(line),
        }
    }

    /// Prints it into `out` from the column `column`, in a line that is indented by `indent` and goes on for `trailing`
    /// columns after it.
    pub(super) fn print(&self, out: &mut String, indent: usize, trailing: usize) {
        // From the back, so that the cost is that of one line.
        let column = out
            .rsplit('\n')
            .next()
            .map_or(0, |line| line.chars().count());
        let mut printer = Printer { out, column };
        printer.print(self, indent, false, trailing);
    }
}

struct Printer<'o> {
    out: &'o mut String,
    column: usize,
}

impl Printer<'_> {
    fn print(&mut self, layout: &Layout, indent: usize, broken: bool, trailing: usize) {
        match &layout.kind {
            Kind::Text(text) => self.put(text, layout.width),
            Kind::Break(flat) if !broken => self.put(flat, layout.width),
            Kind::Break(_) => {
                self.out.push('\n');
                self.out.extend(std::iter::repeat_n(' ', indent));
                self.column = indent;
            }
            Kind::Broken(text) if broken => self.put(text, text.len()),
            Kind::Broken(_) => {}
            Kind::Sequence(parts) => {
                for (index, part) in parts.iter().enumerate() {
                    let after = parts.get(index + 1..).unwrap_or_default();
                    self.print(part, indent, broken, until_break(after, broken, trailing));
                }
            }
            Kind::Indented(inner) => self.print(inner, indent + INDENT, broken, trailing),
            Kind::Group(inner) => {
                let broken = self.column + inner.width + trailing > WIDTH;
                self.print(inner, indent, broken, trailing);
            }
        }
    }

    fn put(&mut self, text: &str, width: usize) {
        self.out.push_str(text);
        self.column += width;
    }
}

/// How many columns must follow on the same line: up to the next place where the line may end.
fn until_break(after: &[Layout], broken: bool, trailing: usize) -> usize {
    let mut columns = 0;
    for part in after {
        match &part.kind {
            Kind::Text(_) => columns += part.width,
            Kind::Broken(_) => {}
            Kind::Break(_) if broken => return columns,
            _ => return columns + part.width.min(1),
        }
    }
    columns + trailing
}
