//! Trees at random: everything that the grammar can read, and nothing that it cannot. Places are all the same.

use ordain_grammar::span::{Span, Spanned};
use ordain_grammar::syntax::*;
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;

const RESERVED: &[&str] = &[
    "and", "or", "not", "in", "is", "any", "all", "count", "true", "false", "null", "on", "when",
    "then", "else",
];

/// Words that end a list, or stand for something else where a bare word may stand.
const CONTEXTUAL: &[&str] = &[
    "because", "approval", "require", "oblige", "prohibit", "limit", "on", "when", "then", "else",
    "refuse", "escalate", "redact", "title", "extends", "optional", "given", "expect", "controls",
    "error", "evidence", "not", "rules", "score", "skipped",
];

pub(crate) fn file() -> impl Strategy<Value = File> {
    (name(), vec(declaration(), 0..5)).prop_map(|(package, declarations)| File {
        package: Some(package),
        declarations,
        comments: Vec::new(),
    })
}

fn declaration() -> impl Strategy<Value = Declaration> {
    let kind = prop_oneof![
        (header(), vec(field(), 0..5))
            .prop_map(|(header, fields)| DeclarationKind::Facts(Facts { header, fields })),
        control().prop_map(DeclarationKind::Control),
        profile().prop_map(DeclarationKind::Profile),
        policy().prop_map(DeclarationKind::Policy),
        test().prop_map(DeclarationKind::Test),
    ];
    (documentation(), kind).prop_map(|(documentation, kind)| Declaration {
        documentation,
        kind,
        span: nowhere(),
    })
}

fn nowhere() -> Spanned<()> {
    spanned(())
}

fn spanned<T>(value: T) -> Spanned<T> {
    Spanned::new(value, Span::default())
}

fn documentation() -> impl Strategy<Value = Documentation> {
    let line = "[ -~é😀]{0,40}".prop_map(|line: String| line.trim_end().to_owned());
    prop_oneof![3 => Just(Vec::new()), 1 => vec(line, 1..3)]
}

fn name() -> impl Strategy<Value = Word> {
    "[a-z][a-z0-9]{0,6}(-[a-z0-9]{1,4}){0,2}(\\.[a-z][a-z0-9]{0,4}){0,2}"
        .prop_filter("a word that ends a list", |name| {
            !CONTEXTUAL.contains(&name.as_str())
        })
        .prop_map(spanned)
}

fn outside_name() -> impl Strategy<Value = Word> {
    prop_oneof![name(), "[a-z]{1,8}_[a-z]{1,8}".prop_map(spanned)]
}

fn word() -> impl Strategy<Value = Word> {
    prop_oneof!["[a-z][a-z0-9_]{0,10}", "[A-Z][A-Z0-9_]{0,6}", "[A-Z]{3}"]
        .prop_filter("a reserved word", |word| {
            !RESERVED.contains(&word.as_str()) && !CONTEXTUAL.contains(&word.as_str())
        })
        .prop_map(spanned)
}

fn path() -> impl Strategy<Value = Path> {
    vec(word(), 1..4).prop_map(|words| Path { words })
}

fn text() -> impl Strategy<Value = Word> {
    prop_oneof![
        "[a-z ]{0,20}",
        ".{0,10}",
        "([a-z]{1,12} ){10,40}",
        "(policy|test|[a-z]{3}|\"|\\\\| |\n|\t){0,60}",
    ]
    .prop_map(spanned)
}

fn revision() -> impl Strategy<Value = Word> {
    "[A-Za-z0-9._-]{1,8}".prop_map(spanned)
}

fn header() -> impl Strategy<Value = Header> {
    (name(), revision()).prop_map(|(name, revision)| Header { name, revision })
}

fn reference() -> impl Strategy<Value = Reference> {
    (name(), revision()).prop_map(|(name, revision)| Reference { name, revision })
}

fn integer() -> impl Strategy<Value = i64> {
    const MOST: i64 = (1 << 53) - 1;
    prop_oneof![
        -5_i64..=5,
        -100_000_i64..=100_000,
        -MOST..=MOST,
        Just(MOST),
        Just(-MOST)
    ]
}

