//! A route's declarations of its answers: statuses, refusals, headers.

use crate::bindings::quarry::plugin::manifest as wit;
use quarry_contract::{AnswerHeader, Refusal};

const SUCCESSES: [u16; 4] = [200, 201, 202, 204];
pub(super) const REFUSALS: [u16; 4] = [403, 404, 409, 422];
/// Headers that begin with `x-` and are the host's.
const OWNED_BY_HOST: [&str; 5] =
    ["x-request-id", "x-content-type-options", "x-ratelimit-limit", "x-ratelimit-remaining", "x-ratelimit-reset"];
/// Headers of HTTP that a component may set. The host's own links stand beside those of an answer.
const FREE_HEADERS: [&str; 2] = ["link", "location"];
const LONGEST_HEADER_NAME: usize = 64;
/// Headers that begin with `x-` and that somebody between a component and its reader acts upon, by what follows the `x-`;
/// each stands for the longer names that continue it after a `-` too.
const REFUSED_HEADERS: &[&str] = &[
    // Web servers and proxies send a file or another answer in the place of this one.
    "accel",
    "archive-files",
    "internal",
    "lighttpd",
    "litespeed",
    "original",
    "proxy",
    "reproxy",
    "rewrite",
    "send-file",
    "sendfile",
    "sendfile2",
    "upstream",
    // They keep it, or lead it elsewhere.
    "akamai",
    "amz",
    "amzn",
    "appengine",
    "azure",
    "cache",
    "cdn",
    "envoy",
    "fastly",
    "goog",
    "google",
    "haproxy",
    "kong",
    "ms",
    "netlify",
    "nginx",
    "traefik",
    "varnish",
    "vercel",
    // They say who asked, from where and how.
    "auth",
    "authenticated",
    "authorization",
    "csrf",
    "forwarded",
    "http-method",
    "real",
    "xsrf",
    // Browsers and search engines make rules of them.
    "content",
    "dns-prefetch",
    "download-options",
    "frame",
    "permitted",
    "robots",
    "sourcemap",
    "ua-compatible",
    "webkit",
    "xss",
    // The host's own.
    "cookie",
    "powered-by",
    "ratelimit",
    "request-id",
    "server-timing",
    "service-client",
    "set-cookie",
];

/// Checks that all of it could be kept.
pub(super) fn check(route: &wit::Route) -> Result<(), String> {
    let operation_id = &route.operation_id;
    if let Some(status) = route.success_statuses.iter().find(|status| !SUCCESSES.contains(status)) {
        return Err(format!("{operation_id} declares {status} for good answers: they are 200, 201, 202 and 204"));
    }
    let plain = matches!(route.response_form, wit::ResponseForm::Json);
    if !plain && !route.answer_headers.is_empty() {
        return Err(format!(
            "{operation_id} declares headers of its own: an object and an event stream have the host's alone"
        ));
    }
    if !plain && route.success_statuses.iter().any(|status| *status != 200) {
        return Err(format!("{operation_id} answers with an object or an event stream: its status is 200"));
    }
    for refusal in &route.refusals {
        if !REFUSALS.contains(&refusal.status) || !is_code(&refusal.code) || refusal.description.is_empty() {
            return Err(format!(
                "{operation_id} declares the refusal {} `{}`: a status of 403, 404, 409 or 422, a code in snake_case \
                 and a description are needed",
                refusal.status, refusal.code
            ));
        }
    }
    let is_kept = route.method == wit::Method::Post && matches!(route.access, wit::Access::Key(_));
    if is_kept && let Some(header) = route.answer_headers.iter().find(|header| header.name != "location") {
        return Err(format!(
            "{operation_id} declares the header `{}`: what a keyed post answers is kept for repetition, of its headers \
             location alone",
            header.name
        ));
    }
    for header in &route.answer_headers {
        let name = &header.name;
        if !is_answer_header(name) {
            return Err(format!(
                "{operation_id} declares the header `{name}`: it is link or location, or begins with x- and is not the host's, \
                 in lowercase"
            ));
        }
        if is_refused(name) {
            return Err(format!(
                "{operation_id} declares the header `{name}`: servers, proxies or browsers between the host and its \
                 clients act upon it; take a name of your own, such as x-row-count"
            ));
        }
    }
    Ok(())
}

/// Tells a code of a refusal: snake_case.
pub(super) fn is_code(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_')
}

/// Tells the form of a header that a component may have.
fn is_answer_header(name: &str) -> bool {
    let is_name = name.len() <= LONGEST_HEADER_NAME
        && name.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-');
    let is_whole = name.split('-').all(|word| !word.is_empty());
    let is_of_the_host = OWNED_BY_HOST.contains(&name);
    is_name && is_whole && !is_of_the_host && (FREE_HEADERS.contains(&name) || name.starts_with("x-"))
}

/// Tells a name that others act upon, or one that continues it.
fn is_refused(name: &str) -> bool {
    let Some(rest) = name.strip_prefix("x-") else { return false };
    REFUSED_HEADERS
        .iter()
        .filter_map(|refused| rest.strip_prefix(refused))
        .any(|continued| continued.is_empty() || continued.starts_with('-'))
}

pub(super) fn refusal_from_guest(refusal: wit::Refusal) -> Refusal {
    Refusal { status: refusal.status, code: refusal.code, description: refusal.description }
}

pub(super) fn header_from_guest(header: wit::AnswerHeader) -> AnswerHeader {
    AnswerHeader { name: header.name, description: header.description }
}

/// The refusals of a route whose writes are made once for each `request_key`.
pub(super) fn of_request_key() -> [Refusal; 2] {
    let refusal = |status, code: &str, description: &str| Refusal {
        status,
        code: code.to_owned(),
        description: description.to_owned(),
    };
    [
        refusal(
            409,
            "request_in_progress",
            "A write with this request_key is being made: send the request again in a moment.",
        ),
        refusal(
            422,
            "request_key_reused",
            "The request_key was used for another request in the last 24 hours: take a new one for a new request.",
        ),
    ]
}
