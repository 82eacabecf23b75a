//! CPU time of a server, in nanoseconds.
//!
//! `/proc/PID/task/*/schedstat` begins with the time that a thread ran, user and system, as the scheduler counts it;
//! `/proc/PID/stat` counts steps of 10 ms. A thread that ended takes its figure with it, so threads are told apart: what
//! one that ended had used since the last reading is missed, and never subtracted from what the others used.

use anyhow::{Context, Result, ensure};
use std::collections::HashMap;
use std::fs::{read_dir, read_to_string};

/// The CPU time that each thread of a process had used at one moment.
pub(crate) struct CpuTime {
    pid: u32,
    threads: HashMap<String, u64>,
}

impl CpuTime {
    pub(crate) fn of(pid: u32) -> Result<Self> {
        let mut threads = HashMap::new();
        for thread in read_dir(format!("/proc/{pid}/task")).context("the server's threads")? {
            let thread = thread?;
            // A thread that ended meanwhile has no file any more.
            let Ok(line) = read_to_string(thread.path().join("schedstat")) else { continue };
            let nanoseconds = line.split_whitespace().next().context("schedstat begins with a time")?.parse()?;
            threads.insert(thread.file_name().to_string_lossy().into_owned(), nanoseconds);
        }
        ensure!(!threads.is_empty(), "the kernel does not count the time of threads (CONFIG_SCHED_INFO)");
        Ok(Self { pid, threads })
    }

    /// Nanoseconds that the process has used since.
    pub(crate) fn since(&self) -> Result<u64> {
        let now = Self::of(self.pid)?;
        let used = now.threads.iter().map(|(thread, time)| {
            let before = self.threads.get(thread).copied().unwrap_or_default();
            time.saturating_sub(before)
        });
        Ok(used.sum())
    }
}
