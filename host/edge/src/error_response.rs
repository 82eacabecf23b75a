//! Problems as responses, in the two published forms: `{"error", "detail", …}` for keyed and public operations,
//! `{"code", "detail", "fields"}` for session ones. This is the one place where a problem becomes what a client sees.
//!
//! Nothing internal leaves: a status that is not published becomes 503 `plugin_failed` with a sentence of the host's.

use crate::encode::{empty_response, set_body};
use crate::request_id::RequestId;
use crate::response_body::ResponseBody;
use http::header::{ALLOW, CACHE_CONTROL, CONTENT_RANGE, RETRY_AFTER, WWW_AUTHENTICATE};
use http::{HeaderValue, Response, StatusCode};
use quarry_contract::Problem;
use serde_json::{Map, Value};

/// Seconds after which a client may try again, where a problem that needs them does not say.
const DEFAULT_RETRY_AFTER: u32 = 2;

/// The member under which a 405 carries what its `Allow` header says.
pub(super) const ALLOW_MEMBER: &str = "allow";

/// The member under which a 416 carries the size that its `Content-Range` header says.
pub(super) const SIZE_MEMBER: &str = "size_bytes";

/// The response of a problem. `is_session` chooses the form.
pub(super) fn error_response(problem: Problem, is_session: bool, request_id: &RequestId) -> Response<ResponseBody> {
    let problem = publishable(problem);
    let mut response = response_head(&problem, is_session);
    let body = Value::Object(members(problem, is_session, request_id)).to_string();
    set_body(&mut response, body.into(), HeaderValue::from_static("application/json"));
    response
}

/// The response of a problem where the documents want plain text: its sentence alone.
pub(super) fn plain_text_response(problem: Problem, request_id: &RequestId) -> Response<ResponseBody> {
    let problem = publishable(problem);
    let mut response = response_head(&problem, false);
    let body = format!("{}\nrequest_id: {}\n", problem.detail, request_id.text);
    set_body(&mut response, body.into(), HeaderValue::from_static("text/plain; charset=utf-8"));
    response
}

/// Status and headers.
fn response_head(problem: &Problem, is_session: bool) -> Response<ResponseBody> {
    // A publishable problem's status is always one.
    let status = StatusCode::from_u16(problem.status).unwrap_or(StatusCode::SERVICE_UNAVAILABLE);
    let mut response = empty_response(status);
    let headers = response.headers_mut();
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    if status == StatusCode::UNAUTHORIZED && !is_session {
        headers.insert(WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
    }
    let needs_retry = matches!(status, StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE);
    if let Some(seconds) = problem.retry_after.or(needs_retry.then_some(DEFAULT_RETRY_AFTER)) {
        headers.insert(RETRY_AFTER, seconds.into());
    }
    if let Some(Value::String(allow)) = problem.members.get(ALLOW_MEMBER)
        && let Ok(allow) = HeaderValue::try_from(allow)
    {
        headers.insert(ALLOW, allow);
    }
    if status == StatusCode::RANGE_NOT_SATISFIABLE
        && let Some(size) = problem.members.get(SIZE_MEMBER)
        && let Ok(range) = HeaderValue::try_from(format!("bytes */{size}"))
    {
        headers.insert(CONTENT_RANGE, range);
    }
    response
}

/// The problem, or `plugin_failed` in its place when its status is not an error's or is an internal one.
fn publishable(problem: Problem) -> Problem {
    if matches!(problem.status, 400..=499 | 503) {
        return problem;
    }
    tracing::error!(status = problem.status, code = problem.code, detail = problem.detail, "unpublished problem");
    Problem::plugin_failed("The operation failed; none of its own answer was sent.")
}

fn members(problem: Problem, is_session: bool, request_id: &RequestId) -> Map<String, Value> {
    let mut body = Map::new();
    body.insert((if is_session { "code" } else { "error" }).to_owned(), problem.code.into());
    body.insert("detail".to_owned(), problem.detail.clone().into());
    // A member cannot stand in for one of these.
    for (name, member) in *problem.members {
        body.entry(name).or_insert(member);
    }
    if is_session && let Some(Value::String(parameter)) = body.get("parameter") {
        let field = (parameter.clone(), Value::String(problem.detail));
        body.entry("fields").or_insert_with(|| Value::Object(Map::from_iter([field])));
    }
    body.insert("request_id".to_owned(), (&*request_id.text).into());
    body
}
