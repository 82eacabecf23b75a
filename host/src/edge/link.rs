//! `Link` headers: the next page, and what replaces a retired operation.

use http::{HeaderValue, Uri};
use percent_encoding::{AsciiSet, CONTROLS, percent_decode_str, utf8_percent_encode};
use std::fmt::Write;

/// What a URL inside `<…>` must not hold as it stands. `%` stays: what was sent is encoded already.
const UNSAFE: &AsciiSet =
    &CONTROLS.add(b' ').add(b'"').add(b'<').add(b'>').add(b'\\').add(b'^').add(b'`').add(b'{').add(b'|').add(b'}');

/// `<…>; rel="next"`: the request's path and parameters as sent, the cursor replaced. `public_origin` (scheme and
/// authority) makes the URL absolute; without it the URL is an absolute path. The `Host` header is never used: it is
/// the client's word, and would be cached for others.
pub(super) fn next_page(public_origin: Option<&str>, request: &Uri, cursor: &str) -> Option<HeaderValue> {
    let mut link = String::with_capacity(request.path().len() + cursor.len() + 96);
    link.push('<');
    link.push_str(public_origin.unwrap_or_default());
    // Writing to a String cannot fail.
    let _ = write!(link, "{}?", utf8_percent_encode(request.path(), UNSAFE));
    for pair in request.query().unwrap_or_default().split('&') {
        if !pair.is_empty() && !is_cursor(pair) {
            let _ = write!(link, "{}&", utf8_percent_encode(pair, UNSAFE));
        }
    }
    let _ = write!(link, "cursor={cursor}>; rel=\"next\"");
    HeaderValue::try_from(link).ok()
}

/// `<…>; rel="RELATION"`: a path below `base_url`. `None` when the path cannot stand in a header.
pub(super) fn relation(base_url: &str, path: &str, relation: &str) -> Option<HeaderValue> {
    HeaderValue::try_from(format!("<{base_url}{}>; rel=\"{relation}\"", utf8_percent_encode(path, UNSAFE))).ok()
}

fn is_cursor(pair: &str) -> bool {
    let name = pair.split_once('=').map_or(pair, |(name, _)| name);
    percent_decode_str(name).eq(b"cursor".iter().copied())
}
