//! Following as one more wrapping: the logs that a node serves give the rows that files of them give, whatever these are wrapped in, and
//! a block that nobody could load is a gap that says why.

use rand::prelude::*;
use rand::rngs::StdRng;
use serde_json::{Value as Json, json};

use super::files::gzip;
use super::wrappings::{Cell, Fixture, LOG_COLUMNS, WRAPPINGS, asked_seeds, number, seeds, text, wrapped};
use crate::follow::steady::gaps;
use crate::follow::support::{FIRST, Fixture as Chain};
use crate::ingest_support::*;
use alloy_primitives::U256;
use quarry::ingest::DatasetKind;

/// Seeds whose blocks are one chain: a chain costs two stores and a server.
const SEEDS_OF_A_CHAIN: usize = 25;
/// What both fill: the logs, and what follows from them.
const TABLES: [&str; 14] = [
    "logs",
    "v2_syncs",
    "v2_swaps",
    "v3_swaps",
    "undecoded_logs",
    "price_bars",
    "hourly_bars",
    "newest_bars",
    "token_worth",
    "pool_activity",
    "ranked_tokens",
    "ranked_pools",
    "lens_days",
    "pools",
];

/// What is odd about a block as a node serves it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Oddity {
    Nothing,
    /// A log that the node took back.
    Removed,
    /// A log that is there twice.
    Twice,
    /// Logs that are counted within their transactions, so that all have one index.
    CountedWithin,
    /// A header with what has to be there and nothing else.
    LeanHeader,
    /// Two logs under one index of one transaction.
    OnePlace,
    /// A log without an index.
    Unplaced,
    /// A header without a time.
    NoTime,
}

/// Those of which everything is loaded, in turn.
const LOADED: [Oddity; 5] =
    [Oddity::Nothing, Oddity::Removed, Oddity::Twice, Oddity::CountedWithin, Oddity::LeanHeader];
/// Those whose block is left out, and the reason that its gap has.
const LEFT_OUT: [(Oddity, &str); 3] =
    [(Oddity::OnePlace, "logs_of_one_place"), (Oddity::Unplaced, "unreadable"), (Oddity::NoTime, "unreadable")];

/// A block as a node serves it.
struct Block {
    header: Json,
    logs: Vec<Json>,
}

fn quantity(number: u64) -> String {
    format!("{number:#x}")
}

fn some_log(block: u64, index: u32, random: &mut StdRng) -> Log {
    let (pool, other) = (address(10), address(11));
    let amount = |random: &mut StdRng| u128::from(random.random_range(1..1_000_000_u32));
    match random.random_range(0..6) {
        0 | 1 => sync(block, index, &pool, amount(random), amount(random)),
        2 => v2_swap(block, index, &pool, amount(random), amount(random)),
        3 => v3_swap(block, index, &other, (1_000, -2_000), (U256::from(1) << 96) + U256::from(amount(random))),
        // A known topic with another shape, and no topic at all.
        4 => Log::new(block, index, &pool, vec![SYNC.to_owned()], &[U256::from(7)]),
        _ => Log::new(block, index, &pool, Vec::new(), &[]),
    }
}

fn served(log: &Log) -> Json {
    json!({
        "address": log.address, "topics": log.topics, "data": log.data, "blockNumber": quantity(log.block),
        "blockHash": block_hash(log.block, 0), "logIndex": quantity(u64::from(log.index)), "transactionIndex": "0x0",
        "transactionHash": block_hash(log.block, 200), "removed": false,
    })
}

fn block(number: u64, oddity: Oddity, random: &mut StdRng) -> Block {
    let count = random.random_range(2..=5_u32);
    let mut logs: Vec<Json> = (0..count).map(|index| served(&some_log(number, index, random))).collect();
    let mut header = json!({
        "number": quantity(number), "hash": block_hash(number, 0), "parentHash": block_hash(number - 1, 0),
        "timestamp": quantity(time_of(number)), "transactions": [],
    });
    if oddity != Oddity::LeanHeader {
        header["miner"] = json!(address(7));
        header["gasLimit"] = json!("0x1c9c380");
        header["gasUsed"] = json!("0x5208");
        header["size"] = json!("0x384");
        header["baseFeePerGas"] = json!("0x7");
        header["extraData"] = json!("0x717561727279");
    }
    match oddity {
        Oddity::Nothing | Oddity::LeanHeader => {}
        Oddity::Removed => logs[1]["removed"] = json!(true),
        Oddity::Twice => logs.push(logs[0].clone()),
        Oddity::CountedWithin => {
            for (place, log) in (0_u8..).zip(&mut logs) {
                log["logIndex"] = json!("0x0");
                log["transactionIndex"] = json!(quantity(u64::from(place)));
                log["transactionHash"] = json!(block_hash(number, 200 + place));
            }
        }
        Oddity::OnePlace => {
            let mut other = logs[0].clone();
            other["data"] = json!("0x01");
            logs.push(other);
        }
        Oddity::Unplaced => logs[1]["logIndex"] = Json::Null,
        Oddity::NoTime => {
            header.as_object_mut().expect("an object").remove("timestamp");
        }
    }
    Block { header, logs }
}

/// The logs of blocks as rows of a file, their numbers in the forms of tools.
fn rows_of(blocks: &[Block], random: &mut StdRng) -> Fixture {
    let mut rows = Vec::new();
    for log in blocks.iter().flat_map(|block| &block.logs) {
        rows.push(LOG_COLUMNS.iter().map(|column| cell(log, column, random)).collect());
    }
    Fixture { kind: DatasetKind::Logs, columns: LOG_COLUMNS.to_vec(), rows }
}

