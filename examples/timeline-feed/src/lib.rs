//! New events of the timeline for feed readers, and a page that leads them there.
//!
//! `events` reads the registry, `feed` and `page` say the same in JSON Feed and in HTML, `kept` stores what was made for a
//! minute, so that readers who come together ask the store once.

pub mod category;
pub mod events;
pub mod feed;
pub mod get_feed;
pub mod get_page;
pub mod kept;
pub mod page;

quarry_sdk::plugin! {
    name: "timeline-feed",
    summary: "Gives new events of the timeline as a JSON Feed.",
    grants: [AppStore, Objects],
    endpoints: [get_page::get_timeline_feed_page, get_feed::get_timeline_feed],
}
