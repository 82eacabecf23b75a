//! Points in time and days, as bodies and columns have them. All of it is UTC.
//!
//! Civil dates follow from days, and days from civil dates, by Howard Hinnant's `civil_from_days` and `days_from_civil`.

use crate::Schema;
use crate::values::{IntoValue, Value};
use crate::words::quoted;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Value as Json, json};
use std::fmt;
use std::time::{SystemTime, UNIX_EPOCH};

const SECOND_MICROSECONDS: i64 = 1_000_000;
const DAY_SECONDS: i64 = 86_400;

/// A point in time; RFC 3339 in UTC with `Z` in JSON.
///
/// ```
/// use quarry_sdk::Time;
///
/// let time: Time = "2024-01-05T12:00:00.25+02:00".parse()?;
/// assert_eq!(time.to_string(), "2024-01-05T10:00:00.25Z");
/// assert_eq!(time.minus_days(5).day().0, "2023-12-31");
/// # Ok::<(), quarry_sdk::InvalidTime>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Time {
    /// Microseconds since 1970-01-01T00:00:00Z.
    pub microseconds: i64,
}

impl Time {
    /// The time of the call, in UTC. A test of a component hands no clock in: it compares with what was before and after.
    ///
    /// ```
    /// # use quarry_sdk::prelude::*;
    /// assert!(Time::now() > Time { microseconds: 1_760_000_000_000_000 });
    /// ```
    #[expect(clippy::disallowed_methods, reason = "the one place where a component asks the machine for the time")]
    pub fn now() -> Time {
        let elapsed = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Time { microseconds: i64::try_from(elapsed.as_micros()).unwrap_or(i64::MAX) }
    }

    /// The time `days` days later.
    ///
    /// ```
    /// # use quarry_sdk::prelude::*;
    /// assert_eq!(Time { microseconds: 0 }.plus_days(2).to_string(), "1970-01-03T00:00:00Z");
    /// ```
    pub fn plus_days(self, days: i64) -> Time {
        self.minus_days(days.saturating_neg())
    }

    /// The time `days` days earlier.
    pub fn minus_days(self, days: i64) -> Time {
        self.minus_seconds(days.saturating_mul(DAY_SECONDS))
    }

    /// The time `seconds` seconds earlier.
    ///
    /// ```no_run
    /// # use quarry_sdk::prelude::*;
    /// let time = Time { microseconds: 90_000_000 };
    /// assert_eq!(time.minus_seconds(60).to_string(), "1970-01-01T00:00:30Z");
    /// ```
    pub fn minus_seconds(self, seconds: i64) -> Time {
        Time { microseconds: self.microseconds.saturating_sub(seconds.saturating_mul(SECOND_MICROSECONDS)) }
    }

    /// The day that it lies in.
    pub fn day(self) -> Day {
        Day(self.to_string().chars().take_while(|character| *character != 'T').collect())
    }
}

impl fmt::Display for Time {
    /// RFC 3339; a fraction only when there is one.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = self.microseconds.div_euclid(SECOND_MICROSECONDS);
        let fraction = self.microseconds.rem_euclid(SECOND_MICROSECONDS);
        let (days, second) = (seconds.div_euclid(DAY_SECONDS), seconds.rem_euclid(DAY_SECONDS));
        let shifted = days + 719_468;
        let era = shifted.div_euclid(146_097);
        let day_of_era = shifted.rem_euclid(146_097);
        let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
        let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let shifted_month = (5 * day_of_year + 2) / 153;
        let day = day_of_year - (153 * shifted_month + 2) / 5 + 1;
        let month = if shifted_month < 10 { shifted_month + 3 } else { shifted_month - 9 };
        let year = year_of_era + era * 400 + i64::from(month <= 2);
        let (hour, minute, second) = (second / 3_600, second / 60 % 60, second % 60);
        write!(formatter, "{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}")?;
        if fraction != 0 {
            write!(formatter, "{}", format!(".{fraction:06}").trim_end_matches('0'))?;
        }
        formatter.write_str("Z")
    }
}

/// A text that is not a time in RFC 3339.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InvalidTime(String);

impl fmt::Display for InvalidTime {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "a time is written as 2024-01-05T12:00:00Z; this is {}", quoted(&self.0))
    }
}

