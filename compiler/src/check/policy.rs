//! `policy`: rules, scoring rules and guardrails. Language, section 4. Branches and their clauses are in
//! [`super::branch`].

use std::collections::{BTreeMap, BTreeSet};

use ordain_grammar::span::Span;
use ordain_grammar::syntax::{self, GuardrailEffect, KeyMatch, KeyValue, Word};
use ordain_runtime::ident::Identifier;
use ordain_runtime::policy::{FactPath, Type};
use ordain_runtime::registry::{AppliesTo, EffectBody};

use super::presence::Known;
use super::scope::{Scope, shown};
use super::{Checker, Within};
use crate::diagnose::Code;
use crate::limits;
use crate::model::{Guardrail, Policy, Rule, ScoringRule};
use crate::resolve::Declared;
use crate::source::{Place, one_line};

impl Checker<'_> {
    pub(super) fn policy(&mut self, entry: Declared<'_>, policy: &syntax::Policy) {
        let within = Within {
            file: entry.file,
            package: entry.package,
        };
        let id = Self::id(entry, &policy.header);
        self.rule_names(within, policy);
        let Some((facts_id, checked)) = self.lookup_facts(within, &policy.facts) else {
            return;
        };
        let scope = Scope::of(within, facts_id, checked);
        let mut rules: Vec<Rule> = policy
            .rules
            .iter()
            .filter_map(|rule| self.rule(scope, rule))
            .collect();
        rules.sort_by(|a, b| {
            (b.priority, a.then.outcome, &a.name).cmp(&(a.priority, b.then.outcome, &b.name))
        });
        let mut scoring_rules: Vec<ScoringRule> = policy
            .scoring_rules
            .iter()
            .filter_map(|rule| self.scoring_rule(scope, rule))
            .collect();
        scoring_rules.sort_by(|a, b| a.name.cmp(&b.name));
        let mut guardrails: Vec<Guardrail> = policy
            .guardrails
            .iter()
            .filter_map(|guardrail| self.guardrail(scope, guardrail))
            .collect();
        guardrails.sort_by(|a, b| a.name.cmp(&b.name));
        let origin = self.origin(
            within,
            entry.declaration.span.span,
            &entry.declaration.documentation,
        );
        let place = within.at(policy.header.name.span);
        let policy = Policy {
            origin,
            facts: facts_id.clone(),
            rules,
            scoring_rules,
            guardrails,
        };
        self.table_size(place, &policy);
        self.model.policies.entry(id).or_insert(policy);
    }

    /// Tables of evaluators have a limit, so that what is emitted can be compiled.
    fn table_size(&mut self, place: Place, policy: &Policy) {
        let size = policy.table_size();
        if size.rules > limits::RULES {
            return;
        }
        if size.entries > limits::TABLE_ENTRIES {
            self.diagnostics
                .report(
                    Code::TABLE_TOO_LARGE,
                    place,
                    format!(
                        "the tables of a policy have at most {} entries, those of this one {}",
                        limits::TABLE_ENTRIES,
                        size.entries
                    ),
                )
                .help("split it by what it decides on");
        }
        for (key, values) in size.key_values {
            if values > limits::KEY_VALUES {
                self.diagnostics
                    .report(
                        Code::TABLE_TOO_LARGE,
                        place,
                        format!(
                            "the rules of a policy name at most {} values of one key, those of this one {values} of `{key}`",
                            limits::KEY_VALUES
                        ),
                    )
                    .help("split it by this key");
            }
        }
    }

    /// One name for each rule, scoring rule and guardrail; and not too many of them.
    fn rule_names(&mut self, within: Within<'_>, policy: &syntax::Policy) {
        let names = policy
            .rules
            .iter()
            .map(|rule| &rule.name)
            .chain(policy.scoring_rules.iter().map(|rule| &rule.name))
            .chain(policy.guardrails.iter().map(|guardrail| &guardrail.name));
        let mut seen: BTreeMap<&str, Span> = BTreeMap::new();
        let mut count = 0;
        for name in names {
            count += 1;
            if let Some(first) = seen.insert(&name.value, name.span) {
                self.diagnostics
                    .report(
                        Code::RULE_TWICE,
                        within.at(name.span),
                        format!(
                            "`{}` is already the name of a rule or guardrail of this policy",
                            name.value
                        ),
                    )
                    .related(within.at(first), "first here")
                    .help("reports and errors name rules, so each has a name of its own");
            }
        }
        if count > limits::RULES {
            self.diagnostics
                .report(
                    Code::TOO_MANY_RULES,
                    within.at(policy.header.name.span),
                    format!(
                        "a policy has at most {} rules and guardrails, this one {count}",
                        limits::RULES
                    ),
                )
                .help("split it by what it decides on");
        }
    }

    fn rule(&mut self, scope: Scope<'_>, rule: &syntax::Rule) -> Option<Rule> {
        let place = scope.within.at(rule.name.span);
        let whose = format!("the rule `{}`", rule.name.value);
        let missing: Vec<(&str, &str)> = [
            (rule.priority.is_none(), "priority", "priority 100"),
            (rule.then.is_none(), "then", "then allow"),
        ]
        .into_iter()
        .filter_map(|(missing, clause, example)| missing.then_some((clause, example)))
        .collect();
        self.report_missing(place, &whose, &missing);
        let (applies_to, predicate) = self.condition(scope, &rule.on, rule.when.as_ref());
        let then = rule
            .then
            .as_ref()
            .map(|branch| self.branch(scope.within, branch));
        let otherwise = rule
            .otherwise
            .as_ref()
            .map(|branch| self.branch(scope.within, branch));
        let otherwise = match otherwise {
            Some(branch) => Some(branch?),
            None => None,
        };
        Some(Rule {
            origin: self.origin(scope.within, rule.span.span, &rule.documentation),
            name: rule.name.value.clone(),
            priority: rule.priority?.value,
            applies_to: applies_to?,
            predicate: predicate?,
            then: then??,
            otherwise,
        })
    }

    fn scoring_rule(
        &mut self,
        scope: Scope<'_>,
        rule: &syntax::ScoringRule,
    ) -> Option<ScoringRule> {
        if rule.score.is_none() {
            let whose = format!("the scoring rule `{}`", rule.name.value);
            self.report_missing(
                scope.within.at(rule.name.span),
                &whose,
                &[("score", "score 10")],
            );
        }
        let (applies_to, predicate) = self.condition(scope, &rule.on, rule.when.as_ref());
        Some(ScoringRule {
            origin: self.origin(scope.within, rule.span.span, &rule.documentation),
            name: rule.name.value.clone(),
            applies_to: applies_to?,
            predicate: predicate?,
            score: rule.score?.value,
        })
    }

    fn guardrail(&mut self, scope: Scope<'_>, guardrail: &syntax::Guardrail) -> Option<Guardrail> {
        let place = scope.within.at(guardrail.name.span);
        if guardrail.effects.is_empty() {
            let whose = format!("the guardrail `{}`", guardrail.name.value);
            self.report_missing(place, &whose, &[("then", "then refuse")]);
        }
        let (applies_to, predicate) = self.condition(scope, &guardrail.on, guardrail.when.as_ref());
        let effects: Vec<Option<EffectBody>> = guardrail
            .effects
            .iter()
            .map(|effect| self.effect(scope, &effect.value))
            .collect();
        let effects: Option<Vec<EffectBody>> = effects.into_iter().collect();
        let mut seen = BTreeMap::new();
        for effect in &guardrail.effects {
            let text = one_line(self.sources.text(scope.within.at(effect.span)));
            self.first(scope.within, &mut seen, text, effect.span);
        }
        Some(Guardrail {
            origin: self.origin(scope.within, guardrail.span.span, &guardrail.documentation),
            name: guardrail.name.value.clone(),
            applies_to: applies_to?,
            predicate: predicate?,
            effects: effects.filter(|effects| !effects.is_empty())?,
        })
    }

    fn effect(&mut self, scope: Scope<'_>, effect: &GuardrailEffect) -> Option<EffectBody> {
        Some(match effect {
            GuardrailEffect::Refuse => EffectBody::Refuse,
            GuardrailEffect::Escalate(target) => EffectBody::Escalate {
                target: target.value.clone(),
            },
            GuardrailEffect::Approval(gate) => EffectBody::Approval {
                gate: gate.value.clone(),
            },
            GuardrailEffect::Redact(paths) => {
                let found: Vec<_> = paths
                    .iter()
                    .map(|path| self.found(scope, path).map(|_| ()))
                    .collect();
                let words: Vec<Word> = paths
                    .iter()
                    .map(|path| Word::new(shown(path), path.span()))
                    .collect();
                let fields = self.once_each(scope.within, &words);
                found.into_iter().collect::<Option<Vec<()>>>()?;
                EffectBody::Redact { fields }
            }
        })
    }

    /// `on` and `when` together: a key that `on` asks is present where `when` runs.
    fn condition(
        &mut self,
        scope: Scope<'_>,
        on: &[KeyMatch],
        when: Option<&syntax::Expression>,
    ) -> (
        Option<AppliesTo>,
        Option<crate::model::Sourced<ordain_runtime::policy::Predicate>>,
    ) {
        let mut applies_to = AppliesTo::new();
        let mut known = Known::new();
        let mut sound = true;
        for key in on {
            match self.key_match(scope, key, &mut known) {
                Some((path, values)) => {
                    if applies_to.insert(path, values).is_some() {
                        sound = false;
                        self.diagnostics
                            .report(
                                Code::LISTED_TWICE,
                                scope.within.at(key.key.span()),
                                format!("`on` asks the key `{}` twice", shown(&key.key)),
                            )
                            .help("list all its values after one key, with commas between them");
                    }
                }
                None => sound = false,
            }
        }
        let predicate = self.predicate_of(scope, &known, when);
        (sound.then_some(applies_to), predicate)
    }

    fn key_match(
        &mut self,
        scope: Scope<'_>,
        key: &KeyMatch,
        known: &mut Known,
    ) -> Option<(String, BTreeSet<String>)> {
        let fact = self.found(scope, &key.key)?;
        let name = shown(&key.key);
        if !Self::declared_key(scope, &fact.path) {
            let place = scope.within.at(key.key.span());
            let report = self.diagnostics.report(
                Code::NOT_A_KEY,
                place,
                format!("`{name}` is not declared as a key"),
            );
            if matches!(fact.ty, Type::Identifier | Type::Enum { .. }) {
                report.help(format!(
                    "declare it with `key {}: …` in `{}`, or ask it in `when`",
                    fact.path.0.last().map_or("", String::as_str),
                    scope.facts
                ));
            } else {
                report.help("an `id` or an `enum` can be a key; ask anything else in `when`");
            }
            return None;
        }
        known.extend(fact.optional.iter().cloned());
        let mut sound = true;
        for value in &key.values {
            sound &= self.key_value(scope.within, &name, fact.ty, value);
        }
        let values = self.once_each(scope.within, key.values.iter().map(KeyValue::word));
        sound.then(|| (name, values.into_iter().collect()))
    }

    fn declared_key(scope: Scope<'_>, path: &FactPath) -> bool {
        let mut fields = scope.schema;
        for (index, word) in path.0.iter().enumerate() {
            let Some(field) = fields.get(word) else {
                return false;
            };
            match &field.ty {
                Type::Record { fields: inner } => fields = inner,
                _ => return field.key && index + 1 == path.0.len(),
            }
        }
        false
    }

    fn key_value(&mut self, within: Within<'_>, key: &str, ty: &Type, value: &KeyValue) -> bool {
        let word = value.word();
        match (value, ty) {
            (KeyValue::Member(_), Type::Enum { members }) => self
                .member(within, &word.value, word.span, members)
                .is_some(),
            (KeyValue::String(_), Type::Identifier) => {
                let sound = Identifier::new(word.value.clone()).is_ok();
                if !sound {
                    self.diagnostics.report(
                        Code::MALFORMED_CONSTANT,
                        within.at(word.span),
                        "an `id` has 1 to 256 characters and no control characters",
                    );
                }
                sound
            }
            (KeyValue::String(_), _) => {
                let report = self.diagnostics.report(
                    Code::KEY_VALUE,
                    within.at(word.span),
                    format!("the key `{key}` is an enum, whose members are written without quotes"),
                );
                if let Type::Enum { members } = ty {
                    if members.contains(&word.value) {
                        report.mend(
                            within.at(word.span),
                            word.value.as_str(),
                            format!("write `{}`", word.value),
                        );
                    } else {
                        report.suggest(&word.value, members.iter().map(String::as_str));
                    }
                }
                false
            }
            (KeyValue::Member(_), _) => {
                self.diagnostics
                    .report(
                        Code::KEY_VALUE,
                        within.at(word.span),
                        format!("the key `{key}` is an `id`, whose values are written in quotes"),
                    )
                    .mend(
                        within.at(word.span),
                        format!("\"{}\"", word.value),
                        format!("write `\"{}\"`", word.value),
                    );
                false
            }
        }
    }
}
