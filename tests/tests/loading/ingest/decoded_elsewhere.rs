//! Rows that somebody else decoded: served as such where there is no log of ours, and never over one.

use alloy_primitives::{U256, keccak256};
use quarry::ingest::{DatasetKind, IngestOptions};

use crate::ingest_support::*;

const AAVE: &str = "LiquidationCall(address,address,address,uint256,uint256,address,bool)";

/// Aave's event: collateral 1, debt 2, borrower 3, liquidator 4.
fn liquidation(block: u64, index: u32, debt: u64, collateral: u64) -> Log {
    let topics = [1_u64, 2, 3].iter().map(|number| format!("0x{number:064x}"));
    let words = [U256::from(debt), U256::from(collateral), U256::from(4), U256::ZERO];
    Log::new(block, index, &address(50), std::iter::once(keccak256(AAVE).to_string()).chain(topics).collect(), &words)
}

/// mev-inspect's columns: no index of the log, no time, no contract.
fn mev_inspect(rows: &[(u64, u64, u64)]) -> String {
    let mut text = String::from(
        "liquidated_user,liquidator_user,debt_token_address,debt_purchase_amount,received_amount,received_token_address,protocol,transaction_hash,trace_address,block_number\n",
    );
    for (block, debt, collateral) in rows {
        text += &format!(
            "{},{},{},{debt},{collateral},{},aave,{},\"[0, 1]\",{block}\n",
            address(3),
            address(4),
            address(2),
            address(1),
            block_hash(*block, 255)
        );
    }
    text
}

const SERVED: &str = "SELECT block_number, decoded_from, toString(collateral_amount), toString(debt_amount), stated_protocol FROM liquidations FINAL ORDER BY block_number";

#[tokio::test]
async fn a_liquidation_of_mev_inspect_is_served_until_its_log_is_there() {
    let store = Store::new("mev_inspect").await;
    let summary = store.load(DatasetKind::Liquidations, mev_inspect(&[(1, 100, 7), (2, 200, 8)])).await;
    assert_eq!((summary.rows_loaded, summary.settled.served), (2, 0), "nobody knows their time yet");
    store.load(DatasetKind::Blocks, blocks_csv(&[(1, 0), (2, 0)])).await;
    assert_eq!(store.rows(SERVED).await, [["1", "file", "7", "100", "aave"], ["2", "file", "8", "200", "aave"]]);
    // The logs come: one says the same, one another amount. Ours is served, the difference counted.
    store.load(DatasetKind::Logs, etl_csv(&[liquidation(1, 5, 100, 7), liquidation(2, 6, 201, 8)])).await;
    assert_eq!(store.rows(SERVED).await, [["1", "log", "7", "100", ""], ["2", "log", "8", "201", ""]]);
    let again = store.load(DatasetKind::Liquidations, mev_inspect(&[(1, 100, 7), (2, 200, 8)])).await;
    assert_eq!((again.settled.served, again.settled.decoded_here, again.settled.differing), (0, 2, 1));
    assert!(again.to_string().contains("of these differing  1"), "{again}");
    let differing = "SELECT block_number, arrayStringConcat(columns, ',') FROM decoded_differences FINAL";
    assert_eq!(store.rows(differing).await, [["2", "debt_amount"]]);
    // Withdrawn, the logs leave the file's rows behind.
    store.ingest.withdraw(&quarry::ingest::WithdrawalTarget::Load(3)).await.expect("a withdrawal");
    assert_eq!(store.rows(SERVED).await, [["1", "file", "7", "100", "aave"], ["2", "file", "8", "200", "aave"]]);
    assert_eq!(store.cell("SELECT count() FROM decoded_differences FINAL").await, "0");
}

#[tokio::test]
async fn a_subgraphs_liquidations_and_absorptions_load_with_their_place() {
    let store = Store::new("subgraph").await;
    let row = serde_json::json!({"id": "x-5", "hash": block_hash(1, 255), "logIndex": 5, "blockNumber": "1", "timestamp": "1704067212",
        "liquidator": {"id": address(4)}, "liquidatee": {"id": address(3)}, "asset": {"id": address(1)}, "amount": "7", "market": {"id": address(50)}});
    let answer = serde_json::json!({"data": {"liquidates": [row]}});
    let summary = store.load(DatasetKind::Liquidations, format!("{answer}\n")).await;
    assert_eq!((summary.settled.served, summary.settled.differing), (1, 0));
    let served = "SELECT log_index, hex(address), toString(debt_amount), toUInt64(toUnixTimestamp(block_timestamp)) FROM liquidations FINAL";
    assert_eq!(store.rows(served).await, [["5", &address(50)[2..].to_uppercase(), "null", "1704067212"]]);
    let absorptions = format!(
        "block_number,log_index,transaction_hash,address,absorber,borrower,asset,amount,usd_value,block_timestamp\n1,7,{},{},{},{},,100,200,1704067212\n1,8,{},{},{},{},{},101,300,1704067212\n",
        block_hash(1, 255),
        address(50),
        address(4),
        address(3),
        block_hash(1, 255),
        address(50),
        address(4),
        address(3),
        address(1)
    );
    let summary = store.load(DatasetKind::Absorptions, absorptions).await;
    assert_eq!(summary.settled.served, 2);
    assert_eq!(
        store.rows("SELECT kind, decoded_from FROM absorptions FINAL ORDER BY log_index").await,
        [["debt", "file"], ["collateral", "file"]]
    );
}

