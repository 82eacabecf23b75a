//! `just bench`: server CPU per request and requests per second, against stated baselines in the same run.
//!
//! The server is a child process (this program again, in another mode), so that its CPU time is its own and not the
//! load's. Rounds of all entries are interleaved and the median counts: what else the machine does then hits all alike.
//! docs/benchmarks.md says what each entry means. To add one: its server in `serve`, its line in `ENTRIES`.

mod block;
mod host;
mod ingest;
mod load;
mod report;
mod serve;
mod slow_clients;

use anyhow::Result;
use load::Target;
use report::Report;

/// A measured path: name, baseline, mode of its server, path, requests a round.
struct Entry {
    name: &'static str,
    baseline: Option<&'static str>,
    mode: &'static str,
    path: &'static str,
    requests: usize,
}

const ENTRIES: &[Entry] = &[
    Entry { name: "hyper_small", baseline: None, mode: "hyper", path: "/", requests: 30_000 },
    Entry {
        name: "native_small",
        baseline: Some("hyper_small"),
        mode: "host",
        path: "/api/v1/bench/native_small",
        requests: 30_000,
    },
    Entry {
        name: "component_small",
        baseline: Some("native_small"),
        mode: "host",
        path: "/api/v1/bench/component_small",
        requests: 30_000,
    },
    Entry {
        name: "native_rows_500",
        baseline: None,
        mode: "host",
        path: "/api/v1/bench/native_rows_500",
        requests: 2_000,
    },
    Entry {
        name: "component_rows_500",
        baseline: Some("native_rows_500"),
        mode: "host",
        path: "/api/v1/bench/component_rows_500",
        requests: 2_000,
    },
];

const ROUNDS: usize = 5;

fn main() -> Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    match std::env::args().nth(1).as_deref() {
        Some("hyper") => runtime.block_on(serve::hyper()),
        Some("host") => runtime.block_on(host::run()),
        Some("stand-in") => runtime.block_on(block::stand_in()),
        Some(other) => anyhow::bail!("there is no mode {other}"),
        None => runtime.block_on(measure()),
    }
}

async fn measure() -> Result<()> {
    let folder = quarry_tests::server::fresh_folder("bench")?;
    let stand_in = serve::start("stand-in", &folder)?;
    let servers = [("hyper", serve::start("hyper", &folder)?), ("host", serve::start("host", &folder)?)];
    let mut rounds: Vec<Vec<load::Measured>> = ENTRIES.iter().map(|_| Vec::new()).collect();
    for round in 0..=ROUNDS {
        for (entry, measured) in ENTRIES.iter().zip(&mut rounds) {
            let server = servers.iter().find(|(mode, _)| *mode == entry.mode).map(|(_, server)| server);
            let server = server.ok_or_else(|| anyhow::anyhow!("no server for {}", entry.name))?;
            let target = Target { address: server.address, pid: server.pid(), path: entry.path };
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
    let [_, (_, host)] = &servers;
    slow_clients::measure(host.address, &mut report).await?;
    drop((stand_in, servers));
    ingest::measure(&folder, &mut report).await?;
    std::fs::remove_dir_all(&folder)?;
    report.write()
}
