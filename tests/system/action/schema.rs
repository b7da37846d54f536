//! Documents that a JSON Schema describes: arbitrary ones, and every way in which one can be changed and still meet it.
//! Only what the schemas of this folder use is known here.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

/// A source of choices: one seed gives one document.
pub(super) struct Choices(pub(super) u64);

impl Choices {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }

    fn word(&mut self) -> String {
        const PARTS: [&str; 8] = ["a", "B", "é", "€", "😀", "0", "-", "\u{ffff}"];
        (0..=self.below(5))
            .map(|_| PARTS[self.below(PARTS.len())])
            .collect()
    }

    fn hex(&mut self, digits: usize) -> String {
        (0..digits)
            .map(|_| char::from_digit(u32::try_from(self.below(16)).unwrap(), 16).unwrap())
            .collect()
    }
}

/// A schema and the one around it, in which its references lead.
#[derive(Clone, Copy)]
pub(super) struct Schema<'s> {
    root: &'s Value,
    here: &'s Value,
}

impl<'s> Schema<'s> {
    pub(super) fn new(root: &'s Value) -> Self {
        Self { root, here: root }
    }

    fn at(self, here: &'s Value) -> Self {
        let here = match here.get("$ref") {
            Some(reference) => {
                let pointer = reference.as_str().unwrap().trim_start_matches('#');
                self.root.pointer(pointer).unwrap()
            }
            None => here,
        };
        Self { here, ..self }
    }

    fn properties(self) -> impl Iterator<Item = (&'s String, Self)> {
        let properties = self.here["properties"].as_object().unwrap();
        properties
            .iter()
            .map(move |(name, schema)| (name, self.at(schema)))
    }

    /// Every member that the schema describes, at any depth, as dotted paths.
    pub(super) fn paths(self) -> BTreeSet<String> {
        let mut paths = BTreeSet::new();
        self.collect("", &mut paths);
        paths
    }

    fn collect(self, path: &str, paths: &mut BTreeSet<String>) {
        paths.insert(path.to_owned());
        if self.here.get("properties").is_some() {
            for (name, schema) in self.properties() {
                schema.collect(&format!("{path}.{name}"), paths);
            }
        }
        if let Some(items) = self.here.get("items") {
            self.at(items).collect(&format!("{path}.*"), paths);
        }
        for one in self.alternatives() {
            if one.here["type"] != "null" {
                one.collect(path, paths);
            }
        }
    }

    fn alternatives(self) -> Vec<Self> {
        let alternatives = self.here.get("anyOf").and_then(Value::as_array);
        let all = alternatives.into_iter().flatten();
        all.map(|schema| self.at(schema)).collect()
    }

    /// A document that meets the schema.
    pub(super) fn generate(self, choices: &mut Choices) -> Value {
        if self.here == &Value::Bool(true) {
            return any(choices, 4);
        }
        if let Some(words) = self.here.get("enum").and_then(Value::as_array) {
            return words[choices.below(words.len())].clone();
        }
        let alternatives = self.alternatives();
        if !alternatives.is_empty() {
            return alternatives[choices.below(alternatives.len())].generate(choices);
        }
        match self.here["type"].as_str().unwrap() {
            "null" => Value::Null,
            "integer" => json!(choices.below(1_000_000)),
            "string" => match self.here["pattern"].as_str().unwrap() {
                "^[A-Z]{3}$" => json!(["EUR", "INR", "USD"][choices.below(3)]),
                "^sha256:[0-9a-f]{64}$" => json!(format!("sha256:{}", choices.hex(64))),
                _ => json!(choices.word()),
            },
            "array" => {
                let items = self.at(&self.here["items"]);
                let count = choices.below(4);
                set((0..count).map(|_| items.generate(choices)).collect())
            }
            "object" => {
                let members = self
                    .properties()
                    .map(|(name, schema)| (name.clone(), schema.generate(choices)));
                Value::Object(members.collect::<Map<_, _>>())
            }
            other => panic!("no documents of the type {other} are known here"),
        }
    }

    /// Every other document that differs from `value` in one place, with the path of the place.
    pub(super) fn changes(self, value: &Value, choices: &mut Choices) -> Vec<(String, Value)> {
        if self.here == &Value::Bool(true) {
            return anything_else(value)
                .map(|other| (String::new(), other))
                .collect();
        }
        if let Some(words) = self.here.get("enum").and_then(Value::as_array) {
            let others = words.iter().filter(|word| *word != value);
            return others.map(|word| (String::new(), word.clone())).collect();
        }
        let alternatives = self.alternatives();
        if !alternatives.is_empty() {
            let other = |schema: &Self| (schema.here["type"] == "null") != value.is_null();
            return alternatives
                .into_iter()
                .flat_map(|schema| {
                    if other(&schema) {
                        vec![(String::new(), schema.generate(choices))]
                    } else {
                        schema.changes(value, choices)
                    }
                })
                .collect();
        }
        match value {
            Value::Number(number) => {
                let number = number.as_u64().unwrap();
                vec![(String::new(), json!(number + 1))]
            }
            Value::String(text) => vec![(String::new(), json!(another(text)))],
            Value::Array(elements) => self.changed_elements(elements, choices),
            Value::Object(members) => self
                .properties()
                .flat_map(|(name, schema)| {
                    let inner = schema.changes(&members[name], choices);
                    inner.into_iter().map(move |(path, member)| {
                        let mut changed = members.clone();
                        changed.insert(name.clone(), member);
                        (format!(".{name}{path}"), Value::Object(changed))
                    })
                })
                .collect(),
            Value::Null | Value::Bool(_) => Vec::new(),
        }
    }

