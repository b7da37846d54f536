//! An independent model of the policy engine: the plainest transcription of semantics, sections 2 and 3, over untyped
//! JSON. Artefacts and facts go in as bytes, a decision comes out as bytes. It shares no code with the interpreter, with
//! what runs compiled policies or with the codec of predicates, so that a mistake in all of them is still seen here.
//!
//! It has no care for time, and takes artefacts that the compiler wrote for granted.

mod agree;
mod compiled;
mod facts;
mod json;
mod predicate;
mod subject;

use std::collections::BTreeMap;
use std::fmt;

use serde_json::{Value, json};

use crate::oracle;

use json::Json;
use predicate::Failure;

/// A policy and the facts that it decides on, as their artefacts.
pub(crate) struct Model {
    digest: String,
    id: String,
    body: Json,
    fields: Json,
}

/// What is said of a policy and facts.
#[derive(Clone, PartialEq, Eq)]
pub(crate) enum Answer {
    /// The canonical bytes of a decision.
    Decided(Vec<u8>),
    /// The canonical bytes of a `policy_eval_error`.
    Failed(Vec<u8>),
    /// `facts_invalid` at this JSON Pointer.
    Refused(String),
}

impl Model {
    pub(crate) fn of(policy: &[u8], facts: &[u8]) -> Self {
        let artefact = Json::parse(policy);
        Self {
            digest: oracle::plain_digest(policy),
            id: artefact.at("artifact_id").text().into(),
            body: artefact.at("body").clone(),
            fields: Json::parse(facts).at("body").at("fields").clone(),
        }
    }

    /// Decides on a document; `held` are the gates of approvals that are held already.
    pub(crate) fn evaluate(&self, facts: &[u8], held: &[&str]) -> Answer {
        self.answer(facts::validated(&Json::parse(facts), &self.fields), held)
    }

    /// Decides on facts that nobody has validated.
    pub(crate) fn evaluate_untyped(&self, facts: &[u8], held: &[&str]) -> Answer {
        self.answer(facts::screened(&Json::parse(facts), &self.fields), held)
    }

    fn answer(&self, facts: Result<Json, String>, held: &[&str]) -> Answer {
        match facts.map(|facts| self.decide(&facts, held)) {
            Ok(Ok(decision)) => Answer::Decided(serde_jcs::to_vec(&decision).unwrap()),
            Ok(Err(error)) => Answer::Failed(serde_jcs::to_vec(&error).unwrap()),
            Err(pointer) => Answer::Refused(pointer),
        }
    }

