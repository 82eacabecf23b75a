//! The time of one request, by the parts that took it.

use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Filled by the component that answers; asked for by the client in `X-Server-Timing`, told in `Server-Timing`.
#[derive(Debug, Default)]
pub struct Timings {
    wait_microseconds: AtomicU64,
    component_microseconds: AtomicU64,
    store_microseconds: AtomicU64,
    statements: AtomicU64,
}

impl Timings {
    /// The request waited this long for an instance.
    #[inline]
    pub fn waited(&self, time: Duration) {
        self.wait_microseconds.store(microseconds(time), Ordering::Relaxed);
    }

    /// The component took this long, this much of it waiting for stores.
    #[inline]
    pub fn answered(&self, component: Duration, stores: Duration, statements: u32) {
        self.component_microseconds.store(microseconds(component), Ordering::Relaxed);
        self.store_microseconds.store(microseconds(stores), Ordering::Relaxed);
        self.statements.store(statements.into(), Ordering::Relaxed);
    }

    /// The header: `total;dur=3.2, wait;dur=0, component;dur=2.9, stores;dur=2.1;desc="statements: 2"`, in milliseconds. Only
    /// `total` where no component was asked.
    pub fn header_text(&self, total: Duration) -> String {
        let milliseconds = |microseconds: u64| microseconds as f64 / 1000.0;
        let mut text = format!("total;dur={}", milliseconds(microseconds(total)));
        let component = self.component_microseconds.load(Ordering::Relaxed);
        if component > 0 {
            let wait = milliseconds(self.wait_microseconds.load(Ordering::Relaxed));
            let stores = milliseconds(self.store_microseconds.load(Ordering::Relaxed));
            let statements = self.statements.load(Ordering::Relaxed);
            // Writing into a string cannot fail.
            let _ = write!(
                text,
                ", wait;dur={wait}, component;dur={}, stores;dur={stores};desc=\"statements: {statements}\"",
                milliseconds(component)
            );
        }
        text
    }
}

#[inline]
fn microseconds(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}
