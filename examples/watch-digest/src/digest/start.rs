//! `POST /watch-digest/digests`

use crate::clock;
use crate::digest::make::{MakeDigestArguments, make_digest};
use quarry_sdk::prelude::*;

#[derive(Parameters)]
pub struct DigestQuery {
    /// The day; without it yesterday.
    #[parameter(example = "2026-01-30")]
    day: Option<TimeFrom>,
}

/// A digest that is being made.
#[derive(Schema)]
pub struct StartedDigest {
    /// The job that makes it.
    #[schema(example = 17)]
    pub job_id: i64,
    /// Of which day.
    #[schema(example = "2026-01-30")]
    pub day: Day,
}

/// Makes a digest now
///
/// It is there within a second or two, in the place of an earlier one of the day; and it is posted, unless one of that day or a
/// later one was.
#[endpoint(post = "/watch-digest/digests", key = "research:write", status = 202, cache = no_store, body = StartedDigest)]
pub fn start_watch_digest(request: &Request, query: DigestQuery) -> Result<Answer, Problem> {
    let Some(organization_id) = request.key().map(|key| key.organization_id) else {
        return Err(Problem::forbidden("A digest belongs to the organization of a key."));
    };
    let given = query.day.map(|day| clock::start_of_day(day.0.microseconds.div_euclid(1_000_000)));
    let start_seconds = given.unwrap_or_else(clock::yesterday);
    let digest = MakeDigestArguments { organization_id, start_seconds };
    let unique_key = digest.unique_key();
    let transaction = Transaction::begin()?;
    let job_id = transaction.enqueue_when::<make_digest>(&digest, None, Some(unique_key))?;
    transaction.commit()?;
    let started = Answer::object().member("job_id", &job_id).member("day", &clock::day(start_seconds));
    Ok(Answer::from(started).with_status(202))
}
