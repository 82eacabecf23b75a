//! Where an answer came from, as `Cache-Status` says it (RFC 9211).

use crate::edge::response_cache::StoredAnswer;
use http::HeaderValue;
use std::fmt::Write;
use std::sync::Arc;

/// An answer for a request.
pub(in crate::edge) struct Found {
    pub(in crate::edge) stored: Arc<StoredAnswer>,
    pub(in crate::edge) age_seconds: u64,
    /// Negative past its end.
    pub(super) fresh_seconds: i64,
    pub(super) source: Source,
}

/// Where it came from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::edge) enum Source {
    /// It lay there.
    Kept,
    /// It was made just now: for this request or, joined, for another one that asked the same.
    Made { is_joined: bool, was_kept: bool, is_kept: bool },
    /// It lay there past its end, and the attempt to make a new one failed with that status.
    Outlived { status: u16 },
}

impl Found {
    /// The header's value.
    pub(in crate::edge) fn cache_status(&self) -> HeaderValue {
        let mut text = String::with_capacity(64);
        text.push_str("quarry; ");
        // Writing to a String cannot fail.
        let _ = match self.source {
            Source::Kept => write!(text, "hit; ttl={}", self.fresh_seconds),
            Source::Made { is_joined, was_kept, is_kept } => {
                text.push_str(if was_kept { "fwd=stale" } else { "fwd=miss" });
                text.push_str(if is_kept { "; stored" } else { "" });
                text.push_str(if is_joined { "; collapsed" } else { "" });
                Ok(())
            }
            Source::Outlived { status } => write!(text, "fwd=stale; fwd-status={status}; ttl={}", self.fresh_seconds),
        };
        // Words and digits are always a header value.
        HeaderValue::try_from(text).unwrap_or(HeaderValue::from_static("quarry"))
    }
}