fn field() -> impl Strategy<Value = Field> {
    let leaf = ty(base_type().boxed()).boxed();
    let inner = leaf.prop_recursive(3, 16, 4, |inner| {
        let record = vec(field_of(inner), 0..4).prop_map(TypeKind::Record);
        ty(prop_oneof![2 => base_type(), 1 => record].boxed())
    });
    field_of(inner.boxed())
}

fn field_of(ty: BoxedStrategy<Type>) -> impl Strategy<Value = Field> {
    let key = prop_oneof![3 => Just(None), 1 => Just(Some(nowhere()))];
    (documentation(), key, word(), ty).prop_map(|(documentation, key, name, ty)| Field {
        documentation,
        key,
        name,
        ty,
    })
}

fn base_type() -> impl Strategy<Value = TypeKind> {
    prop_oneof![
        Just(TypeKind::Boolean),
        Just(TypeKind::Identifier),
        Just(TypeKind::Text),
        Just(TypeKind::Digest),
        Just(TypeKind::Time),
        Just(TypeKind::Money),
        Just(TypeKind::Integer(None)),
        (integer(), integer())
            .prop_map(|(first, last)| TypeKind::Integer(Some((spanned(first), spanned(last))))),
        vec(word(), 0..12).prop_map(TypeKind::Enum),
        "(string|number|boolean|uuid)".prop_map(|word| TypeKind::Unknown(spanned(word))),
    ]
}

/// `?` belongs to a whole type, so elements never have it.
fn ty(base: BoxedStrategy<TypeKind>) -> impl Strategy<Value = Type> {
    let plain = |kind| Type {
        kind,
        optional: false,
        span: nowhere(),
    };
    (base, vec(any::<bool>(), 0..3), any::<bool>()).prop_map(
        move |(base, collections, optional)| {
            let kind = collections.into_iter().fold(base, |kind, set| {
                let element = Box::new(plain(kind));
                if set {
                    TypeKind::Set(element)
                } else {
                    TypeKind::List(element)
                }
            });
            Type {
                kind,
                optional,
                span: nowhere(),
            }
        },
    )
}

fn control() -> impl Strategy<Value = Control> {
    (
        header(),
        option::of(text()),
        option::of(text()),
        option::of(word()),
        option::of(word()),
        option::of(reference()),
        option::of(expression()),
    )
        .prop_map(
            |(header, title, statement, owner, stage, evidence, satisfied_when)| Control {
                header,
                title,
                statement,
                owner,
                stage,
                evidence,
                satisfied_when,
            },
        )
}

fn profile() -> impl Strategy<Value = Profile> {
    let conditional =
        (vec(word(), 1..4), vec(reference(), 1..6)).prop_map(|(features, required)| Conditional {
            features,
            required,
            span: nowhere(),
        });
    let references = || vec(reference(), 0..6);
    (
        header(),
        option::of(text()),
        references(),
        references(),
        vec(conditional, 0..3),
        references(),
    )
        .prop_map(
            |(header, title, extends, required, conditional, optional)| Profile {
                header,
                title,
                extends,
                required,
                conditional,
                optional,
            },
        )
}

fn policy() -> impl Strategy<Value = Policy> {
    (
        header(),
        reference(),
        vec(rule(), 0..3),
        vec(scoring_rule(), 0..2),
        vec(guardrail(), 0..2),
    )
        .prop_map(|(header, facts, rules, scoring_rules, guardrails)| Policy {
            header,
            facts,
            rules,
            scoring_rules,
            guardrails,
        })
}

fn rule() -> impl Strategy<Value = Rule> {
    (
        documentation(),
        name(),
        option::of(integer().prop_map(spanned)),
        on(),
        option::of(expression()),
        option::of(branch()),
        option::of(branch()),
    )
        .prop_map(
            |(documentation, name, priority, on, when, then, otherwise)| Rule {
                documentation,
                name,
                priority,
                on,
                when,
                then,
                otherwise,
                span: nowhere(),
            },
        )
}

fn scoring_rule() -> impl Strategy<Value = ScoringRule> {
    (
        documentation(),
        name(),
        on(),
        option::of(expression()),
        option::of(integer().prop_map(spanned)),
    )
        .prop_map(|(documentation, name, on, when, score)| ScoringRule {
            documentation,
            name,
            on,
            when,
            score,
            span: nowhere(),
        })
}

