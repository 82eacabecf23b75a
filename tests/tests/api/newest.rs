//! The newest data goes back where the chain does: heads, prices and rankings after reorganisations.

#[path = "../ingest_support/mod.rs"]
mod ingest_support;

use ingest_support::{Log, address, etl_csv, pools_csv, sync, tokens_csv, transfer, v3_swap};
use quarry_tests::chain_server::ChainServer;
use quarry_tests::server::{Options, Server, app_store_environment, quarry};
use serde_json::{Value as Json, json};
use std::path::Path;

/// A host with an empty warehouse that keeps no answers.
fn host(name: &str) -> Server {
    let mut environment = app_store_environment(name).expect("a store");
    environment.push(("QUARRY__CACHE__MEMORY_BYTES".to_owned(), "0".to_owned()));
    Server::start(&Options { no_sample: true, environment, ..Options::default() }).expect("a host")
}

fn ingest(host: &Server, arguments: &[&str]) {
    let data_dir = host.data_dir.display().to_string();
    let output = quarry(&[&["ingest"], arguments, &["--data-dir", &data_dir]].concat()).expect("ingest runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

fn load(host: &Server, dataset: &str, text: &str) {
    let file = host.data_dir.join(format!("{dataset}.csv"));
    std::fs::write(&file, text).expect("a file");
    ingest(host, &[dataset, &file.display().to_string(), "--chain", "ethereum"]);
}

fn body(host: &Server, path: &str) -> Json {
    let answer = host.get(path);
    assert_eq!(answer.status, 200, "{path}: {}", answer.text);
    answer.json()
}

/// The block and its time, as both statuses' chains and the home page name them, which must agree.
fn head(host: &Server) -> (u64, String) {
    let (status, home) = (body(host, "/status")["chains"][0].clone(), body(host, "/public/home")["chains"][0].clone());
    assert_eq!(
        (&status["latest_block"], &status["latest_block_at"]),
        (&home["newest_block"], &home["newest_block_at"])
    );
    let text = |value: &Json| value.as_str().expect("a time").to_owned();
    (status["latest_block"].as_u64().expect("a block"), text(&status["latest_block_at"]))
}

#[test]
fn the_head_goes_back_with_a_chain_that_became_shorter() {
    quarry_tests::on_one_engine!();
    let chain = ChainServer::start(Path::new(env!("CARGO_BIN_EXE_quarry-chain-server")), 1, 40).expect("a node");
    let host = host("newest_head");
    let follow = || ingest(&host, &["--once", "--from-block", "100", "--rpc", &chain.url]);
    follow();
    assert_eq!(head(&host), (139, "2024-01-01T00:27:48Z".to_owned()));
    let shorter = chain.reorganise(10, 4);
    follow();
    let (block, block_at) = head(&host);
    assert_eq!((block, block_at.as_str()), (shorter, "2024-01-01T00:26:36Z"));
    let datasets = body(&host, "/datasets");
    for dataset in datasets["datasets"].as_array().expect("datasets") {
        match dataset["key"].as_str() {
            Some("blocks") => assert_eq!(dataset["newest_at"], json!(block_at)),
            Some("transactions" | "logs") => {
                assert!(dataset["newest_at"].as_str().is_some_and(|newest| newest <= block_at.as_str()), "{dataset}");
            }
            _ => {}
        }
    }
}

/// The price of a pool and when it was set, as `/pairs` lists it.
fn price(host: &Server, pool: u8) -> (Json, Json) {
    let pairs = body(host, "/pairs?limit=500");
    let pools = pairs["pools"].as_array().expect("pools");
    let found = pools.iter().find(|listed| listed["address"] == address(pool)).expect("a listed pool");
    (found["price"].clone(), found["price_at"].clone())
}

fn starts(host: &Server, pool: u8) -> Vec<Json> {
    let series = body(host, &format!("/pools/{}/prices?period=hourly", address(pool)));
    series["bars"].as_array().expect("bars").iter().map(|bar| bar["start"].clone()).collect()
}

#[test]
fn a_price_is_the_newest_before_the_ranking_and_none_when_its_only_swap_was_taken_back() {
    quarry_tests::on_one_engine!();
    const QUIET: u8 = 10;
    const ONCE: u8 = 11;
    const BUSY: u8 = 12;
    let host = host("newest_price");
    load(&host, "tokens", &tokens_csv((6, 6)));
    let (quiet, once, busy) = (address(QUIET), address(ONCE), address(BUSY));
    let pools = [(&*quiet, "uniswap_v2"), (&*once, "uniswap_v3"), (&*busy, "uniswap_v2")];
    load(&host, "pools", &pools_csv(&pools));
    let one = alloy_primitives::U256::from(1) << 96;
    // Blocks 1 and 2 are of the first hour of a year, 17,000 of two days later at 8:40, 17,400 of 10:00 that day.
    let logs: Vec<Log> = vec![
        sync(1, 0, &quiet, 2, 1),
        v3_swap(2, 0, &once, (5, -5), one),
        sync(17_000, 0, &busy, 5, 1),
        sync(17_400, 0, &quiet, 9, 1),
    ];
    load(&host, "logs", &etl_csv(&logs));
    let pairs = body(&host, "/pairs?limit=500");
    assert_eq!(pairs["ranked_at"], "2024-01-03T10:00:00Z");
    assert_eq!(price(&host, QUIET), (json!("2"), json!("2024-01-01T00:00:12Z")), "its newest bar is of a later hour");
    assert_eq!(price(&host, ONCE), (json!("1"), json!("2024-01-01T00:00:24Z")), "it has had no bar for days");
    assert_eq!(price(&host, BUSY), (json!("5"), json!("2024-01-03T08:40:00Z")));
    assert_eq!(starts(&host, QUIET), ["2024-01-01T00:00:00Z", "2024-01-03T10:00:00Z"].map(Json::from));

    load(&host, "logs", &etl_csv(&logs));
    assert_eq!(body(&host, "/pairs?limit=500"), pairs, "loaded again");

    load(&host, "logs", &etl_csv(&[transfer(2, 0).fork(1), transfer(17_400, 0).fork(1)]));
    assert_eq!(price(&host, ONCE), (Json::Null, Json::Null));
    assert_eq!(starts(&host, ONCE), Vec::<Json>::new());
    assert_eq!(body(&host, "/pairs")["ranked_at"], "2024-01-03T08:00:00Z");
    assert_eq!(price(&host, QUIET), (json!("2"), json!("2024-01-01T00:00:12Z")));
    assert_eq!(starts(&host, QUIET), ["2024-01-01T00:00:00Z"].map(Json::from));
}
