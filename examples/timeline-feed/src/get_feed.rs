//! `GET /timeline-feed/feed.json`

use crate::category::Category;
use crate::events;
use crate::{feed, kept};
use quarry_sdk::deployment;
use quarry_sdk::prelude::*;

#[derive(Parameters)]
pub struct FeedQuery {
    /// Only events of this category.
    #[parameter(example = "exploit")]
    category: Option<Category>,
}

/// New events of the timeline, as a JSON Feed
///
/// JSON Feed 1.1: the 50 entries that were made last, newest first. An entry keeps its `id`; one that was changed has a later
/// `date_modified`. New entries are there within a minute.
#[endpoint(
    get = "/timeline-feed/feed.json",
    keyless,
    module = "timeline",
    cache = public(300),
    object = "application/feed+json",
    writes = "The feed is stored for a minute, so that one rendering serves everybody.",
)]
pub fn get_timeline_feed(query: FeedQuery) -> Result<Answer, Problem> {
    let key = format!("feeds/{}.json", query.category.map_or("all", |category| category.word()));
    let object = kept::or_make(&key, feed::MEDIA_TYPE, || {
        let service = deployment::addresses().service;
        let feed = feed::of(events::newest(query.category)?, query.category, service.as_deref());
        serde_json::to_vec(&feed).map_err(|error| Problem::new(503, "plugin_failed", error.to_string()))
    })?;
    Ok(Answer::object_body(&object, None))
}
