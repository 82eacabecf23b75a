//! Durations in classes, counted without a lock.

use prometheus_client::encoding::{EncodeLabelSet, MetricEncoder};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Upper bounds in seconds: from what a cached answer takes to what a request may take.
const BOUNDS_SECONDS: [f64; 15] =
    [0.000_25, 0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0, 30.0];

/// The number of durations in each class, and their sum.
#[derive(Debug, Default)]
pub(super) struct Durations {
    /// One for each bound, and one for what is longer.
    classes: [AtomicU64; BOUNDS_SECONDS.len() + 1],
    sum_nanoseconds: AtomicU64,
}

impl Durations {
    pub(super) fn add(&self, duration: Duration) {
        let seconds = duration.as_secs_f64();
        let class = BOUNDS_SECONDS.iter().position(|bound| seconds <= *bound).unwrap_or(BOUNDS_SECONDS.len());
        self.classes[class].fetch_add(1, Ordering::Relaxed);
        let nanoseconds = u64::try_from(duration.as_nanos()).unwrap_or(u64::MAX);
        self.sum_nanoseconds.fetch_add(nanoseconds, Ordering::Relaxed);
    }

    pub(super) fn count(&self) -> u64 {
        self.classes.iter().map(|class| class.load(Ordering::Relaxed)).sum()
    }

    /// Writes them as the histogram of `labels`.
    pub(super) fn encode(
        &self,
        encoder: &mut MetricEncoder<'_>,
        labels: &impl EncodeLabelSet,
    ) -> Result<(), std::fmt::Error> {
        let bounds = BOUNDS_SECONDS.into_iter().chain([f64::INFINITY]);
        let classes: Vec<(f64, u64)> =
            bounds.zip(&self.classes).map(|(bound, class)| (bound, class.load(Ordering::Relaxed))).collect();
        // From the same reading as the classes: the sum of a histogram's classes is its count.
        let count = classes.iter().map(|(_, count)| count).sum();
        let sum_seconds = Duration::from_nanos(self.sum_nanoseconds.load(Ordering::Relaxed)).as_secs_f64();
        encoder.encode_family(labels)?.encode_histogram::<[(&str, &str); 0]>(sum_seconds, count, &classes, None)
    }
}
