//! The lexer: text to tokens with their places, comments and documentation. It decides where strings and comments end, and
//! reports what is wrong with single characters; what the tokens say together is left to the cut and the grammar.

mod cut;
mod nesting;
mod quote;
mod slip;

pub(crate) use cut::{KEYWORDS, Level, RULE_KEYWORDS, Stretch, cut, is_keyword};
pub(crate) use nesting::{check_nesting, closes_nothing, not_closed};

use core::ops::Range;

use crate::error::{Errors, SyntaxCode, SyntaxError};
use crate::span::Span;
use crate::syntax::Comment;

/// What the text of a file is made of.
#[derive(Debug, Default)]
pub(crate) struct Lexed {
    /// Everything but white space, comments and documentation.
    pub(crate) tokens: Vec<Token>,
    /// The `//` comments, in order.
    pub(crate) comments: Vec<Comment>,
    /// The `///` lines, in order.
    pub(crate) documentation: Vec<DocumentationLine>,
    /// Where text could not be told from what is around it: what holds such a place is not parsed.
    pub(crate) broken: Vec<Span>,
}

/// A piece of text that the cut can look at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Token {
    pub(crate) kind: TokenKind,
    pub(crate) span: Span,
    /// Whether nothing stands before it on its line.
    pub(crate) opens_line: bool,
    /// The column of the first token of its line, counted in bytes.
    pub(crate) indent: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TokenKind {
    /// A word or a dotted name with dashes.
    Word,
    /// Behind an `@`.
    Revision,
    /// What begins with a digit.
    Number,
    String,
    Open(Bracket),
    Close(Bracket),
    /// Any other character.
    Mark(char),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bracket {
    Brace,
    Square,
    Round,
}

impl Bracket {
    pub(crate) const fn open(self) -> char {
        match self {
            Self::Brace => '{',
            Self::Square => '[',
            Self::Round => '(',
        }
    }

    pub(crate) const fn close(self) -> char {
        match self {
            Self::Brace => '}',
            Self::Square => ']',
            Self::Round => ')',
        }
    }
}

/// One line of documentation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct DocumentationLine {
    /// The text without the slashes and one space after them.
    pub(crate) text: String,
    pub(crate) span: Span,
    /// Where the next token starts, which it documents if anything; the end of the file without one.
    pub(crate) above: u32,
    /// Whether it stands behind a token of its own line, and so documents nothing.
    pub(crate) trails: bool,
}

/// Takes the text of a file apart. `text` holds at most 4 GiB, which the limit of a file guarantees.
pub(crate) fn lex(text: &str, errors: &mut Errors) -> Lexed {
    let mut lexer = Lexer {
        text,
        position: 0,
        opens_line: true,
        indent: 0,
        line_start: 0,
        declaration: 0,
        rewinds: quote::Rewinds::default(),
        unclosed: 0..0,
        unclosed_curly: 0..0,
        unclosed_block: false,
        tabs: slip::Tabs::default(),
        lexed: Lexed::default(),
        errors,
    };
    lexer.run();
    let Lexer {
        mut lexed, tabs, ..
    } = lexer;
    tabs.report(text, errors);
    place_documentation(&mut lexed, offset(text.len()));
    lexed
}

/// A position in a file as spans hold it.
pub(crate) fn offset(position: usize) -> u32 {
    u32::try_from(position).unwrap_or(u32::MAX)
}

/// The text at a span, or nothing where the span is not of this text.
pub(crate) fn slice(text: &str, span: Span) -> &str {
    text.get(span.start as usize..span.end as usize)
        .unwrap_or_default()
}

struct Lexer<'a> {
    text: &'a str,
    position: usize,
    opens_line: bool,
    indent: u32,
    line_start: usize,
    /// How many tokens stood before the declaration that is being read.
    declaration: usize,
    rewinds: quote::Rewinds,
    /// A string that starts here is not closed either: it was looked at for the one before it.
    unclosed: Range<usize>,
    /// The same for a curly mark and its line.
    unclosed_curly: Range<usize>,
    /// Whether no `*/` follows any more.
    unclosed_block: bool,
    tabs: slip::Tabs,
    lexed: Lexed,
    errors: &'a mut Errors,
}

