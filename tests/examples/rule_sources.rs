//! Prints rules that a program writes: `cargo run -p ordain-tests --example rule_sources -- large` the file
//! `large.ordain` of the fixtures, a number and a folder the rule set of so many rules as a project in that folder.

use std::path::Path;

use ordain_tests::large_policies;
use ordain_tests::rule_sets::RuleSet;

#[expect(clippy::print_stdout, reason = "printing is what it is for")]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments
        .iter()
        .map(String::as_str)
        .collect::<Vec<_>>()
        .as_slice()
    {
        ["large"] => print!("{}", large_policies::source()),
        [rules, folder] => {
            let folder = Path::new(folder);
            std::fs::create_dir_all(folder.join("rules"))?;
            let settings = "[project]\nname = \"scale\"\nsources = [\"rules\"]\n\n[output]\nregistry = \"registry\"\nrust = \"rust\"\n";
            std::fs::write(folder.join("ordain.toml"), settings)?;
            for (number, file) in RuleSet::of(rules.parse()?)
                .files("scale")
                .iter()
                .enumerate()
            {
                std::fs::write(folder.join(format!("rules/{number}.ordain")), file)?;
            }
        }
        _ => return Err("`large`, or a number of rules and a folder".into()),
    }
    Ok(())
}
