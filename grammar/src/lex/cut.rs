//! The cut: which tokens of a file make up which declaration, and which tokens of a policy which rule. It looks at heads and
//! brackets alone, so that a broken declaration hides no mistake in another; what stands inside is left to the grammar.

use core::ops::Range;

use super::{Bracket, Token, TokenKind, slice};

/// The words that open a declaration. The five behind `test` are not supported yet.
pub(crate) const KEYWORDS: &[&str] = &[
    "facts",
    "control",
    "profile",
    "policy",
    "test",
    "capability",
    "budget",
    "signal",
    "guardian",
    "contract",
];

/// The words that open a rule of a policy.
pub(crate) const RULE_KEYWORDS: &[&str] = &["rule", "scoring", "guardrail"];

/// Whether a word opens a declaration where one may stand.
pub(crate) fn is_keyword(word: &str) -> bool {
    KEYWORDS.contains(&word)
}

/// Whether the next line opens a declaration, seen from inside a string that runs over its line.
pub(super) fn begins_declaration(rest: &str) -> bool {
    let line = rest.lines().next().unwrap_or_default().trim_start();
    line.split_once(' ')
        .is_some_and(|(word, head)| is_keyword(word) && head.contains('@') && head.contains('{'))
}

/// What is cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Level {
    /// A file at its declarations.
    File,
    /// The body of a policy at its rules.
    Policy,
}

/// Tokens that belong together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Stretch {
    /// Whether it opens with a word that its level knows; otherwise it belongs to nothing.
    pub(crate) known: bool,
    /// Its tokens, as positions in the list that was cut.
    pub(crate) tokens: Range<usize>,
}

/// Stretches that cover all tokens up to the one that closes the level.
#[derive(Debug, Default)]
pub(crate) struct Cut {
    pub(crate) stretches: Vec<Stretch>,
    /// The position of the brace that closes the body of a policy.
    pub(crate) close: Option<usize>,
}

/// Cuts a file, or the body of a policy behind its opening brace.
///
/// Outside brackets a known word opens a stretch. Inside, a whole head at the start of a line does: the brackets before it
/// were not closed then.
pub(crate) fn cut(text: &str, tokens: &[Token], level: Level) -> Cut {
    let mut cutter = Cutter {
        text,
        tokens,
        level,
        open: Vec::new(),
        current: None,
        cut: Cut::default(),
    };
    for position in 0..tokens.len() {
        if cutter.step(position).is_none() {
            cutter.cut.close = Some(position);
            break;
        }
    }
    let end = cutter.cut.close.unwrap_or(tokens.len());
    cutter.finish(end);
    cutter.cut
}

struct Cutter<'a> {
    text: &'a str,
    tokens: &'a [Token],
    level: Level,
    open: Vec<Bracket>,
    current: Option<Current>,
    cut: Cut,
}

#[derive(Clone, Copy)]
struct Current {
    start: usize,
    known: bool,
    /// Whether nothing more belongs to it.
    complete: bool,
}

