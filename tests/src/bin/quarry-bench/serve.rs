//! The servers as processes, and the bare one.

use crate::cached;
use anyhow::{Context, Result};
use http_body_util::Full;
use hyper::body::Bytes;
use hyper::service::service_fn;
use hyper::{Request, Response};
use hyper_util::rt::{TokioExecutor, TokioIo};
use hyper_util::server::conn::auto::Builder;
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use tokio::net::TcpListener;

/// The body of both small answers.
pub(crate) const SMALL: &str = r#"{"message":"hello","number":42}"#;

/// A server in a process of its own; dropped, it is gone.
pub(crate) struct Process {
    child: Child,
    pub(crate) address: SocketAddr,
}

impl Process {
    /// A child that serves there.
    pub(crate) fn new(child: Child, address: SocketAddr) -> Process {
        Process { child, address }
    }

    pub(crate) fn pid(&self) -> u32 {
        self.child.id()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Starts this program in `mode`; it says its address once it serves.
pub(crate) fn start(mode: &str, folder: &Path) -> Result<Process> {
    start_with(mode, folder, &[])
}

/// The same with more in its environment.
pub(crate) fn start_with(mode: &str, folder: &Path, environment: &[(&str, String)]) -> Result<Process> {
    let mut child = Command::new(std::env::current_exe()?)
        .envs(environment.iter().cloned())
        .args(["--as", mode])
        .env("QUARRY_BENCH_FOLDER", folder)
        .stdout(Stdio::piped())
        .spawn()?;
    let mut line = String::new();
    BufReader::new(child.stdout.take().context("its standard output")?).read_line(&mut line)?;
    let address = line.trim().parse().with_context(|| format!("{mode} says its address, and not {line:?}"))?;
    Ok(Process { child, address })
}

/// hyper and nothing else, set up as the host's listener is.
pub(crate) async fn hyper() -> Result<()> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    println!("{}", listener.local_addr()?);
    let builder = Builder::new(TokioExecutor::new());
    let cached = Bytes::from(cached::body());
    loop {
        let (stream, _) = listener.accept().await?;
        stream.set_nodelay(true)?;
        let (builder, cached) = (builder.clone(), cached.clone());
        tokio::spawn(async move {
            let service = service_fn(move |request: Request<_>| {
                let cached = cached.clone();
                async move {
                    match request.uri().path() {
                        "/cached" => Ok(cached::bare_response(cached)),
                        _ => Response::builder()
                            .header("content-type", "application/json")
                            .body(Full::new(Bytes::from_static(SMALL.as_bytes()))),
                    }
                }
            });
            let _ = builder.serve_connection(TokioIo::new(stream), service).await;
        });
    }
}
