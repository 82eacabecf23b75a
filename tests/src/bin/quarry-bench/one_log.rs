//! `load_one_log`: what a file of one log costs, beside the sample chain; and how many statements it comes to.
//!
//! Each round loads a block of its own with one `Sync` of a pool of the sample, after `load_select_1`, the cheapest statement.

use crate::cpu::CpuTime;
use crate::reads::{Recorder, environment};
use crate::report::Report;
use crate::sample_reads::{floor, wait_until_idle};
use anyhow::Result;
use quarry::ingest::{DatasetKind, Format, Ingest, IngestOptions, Silent};
use quarry::stores::warehouse::Warehouse;
use quarry_tests::server::{Options, Server};
use std::sync::Arc;
use tokio::task::block_in_place;

pub(crate) const FIGURES: &[&str] = &[FLOOR, ENTRY, STATEMENTS];
const FLOOR: &str = "load_select_1";
const ENTRY: &str = "load_one_log";
const STATEMENTS: &str = "load_one_log_statements";
const UNIT: &str = "milliseconds of the warehouse's CPU";

const ROUNDS: u64 = 9;
/// Statements of a round of the floor.
const A_ROUND: u32 = 200;
/// Above the sample's blocks, ten minutes into the hour behind its end: no load moves the ranking but the first.
const FIRST_BLOCK: u64 = 40_000_000;
const FIRST_SECOND: u64 = 1_793_491_800;

pub(crate) async fn measure(report: &mut Report) -> Result<()> {
    let options = Options { environment: environment(&[]), ..Options::default() };
    let server = block_in_place(|| Server::start(&options))?;
    let socket = server.data_dir.join("warehouse.sock");
    let warehouse = Warehouse::over_unix_socket(&socket, "quarry");
    let pid = u32::try_from(server.warehouse_pid()?)?;
    let ingest = Ingest::new(warehouse.clone());
    wait_until_idle(pid).await?;
    let (mut floors, mut loads) = (Vec::new(), Vec::new());
    for round in 0..=ROUNDS {
        let floor = floor(&warehouse, pid, A_ROUND).await?;
        let before = CpuTime::of(pid)?;
        load(&ingest, round).await?;
        // The first round warms up.
        if round > 0 {
            loads.push(before.since()? as f64 / 1e6);
            floors.push(floor);
        }
    }
    report.rounds(FLOOR, floors, UNIT, None);
    report.rounds(ENTRY, loads, UNIT, Some(FLOOR));
    // Once more past a recorder, which counts and is not measured.
    let recorder = Recorder::start(&socket).await?;
    load(&Ingest::new(Warehouse::over_http(&recorder.url(), "quarry", None, None)?), ROUNDS + 1).await?;
    report.add(STATEMENTS, recorder.take().len() as f64, "statements for a file of one log");
    Ok(())
}

async fn load(ingest: &Ingest, round: u64) -> Result<()> {
    let (block, at) = (FIRST_BLOCK + round, FIRST_SECOND + 12 * round);
    let text = format!(
        "block_number,block_timestamp,transaction_hash,transaction_index,log_index,address,topic0,data\n\
         {block},{at},0x{block:064x},0,0,0xb4e16d0168e52d35cacd2c6185b44281ec28c9dc,\
         0x1c411e9a96e071241c2f21f7726b17ae89e3cab4c78be50e062b03a9fffbbad1,0x{:064x}{:064x}\n",
        180_000_000_000_000_u64 + block,
        100_000_000_000_000_000_000_000_u128
    );
    let options = IngestOptions { chain: Some("ethereum".to_owned()), ..IngestOptions::default() };
    let chunk = futures_util::stream::iter([Ok(bytes::Bytes::from(text))]);
    ingest.ingest_bytes(DatasetKind::Logs, Format::Csv, "bench", chunk, &options, Arc::new(Silent)).await?;
    Ok(())
}