impl std::error::Error for InvalidTime {}

impl std::str::FromStr for Time {
    type Err = InvalidTime;

    /// RFC 3339 with any offset; digits beyond the microsecond are cut off.
    fn from_str(text: &str) -> Result<Time, InvalidTime> {
        parse(text).ok_or_else(|| InvalidTime(text.chars().take(40).collect()))
    }
}

fn parse(text: &str) -> Option<Time> {
    let (date, clock) = text.split_at_checked(10)?;
    let clock = clock.strip_prefix(['T', 't', ' '])?;
    let start = start_of_day(date)?;
    let (local, rest) = clock.split_at_checked(8)?;
    let seconds = clock_seconds(local)?;
    let digits = rest.strip_prefix('.').map_or("", |rest| &rest[..rest.bytes().take_while(u8::is_ascii_digit).count()]);
    let zone = rest.strip_prefix('.').map_or(rest, |rest| &rest[digits.len()..]);
    let is_empty_fraction = rest.starts_with('.') && digits.is_empty();
    let fraction = digits.bytes().chain(std::iter::repeat(b'0')).take(6);
    let fraction = fraction.fold(0, |sum, digit| sum * 10 + i64::from(digit - b'0'));
    let ahead = match zone {
        "Z" | "z" => 0,
        zone => {
            let sign = if zone.starts_with('-') { -1 } else { 1 };
            sign * clock_seconds(&format!("{}:00", zone.strip_prefix(['+', '-'])?))?
        }
    };
    let microseconds = (start + seconds - ahead) * SECOND_MICROSECONDS + fraction;
    (!is_empty_fraction).then_some(Time { microseconds })
}

/// Seconds of `12:34:56`; a leap second is the next minute.
fn clock_seconds(text: &str) -> Option<i64> {
    let [hour, minute, second] = numbers(text, ':', [2, 2, 2])?;
    (hour < 24 && minute < 60 && second <= 60).then_some(hour * 3_600 + minute * 60 + second)
}

/// Seconds from the epoch to the start of a day `YYYY-MM-DD`; none when it is not a day.
pub(crate) fn start_of_day(day: &str) -> Option<i64> {
    let [year, month, day] = numbers(day, '-', [4, 2, 2])?;
    let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let days = match month {
        4 | 6 | 9 | 11 => 30,
        2 if is_leap => 29,
        2 => 28,
        1..=12 => 31,
        _ => return None,
    };
    if !(1..=days).contains(&day) {
        return None;
    }
    let year = if month <= 2 { year - 1 } else { year };
    let (era, year_of_era) = (year.div_euclid(400), year.rem_euclid(400));
    let shifted_month = (month + 9) % 12;
    let day_of_year = (153 * shifted_month + 2) / 5 + day - 1;
    let day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
    Some((era * 146_097 + day_of_era - 719_468) * DAY_SECONDS)
}

/// Three numbers of so many digits each.
fn numbers(text: &str, separator: char, lengths: [usize; 3]) -> Option<[i64; 3]> {
    let mut parts = text.split(separator);
    let mut numbers = [0; 3];
    for (number, length) in numbers.iter_mut().zip(lengths) {
        let part =
            parts.next().filter(|part| part.len() == length && part.bytes().all(|byte| byte.is_ascii_digit()))?;
        *number = part.parse().ok()?;
    }
    parts.next().is_none().then_some(numbers)
}

impl IntoValue for Time {
    fn into_value(self) -> Value {
        Value::Timestamp(self.microseconds)
    }
}

impl Serialize for Time {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Time {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Time, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

impl Schema for Time {
    fn schema() -> Json {
        json!({ "type": "string", "format": "date-time" })
    }

    fn example() -> Json {
        json!("2024-01-05T00:00:00Z")
    }
}

/// A day, `YYYY-MM-DD`.
///
/// ```no_run
/// # use quarry_sdk::prelude::*;
/// let day: Day = Time { microseconds: 0 }.day();
/// assert_eq!(day.0, "1970-01-01");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Day(pub String);

impl Schema for Day {
    fn schema() -> Json {
        json!({ "type": "string", "format": "date" })
    }

    fn example() -> Json {
        json!("2024-01-05")
    }
}
