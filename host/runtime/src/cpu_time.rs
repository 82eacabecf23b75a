//! CPU time of a call: what its thread spent while the call was being advanced.
//!
//! Asking the kernel for it costs as much as a tenth of a small request, so of an operation's requests the first 32 are
//! measured, and then one in 32, which counts for all of them; jobs and streams are measured each.

use crate::ticks;
use quarry_telemetry::figures::OperationUse;
use rustix::time::{ClockId, clock_gettime};
use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

/// A call whose CPU time is counted, also when it is dropped before its end.
pub(super) struct CpuTimed<'a, Running> {
    /// The running call, in a box, so that it can be advanced without `unsafe`.
    running: Pin<Box<Running>>,
    figures: &'a OperationUse,
    used: Duration,
    /// The number of calls that it stands for; 0 where it is not measured.
    weight: u32,
}

impl<'a, Running: Future> CpuTimed<'a, Running> {
    /// A call that stands for `weight` calls; for none, it is not measured.
    pub(super) fn new(running: Running, figures: &'a OperationUse, weight: u32) -> CpuTimed<'a, Running> {
        CpuTimed { running: Box::pin(running), figures, used: Duration::ZERO, weight }
    }
}

impl<Running: Future> Future for CpuTimed<'_, Running> {
    type Output = Running::Output;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Running::Output> {
        ticks::begin();
        if self.weight == 0 {
            return self.running.as_mut().poll(context);
        }
        let began = thread_time();
        let polled = self.running.as_mut().poll(context);
        self.used += thread_time().saturating_sub(began);
        polled
    }
}

impl<Running> Drop for CpuTimed<'_, Running> {
    fn drop(&mut self) {
        if self.weight > 0 {
            self.figures.used_cpu(self.used * self.weight);
        }
    }
}

/// CPU time of the current thread.
fn thread_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(u64::try_from(time.tv_sec).unwrap_or(0), u32::try_from(time.tv_nsec).unwrap_or(0))
}
