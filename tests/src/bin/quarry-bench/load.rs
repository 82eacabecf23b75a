//! The load: kept-alive connections that ask one after the other.

use anyhow::{Context, Result, ensure};
use http_body_util::{BodyExt, Empty};
use hyper::Request;
use hyper::body::Bytes;
use hyper::client::conn::http1;
use hyper::header::HeaderMap;
use hyper_util::rt::TokioIo;
use std::net::SocketAddr;
use std::time::Instant;
use tokio::net::TcpStream;

const CONNECTIONS: usize = 16;
/// Linux counts a process's CPU time in hundredths of a second.
const TICKS_PER_SECOND: f64 = 100.0;

/// What is asked.
pub(crate) struct Target<'a> {
    pub(crate) address: SocketAddr,
    pub(crate) pid: u32,
    pub(crate) path: &'a str,
    /// Headers that say more than the path: `Authorization`, `If-None-Match`.
    pub(crate) headers: HeaderMap,
    /// 200, or 304 to a condition.
    pub(crate) status: u16,
}

/// One round.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Measured {
    pub(crate) cpu_microseconds: f64,
    pub(crate) requests_per_second: f64,
}

pub(crate) async fn run(target: &Target<'_>, requests: usize) -> Result<Measured> {
    let each = requests / CONNECTIONS;
    let (cpu, started) = (cpu_seconds(target.pid)?, Instant::now());
    let mut connections = tokio::task::JoinSet::new();
    for _ in 0..CONNECTIONS {
        let (address, path) = (target.address, target.path.to_owned());
        let (headers, status) = (target.headers.clone(), target.status);
        connections.spawn(async move { connection(address, &path, &headers, status, each).await });
    }
    while let Some(done) = connections.join_next().await {
        done??;
    }
    let (elapsed, cpu) = (started.elapsed().as_secs_f64(), cpu_seconds(target.pid)? - cpu);
    let sent = (each * CONNECTIONS) as f64;
    Ok(Measured { cpu_microseconds: cpu / sent * 1e6, requests_per_second: sent / elapsed })
}

async fn connection(address: SocketAddr, path: &str, headers: &HeaderMap, status: u16, requests: usize) -> Result<()> {
    let stream = TcpStream::connect(address).await?;
    stream.set_nodelay(true)?;
    let (mut sender, connection) = http1::handshake::<_, Empty<Bytes>>(TokioIo::new(stream)).await?;
    tokio::spawn(connection);
    for _ in 0..requests {
        let mut request = Request::get(path).header("host", "bench").body(Empty::new())?;
        request.headers_mut().extend(headers.clone());
        let response = sender.send_request(request).await?;
        ensure!(response.status() == status, "{path} answered {}", response.status());
        response.into_body().collect().await?;
        sender.ready().await?;
    }
    Ok(())
}

/// User and system time of a process, all threads.
fn cpu_seconds(pid: u32) -> Result<f64> {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat"))?;
    let fields = stat.rsplit_once(')').context("the name stands in brackets")?.1;
    let ticks: f64 = fields.split_whitespace().skip(11).take(2).filter_map(|field| field.parse::<f64>().ok()).sum();
    Ok(ticks / TICKS_PER_SECOND)
}
