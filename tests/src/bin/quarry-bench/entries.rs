//! The entries that are requests to a server, and their rounds.
//!
//! Every round asks each entry in turn, so that what else the machine does meets all alike. To add one: what it asks in
//! the server of its mode, its line in `ENTRIES` behind its baseline, a row in docs/benchmarks.md.

use crate::load::{self, Load, Measured, Target};
use crate::report::Report;
use crate::serve::Process;
use crate::{cached, host, keyed, lifecycle, peers};
use anyhow::{Context, Result};
use hyper::header::{ACCEPT_ENCODING, AUTHORIZATION, CONTENT_TYPE, HeaderMap, HeaderValue, IF_NONE_MATCH};
use std::path::Path;

/// A measured path.
pub(crate) struct Entry {
    pub(crate) name: &'static str,
    pub(crate) baseline: Option<&'static str>,
    /// Figures that are made of this one.
    pub(crate) gives: &'static [&'static str],
    /// The mode of its server.
    pub(crate) mode: &'static str,
    path: &'static str,
    with_key: bool,
    /// The number of requests in a round.
    requests: usize,
    /// The value of `If-None-Match`; with it the answer must be a 304.
    condition: Option<fn() -> String>,
    /// The value of `Accept-Encoding`.
    accept_encoding: Option<&'static str>,
    /// Sent as JSON with a POST.
    body: Option<&'static str>,
    load: Load,
}

/// The values of entries that say nothing else.
const USUAL: Entry = Entry {
    name: "",
    baseline: None,
    gives: &[],
    mode: "host",
    path: "/",
    with_key: false,
    requests: 60_000,
    condition: None,
    accept_encoding: None,
    body: None,
    load: Load::Awake,
};

/// A row, an audit entry and an event in one transaction.
const WRITE: Entry = Entry {
    path: "/api/v1/bench/notes",
    with_key: true,
    requests: 1_600,
    body: Some("{\"title\":\"Depeg of March\"}"),
    load: Load::Asleep,
    ..USUAL
};

/// The same behind a guard, which is asked before the component is called and again in the transaction.
const GUARDED_WRITE: Entry = Entry { path: "/api/v1/bench/guarded_notes", ..WRITE };

/// Answers with 500 rows.
const OF_ROWS: Entry = Entry { requests: 12_000, load: Load::Asleep, ..USUAL };

pub(crate) const ENTRIES: &[Entry] = &[
    Entry { name: "hyper_small", mode: "hyper", ..USUAL },
    Entry { name: "native_small", baseline: Some("hyper_small"), path: "/api/v1/bench/native_small", ..USUAL },
    Entry {
        name: "keyed_small",
        baseline: Some("native_small"),
        gives: keyed::FIGURES,
        path: "/api/v1/bench/keyed_small",
        with_key: true,
        ..USUAL
    },
    Entry {
        name: "kept_keyed",
        baseline: Some("keyed_small"),
        path: "/api/v1/bench/kept_keyed",
        with_key: true,
        ..USUAL
    },
    Entry { name: "bare_wasmtime_small", baseline: Some("hyper_small"), mode: "bare", path: "/small", ..USUAL },
    Entry { name: "component_small", baseline: Some("native_small"), path: "/api/v1/bench/component_small", ..USUAL },
    Entry { name: "components_5", mode: host::FIVE, path: "/api/v1/many-000003", ..USUAL },
    Entry {
        name: "components_500",
        baseline: Some("components_5"),
        gives: lifecycle::many::FIGURES,
        mode: host::FIVE_HUNDRED,
        path: "/api/v1/many-000003",
        ..USUAL
    },
    Entry { name: "native_rows_500", path: "/api/v1/bench/native_rows_500", ..OF_ROWS },
    Entry {
        name: "component_rows_500",
        baseline: Some("native_rows_500"),
        path: "/api/v1/bench/component_rows_500",
        ..OF_ROWS
    },
    Entry { name: "columns_500", baseline: Some("native_rows_500"), path: "/api/v1/bench/columns_500", ..OF_ROWS },
    Entry { name: "app_store_write_sqlite", ..WRITE },
    Entry { name: "guarded_write_sqlite", baseline: Some("app_store_write_sqlite"), ..GUARDED_WRITE },
    Entry { name: "app_store_write_postgres", mode: "host-postgres", ..WRITE },
    Entry {
        name: "guarded_write_postgres",
        baseline: Some("app_store_write_postgres"),
        mode: "host-postgres",
        ..GUARDED_WRITE
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
    Entry {
        name: "page_file",
        baseline: Some("cached_get"),
        path: host::PAGE_FILE,
        accept_encoding: Some("br"),
        ..USUAL
    },
];

/// The small answer here and where others serve it: the ratios are what a peer needs and gives of ours.
pub(crate) const OF_PEERS: [Entry; 3] = [
    Entry { name: "component_small", path: "/api/v1/bench/component_small", ..BESIDE_PEERS },
    Entry { name: "wasmtime_serve_small", baseline: Some("component_small"), mode: peers::WASMTIME, ..BESIDE_PEERS },
    Entry { name: "workerd_small", baseline: Some("component_small"), mode: peers::WORKERD, ..BESIDE_PEERS },
];

/// Fewer in a round, where a peer takes four times as long for them.
const BESIDE_PEERS: Entry = Entry { requests: 20_000, load: Load::Asleep, ..USUAL };

const ROUNDS: usize = 9;

/// Measures the chosen entries and what is made of them, on the `servers`, by their modes.
pub(crate) async fn measure(
    entries: &[&Entry],
    servers: &[(&'static str, Process)],
    folder: &Path,
    report: &mut Report,
) -> Result<()> {
    let mut rounds: Vec<Vec<Measured>> = entries.iter().map(|_| Vec::new()).collect();
    for round in 0..=ROUNDS {
        for (entry, measured) in entries.iter().zip(&mut rounds) {
            let server = servers.iter().find(|(mode, _)| *mode == entry.mode);
            let (_, server) = server.with_context(|| format!("no server for {}", entry.name))?;
            let result = load::run(target(entry, server, folder)?, entry.requests).await?;
            // The first round warms up.
            if round > 0 {
                measured.push(result);
            }
        }
    }
    for (entry, measured) in entries.iter().zip(&rounds) {
        report.requests(entry.name, entry.baseline, measured);
    }
    keyed::report_overhead(report);
    Ok(())
}

fn target(entry: &Entry, server: &Process, folder: &Path) -> Result<Target> {
    let mut headers = HeaderMap::new();
    if entry.with_key {
        headers.insert(AUTHORIZATION, HeaderValue::try_from(keyed::authorization(folder, entry.mode)?)?);
    }
    if let Some(tag) = entry.condition {
        headers.insert(IF_NONE_MATCH, HeaderValue::try_from(tag())?);
    }
    if let Some(coding) = entry.accept_encoding {
        headers.insert(ACCEPT_ENCODING, HeaderValue::from_static(coding));
    }
    if entry.body.is_some() {
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    }
    let status = if entry.condition.is_some() { 304 } else { 200 };
    Ok(Target {
        address: server.address,
        pid: server.pid(),
        path: entry.path,
        headers,
        status,
        body: entry.body,
        load: entry.load,
    })
}
