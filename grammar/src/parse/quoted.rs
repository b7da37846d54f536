//! Strings: escapes are undone, and a line end with the white space around it becomes one space.

use super::reader::{Node, Reader, Rule};
use crate::error::{SyntaxCode, SyntaxError};
use crate::syntax::Word;

impl Reader<'_> {
    /// The value of a string with the place of its marks.
    pub(super) fn string(&mut self, node: &Node<'_>) -> Option<Word> {
        let quoted = node.clone().into_inner().next()?;
        let text = quoted.as_str();
        let mut marks = text.chars();
        let (open, close) = (marks.next()?, marks.next_back()?);
        let inside = marks.as_str();
        let span = self.span(node);
        if quoted.as_rule() != Rule::double_quoted {
            let straight = inside.replace("\\'", "'").replace('"', "\\\"");
            self.errors.push(
                SyntaxError::new(
                    SyntaxCode::Quotes,
                    span,
                    format!("a string stands in `\"`, not in `{open}` and `{close}`"),
                )
                .mend(span, format!("\"{straight}\""), "write `\"`"),
            );
            return Some(Word::new(inside.to_owned(), span));
        }
        let start = quoted.as_span().start() + open.len_utf8();
        let mut unquote = Unquote {
            reader: self,
            inside,
            start,
            value: String::with_capacity(inside.len()),
            raw_spaces: 0,
        };
        unquote.run();
        Some(Word::new(unquote.value, span))
    }
}

struct Unquote<'r, 'a, 'i> {
    reader: &'r mut Reader<'a>,
    inside: &'i str,
    /// Where the inside starts in the piece.
    start: usize,
    value: String,
    /// How many spaces at the end of the value were written as such, and so belong to a line end behind them.
    raw_spaces: usize,
}

impl Unquote<'_, '_, '_> {
    fn run(&mut self) {
        let mut position = 0;
        while let Some(character) = self.at(position).chars().next() {
            position += match character {
                '\\' => self.escape(position),
                '\n' => self.fold(position),
                '\r' if self.at(position).starts_with("\r\n") => 1,
                ' ' => {
                    self.value.push(' ');
                    self.raw_spaces += 1;
                    1
                }
                _ => {
                    if character < ' ' || character == '\u{7F}' {
                        self.control(position, character);
                    }
                    self.push(character);
                    character.len_utf8()
                }
            };
        }
    }

    fn at(&self, position: usize) -> &str {
        self.inside.get(position..).unwrap_or_default()
    }

    fn push(&mut self, character: char) {
        self.value.push(character);
        self.raw_spaces = 0;
    }

    /// Takes the line end, those that follow it, and the white space around them for one space.
    fn fold(&mut self, position: usize) -> usize {
        self.value.truncate(self.value.len() - self.raw_spaces);
        self.push(' ');
        let rest = self.at(position);
        rest.len() - rest.trim_start_matches([' ', '\t', '\r', '\n']).len()
    }

    /// Reads an escape and gives its length.
    fn escape(&mut self, position: usize) -> usize {
        let Some(name) = self.at(position + 1).chars().next() else {
            return 1;
        };
        let length = 1 + name.len_utf8();
        match name {
            '"' | '\\' | '/' => self.push(name),
            'b' => self.push('\u{8}'),
            'f' => self.push('\u{C}'),
            'n' => self.push('\n'),
            'r' => self.push('\r'),
            't' => self.push('\t'),
            'u' => return self.unicode(position),
            _ => self.error(
                SyntaxCode::EscapeUnknown,
                position,
                length,
                format!("`\\{}` is not an escape", name.escape_debug()),
                "the escapes are those of JSON: `\\\"`, `\\\\`, `\\/`, `\\b`, `\\f`, `\\n`, `\\r`, `\\t` and `\\u` with four digits",
            ),
        }
        length
    }

    fn unicode(&mut self, position: usize) -> usize {
        let Some(unit) = self.code_unit(position) else {
            let digits = self
                .at(position + 2)
                .bytes()
                .take(4)
                .take_while(u8::is_ascii_hexdigit)
                .count();
            self.error(
                SyntaxCode::EscapeUnknown,
                position,
                2 + digits,
                "`\\u` takes four hexadecimal digits".to_owned(),
                "write all four, as in `\\u00e9`",
            );
            return 2 + digits;
        };
        if let Some(character) = char::from_u32(unit) {
            self.push(character);
            return 6;
        }
        let low = self
            .code_unit(position + 6)
            .filter(|low| (0xD800..0xDC00).contains(&unit) && (0xDC00..0xE000).contains(low));
        let pair =
            low.and_then(|low| char::from_u32(0x1_0000 + ((unit - 0xD800) << 10) + (low - 0xDC00)));
        if let Some(character) = pair {
            self.push(character);
            return 12;
        }
        self.error(
            SyntaxCode::SurrogateLone,
            position,
            6,
            format!(
                "`{}` is half of a surrogate pair",
                self.at(position).get(..6).unwrap_or_default()
            ),
            "write both halves, or the character itself",
        );
        6
    }

    /// The number behind `\u`, if that is what stands here.
    fn code_unit(&self, position: usize) -> Option<u32> {
        let digits = self.at(position).strip_prefix("\\u")?.get(..4)?;
        let hexadecimal = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
        u32::from_str_radix(digits, 16).ok().filter(|_| hexadecimal)
    }

    fn control(&mut self, position: usize, character: char) {
        let escaped = match character {
            '\t' => "\\t".to_owned(),
            '\r' => "\\r".to_owned(),
            _ => format!("\\u{:04x}", u32::from(character)),
        };
        let start = self.start + position;
        let span = self.reader.span_of(start, start + character.len_utf8());
        self.reader.errors.push(
            SyntaxError::new(
                SyntaxCode::ControlCharacter,
                span,
                format!(
                    "a string holds no control character such as U+{:04X}",
                    u32::from(character)
                ),
            )
            .mend(span, escaped.as_str(), format!("write `{escaped}`")),
        );
    }

    fn error(
        &mut self,
        code: SyntaxCode,
        position: usize,
        length: usize,
        message: String,
        help: &str,
    ) {
        let start = self.start + position;
        let span = self.reader.span_of(start, start + length);
        self.reader
            .errors
            .push(SyntaxError::new(code, span, message).help(help));
    }
}