    /// Semantics, section 3, from the top.
    fn decide(&self, facts: &Json, held: &[&str]) -> Result<Value, Value> {
        let mut rules: Vec<&Json> = self.body.at("rules").elements().iter().collect();
        rules.sort_by_key(|rule| {
            let allows = rule.at("then").at("outcome").text() == "allow";
            let priority = rule.at("priority").integer().map(|priority| -priority);
            (priority, allows, rule.at("rule_id").text())
        });
        let mut contributions = Vec::new();
        for rule in rules {
            let id = rule.at("rule_id").text();
            let name = match asked(rule, facts).map_err(|failure| self.error(id, &failure))? {
                None => continue,
                Some(true) => "then",
                Some(false) => "else",
            };
            if let Some(branch) = rule.get(name) {
                contributions.push((id, rule.at("priority").integer(), name, branch));
            }
        }
        let branches: Vec<&Json> = contributions.iter().map(|one| one.3).collect();

        let [mut refuse, mut escalate, mut approval, mut redact] = [const { Vec::new() }; 4];
        for guardrail in by_id(self.body.at("guardrails").elements(), "guardrail_id") {
            let id = guardrail.at("guardrail_id").text();
            if asked(guardrail, facts).map_err(|failure| self.error(id, &failure))? != Some(true) {
                continue;
            }
            for effect in distinct(guardrail.at("then").elements()) {
                match effect.at("effect").text() {
                    "refuse" => refuse.push(json!(id)),
                    "escalate" => escalate.push(json!({
                        "guardrail_id": id, "target": effect.at("target").print()
                    })),
                    "approval" => approval.push(json!({
                        "guardrail_id": id, "gate": effect.at("gate").print()
                    })),
                    "redact" => redact.push(json!({
                        "guardrail_id": id, "fields": printed(&distinct(effect.at("fields").elements()))
                    })),
                    other => panic!("no effect: {other}"),
                }
            }
        }

        let (mut scores, mut skipped) = (Vec::new(), Vec::new());
        for rule in by_id(self.body.at("scoring_rules").elements(), "rule_id") {
            let id = rule.at("rule_id").text();
            match asked(rule, facts) {
                Ok(Some(true)) => {
                    scores.push(json!({ "rule_id": id, "score": rule.at("score").print() }));
                }
                Ok(_) => {}
                Err(_) => skipped.push(id),
            }
        }

        let highest = contributions.iter().filter_map(|one| one.1).max();
        let outcomes = |outcome: &str| -> Vec<&str> {
            let mut ids = Vec::new();
            for (id, priority, _, branch) in &contributions {
                if *priority == highest && branch.at("outcome").text() == outcome {
                    ids.push(*id);
                }
            }
            ids
        };
        let (denying, allowing) = (outcomes("deny"), outcomes("allow"));
        let (outcome, decided_by) = match (denying.as_slice(), allowing.as_slice()) {
            ([], []) => ("not_applicable", allowing),
            ([], _) => ("allow", allowing),
            _ => ("deny", denying),
        };
        let limits = limits(&branches, held);
        let conflict = limits.values().any(|limit| limit.get("conflict").is_some());
        let permitted = outcome == "allow" && refuse.is_empty() && escalate.is_empty() && !conflict;
        let approvals = union(&branches, "approvals");
        Ok(json!({
            "policy": self.digest,
            "outcome": outcome,
            "priority": highest,
            "decided_by": decided_by,
            "contributed": contributions.iter().map(|one| json!({ "rule_id": one.0, "branch": one.2 })).collect::<Vec<_>>(),
            "obligations": printed(&union(&branches, "obligations")),
            "required_evidence": printed(&union(&branches, "required_evidence")),
            "prohibited": printed(&union(&branches, "prohibited")),
            "limits": limits,
            "approvals": approvals.iter().map(|one| json!({
                "gate": one.at("gate").print(), "mode": one.at("mode").print()
            })).collect::<Vec<_>>(),
            "effective_mode": MODES.iter().find(|mode| approvals.iter().any(|one| one.at("mode").text() == **mode)),
            "guardrails": { "refuse": refuse, "escalate": escalate, "approval": approval, "redact": redact },
            "scores": scores,
            "skipped": skipped,
            "permitted": permitted,
        }))
    }

    fn error(&self, rule_id: &str, failure: &Failure) -> Value {
        json!({
            "code": "policy_eval_error",
            "stage": "policy_resolution",
            "bundle_id": self.id,
            "rule_id": rule_id,
            "expression_path": failure.path,
            "message": failure.message,
        })
    }
}

/// The lowest first.
const MODES: [&str; 5] = [
    "read_only",
    "local_write",
    "network",
    "delegated",
    "destructive",
];

/// What the predicate says; `None` where the rule does not apply. A key that cannot be read fails the rule, unless another
/// key already says that it does not apply.
fn asked(rule: &Json, facts: &Json) -> Result<Option<bool>, Failure> {
    let mut unreadable = None;
    for (key, values) in rule.at("applies_to").members() {
        match predicate::read(facts, key, &format!("applies_to.{key}")) {
            Ok(fact) if values.elements().contains(&fact) => {}
            Ok(_) => return Ok(None),
            Err(failure) => unreadable = unreadable.or(Some(failure)),
        }
    }
    match unreadable {
        Some(failure) => Err(failure),
        None => Ok(Some(
            predicate::value(rule.at("if"), facts, "if")?.is_true(),
        )),
    }
}

