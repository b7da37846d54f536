//! The model: what a project means, checked, with every name bound. No spans are needed to use it; each declaration
//! keeps its file and line for documentation alone, and they reach no artefact.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use ordain_runtime::policy::{Features, Predicate, Schema};
use ordain_runtime::registry::{AppliesTo, BranchBody, EffectBody, Owner, Stage};

/// Everything that a project declares, each kind sorted by id.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Model {
    /// `facts`.
    pub facts: BTreeMap<Id, Facts>,
    /// `control`.
    pub controls: BTreeMap<Id, Control>,
    /// `profile`.
    pub profiles: BTreeMap<Id, Profile>,
    /// `policy`.
    pub policies: BTreeMap<Id, Policy>,
    /// `test`, in the order of files and of each file.
    pub tests: Vec<Test>,
}

/// A declaration's full name: prints `package.name@revision`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Id {
    /// `contextos`
    pub package: String,
    /// `network.mediated-egress`
    pub name: String,
    /// `1`
    pub revision: String,
}

impl Id {
    /// `package.name`, the id of the artefact.
    #[must_use]
    pub fn artefact_id(&self) -> String {
        format!("{}.{}", self.package, self.name)
    }
}

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Only a file that does not say its package, which is an error, has declarations in none.
        if !self.package.is_empty() {
            write!(f, "{}.", self.package)?;
        }
        write!(f, "{}@{}", self.name, self.revision)
    }
}

/// Where a declaration or a rule stands, for documentation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The path below the project's folder, with `/` between folders on every system.
    pub file: String,
    /// From 1.
    pub line: u32,
    /// The `///` lines above it.
    pub documentation: Vec<String>,
}

/// `facts`.
#[derive(Clone, Debug, PartialEq)]
pub struct Facts {
    /// Where it stands.
    pub origin: Origin,
    /// The fields.
    pub schema: Schema,
    /// The documentation of fields by their path from the root; elements of lists and sets add no step.
    pub documentation: BTreeMap<Vec<String>, Vec<String>>,
}

/// `control`.
#[derive(Clone, Debug, PartialEq)]
pub struct Control {
    /// Where it stands.
    pub origin: Origin,
    /// One line.
    pub title: String,
    /// What is obliged.
    pub statement: String,
    /// Who answers for it.
    pub owner: Owner,
    /// When it is judged.
    pub stage: Stage,
    /// Its facts.
    pub evidence: Id,
    /// Its predicate; `None` where it is declarative.
    pub satisfied_when: Option<Sourced<Predicate>>,
}

/// `profile`: each list sorted, nothing twice.
#[derive(Clone, Debug, PartialEq)]
pub struct Profile {
    /// Where it stands.
    pub origin: Origin,
    /// One line.
    pub title: String,
    /// Profiles whose controls it takes over.
    pub extends: Vec<Id>,
    /// Controls that are always mandatory.
    pub required: Vec<Id>,
    /// Controls that are mandatory under features.
    pub conditional: BTreeMap<Features, Vec<Id>>,
    /// Controls that may be missing.
    pub optional: Vec<Id>,
    /// The expansion over `extends`: each control that can be effective, sorted by id.
    pub effective: BTreeMap<Id, Demand>,
}

/// When a profile, with all that it extends, makes a control mandatory.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Demand {
    /// The smallest sets of features under which it is mandatory, sorted; the empty set alone where it always is.
    /// None of them holds another. Empty where it is only ever optional.
    pub mandatory_when: Vec<Features>,
}

/// `policy`.
#[derive(Clone, Debug, PartialEq)]
pub struct Policy {
    /// Where it stands.
    pub origin: Origin,
    /// What it decides on.
    pub facts: Id,
    /// In canonical order: priority descending, deny before allow by the outcome of `then`, then name.
    pub rules: Vec<Rule>,
    /// Sorted by name.
    pub scoring_rules: Vec<ScoringRule>,
    /// Sorted by name.
    pub guardrails: Vec<Guardrail>,
}

/// How large the tables are that evaluators need for a policy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableSize {
    /// Rules, scoring rules and guardrails.
    pub rules: usize,
    /// Each of those, and each value of `on`, branch, clause and item of a clause.
    pub entries: usize,
    /// For each key of `on`, how many of its values are named.
    pub key_values: BTreeMap<String, usize>,
}

impl Policy {
    /// How large the tables are that evaluators need.
    #[must_use]
    pub fn table_size(&self) -> TableSize {
        let branch = |branch: &BranchBody| {
            let limits = branch.limits.iter();
            1 + branch.approvals.len()
                + branch.required_evidence.len()
                + branch.obligations.len()
                + branch.prohibited.len()
                + limits
                    .map(|limit| 1 + limit.one_of.as_ref().map_or(0, BTreeSet::len))
                    .sum::<usize>()
        };
        let clauses = |rule: &Rule| branch(&rule.then) + rule.otherwise.as_ref().map_or(0, branch);
        let rules = self.rules.len() + self.scoring_rules.len() + self.guardrails.len();
        let mut entries = rules
            + self.rules.iter().map(clauses).sum::<usize>()
            + self
                .guardrails
                .iter()
                .map(|one| one.effects.len())
                .sum::<usize>();
        let mut named: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
        let of_rules = self.rules.iter().map(|rule| &rule.applies_to);
        let of_scoring_rules = self.scoring_rules.iter().map(|rule| &rule.applies_to);
        let of_guardrails = self.guardrails.iter().map(|one| &one.applies_to);
        for (key, values) in of_rules
            .chain(of_scoring_rules)
            .chain(of_guardrails)
            .flatten()
        {
            entries += values.len();
            let named = named.entry(key).or_default();
            named.extend(values.iter().map(String::as_str));
        }
        TableSize {
            rules,
            entries,
            key_values: named
                .into_iter()
                .map(|(key, values)| (key.to_owned(), values.len()))
                .collect(),
        }
    }
}

