//! One request and its answer on one connection, HTTP/1.1.

use crate::outbound::incoming::{Connection, IncomingAnswer};
use crate::outbound::limits::{LongerAnswer, OutboundLimits};
use crate::outbound::{OutboundError, OutboundRequest, OutboundResponse};
use bytes::{Bytes, BytesMut};
use futures_util::future::{Either, select};
use http::header::{ACCEPT_ENCODING, CONNECTION, HOST, USER_AGENT};
use http::{HeaderValue, Request};
use http_body_util::{BodyExt, Full, LengthLimitError, Limited};
use hyper::body::Incoming;
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use std::convert::Infallible;
use std::pin::pin;
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite};

/// Headers of an answer: how many, and how long all of them may be.
const MAX_HEADERS: usize = 100;
const MAX_HEADER_BYTES: usize = 64 * 1024;

/// The time that the body of an answer has whose beginning is enough.
const BEGINNING: Duration = Duration::from_secs(1);

/// The name that the host gives itself where the request gives none.
const OWN_NAME: &str = concat!("quarry/", env!("CARGO_PKG_VERSION"));

pub(super) async fn exchange(
    stream: impl AsyncRead + AsyncWrite + Unpin,
    request: OutboundRequest,
    server: &str,
    limits: OutboundLimits,
) -> Result<OutboundResponse, OutboundError> {
    let failed = |source| OutboundError::Exchange { server: server.to_owned(), source };
    let request = http_request(request)?;
    let (mut sender, connection) = http1::Builder::new()
        .max_headers(MAX_HEADERS)
        .max_buf_size(MAX_HEADER_BYTES)
        .handshake(TokioIo::new(stream))
        .await
        .map_err(failed)?;
    let asking = async {
        let response = sender.send_request(request).await.map_err(failed)?;
        let (head, body) = response.into_parts();
        let body = match limits.longer {
            LongerAnswer::Refused => whole(body, server, limits.max_answer_bytes).await?,
            LongerAnswer::Cut => beginning(body, limits.max_answer_bytes).await,
        };
        Ok(OutboundResponse { status: head.status.as_u16(), headers: head.headers, body })
    };
    // The connection moves only while it is polled. It may end before its last answer was read; what went wrong with it,
    // the answer says.
    let moving = async {
        if let Err(error) = connection.await {
            tracing::debug!(server, %error, "a connection to a server outside ended");
        }
        std::future::pending::<Infallible>().await
    };
    match select(pin!(asking), pin!(moving)).await {
        Either::Left((outcome, _)) => outcome,
        Either::Right((never, _)) => match never {},
    }
}

/// Sends `request` and gives its answer once the head is there. The connection moves on a task of its own.
pub(super) async fn open(
    stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
    request: OutboundRequest,
    server: &str,
    max_bytes: usize,
) -> Result<IncomingAnswer, OutboundError> {
    let failed = |source| OutboundError::Exchange { server: server.to_owned(), source };
    let request = http_request(request)?;
    let (sender, connection) = http1::Builder::new()
        .max_headers(MAX_HEADERS)
        .max_buf_size(MAX_HEADER_BYTES)
        .handshake(TokioIo::new(stream))
        .await
        .map_err(failed)?;
    let named = server.to_owned();
    let moving = tokio::spawn(async move {
        if let Err(error) = connection.await {
            tracing::debug!(server = named, %error, "a connection to a server outside ended");
        }
    });
    // From here on the task ends with the answer, or with a failure before it.
    let mut connection = Connection { task: moving.abort_handle(), sender };
    let response = connection.sender.send_request(request).await.map_err(failed)?;
    let (head, body) = response.into_parts();
    Ok(IncomingAnswer {
        status: head.status.as_u16(),
        headers: head.headers,
        server: server.to_owned(),
        body,
        rest: Bytes::new(),
        bytes_left: max_bytes,
        max_bytes,
        _connection: connection,
    })
}

async fn whole(body: Incoming, server: &str, max_bytes: usize) -> Result<Bytes, OutboundError> {
    let collected = Limited::new(body, max_bytes).collect().await.map_err(|source| {
        let server = server.to_owned();
        match source.is::<LengthLimitError>() {
            true => OutboundError::AnswerTooLarge { server, limit: max_bytes },
            false => OutboundError::Body { server, source },
        }
    })?;
    Ok(collected.to_bytes())
}

/// Reads what comes within a second, up to so many bytes.
async fn beginning(mut body: Incoming, max_bytes: usize) -> Bytes {
    let mut read = BytesMut::new();
    let reading = async {
        while let Some(Ok(frame)) = body.frame().await {
            let Ok(data) = frame.into_data() else { continue };
            read.extend_from_slice(&data[..data.len().min(max_bytes - read.len())]);
            if read.len() == max_bytes {
                break;
            }
        }
    };
    // What came until then is kept.
    let _ = tokio::time::timeout(BEGINNING, reading).await;
    read.freeze()
}

/// The request as it is sent: the path alone in its first line, the name in `host`.
fn http_request(request: OutboundRequest) -> Result<Request<Full<Bytes>>, OutboundError> {
    let server = &request.url[url::Position::BeforeHost..url::Position::AfterPort];
    let path = &request.url[url::Position::BeforePath..url::Position::AfterQuery];
    let mut headers = request.headers;
    headers.insert(HOST, HeaderValue::try_from(server).map_err(|_| OutboundError::NoServer)?);
    headers.insert(CONNECTION, HeaderValue::from_static("close"));
    headers.entry(USER_AGENT).or_insert(HeaderValue::from_static(OWN_NAME));
    headers.entry(ACCEPT_ENCODING).or_insert(HeaderValue::from_static("identity"));
    let mut built = Request::new(Full::new(request.body));
    *built.method_mut() = request.method;
    *built.uri_mut() = path.parse().map_err(|_| OutboundError::NoServer)?;
    *built.headers_mut() = headers;
    Ok(built)
}
