//! The limits that the edge keeps; `config` fills them in.

use quarry_contract::COMMON_BODY_BYTES;
use std::time::Duration;

/// Limits of one request.
#[derive(Debug, Clone)]
pub struct RequestLimits {
    /// The whole request, host calls included.
    pub duration: Duration,
    /// The most bytes a request body may have where no route declares more.
    pub max_request_body_bytes: u64,
    /// The most bytes an answer may have.
    pub max_response_bytes: usize,
}

impl Default for RequestLimits {
    fn default() -> Self {
        RequestLimits {
            duration: Duration::from_secs(30),
            max_request_body_bytes: COMMON_BODY_BYTES.into(),
            max_response_bytes: 8 * 1024 * 1024,
        }
    }
}

/// Limits of the connections of one listener.
#[derive(Debug, Clone)]
pub struct ListenerLimits {
    /// Connections at once; further ones wait in the kernel's queue, and the longest idle ones are closed for them.
    pub max_connections: usize,
    /// The time that a client may take for its TLS handshake.
    pub tls_handshake: Duration,
    /// The time that a client may take to send a request's headers, from the first byte on. The first request's time begins
    /// with the connection.
    pub header_read: Duration,
    /// The time that a connection may stay open between two requests.
    pub idle: Duration,
    /// The most bytes of a request's line and headers; over it the answer is 431. At least 8 KiB.
    pub max_header_bytes: usize,
    /// The most headers of a request.
    pub max_headers: usize,
    /// The time that a client may take to send a request's body.
    pub body_read: Duration,
    /// The lowest speed of a client, for a body it sends and for an answer it reads, measured over `pace_window`.
    pub min_bytes_per_second: u64,
    /// The time for which a client may be slower than that.
    pub pace_window: Duration,
    /// Requests at once on one HTTP/2 connection.
    pub max_concurrent_streams: u32,
    /// The time for which connections are still taken after shutdown began, so that a load balancer can look elsewhere first.
    pub drain_delay: Duration,
    /// The time for which requests in flight may go on after that.
    pub drain: Duration,
}

impl ListenerLimits {
    /// The fewest bytes of one pace window.
    pub(super) fn pace_bytes(&self) -> u64 {
        let milliseconds = u64::try_from(self.pace_window.as_millis()).unwrap_or(u64::MAX);
        self.min_bytes_per_second.saturating_mul(milliseconds) / 1_000
    }
}

impl Default for ListenerLimits {
    fn default() -> Self {
        ListenerLimits {
            max_connections: 10_000,
            tls_handshake: Duration::from_secs(10),
            header_read: Duration::from_secs(15),
            idle: Duration::from_secs(75),
            max_header_bytes: 64 * 1024,
            max_headers: 100,
            body_read: Duration::from_secs(30),
            min_bytes_per_second: 512,
            pace_window: Duration::from_secs(5),
            max_concurrent_streams: 128,
            drain_delay: Duration::ZERO,
            drain: Duration::from_secs(30),
        }
    }
}
