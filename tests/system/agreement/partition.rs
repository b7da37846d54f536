//! The finite partition of facts that the constants of a policy cut: between two documents of one cell no predicate of it
//! can tell. Facts that some predicate compares with each other make one factor; the cells are the product of the factors.

use std::collections::{BTreeMap, BTreeSet};

use ordain_runtime::canonical::{Number, Object, Value};
use ordain_runtime::policy::interpret::Policy;
use ordain_runtime::policy::{
    Comparison, Constant, Field, Haystack, Operand, Predicate, Schema, Term, Type, field_at,
    jsonlogic,
};
use ordain_runtime::registry::{AppliesTo, FactsBody, Format, Kind, PolicyBody, ScoringRuleBody};
use ordain_tests::boundary::Constants;
use ordain_tests::generate::Definitions;

/// The greatest integer.
const SAFE: i64 = (1 << 53) - 1;

/// The most constants that one set is asked for, since each doubles its values.
const SOUGHT: usize = 6;

type Path = Vec<String>;

/// Something that is true or false of facts and made of nothing smaller: a key with its values, or a predicate without
/// `and`, `or` and `not`.
#[derive(Clone)]
struct Atom {
    keys: AppliesTo,
    predicate: Predicate,
    /// What it reads outside of elements.
    reads: BTreeSet<Path>,
}

/// Facts that are compared with each other, and every cell of them: a value for each path, or none.
struct Factor {
    paths: Vec<Path>,
    cells: Vec<Vec<Option<Value<'static>>>>,
}

/// The partition of the facts of one policy.
pub(super) struct Partition {
    factors: Vec<Factor>,
    /// For each rule, scoring rule and guardrail, the factors that it reads.
    pub(super) items: Vec<BTreeSet<usize>>,
    /// For each factor, one cell for each way in which the atoms can come out.
    pub(super) signatures: Vec<Vec<usize>>,
    unread: Value<'static>,
}

impl Partition {
    pub(super) fn of(schema: &Schema, body: &PolicyBody, constants: &Constants) -> Self {
        let mut items: Vec<Vec<Atom>> = Vec::new();
        let mut inside = BTreeSet::new();
        let rules = body
            .rules
            .iter()
            .map(|one| (&one.applies_to, &one.predicate));
        let scoring = body.scoring_rules.iter();
        let scoring = scoring.map(|one| (&one.applies_to, &one.predicate));
        let guardrails = body.guardrails.iter();
        let guardrails = guardrails.map(|one| (&one.applies_to, &one.predicate));
        for (keys, predicate) in rules.chain(scoring).chain(guardrails) {
            let predicate = jsonlogic::decode(predicate, schema).unwrap();
            let mut atoms: Vec<Atom> = keys
                .iter()
                .map(|(key, values)| Atom {
                    keys: [(key.clone(), values.clone())].into(),
                    predicate: Predicate::Constant(true),
                    reads: [key.split('.').map(String::from).collect()].into(),
                })
                .collect();
            collect(&predicate, &mut atoms);
            reads(&predicate, &[], &mut inside);
            items.push(atoms);
        }
        let atoms: Vec<Atom> = items.iter().flatten().cloned().collect();
        let mut factors: Vec<Factor> = groups(&atoms)
            .into_iter()
            .map(|paths| Factor::of(paths, schema, constants, &inside))
            .collect();
        factors.sort_by_key(|factor| factor.paths.clone());
        let reading = |atoms: &Vec<Atom>| {
            let is_read = |factor: &Factor| {
                let mut paths = factor.paths.iter();
                paths.any(|path| atoms.iter().any(|atom| atom.reads.contains(path)))
            };
            (0..factors.len())
                .filter(|index| is_read(&factors[*index]))
                .collect()
        };
        let items = items.iter().map(reading).collect();
        let unread = unread(schema, &[], &inside, constants);
        let mut partition = Self {
            factors,
            items,
            signatures: Vec::new(),
            unread,
        };
        let probe = Probe::of(schema, &atoms);
        partition.signatures = (0..partition.factors.len())
            .map(|factor| partition.representatives(factor, &probe))
            .collect();
        partition
    }

    /// How many cells there are of each factor.
    pub(super) fn sizes(&self) -> Vec<usize> {
        self.factors
            .iter()
            .map(|factor| factor.cells.len())
            .collect()
    }

