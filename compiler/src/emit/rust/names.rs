//! Names of the language as names of Rust: deterministic, and never two the same.

use std::collections::BTreeSet;

/// Words that Rust keeps for itself, in any edition, and takes as raw identifiers.
const KEYWORDS: [&str; 48] = [
    "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "do", "dyn",
    "else", "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl", "in", "let",
    "loop", "macro", "match", "mod", "move", "mut", "override", "priv", "pub", "ref", "return",
    "static", "struct", "trait", "true", "try", "type", "typeof", "unsafe", "unsized", "use",
    "virtual", "where", "while", "yield",
];

/// Words that it takes in no form.
const UNUSABLE: [&str; 5] = ["self", "Self", "super", "crate", "_"];

/// `name` as an identifier: raw where it is a keyword, with a `_` after it where even that is none.
pub(super) fn identifier(name: &str) -> String {
    if KEYWORDS.contains(&name) {
        return format!("r#{name}");
    }
    if UNUSABLE.contains(&name) {
        return format!("{name}_");
    }
    name.to_owned()
}

/// `network.mediated-egress` as `network_mediated_egress`.
pub(super) fn snake(name: &str) -> String {
    let mut snake: String = name
        .chars()
        .map(|c| {
            if c.is_ascii_alphanumeric() {
                c.to_ascii_lowercase()
            } else {
                '_'
            }
        })
        .collect();
    if !snake.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') {
        snake.insert(0, '_');
    }
    snake
}

/// `support_agent`, `SUPPORT_AGENT` and `support-agent` as `SupportAgent`.
pub(super) fn camel(name: &str) -> String {
    let mut camel = String::with_capacity(name.len());
    for word in name.split(|c: char| !c.is_ascii_alphanumeric()) {
        let mut characters = word.chars();
        camel.extend(characters.next().map(|first| first.to_ascii_uppercase()));
        camel.extend(characters.map(|further| further.to_ascii_lowercase()));
    }
    if !camel.starts_with(|c: char| c.is_ascii_alphabetic()) {
        camel.insert(0, '_');
    }
    camel
}

/// What one element of a field is called: `attachments` holds an `attachment`.
pub(super) fn singular(name: &str) -> String {
    let ends = |ending: &str| name.to_ascii_lowercase().ends_with(ending);
    let without = |count: usize| name.chars().take(name.len() - count).collect::<String>();
    if ends("ies") && name.len() > 4 {
        return without(3) + "y";
    }
    if ["sses", "xes", "ches", "shes"]
        .iter()
        .any(|ending| ends(ending))
    {
        return without(2);
    }
    if ends("s") && !["ss", "us", "is"].iter().any(|ending| ends(ending)) && name.len() > 2 {
        return without(1);
    }
    name.to_owned()
}

/// Names of one scope, each given once.
#[derive(Clone, Debug, Default)]
pub(super) struct Scope(BTreeSet<String>);

impl Scope {
    /// A scope in which `taken` are not to be had.
    pub(super) fn without(taken: &[&str]) -> Self {
        Self(taken.iter().map(|name| (*name).to_owned()).collect())
    }

    /// `name`, or, where that is taken, the first of `name_2`, `name_3` and so on that is not.
    pub(super) fn claim(&mut self, name: &str) -> String {
        self.claim_numbered(name, "_")
    }

    /// `Name`, or, where that is taken, the first of `Name2`, `Name3` and so on that is not.
    pub(super) fn claim_camel(&mut self, name: &str) -> String {
        let ends_in_digit = name.ends_with(|c: char| c.is_ascii_digit());
        self.claim_numbered(name, if ends_in_digit { "_" } else { "" })
    }

    fn claim_numbered(&mut self, name: &str, separator: &str) -> String {
        let numbered = (2..).map(|number| format!("{name}{separator}{number}"));
        let free = std::iter::once(name.to_owned())
            .chain(numbered)
            .find(|candidate| !self.0.contains(candidate))
            .unwrap_or_default();
        self.0.insert(free.clone());
        free
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keywords_become_identifiers() {
        assert_eq!(identifier("type"), "r#type");
        assert_eq!(identifier("gen"), "r#gen");
        assert_eq!(identifier("self"), "self_");
        assert_eq!(identifier("Self"), "Self_");
        assert_eq!(identifier("intent"), "intent");
    }

    #[test]
    fn names_change_their_case() {
        assert_eq!(snake("network.mediated-egress"), "network_mediated_egress");
        assert_eq!(snake("2026-10.1"), "_2026_10_1");
        assert_eq!(camel("support_agent"), "SupportAgent");
        assert_eq!(camel("STRONG_MATCH"), "StrongMatch");
        assert_eq!(camel("3d"), "_3d");
    }

    #[test]
    fn elements_are_called_by_one() {
        for (many, one) in [
            ("attachments", "attachment"),
            ("policies", "policy"),
            ("boxes", "box"),
            ("classes", "class"),
            ("status", "status"),
            ("data", "data"),
            ("ids", "id"),
        ] {
            assert_eq!(singular(many), one);
        }
    }

    #[test]
    fn a_scope_gives_no_name_twice() {
        let mut scope = Scope::without(&["Option"]);
        assert_eq!(scope.claim("Option"), "Option_2");
        assert_eq!(scope.claim("A"), "A");
        assert_eq!(scope.claim("A"), "A_2");
        assert_eq!(scope.claim("A_2"), "A_2_2");
        assert_eq!(scope.claim_camel("Option"), "Option2");
        assert_eq!(scope.claim_camel("Option2"), "Option2_2");
    }
}
