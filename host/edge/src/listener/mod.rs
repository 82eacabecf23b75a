//! The listener: connections in, requests to a responder, and an orderly end.
//!
//! Bounded throughout: connections at once, the time of a handshake, of a head, of a body and between requests, the bytes
//! of a head, how slowly a client may send or read (`paced_body`, `paced_stream`, `paced_answer`), streams of a connection,
//! and the time that a drain may take. `connection` serves one connection, `activity` knows what it does, `tls` ends TLS.
//!
//! A drain loses no request: answers ask clients to go elsewhere while connections are still taken, then the kernel's queue
//! is emptied, and what is left gets a moment for the request that was already on its way.

mod activity;
mod connection;
mod paced_answer;
mod paced_body;
mod paced_stream;
mod responder;
mod signal;
mod tls;

pub use paced_body::{RequestBody, RequestBodyError};
pub use responder::Responder;
pub use tls::{TlsError, TlsIdentity, follow_certificate};

use crate::limits::ListenerLimits;
use connection::Connections;
use futures_util::FutureExt;
use quarry_stores::shutdown::Shutdown;
use quarry_telemetry::{ConnectionEnd, ConnectionFigures};
use signal::{Ear, Said, Speaker};
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep, timeout_at};

/// After an accept that failed for want of something of the machine's (file descriptors), which comes back with time.
const ACCEPT_PAUSE: Duration = Duration::from_millis(100);

/// The time between two requests to idle connections to make room, while a client waits for one.
const RELIEF_INTERVAL: Duration = Duration::from_millis(250);

/// A connection is never closed for others before it has been idle for this long.
const SHORTEST_IDLE: Duration = Duration::from_secs(1);

/// Connections that the kernel may hold for a listener, more than tokio asks it to.
const LONGEST_QUEUE: usize = 4_096;

/// The time for which a kept-alive connection may still send the request that was on its way when the drain began.
const LAST_REQUEST: Duration = Duration::from_millis(250);

/// The end of a listener.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Drained {
    /// Connections that were still busy when the drain's time was over, and were cut.
    pub cut_connections: usize,
}

/// A socket about to be served.
pub struct Listener {
    socket: TcpListener,
    limits: ListenerLimits,
    tls: Option<Arc<TlsIdentity>>,
    figures: Arc<ConnectionFigures>,
}

/// Serves plain HTTP on `socket` until `shutdown`.
pub async fn serve<R: Responder>(
    socket: TcpListener,
    responder: Arc<R>,
    limits: ListenerLimits,
    shutdown: Shutdown,
) -> Drained {
    Listener::new(socket, limits).serve(responder, shutdown).await
}

impl Listener {
    pub fn new(socket: TcpListener, limits: ListenerLimits) -> Listener {
        Listener { socket, limits, tls: None, figures: Arc::default() }
    }

    /// Ends TLS with this certificate, and serves nothing else.
    pub fn with_tls(mut self, identity: Arc<TlsIdentity>) -> Listener {
        self.tls = Some(identity);
        self
    }

    /// Sets the figures that connections are counted in.
    pub fn with_figures(mut self, figures: Arc<ConnectionFigures>) -> Listener {
        self.figures = figures;
        self
    }

    /// Serves HTTP/1.1 and HTTP/2 until `shutdown`; then drains, and cuts what is left after `limits.drain`.
    pub async fn serve<R: Responder>(self, responder: Arc<R>, mut shutdown: Shutdown) -> Drained {
        let connections = Connections::new(responder, self.limits.clone(), self.figures);
        let mut accepting = Accepting {
            free: Arc::new(Semaphore::new(self.limits.max_connections)),
            socket: self.socket,
            tls: self.tls,
            connections: Arc::new(connections),
            speaker: Speaker::new(),
            tasks: JoinSet::new(),
        };
        accepting.take_until(shutdown.wait()).await;
        accepting.speaker.drain();
        accepting.take_until(sleep(self.limits.drain_delay)).await;
        let ends = Instant::now() + self.limits.drain;
        accepting.take_what_waits();
        let Accepting { socket, speaker, mut tasks, .. } = accepting;
        drop(socket);
        let all_ended = async |tasks: &mut JoinSet<()>| while tasks.join_next().await.is_some() {};
        let last_requests = ends.min(Instant::now() + LAST_REQUEST);
        if timeout_at(last_requests, all_ended(&mut tasks)).await.is_err() {
            speaker.say(Said::Close);
            let _ = timeout_at(ends, all_ended(&mut tasks)).await;
        }
        let cut_connections = tasks.len();
        tasks.shutdown().await;
        Drained { cut_connections }
    }
}

