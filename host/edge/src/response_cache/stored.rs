//! One kept answer.

use crate::content_encoding::{ContentCoding, Effort, SMALLEST_ENCODED_BYTES, compress};
use crate::entity_tag::EntityTag;
use crate::produce::WrittenAnswer;
use crate::response_cache::DataVersion;
use bytes::Bytes;
use http::{HeaderMap, HeaderValue, StatusCode};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tokio::sync::OnceCell;

/// The cost of an entry beside its bytes: its headers, its places in the cache's tables.
const OVERHEAD_BYTES: usize = 1024;

/// An answer, ready to send in every form. Encoded forms are made when they are first asked for, once.
pub(crate) struct StoredAnswer {
    pub(crate) status: StatusCode,
    pub(crate) body: Bytes,
    /// Headers of the operation's own.
    pub(crate) headers: HeaderMap,
    pub(crate) tag: EntityTag,
    /// The beginning of the next page, if there is one.
    pub(crate) next_cursor: Option<String>,
    /// The end of the page before it, on a walk both ways.
    pub(crate) previous_cursor: Option<String>,
    /// The media type; `None` for JSON.
    pub(crate) media_type: Option<HeaderValue>,
    pub(crate) length_header: HeaderValue,
    /// By [`ContentCoding::index`], as are the forms.
    tag_headers: [HeaderValue; ContentCoding::ALL.len()],
    /// `None` once it is known that the form is not worth sending.
    encoded: [OnceCell<Option<Bytes>>; ContentCoding::ALL.len()],
    /// Bytes that encoded forms may still take; the entry was weighed with all of them.
    room_bytes: AtomicUsize,
    /// The time at which it was begun, on [`quarry_stores::clock::Clock::elapsed`].
    made_at: Duration,
    pub(super) fresh_for: Duration,
    pub(super) kept_for: Duration,
    /// The version of its data; none where they may have changed while it was made, so that nobody else is given it.
    pub(super) version: Option<DataVersion>,
}

impl StoredAnswer {
    pub(super) fn new(
        written: WrittenAnswer,
        made_at: Duration,
        fresh_for: Duration,
        kept_for: Duration,
        version: Option<DataVersion>,
    ) -> StoredAnswer {
        let body = written.body.bytes;
        let tag = EntityTag::of(&body, written.body.version);
        StoredAnswer {
            status: written.status,
            headers: written.headers,
            next_cursor: written.body.next_cursor,
            previous_cursor: written.body.previous_cursor,
            media_type: written.body.media_type,
            tag_headers: ContentCoding::ALL.map(|coding| tag.header(coding)),
            encoded: Default::default(),
            room_bytes: AtomicUsize::new(room_bytes(&body)),
            length_header: body.len().into(),
            tag,
            body,
            made_at,
            fresh_for,
            kept_for,
            version,
        }
    }

    /// The most memory that it will take.
    pub(super) fn weight_bytes(&self) -> usize {
        let cursor = |cursor: &Option<String>| cursor.as_ref().map_or(0, String::len);
        let cursors = cursor(&self.next_cursor) + cursor(&self.previous_cursor);
        let headers: usize = self.headers.iter().map(|(name, value)| name.as_str().len() + value.len()).sum();
        self.body.len() + room_bytes(&self.body) + cursors + headers + OVERHEAD_BYTES
    }

    pub(super) fn age(&self, now: Duration) -> Duration {
        now.saturating_sub(self.made_at)
    }

    /// Tells that it may be sent: it is not past its end, and its data are still what they were.
    pub(super) fn stands(&self, now: Duration, version: Option<DataVersion>) -> bool {
        self.age(now) < self.fresh_for && version.is_some() && self.version == version
    }

    /// Whole seconds until it is no longer fresh; negative after that.
    pub(super) fn remaining_seconds(&self, now: Duration) -> i64 {
        let seconds = |duration: Duration| i64::try_from(duration.as_secs()).unwrap_or(i64::MAX);
        match self.fresh_for.checked_sub(self.age(now)) {
            Some(remaining) => seconds(remaining),
            None => -seconds(self.age(now) - self.fresh_for),
        }
    }

    pub(crate) fn tag_header(&self, coding: ContentCoding) -> HeaderValue {
        self.tag_headers[coding.index()].clone()
    }

    /// The body in that form; `None` where it is to be sent plain.
    pub(crate) async fn encoded(&self, coding: ContentCoding) -> Option<Bytes> {
        if coding == ContentCoding::Identity {
            return None;
        }
        let encoded = self.encoded[coding.index()].get_or_init(|| async {
            let encoded = compress(&self.body, coding, Effort::Kept).await?;
            let took_room = self
                .room_bytes
                .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |room| room.checked_sub(encoded.len()));
            took_room.is_ok().then_some(encoded)
        });
        encoded.await.clone()
    }
}

/// All three forms of JSON are together smaller than the plain one; what does not fit is sent plain.
fn room_bytes(body: &Bytes) -> usize {
    if body.len() < SMALLEST_ENCODED_BYTES { 0 } else { body.len() }
}
