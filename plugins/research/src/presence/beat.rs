//! `POST /session/research/pages/{id}/presence`.

use crate::access::PagePath;
use crate::presence::{BEAT_SECONDS, GONE_AFTER_SECONDS, here_since};
use quarry_research_pages::access::PageRole;
use quarry_sdk::prelude::*;

statement!(app_store, WriteBeat, "src/presence/write_beat.sql");
statement!(app_store, SelectPeoplePresent, "src/presence/people_present.sql");

/// A person who has the page open.
#[derive(Row, Schema, Serialize)]
pub struct PersonPresent {
    #[schema(example = 3)]
    pub id: i64,
    #[schema(example = "Ada Lovelace")]
    pub name: String,
    /// The time since which they are on the page.
    pub since: Time,
}

/// The others on a page.
#[derive(Schema, Serialize)]
pub struct Presence {
    /// Id of the page.
    #[schema(example = 1)]
    pub page_id: i64,
    /// Seconds after which the next beat is expected.
    #[schema(example = 15)]
    pub beat_seconds: i64,
    /// Seconds without a beat after which a person is gone.
    #[schema(example = 45)]
    pub gone_after_seconds: i64,
    /// People in the order in which they came, without the caller; at most 100.
    pub people: Vec<PersonPresent>,
}

/// Tell that a page is open, and see who else has it open
///
/// Tells the other readers that the caller has the page open. A tab that shows the page sends it every 15 seconds; a person who sent none
/// for 45 seconds is gone. The answer is the same on every host. Any member of the space may.
#[endpoint(
    post = "/session/research/pages/{id}/presence", session, module = "research", guard = PageRole::Viewer,
    guard_path(page_id = id), body = Presence
)]
pub fn beat(path: PagePath) -> Result<Answer, Problem> {
    let here_since = here_since();
    WriteBeat { now: Time::now(), here_since }.query()?;
    let people: Vec<PersonPresent> = SelectPeoplePresent { here_since }.all()?;
    Ok(Answer::json(&Presence {
        page_id: path.id,
        beat_seconds: BEAT_SECONDS,
        gone_after_seconds: GONE_AFTER_SECONDS,
        people,
    }))
}
