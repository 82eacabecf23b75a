//! Files as the usual exporters write them, each format by its own tool where it can be had (`tests/fixtures/exports`): what
//! comes of them is what the node said.

use std::path::{Path, PathBuf};

use alloy_primitives::U256;
use quarry::ingest::{DatasetKind, IngestOptions};
use serde_json::Value as Json;

use crate::ingest_support::*;

fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/exports").join(name)
}

fn lines(name: &str) -> Vec<Json> {
    let text = std::fs::read_to_string(fixture(name)).expect("a fixture");
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

fn number(value: &Json) -> String {
    let digits = value.as_str().and_then(|text| text.strip_prefix("0x")).expect("a quantity");
    U256::from_str_radix(digits, 16).expect("a number").to_string()
}

fn hex(value: &Json) -> String {
    value.as_str().map_or("null".to_owned(), |text| text[2..].to_uppercase())
}

/// The logs as the node has them, in words of our own.
fn logs_of_the_node() -> Vec<Vec<String>> {
    let mut logs = lines("node/logs.ndjson");
    logs.sort_by_key(|log| {
        (
            number(&log["blockNumber"]).parse::<u64>().expect("a block"),
            number(&log["logIndex"]).parse::<u64>().expect("an index"),
        )
    });
    let row = |log: &Json| {
        let topics: String = log["topics"].as_array().expect("topics").iter().map(hex).collect();
        vec![
            number(&log["blockNumber"]),
            number(&log["logIndex"]),
            hex(&log["transactionHash"]),
            number(&log["transactionIndex"]),
            hex(&log["address"]),
            topics,
            hex(&log["data"]),
        ]
    };
    logs.iter().map(row).collect()
}

const LOGS: &str = "SELECT block_number, log_index, hex(transaction_hash), transaction_index, hex(address), \
    hex(arrayStringConcat(arraySlice([topic0, topic1, topic2, topic3], 1, topic_count))), hex(data) FROM logs FINAL ORDER BY block_number, log_index";

async fn load(store: &Store, kind: DatasetKind, name: &str) -> quarry::ingest::IngestSummary {
    store.load_file(kind, &fixture(name), &ethereum()).await.unwrap_or_else(|error| panic!("{name}: {error}"))
}

#[tokio::test]
async fn the_logs_of_every_exporter_are_the_nodes() {
    let expected = logs_of_the_node();
    let files = [
        "ethereum-etl/logs.csv",
        "ethereum-etl/logs.json",
        "cryo/logs.parquet",
        "cryo/logs.csv",
        "cryo/logs.json",
        "node/logs.ndjson",
        "node/eth_getLogs.ndjson",
        "node/eth_getLogs.bare.ndjson",
        "node/eth_getBlockReceipts.ndjson",
        "node/eth_getBlockReceipts.bare.ndjson",
        "like/bigquery.logs.json",
        "like/allium.logs.parquet",
        "like/allium.LOGS.csv",
        "like/dune.logs.csv",
    ];
    let store = Store::new("export_logs").await;
    for name in files {
        store.warehouse.execute("TRUNCATE TABLE logs").await.expect("no logs");
        load(&store, DatasetKind::Logs, name).await;
        assert_eq!(store.rows(LOGS).await, expected, "{name}");
    }
    // Times that come with the logs are those of the blocks.
    let times = "SELECT DISTINCT block_number, toUInt64(toUnixTimestamp(assumeNotNull(block_timestamp))) FROM logs FINAL ORDER BY block_number";
    let blocks = lines("node/eth_getBlockByNumber.hashes.ndjson");
    let expected: Vec<_> = blocks
        .iter()
        .filter(|block| logs_of_the_node().iter().any(|log| log[0] == number(&block["number"])))
        .map(|block| vec![number(&block["number"]), number(&block["timestamp"])])
        .collect();
    for name in ["like/bigquery.logs.json", "like/allium.logs.parquet", "like/allium.LOGS.csv", "like/dune.logs.csv"] {
        store.warehouse.execute("TRUNCATE TABLE logs").await.expect("no logs");
        load(&store, DatasetKind::Logs, name).await;
        assert_eq!(store.rows(times).await, expected, "{name}");
    }
}

#[tokio::test]
async fn the_blocks_of_every_exporter_are_the_nodes() {
    let blocks = lines("node/eth_getBlockByNumber.hashes.ndjson");
    let row = |block: &Json| {
        vec![
            number(&block["number"]),
            hex(&block["hash"]),
            number(&block["timestamp"]),
            hex(&block["miner"]),
            number(&block["gasUsed"]),
            hex(&block["extraData"]),
            number(&block["baseFeePerGas"]),
        ]
    };
    let expected: Vec<_> = blocks.iter().map(row).collect();
    let sql = "SELECT block_number, hex(block_hash), toUInt64(toUnixTimestamp(block_timestamp)), hex(assumeNotNull(miner)), \
               gas_used, hex(assumeNotNull(extra_data)), base_fee_per_gas FROM blocks FINAL ORDER BY block_number";
    let store = Store::new("export_blocks").await;
    for name in [
        "ethereum-etl/blocks.csv",
        "ethereum-etl/blocks.json",
        "cryo/blocks.parquet",
        "cryo/blocks.csv",
        "cryo/blocks.json",
        "node/eth_getBlockByNumber.whole.ndjson",
        "node/eth_getBlockByNumber.hashes.ndjson",
        "like/allium.blocks.parquet",
    ] {
        store.warehouse.execute("TRUNCATE TABLE blocks").await.expect("no blocks");
        load(&store, DatasetKind::Blocks, name).await;
        assert_eq!(store.rows(sql).await, expected, "{name}");
    }
    // What cryo does not export is null, and a node's answer has it.
    let counted = "SELECT countIf(isNull(gas_limit)), countIf(isNull(transaction_count)) FROM blocks FINAL";
    store.warehouse.execute("TRUNCATE TABLE blocks").await.expect("no blocks");
    load(&store, DatasetKind::Blocks, "cryo/blocks.csv").await;
    assert_eq!(store.rows(counted).await, [["6", "6"]]);
    load(&store, DatasetKind::Blocks, "node/eth_getBlockByNumber.hashes.ndjson").await;
    assert_eq!(store.rows(counted).await, [["0", "0"]]);
}

#[tokio::test]
async fn the_transactions_of_every_exporter_are_the_nodes_and_receipts_add_to_them() {
    quarry_tests::in_the_whole_suite!();
    let blocks = lines("node/eth_getBlockByNumber.whole.ndjson");
    let transactions =
        blocks.iter().flat_map(|answer| answer["result"]["transactions"].as_array().expect("transactions").clone());
    let row = |transaction: Json| {
        vec![
            number(&transaction["blockNumber"]),
            number(&transaction["transactionIndex"]),
            hex(&transaction["hash"]),
            hex(&transaction["from"]),
            hex(&transaction["to"]),
            if transaction["to"].is_null() { "1" } else { "0" }.to_owned(),
            number(&transaction["nonce"]),
            number(&transaction["value"]),
            number(&transaction["gas"]),
            hex(&transaction["input"]),
        ]
    };
    let expected: Vec<_> = transactions.map(row).collect();
    assert!(expected.iter().any(|row| row[5] == "1"), "one of them makes a contract");
    let sql = "SELECT block_number, transaction_index, hex(transaction_hash), hex(assumeNotNull(from_address)), \
               ifNull(hex(to_address), 'null'), toString(creates_contract), nonce, toString(value), gas_limit, hex(assumeNotNull(input)) \
               FROM transactions FINAL ORDER BY block_number, transaction_index";
    let store = Store::new("export_transactions").await;
    for name in [
        "ethereum-etl/transactions.csv",
        "ethereum-etl/transactions.json",
        "cryo/transactions.parquet",
        "cryo/transactions.csv",
        "cryo/transactions.json",
        "node/eth_getBlockByNumber.whole.ndjson",
        "like/bigquery.transactions.json",
    ] {
        store.warehouse.execute("TRUNCATE TABLE transactions").await.expect("no transactions");
        load(&store, DatasetKind::Transactions, name).await;
        assert_eq!(store.rows(sql).await, expected, "{name}");
    }
    let outcome = "SELECT countIf(gas_used = 21000), countIf(success = 1), count() FROM transactions FINAL";
    for name in [
        "ethereum-etl/receipts.csv",
        "ethereum-etl/receipts.json",
        "node/eth_getBlockReceipts.ndjson",
        "node/eth_getBlockReceipts.bare.ndjson",
    ] {
        store.warehouse.execute("TRUNCATE TABLE transactions").await.expect("no transactions");
        load(&store, DatasetKind::Transactions, "ethereum-etl/transactions.csv").await;
        assert_eq!(store.rows(outcome).await, [["0", "0", "6"]]);
        let summary = load(&store, DatasetKind::Transactions, name).await;
        assert_eq!(summary.conflicts, 0, "{name}: {summary}");
        assert_eq!(store.rows(outcome).await, [["6", "6", "6"]], "{name}");
        assert_eq!(store.rows(sql).await, expected, "{name}");
    }
    // Hashes are no transactions, and the answer says what to ask for.
    let error = store
        .load_file(DatasetKind::Transactions, &fixture("node/eth_getBlockByNumber.hashes.ndjson"), &ethereum())
        .await;
    let error = error.expect_err("a refusal").to_string();
    assert!(error.contains("hashes of its transactions and not the transactions: ask for them whole"), "{error}");
}

#[tokio::test]
async fn an_error_of_a_node_is_told_and_not_loaded() {
    let store = Store::new("node_errors").await;
    let answer =
        r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32005,"message":"query returned more than 10000 results"}}"#;
    let error =
        store.try_load(DatasetKind::Logs, format!("{answer}\n"), &ethereum()).await.expect_err("a refusal").to_string();
    assert!(
        error.contains("test:1: the server's answer is an error: query returned more than 10000 results"),
        "{error}"
    );
    let nothing = r#"{"jsonrpc":"2.0","id":1,"result":null}"#;
    let error = store
        .try_load(DatasetKind::Blocks, format!("{nothing}\n"), &ethereum())
        .await
        .expect_err("a refusal")
        .to_string();
    assert!(error.contains("it has no such block"), "{error}");
}

