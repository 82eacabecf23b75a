//! `slow_clients`: what good clients notice of bad ones.
//!
//! A thousand good connections ask once a second each, first alone and then beside a thousand bad ones: half of those are
//! idle after an answer, half dribble a head at a byte a second. The figures are the medians of the good ones' p99.

use crate::report::Report;
use anyhow::{Context, Result, ensure};
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use std::net::SocketAddr;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::task::JoinSet;
use tokio::time::{Instant, MissedTickBehavior, interval_at, sleep};

pub(crate) const FIGURES: &[&str] = &["good_clients_quiet", "slow_clients"];
const GOOD: u32 = 1_000;
const BAD: u32 = 1_000;
const REQUESTS_EACH: usize = 6;
const ROUNDS: usize = 3;
const EVERY: Duration = Duration::from_secs(1);
const REQUEST: &[u8] = b"GET /api/v1/bench/native_small HTTP/1.1\r\nhost: bench\r\n\r\n";

/// Lifts the limit on open files of this process as far as it goes.
pub(crate) fn lift_open_files() -> Result<()> {
    let limit = getrlimit(Resource::Nofile);
    setrlimit(Resource::Nofile, Rlimit { current: limit.maximum, maximum: limit.maximum })?;
    Ok(())
}

pub(crate) async fn measure(address: SocketAddr, report: &mut Report) -> Result<()> {
    lift_open_files()?;
    // Warm, as the other times will be.
    good_clients(address).await?;
    let (mut quiet, mut beside) = (Vec::new(), Vec::new());
    // In turns, so that what else the machine does hits both alike.
    for _ in 0..ROUNDS {
        quiet.push(good_clients(address).await?);
        let mut bad = JoinSet::new();
        for number in 0..BAD {
            bad.spawn(bad_client(address, number % 2 == 0));
        }
        sleep(EVERY).await;
        beside.push(good_clients(address).await?);
        ensure!(bad.try_join_next().is_none(), "a bad client was let go while good ones were measured");
    }
    report.rounds("good_clients_quiet", quiet, "microseconds, p99 of 1,000 clients", None);
    report.rounds("slow_clients", beside, "microseconds, p99 beside 1,000 bad ones", Some("good_clients_quiet"));
    Ok(())
}

/// The p99 of all requests in microseconds.
async fn good_clients(address: SocketAddr) -> Result<f64> {
    let mut clients = JoinSet::new();
    let begin = Instant::now() + Duration::from_millis(500);
    for number in 0..GOOD {
        clients.spawn(good_client(address, begin + EVERY * number / GOOD));
    }
    let mut times = Vec::new();
    while let Some(client) = clients.join_next().await {
        times.extend(client??);
    }
    times.sort_unstable();
    let p99 = times.get(times.len() * 99 / 100).context("requests were made")?;
    Ok(p99.as_secs_f64() * 1e6)
}

async fn good_client(address: SocketAddr, begin: Instant) -> Result<Vec<Duration>> {
    let mut stream = TcpStream::connect(address).await?;
    stream.set_nodelay(true)?;
    let mut ticks = interval_at(begin, EVERY);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut times = Vec::with_capacity(REQUESTS_EACH);
    for _ in 0..REQUESTS_EACH {
        ticks.tick().await;
        let asked = Instant::now();
        ask(&mut stream).await?;
        times.push(asked.elapsed());
    }
    Ok(times)
}

/// One request and the beginning of its answer, which is small enough to come at once.
async fn ask(stream: &mut TcpStream) -> Result<()> {
    let mut answer = [0; 4_096];
    stream.write_all(REQUEST).await?;
    let length = stream.read(&mut answer).await?;
    ensure!(answer[..length].starts_with(b"HTTP/1.1 200"), "a good client was not answered");
    Ok(())
}

/// Stays until it is let go.
async fn bad_client(address: SocketAddr, is_idle: bool) -> Result<()> {
    let mut stream = TcpStream::connect(address).await?;
    if is_idle {
        ask(&mut stream).await?;
        ensure!(stream.read(&mut [0; 1]).await? == 0, "more came than was asked for");
        return Ok(());
    }
    for byte in REQUEST {
        stream.write_all(&[*byte]).await?;
        sleep(EVERY).await;
    }
    Ok(())
}
