//! The origin of an answer, as `Cache-Status` gives it (RFC 9211).

use crate::response_cache::StoredAnswer;
use http::HeaderValue;
use quarry_telemetry::CacheOutcome;
use std::fmt::Write;
use std::sync::{Arc, LazyLock};
use std::time::Duration;

/// An answer for a request.
pub(crate) struct Found {
    pub(crate) stored: Arc<StoredAnswer>,
    age_seconds: u64,
    /// Negative past its end.
    fresh_seconds: i64,
    source: Source,
}

/// The origin of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Source {
    /// It lay there.
    Kept,
    /// It was made just now: for this request or, joined, for another one that asked the same.
    Made { is_joined: bool, was_kept: bool, is_kept: bool },
    /// It lay there past its end, and the attempt to make a new one failed with that status.
    Outlived { status: u16 },
}

/// Headers of a hit on an answer of the usual rule are ready made, by whole seconds: they are what a hit would
/// otherwise allocate.
const READY_SECONDS: usize = 61;

static READY_AGES: LazyLock<Vec<HeaderValue>> = LazyLock::new(|| (0..READY_SECONDS).map(HeaderValue::from).collect());
static READY_HITS: LazyLock<Vec<HeaderValue>> =
    LazyLock::new(|| (0..READY_SECONDS).map(|seconds| header(format!("quarry; hit; ttl={seconds}"))).collect());

/// Words and digits are always a header value.
fn header(text: String) -> HeaderValue {
    HeaderValue::try_from(text).unwrap_or(HeaderValue::from_static("quarry"))
}

/// The one that is ready for that many seconds.
fn ready(headers: &[HeaderValue], seconds: impl TryInto<usize>) -> Option<HeaderValue> {
    seconds.try_into().ok().and_then(|seconds: usize| headers.get(seconds)).cloned()
}

impl Found {
    pub(super) fn new(stored: Arc<StoredAnswer>, source: Source, now: Duration) -> Found {
        Found { age_seconds: stored.age(now).as_secs(), fresh_seconds: stored.remaining_seconds(now), stored, source }
    }

    /// The outcome that the figures count it as.
    pub(crate) fn outcome(&self) -> CacheOutcome {
        match self.source {
            Source::Kept => CacheOutcome::Hit,
            Source::Made { is_joined: true, .. } => CacheOutcome::Collapsed,
            Source::Made { is_kept: false, .. } => CacheOutcome::Bypass,
            Source::Made { .. } => CacheOutcome::Miss,
            Source::Outlived { .. } => CacheOutcome::Stale,
        }
    }

    /// The value of `Age`.
    pub(crate) fn age(&self) -> HeaderValue {
        ready(&READY_AGES, self.age_seconds).unwrap_or_else(|| self.age_seconds.into())
    }

    /// The value of `Cache-Status`.
    pub(crate) fn cache_status(&self) -> HeaderValue {
        if self.source == Source::Kept
            && let Some(ready) = ready(&READY_HITS, self.fresh_seconds)
        {
            return ready;
        }
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
        header(text)
    }
}
