//! Stage: deprecation. A retired operation says on every good answer since when it is (`Deprecation`, RFC 9745), when
//! it stops (`Sunset`, RFC 8594) and what replaces it (`Link` with `rel="successor-version"`).

use crate::link;
use http::header::LINK;
use http::{HeaderMap, HeaderName, HeaderValue};
use jiff::Timestamp;
use quarry_contract::Deprecation;

const DEPRECATION: HeaderName = HeaderName::from_static("deprecation");
const SUNSET: HeaderName = HeaderName::from_static("sunset");

/// Adds the headers. `base_url` is what the successor's path is relative to. A `Link` to the next page stays beside the
/// one to the successor.
pub(super) fn add_headers(headers: &mut HeaderMap, deprecation: &Deprecation, base_url: &str) {
    headers.insert(DEPRECATION, structured_date(deprecation.deprecated_at));
    if let Some(sunset) = http_date(deprecation.sunset_at) {
        headers.insert(SUNSET, sunset);
    }
    if let Some(successor) = &deprecation.successor
        && let Some(link) = link::relation(base_url, successor, "successor-version")
    {
        headers.append(LINK, link);
    }
}

/// A date of structured fields (RFC 9651): `@` and seconds since the epoch.
fn structured_date(seconds: i64) -> HeaderValue {
    // A sign and digits are always a header value.
    HeaderValue::try_from(format!("@{seconds}")).unwrap_or(HeaderValue::from_static("@0"))
}

/// A date of HTTP (RFC 9110): `Wed, 01 Jul 2026 00:00:00 GMT`.
fn http_date(seconds: i64) -> Option<HeaderValue> {
    let time = Timestamp::from_second(seconds).ok()?;
    HeaderValue::try_from(time.strftime("%a, %d %b %Y %H:%M:%S GMT").to_string()).ok()
}
