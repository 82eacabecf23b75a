//! `GET /timeline-feed`

use crate::events;
use crate::{kept, page};
use quarry_sdk::prelude::*;

/// New events of the timeline, as a page
///
/// For people, and for feed readers that are given its address: the page says where the feed is.
#[endpoint(
    get = "/timeline-feed",
    keyless,
    module = "timeline",
    cache = public(300),
    object = "text/html",
    writes = "The page is stored for a minute, so that one rendering serves everybody.",
)]
pub fn get_timeline_feed_page() -> Result<Answer, Problem> {
    let object = kept::or_make("page.html", page::MEDIA_TYPE, || Ok(page::of(&events::newest(None)?).into_bytes()))?;
    Ok(Answer::object_body(&object, None))
}