    /// A document of the cell that has these numbers in the factors.
    pub(super) fn facts(&self, cell: &[usize]) -> Value<'static> {
        let mut facts = self.unread.clone();
        for (factor, number) in self.factors.iter().zip(cell) {
            for (path, value) in factor.paths.iter().zip(&factor.cells[*number]) {
                if let Some(value) = value {
                    insert(&mut facts, path, value.clone());
                }
            }
        }
        facts
    }

    fn representatives(&self, factor: usize, probe: &Probe) -> Vec<usize> {
        let mut first = BTreeMap::new();
        for number in 0..self.factors[factor].cells.len() {
            let mut cell = vec![0; self.factors.len()];
            cell[factor] = number;
            first
                .entry(probe.signature(&self.facts(&cell)))
                .or_insert(number);
        }
        first.into_values().collect()
    }
}

/// A policy that says of every atom whether it is true, false or fails: as scoring rules, which stop nothing.
struct Probe(Policy);

impl Probe {
    fn of(schema: &Schema, atoms: &[Atom]) -> Self {
        let mut definitions = Definitions::default();
        let fields = FactsBody {
            fields: schema.clone(),
        };
        let facts = definitions.file(Kind::Facts, Format::FactsV1, "probe.facts", fields);
        let scoring_rules = atoms
            .iter()
            .enumerate()
            .map(|(index, atom)| ScoringRuleBody {
                rule_id: format!("a{index}"),
                applies_to: atom.keys.clone(),
                predicate: jsonlogic::encode(&guarded(atom, schema)),
                score: 1,
            });
        let body = PolicyBody {
            facts: facts.unwrap(),
            rules: Vec::new(),
            scoring_rules: scoring_rules.collect(),
            guardrails: Vec::new(),
        };
        let policy = definitions.file(Kind::Policy, Format::PolicyV1, "probe.policy", body);
        Self(Policy::load(&definitions, &policy.unwrap()).unwrap())
    }

    fn signature(&self, facts: &Value<'static>) -> (Vec<String>, Vec<String>) {
        let decision = self.0.evaluate_untyped(facts, &[]).unwrap();
        let scores = decision
            .scores
            .iter()
            .map(|score| score.rule_id.to_string());
        let skipped = decision.skipped.iter().map(ToString::to_string);
        (scores.collect(), skipped.collect())
    }
}

/// The atom where what it reads is there, which is the only place where policies read it.
fn guarded(atom: &Atom, schema: &Schema) -> Predicate {
    if matches!(atom.predicate, Predicate::Present(_) | Predicate::Absent(_)) {
        return atom.predicate.clone();
    }
    let optional = atom.reads.iter().filter(|path| is_optional(schema, path));
    let guards =
        optional.map(|path| Predicate::Present(ordain_runtime::policy::FactPath(path.clone())));
    let mut operands: Vec<Predicate> = guards.collect();
    operands.push(atom.predicate.clone());
    if operands.len() == 1 {
        operands.push(Predicate::Constant(true));
    }
    Predicate::And(operands)
}

fn is_optional(schema: &Schema, path: &[String]) -> bool {
    field_at(schema, path).is_some_and(|field| field.optional)
}

fn collect(predicate: &Predicate, atoms: &mut Vec<Atom>) {
    match predicate {
        Predicate::Constant(_) => {}
        Predicate::Not(inner) => collect(inner, atoms),
        Predicate::And(operands) | Predicate::Or(operands) => {
            for operand in operands {
                collect(operand, atoms);
            }
        }
        atom => {
            let mut all = BTreeSet::new();
            reads(atom, &[], &mut all);
            // The facts that elements belong to stand for what is read of the elements.
            let outermost = all
                .iter()
                .filter(|path| !(1..path.len()).any(|length| all.contains(&path[..length])));
            atoms.push(Atom {
                keys: AppliesTo::new(),
                predicate: atom.clone(),
                reads: outermost.cloned().collect(),
            });
        }
    }
}

/// The paths that a predicate reads; those of elements begin with the path of their list.
fn reads(predicate: &Predicate, above: &[String], paths: &mut BTreeSet<Path>) {
    let mut read = |path: &ordain_runtime::policy::FactPath| {
        paths.insert([above, &path.0].concat());
    };
    match predicate {
        Predicate::Constant(_) => {}
        Predicate::Flag(path) | Predicate::Present(path) | Predicate::Absent(path) => read(path),
        Predicate::Not(inner) => reads(inner, above, paths),
        Predicate::And(operands) | Predicate::Or(operands) => {
            for operand in operands {
                reads(operand, above, paths);
            }
        }
        Predicate::Compare(Comparison { left, right, .. }) => {
            operand_reads(left, &mut read);
            operand_reads(right, &mut read);
        }
        Predicate::In {
            needle, haystack, ..
        } => {
            operand_reads(needle, &mut read);
            if let Haystack::Fact(path) = haystack {
                read(path);
            }
        }
        Predicate::Any { list, body } | Predicate::All { list, body } => {
            read(list);
            reads(body, &[above, &list.0].concat(), paths);
        }
    }
}