#[tokio::test]
async fn lists_of_tokens_and_of_pools_load_as_they_are() {
    let store = Store::new("lists").await;
    let token = |chain: u64, number: u8, symbol: &str| serde_json::json!({"chainId": chain, "address": address(number), "symbol": symbol, "name": symbol, "decimals": 6, "logoURI": "https://example.org/x.svg", "tags": ["a"], "extensions": {"b": 1}});
    let list = serde_json::json!({"name": "A list", "timestamp": "2026-01-01T00:00:00Z", "version": {"major": 1, "minor": 0, "patch": 0}, "keywords": ["x"], "tags": {"a": {"name": "a", "description": "b"}},
        "tokens": [token(1, 1, "ONE"), token(8453, 2, "TWO"), token(424_242, 3, "THREE")]});
    let pretty = serde_json::to_string_pretty(&list).expect("text") + "\n";
    let anywhere = IngestOptions::default();
    let summary = store.try_load(DatasetKind::Tokens, pretty.clone(), &anywhere).await.expect("a token list");
    // A chain that nobody knows is left out, and counted.
    assert_eq!((summary.rows_loaded, summary.rows_left_out), (2, 1));
    assert!(summary.to_string().contains("rows left out       1"), "{summary}");
    assert_eq!(
        store.rows("SELECT chain_id, symbol, decimals FROM tokens FINAL ORDER BY chain_id").await,
        [["1", "ONE", "6"], ["8453", "TWO", "6"]]
    );
    let other = Store::new("lists_of_one").await;
    let summary = other.try_load(DatasetKind::Tokens, pretty, &ethereum()).await.expect("a token list");
    assert_eq!((summary.rows_loaded, summary.rows_left_out), (1, 2));

    let side = |number: u8| serde_json::json!({"id": address(number), "symbol": "X", "decimals": "6"});
    let pools = serde_json::json!({"data": {"pools": [{"id": address(10), "token0": side(1), "token1": side(2), "feeTier": "3000", "createdAtBlockNumber": "12"}]}});
    let options = IngestOptions { constants: vec![("protocol", "uniswap_v3".to_owned())], ..ethereum() };
    other.try_load(DatasetKind::Pools, format!("{pools}\n"), &options).await.expect("a list of pools");
    let pools = "SELECT hex(address), protocol, source, hex(token0), hex(token1), fee, created_block FROM pools FINAL";
    let upper = |number: u8| address(number)[2..].to_uppercase();
    assert_eq!(other.rows(pools).await, [[&upper(10), "uniswap_v3", "v3", &upper(1), &upper(2), "3000", "12"]]);
}
