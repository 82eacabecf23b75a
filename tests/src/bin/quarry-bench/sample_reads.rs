//! `sample_<what is read>`: what a read of the sample chain costs the warehouse, where no answer is kept.
//!
//! An installation with the sample and without a response cache. Each read is asked several times in a round, after
//! `sample_select_1`, the cheapest statement that there is: a ratio says how many of those a read is worth.

use crate::choice::Choice;
use crate::cpu::CpuTime;
use crate::reads::environment;
use crate::report::Report;
use anyhow::{Context, Result, ensure};
use quarry::stores::warehouse::{QuerySettings, Warehouse};
use quarry_tests::server::{Options, Server};
use std::time::{Duration, Instant};
use tokio::task::block_in_place;

pub(crate) const FIGURES: &[&str] = &[
    FLOOR,
    "sample_liquidations",
    "sample_pairs",
    "sample_pairs_of_sides",
    "sample_tokens",
    "sample_pool_prices",
    "sample_health_factors",
    "sample_absorptions",
    "sample_chart_prices",
    "sample_datasets",
    "sample_tracking",
    "sample_tracking_liquidations",
    "sample_tracking_account",
    "sample_public_prices",
    "sample_transaction",
    "sample_block",
    "sample_address_lens",
];
const FLOOR: &str = "sample_select_1";
const UNIT: &str = "milliseconds of the warehouse's CPU per request";
const POOL: &str = "0xb4e16d0168e52d35cacd2c6185b44281ec28c9dc";

const ROUNDS: usize = 5;
/// Requests of a round.
const REQUESTS: u32 = 10;
/// Statements of a round of the floor, which are short.
const STATEMENTS: u32 = 200;
/// The time that the sample's first jobs and merges may go on.
const IDLE_WITHIN: Duration = Duration::from_secs(120);
/// The part of a second that an idle warehouse uses at most.
const IDLE_NANOSECONDS: u64 = 30_000_000;

pub(crate) async fn measure(choice: &Choice, report: &mut Report) -> Result<()> {
    let options = Options { environment: environment(&[]), ..Options::default() };
    let server = block_in_place(|| Server::start(&options))?;
    let warehouse = Warehouse::over_unix_socket(&server.data_dir.join("warehouse.sock"), "quarry");
    let pid = u32::try_from(server.warehouse_pid()?)?;
    let mut reads = block_in_place(|| reads(&server))?;
    reads.retain(|(name, _)| choice.takes(&[*name]));
    wait_until_idle(pid).await?;
    let mut floors = Vec::new();
    let mut rounds = vec![Vec::new(); reads.len()];
    for round in 0..=ROUNDS {
        let floor = floor(&warehouse, pid, STATEMENTS).await?;
        let costs =
            block_in_place(|| reads.iter().map(|(_, path)| cost(&server, pid, path)).collect::<Result<Vec<_>>>())?;
        // The first round warms up.
        if round > 0 {
            floors.push(floor);
            rounds.iter_mut().zip(costs).for_each(|(values, cost)| values.push(cost));
        }
    }
    report.rounds(FLOOR, floors, UNIT, None);
    for ((name, _), values) in reads.iter().zip(rounds) {
        report.rounds(name, values, UNIT, Some(FLOOR));
    }
    Ok(())
}

/// Waits until the warehouse has nothing to do, or has gone on for too long.
pub(crate) async fn wait_until_idle(pid: u32) -> Result<()> {
    let began = Instant::now();
    loop {
        let before = CpuTime::of(pid)?;
        tokio::time::sleep(Duration::from_secs(1)).await;
        if before.since()? < IDLE_NANOSECONDS || began.elapsed() > IDLE_WITHIN {
            return Ok(());
        }
    }
}

/// Milliseconds of CPU that the warehouse takes for the cheapest statement, of so many.
pub(crate) async fn floor(warehouse: &Warehouse, pid: u32, statements: u32) -> Result<f64> {
    let settings =
        QuerySettings { deadline: Duration::from_secs(30), max_rows: 1, max_memory_bytes: 1 << 26, readonly: true };
    let before = CpuTime::of(pid)?;
    for _ in 0..statements {
        warehouse.query("SELECT 1", &[], settings.clone()).await?;
    }
    Ok(before.since()? as f64 / f64::from(statements) / 1e6)
}

fn cost(server: &Server, pid: u32, path: &str) -> Result<f64> {
    let before = CpuTime::of(pid)?;
    for _ in 0..REQUESTS {
        let answer = server.get_with_key(path, &server.full_key);
        ensure!(answer.status == 200, "{path} answered {}: {}", answer.status, answer.text);
    }
    Ok(before.since()? as f64 / f64::from(REQUESTS) / 1e6)
}

/// The reads, by the names of their figures.
fn reads(server: &Server) -> Result<Vec<(&'static str, String)>> {
    let newest =
        server.get("/public/tracking/aave-v3/liquidations?chain=ethereum&limit=1").json()["liquidations"][0].clone();
    let text = |member: &str| newest[member].as_str().map(str::to_owned).with_context(|| format!("its {member}"));
    let (account, transaction) = (text("borrower")?, text("transaction_hash")?);
    let block = newest["block_number"].as_u64().context("its block")?;
    Ok(vec![
        ("sample_liquidations", "/liquidations?limit=50".to_owned()),
        ("sample_pairs", "/pairs?limit=50".to_owned()),
        ("sample_pairs_of_sides", "/pairs?limit=50&base=WETH&quote=USDC".to_owned()),
        ("sample_tokens", "/tokens?limit=50".to_owned()),
        ("sample_pool_prices", format!("/pools/{POOL}/prices?chain=ethereum")),
        ("sample_health_factors", "/health_factors".to_owned()),
        ("sample_absorptions", "/absorptions".to_owned()),
        ("sample_chart_prices", format!("/charts/prices?pool={POOL}")),
        ("sample_datasets", "/datasets".to_owned()),
        ("sample_tracking", "/public/tracking/aave-v3?range=all".to_owned()),
        ("sample_tracking_liquidations", "/public/tracking/aave-v3/liquidations".to_owned()),
        ("sample_tracking_account", format!("/public/tracking/aave-v3/accounts/{account}")),
        ("sample_public_prices", "/public/prices".to_owned()),
        ("sample_transaction", format!("/public/transactions/{transaction}?chain=ethereum")),
        ("sample_block", format!("/public/blocks/{block}?chain=ethereum")),
        ("sample_address_lens", format!("/public/explorer/address/{POOL}?chain=ethereum")),
    ])
}