/// A socket being served.
struct Accepting<R> {
    socket: TcpListener,
    tls: Option<Arc<TlsIdentity>>,
    connections: Arc<Connections<R>>,
    /// One permit a connection.
    free: Arc<Semaphore>,
    speaker: Speaker,
    tasks: JoinSet<()>,
}

impl<R: Responder> Accepting<R> {
    /// Takes connections until `end`.
    async fn take_until(&mut self, end: impl Future<Output = ()>) {
        let mut end = std::pin::pin!(end);
        loop {
            let accepted = tokio::select! {
                biased;
                () = &mut end => return,
                accepted = self.accept() => accepted,
            };
            while self.tasks.try_join_next().is_some() {}
            if let Some((stream, peer, permit)) = accepted {
                self.begin(stream, peer, Some(permit));
            }
        }
    }

    /// The next connection, once there is room for one. `None` after a failure that is worth another try.
    async fn accept(&self) -> Option<(TcpStream, SocketAddr, OwnedSemaphorePermit)> {
        let permit = self.room().await?;
        match self.socket.accept().await {
            Ok((stream, peer)) => Some((stream, peer, permit)),
            Err(error) => {
                tracing::warn!(%error, "a connection could not be accepted");
                sleep(ACCEPT_PAUSE).await;
                None
            }
        }
    }

    /// Waits for room for a connection. While there is no room and a client waits, connections that have long been idle are
    /// closed: first those beyond half of the idle time, then a quarter, and so on.
    async fn room(&self) -> Option<OwnedSemaphorePermit> {
        if let Ok(permit) = Arc::clone(&self.free).try_acquire_owned() {
            return Some(permit);
        }
        let mut room = std::pin::pin!(Arc::clone(&self.free).acquire_owned());
        let mut idle = self.connections.limits.idle;
        loop {
            tokio::select! {
                // The semaphore is never closed, so an error cannot be.
                permit = &mut room => return permit.ok(),
                () = sleep(RELIEF_INTERVAL) => {
                    idle = (idle / 2).max(SHORTEST_IDLE);
                    self.speaker.say(Said::MakeRoom { idle });
                }
            }
        }
    }

    /// Takes the connections that already wait in the kernel's queue, also those over the cap: closing the socket would
    /// reset them, and there are no more than the queue holds.
    fn take_what_waits(&mut self) {
        for _ in 0..LONGEST_QUEUE {
            let Some(Ok((stream, peer))) = self.socket.accept().now_or_never() else { return };
            self.begin(stream, peer, Arc::clone(&self.free).try_acquire_owned().ok());
        }
    }

    fn begin(&mut self, stream: TcpStream, peer: SocketAddr, permit: Option<OwnedSemaphorePermit>) {
        // Answers are written whole, so waiting for more to send would only delay them; a failure costs time alone.
        if let Err(error) = stream.set_nodelay(true) {
            tracing::debug!(%error, "TCP_NODELAY could not be set");
        }
        let (connections, ear) = (Arc::clone(&self.connections), self.speaker.ear());
        let tls = self.tls.clone();
        self.tasks.spawn(async move {
            let counted = connections.figures.begin();
            let end = serve_stream(&connections, tls, stream, peer, ear).await;
            counted.end(end);
            drop(permit);
        });
    }
}

async fn serve_stream<R: Responder>(
    connections: &Connections<R>,
    tls: Option<Arc<TlsIdentity>>,
    stream: TcpStream,
    peer: SocketAddr,
    ear: Ear,
) -> ConnectionEnd {
    let Some(identity) = tls else { return connections.serve(stream, peer, ear).await };
    let handshake = tokio::time::timeout(connections.limits.tls_handshake, identity.acceptor().accept(stream));
    match handshake.await {
        Ok(Ok(stream)) => connections.serve(stream, peer, ear).await,
        Ok(Err(error)) => {
            tracing::debug!(%error, "a TLS handshake failed");
            ConnectionEnd::HandshakeFailed
        }
        Err(_) => ConnectionEnd::HandshakeFailed,
    }
}
