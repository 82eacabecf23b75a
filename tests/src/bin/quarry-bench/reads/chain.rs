//! The chain that reads are measured on: made inside the warehouse, with every decoder on, the same at every size.
//!
//! A hundred logs a block and 7,200 blocks a day, so that 50 million logs are 70 days. `sql/logs.sql` says what they are. To
//! change it: the statements in `sql/`, and the places in `table` that follow from them.

use anyhow::Result;
use quarry::ingest::Ingest;
use quarry::stores::result_set::Value;
use quarry::stores::warehouse::{QuerySettings, Warehouse};
use std::time::{Duration, Instant};

pub(crate) const LOGS_A_BLOCK: u64 = 100;
/// Blocks that one statement makes.
const BLOCKS_AT_ONCE: u64 = 10_000;
/// The longest time for which the engine may go on merging the loaded rows before it is asked.
const SETTLED_WITHIN: Duration = Duration::from_secs(180);
/// The time without a merge after which none is expected.
const IDLE_FOR: Duration = Duration::from_secs(10);

/// The settings with which ingest moves rows into the tables.
const SETTINGS: &[(&str, &str)] = &[
    ("max_insert_block_size", "262144"),
    ("min_insert_block_size_rows", "262144"),
    ("min_insert_block_size_bytes", "268435456"),
    ("parallel_view_processing", "1"),
    ("optimize_on_insert", "0"),
];

const PLACE: &str =
    "toFixedString(concat(repeat(char(KIND), 12), reverse(reinterpretAsFixedString(toUInt64(ID)))), 20)";

fn place(kind: &str, id: &str) -> String {
    PLACE.replace("KIND", kind).replace("ID", id)
}

/// Makes the blocks up to `end` and what follows from them: bars and counts by day.
pub(crate) async fn fill(warehouse: &Warehouse, end: u64) -> Result<()> {
    register(warehouse).await?;
    let began = Instant::now();
    let mut block = 0;
    while block < end {
        let blocks = BLOCKS_AT_ONCE.min(end - block);
        let parameters = [("first", Value::UInt64(block)), ("blocks", Value::UInt64(blocks))];
        for sql in [include_str!("sql/logs.sql"), include_str!("sql/transactions.sql"), include_str!("sql/blocks.sql")]
        {
            warehouse.execute_with(sql, &parameters, SETTINGS).await?;
        }
        block += blocks;
        let rate = (block * LOGS_A_BLOCK) as f64 / began.elapsed().as_secs_f64();
        println!("{} logs, {rate:.0}/s", block * LOGS_A_BLOCK);
    }
    let bars = Ingest::new(warehouse.clone()).recover().await?;
    println!("{bars} bars and the counts by day, {:.0} s in all", began.elapsed().as_secs_f64());
    settle(warehouse).await
}

/// Tokens, pools, lenders and two snapshots of 5,000 accounts.
async fn register(warehouse: &Warehouse) -> Result<()> {
    let (token, pool, account) = (place("0xcc", "number"), place("0xbb", "number"), place("0xaa", "number"));
    let (dollar, side) = (place("0xcc", "0"), place("0xcc", "1 + number % 19"));
    let (lender, market) = (place("0xdd", "0"), place("0xdd", "1"));
    for sql in [
        format!(
            "INSERT INTO tokens (chain_id, address, symbol, name, decimals, version) SELECT 1, {token}, concat('T', toString(number)), \
             concat('Token ', toString(number)), if(number = 0, 6, 18), 1 FROM numbers(20)"
        ),
        format!("INSERT INTO dollar_tokens (chain_id, address, symbol) SELECT 1, {dollar}, 'T0'"),
        format!(
            "INSERT INTO pools (chain_id, address, protocol, source, token0, token1, fee, version) SELECT 1, {pool}, \
             if(number < 20, 'uniswap_v2', 'uniswap_v3'), if(number < 20, 'v2', 'v3'), {dollar}, {side}, 3000, 1 FROM numbers(40)"
        ),
        format!(
            "INSERT INTO lending_deployments (chain_id, address, protocol, slug, name, underlying, version) VALUES \
             (1, {lender}, 'aave_v3', 'aave-v3', 'Aave V3', NULL, 1), \
             (1, {market}, 'compound_v3', 'compound-v3-usdc', 'Compound III', {dollar}, 1)"
        ),
        format!(
            "INSERT INTO health_factors (chain_id, protocol, block_number, block_timestamp, account, health_factor, collateral_usd, \
             debt_usd, collaterals, debts, version) SELECT 1, 'aave_v3', snapshot * 1000, \
             toDateTime(1700000000 + snapshot * 12000, 'UTC'), {account}, 1 + number / 1000, 1000 + number, 100, \
             [({dollar}, 1000)], [({dollar}, 100)], 1 FROM numbers(5000) ARRAY JOIN [1, 2] AS snapshot"
        ),
    ] {
        warehouse.execute_with(&sql, &[], SETTINGS).await?;
    }
    Ok(())
}

/// Waits until the engine has merged what it wants to: it begins another merge some seconds after the one before.
async fn settle(warehouse: &Warehouse) -> Result<()> {
    let bounds =
        QuerySettings { deadline: Duration::from_secs(30), max_rows: 10, max_memory_bytes: 1 << 30, readonly: true };
    let began = Instant::now();
    let mut idle_since = began;
    while idle_since.elapsed() < IDLE_FOR && began.elapsed() < SETTLED_WITHIN {
        let merges = warehouse.query("SELECT count() FROM system.merges", &[], bounds.clone()).await?.rows;
        if merges.columns.first().is_none_or(|column| column.value(0) != Value::UInt64(0)) {
            idle_since = Instant::now();
        }
        tokio::time::sleep(Duration::from_secs(1)).await;
    }
    println!("merged for {:.0} s", began.elapsed().as_secs_f64());
    Ok(())
}
