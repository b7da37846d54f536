//! Writes the rule sets, compiles them, and writes them as somebody would by hand.

use std::path::Path;
use std::{env, fs};

#[path = "../src/boundary/random.rs"]
#[expect(dead_code, reason = "the tests use more of it")]
mod random;
#[path = "../src/rule_sets.rs"]
#[expect(dead_code, reason = "requests are for who measures")]
mod rule_sets;

mod boundary {
    pub use super::random::Random;
}

use rule_sets::RuleSet;

const SIZES: [usize; 4] = [1, 20, 1_000, 10_000];

fn main() {
    println!("cargo::rerun-if-changed=../src");
    let out = env::var("OUT_DIR").unwrap();
    let project = Path::new(&out).join("project");
    fs::create_dir_all(project.join("rules")).unwrap();
    let settings = "[project]\nname = \"decisions\"\nsources = [\"rules\"]\n\n[output]\nregistry = \"registry\"\nrust = \"rust\"\n";
    fs::write(project.join("ordain.toml"), settings).unwrap();
    for size in SIZES {
        let set = RuleSet::of(size);
        for (number, file) in set.files(&format!("p{size}")).iter().enumerate() {
            let path = project.join(format!("rules/p{size}-{number}.ordain"));
            fs::write(path, file).unwrap();
        }
        fs::write(Path::new(&out).join(format!("hand{size}.rs")), set.by_hand()).unwrap();
    }
    let compiled = ordain::project::Project::open(&project).unwrap();
    let compilation = ordain::compile(&compiled.sources);
    assert_eq!(compilation.errors(), 0, "{:?}", compilation.diagnostics.first());
    let outputs = ordain::project::Outputs::compute(&compiled, &compilation, None).unwrap();
    outputs.write().unwrap();
}
