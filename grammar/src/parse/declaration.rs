//! The walk over a file: its package, its declarations, and for a policy its rules, each parsed on its own.

use core::ops::Range;
use std::collections::BTreeMap;

use pest::Parser as _;

use super::Parsed;
use super::documentation::Documentations;
use super::expected;
use super::reader::{Node, OrdainParser, Reader, Rule};
use crate::error::{Errors, SyntaxCode, SyntaxError};
use crate::lex::{
    self, Bracket, KEYWORDS, Level, Lexed, RULE_KEYWORDS, Stretch, Token, TokenKind, slice,
};
use crate::span::{Span, Spanned};
use crate::syntax::{
    self, Declaration, DeclarationKind, File, Guardrail, Header, Policy, Reference, ScoringRule,
    Word,
};

pub(super) fn read_file(text: &str, lexed: Lexed, errors: Errors) -> Parsed {
    let cut = lex::cut(text, &lexed.tokens, Level::File);
    let mut walk = Walk {
        text,
        tokens: &lexed.tokens,
        declared: declared(text, &lexed.tokens, &cut.stretches),
        broken: &lexed.broken,
        documentations: Documentations::new(lexed.documentation),
        errors,
        file: File::default(),
        unread: Vec::new(),
    };
    walk.opening(&cut.stretches);
    for (position, stretch) in cut.stretches.iter().enumerate() {
        walk.stretch(stretch, position == 0);
    }
    let Walk {
        documentations,
        mut errors,
        mut file,
        unread,
        ..
    } = walk;
    documentations.report(text, &mut errors);
    file.comments = lexed.comments;
    Parsed {
        file,
        errors: errors.into_sorted(),
        unread,
    }
}

/// The revision of each name that a file declares, as far as its tokens tell; nothing for a name with several.
fn declared<'a>(
    text: &'a str,
    tokens: &[Token],
    stretches: &[Stretch],
) -> BTreeMap<&'a str, Option<&'a str>> {
    let mut declared = BTreeMap::new();
    for stretch in stretches.iter().filter(|stretch| stretch.known) {
        let mut head = tokens.iter().skip(stretch.tokens.start + 1).take(3);
        let (name, revision) = (head.next(), head.nth(1));
        if let Some((name, revision)) = name.zip(revision)
            && (name.kind, revision.kind) == (TokenKind::Word, TokenKind::Revision)
        {
            declared
                .entry(slice(text, name.span))
                .and_modify(|revision| *revision = None)
                .or_insert(Some(slice(text, revision.span)));
        }
    }
    declared
}

/// What a policy holds.
enum Item {
    Rule(syntax::Rule),
    ScoringRule(ScoringRule),
    Guardrail(Guardrail),
}

struct Walk<'a> {
    text: &'a str,
    tokens: &'a [Token],
    declared: BTreeMap<&'a str, Option<&'a str>>,
    broken: &'a [Span],
    documentations: Documentations,
    errors: Errors,
    file: File,
    unread: Vec<Header>,
}

