//! Rule sets of 1 to 20,000 rules in the proportions of real ones, with requests that are asked of them and the same rules
//! as somebody would write them by hand in Rust. Nothing of the compiler or the runtime is used here.
//!
//! Of 20 rules, three of ten concern every capability and the others one of four; of more, each concerns one of a hundred.
//! Five levels of priority, deny wins between equals, and half of the requests are aimed at some rule.

use std::fmt::Write as _;

use crate::boundary::Random;

/// The greatest amount.
const AMOUNT_MAX: i64 = 1_000_000;
const ROLES: [&str; 5] = ["admin", "agent", "customer", "finance", "manager"];
const REGIONS: [&str; 4] = ["apac", "eu", "me", "us"];

/// A rule set.
#[derive(Clone, Debug)]
pub struct RuleSet {
    /// By number.
    pub rules: Vec<Rule>,
    /// How many capabilities there are.
    pub capabilities: usize,
}

/// A rule: it contributes where every condition that it has holds.
#[derive(Clone, Debug)]
pub struct Rule {
    /// The capability, by number.
    pub capability: Option<usize>,
    /// The role, by its place among roles.
    pub role: Option<usize>,
    /// The region, likewise.
    pub region: Option<usize>,
    /// Whether the caller is verified.
    pub verified: Option<bool>,
    /// The amount is greater.
    pub above: Option<i64>,
    /// 1 to 5, the greater wins.
    pub priority: i64,
    /// Whether it denies.
    pub deny: bool,
}

/// What is asked.
#[derive(Clone, Copy, Debug)]
pub struct Request {
    /// By number.
    pub capability: usize,
    /// By place.
    pub role: usize,
    /// By place.
    pub region: usize,
    /// Whether the caller is verified.
    pub verified: bool,
    /// From 0 to a million.
    pub amount: i64,
}

impl RuleSet {
    /// The set of so many rules, always the same.
    #[must_use]
    pub fn of(rules: usize) -> Self {
        let mut random = Random::of("rule sets");
        let capabilities = match rules {
            0..=1 => 1,
            2..=99 => 4,
            _ => 100,
        };
        if rules == 1 {
            let refund = Rule {
                capability: Some(0),
                role: Some(1),
                region: None,
                verified: None,
                above: Some(50_000),
                priority: 1,
                deny: true,
            };
            return Self {
                rules: vec![refund],
                capabilities,
            };
        }
        let rules = (0..rules).map(|number| {
            let is_global = capabilities == 4 && number % 10 < 3;
            let capability = (!is_global).then_some(number % capabilities);
            let mut some = |chance: usize, count: usize| {
                let value = random.below(count);
                (random.below(100) < chance).then_some(value)
            };
            let (role, region) = (some(70, ROLES.len()), some(50, REGIONS.len()));
            let verified = some(30, 2).map(|verified| verified == 1);
            let amount = some(75, 20);
            let priority = some(100, 5).unwrap_or_default();
            let deny = some(100, 2) == Some(1);
            // A rule without any condition would decide everything of its capability.
            let above = match (role, region, amount) {
                (None, None, None) => Some(AMOUNT_MAX / 2),
                (.., amount) => amount.and_then(|step| i64::try_from(step * 50_000).ok()),
            };
            Rule {
                capability,
                role,
                region,
                verified,
                above,
                priority: i64::try_from(priority).unwrap_or_default() + 1,
                deny,
            }
        });
        Self {
            rules: rules.collect(),
            capabilities,
        }
    }

    /// The set in the language, as the package `package`. A policy holds at most 10,000 of the rules, so that its file
    /// stays below a megabyte: `calls@1` the first of them, `calls@2` the next.
    #[must_use]
    pub fn files(&self, package: &str) -> Vec<String> {
        let mut files = Vec::new();
        for (number, rules) in self.rules.chunks(10_000).enumerate() {
            let mut text = format!("package {package}\n\n");
            if number == 0 {
                let capabilities: Vec<_> = (0..self.capabilities)
                    .map(|one| format!("c{one}"))
                    .collect();
                let _ = write!(
                    text,
                    "facts call@1 {{\n  key capability: enum {{ {} }}\n  role: enum {{ {} }}\n  region: enum {{ {} }}\n  \
                     verified: bool\n  amount: int 0..=1_000_000\n}}\n\n",
                    capabilities.join(", "),
                    ROLES.join(", "),
                    REGIONS.join(", ")
                );
            }
            let _ = writeln!(text, "policy calls@{} on call@1 {{", number + 1);
            for (rule, number) in rules.iter().zip(number * 10_000..) {
                rule.write(number, &mut text);
            }
            text += "}\n";
            files.push(text);
        }
        files
    }

