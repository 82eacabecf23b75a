//! The times of attempts.

use http::HeaderMap;
use http::header::RETRY_AFTER;
use jiff::Timestamp;
use jiff::fmt::rfc2822;
use std::time::Duration;

/// The pauses after the first failure, the second and so on.
const PAUSES: [Duration; 9] = [
    Duration::from_secs(5),
    Duration::from_secs(30),
    Duration::from_secs(2 * 60),
    Duration::from_secs(10 * 60),
    Duration::from_secs(30 * 60),
    Duration::from_secs(3_600),
    Duration::from_secs(3 * 3_600),
    Duration::from_secs(6 * 3_600),
    Duration::from_secs(12 * 3_600),
];

/// Failures in a row after which an endpoint is disabled, and attempts after which a delivery is given up.
pub const MOST_FAILURES: i64 = 10;

/// The longest pause that an endpoint may ask for by `Retry-After`.
const LONGEST_ASKED: Duration = Duration::from_secs(24 * 3_600);

/// The pause after so many failures in a row, a tenth longer or shorter.
pub fn pause_after(failures: i64) -> Duration {
    let place = usize::try_from(failures.max(1) - 1).unwrap_or(0).min(PAUSES.len() - 1);
    PAUSES[place].mul_f64(rand::random_range(0.9..1.1))
}

/// The pause that an answer asks for: seconds or a date (RFC 9110, section 10.2.3), at most a day.
pub fn asked_pause(headers: &HeaderMap, now: Timestamp) -> Option<Duration> {
    let text = headers.get(RETRY_AFTER)?.to_str().ok()?.trim();
    let pause = match text.parse::<u64>() {
        Ok(seconds) => Duration::from_secs(seconds),
        Err(_) => {
            let date = rfc2822::parse(text).ok()?.timestamp();
            Duration::try_from(date.duration_since(now)).unwrap_or_default()
        }
    };
    Some(pause.min(LONGEST_ASKED))
}