fn operand_reads(operand: &Operand, read: &mut impl FnMut(&ordain_runtime::policy::FactPath)) {
    let mut term = |term: &Term| match term {
        Term::Fact(path) | Term::Count(path) => read(path),
        Term::Constant(_) => {}
    };
    match operand {
        Operand::Term(only) => term(only),
        Operand::Sum { first, rest } => {
            term(first);
            for (_, operand) in rest {
                operand_reads(operand, read);
            }
        }
    }
}

/// The facts that atoms read, those together that one atom reads together.
fn groups(atoms: &[Atom]) -> Vec<Vec<Path>> {
    let mut groups: Vec<BTreeSet<Path>> = Vec::new();
    for atom in atoms.iter().filter(|atom| !atom.reads.is_empty()) {
        let (mut joined, rest): (Vec<_>, Vec<_>) = groups
            .into_iter()
            .partition(|group| !group.is_disjoint(&atom.reads));
        joined.push(atom.reads.clone());
        groups = rest;
        groups.push(joined.into_iter().flatten().collect());
    }
    groups
        .into_iter()
        .map(|group| group.into_iter().collect())
        .collect()
}

impl Factor {
    fn of(paths: Vec<Path>, schema: &Schema, constants: &Constants, read: &BTreeSet<Path>) -> Self {
        let mut cut = Vec::new();
        for path in &paths {
            cut.extend(constants.at(path).iter().cloned());
        }
        let pools = paths.iter().map(|path| {
            let Field { ty, optional, .. } = field_at(schema, path).unwrap();
            let ways = (1..path.len()).map(|length| &path[..length]);
            assert!(
                !ways.into_iter().any(|way| is_optional(schema, way)),
                "{path:?}"
            );
            let values = values(ty, path, &cut, paths.len() > 1, constants, read);
            let absent = optional.then_some(None);
            absent
                .into_iter()
                .chain(values.into_iter().map(Some))
                .collect()
        });
        let cells = product(&pools.collect::<Vec<Vec<_>>>());
        Self { paths, cells }
    }
}

/// Every choice of one item from each list.
fn product<T: Clone>(lists: &[Vec<T>]) -> Vec<Vec<T>> {
    lists.iter().fold(vec![Vec::new()], |chosen, list| {
        let with_each = chosen.iter().flat_map(|chosen| {
            list.iter()
                .map(move |item| [chosen.as_slice(), std::slice::from_ref(item)].concat())
        });
        with_each.collect()
    })
}

/// A value on each side of everything that cuts the type, and on it. `cut` are the constants that a scalar is compared
/// with, and `compared` whether it is compared with other facts.
fn values(
    ty: &Type,
    path: &[String],
    cut: &[Constant],
    compared: bool,
    constants: &Constants,
    read: &BTreeSet<Path>,
) -> Vec<Value<'static>> {
    let integers = || {
        cut.iter().filter_map(|constant| match constant {
            Constant::Integer(integer) => Some(*integer),
            _ => None,
        })
    };
    match ty {
        Type::Boolean => vec![Value::from(false), Value::from(true)],
        Type::Enum { members } => members.iter().cloned().map(Value::from).collect(),
        Type::Identifier | Type::Text => {
            let mut words: BTreeSet<&str> = strings(cut).collect();
            words.insert("elsewhere");
            if compared {
                words.insert("elsewhere too");
            }
            words
                .into_iter()
                .map(|word| Value::from(word.to_owned()))
                .collect()
        }
        Type::Integer { minimum, maximum } => {
            let around = integers().flat_map(|integer| [integer - 1, integer, integer + 1]);
            let around = around.filter(|integer| (minimum..=maximum).contains(&integer));
            let all: BTreeSet<i64> = around.chain([*minimum, *maximum]).collect();
            all.into_iter().map(number).collect()
        }
        Type::Money => {
            let mut amounts = BTreeSet::from([("XTS".to_owned(), 0)]);
            for constant in cut {
                if let Constant::Money(money) = constant {
                    let units = money.minor_units.get();
                    for units in [-SAFE, units - 1, units, units + 1, SAFE] {
                        amounts.insert((money.currency.to_string(), units));
                    }
                }
            }
            amounts
                .into_iter()
                .map(|(currency, units)| {
                    record([
                        ("currency", Value::from(currency)),
                        ("minor_units", number(units)),
                    ])
                })
                .collect()
        }
        Type::Time => {
            assert!(
                cut.is_empty(),
                "no policy compares an instant with a constant: {path:?}"
            );
            let times = [
                "2026-10-16T00:00:00Z",
                "2026-10-16T00:00:00.000000000000000001Z",
                "2026-10-17T00:00:00Z",
            ];
            times.map(Value::from).into()
        }
        Type::Digest => vec![Value::from(["sha256:", &"0".repeat(64)].concat())],
        Type::Set { .. } => {
            let sought: BTreeSet<&str> = strings(cut).chain(["elsewhere"]).collect();
            assert!(sought.len() <= SOUGHT, "{path:?}");
            let choices: Vec<Vec<Option<&str>>> = sought
                .into_iter()
                .map(|word| vec![None, Some(word)])
                .collect();
            product(&choices)
                .into_iter()
                .map(|words| {
                    words
                        .into_iter()
                        .flatten()
                        .map(|word| Value::from(word.to_owned()))
                        .collect::<Vec<_>>()
                        .into()
                })
                .collect()
        }
        Type::List { of } => {
            let elements = elements(of, path, constants, read);
            let one: Vec<Vec<Value<'static>>> = product(std::slice::from_ref(&elements));
            let two = product(&[elements.clone(), elements.clone()]);
            let counted = integers().flat_map(|count| [count - 1, count, count + 1]);
            let longer = counted
                .filter_map(|count| usize::try_from(count).ok())
                .filter(|count| *count > 2);
            let longer = longer.map(|count| vec![elements[0].clone(); count]);
            let lists = std::iter::once(Vec::new())
                .chain(one)
                .chain(two)
                .chain(longer);
            lists.map(Value::from).collect()
        }
        Type::Record { .. } => vec![unread_value(ty, path, read, constants)],
    }
}

