//! `ordain explain`: the page of a code, with an example of the mistake and of the mend.

use clap::Args;
use ordain::diagnose::{self, catalogue, pages};

use crate::failure::{Failure, Status};
use crate::terminal::Terminal;

const EXAMPLE: &str = "\
Example:
  ordain explain E0406";

/// Explains a diagnostic code
#[derive(Debug, Args)]
#[command(after_help = EXAMPLE)]
pub(crate) struct Explain {
    /// The code, as a diagnostic prints it
    #[arg(required_unless_present = "list")]
    code: Option<String>,
    /// List every code with its meaning
    #[arg(long, conflicts_with = "code")]
    list: bool,
}

impl Explain {
    pub(crate) fn run(self, terminal: &mut Terminal) -> Result<Status, Failure> {
        let Some(code) = self.code else {
            for (code, meaning) in catalogue() {
                terminal.out_line(&format!("{code}  {meaning}"));
            }
            return Ok(Status::Done);
        };
        let wanted = code.to_ascii_uppercase();
        if let Some(page) = pages::page(&wanted) {
            terminal.out(page);
            return Ok(Status::Done);
        }
        if let Some((known, meaning)) = catalogue().find(|(known, _)| known.as_str() == wanted) {
            terminal.out_line(&format!("{known}: {meaning}"));
            return Ok(Status::Done);
        }
        let hint = match diagnose::nearest(&wanted, catalogue().map(|(known, _)| known.as_str())) {
            Some(near) => format!("did you mean `{near}`?"),
            None => "`ordain explain --list` lists every code".to_owned(),
        };
        Err(Failure::input(
            "code_unknown",
            format!("there is no code `{code}`; {hint}"),
        ))
    }
}
