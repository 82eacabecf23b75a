//! The timeline family: the sourced registry of chain events, newest first.
//!
//! The registry lies in the app store: files are loaded into it (`quarry ingest events`), staff curate it. The crate
//! `chain-events` has how an event is shown everywhere, `page.rs` the list that both of its endpoints show.

pub mod get_public_timeline_event;
pub mod list_events;
pub mod list_public_timeline;
pub mod page;

quarry_sdk::plugin! {
    name: "timeline",
    summary: "Chain events with their provenance: sources, transactions, and whether somebody verified them.",
    grants: [AppStore],
    endpoints: [
        list_events::list_events,
        list_public_timeline::list_public_timeline,
        get_public_timeline_event::get_public_timeline_event,
    ],
}
