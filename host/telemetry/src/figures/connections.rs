//! Connections of the main listener, and how they ended.

use prometheus_client::collector::Collector;
use prometheus_client::encoding::DescriptorEncoder;
use prometheus_client::metrics::MetricType;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};

/// The end of a connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ConnectionEnd {
    /// In order.
    Closed,
    /// The client left, spoke no HTTP, or was too slow with a body or an answer.
    Broken,
    /// Its head or its next request did not come in time.
    Overdue,
    /// It was idle, and others waited for a connection.
    MadeRoom,
    /// Its TLS handshake failed or took too long.
    HandshakeFailed,
    /// Its task was cut, at the end of a drain.
    Cut,
}

const ENDS: [&str; 6] = ["closed", "broken", "overdue", "made_room", "handshake_failed", "cut"];

/// Connections, open and ended.
#[derive(Debug, Default)]
pub struct ConnectionFigures {
    open: AtomicI64,
    ended: [AtomicU64; ENDS.len()],
}

/// A connection that is open, until it is dropped.
pub struct OpenConnection {
    figures: Arc<ConnectionFigures>,
    end: ConnectionEnd,
}

impl ConnectionFigures {
    /// Counts a connection as open.
    pub fn begin(self: &Arc<Self>) -> OpenConnection {
        self.open.fetch_add(1, Ordering::Relaxed);
        OpenConnection { figures: Arc::clone(self), end: ConnectionEnd::Cut }
    }

    /// Connections that are open now.
    pub fn open(&self) -> i64 {
        self.open.load(Ordering::Relaxed)
    }
}

impl OpenConnection {
    pub fn end(mut self, end: ConnectionEnd) {
        self.end = end;
    }
}

impl Drop for OpenConnection {
    fn drop(&mut self) {
        self.figures.open.fetch_sub(1, Ordering::Relaxed);
        self.figures.ended[self.end as usize].fetch_add(1, Ordering::Relaxed);
    }
}

impl Collector for ConnectionFigures {
    fn encode(&self, mut encoder: DescriptorEncoder<'_>) -> Result<(), std::fmt::Error> {
        let mut gauge =
            encoder.encode_descriptor("connections_open", "Connections that are open", None, MetricType::Gauge)?;
        gauge.encode_gauge(&self.open())?;
        let mut counter = encoder.encode_descriptor(
            "connections_ended",
            "Connections that ended, by how",
            None,
            MetricType::Counter,
        )?;
        for (end, count) in ENDS.iter().zip(&self.ended) {
            let labels = [("end", *end)];
            let mut line = counter.encode_family(&labels)?;
            line.encode_counter::<[(&str, &str); 0], u64, f64>(&count.load(Ordering::Relaxed), None)?;
        }
        Ok(())
    }
}
