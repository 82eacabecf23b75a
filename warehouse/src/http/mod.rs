//! The subset of ClickHouse's HTTP interface that the `clickhouse` crate uses, over a Unix socket of mode 0600.
//!
//! `/ping` answers at once; `POST /` runs a statement (`execute`). Sessions, external tables, users and roles are not
//! part of it: the socket's file mode is the access control.

pub(crate) mod compression;
pub(crate) mod multipart;
pub(crate) mod request;
pub(crate) mod response;

use crate::execute::{Execution, answer};
use hyper::body::Incoming;
use hyper::{Method, Request, StatusCode};
use hyper_util::rt::{TokioIo, TokioTimer};
use std::convert::Infallible;
use std::future::Future;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{UnixListener, UnixStream};
use tokio::sync::Semaphore;

/// Connections at once; further ones wait in the socket's backlog.
const MAX_CONNECTIONS: usize = 512;
/// The time that a connection may take to send a request's head.
const HEADER_TIMEOUT: Duration = Duration::from_secs(30);
/// The pause after a failed accept (no file descriptors left, for instance).
const ACCEPT_RETRY: Duration = Duration::from_millis(50);

/// Serves until `stop` resolves.
pub(crate) async fn serve(listener: UnixListener, execution: Arc<Execution>, stop: impl Future<Output = ()>) {
    let connections = Arc::new(Semaphore::new(MAX_CONNECTIONS));
    let accept = async {
        loop {
            let Ok(permit) = connections.clone().acquire_owned().await else { return };
            match listener.accept().await {
                Ok((stream, _)) => {
                    let execution = execution.clone();
                    tokio::spawn(async move {
                        serve_connection(stream, execution).await;
                        drop(permit);
                    });
                }
                Err(error) => {
                    tracing::warn!(%error, "accept failed");
                    tokio::time::sleep(ACCEPT_RETRY).await;
                }
            }
        }
    };
    tokio::select! {
        () = accept => {}
        () = stop => {}
    }
}

async fn serve_connection(stream: UnixStream, execution: Arc<Execution>) {
    let service = hyper::service::service_fn(move |request| route(request, execution.clone()));
    let result = hyper::server::conn::http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEADER_TIMEOUT)
        .serve_connection(TokioIo::new(stream), service)
        .await;
    // A client that leaves in the middle is how queries are cancelled, so this is no warning.
    if let Err(error) = result {
        tracing::debug!(%error, "connection ended early");
    }
}

async fn route(
    request: Request<Incoming>,
    execution: Arc<Execution>,
) -> Result<response::WarehouseResponse, Infallible> {
    Ok(match (request.method(), request.uri().path()) {
        (&Method::GET, "/ping") => response::plain(StatusCode::OK, "Ok.\n"),
        (&Method::GET | &Method::POST, "/") => answer(execution, request).await,
        _ => response::plain(StatusCode::NOT_FOUND, "There is only / and /ping here.\n"),
    })
}
