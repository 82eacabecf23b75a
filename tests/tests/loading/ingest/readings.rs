//! The doors of ingest: flags, times and numbers by one rule in every format, files that are something else, and what the tools that
//! `docs/bring-your-own-data.md` names write.

use std::path::PathBuf;

use quarry::ingest::{DatasetKind, IngestOptions};
use serde_json::json;

use super::files::{gzip, parquet};
use super::real_data::real_data;
use crate::ingest_support::*;

/// A file of this name and content in a folder of this case.
fn file(folder: &std::path::Path, name: &str, bytes: impl AsRef<[u8]>) -> PathBuf {
    let path = folder.join(name);
    std::fs::write(&path, bytes).expect("a written file");
    path
}

/// A log as `eth_getLogs` gives it.
fn of_node(log: &Log) -> serde_json::Value {
    json!({
        "address": log.address, "topics": log.topics, "data": log.data, "blockNumber": format!("{:#x}", log.block),
        "blockHash": block_hash(log.block, log.fork), "transactionHash": block_hash(log.block, 255), "transactionIndex": "0x0",
        "logIndex": format!("{:#x}", log.index), "blockTimestamp": format!("{:#x}", log.time.unwrap_or_default()), "removed": false,
    })
}

#[tokio::test]
async fn a_log_that_the_node_took_back_is_priced_in_no_format_and_counted_in_each() {
    let folder = fresh_folder("removed");
    let pool = address(10);
    let logs = [sync(1, 0, &pool, 2, 1), sync(1, 0, &pool, 9, 1).fork(7)];
    let mut answers = logs.each_ref().map(of_node);
    answers[1]["removed"] = json!(true);
    let lines = |flags: [serde_json::Value; 2]| -> String {
        let line = |(log, flag): (&Log, serde_json::Value)| {
            json!({"address": log.address, "topics": log.topics, "data": log.data, "block_number": log.block, "block_timestamp": log.time,
                "block_hash": block_hash(log.block, log.fork), "transaction_hash": block_hash(1, 255), "transaction_index": 0,
                "log_index": log.index, "removed": flag})
            .to_string()
        };
        logs.iter().zip(flags).map(|row| line(row) + "\n").collect()
    };
    let csv = |flags: [&str; 2]| {
        let text = etl_csv(&logs);
        let flags = ["removed"].into_iter().chain(flags);
        text.lines().zip(flags).map(|(line, flag)| format!("{line},{flag}\n")).collect::<String>()
    };
    let writer = Store::new("removed_writer").await;
    let values: Vec<_> = logs
        .iter()
        .zip([false, true])
        .map(|(log, removed)| {
            let (hash, transaction) = (block_hash(1, log.fork), block_hash(1, 255));
            format!(
                "(1, 0, '{transaction}', 0, '{}', '{SYNC}', '{}', '{hash}', {}, {removed})",
                log.address,
                log.data,
                time_of(1)
            )
        })
        .collect();
    let table = parquet(
        &writer,
        &format!(
            "SELECT * FROM values('block_number Int64, log_index Int64, transaction_hash String, transaction_index Int64, \
             address String, topics String, data String, block_hash String, block_timestamp Int64, removed Bool', {})",
            values.join(", ")
        ),
    )
    .await;
    let mut files = vec![
        file(&folder, "answer.json", json!({"jsonrpc": "2.0", "id": 1, "result": answers}).to_string()),
        file(&folder, "plain.ndjson", lines([json!(false), json!(true)])),
        file(&folder, "words.ndjson", lines([json!("False"), json!("True")])),
        file(&folder, "frame.csv", csv(["False", "True"])),
        file(&folder, "postgres.csv", csv(["f", "t"])),
        file(&folder, "numbers.csv", csv(["0.0", "1.0"])),
        file(&folder, "table.parquet", table),
    ];
    if let Some(reported) = real_data("reports/01-removed-logs") {
        files.extend(
            ["a.eth_getLogs.json", "b.plain.ndjson", "c.frame.csv", "d.parquet"].map(|name| reported.join(name)),
        );
    }
    let store = Store::with_pools("removed").await;
    for path in files {
        let summary = store.load_file(DatasetKind::Logs, &path, &ethereum()).await;
        let summary = summary.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        assert_eq!((summary.rows_read, summary.rows_loaded, summary.rows_removed), (2, 1, 1), "{}", path.display());
        assert!(summary.to_string().contains("removed by the node 1"), "{summary}");
    }
    assert_eq!(store.rows("SELECT toString(reserve0) FROM v2_syncs FINAL WHERE block_number = 1").await, [["2"]]);
    let error = store.try_load(DatasetKind::Logs, csv(["false", "perhaps"]), &ethereum()).await.expect_err("a refusal");
    assert!(error.to_string().contains("test:3: column `removed` has an invalid value: `perhaps`"), "{error}");
}

