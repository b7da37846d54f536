//! What can be asked of the command, and which verb answers.

use std::ffi::OsString;

use clap::{Parser, Subcommand, ValueEnum};

use crate::failure::{Failure, Status};
use crate::terminal::Terminal;
use crate::{action, approval, build, canonicalize, check, completions, digest, dispatch, eval};
use crate::{explain, fmt, init, key, registry, sign, test, verify};

const AFTER_HELP: &str = "\
Exit status: 0 where all is well, 1 where the input is at fault, 2 where the call or the machine is.

Example, from nothing to a decision:
  ordain init refunds
  ordain test refunds
  ordain build refunds";

/// Compiles rules into artefacts, evaluators and conformance suites.
#[derive(Debug, Parser)]
#[command(name = "ordain", version, after_help = AFTER_HELP, max_term_width = 100)]
#[command(disable_help_subcommand = true)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, Subcommand)]
enum Verb {
    Init(init::Init),
    Check(check::Check),
    Build(build::Build),
    Fmt(fmt::Fmt),
    Test(test::Test),
    Eval(eval::Eval),
    Explain(explain::Explain),
    Registry(registry::Registry),
    Key(key::Key),
    Sign(sign::Sign),
    Verify(verify::Verify),
    Action(action::Action),
    Approval(approval::Approval),
    Dispatch(dispatch::Dispatch),
    Canonicalize(canonicalize::Canonicalize),
    Digest(digest::Digest),
    Completions(completions::Completions),
}

/// How an answer is printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people
    #[default]
    Text,
    /// For programs: one document on standard output, whatever happens
    Json,
}

/// Reads the arguments, runs the verb and gives the exit status.
pub(crate) fn run(arguments: impl IntoIterator<Item = OsString>, terminal: &mut Terminal) -> u8 {
    let arguments =
        match Arguments::try_parse_from(arguments) {
            Ok(arguments) => arguments,
            Err(error) if error.use_stderr() => {
                // The one failure that clap words, under a code like every other.
                terminal.err(&error.render().ansi().to_string().replacen(
                    "error:",
                    "error[usage]:",
                    1,
                ));
                return Status::CallAtFault.code();
            }
            Err(help) => {
                terminal.out(&help.render().ansi().to_string());
                return Status::Done.code();
            }
        };
    let format = arguments.verb.format();
    match arguments.verb.run(terminal) {
        Ok(status) => status.code(),
        Err(failure) => {
            failure.print(format, terminal);
            failure.status.code()
        }
    }
}

impl Verb {
    /// How a failure of the verb is printed.
    fn format(&self) -> Format {
        match self {
            Self::Check(check) => check.format,
            Self::Build(build) => build.format,
            Self::Test(test) => test.format,
            Self::Eval(eval) => eval.format,
            Self::Registry(registry) => registry.format(),
            Self::Key(key) => key.format(),
            Self::Sign(sign) => sign.format,
            Self::Verify(verify) => verify.format,
            Self::Action(action) => action.format(),
            Self::Approval(approval) => approval.format(),
            Self::Dispatch(dispatch) => dispatch.format(),
            Self::Canonicalize(canonicalize) => canonicalize.format,
            Self::Digest(digest) => digest.format,
            Self::Init(_) | Self::Fmt(_) | Self::Explain(_) | Self::Completions(_) => Format::Text,
        }
    }

    fn run(self, terminal: &mut Terminal) -> Result<Status, Failure> {
        match self {
            Self::Init(init) => init.run(terminal),
            Self::Check(check) => check.run(terminal),
            Self::Build(build) => build.run(terminal),
            Self::Fmt(fmt) => fmt.run(terminal),
            Self::Test(test) => test.run(terminal),
            Self::Eval(eval) => eval.run(terminal),
            Self::Explain(explain) => explain.run(terminal),
            Self::Registry(registry) => registry.run(terminal),
            Self::Key(key) => key.run(terminal),
            Self::Sign(sign) => sign.run(terminal),
            Self::Verify(verify) => verify.run(terminal),
            Self::Action(action) => action.run(terminal),
            Self::Approval(approval) => approval.run(terminal),
            Self::Dispatch(dispatch) => dispatch.run(terminal),
            Self::Canonicalize(canonicalize) => canonicalize.run(terminal),
            Self::Digest(digest) => digest.run(terminal),
            Self::Completions(completions) => Ok(completions.run(terminal)),
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::Arguments;

    #[test]
    fn the_arguments_are_well_formed() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn every_help_holds_an_example() {
        let mut open = vec![Arguments::command()];
        while let Some(command) = open.pop() {
            let help = command
                .get_after_help()
                .map(ToString::to_string)
                .unwrap_or_default();
            assert!(
                help.contains("Example"),
                "`{}` shows no example",
                command.get_name()
            );
            open.extend(command.get_subcommands().cloned());
        }
    }
}
