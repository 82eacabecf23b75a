//! Ends of servers: each within its time; else it is killed, and told.

use super::Server;
use crate::bounded::{AFTER_A_KILL, ended};
use anyhow::{Context, Result, bail};
use rustix::process::{Pid, Signal, kill_process};
use std::io::{Read, Write};
use std::time::Duration;

/// The time for the end of a server whose test is over: that of a drain and of the warehouse's end, and some.
const ENDS_WITHIN: Duration = Duration::from_secs(60);

/// The same where the end is what is tested.
const STOPS_WITHIN: Duration = Duration::from_secs(120);

/// Lines of the log that are shown of a server that does not end.
const SHOWN_LINES: usize = 12;

impl Server {
    /// Stops it as `signal` says (`TERM`, `KILL`) and gives the exit status of the process.
    pub fn stop(mut self, signal: &str) -> Result<i32> {
        let mut input = self.shell.stdin.take().context("it was not stopped before")?;
        writeln!(input, "{signal}")?;
        drop(input);
        if ended(&mut self.shell, STOPS_WITHIN)?.is_none() {
            let log = self.end_of_log();
            self.kill();
            bail!("the server does not end within {} s of {signal}: {log}", STOPS_WITHIN.as_secs());
        }
        let mut status = String::new();
        self.answers.read_to_string(&mut status)?;
        status.trim().parse().context("the shell says the exit status")
    }

    fn end_of_log(&self) -> String {
        let log = self.log();
        let lines: Vec<&str> = log.lines().collect();
        lines[lines.len().saturating_sub(SHOWN_LINES)..].join(" | ")
    }

    /// Kills the host, and the warehouse, which may be one that a test has stopped.
    fn kill(&mut self) {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.pid)).unwrap_or_default();
        let of_shell = format!("PPid:\t{}", self.shell.id());
        // Else the process id is another's by now.
        if status.lines().any(|line| line == of_shell) {
            let both = [Some(self.pid), self.warehouse_pid().ok()];
            for pid in both.into_iter().flatten().filter_map(Pid::from_raw) {
                let _ = kill_process(pid, Signal::KILL);
            }
        }
        if !matches!(ended(&mut self.shell, AFTER_A_KILL), Ok(Some(_))) {
            let _ = self.shell.kill();
            let _ = ended(&mut self.shell, AFTER_A_KILL);
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // Closing the pipe is what ends it.
        drop(self.shell.stdin.take());
        if !matches!(ended(&mut self.shell, ENDS_WITHIN), Ok(Some(_))) {
            let (pid, seconds, log) = (self.pid, ENDS_WITHIN.as_secs(), self.end_of_log());
            // What `eprintln!` says is not shown of a test that passes.
            let _ = writeln!(std::io::stderr(), "the server {pid} does not end within {seconds} s, killing it: {log}");
            self.kill();
        }
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}