#[tokio::test]
async fn a_log_without_a_time_waits_for_its_block_and_has_no_bar_of_1970() {
    let store = Store::with_pools("time_0").await;
    let pool = address(10);
    let mut answer = of_node(&sync(5, 0, &pool, 2, 1));
    answer["blockTimestamp"] = json!("0x0");
    let lines = format!("{}\n", json!({"jsonrpc": "2.0", "id": 1, "result": [answer]}));
    let summary = store.load(DatasetKind::Logs, lines).await;
    assert_eq!((summary.rows_loaded, summary.waiting_for_block), (1, 1));
    for form in ["0", "0x0", "0.0", "1970-01-01T00:00:00Z"] {
        let csv = etl_csv(&[sync(5, 0, &pool, 2, 1)]).replace(&format!(",{}\n", time_of(5)), &format!(",{form}\n"));
        assert_eq!(store.load(DatasetKind::Logs, csv).await.waiting_for_block, 1, "{form}");
    }
    assert_eq!(store.cell("SELECT count() FROM price_bars").await, "0");
    store.load(DatasetKind::Blocks, blocks_csv(&[(5, 0)])).await;
    assert_eq!(store.rows("SELECT DISTINCT toYear(start) FROM price_bars FINAL").await, [["2024"]]);
    // A block's own time has to be one; block 0 may begin at 0.
    let error =
        store.try_load(DatasetKind::Blocks, "number,timestamp\n6,0\n", &ethereum()).await.expect_err("a refusal");
    assert!(error.to_string().contains("`0`; 0 is the time of block 0 alone"), "{error}");
    store.load(DatasetKind::Blocks, "number,timestamp\n0,0\n").await;

    // The names of exporters, explorers and data frames.
    let names = [
        "blockTimestamp",
        "timeStamp",
        "timestamp",
        "block_time",
        "evt_block_time",
        "blocktime",
        "BLOCK_TIMESTAMP",
        "UnixTimestamp",
    ];
    for (number, name) in names.into_iter().enumerate() {
        let block = 20 + number as u64;
        let csv = etl_csv(&[sync(block, 0, &pool, 2, 1)]).replace("block_timestamp", name);
        assert_eq!(store.load(DatasetKind::Logs, csv).await.waiting_for_block, 0, "{name}");
    }
}

#[tokio::test]
async fn a_log_with_another_time_than_its_block_is_a_contradiction_that_is_named() {
    let store = Store::new("other_times").await;
    let pool = address(10);
    store.load(DatasetKind::Blocks, blocks_csv(&[(1, 0), (2, 0)])).await;
    let mut logs = [sync(1, 0, &pool, 2, 1), sync(2, 0, &pool, 3, 1)];
    logs[1].time = Some(time_of(2) + 86_400);
    let summary = store.load(DatasetKind::Logs, etl_csv(&logs)).await;
    assert_eq!((summary.conflicts, summary.rows_loaded), (1, 1));
    let report = summary.to_string();
    assert!(
        report.contains("ethereum block 2, log 0: block_timestamp differ from load 1 (test), this is load 2"),
        "{report}"
    );
    assert_eq!(store.rows("SELECT toString(reserve0) FROM v2_syncs FINAL").await, [["2"]]);

    // The block comes after the log: both stay, and the contradiction is listed.
    let other = Store::new("other_times_later").await;
    other.load(DatasetKind::Logs, etl_csv(&logs)).await;
    let summary = other.load(DatasetKind::Blocks, blocks_csv(&[(1, 0), (2, 0)])).await;
    assert_eq!((summary.conflicts, summary.rows_loaded), (1, 2));
    assert!(
        summary.to_string().contains("ethereum block 2, log 0: block_timestamp differ from load 1 (test)"),
        "{summary}"
    );
    let listed = "SELECT dataset, block_number, load, stored_load FROM load_conflicts FINAL";
    assert_eq!(other.rows(listed).await, [["logs", "2", "2", "1"]]);

    // Without the block its first log tells its time: against another one of the file, and of a later file.
    let alone = Store::new("other_times_alone").await;
    let mut logs = [sync(1, 0, &pool, 2, 1), sync(1, 1, &pool, 3, 1), sync(1, 2, &pool, 4, 1)];
    logs[1].time = Some(time_of(1) + 86_400);
    let summary = alone.load(DatasetKind::Logs, etl_csv(&logs)).await;
    assert_eq!((summary.conflicts, summary.rows_loaded), (1, 2));
    assert!(summary.to_string().contains("block 1, log 1: block_timestamp differ from the same file"), "{summary}");
    let mut later = sync(1, 3, &pool, 5, 1);
    later.time = Some(NEW_YEAR);
    let summary = alone.load(DatasetKind::Logs, etl_csv(&[later])).await;
    assert_eq!((summary.conflicts, summary.rows_loaded), (1, 0));
    assert_eq!(alone.rows("SELECT toString(reserve0) FROM v2_syncs FINAL ORDER BY log_index").await, [["2"], ["4"]]);
}

