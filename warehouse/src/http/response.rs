//! Writes answers and errors as ClickHouse does, so that its clients understand them.

use crate::engine::failure::EngineFailure;
use bytes::Bytes;
use futures_util::Stream;
use http_body_util::combinators::UnsyncBoxBody;
use http_body_util::{BodyExt, Full, StreamBody};
use hyper::body::Frame;
use hyper::header::{CONTENT_ENCODING, CONTENT_TYPE, HeaderName, HeaderValue};
use hyper::{Response, StatusCode};
use std::io;

pub(crate) type WarehouseResponse = Response<UnsyncBoxBody<Bytes, io::Error>>;

const EXCEPTION_CODE: HeaderName = HeaderName::from_static("x-clickhouse-exception-code");
const EXCEPTION_TAG: HeaderName = HeaderName::from_static("x-clickhouse-exception-tag");
const FORMAT: HeaderName = HeaderName::from_static("x-clickhouse-format");
const QUERY_ID: HeaderName = HeaderName::from_static("x-clickhouse-query-id");
const SUMMARY: HeaderName = HeaderName::from_static("x-clickhouse-summary");
const TIMEZONE: HeaderName = HeaderName::from_static("x-clickhouse-timezone");

/// The rows and bytes that a statement has read and written so far.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Progress {
    pub(crate) read_rows: u64,
    pub(crate) read_bytes: u64,
    pub(crate) written_rows: u64,
    pub(crate) written_bytes: u64,
    pub(crate) elapsed_ns: u64,
}

impl Progress {
    fn header(&self) -> HeaderValue {
        // ClickHouse writes the numbers of this header as strings.
        let text = serde_json::json!({
            "read_rows": self.read_rows.to_string(),
            "read_bytes": self.read_bytes.to_string(),
            "written_rows": self.written_rows.to_string(),
            "written_bytes": self.written_bytes.to_string(),
            "elapsed_ns": self.elapsed_ns.to_string(),
        })
        .to_string();
        HeaderValue::from_str(&text).unwrap_or(HeaderValue::from_static("{}"))
    }
}

/// The contents of a successful answer's head.
pub(crate) struct AnswerHead<'a> {
    pub(crate) query_id: &'a str,
    pub(crate) format: &'a str,
    pub(crate) progress: Progress,
    /// Marks an error that comes after the first bytes of the answer.
    pub(crate) exception_tag: &'a str,
    pub(crate) lz4: bool,
}

/// A short text.
pub(crate) fn plain(status: StatusCode, text: &'static str) -> WarehouseResponse {
    with_body(status, Bytes::from_static(text.as_bytes()))
}

/// A failure found before the answer began.
pub(crate) fn failure(failure: &EngineFailure, engine_version: &str) -> WarehouseResponse {
    let mut response = with_body(status(failure.code), Bytes::from(failure.wire_text(engine_version) + "\n"));
    response.headers_mut().insert(EXCEPTION_CODE, HeaderValue::from(failure.code));
    response
}

/// An answer whose body is at hand.
pub(crate) fn complete(head: &AnswerHead<'_>, body: Bytes) -> WarehouseResponse {
    let mut response = with_body(StatusCode::OK, body);
    fill(&mut response, head);
    response
}

/// An answer whose body follows. A stream that ends in an error cuts the connection, so that a client never takes it for
/// complete.
pub(crate) fn streamed(
    head: &AnswerHead<'_>,
    body: impl Stream<Item = io::Result<Bytes>> + Send + 'static,
) -> WarehouseResponse {
    use futures_util::StreamExt;
    let mut response = Response::new(StreamBody::new(body.map(|chunk| chunk.map(Frame::data))).boxed_unsync());
    fill(&mut response, head);
    response
}

/// An error after the first bytes: the block that clients look for at the end of the body.
pub(crate) fn exception_block(failure: &EngineFailure, engine_version: &str, tag: &str) -> Bytes {
    let message = failure.wire_text(engine_version);
    let length = message.len() + 1;
    Bytes::from(format!("\r\n__exception__\r\n{tag}\r\n{message}\n{length} {tag}\r\n__exception__\r\n"))
}

fn with_body(status: StatusCode, body: Bytes) -> WarehouseResponse {
    let mut response = Response::new(Full::new(body).map_err(|never| match never {}).boxed_unsync());
    *response.status_mut() = status;
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("text/plain; charset=UTF-8"));
    response
}

fn fill(response: &mut WarehouseResponse, head: &AnswerHead<'_>) {
    let text = |value: &str| HeaderValue::from_str(value).unwrap_or(HeaderValue::from_static(""));
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/octet-stream"));
    headers.insert(QUERY_ID, text(head.query_id));
    headers.insert(FORMAT, text(head.format));
    headers.insert(TIMEZONE, HeaderValue::from_static("UTC"));
    headers.insert(SUMMARY, head.progress.header());
    headers.insert(EXCEPTION_TAG, text(head.exception_tag));
    if head.lz4 {
        headers.insert(CONTENT_ENCODING, HeaderValue::from_static("lz4"));
    }
}

/// ClickHouse's statuses (exceptionCodeToHTTPStatus.cpp); clients read the code, people the status.
fn status(code: i32) -> StatusCode {
    match code {
        164 | 291 | 497 => StatusCode::FORBIDDEN,
        6 | 26 | 27 | 38 | 41..=44 | 50 | 51 | 53 | 57 | 62 | 69 | 70 | 72 | 73 | 130 | 131 | 349 | 456 | 457 => {
            StatusCode::BAD_REQUEST
        }
        46 | 47 | 60 | 63 | 81 | 115 => StatusCode::NOT_FOUND,
        48 => StatusCode::NOT_IMPLEMENTED,
        159 => StatusCode::REQUEST_TIMEOUT,
        202 => StatusCode::SERVICE_UNAVAILABLE,
        636 => StatusCode::PAYLOAD_TOO_LARGE,
        _ => StatusCode::INTERNAL_SERVER_ERROR,
    }
}
