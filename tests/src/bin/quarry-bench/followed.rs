//! `follow_250ms`: a chain with a block every 250 ms, followed by `quarry ingest --rpc` over a stand-in node.
//!
//! The figure is the part of a processor that the following process and its warehouse use together; its baseline is the same
//! two with a chain that stands still. `follow_250ms_behind` is how many blocks are not there, with their bars and their
//! counts by day, when the last one was mined.

use crate::cpu::CpuTime;
use crate::reads::environment;
use crate::report::Report;
use anyhow::{Context, Result, ensure};
use quarry::ingest::{DatasetKind, Format, Ingest, IngestOptions, Silent};
use quarry::stores::result_set::Value;
use quarry::stores::warehouse::{QuerySettings, Warehouse};
use quarry_tests::chain_server::ChainServer;
use quarry_tests::server::{Options, Server, installation};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::task::block_in_place;
use tokio::time::{Instant as Moment, sleep, sleep_until};

pub(crate) const FIGURES: &[&str] = &[STILL, ENTRY, BEHIND];
const STILL: &str = "follow_still";
const ENTRY: &str = "follow_250ms";
const BEHIND: &str = "follow_250ms_behind";
const UNIT: &str = "processors, of the process that follows and of its warehouse";

const ROUNDS: usize = 3;
const A_ROUND: Duration = Duration::from_secs(20);
const BLOCK_EVERY: Duration = Duration::from_millis(250);
/// Blocks that the chain begins with, from block 100 on.
const FIRST_BLOCKS: u64 = 100;
const CAUGHT_UP_WITHIN: Duration = Duration::from_secs(120);
/// The next block of the chain to be loaded, or the first one of which bars or counts are still to be made.
const NEXT_BLOCK: &str = "SELECT toUInt64(if((SELECT count() FROM touched_days) + (SELECT count() FROM touched_chain_days) = 0, \
    max(next_block), ifNull((SELECT min(first_block) FROM touched_chain_days HAVING count() > 0), toUInt64(max(next_block) - 1)))) \
    FROM followed_chains FINAL";
const TOKENS: &str = "address,symbol,name,decimals\n\
    0x0000000000000000000000000000000000000001,ONE,One,6\n0x0000000000000000000000000000000000000002,TWO,Two,6\n";
const POOLS: &str = "address,protocol,token0,token1,fee,created_block\n\
    0x000000000000000000000000000000000000000a,uniswap_v2,0x0000000000000000000000000000000000000001,0x0000000000000000000000000000000000000002,3000,1\n\
    0x000000000000000000000000000000000000000b,uniswap_v3,0x0000000000000000000000000000000000000001,0x0000000000000000000000000000000000000002,3000,1\n";

pub(crate) async fn measure(report: &mut Report) -> Result<()> {
    let options = Options { no_sample: true, environment: environment(&[]), ..Options::default() };
    let server = block_in_place(|| Server::start(&options))?;
    let warehouse = Warehouse::over_unix_socket(&server.data_dir.join("warehouse.sock"), "quarry");
    let ingest = Ingest::new(warehouse.clone());
    for (kind, text) in [(DatasetKind::Tokens, TOKENS), (DatasetKind::Pools, POOLS)] {
        let options = IngestOptions { chain: Some("ethereum".to_owned()), ..IngestOptions::default() };
        let chunk = futures_util::stream::iter([Ok(bytes::Bytes::from(text))]);
        ingest.ingest_bytes(kind, Format::Csv, "bench", chunk, &options, Arc::new(Silent)).await?;
    }
    let program = std::env::current_exe()?.with_file_name("quarry-chain-server");
    let chain = block_in_place(|| ChainServer::start(&program, 1, FIRST_BLOCKS))?;
    let follower = Follower::start(&server, &chain)?;
    let pids = [follower.0.id(), u32::try_from(server.warehouse_pid()?)?];
    let mut head = 99 + FIRST_BLOCKS;
    caught_up(&warehouse, head).await?;
    let (mut still, mut followed, mut behind) = (Vec::new(), Vec::new(), 0);
    for _ in 0..ROUNDS {
        let before = used(pids)?;
        sleep(A_ROUND).await;
        still.push(before.processors()?);

        let (before, began) = (used(pids)?, Moment::now());
        let mut next = began;
        while began.elapsed() < A_ROUND {
            head = block_in_place(|| chain.mine(1));
            next += BLOCK_EVERY;
            sleep_until(next).await;
        }
        followed.push(before.processors()?);
        behind = behind.max((head + 1).saturating_sub(next_block(&warehouse).await?));
        caught_up(&warehouse, head).await?;
    }
    report.rounds(STILL, still, UNIT, None);
    report.rounds(ENTRY, followed, UNIT, Some(STILL));
    report.add(
        BEHIND,
        behind as f64,
        "blocks at most that were not there, with bars and counts, 250 ms after the last was mined",
    );
    Ok(())
}

/// `quarry ingest --rpc`, which ends with this.
struct Follower(Child);

impl Follower {
    fn start(server: &Server, chain: &ChainServer) -> Result<Follower> {
        let child = Command::new(installation()?.join("quarry"))
            .args(["ingest", "--from-block", "100", "--data-dir"])
            .arg(&server.data_dir)
            .env("QUARRY_RPC", &chain.url)
            .env("QUARRY__FOLLOW__POLL_MILLISECONDS", "250")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()?;
        Ok(Follower(child))
    }
}

impl Drop for Follower {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// The time of both processes at one moment.
struct Used {
    began: Instant,
    times: Vec<CpuTime>,
}

fn used(pids: [u32; 2]) -> Result<Used> {
    let times = pids.into_iter().map(CpuTime::of).collect::<Result<_>>()?;
    Ok(Used { began: Instant::now(), times })
}

impl Used {
    /// Processors that both have used since.
    fn processors(&self) -> Result<f64> {
        let elapsed = self.began.elapsed().as_nanos() as f64;
        let used: u64 = self.times.iter().map(CpuTime::since).sum::<Result<u64>>()?;
        Ok(used as f64 / elapsed)
    }
}

async fn next_block(warehouse: &Warehouse) -> Result<u64> {
    let settings =
        QuerySettings { deadline: Duration::from_secs(30), max_rows: 1, max_memory_bytes: 1 << 28, readonly: true };
    let rows = warehouse.query(NEXT_BLOCK, &[], settings).await?.rows;
    match rows.columns.first().filter(|_| rows.row_count > 0).map(|column| column.value(0)) {
        Some(Value::UInt64(number)) => Ok(number),
        other => Err(anyhow::anyhow!("the next block is {other:?}")),
    }
}

async fn caught_up(warehouse: &Warehouse, head: u64) -> Result<()> {
    let began = Instant::now();
    while next_block(warehouse).await.context("how far the chain is followed")? <= head {
        ensure!(began.elapsed() < CAUGHT_UP_WITHIN, "block {head} is not followed");
        sleep(Duration::from_millis(100)).await;
    }
    Ok(())
}