#[tokio::test]
async fn a_float_that_is_no_exact_number_is_refused_by_column_row_and_value() {
    let folder = fresh_folder("floats");
    let store = Store::new("floats").await;
    let header =
        "block_number,transaction_index,hash,from_address,to_address,value,gas_price,receipt_gas_used,block_timestamp";
    let row = |value: &str, gas: &str| {
        format!(
            "{header}\n100.0,0.0,{},{},{},{value},1e9,{gas},{NEW_YEAR}.0\n",
            block_hash(1, 0),
            address(5),
            address(6)
        )
    };
    let as_json = |value: &str| {
        format!(
            "[{{\"block_number\": 100.0, \"transaction_index\": 0, \"hash\": \"{}\", \"value\": {value}}}]\n",
            block_hash(1, 0)
        )
    };
    let value = "SELECT toString(value), toString(gas_price), toString(gas_used) FROM transactions FINAL";
    store.load(DatasetKind::Transactions, row("9007199254740992.0", "21000.0")).await;
    assert_eq!(store.rows(value).await, [["9007199254740992", "1000000000", "21000"]]);
    let table = |value: &str| {
        format!(
            "SELECT toUInt64(100) AS block_number, toFloat64(0) AS transaction_index, '{}' AS hash, {value} AS value",
            block_hash(1, 0)
        )
    };
    let mut files = vec![
        ("point.csv", row("33066915805160910848.0", "1").into_bytes(), "33066915805160910848.0"),
        ("exponent.csv", row("3.3066915805160912602e+19", "1").into_bytes(), "3.3066915805160912602e+19"),
        ("first.csv", row("9007199254740993.0", "1").into_bytes(), "9007199254740993.0"),
        ("exact.csv", row("1", "21000.5").into_bytes(), "21000.5"),
        ("list.json", as_json("3.3066915805160912602e+19").into_bytes(), "3.3066915805160912602e+19"),
        ("double.parquet", parquet(&store, &table("toFloat64(33066915805160912602)")).await, "3.306691580516091e19"),
        ("float.parquet", parquet(&store, &table("toFloat32(33554432)")).await, "33554432.0 as a float of 32 bits"),
    ];
    if let Some(reported) = real_data("reports/05-parquet-value-double") {
        for name in ["value_double.parquet", "value_float.csv", "value_sci.csv"] {
            files.push((name, std::fs::read(reported.join(name)).expect("a reported file"), "3"));
        }
    }
    for (name, bytes, shown) in files {
        let path = file(&folder, name, bytes);
        let error = store.load_file(DatasetKind::Transactions, &path, &ethereum()).await.expect_err(name).to_string();
        let named = if name == "exact.csv" { "receipt_gas_used" } else { "value" };
        assert!(error.contains(&format!("column `{named}` has an invalid value: `{shown}")), "{name}: {error}");
        assert!(error.contains("it is a floating-point number") && error.contains("up to 2^53"), "{name}: {error}");
    }
    assert_eq!(store.rows(value).await, [["9007199254740992", "1000000000", "21000"]]);

    // Numbers that 64 bits do not hold are read in lists as in lines; a float beside the exact text costs nothing.
    let whole = alloy_primitives::U256::MAX.to_string();
    let path = file(&folder, "whole.json", as_json(&whole).replace('[', "{\"result\": [").replace(']', "]}"));
    let replacing = IngestOptions { replace: true, ..ethereum() };
    store.load_file(DatasetKind::Transactions, &path, &replacing).await.expect("a whole number");
    assert_eq!(store.rows(value).await, [[whole.as_str(), "1000000000", "21000"]]);
    let beside = format!(
        "block_number,transaction_index,hash,value,value_lossless\n101,0,{},3.3e19,33066915805160912602\n",
        block_hash(2, 0)
    );
    store.load(DatasetKind::Transactions, beside).await;
    let value = "SELECT toString(value) FROM transactions FINAL WHERE block_number = 101";
    assert_eq!(store.rows(value).await, [["33066915805160912602"]]);
}

