//! The dataset as people meet it. Run these by `quarry plugin test`.

use quarry_testkit::{Json, Sandbox, json};

const KEY: &str = "large-swaps.swaps";
const POOL: &str = "0x000000000000000000000000000000000000000a";
const SWAP: &str = "0xd78ad95fa46c994b6551d0da85fc275fe613ce37657fb8d5e3d130840159d822";
/// 2024-01-01T00:00:00Z.
const NEW_YEAR: u64 = 1_704_067_200;

/// A swap that brought so much of token0, raw.
fn swap(block: u64, amount: u64) -> Json {
    let party = format!("0x{:064x}", 201);
    json!({
        "chain_id": 1,
        "block_number": block,
        "block_hash": format!("0x{block:064x}"),
        "block_timestamp": NEW_YEAR + block * 12,
        "transaction_hash": format!("0x{:064x}", block + 1_000),
        "transaction_index": 0,
        "log_index": 0,
        "address": POOL,
        "topics": [SWAP, party, party],
        "data": format!("0x{amount:064x}{:064x}{:064x}{:064x}", 0, 0, 250),
    })
}

#[test]
fn swaps_above_the_size_are_a_dataset_of_the_catalogue() {
    let sandbox = Sandbox::with().with_families().start();
    let token = |number: u64| json!({ "chain_id": 1, "address": format!("0x{number:040x}"), "symbol": "T", "name": "T", "decimals": 6 });
    sandbox.ingest("tokens", &[token(1), token(2)]);
    let (token0, token1) = (format!("0x{:040x}", 1), format!("0x{:040x}", 2));
    sandbox.ingest(
        "pools",
        &[json!({ "chain_id": 1, "address": POOL, "protocol": "uniswap_v2", "token0": token0, "token1": token1 })],
    );
    sandbox.ingest("logs", &[swap(1, 9_999_999_999), swap(2, 10_000_000_000), swap(3, 12_000_000_000)]);

    let catalogue = sandbox.key().get("/datasets").expect_status(200).json();
    let listed = catalogue["datasets"].as_array().expect("datasets").iter().find(|dataset| dataset["key"] == KEY);
    assert_eq!(listed.expect("it is listed")["rows"], 2, "{catalogue}");
    let body = json!({ "columns": ["block_number", "moved0"], "filters": { "block_from": 3 } });
    let draft = sandbox.member().post(&format!("/session/data/datasets/{KEY}/requests"), &body).expect_status(201);
    assert_eq!(draft.json()["request"]["estimate"]["rows"], 1);
}
