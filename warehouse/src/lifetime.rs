//! The process never outlives its host, whatever ends that one.
//!
//! Two watches: standard input, whose other end only the host holds, and the kernel's parent-death signal. The kernel sends
//! that signal when the thread that started this process ends, so it counts only when the parent really is another one.
//! The watch on standard input runs on a thread of its own and forces an end when a clean stop takes too long.

use crate::start_error::StartError;
use rustix::process::{Pid, Signal, getppid, set_parent_process_death_signal, setpgid};
use std::io::Read;
use std::time::Duration;
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::mpsc;

/// From the host's end to a forced end of this process.
const FORCED_END_AFTER: Duration = Duration::from_secs(15);
/// The exit code of a forced end.
const FORCED_END: i32 = 3;

/// Leaves the host's process group, so that a Ctrl-C meant for the host does not cut the warehouse's stop short, and asks
/// for the parent-death signal.
pub(crate) fn attach(parent_pid: Option<i32>) -> Result<(), StartError> {
    // A process that already leads a session or group cannot move, and need not.
    let _ = setpgid(None, None);
    let Some(expected) = parent_pid else { return Ok(()) };
    set_parent_process_death_signal(Some(Signal::HUP)).map_err(|errno| StartError::Lifetime(errno.into()))?;
    if !is_parent(expected) {
        return Err(StartError::Lifetime(std::io::Error::other("the host ended before the warehouse started")));
    }
    Ok(())
}

/// Resolves when the process shall stop: SIGTERM, SIGINT, or the end of the host.
pub(crate) async fn stop_requested(parent_pid: Option<i32>) -> Result<&'static str, StartError> {
    let listen = |kind| signal(kind).map_err(StartError::Lifetime);
    let mut terminate = listen(SignalKind::terminate())?;
    let mut interrupt = listen(SignalKind::interrupt())?;
    let mut parent_death = listen(SignalKind::hangup())?;
    let (input_closed, mut closed) = mpsc::channel(1);
    if parent_pid.is_some() {
        std::thread::Builder::new()
            .name("watch-host".to_owned())
            .spawn(move || watch_input(&input_closed))
            .map_err(StartError::Lifetime)?;
    }
    loop {
        tokio::select! {
            _ = terminate.recv() => return Ok("SIGTERM"),
            _ = interrupt.recv() => return Ok("SIGINT"),
            Some(()) = closed.recv() => return Ok("the host closed the pipe"),
            _ = parent_death.recv() => match parent_pid {
                Some(expected) if is_parent(expected) => {}
                _ => return Ok("the host ended"),
            },
        }
    }
}

/// Reads to the end, then makes sure that the process ends.
fn watch_input(input_closed: &mpsc::Sender<()>) {
    let mut sink = [0; 64];
    let mut input = std::io::stdin();
    while matches!(input.read(&mut sink), Ok(count) if count > 0) {}
    // An error means that the stop is under way already.
    let _ = input_closed.blocking_send(());
    std::thread::sleep(FORCED_END_AFTER);
    tracing::error!("the clean stop took more than {} s, ending at once", FORCED_END_AFTER.as_secs());
    #[expect(clippy::disallowed_methods, reason = "the orderly end has been tried and hangs")]
    std::process::exit(FORCED_END);
}

fn is_parent(expected: i32) -> bool {
    getppid().map(Pid::as_raw_nonzero).is_some_and(|pid| pid.get() == expected)
}
