//! What was expected where parsing stopped, in the author's words: every rule of the grammar has a name here.

use super::name::{RESERVED, reserved};
use super::reader::Rule;
use crate::error::{SyntaxCode, SyntaxError};
use crate::lex::{self, Token, TokenKind, closes_nothing, offset, slice};
use crate::span::Span;

/// How many things an "expected …" names before it stops.
const EXPECTED_SHOWN: usize = 6;

/// The error for the place where parsing a piece stopped.
pub(super) fn explain(
    text: &str,
    piece: Span,
    tokens: &[Token],
    error: &pest::error::Error<Rule>,
) -> SyntaxError {
    let at = match error.location {
        pest::error::InputLocation::Pos(position) => position,
        pest::error::InputLocation::Span((start, _)) => start,
    };
    let start = piece.start + offset(at);
    let first = tokens.partition_point(|token| token.span.end <= start);
    let found = tokens
        .get(first)
        .filter(|token| token.span.start < piece.end);
    let span = found.map_or(Span::new(piece.end, piece.end), |token| {
        Span::new(token.span.start.max(start), token.span.end)
    });
    let mut expected = Vec::new();
    if let pest::error::ErrorVariant::ParsingError { positives, .. } = &error.variant {
        for rule in positives {
            for token in tokens_of(*rule) {
                if !expected.contains(token) {
                    expected.push(*token);
                }
            }
        }
    }
    let found = slice(text, span);
    if RESERVED.contains(&found) && expected.iter().any(|token| takes_word(token)) {
        return reserved(found, span);
    }
    let what = list(&expected);
    let message = if found.is_empty() {
        format!("expected {what}, and the declaration ends here")
    } else {
        format!("expected {what}, found `{}`", shorten(found))
    };
    let error = SyntaxError::new(SyntaxCode::Unexpected, span, message);
    let words = expected
        .iter()
        .filter_map(|token| token.strip_prefix('`')?.strip_suffix('`'));
    match similar(found, words) {
        Some(word) => error
            .mend(span, word, format!("write `{word}`"))
            .help(format!("did you mean `{word}`?")),
        None => error,
    }
}

/// The error for text that opens nothing.
pub(super) fn unknown(text: &str, token: Token, keywords: &[&str]) -> SyntaxError {
    if let TokenKind::Close(bracket) = token.kind {
        return closes_nothing(bracket, token.span);
    }
    let found = slice(text, token.span);
    let declares = keywords.len() > lex::RULE_KEYWORDS.len();
    if declares && lex::RULE_KEYWORDS.contains(&found) {
        return SyntaxError::new(
            SyntaxCode::NoDeclaration,
            token.span,
            format!("`{found}` stands outside a policy"),
        )
        .help("look for a `}` too many above");
    }
    let what = if declares { "declaration" } else { "rule" };
    let error = SyntaxError::new(
        SyntaxCode::NoDeclaration,
        token.span,
        format!("`{}` opens no {what}", shorten(found)),
    );
    match similar(found, keywords.iter().copied()) {
        Some(word) => error.help(format!("did you mean `{word}`?")).mend(
            token.span,
            word,
            format!("write `{word}`"),
        ),
        None if declares => {
            error.help("a file holds `facts`, `control`, `profile`, `policy` and `test`")
        }
        None => error.help("a policy holds `rule`, `scoring rule` and `guardrail`"),
    }
}

/// The word nearest to what was found, if it is near.
fn similar<'w>(found: &str, words: impl Iterator<Item = &'w str>) -> Option<&'w str> {
    let length = found.chars().count();
    if !(3..=32).contains(&length) {
        return None;
    }
    words
        .map(|word| (strsim::osa_distance(found, word), word))
        .filter(|(distance, word)| *distance * 3 <= word.len().max(length))
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, word)| word)
}

fn shorten(found: &str) -> String {
    let line = found.lines().next().unwrap_or_default();
    match line.char_indices().nth(40) {
        Some((index, _)) => format!("{}…", line.get(..index).unwrap_or_default()),
        None => line.to_owned(),
    }
}

