//! The cadence of emails, and the times at which digests are due.

use jiff::civil::Weekday;
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp, ToSpan};

/// The hour of digests, UTC.
const HOUR: i8 = 8;

/// The frequency of emails.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cadence {
    Instant,
    Daily,
    /// On Mondays.
    Weekly,
    Off,
}

impl Cadence {
    /// The cadence of that word; `None` for any other word.
    pub fn of(word: &str) -> Option<Cadence> {
        [Cadence::Instant, Cadence::Daily, Cadence::Weekly, Cadence::Off]
            .into_iter()
            .find(|cadence| cadence.word() == word)
    }

    /// The word that the store and the operations have.
    pub fn word(self) -> &'static str {
        match self {
            Cadence::Instant => "instant",
            Cadence::Daily => "daily",
            Cadence::Weekly => "weekly",
            Cadence::Off => "off",
        }
    }

    /// The end of "Letters about alerts come to you …".
    pub(crate) fn in_words(self) -> &'static str {
        match self {
            Cadence::Instant => "at once",
            Cadence::Daily => "daily at 08:00 UTC",
            Cadence::Weekly => "on Mondays at 08:00 UTC",
            Cadence::Off => "no more",
        }
    }
}

/// The newest time at which digests were due, of those up to `now`.
pub fn newest_due(now: Timestamp) -> Timestamp {
    let today = at_hour(now);
    if today <= now { today } else { at_hour(now.saturating_sub(SignedDuration::from_hours(24)).unwrap_or(now)) }
}

/// The newest time at which weekly digests were due, of those up to `now`.
pub fn newest_weekly_due(now: Timestamp) -> Timestamp {
    let due = newest_due(now);
    let days = due.to_zoned(TimeZone::UTC).weekday().since(Weekday::Monday);
    due.saturating_sub(SignedDuration::from_hours(24 * i64::from(days))).unwrap_or(due)
}

/// The hour of digests on the day of that time.
fn at_hour(time: Timestamp) -> Timestamp {
    let midnight = time.to_zoned(TimeZone::UTC).date().to_zoned(TimeZone::UTC);
    midnight.and_then(|midnight| midnight.checked_add(i64::from(HOUR).hours())).map_or(time, |hour| hour.timestamp())
}
