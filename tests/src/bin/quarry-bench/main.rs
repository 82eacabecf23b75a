//! `just bench`: server CPU per request and requests per second, against stated baselines in the same run.
//!
//! The server is a child process (this program again, in another mode), so that its CPU time is its own and not the
//! load's. Rounds of all entries are interleaved and the median counts: what else the machine does then hits all alike.
//! docs/benchmarks.md says what each entry means. To add one: its server in `serve`, its line in `ENTRIES`.

mod address_table;
mod block;
mod cached;
mod host;
mod ingest;
mod keyed;
mod keys_million;
mod load;
mod report;
mod serve;
mod slow_clients;

use anyhow::Result;
use hyper::header::{AUTHORIZATION, HeaderMap, HeaderValue, IF_NONE_MATCH};
use load::Target;
use report::Report;

/// A measured path: name, baseline, mode of its server, path, whether with a key, requests a round.
struct Entry {
    name: &'static str,
    baseline: Option<&'static str>,
    mode: &'static str,
    path: &'static str,
    with_key: bool,
    requests: usize,
    /// What `If-None-Match` names; with it the answer must be a 304.
    condition: Option<fn() -> String>,
}

/// What entries have unless they say otherwise.
const USUAL: Entry =
    Entry { name: "", baseline: None, mode: "host", path: "/", with_key: false, requests: 30_000, condition: None };

const ENTRIES: &[Entry] = &[
    Entry { name: "hyper_small", mode: "hyper", ..USUAL },
    Entry { name: "native_small", baseline: Some("hyper_small"), path: "/api/v1/bench/native_small", ..USUAL },
    Entry {
        name: "keyed_small",
        baseline: Some("native_small"),
        path: "/api/v1/bench/keyed_small",
        with_key: true,
        ..USUAL
    },
    Entry { name: "component_small", baseline: Some("native_small"), path: "/api/v1/bench/component_small", ..USUAL },
    Entry { name: "native_rows_500", path: "/api/v1/bench/native_rows_500", requests: 6_000, ..USUAL },
    Entry {
        name: "component_rows_500",
        baseline: Some("native_rows_500"),
        path: "/api/v1/bench/component_rows_500",
        requests: 6_000,
        ..USUAL
    },
    Entry { name: "hyper_cached", mode: "hyper", path: "/cached", ..USUAL },
    Entry { name: "cached_get", baseline: Some("hyper_cached"), path: "/api/v1/bench/cached", ..USUAL },
    Entry {
        name: "not_modified",
        baseline: Some("cached_get"),
        path: "/api/v1/bench/cached",
        condition: Some(cached::tag),
        ..USUAL
    },
];

const ROUNDS: usize = 5;

fn main() -> Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    match std::env::args().nth(1).as_deref() {
        Some("hyper") => runtime.block_on(serve::hyper()),
        Some("host") => runtime.block_on(host::run()),
        Some("addresses") => address_table::run(),
        Some("stand-in") => runtime.block_on(block::stand_in()),
        Some(other) => anyhow::bail!("there is no mode {other}"),
        None => runtime.block_on(measure()),
    }
}

async fn measure() -> Result<()> {
    let folder = quarry_tests::server::fresh_folder("bench")?;
    let stand_in = serve::start("stand-in", &folder)?;
    let servers = [("hyper", serve::start("hyper", &folder)?), ("host", serve::start("host", &folder)?)];
    let authorization = keyed::authorization(&folder)?;
    let mut rounds: Vec<Vec<load::Measured>> = ENTRIES.iter().map(|_| Vec::new()).collect();
    for round in 0..=ROUNDS {
        for (entry, measured) in ENTRIES.iter().zip(&mut rounds) {
            let server = servers.iter().find(|(mode, _)| *mode == entry.mode).map(|(_, server)| server);
            let server = server.ok_or_else(|| anyhow::anyhow!("no server for {}", entry.name))?;
            let mut headers = HeaderMap::new();
            if entry.with_key {
                headers.insert(AUTHORIZATION, HeaderValue::try_from(&authorization)?);
            }
            if let Some(tag) = entry.condition {
                headers.insert(IF_NONE_MATCH, HeaderValue::try_from(tag())?);
            }
            let status = if entry.condition.is_some() { 304 } else { 200 };
            let target = Target { address: server.address, pid: server.pid(), path: entry.path, headers, status };
            let result = load::run(&target, entry.requests).await?;
            // The first round warms up.
            if round > 0 {
                measured.push(result);
            }
        }
    }
    let mut report = Report::default();
    for (entry, measured) in ENTRIES.iter().zip(&rounds) {
        report.requests(entry.name, entry.baseline, measured);
    }
    keyed::report_overhead(&mut report)?;
    let [_, (_, host)] = &servers;
    slow_clients::measure(host.address, &mut report).await?;
    drop((stand_in, servers));
    address_table::measure(&mut report)?;
    keys_million::measure(&folder, &mut report).await?;
    ingest::measure(&folder, &mut report).await?;
    std::fs::remove_dir_all(&folder)?;
    report.write()
}
