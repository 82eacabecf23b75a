//! The listener: connections in, requests to the edge, and an orderly end.
//!
//! Bounded throughout: connections at once, the time and the bytes of a request's headers, streams of a connection,
//! and the time that a drain may take.

use crate::edge::limits::ListenerLimits;
use crate::edge::pipeline::Edge;
use crate::edge::shutdown::Shutdown;
use hyper::service::service_fn;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto::Builder;
use hyper_util::server::graceful::{GracefulShutdown, Watcher};
use std::convert::Infallible;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::JoinSet;

/// After an accept that failed for want of something of the machine's (file descriptors), which comes back with time.
const ACCEPT_PAUSE: Duration = Duration::from_millis(100);
const HTTP2_PING_INTERVAL: Duration = Duration::from_secs(30);
const HTTP2_PING_TIMEOUT: Duration = Duration::from_secs(20);

/// How a listener ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Drained {
    /// Connections that were still busy when the drain's time was over, and were cut.
    pub cut_connections: usize,
}

/// Serves HTTP/1.1 and HTTP/2 on `listener` until `shutdown`; then takes no new connection, lets the requests in flight
/// end, and cuts what is left after `limits.drain`.
pub async fn serve(listener: TcpListener, edge: Arc<Edge>, limits: ListenerLimits, mut shutdown: Shutdown) -> Drained {
    let builder = Arc::new(connection_builder(&limits));
    let free = Arc::new(Semaphore::new(limits.max_connections));
    let graceful = GracefulShutdown::new();
    let mut connections = JoinSet::new();
    loop {
        let accepted = tokio::select! {
            biased;
            () = shutdown.wait() => break,
            accepted = accept(&listener, &free) => accepted,
        };
        while connections.try_join_next().is_some() {}
        let Some((stream, peer, permit)) = accepted else { continue };
        let connection = Connection {
            builder: Arc::clone(&builder),
            edge: Arc::clone(&edge),
            watcher: graceful.watcher(),
            first_request_within: limits.header_read,
        };
        connections.spawn(async move {
            connection.serve(stream, peer).await;
            drop(permit);
        });
    }
    drop(listener);
    let in_time = tokio::time::timeout(limits.drain, graceful.shutdown()).await.is_ok();
    while connections.try_join_next().is_some() {}
    let cut_connections = if in_time { 0 } else { connections.len() };
    connections.shutdown().await;
    Drained { cut_connections }
}

/// The next connection, once there is room for one. `None` after a failure that is worth another try.
async fn accept(
    listener: &TcpListener,
    free: &Arc<Semaphore>,
) -> Option<(TcpStream, SocketAddr, OwnedSemaphorePermit)> {
    // The semaphore is never closed, so an error cannot be.
    let permit = Arc::clone(free).acquire_owned().await.ok()?;
    match listener.accept().await {
        Ok((stream, peer)) => Some((stream, peer, permit)),
        Err(error) => {
            tracing::warn!(%error, "a connection could not be accepted");
            tokio::time::sleep(ACCEPT_PAUSE).await;
            None
        }
    }
}

fn connection_builder(limits: &ListenerLimits) -> Builder<TokioExecutor> {
    let mut builder = Builder::new(TokioExecutor::new());
    builder
        .http1()
        .timer(TokioTimer::new())
        .header_read_timeout(limits.header_read)
        .max_buf_size(limits.max_header_bytes)
        .max_headers(limits.max_headers);
    builder
        .http2()
        .timer(TokioTimer::new())
        .max_header_list_size(u32::try_from(limits.max_header_bytes).unwrap_or(u32::MAX))
        .max_concurrent_streams(limits.max_concurrent_streams)
        .keep_alive_interval(HTTP2_PING_INTERVAL)
        .keep_alive_timeout(HTTP2_PING_TIMEOUT);
    builder
}

/// One connection, about to be served.
struct Connection {
    builder: Arc<Builder<TokioExecutor>>,
    edge: Arc<Edge>,
    watcher: Watcher,
    first_request_within: Duration,
}

impl Connection {
    async fn serve(self, stream: TcpStream, peer: SocketAddr) {
        // Answers are written whole, so waiting for more to send would only delay them; a failure costs time alone.
        if let Err(error) = stream.set_nodelay(true) {
            tracing::debug!(%error, "TCP_NODELAY could not be set");
        }
        let has_begun = AtomicBool::new(false);
        let service = service_fn(|request| {
            has_begun.store(true, Ordering::Relaxed);
            let edge = Arc::clone(&self.edge);
            async move { Ok::<_, Infallible>(edge.respond(request, peer).await) }
        });
        let connection = self.builder.serve_connection(TokioIo::new(stream), service);
        let mut connection = pin!(self.watcher.watch(connection));
        // hyper's header timeout begins once the protocol is known; a client that does not send that much is let go
        // here.
        let result = tokio::select! {
            result = &mut connection => result,
            () = tokio::time::sleep(self.first_request_within) => match has_begun.load(Ordering::Relaxed) {
                true => connection.await,
                false => return,
            },
        };
        if let Err(error) = result {
            tracing::debug!(%error, "a connection ended early");
        }
    }
}