#[tokio::test]
async fn a_file_that_is_something_else_is_named_for_what_it_is() {
    let folder = fresh_folder("foreign");
    let store = Store::new("foreign").await;
    let csv = format!("address,symbol,name,decimals\n{},AAA,Token A,18\n", address(1));
    let wide = |text: &str| text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>();
    let answer = json!({"jsonrpc": "2.0", "id": 1, "error": {"code": -32005, "message": "limit exceeded"}});
    let explorer = json!({"status": "0", "message": "NOTOK", "result": "Max rate limit reached"});
    let error = "the server's answer is an error: ";
    let files = [
        ("marked16.csv", [b"\xff\xfe".to_vec(), wide(&csv)].concat(), "is text in UTF-16; save it as UTF-8".to_owned()),
        ("unmarked16.json", wide("[{\"address\": 1}]"), "is text in UTF-16".to_owned()),
        ("semicolons.csv", csv.replace(',', ";").into_bytes(), "separates its columns with semicolons".to_owned()),
        ("tabs.csv", csv.replace(',', "\t").into_bytes(), "separates its columns with tabs".to_owned()),
        ("tokens.csv", b"PK\x03\x04\x14\0\0\0".to_vec(), "is a ZIP archive".to_owned()),
        ("twice.csv.gz", gzip(&gzip(csv.as_bytes())), "is compressed twice".to_owned()),
        ("page.json", b"<!DOCTYPE html><html>".to_vec(), "is a web page (HTML)".to_owned()),
        ("answer.json", answer.to_string().into_bytes(), format!("{error}limit exceeded")),
        ("answer.csv", answer.to_string().into_bytes(), format!("{error}limit exceeded")),
        ("bare.json", json!({"error": "unauthorized"}).to_string().into_bytes(), format!("{error}unauthorized")),
        ("pretty.json", format!("{explorer:#}\n").into_bytes(), format!("{error}NOTOK: Max rate limit reached")),
        ("batch.json", json!([explorer]).to_string().into_bytes(), format!("{error}NOTOK: Max rate limit reached")),
        (
            "graph.json",
            json!({"data": null, "errors": [{"message": "no such field"}]}).to_string().into_bytes(),
            format!("{error}no such field"),
        ),
    ];
    for (name, bytes, expected) in files {
        let path = file(&folder, name, bytes);
        let refusal = store.load_file(DatasetKind::Tokens, &path, &ethereum()).await.expect_err(name).to_string();
        assert!(refusal.contains(&expected) && !refusal.contains("has no column"), "{name}: {refusal}");
    }
    if let Some(reported) = real_data("reports/09-bom-utf16-zip") {
        for (name, expected) in [
            ("semicolon.csv", "semicolons"),
            ("tab.csv", "tabs"),
            ("tokens.csv.zip", "ZIP archive"),
            ("utf16.csv", "UTF-16"),
            ("utf16.json", "UTF-16"),
            ("latin1.csv", "UTF-8"),
        ] {
            let refusal = store.load_file(DatasetKind::Tokens, &reported.join(name), &ethereum()).await;
            let refusal = refusal.expect_err(name).to_string();
            assert!(refusal.contains(expected), "{name}: {refusal}");
        }
        for name in ["bom.csv", "bom.ndjson"] {
            store.load_file(DatasetKind::Tokens, &reported.join(name), &ethereum()).await.expect(name);
        }
    }
    // An error among answers costs its line alone, where the others are wanted; whatever the first line looks like.
    let mixed = format!(
        "{}\n{explorer}\n{}\n",
        json!({"address": address(1), "symbol": "AAA"}),
        json!({"tokenAddress": address(2), "symbol": "BBB"})
    );
    let skipping = IngestOptions { skip_bad: true, ..ethereum() };
    let summary = store.try_load(DatasetKind::Tokens, mixed, &skipping).await.expect("the others");
    assert_eq!((summary.rows_loaded, summary.rows_bad, summary.bad_rows[0].line), (2, 1, Some(2)));
}

