//! The words of documents about an operation that is to be retired.

use jiff::Timestamp;
use quarry_contract::Deprecation;

/// A sentence with the dates of the deprecation and the replacement.
pub(super) fn sentence(deprecation: &Deprecation) -> String {
    let successor = match &deprecation.successor {
        Some(path) => format!(" Use `{path}` instead."),
        None => String::new(),
    };
    let (since, until) = (day(deprecation.deprecated_at), day(deprecation.sunset_at));
    format!("**Deprecated** since {since}; it stops answering on {until}.{successor}")
}

fn day(seconds: i64) -> String {
    Timestamp::from_second(seconds).map(|time| time.strftime("%Y-%m-%d").to_string()).unwrap_or_default()
}