fn cell(log: &Json, column: &str, random: &mut StdRng) -> Cell {
    let member = |name: &str| log[name].as_str().expect("a text").to_owned();
    let value = |name: &str| u64::from_str_radix(&member(name)[2..], 16).expect("a quantity");
    match column {
        "block_number" => whole(value("blockNumber"), random),
        "log_index" => whole(value("logIndex"), random),
        "transaction_index" => whole(value("transactionIndex"), random),
        "block_timestamp" => whole(time_of(value("blockNumber")), random),
        "transaction_hash" => text(member("transactionHash")),
        "block_hash" => text(member("blockHash")),
        "removed" => Cell::Flag(log["removed"] == json!(true)),
        "topics" => {
            let topics = log["topics"].as_array().expect("a list").iter();
            let topics: Vec<String> = topics.map(|topic| topic.as_str().expect("a text").to_owned()).collect();
            if topics.is_empty() { Cell::Null } else { Cell::List(topics) }
        }
        other => text(member(other)),
    }
}

fn whole(value: u64, random: &mut StdRng) -> Cell {
    match random.random_range(0..3) {
        0 => number(value),
        1 => text(value),
        _ => text(quantity(value)),
    }
}

fn serve(chain: &Chain, blocks: &[Block]) {
    for block in blocks {
        chain.server.ask("test_recorded", json!([block.header, block.logs]));
    }
}

async fn of_logs(store: &Store) -> Vec<Vec<String>> {
    let mut contents = store.contents().await;
    contents.retain(|table| TABLES.contains(&table[0].as_str()));
    contents
}

/// Serves the blocks of some seeds and follows them; each seed's logs come as one file to another store.
async fn assert_followed_as_wrapped(group: usize, seeds: &[u64]) {
    let chain = Chain::new(&format!("wrappings_{group}"), 0).await;
    let given = Store::with_pools(&format!("followed_as_given_{group}")).await;
    let path = fresh_folder(&format!("followed_{group}")).join("file");
    let (mut next, mut counted_anew, mut lean) = (FIRST, 0, 0);
    for (turn, seed) in seeds.iter().enumerate() {
        let mut random = StdRng::seed_from_u64(*seed);
        let oddity = LOADED[turn % LOADED.len()];
        let blocks = [block(next, Oddity::Nothing, &mut random), block(next + 1, oddity, &mut random)];
        next += 2;
        lean += u32::from(oddity == Oddity::LeanHeader);
        serve(&chain, &blocks);
        let rows = rows_of(&blocks, &mut random);
        let wrapping = random.random_range(0..WRAPPINGS);
        let described = format!("seed {seed}, wrapping {wrapping}, {oddity:?}");
        let (bytes, _) = wrapped(&given, &rows, wrapping, &mut random).await;
        let bytes = match random.random_range(0..3) {
            1 => gzip(&bytes),
            2 => zstd::encode_all(bytes.as_slice(), 1).expect("zstd"),
            _ => bytes,
        };
        std::fs::write(&path, &bytes).expect("a file");
        let loaded = given.load_file(DatasetKind::Logs, &path, &ethereum()).await;
        let loaded = loaded.unwrap_or_else(|error| panic!("{described}: {error}: {rows:#?}"));
        let removed = u64::from(oddity == Oddity::Removed);
        assert_eq!((loaded.conflicts, loaded.rows_removed), (0, removed), "{described}: {loaded}");
        counted_anew += loaded.blocks_counted_anew;
    }

    // Blocks that are left out, each below one that is not.
    let (mut left_out, mut above) = (Vec::new(), Vec::new());
    let mut random = StdRng::seed_from_u64(seeds[0]);
    for (oddity, reason) in LEFT_OUT {
        let blocks = [block(next, oddity, &mut random), block(next + 1, Oddity::Nothing, &mut random)];
        serve(&chain, &blocks);
        left_out.push([next.to_string(), next.to_string(), reason.to_owned(), "1".to_owned()]);
        above.extend(blocks.into_iter().skip(1));
        next += 2;
    }
    let (bytes, _) = wrapped(&given, &rows_of(&above, &mut random), 0, &mut random).await;
    std::fs::write(&path, &bytes).expect("a file");
    given.load_file(DatasetKind::Logs, &path, &ethereum()).await.unwrap_or_else(|error| panic!("{error}"));

    let followed = chain.catch_up().await;
    assert_eq!(gaps(&chain.store).await, left_out, "seeds {seeds:?}: {followed}");
    let counts = (followed.next_block, followed.conflicts, followed.blocks_counted_anew);
    assert_eq!(counts, (next, 0, counted_anew), "seeds {seeds:?}: {followed}");
    assert_eq!(of_logs(&chain.store).await, of_logs(&given).await, "seeds {seeds:?}");
    assert!(followed.decoded.v2_syncs > 0, "{followed}");
    let unknown = "SELECT count() FROM blocks FINAL WHERE isNull(miner) AND isNull(gas_limit) AND isNull(gas_used) \
                   AND isNull(size_bytes) AND isNull(base_fee_per_gas) AND isNull(extra_data)";
    assert_eq!(chain.store.cell(unknown).await, lean.to_string(), "seeds {seeds:?}");
}

#[tokio::test]
async fn a_followed_chain_gives_the_rows_that_its_logs_give_in_every_wrapping() {
    // All where seeds are asked for, else every tenth.
    let step = if asked_seeds().is_some() { 1 } else { 10 };
    let seeds: Vec<u64> = (0..seeds()).step_by(step).collect();
    for (group, seeds) in seeds.chunks(SEEDS_OF_A_CHAIN).enumerate() {
        assert_followed_as_wrapped(group, seeds).await;
    }
}
