//! The limits that the edge keeps; `config` fills them in.

use std::time::Duration;

/// Limits of one request.
#[derive(Debug, Clone)]
pub struct RequestLimits {
    /// The whole request, host calls included.
    pub duration: Duration,
    /// The most bytes a request body may have.
    pub max_request_body_bytes: u64,
    /// The most bytes an answer may have.
    pub max_response_bytes: usize,
}

impl Default for RequestLimits {
    fn default() -> Self {
        RequestLimits {
            duration: Duration::from_secs(30),
            max_request_body_bytes: 1024 * 1024,
            max_response_bytes: 8 * 1024 * 1024,
        }
    }
}

/// Limits of the connections of one listener.
#[derive(Debug, Clone)]
pub struct ListenerLimits {
    /// Connections at once; further ones wait in the kernel's queue.
    pub max_connections: usize,
    /// How long a client may take to send a request's headers. A kept-alive connection that stays silent for as long
    /// is closed.
    pub header_read: Duration,
    /// The most bytes of a request's line and headers; over it the answer is 431. At least 8 KiB.
    pub max_header_bytes: usize,
    /// The most headers of a request.
    pub max_headers: usize,
    /// Requests at once on one HTTP/2 connection.
    pub max_concurrent_streams: u32,
    /// How long requests in flight may go on after shutdown began.
    pub drain: Duration,
}

impl Default for ListenerLimits {
    fn default() -> Self {
        ListenerLimits {
            max_connections: 10_000,
            header_read: Duration::from_secs(30),
            max_header_bytes: 64 * 1024,
            max_headers: 100,
            max_concurrent_streams: 128,
            drain: Duration::from_secs(30),
        }
    }
}
