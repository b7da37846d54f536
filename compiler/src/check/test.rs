//! `test`: what it is of, and whether its subject can say what it expects. Language, section 8.

use std::collections::BTreeMap;

use ordain_grammar::syntax::{self, DeclarationKind, Expectation, ExpectationKind, Given, Word};
use ordain_runtime::canonical;
use ordain_runtime::policy::{DecidedOutcome, Verdict};

use super::scope::shown;
use super::{Checker, Judged, Within};
use crate::diagnose::Code;
use crate::model::{ControlExpectation, Id, PolicyExpectation, Subject, Test};
use crate::resolve::{Declared, NameKind};
use crate::source::Place;

const SUBJECTS: [NameKind; 3] = [NameKind::Policy, NameKind::Control, NameKind::Profile];

impl Checker<'_> {
    pub(super) fn tests(&mut self, declared: &[Declared<'_>]) {
        let names = rule_names(declared);
        let mut titles: BTreeMap<(NameKind, Id, String), Place> = BTreeMap::new();
        for entry in declared {
            let DeclarationKind::Test(test) = &entry.declaration.kind else {
                continue;
            };
            let within = Within {
                file: entry.file,
                package: entry.package,
            };
            let place = within.at(test.title.span);
            let missing: Vec<(&str, &str)> = [
                (test.given.is_none(), "given", "given { … }"),
                (test.expectations.is_empty(), "expect", "expect …"),
            ]
            .into_iter()
            .filter_map(|(missing, clause, example)| missing.then_some((clause, example)))
            .collect();
            self.report_missing(place, "the test", &missing);
            let Some((kind, id)) = self.names.lookup_any(
                within.file,
                within.package,
                &SUBJECTS,
                &test.of,
                self.diagnostics,
            ) else {
                continue;
            };
            if let Some(first) = titles.insert((kind, id.clone(), test.title.value.clone()), place)
            {
                self.diagnostics
                    .report(
                        Code::TEST_TWICE,
                        place,
                        format!("`{id}` already has a test of this title"),
                    )
                    .related(first, "first here")
                    .help("say in the title what is special about each case");
            }
            let subject = match kind {
                NameKind::Policy => self.policy_test(within, test, id, &names),
                NameKind::Control => self.control_test(within, test, id),
                _ => self.profile_test(within, test, id),
            };
            if let Some(subject) = subject {
                let origin = self.origin(
                    within,
                    entry.declaration.span.span,
                    &entry.declaration.documentation,
                );
                self.model.tests.push(Test {
                    origin,
                    title: test.title.value.clone(),
                    subject,
                });
            }
        }
    }

    fn policy_test(
        &mut self,
        within: Within<'_>,
        test: &syntax::Test,
        policy: Id,
        names: &BTreeMap<Id, RuleNames<'_>>,
    ) -> Option<Subject> {
        // Without names, what the policy lists is not known: a part of it could not be read.
        let known = names.get(&policy).filter(|_| self.names.is_whole(&policy));
        let expect: Vec<Option<PolicyExpectation>> = test
            .expectations
            .iter()
            .map(|expected| self.of_policy(within, expected, known))
            .collect();
        let is_outcome = |found: &Option<PolicyExpectation>| {
            matches!(found, Some(PolicyExpectation::Outcome(_)))
        };
        let outcomes = test
            .expectations
            .iter()
            .zip(&expect)
            .filter(|(_, found)| is_outcome(found));
        for (second, _) in outcomes.skip(1) {
            self.report_second(within, second, "a decision has one outcome");
        }
        let facts = self.model.policies.get(&policy)?.facts.clone();
        let given = self.given_facts(within, test, &facts)?;
        Some(Subject::Policy {
            policy,
            given,
            expect: expect.into_iter().collect::<Option<_>>()?,
        })
    }

    fn control_test(
        &mut self,
        within: Within<'_>,
        test: &syntax::Test,
        control: Id,
    ) -> Option<Subject> {
        let Judged {
            evidence,
            declarative,
        } = self.judged.get(&control)?;
        let (facts, declarative) = (evidence.clone(), *declarative);
        let given = self.given_facts(within, test, &facts);
        let mut expect = None;
        for expected in &test.expectations {
            let found = match &expected.kind {
                ExpectationKind::Word(word) if word == "satisfied" && !declarative => {
                    ControlExpectation::Verdict(Verdict::Satisfied)
                }
                ExpectationKind::Word(word) if word == "violated" && !declarative => {
                    ControlExpectation::Verdict(Verdict::Violated)
                }
                ExpectationKind::Word(word) if word == "recorded" && declarative => {
                    ControlExpectation::Verdict(Verdict::Recorded)
                }
                ExpectationKind::Error(None) if !declarative => ControlExpectation::Error,
                _ => {
                    if declarative {
                        self.report_expectation(
                            within,
                            expected,
                            "a control that judges nothing",
                            &["recorded"],
                        );
                    } else {
                        self.report_expectation(
                            within,
                            expected,
                            "a control",
                            &["satisfied", "violated", "error"],
                        );
                    }
                    return None;
                }
            };
            if expect.replace(found).is_some() {
                self.report_second(within, expected, "a control says one thing");
                return None;
            }
        }
        Some(Subject::Control {
            control,
            given: given?,
            expect: expect?,
        })
    }

    fn profile_test(
        &mut self,
        within: Within<'_>,
        test: &syntax::Test,
        profile: Id,
    ) -> Option<Subject> {
        let given = match &test.given {
            Some(Given::Features(words)) => self.features(within, words)?,
            Some(Given::Facts(value)) => {
                self.diagnostics
                    .report(
                        Code::NOT_OF_FACTS,
                        within.at(value.span.span),
                        "a profile is given features, not facts",
                    )
                    .help("write `given [external_network, delegation]`, or `given []`");
                return None;
            }
            None => return None,
        };
        let mut expect = None;
        for expected in &test.expectations {
            let ExpectationKind::Controls(references) = &expected.kind else {
                self.report_expectation(within, expected, "a profile", &["controls [ … ]"]);
                return None;
            };
            let controls = self
                .lookup_each(within, NameKind::Control, references)
                .into_keys()
                .collect();
            if expect.replace(controls).is_some() {
                self.report_second(within, expected, "a profile has one list of controls");
            }
        }
        Some(Subject::Profile {
            profile,
            given,
            expect: expect?,
        })
    }

    fn given_facts(
        &mut self,
        within: Within<'_>,
        test: &syntax::Test,
        facts: &Id,
    ) -> Option<Vec<u8>> {
        let facts = self.facts.get(facts)?;
        match test.given.as_ref()? {
            Given::Facts(value) => {
                let value = self.given(within, value, facts)?;
                Some(canonical::to_vec(&value))
            }
            Given::Features(words) => {
                let place = within.at(words.first().map_or(test.title.span, |word| word.span));
                self.diagnostics
                    .report(
                        Code::NOT_OF_FACTS,
                        place,
                        "facts are expected here, not features",
                    )
                    .help("write `given { field: value, … }`");
                None
            }
        }
    }

    fn of_policy(
        &mut self,
        within: Within<'_>,
        expected: &Expectation,
        names: Option<&RuleNames<'_>>,
    ) -> Option<PolicyExpectation> {
        Some(match &expected.kind {
            ExpectationKind::Word(word) => match word.as_str() {
                "allow" => PolicyExpectation::Outcome(DecidedOutcome::Allow),
                "deny" => PolicyExpectation::Outcome(DecidedOutcome::Deny),
                "not_applicable" => PolicyExpectation::Outcome(DecidedOutcome::NotApplicable),
                "permitted" => PolicyExpectation::Permitted(true),
                "refuse" => PolicyExpectation::Refuse,
                _ => {
                    self.report_expectation(within, expected, "a policy", &OF_POLICY);
                    return None;
                }
            },
            ExpectationKind::NotPermitted => PolicyExpectation::Permitted(false),
            ExpectationKind::Approval { gate, mode } => {
                let mode = match mode {
                    Some(word) => Some(self.mode(within, word)?),
                    None => None,
                };
                PolicyExpectation::Approval(gate.value.clone(), mode)
            }
            ExpectationKind::Evidence(words) => PolicyExpectation::Evidence(texts(words)),
            ExpectationKind::Oblige(words) => PolicyExpectation::Oblige(texts(words)),
            ExpectationKind::Prohibit(words) => PolicyExpectation::Prohibit(texts(words)),
            ExpectationKind::Limit(limit) => PolicyExpectation::Limit(self.limit(within, limit)?),
            ExpectationKind::Escalate(target) => PolicyExpectation::Escalate(target.value.clone()),
            ExpectationKind::Redact(paths) => {
                PolicyExpectation::Redact(paths.iter().map(shown).collect())
            }
            ExpectationKind::Rules(words) => {
                PolicyExpectation::Rules(self.rule_list(within, words, names, Kind::RULE)?)
            }
            ExpectationKind::Skipped(words) => {
                PolicyExpectation::Skipped(self.rule_list(within, words, names, Kind::SCORING)?)
            }
            ExpectationKind::Score(score) => PolicyExpectation::Score(score.value),
            ExpectationKind::Error(None) => PolicyExpectation::Error(None),
            ExpectationKind::Error(Some(word)) => {
                self.rule_list(within, std::slice::from_ref(word), names, Kind::FAILING)?;
                PolicyExpectation::Error(Some(word.value.clone()))
            }
            ExpectationKind::Controls(_) => {
                self.report_expectation(within, expected, "a policy", &OF_POLICY);
                return None;
            }
        })
    }

    /// Names of rules of some kinds, sorted.
    fn rule_list(
        &mut self,
        within: Within<'_>,
        words: &[Word],
        names: Option<&RuleNames<'_>>,
        kinds: &[Kind],
    ) -> Option<Vec<String>> {
        let mut sound = true;
        for word in words {
            let Some(names) = names else { break };
            let found = names.get(word.value.as_str());
            if found.is_some_and(|kind| kinds.contains(kind)) {
                continue;
            }
            sound = false;
            let what = kinds
                .iter()
                .map(|kind| kind.as_str())
                .collect::<Vec<_>>()
                .join(" or ");
            let message = format!("the policy has no {what} `{}`", word.value);
            let report = self
                .diagnostics
                .report(Code::UNKNOWN_RULE, within.at(word.span), message);
            if let Some(other) = found {
                report.help(format!("`{}` is a {}", word.value, other.as_str()));
            } else {
                let known = names
                    .iter()
                    .filter(|(_, kind)| kinds.contains(kind))
                    .map(|(name, _)| *name);
                report.suggest(&word.value, known);
            }
        }
        let mut listed = self.once_each(within, words);
        listed.sort();
        sound.then_some(listed)
    }

    fn report_second(&mut self, within: Within<'_>, expected: &Expectation, message: &str) {
        self.diagnostics
            .report(
                Code::NOT_AN_EXPECTATION,
                within.at(expected.span.span),
                message,
            )
            .help("leave one of the expectations out");
    }

    fn report_expectation(
        &mut self,
        within: Within<'_>,
        expected: &Expectation,
        whose: &str,
        can: &[&str],
    ) {
        let place = within.at(expected.span.span);
        let list = can
            .iter()
            .map(|one| format!("`{one}`"))
            .collect::<Vec<_>>()
            .join(", ");
        let message = match &expected.kind {
            ExpectationKind::Word(word) => format!("a test of {whose} cannot expect `{word}`"),
            _ => format!("a test of {whose} cannot expect this"),
        };
        let report = self
            .diagnostics
            .report(Code::NOT_AN_EXPECTATION, place, message);
        report.help(format!("it can expect {list}"));
        if let ExpectationKind::Word(word) = &expected.kind {
            report.suggest(
                word,
                can.iter()
                    .copied()
                    .filter(|one| one.chars().all(|letter| letter.is_ascii_lowercase())),
            );
        }
    }
}

