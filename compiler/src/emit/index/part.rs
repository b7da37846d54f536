//! Which field parts the rules, and the rows of bits of each part.

use std::collections::BTreeSet;

use super::{Field, Found, Index, Part, Rows};

/// The rules of one word of a row: so many need no parting.
const WORD: usize = 64;
/// The most classes of a field among which one rule is repeated; a rule of more stays with those that are not parted.
const REPEATED_MAX: usize = 16;
/// The most classes of a fact of predicates that parts the rules. What it leaves unparted needs its rows, however large.
const PARTING_CLASSES_MAX: usize = 256;
/// The most words of all rows together: a megabyte. Fields that do not fit into it have none.
const ROW_WORDS_MAX: usize = 1 << 17;

/// The field that parts the rules, and the fields whose rows would be too large. The first `keys` fields are keys.
pub(super) fn plan(
    fields: &[Field],
    keys: usize,
    found: &[Found],
) -> (Option<usize>, BTreeSet<usize>) {
    let parted_by = parting(fields, keys, found);
    let parts = split(fields, found, parted_by);
    let (mut dropped, mut total) = (BTreeSet::new(), 0);
    for (number, field) in fields.iter().enumerate() {
        let words: usize = parts
            .iter()
            .filter(|(said, rules)| *said != Some(number) && is_told_apart(found, rules, number))
            .map(|(_, rules)| field.classes() * rules.len().div_ceil(WORD))
            .sum();
        if total + words > ROW_WORDS_MAX && (number < keys || parted_by != Some(number)) {
            dropped.insert(number);
        } else {
            total += words;
        }
    }
    (parted_by, dropped)
}

/// The field that leaves the fewest rules on average, if there are many rules and it leaves at most three of four.
fn parting(fields: &[Field], keys: usize, found: &[Found]) -> Option<usize> {
    if found.len() <= WORD {
        return None;
    }
    let cost = |field: usize, classes: usize| {
        let (mut parted, mut rest) = (0, 0);
        for rule in found {
            match parted_classes(rule, field) {
                Some(classes) => parted += classes.len(),
                None => rest += 1,
            }
        }
        parted / classes + rest
    };
    let costs = fields
        .iter()
        .enumerate()
        .filter(|(number, field)| *number < keys || field.classes() <= PARTING_CLASSES_MAX)
        .map(|(number, field)| (cost(number, field.classes()), number));
    let (least, field) = costs.min()?;
    (least * 4 <= found.len() * 3).then_some(field)
}

/// The classes that have the rule in their parts; `None` where it is not parted.
fn parted_classes(rule: &Found, field: usize) -> Option<&[u16]> {
    let classes = rule.classes.get(field)?.as_deref()?;
    (classes.len() <= REPEATED_MAX).then_some(classes)
}

/// Whether the field says something of one of the rules.
fn is_told_apart(found: &[Found], rules: &[u16], field: usize) -> bool {
    rules
        .iter()
        .filter_map(|rule| found.get(usize::from(*rule)))
        .any(|rule| rule.classes.get(field).is_some_and(Option::is_some))
}

/// The rules of each part, and the field that its rows need not repeat.
fn split(
    fields: &[Field],
    found: &[Found],
    parted_by: Option<usize>,
) -> Vec<(Option<usize>, Vec<u16>)> {
    let Some((field, classes)) =
        parted_by.and_then(|field| Some((field, fields.get(field)?.classes())))
    else {
        return vec![(None, (0..).zip(found).map(|(rule, _)| rule).collect())];
    };
    let mut parts = vec![(Some(field), Vec::new()); classes];
    let mut rest = Vec::new();
    for (rule, how) in (0..).zip(found) {
        let Some(classes) = parted_classes(how, field) else {
            rest.push(rule);
            continue;
        };
        for class in classes {
            if let Some((_, rules)) = parts.get_mut(usize::from(*class)) {
                rules.push(rule);
            }
        }
    }
    parts.push((None, rest));
    parts
}

/// The parts of an index whose fields are settled.
pub(super) fn parts(index: &Index) -> Vec<Part> {
    split(&index.fields, &index.found, index.parted_by)
        .into_iter()
        .map(|(said, rules)| {
            let rows = index
                .fields
                .iter()
                .enumerate()
                .filter(|(number, _)| {
                    Some(*number) != said
                        && !index.checked.contains(number)
                        && is_told_apart(&index.found, &rules, *number)
                })
                .map(|(number, field)| rows(number, field, &index.found, &rules))
                .collect();
            Part { rules, rows }
        })
        .collect()
}

fn rows(number: usize, field: &Field, found: &[Found], rules: &[u16]) -> Rows {
    let words = rules.len().div_ceil(WORD);
    let mut bits = vec![0; field.classes() * words];
    for (place, rule) in rules.iter().enumerate() {
        let classes = found
            .get(usize::from(*rule))
            .and_then(|rule| rule.classes.get(number))
            .and_then(Option::as_ref);
        let every: Vec<u16>;
        let classes = if let Some(classes) = classes {
            classes
        } else {
            every = (0..).take(field.classes()).collect();
            &every
        };
        for class in classes {
            if let Some(word) = bits.get_mut(usize::from(*class) * words + place / WORD) {
                *word |= 1 << (place % WORD);
            }
        }
    }
    Rows {
        field: number,
        bits,
    }
}
