//! A door before the warehouse that shuts at a statement: to the warehouse, the process behind it was killed there.

use bytes::Bytes;
use http::{Request, Response};
use http_body_util::{BodyExt, Full};
use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use quarry::stores::warehouse::Warehouse;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use tokio::net::{UnixListener, UnixStream};

/// The moment of a statement at which the process ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Moment {
    /// The warehouse never hears of the statement.
    Before,
    /// The warehouse has done it, and nobody has heard of it.
    Behind,
}

/// What passes, and where it ends.
struct Gate {
    warehouse: PathBuf,
    passed: AtomicUsize,
    last: usize,
    moment: Moment,
}

impl Gate {
    async fn answer(&self, request: Request<Incoming>) -> io::Result<Response<Full<Bytes>>> {
        let number = self.passed.fetch_add(1, Ordering::SeqCst);
        let is_heard = number < self.last || (number == self.last && self.moment == Moment::Behind);
        if !is_heard {
            return Err(io::ErrorKind::ConnectionAborted.into());
        }
        let answer = self.forward(request).await.map_err(io::Error::other)?;
        if number == self.last { Err(io::ErrorKind::ConnectionAborted.into()) } else { Ok(answer) }
    }

    async fn forward(&self, request: Request<Incoming>) -> anyhow::Result<Response<Full<Bytes>>> {
        let stream = UnixStream::connect(&self.warehouse).await?;
        let (mut sender, connection) = hyper::client::conn::http1::handshake(TokioIo::new(stream)).await?;
        tokio::spawn(connection);
        let (head, body) = request.into_parts();
        let body = Full::new(body.collect().await?.to_bytes());
        let (head, body) = sender.send_request(Request::from_parts(head, body)).await?.into_parts();
        Ok(Response::from_parts(head, Full::new(body.collect().await?.to_bytes())))
    }
}

/// The warehouse at `socket`, whose client ends at the statement number `last` (from 0): each later one fails.
pub(super) fn warehouse_that_is_lost(socket: &Path, database: &str, last: usize, moment: Moment) -> Warehouse {
    static MADE: AtomicUsize = AtomicUsize::new(0);
    let number = MADE.fetch_add(1, Ordering::Relaxed);
    let door = socket.with_file_name(format!("gate-{number}.sock"));
    let listener = UnixListener::bind(&door).expect("a socket");
    let gate = Gate { warehouse: socket.to_owned(), passed: AtomicUsize::new(0), last, moment };
    tokio::spawn(serve(listener, Arc::new(gate)));
    Warehouse::over_unix_socket(&door, database)
}

async fn serve(listener: UnixListener, gate: Arc<Gate>) {
    while let Ok((stream, _)) = listener.accept().await {
        let gate = gate.clone();
        let service = service_fn(move |request| {
            let gate = gate.clone();
            async move { gate.answer(request).await }
        });
        tokio::spawn(hyper::server::conn::http1::Builder::new().serve_connection(TokioIo::new(stream), service));
    }
}
