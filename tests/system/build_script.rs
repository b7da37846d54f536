//! Rules in a user's package: its build script compiles them, its code includes them, and cargo knows when to do so again.

use std::fs;

use crate::package::Package;

const SMALL: &str = r#"{ "intent": "support.refund", "user": { "role": "support_agent", "tenure_days": 90 },
    "refund": { "currency": "INR", "minor_units": 50000 }, "flags": [] }"#;

struct Demo(Package);

impl Demo {
    fn copy() -> Self {
        let demo = Self(Package::of("build-script", "demo"));
        // A run before may have left rules.
        if demo.0.root.exists() {
            fs::remove_dir_all(&demo.0.root).unwrap();
        }
        demo.0
            .copy(&["build.rs", "src/main.rs", "rules/refunds.ordain"]);
        demo
    }

    fn write(&self, file: &str, text: &str) {
        self.0.write(file, text);
    }

    fn rules(&self) -> String {
        fs::read_to_string(self.0.root.join("rules/refunds.ordain")).unwrap()
    }

    fn build(&self) -> String {
        self.0.build()
    }

    fn decide(&self, facts: &str) -> String {
        let output = self.0.command().arg(facts).output().unwrap();
        let answer = [output.stdout, output.stderr].concat();
        String::from_utf8(answer).unwrap().trim().to_owned()
    }
}

fn is_fresh(said: &str) -> bool {
    said.lines()
        .any(|line| line.trim_start().starts_with("Fresh demo"))
}

fn is_compiled(said: &str) -> bool {
    said.lines()
        .any(|line| line.trim_start().starts_with("Compiling demo"))
}

#[test]
fn a_users_package_compiles_its_rules() {
    let demo = Demo::copy();

    let said = demo.build();
    let warned = ["warning: `demo`", "warning: demo@"];
    assert!(
        !warned.iter().any(|warning| said.contains(warning)),
        "{said}"
    );
    assert_eq!(demo.decide(SMALL), "Allow true");
    let large = SMALL.replace("50000", "500000");
    assert_eq!(demo.decide(&large), "Allow true");
    assert_eq!(
        demo.decide(&SMALL.replace("[]", r#"["sanctioned"]"#)),
        "Allow false"
    );
    assert_eq!(
        demo.decide(&SMALL.replace("flags", "flgs")),
        "the facts declare no such field at `/flgs`"
    );

    let said = demo.build();
    assert!(is_fresh(&said), "nothing changed, and yet:\n{said}");

    // A rule that says something else.
    let rules = demo.rules();
    demo.write(
        "rules/refunds.ordain",
        &rules.replace("else allow", "else deny"),
    );
    let said = demo.build();
    assert!(
        is_compiled(&said),
        "a changed rule is not compiled:\n{said}"
    );
    assert_eq!(demo.decide(SMALL), "Deny false");
    assert!(is_fresh(&demo.build()));

    // A file that is new, in a folder that is.
    demo.write("rules/further/tests.ordain", "package further\n");
    let said = demo.build();
    assert!(is_compiled(&said), "a new file is not seen:\n{said}");
    assert!(is_fresh(&demo.build()));

    // Settings that were not there.
    demo.write("rules/ordain.toml", "[project]\nname = \"demo\"\n");
    assert!(is_compiled(&demo.build()));
    assert!(is_fresh(&demo.build()));

    // Mistakes, each an error of cargo's own with its place.
    let broken = rules
        .replace("support_agent\n", "suport_agent\n")
        .replace("refund: money", "refund: mony");
    demo.write("rules/refunds.ordain", &broken);
    let output = demo.0.cargo();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!output.status.success(), "{said}");
    let errors: Vec<&str> = said
        .lines()
        .filter(|line| line.starts_with("error: demo@0.1.0: "))
        .collect();
    let places: Vec<&str> = errors
        .iter()
        .filter_map(|line| line.split(": ").nth(2))
        .collect();
    assert_eq!(
        places,
        ["rules/refunds.ordain:13:11", "rules/refunds.ordain:26:49"],
        "{said}"
    );
    assert!(
        errors.iter().any(|line| line.contains(": E0301: ")),
        "{said}"
    );

    // And mended.
    demo.write("rules/refunds.ordain", &rules);
    demo.build();
    assert_eq!(demo.decide(SMALL), "Allow true");
}
