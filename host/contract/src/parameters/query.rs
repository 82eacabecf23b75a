//! A query string as names and values, each percent-decoded once.

use percent_encoding::percent_decode_str;
use std::borrow::Cow;

/// The pairs of `application/x-www-form-urlencoded` text, still encoded. A name without `=` has an empty value.
pub(super) fn pairs(query: &str) -> impl Iterator<Item = (&str, &str)> {
    query.split('&').filter(|pair| !pair.is_empty()).map(|pair| pair.split_once('=').unwrap_or((pair, "")))
}

/// A name or value of a query, where `+` is a space; `None` when its encoding is broken or not of UTF-8.
pub(super) fn decode_query(text: &str) -> Option<Cow<'_, str>> {
    if !text.contains('+') {
        return decode_path(text);
    }
    if !is_well_encoded(text) {
        return None;
    }
    let spaced = text.replace('+', " ");
    percent_decode_str(&spaced).decode_utf8().ok().map(|decoded| Cow::Owned(decoded.into_owned()))
}

/// A segment of a path; `None` when its encoding is broken or not of UTF-8.
pub(super) fn decode_path(text: &str) -> Option<Cow<'_, str>> {
    if !is_well_encoded(text) {
        return None;
    }
    percent_decode_str(text).decode_utf8().ok()
}

/// True when two hexadecimal digits follow every `%`. The decoder would pass on a broken escape as it stands, and the
/// client would get an answer for a value that it did not mean.
fn is_well_encoded(text: &str) -> bool {
    text.split('%').skip(1).all(|rest| rest.len() >= 2 && rest.bytes().take(2).all(|digit| digit.is_ascii_hexdigit()))
}