impl Walk<'_> {
    /// A file opens with its package.
    fn opening(&mut self, stretches: &[Stretch]) {
        let first = stretches.first().map(|stretch| stretch.tokens.start);
        if first.is_some_and(|first| self.word(first) == "package") {
            return;
        }
        let span = first.map_or(Span::default(), |first| self.span(first));
        self.errors.push(
            SyntaxError::new(
                SyntaxCode::PackageMissing,
                Span::new(span.start, span.start),
                "the file does not open with `package NAME`",
            )
            .help("every file names the package of its declarations in its first line"),
        );
    }

    fn stretch(&mut self, stretch: &Stretch, first: bool) {
        let tokens = stretch.tokens.clone();
        if !stretch.known {
            self.unknown(&tokens, KEYWORDS);
            // `fcts request@1 { … }` declares a name, whatever its keyword was meant to be.
            let third = self.tokens.get(tokens.start + 2);
            if third.is_some_and(|token| token.kind == TokenKind::Mark('@')) {
                self.note_unread(&tokens);
            }
            return;
        }
        let keyword = self.word(tokens.start).to_owned();
        let rule = match keyword.as_str() {
            "package" => return self.package(&tokens, first),
            "policy" => return self.policy(&tokens),
            "facts" => Rule::facts_piece,
            "control" => Rule::control_piece,
            "profile" => Rule::profile_piece,
            "test" => Rule::test_piece,
            _ => return self.not_supported(&keyword, &tokens),
        };
        let start = self.span(tokens.start).start;
        let declaration = self.piece(&tokens, 0, rule, |reader, node| {
            let documentation = reader.documentations.take(start);
            let kind = match rule {
                Rule::facts_piece => DeclarationKind::Facts(reader.facts(node)?),
                Rule::control_piece => DeclarationKind::Control(reader.control(node)?),
                Rule::profile_piece => DeclarationKind::Profile(reader.profile(node)?),
                _ => DeclarationKind::Test(reader.test(node)?),
            };
            Some(Declaration {
                documentation,
                kind,
                span: reader.place(node),
            })
        });
        match declaration {
            Some(declaration) => self.file.declarations.push(declaration),
            None => self.note_unread(&tokens),
        }
    }

    fn package(&mut self, tokens: &Range<usize>, first: bool) {
        if !first {
            let span = self.span_of(tokens);
            self.documentations.forget(span);
            self.errors.push(
                SyntaxError::new(
                    SyntaxCode::PackageRepeated,
                    span,
                    "`package` stands once, in the first line of a file",
                )
                .help("declarations of another package stand in a file of their own"),
            );
            return;
        }
        self.file.package = self.piece(tokens, 0, Rule::package_piece, |reader, node| {
            let name = super::reader::child(node, Rule::name)?;
            Some(reader.name(&name))
        });
    }

    /// Parses tokens that belong together, if their brackets and strings are whole, and reads what was found.
    fn piece<T>(
        &mut self,
        tokens: &Range<usize>,
        outside: usize,
        rule: Rule,
        read: impl FnOnce(&mut Reader<'_>, &Node<'_>) -> Option<T>,
    ) -> Option<T> {
        let span = self.span_of(tokens);
        let list = self.tokens.get(tokens.clone()).unwrap_or_default();
        if self.is_broken(span) {
            self.documentations.forget(span);
            return None;
        }
        if let Err(error) = lex::check_nesting(self.text, list, outside) {
            self.errors.push(*error);
            self.documentations.forget(span);
            return None;
        }
        let text = slice(self.text, span);
        let mut pairs = match OrdainParser::parse(rule, text) {
            Ok(pairs) => pairs,
            Err(error) => {
                self.documentations.forget(span);
                self.errors
                    .push(expected::explain(self.text, span, self.tokens, &error));
                return None;
            }
        };
        let before = self.errors.count();
        let mut reader = Reader {
            base: span.start as usize,
            tokens: list,
            declared: &self.declared,
            errors: &mut self.errors,
            documentations: &mut self.documentations,
        };
        let value = pairs.next().and_then(|node| read(&mut reader, &node));
        if value.is_none() {
            self.documentations.forget(span);
            if self.errors.count() == before {
                self.errors.push(SyntaxError::new(
                    SyntaxCode::Unexpected,
                    span,
                    "this could not be read",
                ));
            }
        }
        value
    }

    fn policy(&mut self, tokens: &Range<usize>) {
        let list = self.tokens.get(tokens.clone()).unwrap_or_default();
        let brace = list
            .iter()
            .position(|token| token.kind == TokenKind::Open(Bracket::Brace))
            .map_or(tokens.end, |index| tokens.start + index + 1);
        let body = self.tokens.get(brace..tokens.end).unwrap_or_default();
        let cut = lex::cut(self.text, body, Level::Policy);
        let before = self.errors.count();
        let start = self.span(tokens.start).start;
        let documentation = self.documentations.take(start);
        let head_tokens = tokens.start..brace;
        // The brace of the head is closed by the body.
        let head = self.head(&head_tokens);
        let mut policy = head.map(|(header, facts)| Policy {
            header,
            facts,
            rules: Vec::new(),
            scoring_rules: Vec::new(),
            guardrails: Vec::new(),
        });
        for stretch in &cut.stretches {
            let range = brace + stretch.tokens.start..brace + stretch.tokens.end;
            if stretch.known {
                self.item(&range, policy.as_mut());
            } else {
                self.unknown(&range, RULE_KEYWORDS);
            }
        }
        let end = if let Some(close) = cut.close {
            brace + close
        } else {
            if self.errors.count() == before && policy.is_some() {
                let brace = self.span(brace.saturating_sub(1));
                self.errors.push(lex::not_closed(Bracket::Brace, brace));
            }
            tokens.end.saturating_sub(1)
        };
        if self.errors.count() > before {
            self.note_unread(tokens);
        }
        if let Some(policy) = policy {
            let span = Span::new(start, self.span(end).end);
            self.file.declarations.push(Declaration {
                documentation,
                kind: DeclarationKind::Policy(policy),
                span: Spanned::new((), span),
            });
        }
        let behind = end + 1..tokens.end;
        if !behind.is_empty() {
            self.unknown(&behind, KEYWORDS);
        }
    }

    fn head(&mut self, tokens: &Range<usize>) -> Option<(Header, Reference)> {
        let span = self.span_of(tokens);
        if self.is_broken(span) {
            return None;
        }
        match OrdainParser::parse(Rule::policy_head, slice(self.text, span)) {
            Ok(mut pairs) => {
                let mut reader = Reader {
                    base: span.start as usize,
                    tokens: self.tokens.get(tokens.clone()).unwrap_or_default(),
                    declared: &self.declared,
                    errors: &mut self.errors,
                    documentations: &mut self.documentations,
                };
                pairs.next().and_then(|node| reader.policy_head(&node))
            }
            Err(error) => {
                self.errors
                    .push(expected::explain(self.text, span, self.tokens, &error));
                None
            }
        }
    }

    /// One rule, scoring rule or guardrail. It is read even where the head of its policy could not be.
    fn item(&mut self, tokens: &Range<usize>, policy: Option<&mut Policy>) {
        let rule = match self.word(tokens.start) {
            "rule" => Rule::rule_piece,
            "scoring" => Rule::scoring_piece,
            _ => Rule::guardrail_piece,
        };
        let item = self.piece(tokens, 1, rule, |reader, node| match rule {
            Rule::rule_piece => reader.rule(node).map(Item::Rule),
            Rule::scoring_piece => reader.scoring_rule(node).map(Item::ScoringRule),
            _ => reader.guardrail(node).map(Item::Guardrail),
        });
        if let Some((policy, item)) = policy.zip(item) {
            match item {
                Item::Rule(rule) => policy.rules.push(rule),
                Item::ScoringRule(rule) => policy.scoring_rules.push(rule),
                Item::Guardrail(guardrail) => policy.guardrails.push(guardrail),
            }
        }
    }

    fn not_supported(&mut self, keyword: &str, tokens: &Range<usize>) {
        self.documentations.forget(self.span_of(tokens));
        self.note_unread(tokens);
        let span = self.span(tokens.start);
        self.errors.push(
            SyntaxError::new(
                SyntaxCode::NotSupportedYet,
                span,
                format!("`{keyword}` declarations are not supported yet"),
            )
            .help("take it out until they are; everything else of the file is read"),
        );
    }

    /// Text that belongs to nothing.
    fn unknown(&mut self, tokens: &Range<usize>, keywords: &[&str]) {
        self.documentations.forget(self.span_of(tokens));
        let Some(token) = self.tokens.get(tokens.start) else {
            return;
        };
        if self.is_broken(self.span_of(tokens)) {
            return;
        }
        self.errors
            .push(expected::unknown(self.text, *token, keywords));
    }

    /// Remembers what a declaration that was not read declares, as far as its first tokens tell.
    fn note_unread(&mut self, tokens: &Range<usize>) {
        let name = self.word(tokens.start + 1);
        // Nothing refers to a test.
        if name.is_empty() || self.word(tokens.start) == "test" {
            return;
        }
        let at = tokens.start + 3;
        let revision = match self.tokens.get(at) {
            Some(token) if token.kind == TokenKind::Revision => slice(self.text, token.span),
            _ => "",
        };
        self.unread.push(Header {
            name: Word::new(name.to_owned(), self.span(tokens.start + 1)),
            revision: Word::new(revision.to_owned(), self.span(at)),
        });
    }

    fn is_broken(&self, span: Span) -> bool {
        let first = self
            .broken
            .partition_point(|broken| broken.start < span.start);
        self.broken
            .get(first)
            .is_some_and(|broken| broken.start < span.end)
    }

    fn span(&self, position: usize) -> Span {
        self.tokens
            .get(position)
            .map_or_else(Span::default, |token| token.span)
    }

    fn span_of(&self, tokens: &Range<usize>) -> Span {
        let last = tokens.end.saturating_sub(1).max(tokens.start);
        self.span(tokens.start).to(self.span(last))
    }

    fn word(&self, position: usize) -> &str {
        match self.tokens.get(position) {
            Some(token) if token.kind == TokenKind::Word => slice(self.text, token.span),
            _ => "",
        }
    }
}
