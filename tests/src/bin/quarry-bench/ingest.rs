//! `ingest_logs` and `ingest_bars`: the real warehouse, all decoders on.

use crate::report::Report;
use anyhow::{Context, Result};
use jiff::Timestamp;
use quarry::ingest::{DatasetKind, Ingest, IngestOptions, Progress, migrate};
use quarry::sample_chain::{SampleChain, SampleChainOptions, SampleNetwork, SampleTable};
use quarry::stores::warehouse::{EmbeddedOptions, EmbeddedWarehouse, Warehouse};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

pub(crate) const FIGURES: &[&str] = &["ingest_logs", "ingest_bars", "ingest_memory"];
/// Days of the generated chain: over a million logs.
const DAYS: u32 = 270;

pub(crate) async fn measure(folder: &Path, report: &mut Report) -> Result<()> {
    let dist = quarry_tests::server::installation()?;
    let embedded = EmbeddedWarehouse::start(EmbeddedOptions {
        binary: dist.join("quarry-warehouse"),
        library: dist.join("lib/libchdb.so"),
        data_dir: folder.join("warehouse"),
        socket: folder.join("warehouse.sock"),
        memory_limit_bytes: None,
        max_concurrent_queries: None,
    })
    .await?;
    let warehouse = Warehouse::over_unix_socket(embedded.socket(), "quarry");
    warehouse.create_database().await?;
    migrate::migrate(&warehouse, &migrate::MigrationSettings { engine_prefix: String::new(), cluster: None }).await?;
    let ingest = Ingest::new(warehouse.clone());
    let (rows, time) = load(&ingest, folder).await?;
    report.add("ingest_logs", rows as f64 / time.as_secs_f64(), "log rows per second, all decoders on");
    for table in ["v2_syncs", "v2_swaps", "v3_swaps"] {
        let touch =
            format!("INSERT INTO touched_days SELECT DISTINCT chain_id, pool, toDate(block_timestamp) FROM {table}");
        warehouse.execute(&touch).await?;
    }
    let started = Instant::now();
    let bars = ingest.recover().await?;
    report.add("ingest_bars", bars as f64 / started.elapsed().as_secs_f64(), "bars recomputed per second");
    let peak = |pid: u32| {
        let status = std::fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:").map(str::to_owned));
        line.and_then(|line| line.split_whitespace().next()?.parse::<f64>().ok()).unwrap_or(f64::NAN) / 1024.0
    };
    report.add("ingest_memory", peak(std::process::id()), "MiB at the peak of the ingesting process");
    embedded.stop().await;
    Ok(())
}

/// Notes when the rows are in and the bars begin: those are measured apart.
#[derive(Default)]
struct Steps {
    bars_began: Mutex<Option<Instant>>,
}

impl Progress for Steps {
    fn started(&self, _name: &str, _size_bytes: Option<u64>) {}
    fn advanced(&self, _bytes: u64) {}
    fn finished(&self) {}

    fn step(&self, description: &str) {
        if description.contains("bars") {
            *self.bars_began.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
        }
    }
}

/// Loads a generated chain from files; the logs and how long they took, without their bars.
async fn load(ingest: &Ingest, folder: &Path) -> Result<(u64, Duration)> {
    let end = Timestamp::from_second(1_793_491_200)?;
    let sample = SampleChain::new(SampleChainOptions { days: DAYS, ..SampleChainOptions::standard(end) })?;
    let files = sample.write_to(&folder.join("files"))?.files;
    let mut logs = (0, Duration::ZERO);
    for (table, kind) in [
        (SampleTable::Tokens, DatasetKind::Tokens),
        (SampleTable::Pools, DatasetKind::Pools),
        (SampleTable::Blocks, DatasetKind::Blocks),
        (SampleTable::Logs, DatasetKind::Logs),
    ] {
        let network = SampleNetwork::Ethereum;
        let file = files.iter().find(|file| file.network == network && file.table == table);
        let file = file.context("the generator writes every table")?;
        let chain = Some(network.chain_id().to_string());
        let options = IngestOptions { chain, ..IngestOptions::default() };
        let (started, steps) = (Instant::now(), Arc::new(Steps::default()));
        let summary = ingest.ingest_file(kind, &file.path, &options, steps.clone()).await?;
        let bars_began = *steps.bars_began.lock().unwrap_or_else(PoisonError::into_inner);
        logs = (summary.rows_loaded, bars_began.map_or(summary.duration, |began| began - started));
    }
    Ok(logs)
}
