//! The eight aggregates over real chain data equal what is computed here of the files by themselves. The data lies in
//! `QUARRY_REAL_DATA`, or in `../shared/data` beside the workspace; where it is absent these tests say so and pass.

use super::assert_hashed;
use super::changes::cite;
use super::figures::computed;
use crate::explorer_real_data::real_data;
use crate::small_chain::{SYNC, load_file, load_logs};
use quarry_tests::browser::Browser;
use quarry_tests::server::{Options, Server, app_store_environment};
use serde_json::json;
use std::collections::BTreeMap;

const USDC: &str = "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48";
const WETH: &str = "0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2";
const V2_POOL: &str = "0xb4e16d0168e52d35cacd2c6185b44281ec28c9dc";
const V3_POOL: &str = "0x8ad599c3a0ff1de082011efddc58f1908eb6e6d8";

type Row = BTreeMap<String, String>;

fn rows(path: &std::path::Path) -> Vec<Row> {
    let mut reader = csv::Reader::from_path(path).expect("a readable file");
    reader.deserialize().map(|row| row.expect("a row")).collect()
}

fn server(name: &str) -> Server {
    let environment = app_store_environment(name).expect("the application store of the tests");
    let server = Server::start(&Options { no_sample: true, environment, ..Options::default() }).expect("a server");
    load_file(&server, "tokens", &format!("address,symbol,name,decimals\n{USDC},USDC,,6\n{WETH},WETH,,18\n"));
    let pools = format!("{V2_POOL},uniswap_v2,{USDC},{WETH},\n{V3_POOL},uniswap_v3,{USDC},{WETH},3000\n");
    load_file(&server, "pools", &format!("address,protocol,token0,token1,fee\n{pools}"));
    server
}

/// Cites all figures of a column, whose cells are these in the dataset's order.
fn assert_figures(staff: &mut Browser<'_>, dataset: &str, column: &str, cells: &[String], scale: Option<usize>) {
    let figures = computed(cells, scale);
    assert_eq!(figures.len(), if scale.is_some() { 8 } else { 4 });
    for (aggregate, expected) in figures {
        let body = json!({ "dataset": dataset, "aggregate": aggregate, "column": column, "chain": "ethereum" });
        let citation = cite(staff, &body);
        assert_eq!(citation["value"], json!(expected), "{body}");
        assert_eq!(citation["row_count"], json!(cells.len()), "{body}");
        assert_hashed(&citation);
    }
}

#[test]
fn the_eight_aggregates_of_a_month_of_real_reserves_are_those_of_the_file() {
    quarry_tests::on_one_engine!();
    quarry_tests::in_the_whole_suite!();
    let Some(path) = real_data("v2-reserves/usdc_weth_block_end_reserves.csv") else { return };
    let server = server("citations-real-reserves");
    let mut staff = Browser::of(&server, "staff");
    let rows = rows(&path);
    assert_eq!(rows.len(), 28_484);
    let line = |row: &Row| {
        let number = |column: &str| row[column].parse::<u128>().expect("a number");
        let block = number("blockNumber");
        format!(
            "{block},0x{block:064x},{},0x{block:064x},0,0,{V2_POOL},{SYNC},0x{:064x}{:064x}\n",
            1_704_067_200 + (block - 18_908_895) * 12,
            number("reserve0"),
            number("reserve1")
        )
    };
    let lines: String = rows.iter().map(line).collect();
    load_logs(
        &server,
        &format!(
            "block_number,block_hash,block_timestamp,transaction_hash,transaction_index,log_index,address,topic0,data\n{lines}"
        ),
    );
    for (column, of_file, scale) in
        [("reserve0", "reserve0", Some(0)), ("reserve1", "reserve1", Some(0)), ("block_number", "blockNumber", Some(0))]
    {
        let cells: Vec<String> = rows.iter().map(|row| row[of_file].clone()).collect();
        assert_figures(&mut staff, "reserves", column, &cells, scale);
    }
}

#[test]
fn the_eight_aggregates_of_a_day_of_real_swaps_are_those_of_another_decoder() {
    quarry_tests::on_one_engine!();
    quarry_tests::in_the_whole_suite!();
    let Some(folder) = real_data("v3-oracle") else { return };
    let server = server("citations-real-swaps");
    let mut staff = Browser::of(&server, "staff");
    let file = |kind: &str| folder.join(format!("ethereum-{V3_POOL}-2024-01-05.{kind}.csv"));
    let raw = rows(&file("raw"));
    // The file has no column of addresses, and its topics are as Python writes a list.
    let columns =
        ["block_number", "block_timestamp", "transaction_hash", "transaction_index", "log_index", "topics", "data"];
    let line = |row: &Row| {
        let cells: Vec<String> = columns.iter().map(|column| format!("\"{}\"", row[*column])).collect();
        format!("{},{V3_POOL}\n", cells.join(","))
    };
    load_logs(&server, &format!("{},address\n{}", columns.join(","), raw.iter().map(line).collect::<String>()));

    let place = |row: &Row| (row["block_number"].parse::<u64>(), row["log_index"].parse::<u64>());
    let mut swaps: Vec<Row> = rows(&file("pool.tick")).into_iter().filter(|row| row["tx_type"] == "SWAP").collect();
    swaps.sort_by_key(|row| (place(row).0.expect("a block"), place(row).1.expect("an index")));
    assert_eq!(swaps.len(), 267);
    let cells = |column: &str| swaps.iter().map(|row| row[column].clone()).collect::<Vec<_>>();
    for (column, of_file, scale) in [
        ("amount0", "amount0", Some(0)),
        ("amount1", "amount1", Some(0)),
        ("sqrt_price_x96", "sqrtPriceX96", Some(0)),
        ("sender", "sender", None),
        ("transaction_hash", "transaction_hash", None),
    ] {
        assert_figures(&mut staff, "swaps", column, &cells(of_file), scale);
    }

    let mut logs = raw;
    logs.sort_by_key(|row| (place(row).0.expect("a block"), place(row).1.expect("an index")));
    let indexes: Vec<String> = logs.iter().map(|row| row["log_index"].clone()).collect();
    assert_figures(&mut staff, "logs", "log_index", &indexes, Some(0));
}
