//! Tree to text in one style, 100 columns wide. Comments stand beside the tree and are put back by their places; line ends
//! and white space of the author's are not kept, except that a blank line stays one.

mod expression;
mod facts;
mod flat;
mod obligation;
mod policy;
mod printer;
mod test;
mod token;

use core::fmt;

use self::printer::{Blank, Printer};
use crate::error::SyntaxError;
use crate::limits;
use crate::parse::{parse, too_large};
use crate::span::Span;
use crate::syntax::{Declaration, DeclarationKind, File};

/// The columns that a line may take, unless a single word is longer.
pub(crate) const WIDTH: usize = 100;

/// Why a text was not formatted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FormatError {
    /// The text could not be read, or could not be read once it is formatted because it is too large then.
    Syntax(Vec<SyntaxError>),
    /// What would have been written means something else, or has other comments. This is a mistake of the formatter.
    WouldChange {
        /// What would have been written.
        formatted: String,
    },
}

impl fmt::Display for FormatError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Syntax(errors) => write!(formatter, "the text has {} errors", errors.len()),
            Self::WouldChange { .. } => formatter.write_str(
                "formatting would change what the text says; this is a mistake of the formatter",
            ),
        }
    }
}

impl core::error::Error for FormatError {}

/// How often a text is printed before it must print as itself.
const ROUNDS: usize = 8;

/// Formats a file.
///
/// Formatting twice gives what formatting once gives. What is printed is read again and compared with the tree and the
/// comments of `text`, so a mistake of the formatter cannot change what a file says.
pub fn format(text: &str) -> Result<String, FormatError> {
    let parsed = parse(text);
    if !parsed.errors.is_empty() {
        return Err(FormatError::Syntax(parsed.errors));
    }
    let mut formatted = print_file(&parsed.file, text);
    // A comment in a place where the style has none moves to the nearest that has, and what stood around it may then fit
    // on a line. So printing goes on until it changes nothing, which is nearly always at once.
    for _ in 0..ROUNDS {
        if formatted.len() > limits::FILE_BYTES {
            return Err(FormatError::Syntax(vec![too_large(formatted.len())]));
        }
        let again = parse(&formatted);
        if !again.errors.is_empty() || !says_the_same(&parsed.file, &again.file) {
            break;
        }
        let next = print_file(&again.file, &formatted);
        if next == formatted {
            return Ok(formatted);
        }
        formatted = next;
    }
    Err(FormatError::WouldChange { formatted })
}

/// Prints a tree that was made rather than read: without comments, and with blank lines only where the style has them.
///
/// What the grammar cannot read, such as a name with a space, is printed as it is.
#[must_use]
pub fn print(file: &File) -> String {
    let file = File {
        comments: Vec::new(),
        ..file.clone()
    };
    print_file(&file, "")
}

fn says_the_same(one: &File, other: &File) -> bool {
    let comments = |file: &File| -> Vec<_> {
        file.comments
            .iter()
            .map(|comment| comment.text.clone())
            .collect()
    };
    one.package == other.package
        && one.declarations == other.declarations
        && comments(one) == comments(other)
}

fn print_file(file: &File, source: &str) -> String {
    let mut printer = Printer::new(source, &file.comments);
    if let Some(package) = &file.package {
        printer.line(package.span.start, 0, Blank::Keep);
        printer.write("package ");
        printer.write_word(package);
    }
    for declaration in &file.declarations {
        printer.line(declaration.span.span.start, 0, Blank::Always);
        printer.declaration(declaration);
    }
    printer.finish()
}

impl Printer<'_> {
    fn declaration(&mut self, declaration: &Declaration) {
        let end = declaration.span.span.end;
        self.documentation(&declaration.documentation, 0);
        match &declaration.kind {
            DeclarationKind::Facts(facts) => self.facts(facts, end),
            DeclarationKind::Control(control) => self.control(control, end),
            DeclarationKind::Profile(profile) => self.profile(profile, end),
            DeclarationKind::Policy(policy) => self.policy(policy, end),
            DeclarationKind::Test(test) => self.test(test, end),
        }
        self.reach(end);
    }
}

/// Brings what the tree keeps apart back into the order of the file.
fn in_order<T>(items: &mut [(Span, T)]) {
    items.sort_by_key(|(span, _)| span.start);
}