/// demeter's table of a pool: swaps among rows of other kinds, the pool in the file's name, whole numbers written as floats.
fn demeter(rows: &[(&str, u32, i64, i64, &str)]) -> String {
    let mut text = String::from(
        "block_number,block_timestamp,tx_type,transaction_hash,tx_index,log_index,sender,receipt,amount0,amount1,total_liquidity,total_liquidity_delta,sqrtPriceX96,current_tick,tick_lower,tick_upper,liquidity\n",
    );
    for (kind, index, amount0, amount1, root) in rows {
        text += &format!(
            "1,2024-01-01 00:00:12,{kind},{},0,{index},{},{},{amount0},{amount1},5,0,{root},-1.0,,,\n",
            block_hash(1, 255),
            address(201),
            address(202)
        );
    }
    text
}

#[tokio::test]
async fn the_swaps_of_demeter_make_the_bars_that_the_logs_make() {
    quarry_tests::in_the_whole_suite!();
    let pool = address(10);
    let root: U256 = (U256::from(1) << 96) / U256::from(1000);
    let registered = async |name: &str| {
        let store = Store::new(name).await;
        store.load(DatasetKind::Tokens, tokens_csv((6, 18))).await;
        store.load(DatasetKind::Pools, pools_csv(&[(&pool, "uniswap_v3")])).await;
        store
    };
    let decoded = registered("demeter").await;
    let file = demeter(&[
        ("SWAP", 0, 1_000_000, -5, &root.to_string()),
        ("MINT", 1, 7, 8, ""),
        ("SWAP", 2, -2_000_000, 9, &root.to_string()),
    ]);
    let options = IngestOptions { constants: vec![("address", pool.clone())], ..ethereum() };
    let summary = decoded.try_load(DatasetKind::Swaps, file.clone(), &options).await.expect("swaps");
    assert_eq!((summary.rows_loaded, summary.rows_left_out, summary.settled.served), (2, 1, 2));
    let ours = registered("demeter_logs").await;
    let logs = [v3_swap(1, 0, &pool, (1_000_000, -5), root), v3_swap(1, 2, &pool, (-2_000_000, 9), root)];
    ours.load(DatasetKind::Logs, etl_csv(&logs)).await;
    let bars = "SELECT period, open, close, volume_token0, volume_token1, trades FROM price_bars FINAL ORDER BY period";
    assert_eq!(decoded.rows(bars).await, ours.rows(bars).await);
    // With the logs there the swaps are ours, and there are no two of each.
    decoded.load(DatasetKind::Logs, etl_csv(&logs)).await;
    assert_eq!(decoded.rows("SELECT DISTINCT decoded_from, count() OVER () FROM v3_swaps FINAL").await, [["log", "2"]]);
    assert_eq!(decoded.rows(bars).await, ours.rows(bars).await);
    let again = decoded.try_load(DatasetKind::Swaps, file, &options).await.expect("swaps");
    assert_eq!((again.settled.served, again.settled.decoded_here, again.settled.differing), (0, 2, 0));
}

#[tokio::test]
async fn the_swaps_of_mev_inspect_need_their_pool_and_say_so() {
    let pool = address(10);
    let store = Store::new("mev_swaps").await;
    store.load(DatasetKind::Blocks, blocks_csv(&[(1, 0)])).await;
    let file = format!(
        "transaction_hash,transaction_position,block_number,trace_address,contract_address,from_address,to_address,token_in_address,token_in_amount,token_out_address,token_out_amount,protocol\n\
         {},0,1,\"[1]\",{pool},{},{},{},500,{},250,uniswap_v2\n",
        block_hash(1, 255),
        address(201),
        address(202),
        address(2),
        address(1)
    );
    let summary = store.load(DatasetKind::Swaps, file).await;
    assert_eq!(summary.settled.served, 0, "nobody knows which token is which side");
    store.load(DatasetKind::Pools, pools_csv(&[(&pool, "uniswap_v2")])).await;
    let served = "SELECT toString(amount0_in), toString(amount1_in), toString(amount0_out), toString(amount1_out), decoded_from FROM v2_swaps FINAL";
    assert_eq!(store.rows(served).await, [["0", "500", "250", "0", "file"]]);
    // So does a subgraph's row, and it is the same swap again.
    let row = serde_json::json!({"hash": block_hash(1, 255), "logIndex": 3, "blockNumber": "1", "timestamp": "1704067212", "pool": {"id": pool},
        "tokenIn": {"id": address(2)}, "amountIn": "500", "tokenOut": {"id": address(1)}, "amountOut": "250", "from": address(201), "to": address(202)});
    let subgraph = Store::new("subgraph_swaps").await;
    subgraph.load(DatasetKind::Pools, pools_csv(&[(&pool, "uniswap_v2")])).await;
    subgraph.load(DatasetKind::Swaps, format!("{}\n", serde_json::json!({"data": {"swaps": [row]}}))).await;
    assert_eq!(subgraph.rows(served).await, store.rows(served).await);
    // The log says the same.
    let words = [U256::ZERO, U256::from(500), U256::from(250), U256::ZERO];
    let log = Log::new(1, 3, &pool, v2_swap(1, 3, &pool, 1, 1).topics, &words);
    store.load(DatasetKind::Logs, etl_csv(&[log])).await;
    assert_eq!(store.rows(served).await, [["0", "500", "250", "0", "log"]]);
}
