//! Live updates: connections that are open, how they ended, what was told, and who was not let in.

use prometheus_client::collector::Collector;
use prometheus_client::encoding::DescriptorEncoder;
use prometheus_client::metrics::MetricType;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};

/// The end of a connection for live updates.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CableEnd {
    /// The client left, in order or not.
    Left,
    /// It did not answer a ping, or did not take what was sent.
    Silent,
    /// It sent something, or far more pings than anybody needs.
    Talked,
    SessionEnded,
    /// The store did not confirm the session for seconds.
    Unconfirmed,
    /// More waited for it than may.
    TooSlow,
    Stopping,
}

const ENDS: [&str; 7] = ["left", "silent", "talked", "session_ended", "unconfirmed", "too_slow", "stopping"];

/// The reason why a connection was refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CableRefusal {
    /// The page does not belong to the deployment.
    Origin,
    /// The ticket is missing, was used, or is too old; or its session has ended.
    Ticket,
    /// The host, or the person, has as many connections as may be; or the host stops.
    NoPlace,
    /// The store could not be asked.
    Unavailable,
}

const REFUSALS: [&str; 4] = ["origin", "ticket", "no_place", "unavailable"];

/// The figures of `/cable`.
#[derive(Debug, Default)]
pub struct CableFigures {
    open: AtomicI64,
    ended: [AtomicU64; ENDS.len()],
    told: AtomicU64,
    refused: [AtomicU64; REFUSALS.len()],
}

/// A connection that is open, until it is dropped.
pub struct OpenCable {
    figures: Arc<CableFigures>,
    end: CableEnd,
}

impl CableFigures {
    /// Counts a connection as open.
    pub fn begin(self: &Arc<Self>) -> OpenCable {
        self.open.fetch_add(1, Ordering::Relaxed);
        OpenCable { figures: Arc::clone(self), end: CableEnd::Left }
    }

    /// Connections that are open now.
    pub fn open(&self) -> i64 {
        self.open.load(Ordering::Relaxed)
    }

    pub fn refuse(&self, why: CableRefusal) {
        self.refused[why as usize].fetch_add(1, Ordering::Relaxed);
    }
}

impl OpenCable {
    /// Counts a message that went to the client.
    pub fn told(&self) {
        self.figures.told.fetch_add(1, Ordering::Relaxed);
    }

    /// Says how it ends; where nobody does, the client has left.
    pub fn end(&mut self, end: CableEnd) {
        self.end = end;
    }
}

impl Drop for OpenCable {
    fn drop(&mut self) {
        self.figures.open.fetch_sub(1, Ordering::Relaxed);
        self.figures.ended[self.end as usize].fetch_add(1, Ordering::Relaxed);
    }
}

impl Collector for CableFigures {
    fn encode(&self, mut encoder: DescriptorEncoder<'_>) -> Result<(), std::fmt::Error> {
        let help = "Connections for live updates that are open";
        let mut gauge = encoder.encode_descriptor("cable_connections_open", help, None, MetricType::Gauge)?;
        gauge.encode_gauge(&self.open())?;
        let help = "Connections for live updates that ended, by how";
        let mut counter = encoder.encode_descriptor("cable_connections_ended", help, None, MetricType::Counter)?;
        for (end, count) in ENDS.iter().zip(&self.ended) {
            let labels = [("end", *end)];
            let mut line = counter.encode_family(&labels)?;
            line.encode_counter::<[(&str, &str); 0], u64, f64>(&count.load(Ordering::Relaxed), None)?;
        }
        let help = "Messages that went to clients";
        let mut counter = encoder.encode_descriptor("cable_messages_sent", help, None, MetricType::Counter)?;
        counter.encode_counter::<[(&str, &str); 0], u64, f64>(&self.told.load(Ordering::Relaxed), None)?;
        let help = "Clients that were not let in, by why";
        let mut counter = encoder.encode_descriptor("cable_refused", help, None, MetricType::Counter)?;
        for (reason, count) in REFUSALS.iter().zip(&self.refused) {
            let labels = [("reason", *reason)];
            let mut line = counter.encode_family(&labels)?;
            line.encode_counter::<[(&str, &str); 0], u64, f64>(&count.load(Ordering::Relaxed), None)?;
        }
        Ok(())
    }
}
