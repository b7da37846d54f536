use alloc::boxed::Box;
use alloc::format;
use alloc::string::{String, ToString as _};
use alloc::vec;

use super::super::predicate::{
    Comparison, Constant, FactPath, Haystack, Operand, Predicate, ScalarKind, Term,
};
use super::super::testing::{json, schema};
use super::super::vocabulary::{Comparator, Sign};
use super::{JsonLogicFault, decode, encode};
use crate::canonical;
use crate::counter::SafeInteger;
use crate::money::{Currency, Money};

fn path(dotted: &str) -> FactPath {
    if dotted.is_empty() {
        FactPath(vec![])
    } else {
        FactPath(dotted.split('.').map(String::from).collect())
    }
}

fn fact(dotted: &str) -> Operand {
    Operand::Term(Term::Fact(path(dotted)))
}

fn constant(constant: Constant) -> Operand {
    Operand::Term(Term::Constant(constant))
}

fn compare(of: ScalarKind, left: Operand, comparator: Comparator, right: Operand) -> Predicate {
    Predicate::Compare(Comparison {
        of,
        comparator,
        left,
        right,
    })
}

/// The predicate is stored as this text, and the text means this predicate.
#[track_caller]
fn stored_as(predicate: &Predicate, text: &str) {
    let encoded = String::from_utf8(canonical::to_vec(&encode(predicate))).unwrap();
    assert_eq!(encoded, text);
    assert_eq!(decode(&json(text), &schema()).as_ref(), Ok(predicate));
}

#[track_caller]
fn refused(text: &str, path: &str, fault: JsonLogicFault) {
    let error = decode(&json(text), &schema()).unwrap_err();
    assert_eq!((error.path.as_str(), error.kind), (path, fault));
}

#[track_caller]
fn accepted(text: &str) {
    let predicate = decode(&json(text), &schema()).unwrap();
    assert_eq!(decode(&encode(&predicate), &schema()), Ok(predicate));
}

