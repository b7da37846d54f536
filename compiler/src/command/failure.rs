//! Why a verb gives no answer, who is to blame for it, and how that is said.

use std::io;
use std::path::Path;

use ordain::diagnose::render::{printable, shown};
use ordain::project::ProjectError;
use ordain_runtime::registry::RegistryError;
use serde::Serialize;

use crate::arguments::Format;
use crate::json;
use crate::terminal::Terminal;

/// How the command ends, the better way first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Status {
    /// All is well.
    Done,
    /// What was given is wrong.
    InputAtFault,
    /// The call is wrong, or the machine refuses.
    CallAtFault,
}

impl Status {
    pub(crate) const fn code(self) -> u8 {
        match self {
            Self::Done => 0,
            Self::InputAtFault => 1,
            Self::CallAtFault => 2,
        }
    }
}

/// A failure, with its stable code.
#[derive(Debug)]
pub(crate) struct Failure {
    pub(crate) status: Status,
    code: &'static str,
    message: String,
}

#[derive(Serialize)]
struct FailureJson<'f> {
    code: &'static str,
    message: &'f str,
}

impl Failure {
    pub(crate) fn input(code: &'static str, message: impl Into<String>) -> Self {
        Self {
            status: Status::InputAtFault,
            code,
            message: message.into(),
        }
    }

    pub(crate) fn call(code: &'static str, message: impl Into<String>) -> Self {
        Self {
            status: Status::CallAtFault,
            code,
            message: message.into(),
        }
    }

    pub(crate) fn io(path: &Path, error: &io::Error) -> Self {
        Self::call("io", format!("`{}`: {error}", shown(path)))
    }

    /// Prints it: one document on standard output for programs, a line on standard error for people.
    pub(crate) fn print(&self, format: Format, terminal: &mut Terminal) {
        match format {
            Format::Json => json::print(
                &FailureJson {
                    code: self.code,
                    message: &self.message,
                },
                terminal,
            ),
            Format::Text => {
                // A message may run over lines, as those of TOML do.
                let mut lines = self.message.lines().map(printable);
                terminal.error_line(self.code, &lines.next().unwrap_or_default());
                for line in lines {
                    terminal.err_line(&line);
                }
            }
        }
    }
}

impl From<ProjectError> for Failure {
    fn from(error: ProjectError) -> Self {
        let status = match error {
            ProjectError::NoConfig(_)
            | ProjectError::Io { .. }
            | ProjectError::Registry(RegistryError::Io { .. }) => Status::CallAtFault,
            _ => Status::InputAtFault,
        };
        Self {
            status,
            code: error.code(),
            message: error.to_string(),
        }
    }
}