/// Every cell of an element, as far as anything is read of it.
fn elements(
    of: &Type,
    list: &[String],
    constants: &Constants,
    read: &BTreeSet<Path>,
) -> Vec<Value<'static>> {
    let Type::Record { fields } = of else {
        return values(of, list, constants.at(list), false, constants, read);
    };
    let members = fields.iter().map(|(name, field)| {
        let path = [list, std::slice::from_ref(name)].concat();
        let mut all: Vec<Option<(&str, Value<'static>)>> = Vec::new();
        let is_read = read.contains(&path);
        if field.optional && is_read {
            all.push(None);
        }
        let values = if is_read {
            values(
                &field.ty,
                &path,
                constants.at(&path),
                false,
                constants,
                read,
            )
        } else {
            vec![unread_value(&field.ty, &path, read, constants)]
        };
        all.extend(values.into_iter().map(|value| Some((name.as_str(), value))));
        all
    });
    let members: Vec<_> = members.collect();
    product(&members)
        .into_iter()
        .map(|members| record(members.into_iter().flatten()))
        .collect()
}

/// A value for every required fact that nothing reads.
fn unread(
    schema: &Schema,
    above: &[String],
    read: &BTreeSet<Path>,
    constants: &Constants,
) -> Value<'static> {
    let mut facts = Value::Object(Object::new());
    for (name, field) in schema {
        let path = [above, std::slice::from_ref(name)].concat();
        if !field.optional && !read.contains(&path) {
            insert(
                &mut facts,
                std::slice::from_ref(name),
                unread_value(&field.ty, &path, read, constants),
            );
        }
    }
    facts
}

fn unread_value(
    ty: &Type,
    path: &[String],
    read: &BTreeSet<Path>,
    constants: &Constants,
) -> Value<'static> {
    match ty {
        Type::Record { fields } => unread(fields, path, read, constants),
        Type::Set { .. } | Type::List { .. } => Value::from(Vec::new()),
        _ => values(ty, path, &[], false, constants, read).swap_remove(0),
    }
}

fn strings(constants: &[Constant]) -> impl Iterator<Item = &str> {
    constants.iter().filter_map(|constant| match constant {
        Constant::String(string) => Some(string.as_str()),
        _ => None,
    })
}

fn number(integer: i64) -> Value<'static> {
    Value::Number(Number::try_from(integer).unwrap())
}

fn record(members: impl IntoIterator<Item = (impl AsRef<str>, Value<'static>)>) -> Value<'static> {
    let mut object = Object::new();
    for (name, value) in members {
        object.insert(name.as_ref().to_owned(), value);
    }
    Value::Object(object)
}

fn insert(facts: &mut Value<'static>, path: &[String], value: Value<'static>) {
    let (Value::Object(object), [name, rest @ ..]) = (facts, path) else {
        panic!("no record around {path:?}");
    };
    if rest.is_empty() {
        object.insert(name.clone(), value);
        return;
    }
    if !object.contains_key(name) {
        object.insert(name.clone(), Value::Object(Object::new()));
    }
    insert(object.get_mut(name).unwrap(), rest, value);
}