#[test]
fn presence_is_a_comparison_with_null() {
    stored_as(
        &Predicate::Present(path("approved_at")),
        r#"{"!==":[{"var":"approved_at"},null]}"#,
    );
    stored_as(
        &Predicate::Absent(path("agent.name")),
        r#"{"===":[{"var":"agent.name"},null]}"#,
    );
    // `missing` takes the empty string for missing, so it is read and never written.
    assert_eq!(
        decode(&json(r#"{"!":[{"missing":["note"]}]}"#), &schema()),
        Ok(Predicate::Present(path("note")))
    );
    refused(
        r#"{"missing":["note"]}"#,
        "",
        JsonLogicFault::UnknownOperator,
    );
    refused(
        r#"{"!":[{"missing":["note","capability"]}]}"#,
        "!.0",
        JsonLogicFault::OperandCount,
    );
    refused(
        r#"{"!":[{"missing":["nothing"]}]}"#,
        "!.0.missing.0",
        JsonLogicFault::UnknownFact,
    );
}

#[test]
fn words_are_stored_as_words() {
    stored_as(&Predicate::Constant(true), "true");
    stored_as(&Predicate::Flag(path("vip")), r#"{"var":"vip"}"#);
    stored_as(
        &Predicate::Not(Box::new(Predicate::Flag(path("vip")))),
        r#"{"!":[{"var":"vip"}]}"#,
    );
    let flag = Predicate::Flag(path("vip"));
    stored_as(
        &Predicate::And(vec![
            flag.clone(),
            flag.clone(),
            Predicate::Or(vec![flag.clone(), flag]),
        ]),
        r#"{"and":[{"var":"vip"},{"var":"vip"},{"or":[{"var":"vip"},{"var":"vip"}]}]}"#,
    );
}

#[test]
fn comparisons_keep_their_type() {
    stored_as(
        &compare(
            ScalarKind::Enum,
            fact("user.role"),
            Comparator::Equal,
            constant(Constant::String("support_agent".into())),
        ),
        r#"{"===":[{"var":"user.role"},"support_agent"]}"#,
    );
    stored_as(
        &compare(
            ScalarKind::Identifier,
            constant(Constant::String("a".into())),
            Comparator::NotEqual,
            fact("intent"),
        ),
        r#"{"!==":["a",{"var":"intent"}]}"#,
    );
    let time = || constant(Constant::Time("2026-10-16T00:00:00.5Z".parse().unwrap()));
    stored_as(
        &Predicate::And(vec![
            Predicate::Present(path("approved_at")),
            compare(
                ScalarKind::Time,
                fact("approved_at"),
                Comparator::Less,
                time(),
            ),
        ]),
        r#"{"and":[{"!==":[{"var":"approved_at"},null]},{"<":[{"var":"approved_at"},"2026-10-16T00:00:00.5Z"]}]}"#,
    );
    stored_as(
        &compare(
            ScalarKind::Boolean,
            fact("vip"),
            Comparator::Equal,
            constant(Constant::Boolean(true)),
        ),
        r#"{"===":[{"var":"vip"},true]}"#,
    );
}

#[test]
fn sums_lean_to_the_left() {
    let integer = |value| Term::Constant(Constant::Integer(value));
    let inner = Operand::Sum {
        first: integer(1),
        rest: vec![(Sign::Plus, fact("balance"))],
    };
    let sum = Operand::Sum {
        first: Term::Fact(path("balance")),
        rest: vec![
            (Sign::Plus, Operand::Term(Term::Count(path("flags")))),
            (Sign::Minus, inner),
            (Sign::Plus, Operand::Term(integer(2))),
        ],
    };
    stored_as(
        &compare(
            ScalarKind::Integer,
            sum,
            Comparator::GreaterOrEqual,
            fact("user.tenure_days"),
        ),
        r#"{">=":[{"+":[{"-":[{"+":[{"var":"balance"},{"var":"flags.length"}]},{"+":[1,{"var":"balance"}]}]},2]},{"var":"user.tenure_days"}]}"#,
    );
}

#[test]
fn money_is_compared_within_one_currency() {
    let amount = Money::new(
        Currency::new("INR").unwrap(),
        SafeInteger::new(300_000).unwrap(),
    );
    stored_as(
        &compare(
            ScalarKind::Money,
            fact("refund"),
            Comparator::Greater,
            constant(Constant::Money(amount)),
        ),
        r#"{"if":[{"===":[{"var":"refund.currency"},"INR"]},{">":[{"var":"refund.minor_units"},300000]},{"error":["currency_mismatch"]}]}"#,
    );
    stored_as(
        &Predicate::Any {
            list: path("prices"),
            body: Box::new(compare(
                ScalarKind::Money,
                fact(""),
                Comparator::Equal,
                fact(""),
            )),
        },
        r#"{"some":[{"var":"prices"},{"if":[{"===":[{"var":"currency"},{"var":"currency"}]},{"===":[{"var":"minor_units"},{"var":"minor_units"}]},{"error":["currency_mismatch"]}]}]}"#,
    );
}

#[test]
fn quantifiers_read_the_element_alone() {
    let is_scan = compare(
        ScalarKind::Identifier,
        fact("kind"),
        Comparator::Equal,
        constant(Constant::String("card_scan".into())),
    );
    stored_as(
        &Predicate::Any {
            list: path("attachments"),
            body: Box::new(is_scan.clone()),
        },
        r#"{"some":[{"var":"attachments"},{"===":[{"var":"kind"},"card_scan"]}]}"#,
    );
    stored_as(
        &Predicate::All {
            list: path("attachments"),
            body: Box::new(is_scan),
        },
        r#"{"none":[{"var":"attachments"},{"!":[{"===":[{"var":"kind"},"card_scan"]}]}]}"#,
    );
    let positive = compare(
        ScalarKind::Integer,
        fact(""),
        Comparator::Greater,
        constant(Constant::Integer(0)),
    );
    stored_as(
        &Predicate::Any {
            list: path("rows"),
            body: Box::new(Predicate::All {
                list: path(""),
                body: Box::new(positive),
            }),
        },
        r#"{"some":[{"var":"rows"},{"none":[{"var":""},{"!":[{">":[{"var":""},0]}]}]}]}"#,
    );
    stored_as(
        &Predicate::Any {
            list: path("rows"),
            body: Box::new(compare(
                ScalarKind::Integer,
                Operand::Term(Term::Count(path(""))),
                Comparator::Equal,
                constant(Constant::Integer(3)),
            )),
        },
        r#"{"some":[{"var":"rows"},{"===":[{"var":"length"},3]}]}"#,
    );
    refused(
        r#"{"some":[{"var":"attachments"},{"var":"vip"}]}"#,
        "some.1",
        JsonLogicFault::UnknownFact,
    );
    // Another body would mean the same as its negation does, under another path.
    refused(
        r#"{"none":[{"var":"attachments"},false]}"#,
        "none.1",
        JsonLogicFault::OperandType,
    );
}

#[test]
fn membership_is_typed_by_either_side() {
    let of = ScalarKind::Identifier;
    stored_as(
        &Predicate::In {
            of,
            needle: constant(Constant::String("sanctioned".into())),
            haystack: Haystack::Fact(path("flags")),
        },
        r#"{"in":["sanctioned",{"var":"flags"}]}"#,
    );
    stored_as(
        &Predicate::In {
            of,
            needle: fact("intent"),
            haystack: Haystack::Constants(vec![
                Constant::String("b".into()),
                Constant::String("a".into()),
            ]),
        },
        r#"{"in":[{"var":"intent"},["b","a"]]}"#,
    );
    accepted(r#"{"in":[{"+":[{"var":"balance"},1]},[1,2]]}"#);
    refused(
        r#"{"in":["a",["a","b"]]}"#,
        "",
        JsonLogicFault::UntypedOperands,
    );
    refused(
        r#"{"in":[{"var":"user.role"},{"var":"flags"}]}"#,
        "in.0",
        JsonLogicFault::OperandType,
    );
    refused(
        r#"{"in":[{"var":"user.role"},["customer","boss"]]}"#,
        "in.1",
        JsonLogicFault::InvalidConstant,
    );
    refused(
        r#"{"in":["2026-10-16T00:00:00Z",{"var":"seen"}]}"#,
        "in.0",
        JsonLogicFault::OperandType,
    );
    refused(
        r#"{"in":[1,{"var":"prices"}]}"#,
        "in.1",
        JsonLogicFault::OperandType,
    );
}

#[test]
fn no_other_operator_is_taken() {
    for operator in [
        "==",
        "!=",
        "!!",
        "all",
        "map",
        "filter",
        "cat",
        "*",
        "missing_some",
        "log",
        "error",
    ] {
        let text = format!(r#"{{"and":[true,{{"{operator}":[{{"var":"balance"}},1]}}]}}"#);
        refused(&text, "and.1", JsonLogicFault::UnknownOperator);
    }
    refused(
        r#"{"===":[{"*":[1,2]},2]}"#,
        "===.0",
        JsonLogicFault::UnknownOperator,
    );
    refused(
        r#"{"===":[{"error":["currency_mismatch"]},2]}"#,
        "===.0",
        JsonLogicFault::UnknownOperator,
    );
    refused(r#"{"+":[1,2]}"#, "", JsonLogicFault::UnknownOperator);
    refused("{}", "", JsonLogicFault::NotAnOperation);
    refused(
        r#"{"var":"vip","!":[true]}"#,
        "",
        JsonLogicFault::NotAnOperation,
    );
    refused("1", "", JsonLogicFault::NotAnOperation);
    refused(
        r#"{"or":[false,null]}"#,
        "or.1",
        JsonLogicFault::NotAnOperation,
    );
}

#[test]
fn operands_are_counted() {
    refused(r#"{"and":[true]}"#, "", JsonLogicFault::OperandCount);
    refused(r#"{"or":[]}"#, "", JsonLogicFault::OperandCount);
    refused(r#"{"!":{"var":"vip"}}"#, "", JsonLogicFault::OperandCount);
    refused(r#"{"!":[true,true]}"#, "", JsonLogicFault::OperandCount);
    refused(
        r#"{"===":[{"var":"balance"}]}"#,
        "",
        JsonLogicFault::OperandCount,
    );
    refused(
        r#"{"<":[1,{"var":"balance"},3]}"#,
        "",
        JsonLogicFault::OperandCount,
    );
    refused(
        r#"{"===":[{"+":[1,2,3]},6]}"#,
        "===.0",
        JsonLogicFault::OperandCount,
    );
    refused(
        r#"{"===":[{"+":[{"+":[1]},3]},6]}"#,
        "===.0.+.0",
        JsonLogicFault::OperandCount,
    );
}

#[test]
fn mistyped_operands_are_named() {
    refused(
        r#"{"===":[{"var":"balance"},"1"]}"#,
        "===.1",
        JsonLogicFault::OperandType,
    );
    refused(
        r#"{"===":[{"var":"intent"},1]}"#,
        "===.1",
        JsonLogicFault::OperandType,
    );
    refused(
        r#"{"===":[{"var":"intent"},{"var":"user.role"}]}"#,
        "===.1",
        JsonLogicFault::OperandType,
    );
    refused(r#"{"===":["a","a"]}"#, "", JsonLogicFault::UntypedOperands);
    refused(
        r#"{"<":[{"var":"intent"},"b"]}"#,
        "",
        JsonLogicFault::OperandType,
    );
    refused(
        r#"{"<":[{"var":"vip"},true]}"#,
        "",
        JsonLogicFault::OperandType,
    );
    refused(
        r#"{"===":[{"var":"refund"},1]}"#,
        "===.0",
        JsonLogicFault::OperandType,
    );
    refused(
        r#"{"===":[{"var":"flags"},{"var":"flags"}]}"#,
        "===.0",
        JsonLogicFault::OperandType,
    );
    refused(
        r#"{"===":[{"var":"user.role"},"boss"]}"#,
        "===.1",
        JsonLogicFault::InvalidConstant,
    );
    refused(
        r#"{"===":[{"var":"intent"},""]}"#,
        "===.1",
        JsonLogicFault::InvalidConstant,
    );
    refused(
        r#"{"===":[{"var":"balance"},0.5]}"#,
        "===.1",
        JsonLogicFault::InvalidConstant,
    );
    refused(
        r#"{"===":[null,{"var":"note"}]}"#,
        "===.0",
        JsonLogicFault::OperandType,
    );
    refused(
        r#"{"<":[{"var":"note"},null]}"#,
        "<.1",
        JsonLogicFault::OperandType,
    );
    refused(r#"{"var":"balance"}"#, "", JsonLogicFault::OperandType);
    refused(
        r#"{"and":[true,{"var":["vip"]}]}"#,
        "and.1",
        JsonLogicFault::OperandType,
    );
    refused(
        r#"{"===":[{"+":[{"var":"intent"},1]},6]}"#,
        "===.0.+.0",
        JsonLogicFault::OperandType,
    );
    refused(
        r#"{"===":[{"-":[{"+":[1,{"var":"vip"}]},3]},6]}"#,
        "===.0.-.0.+.1",
        JsonLogicFault::OperandType,
    );
    refused(
        r#"{"===":[{"and":[true,true]},true]}"#,
        "===.0",
        JsonLogicFault::OperandType,
    );
}

#[test]
fn variables_must_be_declared() {
    refused(r#"{"var":"nothing"}"#, "", JsonLogicFault::UnknownFact);
    refused(r#"{"var":""}"#, "", JsonLogicFault::UnknownFact);
    refused(
        r#"{"===":[{"var":"user.nothing"},1]}"#,
        "===.0",
        JsonLogicFault::UnknownFact,
    );
    refused(
        r#"{"===":[{"var":"intent.length"},1]}"#,
        "===.0",
        JsonLogicFault::UnknownFact,
    );
    refused(
        r#"{"===":[{"var":"attachments.0"},1]}"#,
        "===.0",
        JsonLogicFault::UnknownFact,
    );
    refused(
        r#"{"!==":[{"var":"flags.length"},null]}"#,
        "!==.0",
        JsonLogicFault::UnknownFact,
    );
    // The members of money are no facts by themselves.
    refused(
        r#"{">":[{"var":"refund.minor_units"},1]}"#,
        ">.0",
        JsonLogicFault::OperandType,
    );
    refused(
        r#"{"!==":[{"var":"refund.currency"},null]}"#,
        "!==.0",
        JsonLogicFault::UnknownFact,
    );
}

#[test]
fn an_if_compares_money_and_nothing_else() {
    let with = |condition: &str, comparison: &str, otherwise: &str| {
        format!(r#"{{"if":[{condition},{comparison},{otherwise}]}}"#)
    };
    let condition = r#"{"===":[{"var":"refund.currency"},"INR"]}"#;
    let comparison = r#"{">":[{"var":"refund.minor_units"},1]}"#;
    let error = r#"{"error":["currency_mismatch"]}"#;
    accepted(&with(condition, comparison, error));
    let fault = JsonLogicFault::NotMoneyComparison;
    refused(&with("true", comparison, error), "if.0", fault);
    refused(&with(condition, "true", error), "if.1", fault);
    refused(
        &with(
            condition,
            r#"{"+":[{"var":"refund.minor_units"},1]}"#,
            error,
        ),
        "if.1",
        fault,
    );
    refused(&with(condition, comparison, "false"), "if.2", fault);
    refused(
        &with(condition, comparison, r#"{"error":["other"]}"#),
        "if.2",
        fault,
    );
    refused(
        &with(
            r#"{"===":[{"var":"refund.currency"},"inr"]}"#,
            comparison,
            error,
        ),
        "if.0.===.1",
        JsonLogicFault::InvalidConstant,
    );
    // The two members are those of one amount.
    refused(
        &with(
            r#"{"===":[{"var":"ceiling.currency"},"INR"]}"#,
            comparison,
            error,
        ),
        "if.0.===.0",
        JsonLogicFault::UnguardedFact,
    );
    refused(
        &format!(
            r#"{{"and":[{{"!==":[{{"var":"ceiling"}},null]}},{}]}}"#,
            with(
                r#"{"===":[{"var":"ceiling.currency"},"INR"]}"#,
                comparison,
                error
            )
        ),
        "and.1.if.0.===.0",
        fault,
    );
    refused(r#"{"if":[true,false]}"#, "", JsonLogicFault::OperandCount);
}

mod presence_flows {
    use super::{JsonLogicFault, accepted, refused};
    use alloc::format;

    const PRESENT: &str = r#"{"!==":[{"var":"note"},null]}"#;
    const ABSENT: &str = r#"{"===":[{"var":"note"},null]}"#;
    const READ: &str = r#"{"===":[{"var":"note"},"a"]}"#;

    #[test]
    fn an_optional_fact_is_read_behind_a_guard() {
        refused(READ, "===.0", JsonLogicFault::UnguardedFact);
        accepted(&format!(r#"{{"and":[{PRESENT},{READ}]}}"#));
        accepted(&format!(r#"{{"or":[{ABSENT},{READ}]}}"#));
        refused(
            &format!(r#"{{"and":[{READ},{PRESENT}]}}"#),
            "and.0.===.0",
            JsonLogicFault::UnguardedFact,
        );
        refused(
            &format!(r#"{{"or":[{PRESENT},{READ}]}}"#),
            "or.1.===.0",
            JsonLogicFault::UnguardedFact,
        );
        refused(
            &format!(r#"{{"and":[{ABSENT},{READ}]}}"#),
            "and.1.===.0",
            JsonLogicFault::UnguardedFact,
        );
    }

    #[test]
    fn a_guard_reaches_through_brackets_and_negations() {
        accepted(&format!(r#"{{"and":[{{"!":[{ABSENT}]}},{READ}]}}"#));
        accepted(&format!(r#"{{"or":[{{"!":[{PRESENT}]}},{READ}]}}"#));
        accepted(&format!(
            r#"{{"and":[{{"and":[true,{PRESENT}]}},{{"or":[false,{READ}]}}]}}"#
        ));
        accepted(&format!(
            r#"{{"and":[{{"!":[{{"or":[false,{ABSENT}]}}]}},{READ}]}}"#
        ));
        accepted(&format!(
            r#"{{"and":[{{"or":[{PRESENT},{{"and":[true,{PRESENT}]}}]}},{READ}]}}"#
        ));
        refused(
            &format!(r#"{{"and":[{{"or":[true,{PRESENT}]}},{READ}]}}"#),
            "and.1.===.0",
            JsonLogicFault::UnguardedFact,
        );
        refused(
            &format!(r#"{{"or":[{{"and":[true,{ABSENT}]}},{READ}]}}"#),
            "or.1.===.0",
            JsonLogicFault::UnguardedFact,
        );
    }

    #[test]
    fn each_optional_record_on_the_way_counts() {
        let name = r#"{"===":[{"var":"agent.name"},"a"]}"#;
        let level = r#"{"===":[{"var":"agent.level"},1]}"#;
        let agent = r#"{"!==":[{"var":"agent"},null]}"#;
        let agent_name = r#"{"!==":[{"var":"agent.name"},null]}"#;
        accepted(&format!(r#"{{"and":[{agent},{level}]}}"#));
        accepted(&format!(r#"{{"and":[{agent_name},{level},{name}]}}"#));
        accepted(&format!(r#"{{"and":[{agent},{agent_name},{name}]}}"#));
        refused(
            &format!(r#"{{"and":[{agent},{name}]}}"#),
            "and.1.===.0",
            JsonLogicFault::UnguardedFact,
        );
        refused(level, "===.0", JsonLogicFault::UnguardedFact);
    }

    #[test]
    fn an_element_is_a_world_of_its_own() {
        let pages = r#"{">":[{"var":"pages"},1]}"#;
        let guarded = format!(r#"{{"and":[{{"!==":[{{"var":"pages"}},null]}},{pages}]}}"#);
        accepted(&format!(
            r#"{{"some":[{{"var":"attachments"}},{guarded}]}}"#
        ));
        refused(
            &format!(r#"{{"none":[{{"var":"attachments"}},{{"!":[{pages}]}}]}}"#),
            "none.1.!.0.>.0",
            JsonLogicFault::UnguardedFact,
        );
    }
}

#[test]
fn depth_and_size_are_bounded() {
    let nested = |depth: usize| {
        format!(
            "{}true{}",
            r#"{"!":["#.repeat(depth - 1),
            "]}".repeat(depth - 1)
        )
    };
    let decode_text = |text: &str| {
        let value = canonical::parse_with(text.as_bytes(), canonical::Limits::MAX).unwrap();
        decode(&value, &schema()).map_err(|error| (error.path, error.kind))
    };
    assert!(decode_text(&nested(32)).is_ok());
    assert_eq!(
        decode_text(&nested(33)),
        Err((["!.0"; 32].join("."), JsonLogicFault::TooDeep))
    );
    let wide = |operands: usize| format!(r#"{{"and":[{}]}}"#, vec!["true"; operands].join(","));
    assert!(decode_text(&wide(511)).is_ok());
    assert_eq!(
        decode_text(&wide(512)),
        Err((String::new(), JsonLogicFault::TooManyNodes))
    );
}

#[test]
fn a_long_sum_is_not_deep() {
    let sum = (0..50).fold("1".to_string(), |sum, _| format!(r#"{{"+":[{sum},1]}}"#));
    let value = format!(r#"{{"===":[{sum},51]}}"#);
    let value = canonical::parse_with(value.as_bytes(), canonical::Limits::MAX).unwrap();
    let predicate = decode(&value, &schema()).unwrap();
    assert_eq!(predicate.size().depth, 3);
    assert_eq!(encode(&predicate), value);
}
