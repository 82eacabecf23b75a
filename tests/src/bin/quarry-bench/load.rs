//! The load: kept-alive connections that ask one after the other.

use crate::cpu::CpuTime;
use anyhow::{Result, ensure};
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
    let (before, started) = (CpuTime::of(target.pid)?, Instant::now());
    let mut connections = tokio::task::JoinSet::new();
    for _ in 0..CONNECTIONS {
        let (address, path) = (target.address, target.path.to_owned());
        let (headers, status) = (target.headers.clone(), target.status);
        connections.spawn(async move { connection(address, &path, &headers, status, each).await });
    }
    while let Some(done) = connections.join_next().await {
        done??;
    }
    let (elapsed, nanoseconds) = (started.elapsed().as_secs_f64(), before.since()? as f64);
    let sent = (each * CONNECTIONS) as f64;
    Ok(Measured { cpu_microseconds: nanoseconds / sent / 1e3, requests_per_second: sent / elapsed })
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
