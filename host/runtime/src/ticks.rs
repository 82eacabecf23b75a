//! The clock that guests' CPU time is counted by: ticks that pass while a guest is being advanced, and none that pass while
//! it waits for the host.
//!
//! A guest notices a tick at its next step, which may be long after it, when a statement has answered. So the code that
//! advances a guest notes the tick at which it began: a tick that is not newer was spent waiting.
//!
//! While there is no store that a guest could run in, nothing ticks: a host that nobody asks would wake 200 times a second.

use std::cell::Cell;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Condvar, LazyLock, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The interval at which a running guest checks that it has time left.
pub(super) const TICK: Duration = Duration::from_millis(5);

/// The ticks without a store after which a ticker rests.
const TICKS_UNTIL_REST: u32 = 20;
/// The longest rest: a ticker whose engine is gone ends at its next look.
const LONGEST_REST: Duration = Duration::from_secs(1);

/// The stores of this process in which a guest may run.
static STORES: AtomicUsize = AtomicUsize::new(0);
/// The tickers that rest, or are about to. A ticker adds itself before it looks for stores and a store is counted before its
/// maker looks for tickers, so that one of the two sees the other.
static RESTING: AtomicUsize = AtomicUsize::new(0);
static REST: Mutex<()> = Mutex::new(());
static WAKE: Condvar = Condvar::new();

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

/// Keeps the clock ticking; each store has one for as long as it lives.
pub(super) struct Ticking(());

impl Ticking {
    /// Wakes the tickers that rest. The clock is set first: the ticks of the rest are nobody's.
    pub(super) fn begin() -> Ticking {
        STORES.fetch_add(1, Ordering::SeqCst);
        if RESTING.load(Ordering::SeqCst) > 0 {
            advance();
            let _rest = REST.lock().unwrap_or_else(PoisonError::into_inner);
            WAKE.notify_all();
        }
        Ticking(())
    }
}

impl Drop for Ticking {
    fn drop(&mut self) {
        STORES.fetch_sub(1, Ordering::SeqCst);
    }
}

/// The pauses of one ticker.
#[derive(Default)]
pub(super) struct Pauses {
    without_store: u32,
}

impl Pauses {
    /// Sleeps a tick; once there was no store for a while, until there is one.
    pub(super) fn next(&mut self) {
        std::thread::sleep(TICK);
        if STORES.load(Ordering::SeqCst) > 0 {
            self.without_store = 0;
        } else if self.without_store < TICKS_UNTIL_REST {
            self.without_store += 1;
        } else {
            let rest = REST.lock().unwrap_or_else(PoisonError::into_inner);
            RESTING.fetch_add(1, Ordering::SeqCst);
            if STORES.load(Ordering::SeqCst) == 0 {
                drop(WAKE.wait_timeout(rest, LONGEST_REST));
            }
            RESTING.fetch_sub(1, Ordering::SeqCst);
        }
    }
}
