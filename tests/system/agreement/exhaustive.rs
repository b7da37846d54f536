//! Every policy that is shipped, on every cell of the partition that its own constants cut: there the two texts agree not
//! only where somebody looked.
//!
//! Where the cells of a policy are too many, two products that are smaller cover them. What a rule says depends on the facts
//! that it reads, and a decision on what the rules say. So each rule meets every cell of the facts that it reads; and then,
//! with one cell for each way in which all comparisons with a fact can come out, every combination of those.

use std::sync::Mutex;

use ordain_runtime::canonical::to_vec;

use super::partition::Partition;
use super::policies::{Reached, Subject, compare};
use super::with_each;
use super::{CompiledPolicy, published};

/// The most cells that are all tried.
const CELLS: usize = 200_000;

/// How many cells a thread tries before it takes others.
const CHUNK: usize = 2_000;

#[test]
fn shipped_policies_decide_alike_everywhere() {
    let registry = published::registry();
    for compiled in published::POLICIES {
        let subject = Subject::load(&registry, compiled);
        let schema = subject.interpreted.schema();
        let partition = Partition::of(schema, &subject.body, &subject.constants);
        let sizes = partition.sizes();
        let all: Vec<Vec<usize>> = sizes.iter().map(|size| (0..*size).collect()).collect();
        let cells: usize = sizes.iter().product();
        let reached = Mutex::new(Reached::default());
        let tried = if cells <= CELLS {
            try_all(compiled, &subject, &partition, &all, &[], &reached)
        } else {
            let mut tried = 0;
            for read in &partition.items {
                let chosen = |factor: usize| read.contains(&factor);
                let choices: Vec<Vec<usize>> = (0..sizes.len())
                    .map(|factor| {
                        if chosen(factor) {
                            all[factor].clone()
                        } else {
                            vec![0]
                        }
                    })
                    .collect();
                // What it does not read goes round, so that little is the same in two cells.
                let turning: Vec<usize> =
                    (0..sizes.len()).filter(|factor| !chosen(*factor)).collect();
                tried += try_all(compiled, &subject, &partition, &choices, &turning, &reached);
            }
            tried
                + try_all(
                    compiled,
                    &subject,
                    &partition,
                    &partition.signatures,
                    &[],
                    &reached,
                )
        };
        reached
            .into_inner()
            .unwrap()
            .assert_everything(compiled, &subject.body);
        #[expect(
            clippy::print_stderr,
            reason = "how much was tried is part of what the test says"
        )]
        {
            eprintln!(
                "{}: {cells} cells, {tried} documents in {sizes:?}",
                compiled.name
            );
        }
    }
}

/// Compares on the product of the choices; gives its size.
fn try_all(
    compiled: &CompiledPolicy,
    subject: &Subject,
    partition: &Partition,
    choices: &[Vec<usize>],
    turning: &[usize],
    reached: &Mutex<Reached>,
) -> usize {
    let sizes = partition.sizes();
    let count: usize = choices.iter().map(Vec::len).product();
    let gates: Vec<&str> = subject.gates.iter().map(String::as_str).collect();
    let chunks: Vec<usize> = (0..count).step_by(CHUNK).collect();
    with_each(&chunks, |start| {
        let mut seen = Reached::default();
        for index in *start..count.min(start + CHUNK) {
            let mut rest = index;
            let mut cell: Vec<usize> = choices
                .iter()
                .map(|choices| {
                    let choice = choices[rest % choices.len()];
                    rest /= choices.len();
                    choice
                })
                .collect();
            for (turn, factor) in (1..).zip(turning) {
                cell[*factor] = index / turn % sizes[*factor];
            }
            let facts = to_vec(&partition.facts(&cell));
            let decided = (compiled.json)(&facts);
            for held in [&[][..], &gates] {
                let expected = subject.interpreted.evaluate(&facts, held);
                compare(compiled, "everywhere", &decided, &facts, &expected, held);
                seen.note(&expected);
            }
        }
        reached.lock().unwrap().join(seen);
    });
    count
}
