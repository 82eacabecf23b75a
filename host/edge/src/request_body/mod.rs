//! Stage: request body. Reads what a route declares that it takes, within its limit, and checks it before the handler
//! sees it.
//!
//! Always true: a body over the limit is refused, by its `Content-Length` before anything is done for it and by its
//! bytes otherwise; what reaches a handler has the declared media type and satisfies the declared schema; a route that
//! declares no body never sees one; no text in it holds U+0000, and those that people enter are read as their schema
//! declares (`texts`); large bodies have room of their own (`room`). `json` reads JSON strictly, `form` reads forms, `plan` holds what was compiled at load, `turns`
//! keeps checks that take long away from the threads that serve everybody. To add a form: its variant in
//! `contract::RequestBodyForm` and its arm in [`plan`].

mod form;
mod json;
mod plan;
mod room;
mod secrets;
mod texts;
mod turns;

pub use plan::{RequestBodyPlan, RequestBodyPlanError};
pub(super) use room::LargeBodies;
pub(super) use turns::BodyChecks;

use bytes::Bytes;
use futures_util::{StreamExt, TryStreamExt};
use http::{HeaderMap, header::CONTENT_LENGTH};
use http_body_util::{BodyExt, LengthLimitError, Limited};
use hyper::body::Body;
use quarry_contract::{BodyStream, Problem};
use std::error::Error;

/// The body of a request on its way in.
pub trait IncomingBody: Body<Data = Bytes, Error: Into<Box<dyn Error + Send + Sync>>> + Send + 'static {}

impl<B: Body<Data = Bytes, Error: Into<Box<dyn Error + Send + Sync>>> + Send + 'static> IncomingBody for B {}

/// The bytes that a body says it has.
fn declared_length(headers: &HeaderMap) -> Option<u64> {
    // A malformed length never gets here: the HTTP parser answers it with 400.
    headers.get(CONTENT_LENGTH).and_then(|value| value.to_str().ok()?.parse::<u64>().ok())
}

/// Refuses a body that says it is over the limit.
pub(super) fn check_length(headers: &HeaderMap, max_bytes: u64) -> Result<(), Problem> {
    match declared_length(headers) {
        Some(length) if length > max_bytes => Err(too_large(max_bytes)),
        _ => Ok(()),
    }
}

/// Reads all of a body. Its time is the request's, and the listener's for a client that is too slow.
pub(super) async fn read(body: impl IncomingBody, max_bytes: u64) -> Result<Bytes, Problem> {
    let most = usize::try_from(max_bytes).unwrap_or(usize::MAX);
    match Limited::new(body, most).collect().await {
        Ok(collected) => Ok(collected.to_bytes()),
        Err(error) => Err(not_whole(&*error, max_bytes)),
    }
}

/// A body whose handler reads it as it comes. Its time is the same.
pub(super) fn stream(body: impl IncomingBody, max_bytes: u64) -> BodyStream {
    let most = usize::try_from(max_bytes).unwrap_or(usize::MAX);
    let pieces = Limited::new(body, most).into_data_stream();
    BodyStream::new(pieces.map_err(move |error| not_whole(&*error, max_bytes)).boxed())
}

fn not_whole(error: &(dyn Error + Send + Sync + 'static), max_bytes: u64) -> Problem {
    if error.is::<LengthLimitError>() {
        return too_large(max_bytes);
    }
    tracing::debug!(%error, "a request body did not arrive");
    let detail = "The request body did not arrive whole and in time: send it again, faster or in parts.";
    Problem::new(408, "request_timeout", detail)
}

fn too_large(max_bytes: u64) -> Problem {
    Problem::new(
        413,
        "payload_too_large",
        format!("The request body has more than {max_bytes} bytes, which is the most."),
    )
    .with("limit", max_bytes)
}