/// For each argument, what meets every limit on it that no held approval drops.
fn limits(branches: &[&Json], held: &[&str]) -> BTreeMap<String, Value> {
    let mut by_argument: BTreeMap<String, Vec<&Json>> = BTreeMap::new();
    for branch in branches {
        let gates = branch.at("approvals").elements();
        let is_held = |approval: &Json| held.contains(&approval.at("gate").text());
        let is_approved = !gates.is_empty() && gates.iter().all(is_held);
        for limit in branch.at("limits").elements() {
            if !(is_approved && limit.at("unless_approved").is_true()) {
                let argument = limit.at("argument").text().into();
                by_argument.entry(argument).or_default().push(limit);
            }
        }
    }
    let intersected = by_argument.into_iter();
    intersected
        .map(|(argument, limits)| (argument, intersection(&limits)))
        .collect()
}

fn intersection(limits: &[&Json]) -> Value {
    let bounds = |name| {
        limits
            .iter()
            .filter_map(move |limit| limit.at(name).integer())
    };
    let (least, most) = (bounds("at_least").max(), bounds("at_most").min());
    let mut limit = serde_json::Map::new();
    let is_empty;
    if limits.iter().any(|limit| limit.get("one_of").is_some()) {
        let meets = |value: &Json, limit: &Json| match limit.get("one_of") {
            Some(values) => values.elements().contains(value),
            None => match (limit.at("at_least").integer(), value.integer()) {
                (_, None) => false,
                (Some(least), Some(value)) => value >= least,
                (None, Some(value)) => limit
                    .at("at_most")
                    .integer()
                    .is_some_and(|most| value <= most),
            },
        };
        let all = limits
            .iter()
            .flat_map(|limit| limit.at("one_of").elements());
        let mut values: Vec<&Json> = distinct(all)
            .into_iter()
            .filter(|value| limits.iter().all(|limit| meets(value, limit)))
            .collect();
        // Integers, then strings.
        values.sort_by_key(|value| (value.integer().is_none(), value.integer(), value.text()));
        is_empty = values.is_empty();
        limit.insert("one_of".into(), printed(&values));
    } else {
        is_empty = least.zip(most).is_some_and(|(least, most)| least > most);
        limit.extend(least.map(|least| ("at_least".into(), json!(least))));
        limit.extend(most.map(|most| ("at_most".into(), json!(most))));
    }
    if is_empty {
        limit.insert("conflict".into(), json!("limits_conflict"));
    }
    limit.into()
}

fn by_id<'j>(items: &'j [Json], id: &str) -> Vec<&'j Json> {
    let mut items: Vec<&Json> = items.iter().collect();
    items.sort_by_key(|item| item.at(id).text());
    items
}

/// A clause of all contributions, each item once, in the order in which it first came.
fn union<'j>(branches: &[&'j Json], name: &str) -> Vec<&'j Json> {
    distinct(
        branches
            .iter()
            .flat_map(|branch| branch.at(name).elements()),
    )
}

fn distinct<'j>(items: impl IntoIterator<Item = &'j Json>) -> Vec<&'j Json> {
    let mut distinct = Vec::new();
    for item in items {
        if !distinct.contains(&item) {
            distinct.push(item);
        }
    }
    distinct
}

fn printed(items: &[&Json]) -> Value {
    items.iter().map(|item| item.print()).collect()
}

impl fmt::Debug for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Decided(bytes) => write!(f, "decided {}", String::from_utf8_lossy(bytes)),
            Self::Failed(bytes) => write!(f, "failed {}", String::from_utf8_lossy(bytes)),
            Self::Refused(pointer) => write!(f, "refused at {pointer:?}"),
        }
    }
}
