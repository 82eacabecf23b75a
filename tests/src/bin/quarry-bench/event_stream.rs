//! `event_stream`: what a held stream costs a host, in memory and, for each message, in CPU time.
//!
//! Many streams at once with a message a second each, for some seconds; then they are let go, and come again. Memory is what
//! the host's process has more of than before the first ones came.

use crate::cpu::CpuTime;
use crate::report::Report;
use crate::serve::Process;
use crate::slow_clients::lift_open_files;
use anyhow::{Context, Result, ensure};
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep};

pub(crate) const FIGURES: &[&str] = &["event_stream", "event_stream_message"];
const STREAMS: u64 = 500;
const ROUNDS: usize = 3;
const HELD: Duration = Duration::from_secs(5);
/// The time within which all must be open.
const PATIENCE: Duration = Duration::from_secs(30);
const REQUEST: &[u8] = b"GET /api/v1/bench/event_stream HTTP/1.1\r\nhost: bench\r\n\r\n";

pub(crate) async fn measure(server: &Process, report: &mut Report) -> Result<()> {
    lift_open_files()?;
    let before = resident_kibibytes(server.pid())?;
    let (mut memory, mut cpu) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        let (opened, messages) = (Arc::new(AtomicU64::new(0)), Arc::new(AtomicU64::new(0)));
        let mut streams = JoinSet::new();
        for _ in 0..STREAMS {
            streams.spawn(follow(server.address, Arc::clone(&opened), Arc::clone(&messages)));
        }
        let began = Instant::now();
        while opened.load(Ordering::Relaxed) < STREAMS {
            if let Some(ended) = streams.try_join_next() {
                ended??;
            }
            ensure!(began.elapsed() < PATIENCE, "{} of {STREAMS} streams opened", opened.load(Ordering::Relaxed));
            sleep(Duration::from_millis(50)).await;
        }
        let (used, counted) = (CpuTime::of(server.pid())?, messages.load(Ordering::Relaxed));
        sleep(HELD).await;
        let sent = messages.load(Ordering::Relaxed) - counted;
        ensure!(sent >= STREAMS * (HELD.as_secs() - 1), "{STREAMS} streams sent {sent} messages in {HELD:?}");
        cpu.push(used.since()? as f64 / 1e3 / sent as f64);
        memory.push((resident_kibibytes(server.pid())? - before) / STREAMS as f64);
        ensure!(streams.try_join_next().is_none(), "a stream ended while it was held");
        streams.shutdown().await;
        sleep(Duration::from_secs(1)).await;
    }
    report.rounds("event_stream", memory, "KiB a stream, of 500 with a message a second", None);
    report.rounds("event_stream_message", cpu, "microseconds of server CPU per message", None);
    Ok(())
}

/// Reads until it is let go; a message ends in an empty line.
async fn follow(address: SocketAddr, opened: Arc<AtomicU64>, messages: Arc<AtomicU64>) -> Result<()> {
    let mut stream = TcpStream::connect(address).await?;
    stream.set_nodelay(true)?;
    stream.write_all(REQUEST).await?;
    let mut text = [0; 4_096];
    let length = stream.read(&mut text).await?;
    ensure!(text[..length].starts_with(b"HTTP/1.1 200"), "{}", String::from_utf8_lossy(&text[..length]));
    opened.fetch_add(1, Ordering::Relaxed);
    loop {
        let length = stream.read(&mut text).await?;
        ensure!(length > 0, "the stream ended");
        // A message is small enough to come in one piece.
        let begun = text[..length].windows(5).filter(|window| window == b"data:").count();
        messages.fetch_add(begun as u64, Ordering::Relaxed);
    }
}

fn resident_kibibytes(pid: u32) -> Result<f64> {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status"))?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:")).context("VmRSS")?;
    line.split_whitespace().nth(1).context("a number")?.parse().context("a number")
}
