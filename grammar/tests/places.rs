//! Places: each node of the tree spans what was written for it, without the white space and comments around.

use ordain_grammar::parse;
use ordain_grammar::span::Span;
use ordain_grammar::syntax::{DeclarationKind, ExpressionKind, Facts, Policy, Test};

const TEXT: &str = r#"package support // a

/// Documentation.
facts request@1 {
  key intent: id // b
  list: list of { kind: id } ? // c
}

policy refunds@1 on request@1 {
  rule first priority 10 {
    when ( a == 1 // d
      or not  b ) and c in [ 1, 2 ] // e

    then allow // f
      limit a.b in [ "x" ] unless approved // g
      because "y"
    // h
  }
}

test "t" of refunds@1 {
  given { a: [ 1 ] } // i
  expect approval finance at delegated , rules [ first ] // j
}
"#;

fn at(span: Span) -> &'static str {
    &TEXT[span.start as usize..span.end as usize]
}

fn tree() -> (Facts, Policy, Test) {
    let parsed = parse(TEXT);
    assert_eq!(parsed.errors, []);
    let kinds: Vec<_> = parsed
        .file
        .declarations
        .into_iter()
        .map(|declaration| declaration.kind)
        .collect();
    match <[_; 3]>::try_from(kinds) {
        Ok(
            [
                DeclarationKind::Facts(facts),
                DeclarationKind::Policy(policy),
                DeclarationKind::Test(test),
            ],
        ) => (facts, policy, test),
        other => panic!("{other:?}"),
    }
}

#[test]
fn declarations_and_comments() {
    let parsed = parse(TEXT);
    let declarations: Vec<_> = parsed
        .file
        .declarations
        .iter()
        .map(|declaration| at(declaration.span.span))
        .collect();
    for (declaration, keyword) in declarations.iter().zip(["facts", "policy", "test"]) {
        assert!(
            declaration.starts_with(keyword) && declaration.ends_with('}'),
            "{declaration}"
        );
    }
    assert_eq!(parsed.file.comments.len(), 10);
    for comment in &parsed.file.comments {
        assert_eq!(at(comment.span), format!("//{}", comment.text));
    }
}

#[test]
fn types() {
    let (facts, ..) = tree();
    assert_eq!(at(facts.header.revision.span), "1");
    assert_eq!(facts.fields[0].key.map(|key| at(key.span)), Some("key"));
    assert_eq!(at(facts.fields[0].ty.span.span), "id");
    assert_eq!(at(facts.fields[1].ty.span.span), "list of { kind: id } ?");
}

#[test]
fn rules() {
    let (_, policy, _) = tree();
    let rule = &policy.rules[0];
    assert!(at(rule.span.span).ends_with("// h\n  }"));
    assert_eq!(rule.priority.map(|priority| at(priority.span)), Some("10"));
    let when = rule.when.as_ref().unwrap();
    assert_eq!(
        at(when.span.span),
        "( a == 1 // d\n      or not  b ) and c in [ 1, 2 ]"
    );
    let ExpressionKind::And(operands) = &when.kind else {
        panic!("{when:?}");
    };
    assert_eq!(at(operands[0].span.span), "a == 1 // d\n      or not  b");
    assert_eq!(at(operands[1].span.span), "c in [ 1, 2 ]");
    let then = rule.then.as_ref().unwrap();
    assert!(at(then.span.span).starts_with("then allow // f"));
    assert!(at(then.span.span).ends_with("because \"y\""));
    assert_eq!(at(then.outcome.span), "allow");
    let clauses: Vec<_> = then
        .clauses
        .iter()
        .map(|clause| at(clause.span.span))
        .collect();
    assert_eq!(
        clauses,
        [r#"limit a.b in [ "x" ] unless approved"#, r#"because "y""#]
    );
}

#[test]
fn expectations() {
    let (.., test) = tree();
    assert_eq!(at(test.of.span()), "refunds@1");
    let expectations: Vec<_> = test
        .expectations
        .iter()
        .map(|expectation| at(expectation.span.span))
        .collect();
    assert_eq!(
        expectations,
        ["approval finance at delegated", "rules [ first ]"]
    );
}