    /// So many requests, always the same.
    #[must_use]
    pub fn requests(&self, count: usize) -> Vec<Request> {
        let mut random = Random::of("requests");
        let one = |number: usize| {
            let mut request = Request {
                capability: random.below(self.capabilities),
                role: random.below(ROLES.len()),
                region: random.below(REGIONS.len()),
                verified: random.below(2) == 1,
                amount: random.between(0, AMOUNT_MAX),
            };
            let aimed = self.rules.get(random.below(self.rules.len()));
            if let Some(rule) = aimed.filter(|_| number.is_multiple_of(2)) {
                request.capability = rule.capability.unwrap_or(request.capability);
                request.role = rule.role.unwrap_or(request.role);
                request.region = rule.region.unwrap_or(request.region);
                request.verified = rule.verified.unwrap_or(request.verified);
                if let Some(above) = rule.above {
                    request.amount = random.between(above + 1, AMOUNT_MAX);
                }
            }
            request
        };
        (0..count).map(one).collect()
    }

    /// The set as Rust that somebody writes by hand: interned fields, a match on the capability, and a chain of `if` in
    /// which the first rule that holds decides. It gives the number of that rule.
    #[must_use]
    pub fn by_hand(&self) -> String {
        let mut text = String::from(
            "pub fn decide(call: &super::Interned) -> u32 {\n    match call.capability {\n",
        );
        for capability in 0..self.capabilities {
            let _ = writeln!(text, "        {capability} => c{capability}(call),");
        }
        text += "        _ => u32::MAX,\n    }\n}\n";
        for capability in 0..self.capabilities {
            let _ = writeln!(text, "fn c{capability}(call: &super::Interned) -> u32 {{");
            for number in self.in_order() {
                let Some(rule) = self.rules.get(number) else {
                    continue;
                };
                if rule.capability.is_some_and(|one| one != capability) {
                    continue;
                }
                let conditions = [
                    rule.role.map(|role| format!("call.role == {role}")),
                    rule.region.map(|region| format!("call.region == {region}")),
                    rule.verified
                        .map(|verified| format!("call.verified == {verified}")),
                    rule.above.map(|above| format!("call.amount > {above}")),
                ];
                let conditions: Vec<_> = conditions.into_iter().flatten().collect();
                let _ = writeln!(
                    text,
                    "    if {} {{ return {number}; }}",
                    conditions.join(" && ")
                );
            }
            text += "    u32::MAX\n}\n";
        }
        text
    }

    /// The numbers of the rules in canonical order: priority, deny before allow, name.
    fn in_order(&self) -> Vec<usize> {
        let mut numbers: Vec<usize> = (0..self.rules.len()).collect();
        numbers.sort_by_key(|number| {
            let rule = self.rules.get(*number);
            (
                rule.map(|rule| (-rule.priority, !rule.deny)),
                format!("r{number}"),
            )
        });
        numbers
    }
}

impl Rule {
    /// One line, short enough for ten thousand of them in one file.
    fn write(&self, number: usize, text: &mut String) {
        let _ = write!(text, "rule r{number} priority {}{{", self.priority);
        if let Some(capability) = self.capability {
            let _ = write!(text, "on capability c{capability} ");
        }
        let word =
            |words: &[&str], place: usize| words.get(place).copied().unwrap_or_default().to_owned();
        let conditions = [
            self.role
                .map(|role| format!("role=={}", word(&ROLES, role))),
            self.region
                .map(|region| format!("region=={}", word(&REGIONS, region))),
            self.verified
                .map(|verified| if verified { "verified" } else { "not verified" }.to_owned()),
            self.above.map(|above| format!("amount>{above}")),
        ];
        let conditions: Vec<_> = conditions.into_iter().flatten().collect();
        let outcome = if self.deny { "deny" } else { "allow" };
        let _ = writeln!(text, "when {} then {outcome}}}", conditions.join(" and "));
    }
}

impl Request {
    /// As JSON.
    #[must_use]
    pub fn json(&self) -> String {
        let word =
            |words: &[&str], place: usize| words.get(place).copied().unwrap_or_default().to_owned();
        format!(
            r#"{{"capability":"c{}","role":"{}","region":"{}","verified":{},"amount":{}}}"#,
            self.capability,
            word(&ROLES, self.role),
            word(&REGIONS, self.region),
            self.verified,
            self.amount
        )
    }
}