    fn changed_elements(self, elements: &[Value], choices: &mut Choices) -> Vec<(String, Value)> {
        let items = self.at(&self.here["items"]);
        let mut changes = Vec::new();
        let mut more = elements.to_vec();
        more.push(items.generate(choices));
        changes.push((String::new(), set(more)));
        for (index, element) in elements.iter().enumerate() {
            let mut fewer = elements.to_vec();
            fewer.remove(index);
            changes.push((String::new(), set(fewer)));
            for (path, other) in items.changes(element, choices) {
                let mut replaced = elements.to_vec();
                replaced[index] = other;
                changes.push((format!(".*{path}"), set(replaced)));
            }
        }
        changes
    }
}

/// The one order of a set: texts byte for byte, references by their members in the order of the specification.
fn set(mut elements: Vec<Value>) -> Value {
    elements.sort_by_key(|element| match element {
        Value::String(text) => vec![text.clone()],
        reference => ["artifact_type", "artifact_id", "version", "sha256"]
            .iter()
            .map(|name| reference[name].as_str().unwrap().to_owned())
            .collect(),
    });
    elements.dedup();
    Value::Array(elements)
}

/// Another text of the same form.
fn another(text: &str) -> String {
    let mut characters: Vec<char> = text.chars().collect();
    let last = characters.last_mut().unwrap();
    *last = if matches!(last, '0' | 'A' | 'D' | 'N' | 'R') {
        char::from_u32(*last as u32 + 1).unwrap()
    } else if text.starts_with("sha256:") {
        '0'
    } else {
        'A'
    };
    let other: String = characters.into_iter().collect();
    if other == text {
        format!("{text}A")
    } else {
        other
    }
}

/// Any JSON within section 1.
fn any(choices: &mut Choices, depth: usize) -> Value {
    match choices.below(if depth == 0 { 5 } else { 8 }) {
        0 => Value::Null,
        1 => json!(choices.below(2) == 0),
        2 => json!(choices.below(1000)),
        3 => serde_json::from_str(&format!("{}.5", choices.below(1000))).unwrap(),
        4 => json!(choices.word()),
        5 | 6 => {
            let members = 0..choices.below(4);
            members
                .map(|_| (choices.word(), any(choices, depth - 1)))
                .collect::<Map<_, _>>()
                .into()
        }
        _ => (0..choices.below(4))
            .map(|_| any(choices, depth - 1))
            .collect(),
    }
}

/// Other JSON that differs from `value` in one place, at every depth.
fn anything_else(value: &Value) -> Box<dyn Iterator<Item = Value> + '_> {
    let inner: Vec<Value> = match value {
        Value::Null => vec![json!(false), json!("null")],
        Value::Bool(boolean) => vec![json!(!boolean), Value::Null],
        Value::Number(number) => {
            let next = number.as_i64().map_or(0, |integer| integer + 1);
            vec![json!(next), json!(number.to_string())]
        }
        Value::String(text) => vec![json!(another_text(text)), json!([text])],
        Value::Array(elements) => {
            let mut all = vec![json!({})];
            let mut more = elements.clone();
            more.push(Value::Null);
            all.push(more.into());
            for (index, element) in elements.iter().enumerate() {
                let mut fewer = elements.clone();
                fewer.remove(index);
                all.push(fewer.into());
                for other in anything_else(element) {
                    let mut changed = elements.clone();
                    changed[index] = other;
                    all.push(changed.into());
                }
            }
            all
        }
        Value::Object(members) => {
            let mut all = vec![json!([])];
            let mut more = members.clone();
            more.insert("a name that no word has".to_owned(), Value::Null);
            all.push(more.into());
            for (name, member) in members {
                let mut fewer = members.clone();
                fewer.remove(name);
                all.push(fewer.clone().into());
                fewer.insert(format!("{name}'"), member.clone());
                all.push(fewer.into());
                for other in anything_else(member) {
                    let mut changed = members.clone();
                    changed.insert(name.clone(), other);
                    all.push(changed.into());
                }
            }
            all
        }
    };
    Box::new(inner.into_iter())
}

fn another_text(text: &str) -> String {
    format!("{text}'")
}
