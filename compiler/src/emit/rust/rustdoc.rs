//! Documentation of the source as rustdoc: nothing in it is ever run as a test, whatever it looks like.

use super::literal::push_visible;

/// The lines of an author's documentation, made safe: every block of code is `text`, and nothing is code by indentation.
///
/// Blocks stand at the margin, where no quotation or list can end them early; inside of those there are none.
pub(super) fn prose(documentation: &[String]) -> Vec<String> {
    let mut lines = Vec::new();
    let mut fence: Option<(char, usize)> = None;
    for line in documentation.iter().flat_map(|text| text.split('\n')) {
        let line = visible(line);
        let (lead, rest) = split_lead(&line);
        let found = fence_of(rest).filter(|_| lead.trim().is_empty());
        match (fence, found) {
            (Some((mark, length)), Some((other, further)))
                if mark == other && length <= further && is_bare(rest, mark) =>
            {
                fence = None;
                lines.push(rest.to_owned());
            }
            (Some(_), _) => lines.push(line),
            (None, Some((mark, length))) => {
                fence = Some((mark, length));
                lines.push(String::from(mark).repeat(length) + "text");
            }
            (None, None) => {
                let rest = without_fences(rest).replace("[^", "\\[^");
                lines.push(tighten(lead) + &rest);
            }
        }
    }
    lines.extend(fence.map(|(mark, length)| String::from(mark).repeat(length)));
    lines
}

/// Lines of text as a block of code that is never run.
pub(super) fn block(text: &[String]) -> Vec<String> {
    let longest = text.iter().map(|line| longest_run(line)).max().unwrap_or(0);
    let fence = "`".repeat(3.max(longest + 1));
    let mut lines = vec![format!("{fence}text")];
    lines.extend(text.iter().flat_map(|text| text.split('\n')).map(visible));
    lines.push(fence);
    lines
}

/// `text` as code inside a line.
pub(super) fn code(text: &str) -> String {
    let fence = "`".repeat(longest_run(text) + 1);
    let space = if text.starts_with('`') || text.ends_with('`') {
        " "
    } else {
        ""
    };
    format!("{fence}{space}{}{space}{fence}", visible(text))
}

fn visible(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '\t' => line.push(' '),
            '\r' | '\n' => {}
            _ => push_visible(&mut line, character),
        }
    }
    line.truncate(line.trim_end().len());
    line
}

/// What stands before the text of a line: white space, quotation marks, marks of lists.
fn split_lead(line: &str) -> (&str, &str) {
    let is_lead =
        |c: char| matches!(c, ' ' | '>' | '*' | '+' | '-' | '.' | ')') || c.is_ascii_digit();
    let rest = line.trim_start_matches(is_lead);
    let lead = line.strip_suffix(rest).unwrap_or_default();
    (lead, rest)
}

/// Four columns of white space would be code, wherever in the lead they stand.
fn tighten(lead: &str) -> String {
    let mut tight = String::with_capacity(lead.len());
    let mut spaces = 0;
    for character in lead.chars() {
        spaces = if character == ' ' { spaces + 1 } else { 0 };
        if spaces < 4 {
            tight.push(character);
        }
    }
    tight
}

fn fence_of(rest: &str) -> Option<(char, usize)> {
    let mark = rest
        .chars()
        .next()
        .filter(|mark| matches!(mark, '`' | '~'))?;
    let length = rest
        .chars()
        .take_while(|character| *character == mark)
        .count();
    (length >= 3).then_some((mark, length))
}

/// No run of marks is long enough for a block.
fn without_fences(text: &str) -> String {
    let (mut kept, mut previous, mut run) = (String::with_capacity(text.len()), ' ', 0);
    for character in text.chars() {
        run = if character == previous { run + 1 } else { 1 };
        previous = character;
        if run < 3 || !matches!(character, '`' | '~') {
            kept.push(character);
        }
    }
    kept
}

fn is_bare(rest: &str, mark: char) -> bool {
    rest.chars().all(|character| character == mark)
}

fn longest_run(text: &str) -> usize {
    text.split(|c| c != '`').map(str::len).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sanitised(text: &str) -> String {
        prose(&[text.to_owned()]).join("\n")
    }

    #[test]
    fn fences_become_text() {
        assert_eq!(
            sanitised("```\nfn main() {}\n```\nx"),
            "```text\nfn main() {}\n```\nx"
        );
        assert_eq!(
            sanitised("  ````rust,no_run\n```\n````"),
            "````text\n```\n````"
        );
        assert_eq!(
            sanitised("```rust\nnever closed"),
            "```text\nnever closed\n```"
        );
    }

    #[test]
    fn what_a_quotation_or_a_list_could_end_is_no_block() {
        assert_eq!(
            sanitised("> ```rust\nx\n```\ny"),
            "> ``rust\nx\n```text\ny\n```"
        );
        assert_eq!(sanitised("1. ~~~~\nx"), "1. ~~\nx");
        assert_eq!(sanitised("[^1]: x"), "\\[^1]: x");
    }

    #[test]
    fn indentation_is_no_code() {
        assert_eq!(sanitised("    panic!()"), "   panic!()");
        assert_eq!(sanitised("\t\t\t\tpanic!()"), "   panic!()");
        assert_eq!(sanitised("-      panic!()"), "-   panic!()");
        assert_eq!(sanitised(">     panic!()"), ">   panic!()");
    }

    #[test]
    fn a_block_outlasts_the_fences_in_it() {
        let text = ["when x == \"```\"".to_owned()];
        assert_eq!(block(&text), ["````text", "when x == \"```\"", "````"]);
        assert_eq!(code("a`b"), "``a`b``");
    }
}
