//! The only place that writes to standard output and standard error. Colours go where a person looks and nowhere else;
//! a reader that goes away is no error, and any other failure to write is told once, at the end.

use std::io::{self, BufWriter, IsTerminal, Write};

use anstream::AutoStream;
use ordain::diagnose::render::Style;

use crate::failure::Status;

/// Both streams. Writing never fails on the spot: a verb that has begun to print finishes its work and keeps its status.
pub(crate) struct Terminal {
    out: Stream<BufWriter<AutoStream<io::Stdout>>>,
    err: Stream<BufWriter<AutoStream<io::Stderr>>>,
}

struct Stream<W> {
    writer: W,
    /// The first failure; nothing is written after it.
    failure: Option<io::Error>,
}

/// How text is styled before it is written; what is not wanted is stripped then.
pub(crate) const STYLE: Style = Style::Coloured;

const YELLOW: &str = "\u{1b}[1m\u{1b}[33m";
const RED: &str = "\u{1b}[1m\u{1b}[91m";
const BOLD: &str = "\u{1b}[1m";
const RESET: &str = "\u{1b}[0m";

impl Terminal {
    /// Opens both streams, each with colours if it is a terminal that wants them.
    pub(crate) fn open() -> Self {
        let out = BufWriter::new(AutoStream::auto(io::stdout()));
        let err = BufWriter::new(AutoStream::auto(io::stderr()));
        Self {
            out: Stream::new(out),
            err: Stream::new(err),
        }
    }

    /// Writes a result.
    pub(crate) fn out(&mut self, text: &str) {
        self.out.write(text.as_bytes());
    }

    /// Writes a line of a result.
    pub(crate) fn out_line(&mut self, text: &str) {
        self.out(text);
        self.out("\n");
    }

    /// Writes bytes of a result as they are.
    pub(crate) fn out_bytes(&mut self, bytes: &[u8]) {
        self.out.write(bytes);
    }

    /// Writes what is said beside the result.
    pub(crate) fn err(&mut self, text: &str) {
        // What was printed before is seen before.
        self.out.flush();
        self.err.write(text.as_bytes());
        self.err.flush();
    }

    /// Writes a line of it.
    pub(crate) fn err_line(&mut self, text: &str) {
        self.err(&format!("{text}\n"));
    }

    /// Writes a failure in one line.
    pub(crate) fn error_line(&mut self, code: &str, message: &str) {
        self.err(&format!(
            "{RED}error[{code}]{RESET}{BOLD}: {message}{RESET}\n"
        ));
    }

    /// Writes a warning in one line.
    pub(crate) fn warning_line(&mut self, code: &str, message: &str) {
        self.err(&format!(
            "{YELLOW}warning[{code}]{RESET}{BOLD}: {message}{RESET}\n"
        ));
    }

    /// Writes what is left, and gives the exit status: that of the verb, unless its answer could not be written.
    pub(crate) fn close(mut self, code: u8) -> u8 {
        self.out.flush();
        match self.out.failure.take() {
            Some(error) if error.kind() != io::ErrorKind::BrokenPipe => {
                self.error_line(
                    "output_failed",
                    &format!("standard output cannot be written: {error}"),
                );
                Status::CallAtFault.code()
            }
            _ => code,
        }
    }
}

impl<W: Write> Stream<W> {
    const fn new(writer: W) -> Self {
        Self {
            writer,
            failure: None,
        }
    }

    fn write(&mut self, bytes: &[u8]) {
        if self.failure.is_none() {
            self.failure = self.writer.write_all(bytes).err();
        }
    }

    fn flush(&mut self) {
        if self.failure.is_none() {
            self.failure = self.writer.flush().err();
        }
    }
}

/// Whether a person watches standard error.
pub(crate) fn is_watched() -> bool {
    io::stderr().is_terminal()
}
