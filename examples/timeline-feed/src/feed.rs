//! The events in the words of JSON Feed 1.1 (jsonfeed.org).
//!
//! Nothing in it is of the moment in which it was made, so a feed that says the same has the same bytes, and the same ETag.

use crate::category::Category;
use crate::events::TimelineEvent;
use quarry_sdk::prelude::*;
use serde::Serialize;

/// The media type of the specification.
pub const MEDIA_TYPE: &str = "application/feed+json";

/// Where operations lie, as every deployment has it that did not choose otherwise.
const BASE_PATH: &str = "/api/v1";

#[derive(Serialize)]
pub struct Feed {
    version: &'static str,
    title: String,
    description: &'static str,
    language: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    home_page_url: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    feed_url: Option<String>,
    items: Vec<Item>,
}

#[derive(Serialize)]
struct Item {
    id: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    url: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    external_url: Option<String>,
    title: String,
    content_text: String,
    date_published: Time,
    date_modified: Time,
    tags: Vec<String>,
    #[serde(rename = "_timeline")]
    timeline: Facts,
}

/// An extension, as the specification allows it: what has no member of its own.
#[derive(Serialize)]
struct Facts {
    occurred_at: Option<Time>,
    reported_loss: Option<String>,
    verified: bool,
}

/// The feed of these events. `service` is where the deployment is found; unknown, the feed has no addresses of its own.
pub fn of(events: Vec<TimelineEvent>, category: Option<Category>, service: Option<&str>) -> Feed {
    let address = |path: &str| service.map(|service| format!("{service}{BASE_PATH}{path}"));
    let (title, feed_path) = match category {
        None => ("Timeline".to_owned(), "/timeline-feed/feed.json".to_owned()),
        Some(category) => {
            let word = category.word();
            (format!("Timeline: {word}"), format!("/timeline-feed/feed.json?category={word}"))
        }
    };
    let item = |event: TimelineEvent| Item {
        url: address(&format!("/public/timeline/{}", event.id)),
        title: title_of(&event),
        content_text: event.summary.unwrap_or_else(|| format!("An event of the kind {}.", event.category)),
        date_published: event.entered_at,
        date_modified: event.changed_at,
        tags: std::iter::once(event.category).chain(event.chain).collect(),
        // The registry's name for it: the same after a reload, on another deployment, at another address.
        id: format!("quarry-timeline:{}", event.key),
        external_url: event.source_url,
        timeline: Facts {
            occurred_at: event.occurred_at,
            reported_loss: event.reported_loss,
            verified: event.is_verified,
        },
    };
    Feed {
        version: "https://jsonfeed.org/version/1.1",
        title,
        description: "Events on chains with their sources, the newest entries first.",
        language: "en",
        home_page_url: address("/timeline-feed"),
        feed_url: address(&feed_path),
        items: events.into_iter().map(item).collect(),
    }
}

/// Its own, or what its registry calls it.
pub fn title_of(event: &TimelineEvent) -> String {
    event.title.clone().unwrap_or_else(|| event.key.clone())
}
