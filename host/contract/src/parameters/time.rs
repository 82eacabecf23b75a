//! Kinds that are the ends of a time range: a day (`YYYY-MM-DD`) or an RFC 3339 time.
//!
//! Always true: the two kinds together make a half-open range, `from <= time < to`, in microseconds. A day as the end
//! includes that day, so it becomes the start of the next one.

use super::refusal::Expectation;
use jiff::civil::Date;
use jiff::{Timestamp, ToSpan, tz::TimeZone};
use quarry_stores::result_set::Value;

/// 2200-01-01T00:00:00Z. The warehouse's times end a century later; no chain has data past either end, so a time
/// beyond them is moved to the end without changing what it selects.
const LATEST_MICROSECOND: i64 = 7_258_118_400_000_000;
const LAST_DAY: &str = "9999-12-31";

pub(super) fn parse_time_from(text: &str) -> Result<Value, Expectation> {
    match parse_day(text) {
        Some(day) => start_of(day),
        None => parse_instant(text),
    }
}

pub(super) fn parse_time_to(text: &str) -> Result<Value, Expectation> {
    match parse_day(text) {
        Some(day) => start_of(day.saturating_add(1.day())),
        None => parse_instant(text),
    }
}

/// True when no time is in `from <= time < to`: the day of `to` is before that of `from`, or the two are one instant.
/// Ends that were moved to a bound say nothing of each other.
pub(super) fn is_empty_range(from: i64, to: i64) -> bool {
    from > to || (from == to && from > 0 && from < LATEST_MICROSECOND)
}

fn start_of(day: Date) -> Result<Value, Expectation> {
    match day.to_zoned(TimeZone::UTC) {
        Ok(time) => Ok(bounded(time.timestamp())),
        // jiff's timestamps end a day before its calendar does.
        Err(_) if day == Date::MAX => Ok(Value::Timestamp(LATEST_MICROSECOND)),
        Err(_) => Err(expectation()),
    }
}

fn parse_instant(text: &str) -> Result<Value, Expectation> {
    if !is_rfc3339(text.as_bytes()) {
        return Err(expectation());
    }
    // The last day of the calendar has no timestamp in jiff: it is taken as a day.
    text.parse().map(bounded).or_else(|_| match text.starts_with(LAST_DAY) {
        true => Ok(Value::Timestamp(LATEST_MICROSECOND)),
        false => Err(expectation()),
    })
}

fn bounded(time: Timestamp) -> Value {
    Value::Timestamp(time.as_microsecond().clamp(0, LATEST_MICROSECOND))
}

fn expectation() -> Expectation {
    "it must be a day such as 2024-01-31 or an RFC 3339 time such as 2024-01-31T18:30:00Z (write the + of an offset \
     as %2B)"
        .into()
}

/// The day that `text` names. jiff reads more forms than RFC 3339 has, so the shape is checked first.
fn parse_day(text: &str) -> Option<Date> {
    if matches_shape(text.as_bytes(), b"dddd-dd-dd") { text.parse().ok() } else { None }
}

fn is_rfc3339(text: &[u8]) -> bool {
    const SECONDS: &[u8] = b"dddd-dd-ddTdd:dd:dd";
    let Some((whole, rest)) = text.split_at_checked(SECONDS.len()) else { return false };
    let zone = match rest {
        [b'.', fraction @ ..] => {
            let digits = fraction.iter().take_while(|byte| byte.is_ascii_digit()).count();
            if !(1..=9).contains(&digits) {
                return false;
            }
            &fraction[digits..]
        }
        _ => rest,
    };
    let is_zone = matches!(zone, [b'Z' | b'z']) || matches_shape(zone, b"+dd:dd") || matches_shape(zone, b"-dd:dd");
    is_zone && matches_shape(whole, SECONDS)
}

/// True when `text` has the length of `shape`, digits where it has `d`, and its other characters in any case.
fn matches_shape(text: &[u8], shape: &[u8]) -> bool {
    text.len() == shape.len()
        && text.iter().zip(shape).all(|(byte, form)| match form {
            b'd' => byte.is_ascii_digit(),
            _ => byte.eq_ignore_ascii_case(form),
        })
}