fn guardrail() -> impl Strategy<Value = Guardrail> {
    let effect = prop_oneof![
        Just(GuardrailEffect::Refuse),
        outside_name().prop_map(GuardrailEffect::Escalate),
        outside_name().prop_map(GuardrailEffect::Approval),
        vec(path(), 1..4).prop_map(GuardrailEffect::Redact),
    ];
    (
        documentation(),
        name(),
        on(),
        option::of(expression()),
        vec(effect.prop_map(spanned), 0..4),
    )
        .prop_map(|(documentation, name, on, when, effects)| Guardrail {
            documentation,
            name,
            on,
            when,
            effects,
            span: nowhere(),
        })
}

fn on() -> impl Strategy<Value = Vec<KeyMatch>> {
    let value = prop_oneof![
        text().prop_map(KeyValue::String),
        word().prop_map(KeyValue::Member)
    ];
    vec(
        (path(), vec(value, 1..5)).prop_map(|(key, values)| KeyMatch { key, values }),
        0..3,
    )
}

fn branch() -> impl Strategy<Value = Branch> {
    let outcome = prop_oneof![Just(Outcome::Allow), Just(Outcome::Deny)].prop_map(spanned);
    let clause = clause().prop_map(|kind| Clause {
        kind,
        span: nowhere(),
    });
    (outcome, vec(clause, 0..4)).prop_map(|(outcome, clauses)| Branch {
        outcome,
        clauses,
        span: nowhere(),
    })
}

fn clause() -> impl Strategy<Value = ClauseKind> {
    prop_oneof![
        text().prop_map(ClauseKind::Because),
        (outside_name(), option::of(word()))
            .prop_map(|(gate, mode)| ClauseKind::Approval { gate, mode }),
        vec(outside_name(), 1..6).prop_map(ClauseKind::RequireEvidence),
        vec(text(), 1..4).prop_map(ClauseKind::Oblige),
        vec(outside_name(), 1..6).prop_map(ClauseKind::Prohibit),
        limit().prop_map(ClauseKind::Limit),
    ]
}

fn limit() -> impl Strategy<Value = Limit> {
    let bound = prop_oneof![
        integer().prop_map(|number| LimitBound::AtLeast(spanned(number))),
        integer().prop_map(|number| LimitBound::AtMost(spanned(number))),
        vec(list_item(), 0..12).prop_map(LimitBound::In),
    ];
    (path(), bound, any::<bool>()).prop_map(|(argument, bound, unless_approved)| Limit {
        argument,
        bound,
        unless_approved,
    })
}

fn test() -> impl Strategy<Value = Test> {
    let given = prop_oneof![
        record(given_value().boxed()).prop_map(|kind| Given::Facts(GivenValue {
            kind,
            span: nowhere()
        })),
        vec(word(), 0..5).prop_map(Given::Features),
    ];
    let expectation = expectation().prop_map(|kind| Expectation {
        kind,
        span: nowhere(),
    });
    (
        text(),
        reference(),
        option::of(given),
        vec(expectation, 0..5),
    )
        .prop_map(|(title, of, given, expectations)| Test {
            title,
            of,
            given,
            expectations,
        })
}

fn given_value() -> impl Strategy<Value = GivenValue> {
    let leaf = prop_oneof![
        literal().prop_map(GivenValueKind::Literal),
        word().prop_map(|word| GivenValueKind::Member(word.value)),
    ];
    let value = |kind| GivenValue {
        kind,
        span: nowhere(),
    };
    leaf.prop_map(value).prop_recursive(3, 24, 5, move |inner| {
        prop_oneof![
            vec(inner.clone(), 0..5).prop_map(GivenValueKind::List),
            record(inner.boxed())
        ]
        .prop_map(value)
    })
}

fn record(value: BoxedStrategy<GivenValue>) -> impl Strategy<Value = GivenValueKind> {
    let member =
        (prop_oneof![word(), text()], value).prop_map(|(name, value)| GivenMember { name, value });
    vec(member, 0..5).prop_map(GivenValueKind::Record)
}

