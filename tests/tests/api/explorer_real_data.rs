//! Real blocks come back as their files have them, field by field, with the traps of the data's README. The expected values
//! are read from the files here, by the test alone. Without the data these tests say so and pass.

use alloy_primitives::U256;
use quarry::stores::result_set::Value;
use quarry::stores::warehouse::{QuerySettings, Warehouse};
use quarry_tests::server::{Options, Server, quarry};
use serde_json::{Value as Json, json};
use std::collections::BTreeMap;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::Duration;

pub(crate) const TRANSFER: &str = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";

/// A part of the data; `None` where the folder is absent, which is said.
pub(crate) fn real_data(part: &str) -> Option<PathBuf> {
    let folder = match std::env::var_os("QUARRY_REAL_DATA") {
        Some(folder) => PathBuf::from(folder),
        None => Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/data"),
    };
    let path = folder.join(part);
    if path.exists() {
        return Some(path);
    }
    println!("skipped: there is no real data at {}", path.display());
    None
}

pub(crate) fn start() -> Server {
    let unlimited = |class: &str| (format!("QUARRY__RATE_LIMITS__{class}_PER_MINUTE"), "0".to_owned());
    let environment = vec![unlimited("PUBLIC"), unlimited("EXPLORER_LENS")];
    Server::start(&Options { no_sample: true, environment, ..Options::default() }).expect("a server")
}

fn ingest_file(server: &Server, dataset: &str, file: &Path, chain: &[&str]) {
    let (data_dir, file) = (server.data_dir.to_str().expect("a path"), file.to_str().expect("a path"));
    let mut arguments = vec!["ingest", dataset, file, "--data-dir", data_dir];
    arguments.extend(chain);
    let output = quarry(&arguments).expect("ingest runs");
    assert!(output.status.success(), "{file}: {}", String::from_utf8_lossy(&output.stderr));
}

pub(crate) fn ingest_lines(server: &Server, dataset: &str, lines: &[Json]) {
    let file = server.data_dir.join(format!("{dataset}.json"));
    let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
    std::fs::write(&file, text).expect("a file");
    ingest_file(server, dataset, &file, &["--chain", "ethereum"]);
}

pub(crate) fn read_json(path: &Path) -> Json {
    serde_json::from_slice(&std::fs::read(path).expect("the file")).expect("JSON")
}

pub(crate) fn body(server: &Server, path: &str) -> Json {
    let answer = server.get_keyless(path);
    assert_eq!(answer.status, 200, "{path}: {}", answer.text);
    answer.json()
}

/// All rows of a list, page by page.
pub(crate) fn walk(server: &Server, path: &str, list: &str, cursor: &str) -> Vec<Json> {
    let joint = if path.contains('?') { '&' } else { '?' };
    let (mut rows, mut next) = (Vec::new(), path.to_owned());
    loop {
        let page = body(server, &next);
        rows.extend(page[list].as_array().expect("the list").clone());
        match page["next_cursor"].as_str() {
            Some(text) => next = format!("{path}{joint}{cursor}={text}"),
            None => return rows,
        }
    }
}

/// A quantity of JSON-RPC.
pub(crate) fn quantity(value: &Json) -> Option<U256> {
    value.as_str().map(|text| U256::from_str_radix(text.trim_start_matches("0x"), 16).expect("a quantity"))
}

pub(crate) fn number(value: &Json) -> Json {
    quantity(value).map_or(Json::Null, |number| number.to::<u64>().into())
}

pub(crate) fn wei(value: &Json) -> Json {
    quantity(value).map_or(Json::Null, |number| number.to_string().into())
}

pub(crate) fn time(seconds: u64) -> Json {
    jiff::Timestamp::from_second(seconds as i64).expect("a time").to_string().into()
}