/// `rule`.
#[derive(Clone, Debug, PartialEq)]
pub struct Rule {
    /// Where it stands.
    pub origin: Origin,
    /// Unique among rules, scoring rules and guardrails of the policy.
    pub name: String,
    /// Larger numbers win.
    pub priority: i64,
    /// When it applies at all.
    pub applies_to: AppliesTo,
    /// Its predicate.
    pub predicate: Sourced<Predicate>,
    /// What it contributes where the predicate is true.
    pub then: BranchBody,
    /// What it contributes where the predicate is false.
    pub otherwise: Option<BranchBody>,
}

/// `scoring rule`.
#[derive(Clone, Debug, PartialEq)]
pub struct ScoringRule {
    /// Where it stands.
    pub origin: Origin,
    /// Unique among rules, scoring rules and guardrails of the policy.
    pub name: String,
    /// When it applies at all.
    pub applies_to: AppliesTo,
    /// Its predicate.
    pub predicate: Sourced<Predicate>,
    /// What it adds.
    pub score: i64,
}

/// `guardrail`.
#[derive(Clone, Debug, PartialEq)]
pub struct Guardrail {
    /// Where it stands.
    pub origin: Origin,
    /// Unique among rules, scoring rules and guardrails of the policy.
    pub name: String,
    /// When it applies at all.
    pub applies_to: AppliesTo,
    /// Its predicate.
    pub predicate: Sourced<Predicate>,
    /// At least one.
    pub effects: Vec<EffectBody>,
}

/// A value with the text that it was written as, white space folded.
#[derive(Clone, Debug, PartialEq)]
pub struct Sourced<T> {
    /// What it means.
    pub value: T,
    /// What was written; empty where nothing was.
    pub text: String,
}

/// `test`.
#[derive(Clone, Debug, PartialEq)]
pub struct Test {
    /// Where it stands.
    pub origin: Origin,
    /// What it is called.
    pub title: String,
    /// What it tests, with what it supposes and expects.
    pub subject: Subject,
}

/// What a test is of.
#[derive(Clone, Debug, PartialEq)]
pub enum Subject {
    /// Of a policy.
    Policy {
        /// Which.
        policy: Id,
        /// The facts, as canonical JSON.
        given: Vec<u8>,
        /// All of them must hold.
        expect: Vec<PolicyExpectation>,
    },
    /// Of a control.
    Control {
        /// Which.
        control: Id,
        /// The facts, as canonical JSON.
        given: Vec<u8>,
        /// What it says.
        expect: ControlExpectation,
    },
    /// Of a profile.
    Profile {
        /// Which.
        profile: Id,
        /// The features that hold.
        given: Features,
        /// Exactly the mandatory controls.
        expect: Vec<Id>,
    },
}

/// What a test of a policy expects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PolicyExpectation {
    /// `allow`, `deny`, `not_applicable`.
    Outcome(ordain_runtime::policy::DecidedOutcome),
    /// `permitted`, `not permitted`.
    Permitted(bool),
    /// `approval GATE [at MODE]`, of a rule or a guardrail; without a mode, at any.
    Approval(String, Option<ordain_runtime::policy::Mode>),
    /// `evidence [NAME, …]`: among the required evidence.
    Evidence(Vec<String>),
    /// `oblige [TEXT, …]`: among the obligations.
    Oblige(Vec<String>),
    /// `prohibit [NAME, …]`: among the prohibited.
    Prohibit(Vec<String>),
    /// `limit …`: the argument's effective limit holds this bound.
    Limit(ordain_runtime::registry::LimitBody),
    /// `refuse`: some guardrail refuses.
    Refuse,
    /// `escalate TARGET`: some guardrail escalates to it.
    Escalate(String),
    /// `redact [FIELD, …]`: among the withheld.
    Redact(Vec<String>),
    /// `rules [NAME, …]`: exactly the contributing rules.
    Rules(Vec<String>),
    /// `skipped [NAME, …]`: exactly the skipped scoring rules.
    Skipped(Vec<String>),
    /// `score N`: the scores added up.
    Score(i64),
    /// `error [RULE]`: evaluation stops there.
    Error(Option<String>),
}

/// What a test of a control expects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ControlExpectation {
    /// `satisfied`, `violated`, `recorded`.
    Verdict(ordain_runtime::policy::Verdict),
    /// `error`.
    Error,
}
