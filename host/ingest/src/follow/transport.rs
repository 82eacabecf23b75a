//! JSON-RPC over HTTP for alloy's client: pooled connections, answers of bounded size, no redirects.
//!
//! alloy's own HTTP transports read an answer of any size; this one does not.

use std::io;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use alloy_json_rpc::{RequestPacket, ResponsePacket};
use alloy_transport::{TransportError, TransportErrorKind, TransportFut};
use base64::Engine;
use bytes::Bytes;
use http::header::{AUTHORIZATION, CONTENT_TYPE, HeaderValue, RETRY_AFTER};
use http::{Request, Response, Uri};
use http_body_util::{BodyExt, Full, LengthLimitError, Limited};
use hyper::body::Incoming;
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::{TokioExecutor, TokioTimer};
use tokio_rustls::rustls::crypto::ring;
use tower_service::Service;
use url::Url;

/// A longer answer is refused; the range is asked for in parts then.
const MAX_ANSWER_BYTES: usize = 64 << 20;
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
const IDLE_TIMEOUT: Duration = Duration::from_secs(60);

/// An answer over [`MAX_ANSWER_BYTES`].
#[derive(Debug, thiserror::Error)]
#[error("the answer is longer than 64 MiB")]
pub(super) struct AnswerTooLong;

/// Sends requests to one server. Clones share its connections.
#[derive(Clone)]
pub(super) struct HttpTransport {
    client: Client<HttpsConnector<HttpConnector>, Full<Bytes>>,
    uri: Uri,
    /// Of a user and password in the address.
    authorization: Option<HeaderValue>,
}

impl HttpTransport {
    pub(super) fn new(url: &Url) -> io::Result<HttpTransport> {
        let mut http = HttpConnector::new();
        http.enforce_http(false);
        http.set_connect_timeout(Some(CONNECT_TIMEOUT));
        http.set_nodelay(true);
        let connector = HttpsConnectorBuilder::new()
            .with_provider_and_webpki_roots(Arc::new(ring::default_provider()))
            .map_err(io::Error::other)?
            .https_or_http()
            .enable_http1()
            .wrap_connector(http);
        let client = Client::builder(TokioExecutor::new())
            .pool_idle_timeout(IDLE_TIMEOUT)
            .pool_timer(TokioTimer::new())
            .build(connector);
        let mut plain = url.clone();
        // Neither fails for an address with a host.
        let _ = plain.set_username("");
        let _ = plain.set_password(None);
        plain.set_fragment(None);
        let uri = plain.as_str().parse().map_err(|_| io::Error::other("its address is not an address of HTTP"))?;
        Ok(HttpTransport { client, uri, authorization: authorization(url) })
    }

    async fn exchange(self, packet: RequestPacket) -> Result<ResponsePacket, TransportError> {
        let body = packet.serialize().map_err(TransportError::ser_err)?;
        let body = Full::new(Bytes::from(String::from(Box::<str>::from(body))));
        let mut request = Request::post(self.uri).header(CONTENT_TYPE, "application/json");
        if let Some(authorization) = self.authorization {
            request = request.header(AUTHORIZATION, authorization);
        }
        let request = request.body(body).map_err(TransportErrorKind::custom)?;
        let response = self.client.request(request).await.map_err(TransportErrorKind::custom)?;
        read(response).await
    }
}

fn authorization(url: &Url) -> Option<HeaderValue> {
    let password = url.password()?;
    let decoded = |text: &str| percent_encoding::percent_decode_str(text).decode_utf8_lossy().into_owned();
    let pair = format!("{}:{}", decoded(url.username()), decoded(password));
    let text = format!("Basic {}", base64::engine::general_purpose::STANDARD.encode(pair));
    let mut value = HeaderValue::from_str(&text).ok()?;
    value.set_sensitive(true);
    Some(value)
}

/// Reads an answer. A refusal by JSON-RPC counts as one under any status of the client's fault but 429.
async fn read(response: Response<Incoming>) -> Result<ResponsePacket, TransportError> {
    let (head, body) = response.into_parts();
    let body = Limited::new(body, MAX_ANSWER_BYTES).collect().await.map_err(|error| {
        match error.downcast::<LengthLimitError>() {
            Ok(_) => TransportErrorKind::custom(AnswerTooLong),
            Err(error) => TransportError::Transport(TransportErrorKind::Custom(error)),
        }
    })?;
    let bytes = body.to_bytes();
    let status = head.status;
    if !status.is_success() {
        let refusal = serde_json::from_slice::<ResponsePacket>(&bytes).ok().filter(ResponsePacket::is_error);
        return match refusal {
            Some(refusal) if status.is_client_error() && status != http::StatusCode::TOO_MANY_REQUESTS => Ok(refusal),
            _ => {
                let seconds = head.headers.get(RETRY_AFTER).and_then(|value| value.to_str().ok()?.trim().parse().ok());
                let wait = seconds.map(Duration::from_secs);
                Err(TransportErrorKind::http_error_with_retry_after(status.as_u16(), String::new(), wait))
            }
        };
    }
    serde_json::from_slice(&bytes).map_err(|error| TransportError::deser_err(error, ""))
}

impl Service<RequestPacket> for HttpTransport {
    type Response = ResponsePacket;
    type Error = TransportError;
    type Future = TransportFut<'static>;

    fn poll_ready(&mut self, _context: &mut Context<'_>) -> Poll<Result<(), TransportError>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, packet: RequestPacket) -> TransportFut<'static> {
        Box::pin(self.clone().exchange(packet))
    }
}
