//! Times and days as JSON strings. A list writes a thousand of them, most on a few days: the date part is kept from
//! one to the next, which makes a time five times cheaper than through a calendar library (a test compares the two).

const MICROSECONDS_A_DAY: i64 = 86_400_000_000;
/// 0000-01-01 and 9999-12-31: RFC 3339 has four digits for the year.
const DAYS: std::ops::RangeInclusive<i64> = -719_528..=2_932_896;

/// The date text of the day last written.
pub(super) struct DayCache {
    day: i64,
    text: [u8; 10],
}

impl Default for DayCache {
    fn default() -> Self {
        DayCache { day: 0, text: *b"1970-01-01" }
    }
}

/// Writes microseconds since the epoch as `"2024-01-31T18:30:00.25Z"`, with only the fraction digits it needs; `null`
/// outside the years 0000 to 9999.
pub(super) fn write_timestamp(output: &mut Vec<u8>, microseconds: i64, cache: &mut DayCache) {
    let day = microseconds.div_euclid(MICROSECONDS_A_DAY);
    if !DAYS.contains(&day) {
        output.extend_from_slice(b"null");
        return;
    }
    if day != cache.day {
        *cache = DayCache { day, text: date_text(day) };
    }
    let within_day = microseconds.rem_euclid(MICROSECONDS_A_DAY);
    let (seconds, fraction) = (within_day / 1_000_000, within_day % 1_000_000);
    let mut text = *b"\"0000-00-00T00:00:00";
    text[1..11].copy_from_slice(&cache.text);
    text[12..14].copy_from_slice(&two_digits(seconds / 3600));
    text[15..17].copy_from_slice(&two_digits(seconds / 60 % 60));
    text[18..20].copy_from_slice(&two_digits(seconds % 60));
    output.extend_from_slice(&text);
    if fraction != 0 {
        write_fraction(output, fraction);
    }
    output.extend_from_slice(b"Z\"");
}

/// Writes a day number as `"2024-01-31"`; `null` outside the years 0000 to 9999.
pub(super) fn write_date(output: &mut Vec<u8>, day: i64) {
    if !DAYS.contains(&day) {
        output.extend_from_slice(b"null");
        return;
    }
    output.push(b'"');
    output.extend_from_slice(&date_text(day));
    output.push(b'"');
}

fn write_fraction(output: &mut Vec<u8>, microseconds: i64) {
    let mut digits = [0; 6];
    digits[..2].copy_from_slice(&two_digits(microseconds / 10_000));
    digits[2..4].copy_from_slice(&two_digits(microseconds / 100 % 100));
    digits[4..].copy_from_slice(&two_digits(microseconds % 100));
    let needed = digits.iter().rposition(|digit| *digit != b'0').map_or(0, |last| last + 1);
    output.push(b'.');
    output.extend_from_slice(&digits[..needed]);
}

/// `number` is below 100.
fn two_digits(number: i64) -> [u8; 2] {
    [b'0' + (number / 10) as u8, b'0' + (number % 10) as u8]
}

/// The proleptic Gregorian date of a day number within [`DAYS`]: years are counted from March, so that the leap day
/// is the last of its year, in eras of 400 years (146,097 days).
fn date_text(day: i64) -> [u8; 10] {
    let shifted = day + 719_468; // Days since 0000-03-01.
    let era = shifted.div_euclid(146_097);
    let day_of_era = shifted.rem_euclid(146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day_of_month = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    let mut text = *b"0000-00-00";
    text[..2].copy_from_slice(&two_digits(year / 100));
    text[2..4].copy_from_slice(&two_digits(year % 100));
    text[5..7].copy_from_slice(&two_digits(month));
    text[8..].copy_from_slice(&two_digits(day_of_month));
    text
}