/// Beside those of `exports.rs`, which has the files of ethereum-etl, cryo, BigQuery, Allium, Dune and nodes.
#[tokio::test]
async fn the_tools_that_the_page_names_load_as_it_says() {
    let pool = address(10);
    let log = sync(7, 0, &pool, 2, 1);
    let (hash, transaction, topics) = (block_hash(7, 0), block_hash(7, 255), json!([SYNC]));
    let time = time_of(7);
    let etherscan = json!({"status": "1", "message": "OK", "result": [{"address": pool, "topics": topics, "data": log.data,
        "blockNumber": "0x7", "blockHash": hash, "timeStamp": format!("{time:#x}"), "gasPrice": "0x1", "gasUsed": "0x2",
        "logIndex": "0x", "transactionHash": transaction, "transactionIndex": "0x"}]});
    let ethers = json!([{"_type": "log", "address": pool, "blockHash": hash, "blockNumber": 7, "data": log.data, "index": 0,
        "removed": false, "topics": topics, "transactionHash": transaction, "transactionIndex": 0}]);
    let flipside = format!(
        "BLOCK_NUMBER,BLOCK_TIMESTAMP,TX_HASH,TX_POSITION,EVENT_INDEX,CONTRACT_ADDRESS,TOPICS,DATA,EVENT_REMOVED\n\
         7,2024-01-01 00:01:24.000,{transaction},0,0,{pool},\"[\"\"{SYNC}\"\"]\",{},false\n",
        log.data
    );
    let web3 = of_node(&log).to_string() + "\n";
    let frame = format!(
        "address,topics,data,blockNumber,transactionHash,transactionIndex,blockHash,blockTimestamp,logIndex,removed\n\
         {pool},\"['{SYNC}']\",{},0x7,{transaction},0x0,{hash},{time:#x},0x0,False\n",
        log.data
    );
    let foundry = format!("[\n  {}\n]\n", of_node(&log));
    let store = Store::new("tools").await;
    for (tool, text) in [
        ("Etherscan", etherscan.to_string()),
        ("ethers", ethers.to_string()),
        ("Flipside", flipside),
        ("web3.py", web3),
        ("pandas", frame.clone()),
        ("cast", foundry),
    ] {
        let summary = store.try_load(DatasetKind::Logs, text, &ethereum()).await;
        let summary = summary.unwrap_or_else(|error| panic!("{tool}: {error}"));
        assert_eq!((summary.rows_read, summary.rows_loaded, summary.conflicts), (1, 1, 0), "{tool}: {summary}");
    }
    assert_eq!(
        store
            .rows("SELECT block_number, log_index, toUnixTimestamp(assumeNotNull(block_timestamp)) FROM logs FINAL")
            .await,
        [["7".to_owned(), "0".to_owned(), time.to_string()]]
    );
    // What the page says does not load, and why.
    let blockscout = json!({"items": [{"address": {"hash": pool}, "block_number": 7, "data": log.data, "index": 0, "topics": topics,
        "transaction_hash": transaction}], "next_page_params": null});
    let pages = "\"Transaction Hash\",\"Blockno\",\"UnixTimestamp\",\"DateTime (UTC)\",\"From\",\"To\"\n\"0x1\",\"7\",\"1\",\"x\",\"0x\",\"0x\"\n";
    for (kind, text, expected) in [
        (
            DatasetKind::Logs,
            frame.replace(&format!("'{SYNC}'"), &format!("HexBytes('{SYNC}')")),
            "column `topics` has an invalid value",
        ),
        (DatasetKind::Logs, blockscout.to_string(), "has no column `transaction_index`"),
        (DatasetKind::Transactions, pages.to_owned(), "has no column `block_number`"),
    ] {
        let refusal = store.try_load(kind, text, &ethereum()).await.expect_err(expected).to_string();
        assert!(refusal.contains(expected), "{refusal}");
    }
}
