//! How refusals are said: each with the check that fails, its code, what is wrong, and what would satisfy the check.

use ordain::diagnose::render::printable;
use ordain_runtime::action::dispatch::Failure as Fault;
use ordain_runtime::time::Instant;
use serde::Serialize;

use crate::arguments::Format;
use crate::failure::{Failure, Status};
use crate::json;
use crate::terminal::Terminal;

#[derive(Serialize)]
struct Refused<'f> {
    failures: &'f [Fault],
}

/// Prints every refusal, and gives the status of an input that is refused.
pub(crate) fn print(failures: &[Fault], format: Format, terminal: &mut Terminal) -> Status {
    match format {
        Format::Json => json::print(&Refused { failures }, terminal),
        Format::Text => {
            for fault in failures {
                let message = format!("{}: {}", fault.check, printable(&fault.message));
                terminal.error_line(&printable(&fault.code), &message);
                terminal.err_line(&format!("  needs {}", printable(&fault.remedy)));
            }
        }
    }
    Status::InputAtFault
}

/// The moment that a check is of, as the call has it.
pub(crate) fn moment(text: &str) -> Result<Instant, Failure> {
    text.parse()
        .map_err(|error: ordain_runtime::time::InstantError| {
            Failure::call(error.code(), format!("`--now`: {error}"))
        })
}