fn expectation() -> impl Strategy<Value = ExpectationKind> {
    prop_oneof![
        word().prop_map(|word| ExpectationKind::Word(word.value)),
        Just(ExpectationKind::NotPermitted),
        (outside_name(), option::of(word()))
            .prop_map(|(gate, mode)| ExpectationKind::Approval { gate, mode }),
        vec(outside_name(), 0..4).prop_map(ExpectationKind::Evidence),
        vec(text(), 0..3).prop_map(ExpectationKind::Oblige),
        vec(outside_name(), 0..4).prop_map(ExpectationKind::Prohibit),
        limit().prop_map(ExpectationKind::Limit),
        outside_name().prop_map(ExpectationKind::Escalate),
        vec(path(), 0..4).prop_map(ExpectationKind::Redact),
        vec(name(), 0..4).prop_map(ExpectationKind::Rules),
        vec(name(), 0..4).prop_map(ExpectationKind::Skipped),
        integer().prop_map(|score| ExpectationKind::Score(spanned(score))),
        vec(reference(), 0..4).prop_map(ExpectationKind::Controls),
        option::of(name()).prop_map(ExpectationKind::Error),
    ]
}

fn literal() -> impl Strategy<Value = Literal> {
    let money = ("[A-Z]{3}", "-?(0|[1-9][0-9]{0,9})(\\.[0-9]{1,4})?")
        .prop_filter("a zero without decimals has no sign", |(_, amount)| {
            amount != "-0"
        })
        .prop_map(|(currency, amount)| Literal::Money {
            currency: spanned(currency),
            amount: spanned(amount),
        });
    prop_oneof![
        any::<bool>().prop_map(Literal::Boolean),
        integer().prop_map(Literal::Integer),
        text().prop_map(|text| Literal::String(text.value)),
        money,
        "[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,18})?Z"
            .prop_map(Literal::Time),
        prop_oneof![
            0_u64..10_000,
            (0_u64..1_000).prop_map(|minutes| minutes * 60),
            0..=(1_u64 << 53) - 1
        ]
        .prop_map(Literal::Duration),
    ]
}

fn at(kind: ExpressionKind) -> Expression {
    Expression::new(kind, Span::default())
}

fn list_item() -> impl Strategy<Value = Expression> {
    prop_oneof![
        literal().prop_map(ExpressionKind::Literal),
        path().prop_map(ExpressionKind::Path)
    ]
    .prop_map(at)
}

fn expression() -> impl Strategy<Value = Expression> {
    let leaf = prop_oneof![
        3 => path().prop_map(ExpressionKind::Path),
        2 => literal().prop_map(ExpressionKind::Literal),
        1 => path().prop_map(ExpressionKind::Count),
        1 => (path(), any::<bool>()).prop_map(|(path, present)| ExpressionKind::Presence { path, present }),
    ];
    leaf.prop_map(at).prop_recursive(5, 40, 4, |inner| {
        let comparator = prop_oneof![
            Just(Comparator::Equal),
            Just(Comparator::NotEqual),
            Just(Comparator::Less),
            Just(Comparator::LessOrEqual),
            Just(Comparator::Greater),
            Just(Comparator::GreaterOrEqual),
        ];
        let haystack = prop_oneof![
            vec(list_item(), 0..8).prop_map(ExpressionKind::List),
            path().prop_map(ExpressionKind::Path),
        ];
        let sign = prop_oneof![Just(Sign::Plus), Just(Sign::Minus)];
        let quantifier = prop_oneof![Just(Quantifier::Any), Just(Quantifier::All)];
        prop_oneof![
            vec(inner.clone(), 2..5).prop_map(ExpressionKind::Or),
            vec(inner.clone(), 2..5).prop_map(ExpressionKind::And),
            inner
                .clone()
                .prop_map(|inner| ExpressionKind::Not(Box::new(inner))),
            (comparator, inner.clone(), inner.clone()).prop_map(|(comparator, left, right)| {
                ExpressionKind::Compare {
                    comparator: spanned(comparator),
                    left: Box::new(left),
                    right: Box::new(right),
                }
            }),
            (inner.clone(), haystack).prop_map(|(needle, haystack)| ExpressionKind::In {
                needle: Box::new(needle),
                haystack: Box::new(at(haystack)),
            }),
            (inner.clone(), vec((sign, inner.clone()), 1..4)).prop_map(|(first, rest)| {
                ExpressionKind::Sum {
                    first: Box::new(first),
                    rest,
                }
            }),
            (quantifier, word(), path(), inner).prop_map(|(quantifier, element, list, body)| {
                ExpressionKind::Quantified {
                    quantifier,
                    element,
                    list,
                    body: Box::new(body),
                }
            }),
        ]
        .prop_map(at)
    })
}