/// A block of JSON-RPC as the API shows it.
fn block_of_rpc(block: &Json) -> (Json, Vec<Json>) {
    let at = time(quantity(&block["timestamp"]).expect("a time").to());
    let transactions = block["transactions"].as_array().expect("transactions");
    let header = json!({
        "number": number(&block["number"]), "hash": block["hash"], "parent_hash": block["parentHash"],
        "block_timestamp": at, "miner": block["miner"],
        "gas_limit": number(&block["gasLimit"]), "gas_used": number(&block["gasUsed"]),
        "base_fee_per_gas_wei": wei(&block["baseFeePerGas"]), "size_bytes": number(&block["size"]),
        "transaction_count": transactions.len(), "extra_data": block["extraData"],
    });
    let transactions = transactions.iter().map(|transaction| {
        json!({
            "hash": transaction["hash"], "block_number": number(&block["number"]),
            "transaction_index": number(&transaction["transactionIndex"]), "block_timestamp": at,
            "from_address": transaction["from"], "to_address": transaction["to"],
            "creates_contract": transaction["to"].is_null(),
            "nonce": number(&transaction["nonce"]), "value_wei": wei(&transaction["value"]),
            "gas_limit": number(&transaction["gas"]), "gas_used": null, "gas_price_wei": wei(&transaction["gasPrice"]),
            "max_fee_per_gas_wei": wei(&transaction["maxFeePerGas"]),
            "max_priority_fee_per_gas_wei": wei(&transaction["maxPriorityFeePerGas"]),
            "transaction_type": number(&transaction["type"]), "success": null, "input": transaction["input"],
        })
    });
    (header, transactions.collect())
}

/// The same in the column names of ethereum-etl.
fn lines_of(header: &Json, transactions: &[Json]) -> (Json, Vec<Json>) {
    let block = json!({
        "number": header["number"], "hash": header["hash"], "parent_hash": header["parent_hash"],
        "timestamp": header["block_timestamp"], "miner": header["miner"], "gas_limit": header["gas_limit"],
        "gas_used": header["gas_used"], "base_fee_per_gas": header["base_fee_per_gas_wei"],
        "size": header["size_bytes"], "transaction_count": header["transaction_count"], "extra_data": header["extra_data"],
    });
    let transactions = transactions.iter().map(|transaction| {
        json!({
            "hash": transaction["hash"], "block_number": transaction["block_number"], "block_hash": header["hash"],
            "transaction_index": transaction["transaction_index"], "block_timestamp": transaction["block_timestamp"],
            "from_address": transaction["from_address"], "to_address": transaction["to_address"],
            "nonce": transaction["nonce"], "value_string": transaction["value_wei"], "gas": transaction["gas_limit"],
            "receipt_gas_used": transaction["gas_used"], "gas_price": transaction["gas_price_wei"],
            "max_fee_per_gas": transaction["max_fee_per_gas_wei"],
            "max_priority_fee_per_gas": transaction["max_priority_fee_per_gas_wei"],
            "transaction_type": transaction["transaction_type"], "receipt_status": transaction["success"],
            "input": transaction["input"],
        })
    });
    (block, transactions.collect())
}

#[test]
fn whole_blocks_come_back_field_by_field() {
    quarry_tests::on_one_engine!();
    quarry_tests::in_the_whole_suite!();
    let Some(folder) = real_data("blocks") else { return };
    let server = start();
    let mut blocks: Vec<Json> = std::fs::read_dir(folder.join("pevm"))
        .expect("the folder")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "json"))
        .map(|path| read_json(&path))
        .collect();
    assert_eq!(blocks.len(), 6);
    blocks.push(read_json(&folder.join("shovel/block-18000000.json"))[0]["result"].clone());
    let expected: Vec<(Json, Vec<Json>)> = blocks.iter().map(block_of_rpc).collect();
    let (headers, transactions): (Vec<Json>, Vec<Vec<Json>>) =
        expected.iter().map(|(header, transactions)| lines_of(header, transactions)).unzip();
    ingest_lines(&server, "blocks", &headers);
    ingest_lines(&server, "transactions", &transactions.concat());
    for (header, transactions) in &expected {
        let path = format!("/public/blocks/{}?limit=300", header["number"]);
        assert_eq!(&body(&server, &path)["block"], header);
        assert_eq!(&walk(&server, &path, "transactions", "cursor"), transactions, "{}", header["number"]);
        let last = transactions.last().expect("a transaction");
        let page = body(&server, &format!("/public/transactions/{}", last["hash"].as_str().expect("a hash")));
        assert_eq!(&page["transaction"], last);
    }

    let logs = read_json(&folder.join("shovel/logs-18000000.json"))[1]["result"].clone();
    let logs = logs.as_array().expect("logs");
    assert_eq!(logs.len(), 291);
    let lines: Vec<Json> = logs
        .iter()
        .map(|log| {
            json!({
                "block_number": number(&log["blockNumber"]), "log_index": number(&log["logIndex"]),
                "transaction_hash": log["transactionHash"], "transaction_index": number(&log["transactionIndex"]),
                "block_hash": log["blockHash"], "address": log["address"], "topics": log["topics"], "data": log["data"],
            })
        })
        .collect();
    ingest_lines(&server, "logs", &lines);
    let mut by_transaction: BTreeMap<&str, Vec<Json>> = BTreeMap::new();
    for log in logs {
        let shown = json!([number(&log["logIndex"]), log["address"], log["topics"], log["data"]]);
        by_transaction.entry(log["transactionHash"].as_str().expect("a hash")).or_default().push(shown);
    }
    for (hash, expected) in by_transaction {
        let page = body(&server, &format!("/public/transactions/{hash}?chain=1"));
        let raw = |log: &Json| json!([log["log_index"], log["address"], log["topics"], log["data"]]);
        let shown: Vec<Json> = page["logs"].as_array().expect("logs").iter().map(raw).collect();
        assert_eq!(shown, expected, "{hash}");
        assert_eq!((&page["log_count"], &page["source"]), (&shown.len().into(), &"transactions".into()));
    }
}

