//! `Link` headers: the pages on both sides, and what replaces a retired operation.

use http::{HeaderValue, Uri};
use percent_encoding::{AsciiSet, CONTROLS, percent_decode_str, utf8_percent_encode};
use quarry_contract::Walk;
use std::fmt::Write;

/// Characters that a URL inside `<…>` must not hold as they are. `%` stays, because the request's URL is encoded already.
const UNSAFE: &AsciiSet =
    &CONTROLS.add(b' ').add(b'"').add(b'<').add(b'>').add(b'\\').add(b'^').add(b'`').add(b'{').add(b'|').add(b'}');

/// The parameters of a list's request that say where its page lies.
fn cursor_parameters(walk: Walk) -> (&'static str, &'static str) {
    match walk {
        Walk::Forward => ("cursor", ""),
        Walk::BothWays => ("before", "after"),
    }
}

/// The pages on both sides: `<…>; rel="next"` and, on a walk both ways, `<…>; rel="prev"`, joined in one header. Each
/// repeats the request's path and parameters as sent, its place replaced. `public_origin` (scheme and authority) makes the
/// URLs absolute; without it they are absolute paths. The `Host` header is never used: it is the client's word, and would
/// be cached for others.
pub(super) fn pages(
    public_origin: Option<&str>,
    request: &Uri,
    walk: Walk,
    next_cursor: Option<&str>,
    previous_cursor: Option<&str>,
) -> Option<HeaderValue> {
    let (on, back) = cursor_parameters(walk);
    let mut links = String::new();
    for (cursor, parameter, relation) in [(next_cursor, on, "next"), (previous_cursor, back, "prev")] {
        let Some(cursor) = cursor else { continue };
        if !links.is_empty() {
            links.push_str(", ");
        }
        write_page(&mut links, public_origin.unwrap_or_default(), request, walk);
        // Writing to a String cannot fail.
        let _ = write!(links, "{parameter}={cursor}>; rel=\"{relation}\"");
    }
    if links.is_empty() { None } else { HeaderValue::try_from(links).ok() }
}

/// `<…?…&`, all but the place.
fn write_page(links: &mut String, origin: &str, request: &Uri, walk: Walk) {
    links.reserve(request.path().len() + 96);
    // Writing to a String cannot fail.
    let _ = write!(links, "<{origin}{}?", utf8_percent_encode(request.path(), UNSAFE));
    for pair in request.query().unwrap_or_default().split('&') {
        if !pair.is_empty() && !is_place(pair, walk) {
            let _ = write!(links, "{}&", utf8_percent_encode(pair, UNSAFE));
        }
    }
}

/// `<…>; rel="RELATION"`: a path below `base_url`. `None` when the path cannot stand in a header.
pub(super) fn relation(base_url: &str, path: &str, relation: &str) -> Option<HeaderValue> {
    HeaderValue::try_from(format!("<{base_url}{}>; rel=\"{relation}\"", utf8_percent_encode(path, UNSAFE))).ok()
}

fn is_place(pair: &str, walk: Walk) -> bool {
    let name = pair.split_once('=').map_or(pair, |(name, _)| name);
    let (on, back) = cursor_parameters(walk);
    let is = |parameter: &str| !parameter.is_empty() && percent_decode_str(name).eq(parameter.bytes());
    is(on) || is(back)
}
