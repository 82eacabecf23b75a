//! `GET /watch-digest/digests/{day}`

use crate::{clock, digest};
use quarry_sdk::prelude::*;

#[derive(Parameters)]
pub struct DigestPath {
    /// The day.
    #[parameter(path, example = "2026-01-30")]
    day: TimeFrom,
}

/// The digest of a day
#[endpoint(get = "/watch-digest/digests/{day}", key = "read", object = "text/markdown")]
pub fn get_watch_digest(request: &Request, path: DigestPath) -> Result<Answer, Problem> {
    let organization_id = request.key().map_or(0, |key| key.organization_id);
    let day = clock::day(path.day.0.microseconds.div_euclid(1_000_000));
    match objects::head(&digest::key(organization_id, &day))? {
        Some(stored) => Ok(Answer::object_body(&stored, None)),
        None => Err(Problem::not_found(format!("There is no digest of {day}; POST /watch-digest/digests makes one."))),
    }
}