impl Cutter<'_> {
    /// Takes one token in; `None` when it closes the level.
    fn step(&mut self, position: usize) -> Option<()> {
        let Some(token) = self.tokens.get(position) else {
            return Some(());
        };
        if self.open.is_empty() {
            if self.level == Level::Policy && token.kind == TokenKind::Close(Bracket::Brace) {
                return None;
            }
            self.outside(position, *token);
        } else if token.opens_line && self.is_head(position) {
            self.open.clear();
            self.begin(position, true);
        }
        match token.kind {
            TokenKind::Open(bracket) => self.open.push(bracket),
            TokenKind::Close(bracket) => self.close(bracket),
            _ => {}
        }
        Some(())
    }

    fn outside(&mut self, position: usize, token: Token) {
        let opens = self.is_opening(position);
        match self.current {
            // A name may be spelled like a keyword, so within a head only the start of a line counts.
            Some(current) if current.known && !current.complete => {
                if opens && token.opens_line && position > current.start {
                    self.begin(position, true);
                } else if self.word(current.start) == "package" {
                    self.complete();
                }
            }
            _ if opens => self.begin(position, true),
            Some(current) if !current.known => {}
            _ => self.begin(position, false),
        }
    }

    fn begin(&mut self, position: usize, known: bool) {
        self.finish(position);
        self.current = Some(Current {
            start: position,
            known,
            complete: false,
        });
    }

    fn finish(&mut self, end: usize) {
        if let Some(current) = self.current.take() {
            self.cut.stretches.push(Stretch {
                known: current.known,
                tokens: current.start..end,
            });
        }
    }

    fn complete(&mut self) {
        if let Some(current) = &mut self.current {
            current.complete = true;
        }
    }

    /// A brace closes what is open up to the brace before it; other brackets close only their own kind.
    fn close(&mut self, bracket: Bracket) {
        if bracket == Bracket::Brace {
            if let Some(index) = self.open.iter().rposition(|open| *open == Bracket::Brace) {
                self.open.truncate(index);
                if index == 0 {
                    self.complete();
                }
            }
        } else if self.open.last() == Some(&bracket) {
            self.open.pop();
        }
    }

    /// Whether the token may open a stretch where nothing is open.
    fn is_opening(&self, position: usize) -> bool {
        let word = self.word(position);
        match self.level {
            Level::File => {
                (is_keyword(word) || word == "package") && !self.is_mark(position + 1, '@')
            }
            Level::Policy => {
                let behind_scoring = word == "rule"
                    && position
                        .checked_sub(1)
                        .is_some_and(|before| self.word(before) == "scoring");
                RULE_KEYWORDS.contains(&word) && !behind_scoring
            }
        }
    }

    /// Whether a whole head stands here: keyword, name and what belongs between the name and the brace.
    fn is_head(&self, position: usize) -> bool {
        let word = self.word(position);
        let brace =
            match (self.level, word) {
                (Level::File, "test") => self
                    .behind(position + 1, TokenKind::String)
                    .and_then(|next| self.behind_word(next, "of"))
                    .and_then(|next| self.behind_reference(next)),
                (Level::File, _) if is_keyword(word) => self
                    .behind_reference(position + 1)
                    .and_then(|next| match self.behind_word(next, "on") {
                        Some(facts) => self.behind_reference(facts),
                        None => Some(next),
                    }),
                (Level::Policy, "scoring") => self
                    .behind_word(position + 1, "rule")
                    .and_then(|next| self.behind(next, TokenKind::Word)),
                (Level::Policy, "rule" | "guardrail") => {
                    self.behind(position + 1, TokenKind::Word).map(|next| {
                        self.behind_word(next, "priority")
                            .and_then(|number| self.behind(number, TokenKind::Number))
                            .unwrap_or(next)
                    })
                }
                _ => None,
            };
        brace.is_some_and(|position| self.kind(position) == Some(TokenKind::Open(Bracket::Brace)))
    }

    fn behind(&self, position: usize, kind: TokenKind) -> Option<usize> {
        (self.kind(position) == Some(kind)).then_some(position + 1)
    }

    fn behind_word(&self, position: usize, word: &str) -> Option<usize> {
        (self.word(position) == word).then_some(position + 1)
    }

    /// Behind a name with its revision, if it has one.
    fn behind_reference(&self, position: usize) -> Option<usize> {
        let next = self.behind(position, TokenKind::Word)?;
        if self.is_mark(next, '@') {
            self.behind(next + 1, TokenKind::Revision)
        } else {
            Some(next)
        }
    }

    fn is_mark(&self, position: usize, mark: char) -> bool {
        self.kind(position) == Some(TokenKind::Mark(mark))
    }

    fn kind(&self, position: usize) -> Option<TokenKind> {
        self.tokens.get(position).map(|token| token.kind)
    }

    fn word(&self, position: usize) -> &str {
        match self.tokens.get(position) {
            Some(token) if token.kind == TokenKind::Word => slice(self.text, token.span),
            _ => "",
        }
    }
}
