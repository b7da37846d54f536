//! Constants as Rust writes them.

/// A string literal. What is invisible or turns the direction of text is escaped, so that a reviewer sees what is there.
pub(super) fn string(value: &str) -> String {
    let mut literal = String::with_capacity(value.len() + 2);
    literal.push('"');
    for character in value.chars() {
        match character {
            '"' => literal.push_str("\\\""),
            '\\' => literal.push_str("\\\\"),
            '\n' => literal.push_str("\\n"),
            '\r' => literal.push_str("\\r"),
            '\t' => literal.push_str("\\t"),
            _ => push_visible(&mut literal, character),
        }
    }
    literal.push('"');
    literal
}

/// `character`, or its number where nobody would see it.
pub(super) fn push_visible(text: &mut String, character: char) {
    let hidden = character.is_control()
        || matches!(
            character,
            '\u{ad}'
                | '\u{61c}'
                | '\u{115f}'..='\u{1160}'
                | '\u{17b4}'..='\u{17b5}'
                | '\u{180b}'..='\u{180f}'
                | '\u{2000}'..='\u{200f}'
                | '\u{2028}'..='\u{202f}'
                | '\u{205f}'..='\u{206f}'
                | '\u{3000}'
                | '\u{3164}'
                | '\u{e000}'..='\u{f8ff}'
                | '\u{fe00}'..='\u{fe0f}'
                | '\u{feff}'
                | '\u{ffa0}'
                | '\u{fff0}'..='\u{ffff}'
                | '\u{e0000}'..
        );
    if hidden {
        text.extend(character.escape_unicode());
    } else {
        text.push(character);
    }
}

/// An integer, its thousands parted.
pub(super) fn integer(value: i64) -> String {
    let digits = value.unsigned_abs().to_string();
    let mut literal = String::from(if value < 0 { "-" } else { "" });
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            literal.push('_');
        }
        literal.push(digit);
    }
    literal
}

/// `Some(value)` or `None`.
pub(super) fn option(value: Option<impl Into<String>>) -> String {
    value.map_or_else(
        || "None".to_owned(),
        |value| format!("Some({})", value.into()),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_invisible_stays_in_a_literal() {
        assert_eq!(string("a\"b\\c\n"), r#""a\"b\\c\n""#);
        assert_eq!(string("ü₹😀"), "\"ü₹😀\"");
        assert_eq!(
            string("a\u{202e}b\u{0}\u{feff}"),
            r#""a\u{202e}b\u{0}\u{feff}""#
        );
    }

    #[test]
    fn thousands_are_parted() {
        assert_eq!(integer(0), "0");
        assert_eq!(integer(-999), "-999");
        assert_eq!(integer(300_000), "300_000");
        assert_eq!(integer(-9_007_199_254_740_991), "-9_007_199_254_740_991");
    }
}
