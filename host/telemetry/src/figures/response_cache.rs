//! Answers of the response cache.

use prometheus_client::collector::Collector;
use prometheus_client::encoding::DescriptorEncoder;
use prometheus_client::metrics::MetricType;
use std::sync::atomic::{AtomicU64, Ordering};

/// The cache's part in an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CacheOutcome {
    /// It had the answer.
    Hit,
    /// It had not, and has it now.
    Miss,
    /// The answer was being made for another request, which this one waited for.
    Collapsed,
    /// It made the answer and could not keep it: it is too large, or nothing is kept.
    Bypass,
    /// It had an answer past its end, and no newer one could be made.
    Stale,
}

const OUTCOMES: [&str; 5] = ["hit", "miss", "collapsed", "bypass", "stale"];

/// Requests by the cache's part in their answer. Each response cache counts here.
#[derive(Debug, Default)]
pub struct CacheFigures {
    by_outcome: [AtomicU64; OUTCOMES.len()],
}

impl CacheFigures {
    #[inline]
    pub fn count(&self, outcome: CacheOutcome) {
        self.by_outcome[outcome as usize].fetch_add(1, Ordering::Relaxed);
    }

    /// By outcome.
    pub(super) fn counts(&self) -> impl Iterator<Item = (&'static str, u64)> {
        OUTCOMES.into_iter().zip(self.by_outcome.iter().map(|count| count.load(Ordering::Relaxed)))
    }
}

impl Collector for CacheFigures {
    fn encode(&self, mut encoder: DescriptorEncoder<'_>) -> Result<(), std::fmt::Error> {
        let mut counter = encoder.encode_descriptor(
            "response_cache_requests",
            "Requests by the response cache's part in their answer",
            None,
            MetricType::Counter,
        )?;
        for (outcome, count) in self.counts() {
            let labels = [("outcome", outcome)];
            counter.encode_family(&labels)?.encode_counter::<[(&str, &str); 0], u64, f64>(&count, None)?;
        }
        Ok(())
    }
}
