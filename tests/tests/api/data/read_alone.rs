//! Exports that are read without anything beside them: names, decimals and dollars stand in their rows, as the lists have them.

use super::exports::{completed, csv_rows, file, ndjson_rows, on_plan};
use crate::datasets::ask;
use crate::small_chain::load_file;
use quarry_tests::server::{Options, Server, app_store_environment, shared};
use serde_json::{Value as Json, json};
use std::collections::BTreeMap;

/// The member as a cell of CSV has it.
fn cell(value: &Json) -> Json {
    match value {
        Json::Null => Json::Null,
        Json::String(text) => json!(text),
        other => json!(other.to_string()),
    }
}

#[test]
fn an_export_of_liquidations_says_whose_they_are_of_which_tokens_and_what_they_were_worth() {
    quarry_tests::on_one_engine!();
    let (_, mut browser) = on_plan(shared(), "team");
    let record = completed(&mut browser, "liquidations", &json!({ "filters": { "chain": "ethereum" } }));
    let rows = csv_rows(&file(shared(), &browser, &record, "csv"));
    let listed = shared().get("/liquidations?chain=ethereum&limit=500").json();
    let listed = listed["liquidations"].as_array().expect("liquidations");
    assert!(listed.len() > 20 && listed.len() <= rows.len(), "{} of {}", listed.len(), rows.len());
    let place = |row: &Json| (cell(&row["block_number"]), cell(&row["log_index"]));
    let mut worth = 0;
    for liquidation in listed {
        let row = rows.iter().find(|row| place(row) == place(liquidation)).unwrap_or_else(|| panic!("{liquidation}"));
        let told = [
            "protocol",
            "deployment",
            "collateral_symbol",
            "collateral_decimals",
            "collateral_usd",
            "debt_token",
            "debt_symbol",
            "debt_decimals",
            "debt_usd",
        ]
        .map(|name| row[name].clone());
        let (collateral, debt) = (&liquidation["collateral"], &liquidation["debt"]);
        let expected = [
            &liquidation["protocol"],
            &liquidation["deployment"],
            &collateral["symbol"],
            &collateral["decimals"],
            &liquidation["collateral_usd"],
            &debt["address"],
            &debt["symbol"],
            &debt["decimals"],
            &liquidation["debt_usd"],
        ]
        .map(cell);
        assert_eq!(told, expected, "{liquidation}");
        worth += usize::from(!row["debt_usd"].is_null());
    }
    assert!(worth > 20, "{worth} have a worth in dollars");
    // A figure of the dollars is exact, like one of raw units.
    let sum = ask("SELECT toString(sum(debt_usd)) FROM finished_liquidations FINAL WHERE chain_id = 1").remove(0);
    let key = format!("Bearer {}", shared().full_key);
    let body = json!({ "dataset": "liquidations", "aggregate": "sum", "column": "debt_usd", "chain": "ethereum" });
    let headers = [("authorization", key.as_str()), ("content-type", "application/json")];
    let cited = shared().send_body("POST", "/citations", &headers, body.to_string().as_bytes());
    assert_eq!(cited.json()["value"], json!(sum), "{}", cited.text);
}

