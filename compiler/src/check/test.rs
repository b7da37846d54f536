//! `test`: what it is of, and whether its subject can say what it expects. Language, section 8.

use std::collections::{BTreeMap, BTreeSet};

use ordain_grammar::syntax::{self, DeclarationKind, Expectation, ExpectationKind, Given, Word};
use ordain_runtime::canonical;
use ordain_runtime::policy::{DecidedOutcome, Verdict};

use super::expression::shown;
use super::{Checker, Within};
use crate::diagnose::Code;
use crate::model::{ControlExpectation, Id, Policy, PolicyExpectation, Subject, Test};
use crate::resolve::{Declared, NameKind};
use crate::source::Place;

const SUBJECTS: [NameKind; 3] = [NameKind::Policy, NameKind::Control, NameKind::Profile];

impl Checker<'_> {
    pub(super) fn tests(&mut self, declared: &[Declared<'_>]) {
        let mut names = BTreeMap::new();
        let mut titles: BTreeMap<(NameKind, Id, String), Place> = BTreeMap::new();
        for entry in declared {
            let DeclarationKind::Test(test) = &entry.declaration.kind else { continue };
            let within = Within { file: entry.file, package: entry.package };
            let place = within.at(test.title.span);
            if test.given.is_none() {
                self.report_missing(place, "the test", "given", "given { … }");
            }
            if test.expectations.is_empty() {
                self.report_missing(place, "the test", "expect", "expect allow");
            }
            let Some((kind, id)) =
                self.names.lookup_any(within.file, within.package, &SUBJECTS, &test.of, self.diagnostics)
            else {
                continue;
            };
            if let Some(first) = titles.insert((kind, id.clone(), test.title.value.clone()), place) {
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
                NameKind::Policy => self.policy_test(within, test, id, &mut names),
                NameKind::Control => self.control_test(within, test, id),
                _ => self.profile_test(within, test, id),
            };
            if let Some(subject) = subject {
                let origin = self.origin(within, entry.declaration.span.span, &entry.declaration.documentation);
                self.model.tests.push(Test { origin, title: test.title.value.clone(), subject });
            }
        }
    }

    fn policy_test(
        &mut self,
        within: Within<'_>,
        test: &syntax::Test,
        policy: Id,
        names: &mut BTreeMap<Id, RuleNames>,
    ) -> Option<Subject> {
        let checked = self.model.policies.get(&policy)?;
        let facts = checked.facts.clone();
        if !names.contains_key(&policy) {
            names.insert(policy.clone(), RuleNames::of(checked));
        }
        let known = names.get(&policy)?;
        let expect: Vec<Option<PolicyExpectation>> =
            test.expectations.iter().map(|expected| self.of_policy(within, expected, known)).collect();
        let given = self.given_facts(within, test, &facts)?;
        Some(Subject::Policy { policy, given, expect: expect.into_iter().collect::<Option<_>>()? })
    }

    fn control_test(&mut self, within: Within<'_>, test: &syntax::Test, control: Id) -> Option<Subject> {
        let checked = self.model.controls.get(&control)?;
        let (facts, declarative) = (checked.evidence.clone(), checked.satisfied_when.is_none());
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
                    let can = if declarative {
                        "`recorded`, because the control has no `satisfied when`"
                    } else {
                        "`satisfied`, `violated` or `error`"
                    };
                    self.report_expectation(within, expected, "a control", can);
                    return None;
                }
            };
            if expect.replace(found).is_some() {
                self.report_expectation(within, expected, "a control", "one thing");
                return None;
            }
        }
        Some(Subject::Control { control, given: given?, expect: expect? })
    }

    fn profile_test(&mut self, within: Within<'_>, test: &syntax::Test, profile: Id) -> Option<Subject> {
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
                self.report_expectation(within, expected, "a profile", "`controls [ … ]`");
                return None;
            };
            expect = Some(self.lookup_each(within, NameKind::Control, references));
        }
        Some(Subject::Profile { profile, given, expect: expect? })
    }

    fn given_facts(&mut self, within: Within<'_>, test: &syntax::Test, facts: &Id) -> Option<Vec<u8>> {
        let schema = &self.facts.get(facts)?.facts.schema;
        match test.given.as_ref()? {
            Given::Facts(value) => {
                let value = self.given(within, value, schema)?;
                Some(canonical::to_vec(&value))
            }
            Given::Features(words) => {
                let place = within.at(words.first().map_or(test.title.span, |word| word.span));
                self.diagnostics
                    .report(Code::NOT_OF_FACTS, place, "facts are expected here, not features")
                    .help("write `given { field: value, … }`");
                None
            }
        }
    }

    fn of_policy(
        &mut self,
        within: Within<'_>,
        expected: &Expectation,
        names: &RuleNames,
    ) -> Option<PolicyExpectation> {
        Some(match &expected.kind {
            ExpectationKind::Word(word) => match word.as_str() {
                "allow" => PolicyExpectation::Outcome(DecidedOutcome::Allow),
                "deny" => PolicyExpectation::Outcome(DecidedOutcome::Deny),
                "not_applicable" => PolicyExpectation::Outcome(DecidedOutcome::NotApplicable),
                "permitted" => PolicyExpectation::Permitted(true),
                "refuse" => PolicyExpectation::Refuse,
                _ => {
                    self.report_expectation(
                        within,
                        expected,
                        "a policy",
                        "`allow`, `deny`, `not_applicable`, `permitted`, `not permitted`, `refuse`, `escalate`, `approval`, `evidence`, `oblige`, `prohibit`, `limit`, `redact`, `rules`, `skipped`, `score` or `error`",
                    );
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
                PolicyExpectation::Rules(self.rule_list(within, words, &names.rules, "rule")?)
            }
            ExpectationKind::Skipped(words) => {
                PolicyExpectation::Skipped(self.rule_list(within, words, &names.scoring, "scoring rule")?)
            }
            ExpectationKind::Score(score) => PolicyExpectation::Score(score.value),
            ExpectationKind::Error(None) => PolicyExpectation::Error(None),
            ExpectationKind::Error(Some(word)) => {
                self.rule_list(within, std::slice::from_ref(word), &names.failing, "rule or guardrail")?;
                PolicyExpectation::Error(Some(word.value.clone()))
            }
            ExpectationKind::Controls(_) => {
                self.report_expectation(within, expected, "a policy", "nothing of controls");
                return None;
            }
        })
    }

    /// Names of rules, sorted.
    fn rule_list(
        &mut self,
        within: Within<'_>,
        words: &[Word],
        known: &BTreeSet<String>,
        what: &str,
    ) -> Option<Vec<String>> {
        let mut sound = true;
        for word in words {
            if !known.contains(&word.value) {
                self.diagnostics
                    .report(
                        Code::UNKNOWN_RULE,
                        within.at(word.span),
                        format!("the policy has no {what} `{}`", word.value),
                    )
                    .suggest(&word.value, known.iter().map(String::as_str));
                sound = false;
            }
        }
        let mut listed = self.once_each(within, words);
        listed.sort();
        sound.then_some(listed)
    }

    fn report_expectation(&mut self, within: Within<'_>, expected: &Expectation, whose: &str, can: &str) {
        self.diagnostics
            .report(
                Code::NOT_AN_EXPECTATION,
                within.at(expected.span.span),
                format!("a test of {whose} cannot expect this"),
            )
            .help(format!("it can expect {can}"));
    }
}

/// What a policy's tests can name.
struct RuleNames {
    rules: BTreeSet<String>,
    scoring: BTreeSet<String>,
    /// What can fail and stop an evaluation.
    failing: BTreeSet<String>,
}

impl RuleNames {
    fn of(policy: &Policy) -> Self {
        let rules: BTreeSet<String> = policy.rules.iter().map(|rule| rule.name.clone()).collect();
        let guardrails = policy.guardrails.iter().map(|guardrail| guardrail.name.clone());
        Self {
            failing: rules.iter().cloned().chain(guardrails).collect(),
            scoring: policy.scoring_rules.iter().map(|rule| rule.name.clone()).collect(),
            rules,
        }
    }
}

fn texts(words: &[Word]) -> Vec<String> {
    words.iter().map(|word| word.value.clone()).collect()
}