/// What a test of a policy can expect.
const OF_POLICY: [&str; 17] = [
    "allow",
    "deny",
    "not_applicable",
    "permitted",
    "not permitted",
    "refuse",
    "escalate …",
    "approval …",
    "evidence …",
    "oblige …",
    "prohibit …",
    "limit …",
    "redact …",
    "rules …",
    "skipped …",
    "score …",
    "error …",
];

/// What bears a name in a policy.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Rule,
    ScoringRule,
    Guardrail,
}

impl Kind {
    const RULE: &[Self] = &[Self::Rule];
    const SCORING: &[Self] = &[Self::ScoringRule];
    /// What can fail and stop an evaluation.
    const FAILING: &[Self] = &[Self::Rule, Self::Guardrail];

    const fn as_str(self) -> &'static str {
        match self {
            Self::Rule => "rule",
            Self::ScoringRule => "scoring rule",
            Self::Guardrail => "guardrail",
        }
    }
}

/// What bears a name in a policy, sound or not.
type RuleNames<'d> = BTreeMap<&'d str, Kind>;

fn rule_names<'d>(declared: &[Declared<'d>]) -> BTreeMap<Id, RuleNames<'d>> {
    let mut names = BTreeMap::new();
    for entry in declared {
        let DeclarationKind::Policy(policy) = &entry.declaration.kind else {
            continue;
        };
        let rules = policy.rules.iter().map(|rule| (&rule.name, Kind::Rule));
        let scoring = policy
            .scoring_rules
            .iter()
            .map(|rule| (&rule.name, Kind::ScoringRule));
        let guardrails = policy
            .guardrails
            .iter()
            .map(|guardrail| (&guardrail.name, Kind::Guardrail));
        let listed = rules.chain(scoring).chain(guardrails);
        names
            .entry(Checker::id(*entry, &policy.header))
            .or_insert_with(|| {
                listed
                    .map(|(name, kind)| (name.value.as_str(), kind))
                    .collect()
            });
    }
    names
}

fn texts(words: &[Word]) -> Vec<String> {
    words.iter().map(|word| word.value.clone()).collect()
}
