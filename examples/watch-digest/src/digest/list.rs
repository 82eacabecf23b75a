//! `GET /watch-digest/digests`

use crate::clock;
use crate::digest::folder;
use quarry_sdk::prelude::*;
use serde::Serialize;

/// They are kept for 30 days, and may be asked for of any day.
const MOST_SHOWN: u32 = 500;

/// A digest that is stored.
#[derive(Schema, Serialize)]
pub struct StoredDigest {
    /// Of which day.
    #[schema(example = "2026-01-30")]
    pub day: Day,
    /// When it was made, in seconds since 1970.
    #[schema(example = 1_769_817_601)]
    pub made_at_seconds: i64,
    /// When it goes.
    pub goes_at: Option<Time>,
}

#[derive(Schema)]
pub struct StoredDigests {
    #[schema(flatten)]
    pub page: PageMembers,
    /// By day.
    pub digests: Vec<StoredDigest>,
}

/// The organization's digests
#[endpoint(get = "/watch-digest/digests", key = "read", body = StoredDigests)]
pub fn list_watch_digests(request: &Request) -> Result<Answer, Problem> {
    let folder = folder(request.key().map_or(0, |key| key.organization_id));
    let stored = objects::list(&folder, None, MOST_SHOWN)?;
    let digests: Vec<StoredDigest> = stored
        .into_iter()
        .map(|object| StoredDigest {
            day: Day(object.key.trim_start_matches(folder.as_str()).trim_end_matches(".md").to_owned()),
            made_at_seconds: object.created_at / 1_000_000,
            goes_at: object.expires_at.map(|microseconds| clock::time(microseconds / 1_000_000)),
        })
        .collect();
    Ok(Answer::object().whole_list("digests", &digests).into())
}
