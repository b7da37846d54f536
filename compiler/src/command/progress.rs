//! A line for a person who waits: shown on a terminal after a second, and never in a pipe.

use std::io::{self, Write};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use crate::terminal::is_watched;

const PATIENCE: Duration = Duration::from_secs(1);

/// Work in progress, until it is dropped.
pub(crate) struct Progress {
    running: Option<(Sender<()>, JoinHandle<()>)>,
}

impl Progress {
    /// Announces work that may take its time.
    pub(crate) fn of(what: &str) -> Self {
        let running = is_watched().then(|| {
            let (done, waiting) = mpsc::channel();
            let line = format!("{what} …\n");
            let thread = thread::spawn(move || {
                if waiting.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout) {
                    // Whoever watches may go away; that is no reason to stop.
                    let _ = io::stderr().write_all(line.as_bytes());
                }
            });
            (done, thread)
        });
        Self { running }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some((done, thread)) = self.running.take() {
            drop(done);
            let _ = thread.join();
        }
    }
}
