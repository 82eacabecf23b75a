//! The questions of a host to its warehouse: a recorder between the two, so that the very same statements can be sent without
//! the host. Nothing is measured through it.

use anyhow::{Context, Result};
use http_body_util::{BodyExt, Full};
use hyper::body::{Bytes, Incoming};
use hyper::client::conn::http1 as client;
use hyper::header::{CONTENT_LENGTH, HOST, HeaderMap, TRANSFER_ENCODING};
use hyper::server::conn::http1 as server;
use hyper::service::service_fn;
use hyper::{Method, Request, Response};
use hyper_util::rt::TokioIo;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use tokio::net::{TcpListener, UnixStream};

/// One statement as it was sent, with its parameters, and the rows that the warehouse read for it by its own counter.
#[derive(Debug, Clone)]
pub(crate) struct Asked {
    pub(super) method: Method,
    pub(super) uri: String,
    pub(super) headers: HeaderMap,
    pub(super) body: Bytes,
    pub(super) read_rows: u64,
}

impl Asked {
    /// Its SQL, wherever it was sent.
    pub(super) fn sql(&self) -> String {
        let query = self.uri.split_once('?').map_or("", |(_, query)| query);
        let found = url::form_urlencoded::parse(query.as_bytes()).find(|(name, _)| name == "query");
        found.map_or_else(|| String::from_utf8_lossy(&self.body).into_owned(), |(_, sql)| sql.into_owned())
    }
}

pub(crate) struct Recorder {
    address: SocketAddr,
    asked: Arc<Mutex<Vec<Asked>>>,
}

impl Recorder {
    pub(crate) async fn start(socket: &Path) -> Result<Recorder> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let recorder = Recorder { address: listener.local_addr()?, asked: Arc::default() };
        let (asked, socket) = (Arc::clone(&recorder.asked), socket.to_owned());
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let (asked, socket) = (Arc::clone(&asked), socket.clone());
                let service = service_fn(move |request| pass(request, socket.clone(), Arc::clone(&asked)));
                tokio::spawn(server::Builder::new().serve_connection(TokioIo::new(stream), service));
            }
        });
        Ok(recorder)
    }

    pub(crate) fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Takes the questions since the last call.
    pub(crate) fn take(&self) -> Vec<Asked> {
        std::mem::take(&mut self.asked.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

async fn pass(
    request: Request<Incoming>,
    socket: PathBuf,
    asked: Arc<Mutex<Vec<Asked>>>,
) -> Result<Response<Full<Bytes>>> {
    let (parts, body) = request.into_parts();
    let mut sent = Asked {
        method: parts.method,
        uri: parts.uri.to_string(),
        headers: parts.headers,
        body: body.collect().await?.to_bytes(),
        read_rows: 0,
    };
    let mut connection = connect(&socket).await?;
    let answer = send(&mut connection, &sent).await?;
    let (mut parts, body) = answer.into_parts();
    let body = body.collect().await?.to_bytes();
    sent.read_rows = read_rows(&parts.headers);
    asked.lock().unwrap_or_else(PoisonError::into_inner).push(sent);
    parts.headers.remove(TRANSFER_ENCODING);
    Ok(Response::from_parts(parts, Full::new(body)))
}

pub(super) async fn connect(socket: &Path) -> Result<client::SendRequest<Full<Bytes>>> {
    let (sender, connection) = client::handshake(TokioIo::new(UnixStream::connect(socket).await?)).await?;
    tokio::spawn(connection);
    Ok(sender)
}

/// Sends a statement as it was asked.
pub(super) async fn send(
    connection: &mut client::SendRequest<Full<Bytes>>,
    asked: &Asked,
) -> Result<Response<Incoming>> {
    let mut request = Request::builder().method(&asked.method).uri(&asked.uri).body(Full::new(asked.body.clone()))?;
    *request.headers_mut() = asked.headers.clone();
    request.headers_mut().remove(CONTENT_LENGTH);
    request.headers_mut().remove(TRANSFER_ENCODING);
    request.headers_mut().insert(HOST, "warehouse".parse()?);
    connection.ready().await?;
    connection.send_request(request).await.context("the warehouse answers")
}

/// The warehouse's own counter.
fn read_rows(headers: &HeaderMap) -> u64 {
    let summary = headers.get("x-clickhouse-summary").and_then(|text| text.to_str().ok()).unwrap_or("{}");
    let summary: serde_json::Value = serde_json::from_str(summary).unwrap_or_default();
    summary["read_rows"].as_str().and_then(|text| text.parse().ok()).unwrap_or_default()
}