#[test]
fn an_export_of_swaps_says_of_which_exchange_and_of_which_tokens() {
    quarry_tests::on_one_engine!();
    let (_, mut browser) = on_plan(shared(), "team");
    let columns = [
        "chain_id",
        "pool",
        "protocol",
        "token0",
        "token0_symbol",
        "token0_decimals",
        "token1",
        "token1_symbol",
        "token1_decimals",
    ];
    let defaults = super::got(&browser, "/session/data/datasets/swaps")["default_columns"].clone();
    assert!(columns.iter().all(|name| defaults.as_array().expect("names").contains(&json!(name))), "{defaults}");
    let record = completed(&mut browser, "swaps", &json!({ "columns": columns, "filters": { "chain": "ethereum" } }));
    let rows = csv_rows(&file(shared(), &browser, &record, "csv"));
    let known = ask(
        "SELECT concat('0x', lower(hex(pool.address))), toString(pool.protocol), concat('0x', lower(hex(pool.token0))), ifNull(nullIf(side0.symbol, ''), '-'),
             ifNull(toString(side0.decimals), '-'), concat('0x', lower(hex(pool.token1))), ifNull(nullIf(side1.symbol, ''), '-'),
             ifNull(toString(side1.decimals), '-')
         FROM (SELECT * FROM pools FINAL WHERE chain_id = 1) AS pool
         LEFT JOIN (SELECT * FROM tokens FINAL WHERE chain_id = 1) AS side0 ON side0.address = pool.token0
         LEFT JOIN (SELECT * FROM tokens FINAL WHERE chain_id = 1) AS side1 ON side1.address = pool.token1",
    );
    let known: BTreeMap<&str, &[String]> = known.chunks(8).map(|pool| (pool[0].as_str(), &pool[1..])).collect();
    assert!(known.len() > 3 && rows.len() > 1_000, "{} pools, {} swaps", known.len(), rows.len());
    for row in rows {
        let pool = row["pool"].as_str().expect("a pool");
        let told: Vec<String> = columns[2..].iter().map(|name| row[*name].as_str().unwrap_or("-").to_owned()).collect();
        assert_eq!(told.as_slice(), known[pool], "{pool}");
    }
}

#[test]
fn a_symbol_that_a_spreadsheet_would_run_is_made_harmless_in_exports_of_events_too() {
    quarry_tests::on_one_engine!();
    let environment = app_store_environment("exports_of_hostile_symbols").expect("a store");
    let server = Server::start(&Options { no_sample: true, environment, ..Options::default() }).expect("a server");
    let address = |number: u64| format!("0x{number:040x}");
    load_file(&server, "tokens", &format!("address,symbol,decimals\n{},=1+1,18\n{},plain,6\n", address(1), address(2)));
    let header = "block_number,transaction_hash,log_index,borrower,liquidator,collateral_asset,collateral_amount,debt_asset,debt_amount,address,protocol,block_timestamp";
    let line = format!(
        "100,0x{:064x},0,{},{},{},1500,{},4350,{},aave_v3,1700000000",
        7,
        address(3),
        address(4),
        address(1),
        address(2),
        address(5)
    );
    load_file(&server, "liquidations", &format!("{header}\n{line}\n"));
    let (_, mut browser) = on_plan(&server, "researcher");
    let body = json!({ "formats": ["csv", "ndjson"], "spreadsheet_safe": true });
    let record = completed(&mut browser, "liquidations", &body);
    let csv = csv_rows(&file(&server, &browser, &record, "csv")).remove(0);
    let ndjson = ndjson_rows(&file(&server, &browser, &record, "ndjson")).remove(0);
    let symbols = |row: &Json| [&row["collateral_symbol"], &row["debt_symbol"]].map(Clone::clone);
    assert_eq!(symbols(&csv), [json!("'=1+1"), json!("plain")]);
    assert_eq!(symbols(&ndjson), [json!("=1+1"), json!("plain")], "data stay as they are where nothing runs them");
    assert_eq!(
        (&csv["protocol"], &csv["debt_decimals"], &csv["debt_usd"]),
        (&json!("aave_v3"), &json!("6"), &Json::Null)
    );
    // Tokens that are named later are named in the next export, which is of another state of the data.
    load_file(&server, "tokens", &format!("address,symbol,decimals\n{},named,6\n", address(2)));
    let renamed = completed(&mut browser, "liquidations", &body);
    let row = csv_rows(&file(&server, &browser, &renamed, "csv")).remove(0);
    assert_eq!(row["debt_symbol"], "named");
    assert!(renamed["data_version"].as_i64() > record["data_version"].as_i64(), "{renamed}");
}