impl Lexer<'_> {
    fn run(&mut self) {
        if self.rest().starts_with('\u{FEFF}') {
            self.position = '\u{FEFF}'.len_utf8();
            self.line_start = self.position;
            let span = Span::new(0, offset(self.position));
            self.errors.push(
                SyntaxError::new(
                    SyntaxCode::ByteOrderMark,
                    span,
                    "the file begins with a byte order mark",
                )
                .help("files are UTF-8 and need no mark")
                .mend(span, "", "remove the mark"),
            );
        }
        while let Some(character) = self.rest().chars().next() {
            self.step(character);
        }
    }

    fn step(&mut self, character: char) {
        match character {
            '\n' => {
                self.position += 1;
                self.line_start = self.position;
                self.opens_line = true;
            }
            ' ' => self.position += 1,
            '\r' if self.rest().starts_with("\r\n") => self.position += 1,
            '/' if self.rest().starts_with("//") => self.line_comment(),
            '/' if self.rest().starts_with("/*") => self.block_comment(),
            '#' => self.hash_comment(),
            ';' => self.semicolons(),
            '"' => self.string(),
            '\'' | '\u{201C}' => self.foreign_quote(character),
            '{' => self.mark(character, TokenKind::Open(Bracket::Brace)),
            '[' => self.mark(character, TokenKind::Open(Bracket::Square)),
            '(' => self.mark(character, TokenKind::Open(Bracket::Round)),
            '}' => self.mark(character, TokenKind::Close(Bracket::Brace)),
            ']' => self.mark(character, TokenKind::Close(Bracket::Square)),
            ')' => self.mark(character, TokenKind::Close(Bracket::Round)),
            '@' => self.revision(),
            _ if character.is_ascii_digit() => self.number(),
            _ if character.is_alphabetic() || character == '_' => self.word(),
            _ if character.is_whitespace() || character == '\u{FEFF}' => {
                self.tabs.add(self.position, character);
                self.position += character.len_utf8();
            }
            _ => self.mark(character, TokenKind::Mark(character)),
        }
    }

    fn rest(&self) -> &str {
        self.text.get(self.position..).unwrap_or_default()
    }

    /// How many bytes from here on satisfy the condition.
    fn run_length(&self, condition: impl Fn(u8) -> bool) -> usize {
        let rest = self.rest().as_bytes();
        rest.iter()
            .position(|&byte| !condition(byte))
            .unwrap_or(rest.len())
    }

    fn mark(&mut self, character: char, kind: TokenKind) {
        self.token(kind, character.len_utf8());
    }

    fn token(&mut self, kind: TokenKind, length: usize) {
        if self.opens_line {
            self.indent = offset(self.position - self.line_start);
        }
        let start = offset(self.position);
        self.position += length;
        let span = Span::new(start, offset(self.position));
        self.lexed.tokens.push(Token {
            kind,
            span,
            opens_line: self.opens_line,
            indent: self.indent,
        });
        self.opens_line = false;
    }

    /// Words take dots and dashes where a letter or digit follows, so that a name is one token.
    fn word(&mut self) {
        let mut length = 0;
        let mut characters = self.rest().chars().peekable();
        while let Some(character) = characters.next() {
            let part = character.is_alphanumeric() || character == '_';
            let joins = matches!(character, '.' | '-')
                && characters
                    .peek()
                    .is_some_and(|next| next.is_alphanumeric() || *next == '_');
            if !part && !joins {
                break;
            }
            length += character.len_utf8();
        }
        if self.opens_line && is_keyword(self.rest().get(..length).unwrap_or_default()) {
            self.declaration = self.lexed.tokens.len();
            self.rewinds.next_declaration();
        }
        self.token(TokenKind::Word, length);
    }

    fn number(&mut self) {
        let bytes = self.rest().as_bytes();
        let mut length = 0;
        while let Some(byte) = bytes.get(length) {
            let joins = matches!(byte, b'.' | b':' | b'-')
                && bytes.get(length + 1).is_some_and(u8::is_ascii_digit);
            if !byte.is_ascii_alphanumeric() && *byte != b'_' && !joins {
                break;
            }
            length += 1;
        }
        self.token(TokenKind::Number, length);
    }

    fn revision(&mut self) {
        self.token(TokenKind::Mark('@'), 1);
        let length = self
            .run_length(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_' | b'-'));
        if length > 0 {
            self.token(TokenKind::Revision, length);
        }
    }

    /// `///` with three slashes is documentation; `//` and four slashes and more are comments.
    fn line_comment(&mut self) {
        let length = self.run_length(|byte| byte != b'\n');
        let line = self
            .rest()
            .get(..length)
            .unwrap_or_default()
            .trim_end()
            .to_owned();
        let span = Span::new(offset(self.position), offset(self.position + line.len()));
        match line.strip_prefix("///") {
            Some(text) if !text.starts_with('/') => {
                self.lexed.documentation.push(DocumentationLine {
                    text: text.strip_prefix(' ').unwrap_or(text).to_owned(),
                    span,
                    above: 0,
                    trails: !self.opens_line,
                });
            }
            _ => self.lexed.comments.push(Comment {
                text: line.get(2..).unwrap_or_default().to_owned(),
                span,
            }),
        }
        self.position += length;
    }
}

/// Tells each line of documentation what stands below it. Both lists are in order, so one pass over both suffices.
fn place_documentation(lexed: &mut Lexed, end: u32) {
    let mut tokens = lexed.tokens.iter().peekable();
    for line in &mut lexed.documentation {
        while tokens
            .next_if(|token| token.span.start < line.span.start)
            .is_some()
        {}
        line.above = tokens.peek().map_or(end, |token| token.span.start);
    }
}
