//! The HTTP side of inserts, and of the question whether a server answers at all.
//!
//! The `clickhouse` crate's own insert drops the server's summary, and with it the number of rows written; so this request is
//! made here, over the same transports.

use super::error::{WarehouseError, innermost};
use super::transport::{self, UnixConnector};
use bytes::Bytes;
use futures_util::{Stream, StreamExt};
use http_body_util::combinators::UnsyncBoxBody;
use http_body_util::{BodyExt, Empty, Limited, StreamBody};
use hyper::body::{Frame, Incoming};
use hyper::header::CONTENT_ENCODING;
use hyper::{Request, Response, StatusCode};
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use std::collections::HashMap;
use std::io;
use std::sync::{Arc, OnceLock};
use std::time::Duration;
use url::Url;

type Body = UnsyncBoxBody<Bytes, io::Error>;

/// The longest error text that is read.
const MAX_ERROR_BYTES: usize = 1 << 20;
/// The time that one insert may take, its data included.
pub(super) const INSERT_DEADLINE: Duration = Duration::from_secs(6 * 60 * 60);

/// The rows that an insert wrote, materialized views included.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct InsertSummary {
    /// Rows read from the data; 0 when the server does not count them (a plain `INSERT … FORMAT` on the embedded one).
    pub read_rows: u64,
    pub written_rows: u64,
    pub written_bytes: u64,
}

/// The compression of an insert's data; the warehouse unpacks it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Compressed {
    #[default]
    No,
    Gzip,
    Zstd,
}

/// The HTTP side of inserts, and of that question.
#[derive(Clone)]
pub(super) struct InsertClient {
    http: Http,
    pub(super) address: Arc<Url>,
    credentials: Arc<[(&'static str, String)]>,
}

#[derive(Clone)]
enum Http {
    Unix(Client<UnixConnector, Body>),
    Tcp(Client<HttpConnector, Body>),
}

impl InsertClient {
    pub(super) fn over_unix_socket(connector: UnixConnector, database: &str) -> InsertClient {
        let mut address = EMBEDDED_ADDRESS.clone();
        set_database(&mut address, database);
        let http = Http::Unix(transport::client(connector));
        InsertClient { http, address: Arc::new(address), credentials: Arc::new([]) }
    }

    pub(super) fn over_http(
        mut address: Url,
        database: &str,
        user: Option<&str>,
        password: Option<&str>,
    ) -> InsertClient {
        set_database(&mut address, database);
        let user = user.map(|user| ("X-ClickHouse-User", user.to_owned()));
        let password = password.map(|password| ("X-ClickHouse-Key", password.to_owned()));
        let http = Http::Tcp(transport::client(transport::tcp()));
        InsertClient { http, address: Arc::new(address), credentials: user.into_iter().chain(password).collect() }
    }
}

static EMBEDDED_ADDRESS: std::sync::LazyLock<Url> = std::sync::LazyLock::new(|| {
    // A constant that parses.
    Url::parse("http://embedded-warehouse/").unwrap_or_else(|error| unreachable!("{error}"))
});

fn set_database(address: &mut Url, database: &str) {
    address.query_pairs_mut().clear().append_pair("database", database);
}

impl InsertClient {
    /// An error of `body` is kept in `broken`, since the HTTP client would only say that the body failed.
    pub(super) fn request(
        &self,
        address: &Url,
        compressed: Compressed,
        body: impl Stream<Item = io::Result<Bytes>> + Send + 'static,
        broken: Arc<OnceLock<Arc<io::Error>>>,
    ) -> Result<Request<Body>, WarehouseError> {
        let frames = body.map(move |chunk| match chunk {
            Ok(bytes) => Ok(Frame::data(bytes)),
            Err(error) => {
                let cut = io::Error::from(error.kind());
                // Only the first error counts; nothing is read after it.
                let _ = broken.set(Arc::new(error));
                Err(cut)
            }
        });
        let mut request = Request::post(address.as_str());
        for (name, value) in self.credentials.iter() {
            request = request.header(*name, value);
        }
        match compressed {
            Compressed::No => {}
            Compressed::Gzip => request = request.header(CONTENT_ENCODING, "gzip"),
            Compressed::Zstd => request = request.header(CONTENT_ENCODING, "zstd"),
        }
        request.body(StreamBody::new(frames).boxed_unsync()).map_err(|error| WarehouseError::Address {
            address: address.origin().ascii_serialization(),
            reason: error.to_string(),
        })
    }

    /// Asks whether anybody answers: any answer will do, and no statement runs for it.
    pub(super) async fn ping(&self) -> Result<(), WarehouseError> {
        let mut address = Url::clone(&self.address);
        address.set_path("/ping");
        address.set_query(None);
        let nothing = Empty::new().map_err(|never| match never {}).boxed_unsync();
        let request = Request::get(address.as_str()).body(nothing);
        let request = request.map_err(WarehouseError::unavailable)?;
        self.answer_to(request).await.map(drop)
    }

    async fn answer_to(&self, request: Request<Body>) -> Result<Response<Incoming>, WarehouseError> {
        let response = match &self.http {
            Http::Unix(client) => client.request(request).await,
            Http::Tcp(client) => client.request(request).await,
        };
        response.map_err(|error| WarehouseError::unavailable(innermost(&error)))
    }

    pub(super) async fn send(&self, request: Request<Body>) -> Result<InsertSummary, WarehouseError> {
        let response = self.answer_to(request).await?;
        let (parts, body) = response.into_parts();
        let text = Limited::new(body, MAX_ERROR_BYTES)
            .collect()
            .await
            .map_err(|error| WarehouseError::unavailable(innermost(error.as_ref())))?
            .to_bytes();
        if parts.status != StatusCode::OK || parts.headers.contains_key("X-ClickHouse-Exception-Code") {
            return Err(WarehouseError::from_response(&String::from_utf8_lossy(&text), INSERT_DEADLINE));
        }
        let summary = parts.headers.get("X-ClickHouse-Summary").and_then(|value| value.to_str().ok()).unwrap_or("{}");
        // ClickHouse writes the numbers as strings; a summary that cannot be read is not worth failing a committed insert.
        let numbers: HashMap<String, String> = serde_json::from_str(summary).unwrap_or_default();
        let number = |name: &str| numbers.get(name).and_then(|value| value.parse().ok()).unwrap_or_default();
        Ok(InsertSummary {
            read_rows: number("read_rows"),
            written_rows: number("written_rows"),
            written_bytes: number("written_bytes"),
        })
    }
}
