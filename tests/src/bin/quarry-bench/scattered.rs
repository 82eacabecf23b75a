//! `ingest_scattered`: a thin sample over years, which must not cost what a dense chain of as many days does.

use crate::report::Report;
use anyhow::Result;
use quarry::ingest::{DatasetKind, Ingest, IngestOptions, Silent, migrate};
use quarry::stores::warehouse::{EmbeddedOptions, EmbeddedWarehouse, Warehouse};
use std::fmt::Write;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

pub(crate) const FIGURES: &[&str] = &["ingest_scattered"];
/// Blocks, and the days that they lie on.
const BLOCKS: u64 = 1_093;
const DAYS: u64 = 830;
const FIRST_SECOND: u64 = 1_600_000_000;

pub(crate) async fn measure(folder: &Path, report: &mut Report) -> Result<()> {
    let dist = quarry_tests::server::installation()?;
    let embedded = EmbeddedWarehouse::start(EmbeddedOptions {
        binary: dist.join("quarry-warehouse"),
        library: dist.join("lib/libchdb.so"),
        data_dir: folder.join("scattered"),
        socket: folder.join("scattered.sock"),
        memory_limit_bytes: None,
        max_concurrent_queries: None,
    })
    .await?;
    let warehouse = Warehouse::over_unix_socket(embedded.socket(), "quarry");
    warehouse.create_database().await?;
    migrate::migrate(&warehouse, &migrate::MigrationSettings { engine_prefix: String::new(), cluster: None }).await?;
    let path = folder.join("scattered.csv");
    std::fs::write(&path, logs())?;
    let options = IngestOptions { chain: Some("ethereum".to_owned()), ..IngestOptions::default() };
    let started = Instant::now();
    Ingest::new(warehouse).ingest_file(DatasetKind::Logs, &path, &options, Arc::new(Silent)).await?;
    report.add("ingest_scattered", started.elapsed().as_secs_f64(), "seconds for 1,093 blocks over 830 days");
    embedded.stop().await;
    Ok(())
}

/// Two logs a block: a `Sync` and a transfer.
fn logs() -> String {
    let mut text = String::from(
        "block_number,block_timestamp,transaction_hash,transaction_index,log_index,address,topic0,topic1,topic2,data\n",
    );
    let word = |number: u64| format!("{number:064x}");
    for block in 0..BLOCKS {
        let number = 10_000_000 + block * 5_000;
        let at = FIRST_SECOND + block * DAYS / BLOCKS * 86_400 + block % 7 * 600;
        let start = format!("{number},{at},0x{},0", word(number));
        // Writing to a text cannot fail.
        let _ = writeln!(
            text,
            "{start},0,0x{:040x},0x1c411e9a96e071241c2f21f7726b17ae89e3cab4c78be50e062b03a9fffbbad1,,,0x{}{}",
            10,
            word(2_000_000 + block),
            word(1_000_000)
        );
        let _ = writeln!(
            text,
            "{start},1,0x{:040x},0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef,0x{},0x{},0x{}",
            99,
            word(201),
            word(202 + block % 50),
            word(block)
        );
    }
    text
}