/// `a`, `a or b`, `a, b or c`; with something else behind them where there are many.
fn list(expected: &[&str]) -> String {
    let shown: Vec<&str> = if expected.len() > EXPECTED_SHOWN {
        let first = expected.iter().copied().take(EXPECTED_SHOWN - 1);
        first.chain(["something else"]).collect()
    } else {
        expected.to_vec()
    };
    match shown.split_last() {
        None => "something else".to_owned(),
        Some((only, [])) => (*only).to_owned(),
        Some((last, others)) => format!("{} or {last}", others.join(", ")),
    }
}

fn takes_word(token: &str) -> bool {
    matches!(token, WORD | OPERAND | FIELD | "a key" | "a value")
}

const WORD: &str = "a word";
const OPERAND: &str = "an operand";
const FIELD: &str = "a field";

/// What an author calls a rule of the grammar; nothing for what never fails first or is only a slip.
#[expect(
    clippy::too_many_lines,
    reason = "one line for each rule of the grammar"
)]
fn tokens_of(rule: Rule) -> &'static [&'static str] {
    match rule {
        Rule::EOI => &["the end of the declaration"],
        Rule::package_piece
        | Rule::facts_piece
        | Rule::control_piece
        | Rule::profile_piece
        | Rule::test_piece
        | Rule::policy_head
        | Rule::rule_piece
        | Rule::scoring_piece
        | Rule::guardrail_piece => &["a declaration"],

        Rule::record | Rule::given_record | Rule::open_brace => &["`{`"],
        Rule::close_brace => &["`}`"],
        Rule::list | Rule::given_list | Rule::given_features | Rule::open_bracket => &["`[`"],
        Rule::close_bracket => &["`]`"],
        Rule::group | Rule::open_paren => &["`(`"],
        Rule::close_paren => &["`)`"],
        Rule::comma => &["`,`"],
        Rule::colon => &["`:`"],
        Rule::optional_mark => &["`?`"],
        Rule::range_mark => &["`..=`"],

        Rule::field | Rule::field_name => &[FIELD],
        Rule::ty | Rule::collection | Rule::type_name => &["a type"],
        Rule::integer_type | Rule::kw_int => &["`int`"],
        Rule::enum_type | Rule::kw_enum => &["`enum`"],
        Rule::kw_set => &["`set of`"],
        Rule::kw_list => &["`list of`"],

        Rule::title_clause | Rule::kw_title => &["`title`"],
        Rule::statement_clause | Rule::kw_statement => &["`statement`"],
        Rule::owner_clause | Rule::kw_owner => &["`owner`"],
        Rule::stage_clause | Rule::kw_stage => &["`stage`"],
        Rule::evidence_clause | Rule::expected_evidence | Rule::kw_evidence => &["`evidence`"],
        Rule::satisfied_clause | Rule::kw_satisfied => &["`satisfied when`"],
        Rule::extends_clause | Rule::kw_extends => &["`extends`"],
        Rule::require_clause | Rule::require_evidence_clause | Rule::kw_require => &["`require`"],
        Rule::optional_clause | Rule::kw_optional => &["`optional`"],
        Rule::conditional_clause | Rule::when | Rule::when_clause | Rule::kw_when => &["`when`"],
        Rule::on_clause | Rule::kw_on => &["`on`"],
        Rule::then_clause | Rule::effects_clause | Rule::kw_then => &["`then`"],
        Rule::else_clause | Rule::kw_else => &["`else`"],
        Rule::score_clause | Rule::kw_score => &["`score`"],
        Rule::outcome => &["`allow`", "`deny`"],
        Rule::because_clause | Rule::kw_because => &["`because`"],
        Rule::approval_clause | Rule::approval_effect | Rule::kw_approval => &["`approval`"],
        Rule::oblige_clause | Rule::expected_oblige | Rule::kw_oblige => &["`oblige`"],
        Rule::prohibit_clause | Rule::expected_prohibit | Rule::kw_prohibit => &["`prohibit`"],
        Rule::limit_clause | Rule::kw_limit => &["`limit`"],
        Rule::bound => &["`at least`", "`at most`", "`in`"],
        Rule::kw_at => &["`at`"],
        Rule::effect => &["`refuse`", "`escalate`", "`approval`", "`redact`"],
        Rule::escalate_effect | Rule::kw_escalate => &["`escalate`"],
        Rule::redact_effect | Rule::expected_redact | Rule::kw_redact => &["`redact`"],
        Rule::given_clause | Rule::kw_given => &["`given`"],
        Rule::expect_clause | Rule::kw_expect => &["`expect`"],
        Rule::expectation | Rule::expected_word => &["an expectation"],
        Rule::not_permitted => &["`not permitted`"],
        Rule::expected_rules | Rule::kw_rules => &["`rules`"],
        Rule::expected_skipped | Rule::kw_skipped => &["`skipped`"],
        Rule::expected_controls | Rule::kw_controls => &["`controls`"],
        Rule::expected_error | Rule::kw_error => &["`error`"],

        Rule::key_match | Rule::path | Rule::path_set => &["a fact"],
        Rule::key_value | Rule::given_value => &["a value"],
        Rule::given_member => &["a member"],
        Rule::references | Rule::reference | Rule::reference_set => &["a name with its revision"],
        Rule::names | Rule::name | Rule::name_set => &["a name"],
        Rule::revision => &["a revision"],
        Rule::word => &[WORD],
        Rule::string | Rule::string_set | Rule::double_quoted => &["a string"],
        Rule::number => &["a number"],
        Rule::expression
        | Rule::conjunction
        | Rule::negation
        | Rule::comparison
        | Rule::sum
        | Rule::literal
        | Rule::count
        | Rule::quantified => &[OPERAND],
        Rule::or_operator
        | Rule::and_operator
        | Rule::compare_operator
        | Rule::in_operator
        | Rule::tail
        | Rule::sign
        | Rule::kw_is => &["an operator"],

        Rule::kw_absent => &["`absent`"],
        Rule::kw_all => &["`all`"],
        Rule::kw_allow => &["`allow`"],
        Rule::kw_and => &["`and`"],
        Rule::kw_any => &["`any`"],
        Rule::kw_approved => &["`approved`"],
        Rule::kw_control => &["`control`"],
        Rule::kw_count => &["`count`"],
        Rule::kw_deny => &["`deny`"],
        Rule::kw_facts => &["`facts`"],
        Rule::kw_false => &["`false`"],
        Rule::kw_guardrail => &["`guardrail`"],
        Rule::kw_in => &["`in`"],
        Rule::kw_least => &["`least`"],
        Rule::kw_most => &["`most`"],
        Rule::kw_not => &["`not`"],
        Rule::kw_of => &["`of`"],
        Rule::kw_or => &["`or`"],
        Rule::kw_package => &["`package`"],
        Rule::kw_permitted => &["`permitted`"],
        Rule::kw_policy => &["`policy`"],
        Rule::kw_present => &["`present`"],
        Rule::kw_priority => &["`priority`"],
        Rule::kw_profile => &["`profile`"],
        Rule::kw_refuse => &["`refuse`"],
        Rule::kw_rule => &["`rule`"],
        Rule::kw_scoring => &["`scoring`"],
        Rule::kw_test => &["`test`"],
        Rule::kw_true => &["`true`"],
        Rule::kw_unless => &["`unless approved`"],

        // A field may be marked, but the field is what is expected.
        Rule::kw_key
        | Rule::not_operator
        | Rule::quantifier
        // Slips are not proposed.
        | Rule::if_slip
        | Rule::key_slip
        | Rule::bound_slip
        | Rule::trailing_comma_slip
        | Rule::or_slip
        | Rule::and_slip
        | Rule::null_slip
        | Rule::single_quoted_slip
        | Rule::curly_quoted_slip
        // Words that end a list.
        | Rule::profile_word
        | Rule::branch_word
        | Rule::effect_word
        | Rule::test_word
        | Rule::reserved
        // Tried before other literals.
        | Rule::time
        | Rule::money
        | Rule::currency
        | Rule::amount
        // Silent in the grammar, and so never reported.
        | Rule::WHITESPACE
        | Rule::COMMENT
        | Rule::control_clause
        | Rule::profile_clause
        | Rule::rule_clause
        | Rule::scoring_clause
        | Rule::guardrail_clause
        | Rule::branch_clause
        | Rule::test_clause
        | Rule::form_word
        | Rule::term
        | Rule::list_item
        | Rule::word_character
        | Rule::name_character => &[],
    }
}
