//! Clients that ask for one path as fast as they are answered, while somebody changes what serves it.
//!
//! The test that changes the path says so before and after ([`SteadyLoad::changes`], [`SteadyLoad::is_settled`]). A request
//! that begins and ends between two changes must get the settled answer. One that meets a change may get either; nobody may get
//! anything else. The counts are for tests and benchmarks alike.

use crate::bounded::SHORT;
use anyhow::{Context, Result, anyhow};
use http_body_util::{BodyExt, Empty};
use hyper::body::Bytes;
use hyper::client::conn::http1::{SendRequest, handshake};
use hyper::{Request, StatusCode};
use hyper_util::rt::TokioIo;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use tokio::net::TcpStream;
use tokio::task::JoinSet;

/// The thing that serves the path now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Now {
    /// Every request gets 200.
    Serves,
    /// Every request gets 404 `module_disabled`.
    IsOff,
    /// Somebody is changing it: a request gets one of the two.
    Changes,
}

/// The answers that the clients got.
#[derive(Debug, Default)]
pub struct Tally {
    pub requests: u64,
    /// Those of them that were answered 404 `module_disabled`, rightly.
    pub switched_off: u64,
    /// Answered with anything that they should not have got, or not at all.
    pub failed: u64,
    /// The first of those, in a sentence.
    pub first_failure: Option<String>,
}

/// The clients at work.
pub struct SteadyLoad {
    shared: Arc<Shared>,
    clients: JoinSet<Tally>,
}

struct Shared {
    address: SocketAddr,
    path: String,
    /// The number of changes, and in the lowest two bits the present state.
    phase: AtomicU64,
    is_over: AtomicBool,
}

impl SteadyLoad {
    /// Begins with `clients` kept-alive connections; the path serves.
    pub fn begin(address: SocketAddr, path: &str, clients: usize) -> SteadyLoad {
        let (phase, is_over) = (AtomicU64::new(0), AtomicBool::new(false));
        let shared = Arc::new(Shared { address, path: path.to_owned(), phase, is_over });
        let mut set = JoinSet::new();
        for _ in 0..clients {
            set.spawn(client(Arc::clone(&shared)));
        }
        SteadyLoad { shared, clients: set }
    }

    /// Announces a change before it is made.
    pub fn changes(&self) {
        self.enter(Now::Changes);
    }

    /// Announces that the change is acknowledged.
    pub fn is_settled(&self, now: Now) {
        self.enter(now);
    }

    fn enter(&self, now: Now) {
        let phase = self.shared.phase.load(Ordering::SeqCst);
        self.shared.phase.store(((phase >> 2) + 1) << 2 | now as u64, Ordering::SeqCst);
    }

    /// Lets the clients go and adds up what they were told.
    ///
    /// # Errors
    ///
    /// A client that panicked.
    pub async fn end(mut self) -> Result<Tally> {
        self.shared.is_over.store(true, Ordering::SeqCst);
        let mut sum = Tally::default();
        while let Some(tally) = self.clients.join_next().await {
            let tally = tally?;
            sum.requests += tally.requests;
            sum.switched_off += tally.switched_off;
            sum.failed += tally.failed;
            sum.first_failure = sum.first_failure.or(tally.first_failure);
        }
        Ok(sum)
    }
}

async fn client(shared: Arc<Shared>) -> Tally {
    let mut tally = Tally::default();
    let mut connection = None;
    while !shared.is_over.load(Ordering::SeqCst) {
        let before = shared.phase.load(Ordering::SeqCst);
        let answer = tokio::time::timeout(SHORT, ask(&shared, &mut connection)).await;
        let answer = answer.unwrap_or_else(|_| Err(anyhow!("none within {} s", SHORT.as_secs())));
        let after = shared.phase.load(Ordering::SeqCst);
        tally.requests += 1;
        let is_settled = before == after;
        let told = match &answer {
            Ok((StatusCode::OK, _)) if !is_settled || before & 3 != Now::IsOff as u64 => continue,
            Ok((StatusCode::NOT_FOUND, body)) if body.contains("\"module_disabled\"") => {
                if !is_settled || before & 3 != Now::Serves as u64 {
                    tally.switched_off += 1;
                    continue;
                }
                format!("{body} while it was on")
            }
            Ok((status, body)) => format!("{status} {body}"),
            Err(error) => format!("no answer: {error:#}"),
        };
        tally.failed += 1;
        tally.first_failure.get_or_insert(told);
        connection = None;
    }
    tally
}

async fn ask(shared: &Shared, connection: &mut Option<SendRequest<Empty<Bytes>>>) -> Result<(StatusCode, String)> {
    let sender = match connection {
        Some(sender) => sender,
        None => {
            let stream = TcpStream::connect(shared.address).await.context("connecting")?;
            stream.set_nodelay(true)?;
            let (sender, driver) = handshake(TokioIo::new(stream)).await?;
            tokio::spawn(driver);
            connection.insert(sender)
        }
    };
    sender.ready().await.context("the connection")?;
    let request = Request::builder().uri(&shared.path).header("host", "steady-load").body(Empty::new())?;
    let response = sender.send_request(request).await.context("sending")?;
    let status = response.status();
    let body = response.into_body().collect().await.context("the body")?.to_bytes();
    Ok((status, String::from_utf8_lossy(&body).into_owned()))
}
