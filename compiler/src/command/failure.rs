//! Why a verb gives no answer, who is to blame for it, and how that is said.

use std::io;
use std::path::Path;

use ordain::diagnose::render::{printable, shown};
use ordain::project::ProjectError;
use ordain_runtime::action::ActionError;
use ordain_runtime::canonical::JsonError;
use ordain_runtime::registry::RegistryError;
use ordain_runtime::signature::SignatureError;
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
    /// The byte of a text at which the fault begins, where the input is one.
    offset: Option<usize>,
}

#[derive(Serialize)]
struct FailureJson<'f> {
    code: &'static str,
    message: &'f str,
    #[serde(skip_serializing_if = "Option::is_none")]
    offset: Option<usize>,
}

impl Failure {
    pub(crate) fn input(code: &'static str, message: impl Into<String>) -> Self {
        Self {
            status: Status::InputAtFault,
            code,
            message: message.into(),
            offset: None,
        }
    }

    pub(crate) fn call(code: &'static str, message: impl Into<String>) -> Self {
        Self {
            status: Status::CallAtFault,
            code,
            message: message.into(),
            offset: None,
        }
    }

    /// A text that the strict parser refuses; the message says at which byte.
    pub(crate) fn json(error: &JsonError) -> Self {
        Self {
            offset: Some(error.offset()),
            ..Self::input(error.code().as_str(), error.to_string())
        }
    }

    /// A document of the room of actions that is refused before anything is decided.
    pub(crate) fn action(path: &Path, error: &ActionError) -> Self {
        let offset = match error {
            ActionError::Malformed(error) => error.offset(),
            _ => None,
        };
        Self {
            offset,
            ..Self::input(error.code(), format!("`{}`: {error}", shown(path)))
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
                    offset: self.offset,
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
            offset: None,
        }
    }
}

impl From<SignatureError> for Failure {
    fn from(error: SignatureError) -> Self {
        match error {
            SignatureError::Registry(error) => ProjectError::from(error).into(),
            error => Self::input(error.code(), error.to_string()),
        }
    }
}
