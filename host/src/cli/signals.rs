//! The end of a process that serves: the signals that ask for it (SIGTERM, SIGINT), and its deadline.

use anyhow::Context;
use rustix::process::{getpid, kill_process};
use std::io::Write;
use std::time::Duration;
use tokio::signal::unix::{Signal, SignalKind, signal};

/// The time beyond that of the requests in flight: tasks, stores and the warehouse have bounds of their own, which are less together.
const STOPS_WITHIN: Duration = Duration::from_secs(75);

/// The two signals. A process that waits for them again and again keeps one of these: what comes between two waits is not lost.
pub(super) struct Signals {
    terminate: Signal,
    interrupt: Signal,
}

impl Signals {
    /// Takes them from here on: before, they end the process at once.
    pub(super) fn take() -> anyhow::Result<Signals> {
        Ok(Signals {
            terminate: signal(SignalKind::terminate()).context("SIGTERM cannot be waited for")?,
            interrupt: signal(SignalKind::interrupt()).context("SIGINT cannot be waited for")?,
        })
    }

    /// Waits for the next one of either.
    pub(super) async fn next(&mut self) {
        tokio::select! {
            _ = self.terminate.recv() => {}
            _ = self.interrupt.recv() => {}
        }
    }
}

/// Kills the process where it still stops when the time of the requests in flight and [`STOPS_WITHIN`] are over. A thread does it,
/// because a runtime that hangs is one of the reasons; nothing that was acknowledged is lost by it.
pub(super) fn end_after(requests: Duration) {
    let limit = requests + STOPS_WITHIN;
    std::thread::spawn(move || {
        std::thread::sleep(limit);
        // Writing may hang, too.
        std::thread::spawn(move || {
            let line = format!("quarry: the host did not stop within {} s and is ended\n", limit.as_secs());
            let _ = std::io::stderr().write_all(line.as_bytes());
        });
        std::thread::sleep(Duration::from_secs(1));
        // An orderly exit runs handlers and takes locks, and one of those may be what hangs.
        let _ = kill_process(getpid(), rustix::process::Signal::KILL);
    });
}
