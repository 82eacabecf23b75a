//! The load: kept-alive connections that ask one after the other.
//!
//! For small answers, the load never sleeps while it waits for one. The kernel charges the sender for waking the receiver: on
//! loopback a server would pay for every sleep of its client, up to a fifth of its own cost, and the more so the slower it
//! answers.

use crate::cpu::CpuTime;
use anyhow::{Context, Result, ensure};
use http_body_util::{BodyExt, Full};
use hyper::body::Bytes;
use hyper::client::conn::http1;
use hyper::header::HeaderMap;
use hyper::{Method, Request};
use hyper_util::rt::TokioIo;
use std::net::SocketAddr;
use std::time::{Duration, Instant};
use tokio::net::TcpStream;
use tokio::runtime::Builder;

const CONNECTIONS: usize = 16;

/// The request to send.
#[derive(Clone)]
pub(crate) struct Target {
    pub(crate) address: SocketAddr,
    pub(crate) pid: u32,
    pub(crate) path: &'static str,
    /// Headers that say more than the path: `Authorization`, `If-None-Match`.
    pub(crate) headers: HeaderMap,
    /// 200, or 304 to a condition.
    pub(crate) status: u16,
    /// Sent with a POST; without one it is a GET.
    pub(crate) body: Option<&'static str>,
    pub(crate) load: Load,
}

/// The way in which the load waits for answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Load {
    /// It runs on one thread that never sleeps.
    Awake,
    /// It runs on all cores, and sleeps while there is nothing to read: for answers that take long, and for rates beside others',
    /// which a load that never sleeps would take the cores from.
    Asleep,
}

/// One round.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Measured {
    pub(crate) cpu_microseconds: f64,
    pub(crate) requests_per_second: f64,
    /// The time as the client sees it, from sending until the whole answer is there.
    pub(crate) p99_microseconds: f64,
}

pub(crate) async fn run(target: Target, requests: usize) -> Result<Measured> {
    let each = requests / CONNECTIONS;
    let (before, started) = (CpuTime::of(target.pid)?, Instant::now());
    let times = match target.load {
        Load::Asleep => ask(&target, each).await?,
        Load::Awake => tokio::task::spawn_blocking(move || ask_awake(&target, each)).await??,
    };
    let (elapsed, nanoseconds) = (started.elapsed().as_secs_f64(), before.since()? as f64);
    let sent = (each * CONNECTIONS) as f64;
    Ok(Measured {
        cpu_microseconds: nanoseconds / sent / 1e3,
        requests_per_second: sent / elapsed,
        p99_microseconds: p99(times)?.as_secs_f64() * 1e6,
    })
}

/// Asks on one thread, which looks at its sockets after every few tasks and has one that is always ready.
fn ask_awake(target: &Target, each: usize) -> Result<Vec<Duration>> {
    let runtime = Builder::new_current_thread().enable_all().event_interval(8).build()?;
    runtime.block_on(async {
        let awake = tokio::spawn(async {
            loop {
                tokio::task::yield_now().await;
            }
        });
        let times = ask(target, each).await;
        awake.abort();
        times
    })
}

/// Asks `each` times on every connection, and gives what each request took.
async fn ask(target: &Target, each: usize) -> Result<Vec<Duration>> {
    let mut connections = tokio::task::JoinSet::new();
    for _ in 0..CONNECTIONS {
        connections.spawn(connection(target.clone(), each));
    }
    let mut times = Vec::with_capacity(each * CONNECTIONS);
    while let Some(done) = connections.join_next().await {
        times.extend(done??);
    }
    Ok(times)
}

fn p99(mut times: Vec<Duration>) -> Result<Duration> {
    times.sort();
    times.get(times.len() * 99 / 100).copied().context("a request")
}

/// Gives what each request took.
async fn connection(target: Target, requests: usize) -> Result<Vec<Duration>> {
    let Target { address, path, headers, status, body, .. } = target;
    let method = if body.is_some() { Method::POST } else { Method::GET };
    let stream = TcpStream::connect(address).await?;
    stream.set_nodelay(true)?;
    let (mut sender, connection) = http1::handshake::<_, Full<Bytes>>(TokioIo::new(stream)).await?;
    tokio::spawn(connection);
    let mut times = Vec::with_capacity(requests);
    for _ in 0..requests {
        let sent = Full::new(Bytes::from_static(body.unwrap_or_default().as_bytes()));
        let mut request = Request::builder().method(&method).uri(path).header("host", "bench").body(sent)?;
        request.headers_mut().extend(headers.clone());
        let began = Instant::now();
        let response = sender.send_request(request).await?;
        ensure!(response.status() == status, "{path} answered {}", response.status());
        response.into_body().collect().await?;
        times.push(began.elapsed());
        sender.ready().await?;
    }
    Ok(times)
}