#[test]
fn an_export_of_ethereum_etl_comes_back_with_its_receipts() {
    quarry_tests::on_one_engine!();
    quarry_tests::in_the_whole_suite!();
    let Some(folder) = real_data("blocks/ethereum-etl/tests/resources/test_stream/blocks_17173049_17173050") else {
        return;
    };
    let server = start();
    let file = |name: &str| folder.join(format!("expected_{name}.json"));
    for dataset in ["blocks", "transactions", "logs"] {
        ingest_file(&server, dataset, &file(dataset), &["--chain", "1"]);
    }
    let rows = |name: &str| -> Vec<Json> {
        let text = std::fs::read_to_string(file(name)).expect("the file");
        text.lines().map(|line| serde_json::from_str(line).expect("a line of JSON")).collect()
    };
    let mut shown = BTreeMap::new();
    for block in rows("blocks") {
        let path = format!("/public/blocks/{}", block["number"]);
        let page = body(&server, &path);
        let text = |name: &str| Json::from(block[name].to_string());
        let expected = json!({
            "number": block["number"], "hash": block["hash"], "parent_hash": block["parent_hash"],
            "block_timestamp": time(block["timestamp"].as_u64().expect("a time")), "miner": block["miner"],
            "gas_limit": block["gas_limit"], "gas_used": block["gas_used"], "base_fee_per_gas_wei": text("base_fee_per_gas"),
            "size_bytes": block["size"], "transaction_count": block["transaction_count"], "extra_data": block["extra_data"],
        });
        assert_eq!(page["block"], expected);
        for transaction in walk(&server, &path, "transactions", "cursor") {
            shown.insert(transaction["hash"].as_str().expect("a hash").to_owned(), transaction);
        }
    }
    let transactions = rows("transactions");
    assert_eq!(shown.len(), transactions.len());
    for transaction in transactions {
        let found = &shown[transaction["hash"].as_str().expect("a hash")];
        let text = |name: &str| transaction[name].as_u64().map_or(Json::Null, |number| number.to_string().into());
        for (column, member) in [
            ("block_number", "block_number"),
            ("transaction_index", "transaction_index"),
            ("from_address", "from_address"),
            ("to_address", "to_address"),
            ("nonce", "nonce"),
            ("gas", "gas_limit"),
            ("receipt_gas_used", "gas_used"),
            ("transaction_type", "transaction_type"),
            ("input", "input"),
        ] {
            assert_eq!(found[member], transaction[column], "{member} of {}", transaction["hash"]);
        }
        for (column, member) in [
            ("gas_price", "gas_price_wei"),
            ("max_fee_per_gas", "max_fee_per_gas_wei"),
            ("max_priority_fee_per_gas", "max_priority_fee_per_gas_wei"),
        ] {
            assert_eq!(found[member], text(column), "{member} of {}", transaction["hash"]);
        }
        assert_eq!(found["success"], transaction["receipt_status"] == 1);
        // A whole number of JSON that does not fit 64 bits is read as a float here; its digits then say less.
        if transaction["value"].is_u64() {
            assert_eq!(found["value_wei"], text("value"));
        }
    }

    // Its own list of transfers is an independent decoder.
    let transfers = rows("token_transfers");
    assert!(!transfers.is_empty());
    let mut by_transaction: BTreeMap<String, Vec<Json>> = BTreeMap::new();
    for transfer in &transfers {
        by_transaction
            .entry(transfer["transaction_hash"].as_str().expect("a hash").to_owned())
            .or_default()
            .push(transfer.clone());
    }
    let mut compared = 0;
    for (hash, transfers) in by_transaction {
        let page = body(&server, &format!("/public/transactions/{hash}"));
        for movement in page["movements"].as_array().expect("movements") {
            let known = transfers
                .iter()
                .find(|transfer| transfer["log_index"] == movement["log_index"])
                .expect("the same transfer");
            assert_eq!(
                (&known["token_address"], &known["from_address"], &known["to_address"]),
                (&movement["token"], &movement["from_address"], &movement["to_address"])
            );
            if let Some(value) = known["value"].as_u64() {
                assert_eq!(movement["amount_raw"], value.to_string());
            }
            compared += 1;
        }
    }
    assert!(compared > 50, "{compared} movements were compared");
}

