//! The connection to the warehouse: a Unix socket, or TCP without Nagle's delay.

use crate::warehouse::socket::may_serve;
use hyper::Uri;
use hyper::rt::{Read, ReadBufCursor, Write};
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::{Connect, Connected, Connection, HttpConnector};
use hyper_util::rt::{TokioExecutor, TokioIo};
use std::future::Future;
use std::io;
use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::net::UnixStream;

/// A server that does not take a connection within this time is down.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(3);
/// ClickHouse closes idle connections after 3 s by default: the host lets go first.
const POOL_IDLE_TIMEOUT: Duration = Duration::from_secs(2);

/// A pooling HTTP client over either transport.
pub(super) fn client<C, B>(connector: C) -> Client<C, B>
where
    C: Connect + Clone,
    B: hyper::body::Body + Send,
    B::Data: Send,
{
    Client::builder(TokioExecutor::new()).pool_idle_timeout(POOL_IDLE_TIMEOUT).build(connector)
}

/// TCP. Without `nodelay` an insert of a thousand rows takes 44 ms instead of 2.
pub(super) fn tcp() -> HttpConnector {
    let mut connector = HttpConnector::new();
    connector.set_nodelay(true);
    connector.set_connect_timeout(Some(CONNECT_TIMEOUT));
    connector.set_keepalive(Some(Duration::from_secs(60)));
    connector
}

/// Connects every request to one Unix socket, whatever its address says, as long as no other user serves there.
#[derive(Clone)]
pub(super) struct UnixConnector {
    socket: Arc<PathBuf>,
}

impl UnixConnector {
    pub(super) fn new(socket: &Path) -> UnixConnector {
        UnixConnector { socket: Arc::new(socket.to_owned()) }
    }
}

impl tower_service::Service<Uri> for UnixConnector {
    type Response = UnixConnection;
    type Error = io::Error;
    type Future = Pin<Box<dyn Future<Output = io::Result<UnixConnection>> + Send>>;

    fn poll_ready(&mut self, _context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, _address: Uri) -> Self::Future {
        let socket = self.socket.clone();
        Box::pin(async move {
            let connecting = tokio::time::timeout(CONNECT_TIMEOUT, UnixStream::connect(socket.as_path()));
            let stream = connecting.await.map_err(|_| io::Error::from(io::ErrorKind::TimedOut))??;
            if !may_serve(stream.peer_cred()?.uid(), &socket) {
                let reason = "another user serves the warehouse's socket";
                return Err(io::Error::new(io::ErrorKind::PermissionDenied, reason));
            }
            Ok(UnixConnection(TokioIo::new(stream)))
        })
    }
}

/// One connection to the socket.
pub(super) struct UnixConnection(TokioIo<UnixStream>);

impl Connection for UnixConnection {
    fn connected(&self) -> Connected {
        Connected::new()
    }
}

impl Read for UnixConnection {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: ReadBufCursor<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_read(context, buffer)
    }
}

impl Write for UnixConnection {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.0).poll_write(context, bytes)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffers: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.0).poll_write_vectored(context, buffers)
    }

    fn is_write_vectored(&self) -> bool {
        self.0.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_shutdown(context)
    }
}
