//! The clock that guests' CPU time is counted by: ticks that pass while a guest is being advanced, and none that pass while
//! it waits for the host.
//!
//! A guest notices a tick at its next step, which may be long after it, when a statement has answered. So the code that
//! advances a guest notes the tick at which it began: a tick that is not newer was spent waiting.

use std::cell::Cell;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// The interval at which a running guest checks that it has time left.
pub(super) const TICK: Duration = Duration::from_millis(5);

/// Ticks since the first look.
static NOW: AtomicU64 = AtomicU64::new(0);
static START: LazyLock<Instant> = LazyLock::new(Instant::now);

thread_local! {
    /// The tick at which this thread began to advance what it advances now.
    static BEGAN: Cell<u64> = const { Cell::new(0) };
}

/// Sets the clock; for the one who makes guests notice.
pub(super) fn advance() {
    let ticks = START.elapsed().as_nanos() / TICK.as_nanos();
    NOW.fetch_max(u64::try_from(ticks).unwrap_or(u64::MAX), Ordering::Relaxed);
}

/// This thread begins to advance a guest.
pub(super) fn begin() {
    BEGAN.set(NOW.load(Ordering::Relaxed));
}

/// Tells that a tick has passed since this thread began to advance the guest.
pub(super) fn has_passed() -> bool {
    NOW.load(Ordering::Relaxed) > BEGAN.get()
}