/// A field of a CSV line of `logs.csv.gz`, which quotes nothing.
fn fields(line: &str) -> Vec<&str> {
    line.split(',').collect()
}

#[test]
fn logs_of_many_sources_are_listed_like_one_query_of_the_warehouse_and_without_their_time() {
    quarry_tests::on_one_engine!();
    let Some(path) = real_data("logs/logs.csv.gz") else { return };
    let server = start();
    ingest_file(&server, "logs", &path, &[]);
    let warehouse = Warehouse::over_unix_socket(&server.data_dir.join("warehouse.sock"), "quarry");
    let sql = format!(
        "SELECT block_number, log_index, lower(hex(address)), lower(hex(data)) FROM logs FINAL \
         WHERE chain_id = 1 AND topic0 = unhex('{}') ORDER BY block_number DESC, log_index DESC",
        &TRANSFER[2..]
    );
    let bounds = QuerySettings {
        deadline: Duration::from_secs(60),
        max_rows: 100_000,
        max_memory_bytes: 1 << 30,
        readonly: true,
    };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let rows = runtime.block_on(warehouse.query(&sql, &[], bounds)).expect("rows").rows;
    let cell = |row: usize, column: usize| match rows.columns[column].value(row) {
        Value::UInt64(number) => json!(number),
        Value::Text(text) => json!(format!("0x{text}")),
        other => panic!("{other:?}"),
    };
    let unpaged: Vec<Json> =
        (0..rows.row_count).map(|row| json!([cell(row, 0), cell(row, 1), cell(row, 2), cell(row, 3)])).collect();
    assert!(unpaged.len() > 500, "{} transfers", unpaged.len());
    let listed = walk(&server, &format!("/public/explorer/events/{TRANSFER}?chain=1&limit=500"), "logs", "before");
    let shown = |log: &Json| json!([log["block_number"], log["log_index"], log["address"], log["data"]]);
    assert_eq!(listed.iter().map(shown).collect::<Vec<_>>(), unpaged);

    // What the file itself says of the address with most logs that have no time.
    let mut text = String::new();
    flate2::read::GzDecoder::new(std::fs::File::open(&path).expect("the file"))
        .read_to_string(&mut text)
        .expect("text");
    let mut lines = text.lines();
    let header = fields(lines.next().expect("a header"));
    let position = |name: &str| header.iter().position(|column| *column == name).expect("a column");
    let (time, address, chain) = (position("block_timestamp"), position("address"), position("chain_id"));
    let mut untimed: BTreeMap<(&str, &str), u64> = BTreeMap::new();
    for line in lines.map(fields).filter(|line| line[time].is_empty()) {
        *untimed.entry((line[chain], line[address])).or_default() += 1;
    }
    let ((chain, address), count) = untimed.iter().max_by_key(|(_, count)| **count).expect("logs without a time");
    let lens = format!("/public/explorer/address/{address}?chain={chain}");
    let logs = walk(&server, &lens, "logs", "before");
    let is_untimed = |log: &&Json| log["block_timestamp"].is_null() && log["address"] == *address;
    assert_eq!(logs.iter().filter(is_untimed).count() as u64, *count);
    assert_eq!(body(&server, &lens)["matching"], logs.len(), "they count, too");
    let dated = body(&server, &format!("{lens}&date_from=2000-01-01"));
    let timed = logs.iter().filter(|log| !log["block_timestamp"].is_null()).count();
    assert_eq!(dated["matching"], timed, "a log without a time is in no day");
}
