//! The source of the host's time: one clock, handed in, so that tests can step it.
//!
//! Two readings, because they answer different questions: [`Clock::now`] is the time of day, which operators and NTP
//! may set back; [`Clock::elapsed`] only ever grows and is what ages and waits are measured with.

use jiff::Timestamp;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};

/// A source of time. Cheap to clone; clones read the same clock.
#[derive(Debug, Clone, Default)]
pub struct Clock(Option<Arc<Hands>>);

/// Moves a stepped clock.
#[derive(Debug, Clone)]
pub struct ClockHand(Arc<Hands>);

#[derive(Debug)]
struct Hands {
    elapsed_microseconds: AtomicU64,
    now_microseconds: AtomicI64,
}

static PROCESS_START: LazyLock<Instant> = LazyLock::new(Instant::now);

impl Clock {
    /// The machine's clock.
    pub fn system() -> Clock {
        Clock(None)
    }

    /// A clock that stands at `now` until its hand is moved.
    pub fn stepped(now: Timestamp) -> (Clock, ClockHand) {
        let hands = Arc::new(Hands {
            elapsed_microseconds: AtomicU64::new(0),
            now_microseconds: AtomicI64::new(now.as_microsecond()),
        });
        (Clock(Some(Arc::clone(&hands))), ClockHand(hands))
    }

    /// The time of day.
    #[inline]
    pub fn now(&self) -> Timestamp {
        match &self.0 {
            None => Timestamp::now(),
            Some(hands) => {
                let microseconds = hands.now_microseconds.load(Ordering::SeqCst);
                Timestamp::from_microsecond(microseconds).unwrap_or(Timestamp::MAX)
            }
        }
    }

    /// Time since some moment before the first reading; it never falls.
    #[inline]
    pub fn elapsed(&self) -> Duration {
        match &self.0 {
            None => PROCESS_START.elapsed(),
            Some(hands) => Duration::from_micros(hands.elapsed_microseconds.load(Ordering::SeqCst)),
        }
    }
}

impl ClockHand {
    /// Lets time pass.
    pub fn advance(&self, duration: Duration) {
        let microseconds = u64::try_from(duration.as_micros()).unwrap_or(u64::MAX);
        self.0.elapsed_microseconds.fetch_add(microseconds, Ordering::SeqCst);
        self.0.now_microseconds.fetch_add(i64::try_from(microseconds).unwrap_or(i64::MAX), Ordering::SeqCst);
    }

    /// Sets the time of day, forward or back; no time passes.
    pub fn set(&self, now: Timestamp) {
        self.0.now_microseconds.store(now.as_microsecond(), Ordering::SeqCst);
    }
}
