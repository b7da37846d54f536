//! Runs files of single faults: a document that passes, and changes of it that are each refused with exactly the codes
//! that the file names. For tests alone.

use alloc::borrow::ToOwned as _;
use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;

use serde::Deserialize;

use crate::canonical::{self, Value};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File<'a> {
    /// What passes.
    #[serde(borrow)]
    base: Value<'a>,
    #[serde(borrow)]
    faults: Vec<Fault<'a>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Fault<'a> {
    name: String,
    /// Places as JSON Pointers, with what stands there instead; `-` after an array adds an element.
    #[serde(borrow)]
    change: Vec<(String, Value<'a>)>,
    /// Every code, in order; empty where the change is none that matters.
    codes: Vec<String>,
}

/// Holds `judge`, which gives the codes of all failures, to the file `text`.
#[track_caller]
pub(crate) fn run(text: &str, judge: impl Fn(&Value<'_>) -> Vec<&'static str>) {
    let file: File<'_> = canonical::from_slice(text.as_bytes()).unwrap();
    assert!(judge(&file.base).is_empty(), "the base is refused");
    let mut names = BTreeSet::new();
    for fault in &file.faults {
        assert!(names.insert(&fault.name), "`{}` stands twice", fault.name);
        let mut document = file.base.clone();
        for (pointer, value) in &fault.change {
            set(&mut document, pointer, value);
        }
        assert_ne!(document, file.base, "`{}` changes nothing", fault.name);
        assert_eq!(judge(&document), fault.codes, "{}", fault.name);
    }
}

fn set<'a>(document: &mut Value<'a>, pointer: &str, value: &Value<'a>) {
    let mut place = document;
    for segment in pointer.split('/').skip(1) {
        place = match place {
            Value::Object(object) => {
                if !object.contains_key(segment) {
                    object.insert(segment.to_owned(), Value::Null);
                }
                object.get_mut(segment).unwrap()
            }
            Value::Array(elements) => {
                if segment == "-" {
                    elements.push(Value::Null);
                    elements.last_mut().unwrap()
                } else {
                    let index: usize = segment.parse().unwrap();
                    elements.get_mut(index).unwrap()
                }
            }
            other => panic!("`{pointer}` leads through {other:?}"),
        };
    }
    *place = value.clone();
}
