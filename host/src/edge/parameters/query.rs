//! A query string as names and values, each percent-decoded once.

use percent_encoding::percent_decode_str;
use std::borrow::Cow;

/// The pairs of `application/x-www-form-urlencoded` text, still encoded. A name without `=` has an empty value.
pub(super) fn pairs(query: &str) -> impl Iterator<Item = (&str, &str)> {
    query.split('&').filter(|pair| !pair.is_empty()).map(|pair| pair.split_once('=').unwrap_or((pair, "")))
}

/// A name or value of a query, where `+` is a space; `None` when it is not UTF-8.
pub(super) fn decode_query(text: &str) -> Option<Cow<'_, str>> {
    if !text.contains('+') {
        return decode_path(text);
    }
    let spaced = text.replace('+', " ");
    percent_decode_str(&spaced).decode_utf8().ok().map(|decoded| Cow::Owned(decoded.into_owned()))
}

/// A segment of a path; `None` when it is not UTF-8.
pub(super) fn decode_path(text: &str) -> Option<Cow<'_, str>> {
    percent_decode_str(text).decode_utf8().ok()
}
