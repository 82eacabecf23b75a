//! Requests, by operation.

use crate::figures::durations::Durations;
use crate::figures::response_cache::CacheFigures;
use prometheus_client::collector::Collector;
use prometheus_client::encoding::DescriptorEncoder;
use prometheus_client::metrics::MetricType;
use prometheus_client::registry::Unit;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// The name for requests that no operation answers.
const NO_ROUTE: &str = "(none)";

const STATUS_CLASSES: [&str; 5] = ["1xx", "2xx", "3xx", "4xx", "5xx"];

/// Every request of a host.
#[derive(Debug)]
pub struct RequestFigures {
    in_flight: AtomicI64,
    abandoned: AtomicU64,
    /// By route and method.
    operations: Mutex<BTreeMap<(String, String), Arc<OperationFigures>>>,
    no_operation: Arc<OperationFigures>,
}

/// The requests of one operation.
#[derive(Debug, Default)]
pub struct OperationFigures {
    by_status_class: [AtomicU64; STATUS_CLASSES.len()],
    durations: Durations,
    /// The figures of requests that the response cache had a part in.
    pub cache: CacheFigures,
}

/// A request in flight, until it is dropped: by then it was answered, or its client has left.
pub struct RequestInFlight<'a> {
    figures: &'a RequestFigures,
    was_answered: bool,
}

impl Default for RequestFigures {
    fn default() -> Self {
        RequestFigures {
            in_flight: AtomicI64::new(0),
            abandoned: AtomicU64::new(0),
            operations: Mutex::default(),
            no_operation: Arc::new(OperationFigures::default()),
        }
    }
}

impl RequestFigures {
    /// Counts a request as in flight.
    #[inline]
    pub fn begin(&self) -> RequestInFlight<'_> {
        self.in_flight.fetch_add(1, Ordering::Relaxed);
        RequestInFlight { figures: self, was_answered: false }
    }

    /// The figures of the operation at `route` (with its parameters' names, never a client's path) and `method`; to be
    /// looked up once and kept.
    pub fn operation(&self, route: &str, method: &str) -> Arc<OperationFigures> {
        let mut operations = self.operations.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(operations.entry((route.to_owned(), method.to_owned())).or_default())
    }

    /// The figures of requests that no operation answers.
    #[inline]
    pub fn no_operation(&self) -> &OperationFigures {
        &self.no_operation
    }
}

impl RequestInFlight<'_> {
    #[inline]
    pub fn answered(mut self) {
        self.was_answered = true;
    }
}

impl Drop for RequestInFlight<'_> {
    #[inline]
    fn drop(&mut self) {
        self.figures.in_flight.fetch_sub(1, Ordering::Relaxed);
        if !self.was_answered {
            self.figures.abandoned.fetch_add(1, Ordering::Relaxed);
        }
    }
}

impl OperationFigures {
    /// Counts an answer.
    #[inline]
    pub fn answered(&self, status: http::StatusCode, duration: Duration) {
        let class = usize::from(status.as_u16() / 100).clamp(1, STATUS_CLASSES.len()) - 1;
        self.by_status_class[class].fetch_add(1, Ordering::Relaxed);
        self.durations.add(duration);
    }
}

impl Collector for RequestFigures {
    fn encode(&self, mut encoder: DescriptorEncoder<'_>) -> Result<(), std::fmt::Error> {
        let operations = self.operations.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let mut operations: Vec<_> = operations.into_iter().collect();
        operations.push(((NO_ROUTE.to_owned(), NO_ROUTE.to_owned()), Arc::clone(&self.no_operation)));

        let mut counter =
            encoder.encode_descriptor("http_requests", "Requests that were answered", None, MetricType::Counter)?;
        for ((route, method), figures) in &operations {
            for (class, count) in STATUS_CLASSES.iter().zip(&figures.by_status_class) {
                let count = count.load(Ordering::Relaxed);
                if count > 0 {
                    let labels = [("route", route.as_str()), ("method", method), ("status", class)];
                    let mut line = counter.encode_family(&labels)?;
                    line.encode_counter::<[(&str, &str); 0], u64, f64>(&count, None)?;
                }
            }
        }

        let help = "Requests of an operation by the response cache's part in their answer";
        let mut cached = encoder.encode_descriptor("http_requests_by_cache", help, None, MetricType::Counter)?;
        for ((route, method), figures) in &operations {
            for (outcome, count) in figures.cache.counts().filter(|(_, count)| *count > 0) {
                let labels = [("route", route.as_str()), ("method", method), ("outcome", outcome)];
                cached.encode_family(&labels)?.encode_counter::<[(&str, &str); 0], u64, f64>(&count, None)?;
            }
        }

        let mut histogram = encoder.encode_descriptor(
            "http_request_duration",
            "From a request's head to its answer",
            Some(&Unit::Seconds),
            MetricType::Histogram,
        )?;
        for ((route, method), figures) in &operations {
            if figures.durations.count() > 0 {
                figures.durations.encode(&mut histogram, &[("route", route.as_str()), ("method", method)])?;
            }
        }

        let help = "Requests whose client left before the answer";
        encoder
            .encode_descriptor("http_requests_abandoned", help, None, MetricType::Counter)?
            .encode_counter::<[(&str, &str); 0], u64, f64>(&self.abandoned.load(Ordering::Relaxed), None)?;

        let mut gauge = encoder.encode_descriptor(
            "http_requests_in_flight",
            "Requests that are being answered",
            None,
            MetricType::Gauge,
        )?;
        gauge.encode_gauge(&self.in_flight.load(Ordering::Relaxed))
    }
}
