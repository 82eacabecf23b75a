//! Files as people have them on disk: two tools' column names, three formats, two compressions, and damage of every kind.

use std::io::Write;
use std::path::{Path, PathBuf};

use crate::ingest_support::*;
use quarry::ingest::migrate::{MigrationError, MigrationSettings, migrate};
use quarry::ingest::{DatasetKind, IngestError, IngestOptions};
use quarry_tests::extent;

fn logs() -> Vec<Log> {
    let pool = address(10);
    vec![sync(1, 0, &pool, 2, 1), v2_swap(1, 1, &pool, 5, 6), transfer(2, 0), sync(2, 1, &pool, 3, 1)]
}

fn skipping() -> IngestOptions {
    IngestOptions { skip_bad: true, ..ethereum() }
}

/// ethereum-etl's stream of JSON objects: numbers unquoted, topics as an array.
fn etl_json(logs: &[Log]) -> String {
    let line = |log: &Log| {
        serde_json::json!({
            "type": "log", "log_index": log.index, "transaction_hash": block_hash(log.block, 255), "transaction_index": 0,
            "address": log.address, "data": log.data, "topics": log.topics, "block_number": log.block,
            "block_timestamp": log.time, "block_hash": block_hash(log.block, log.fork), "item_id": "ignored",
        })
        .to_string()
    };
    logs.iter().map(|log| line(log) + "\n").collect()
}

fn write(folder: &Path, name: &str, bytes: &[u8]) -> PathBuf {
    let path = folder.join(name);
    std::fs::write(&path, bytes).expect("a written file");
    path
}

pub(super) fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    encoder.write_all(bytes).expect("gzip");
    encoder.finish().expect("gzip")
}

/// Writes Parquet with the warehouse itself.
pub(super) async fn parquet(store: &Store, sql: &str) -> Vec<u8> {
    let mut cursor = store.warehouse.client().query(sql).fetch_bytes("Parquet").expect("a query");
    let mut bytes = Vec::new();
    while let Some(chunk) = cursor.next().await.expect("a chunk") {
        bytes.extend_from_slice(&chunk);
    }
    bytes
}

#[tokio::test]
async fn every_format_and_compression_loads_the_same_rows() {
    let folder = fresh_folder("formats");
    let reference = Store::new("formats").await;
    reference.load(DatasetKind::Logs, etl_csv(&logs())).await;
    let expected = reference.contents().await;

    let csv = etl_csv(&logs());
    let topics = "arrayStringConcat(arrayMap(t -> concat('0x', lower(hex(t))), arraySlice([topic0, topic1, topic2, topic3], 1, topic_count)), ',')";
    let hex = |column: &str| format!("concat('0x', lower(hex({column}))) AS {column}");
    let etl = format!(
        "SELECT log_index, {}, transaction_index, {}, block_number, {}, {}, {topics} AS topics, block_timestamp FROM logs FINAL",
        hex("transaction_hash"),
        hex("block_hash"),
        hex("address"),
        hex("data")
    );
    // cryo writes bytes as bytes and absent topics as nulls.
    let topic = |index: u8| format!("if(topic_count > {index}, substring(topic{index}, 1, 32), NULL) AS topic{index}");
    let cryo = format!(
        "SELECT toUInt32(block_number) AS block_number, log_index, transaction_index, substring(transaction_hash, 1, 32) AS transaction_hash, \
         substring(block_hash, 1, 32) AS block_hash, substring(address, 1, 20) AS address, {}, {}, {}, {}, data, length(data) AS n_data_bytes, \
         chain_id, toUnixTimestamp(block_timestamp) AS block_timestamp FROM logs FINAL \
         SETTINGS output_format_parquet_string_as_string = 0",
        topic(0),
        topic(1),
        topic(2),
        topic(3)
    );
    let files = [
        write(&folder, "logs.csv", csv.as_bytes()),
        write(&folder, "windows.csv", csv.replace('\n', "\r\n").as_bytes()),
        write(&folder, "logs.csv.gz", &gzip(csv.as_bytes())),
        write(&folder, "two-members.csv.gz", &[gzip(&csv.as_bytes()[..700]), gzip(&csv.as_bytes()[700..])].concat()),
        write(&folder, "no-extension", &gzip(csv.as_bytes())),
        write(&folder, "logs.csv.zst", &zstd::encode_all(csv.as_bytes(), 3).expect("zstd")),
        write(&folder, "logs.json", etl_json(&logs()).as_bytes()),
        write(&folder, "logs.jsonl.gz", &gzip(etl_json(&logs()).as_bytes())),
        write(&folder, "etl.parquet", &parquet(&reference, &etl).await),
        write(&folder, "cryo.parquet", &parquet(&reference, &cryo).await),
    ];
    // Each second one, and so each format and each compression.
    for (number, path) in files.iter().enumerate().skip(extent::of(1, 0)).step_by(extent::of(2, 1)) {
        let store = Store::new(&format!("formats_{number}")).await;
        let summary = store.load_file(DatasetKind::Logs, path, &ethereum()).await;
        let summary = summary.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        assert_eq!(summary.rows_read, 4, "{}", path.display());
        assert_eq!(store.contents().await, expected, "{}", path.display());
    }
}

#[tokio::test]
async fn times_are_read_in_the_forms_that_tools_write() {
    let store = Store::new("times").await;
    let csv = etl_csv(&[sync(0, 0, &address(10), 2, 1)]);
    for form in ["1704067200", "2024-01-01T00:00:00Z", "2024-01-01 00:00:00", "2024-01-01 00:00:00 UTC"] {
        store.load(DatasetKind::Logs, csv.replace(",1704067200\n", &format!(",{form}\n"))).await;
        assert_eq!(store.cell("SELECT block_timestamp FROM logs FINAL").await, NEW_YEAR.to_string(), "{form}");
    }
}

#[tokio::test]
async fn blocks_and_transactions_of_cryo_load() {
    let store = Store::new("cryo").await;
    let hash = block_hash(7, 0);
    let blocks = format!(
        "block_hash,author,block_number,gas_used,extra_data,timestamp,base_fee_per_gas,chain_id\n{hash},{},7,21000,0x01ff,1704067200,12,137\n",
        address(3)
    );
    let transactions = format!(
        "block_number,transaction_index,transaction_hash,nonce,from_address,to_address,value_binary,value_string,value_f64,input,gas_limit,gas_used,gas_price,transaction_type,max_priority_fee_per_gas,max_fee_per_gas,success,chain_id\n\
         7,0,{hash},4,{},,0x00,115792089237316195423570985008687907853269984665640564039457584007913129639935,1.0,0x,21000,20000,5,2,1,9,true,137\n",
        address(5)
    );
    let anywhere = IngestOptions::default();
    store.try_load(DatasetKind::Transactions, transactions, &anywhere).await.expect("transactions");
    store.try_load(DatasetKind::Blocks, blocks, &anywhere).await.expect("blocks");
    let rows = store
        .rows(
            "SELECT chain_id, toString(value), success, isNull(to_address), toUnixTimestamp(assumeNotNull(block_timestamp)) \
             FROM transactions FINAL",
        )
        .await;
    let value = "115792089237316195423570985008687907853269984665640564039457584007913129639935";
    assert_eq!(rows, [["137", value, "1", "1", "1704067200"]]);
    let rows = store.rows("SELECT hex(miner), hex(extra_data), base_fee_per_gas FROM blocks FINAL").await;
    assert_eq!(rows, [[address(3)[2..].to_owned(), "01FF".to_owned(), "12".to_owned()]]);
}

#[tokio::test]
async fn a_bad_row_is_named_and_nothing_is_loaded() {
    let csv = etl_csv(&logs());
    let lines: Vec<&str> = csv.lines().collect();
    let broken = |line: usize, from: &str, to: &str| {
        let mut lines: Vec<String> = lines.iter().map(|line| (*line).to_owned()).collect();
        assert!(lines[line - 1].contains(from), "{from}");
        lines[line - 1] = lines[line - 1].replacen(from, to, 1);
        lines.join("\n") + "\n"
    };
    let pool = address(10);
    let cases = [
        (broken(3, &pool, "0x12"), "test:3: column `address` has an invalid value: `0x12`"),
        (broken(3, &pool, &format!("{}zz", &pool[..40])), "test:3: column `address` has an invalid value: `0x00"),
        (broken(3, &pool, &pool.replacen("0x", "1x", 1)), "test:3: column `address` has an invalid value: `1x00"),
        (broken(2, ",1,0x", ",-1,0x"), "test:2: column `block_number` has an invalid value: `-1`"),
        (broken(5, "0,0x00", "later,0x00"), "test:5: column `transaction_index` has an invalid value: `later`"),
        (broken(4, ",1704067224", ",soon"), "test:4: column `block_timestamp` has an invalid value: `soon`"),
        (broken(4, ",1704067224", ""), "test:4: 8 fields where the header has 9"),
        (broken(2, SYNC, "\"0x1c41\""), "test:2: a quoted field is followed by text"),
        (broken(2, SYNC, &SYNC[..60]), "test:2: column `topics` has an invalid value: `0x1c411e9a"),
    ];
    let store = Store::new("bad_rows").await;
    for (text, expected) in cases {
        let error = match store.try_load(DatasetKind::Logs, text, &ethereum()).await {
            Err(error) => error.to_string(),
            Ok(summary) => panic!("{expected}: loaded {summary}"),
        };
        assert!(error.starts_with("test: 1 bad row(s), nothing was loaded"), "{error}");
        assert!(error.contains(expected), "{error} should contain {expected}");
    }
    assert_eq!(store.cell("SELECT count() FROM logs").await, "0");
}

#[tokio::test]
async fn skip_bad_loads_the_others_and_counts() {
    let store = Store::new("skip_bad").await;
    let mut lines: Vec<String> = etl_csv(&logs()).lines().map(str::to_owned).collect();
    lines.insert(2, "1,2,3".to_owned());
    lines.insert(3, String::new());
    lines.insert(4, "\"never closed,0x,0".to_owned());
    lines.push(lines[1].replace("0x1c41", "0x1z41"));
    let summary = store.try_load(DatasetKind::Logs, lines.join("\n"), &skipping()).await.expect("the others");
    assert_eq!((summary.rows_read, summary.rows_loaded, summary.rows_bad), (7, 4, 3));
    let named: Vec<_> = summary.bad_rows.iter().map(|row| row.line).collect();
    assert_eq!(named, [Some(3), Some(5), Some(9)]);
    assert_eq!(summary.bad_rows[0].problem, "3 fields where the header has 9");
    assert_eq!(summary.bad_rows[1].problem, "a quoted field is never closed");

    let json = etl_json(&logs()).replacen('\n', "\n\nnot json\n[1]\n", 1);
    let summary = store.try_load(DatasetKind::Logs, json, &skipping()).await.expect("the others");
    assert_eq!((summary.rows_read, summary.rows_bad), (6, 2));
    assert_eq!(summary.bad_rows.iter().map(|row| row.line).collect::<Vec<_>>(), [Some(3), Some(4)]);
}

#[tokio::test]
async fn lines_are_right_in_a_file_of_many_blocks() {
    let store = Store::new("long_file").await;
    let mut text =
        String::from("log_index,transaction_hash,transaction_index,block_number,address,data,topic0,block_timestamp\n");
    for number in 0..300_000u32 {
        let pool = if number % 90_001 == 90_000 { "0xbad".to_owned() } else { address(10) };
        text += &format!("{number},{},0,{},{pool},0x,,1704067200\n", block_hash(1, 255), number / 100);
    }
    let error = store.try_load(DatasetKind::Logs, text.clone(), &ethereum()).await.expect_err("a refusal").to_string();
    for line in [90_002, 180_003, 270_004] {
        assert!(error.contains(&format!("test:{line}: column `address` has an invalid value: `0xbad`")), "{error}");
    }
    let summary = store.try_load(DatasetKind::Logs, text, &skipping()).await.expect("the others");
    assert_eq!((summary.rows_read, summary.rows_bad), (300_000, 3));
    let numbers = "SELECT count(), uniqExact(log_index), countIf(block_number != intDiv(log_index, 100)) FROM logs";
    assert_eq!(store.rows(numbers).await, [["299997", "299997", "0"]]);
}

#[tokio::test]
async fn names_with_line_breaks_keep_their_rows_together() {
    let store = Store::new("line_breaks").await;
    let text = format!(
        "address,symbol,name,decimals,total_supply,block_number\n{},\"A\"\"B\",\"two\nlines, one name\",18,1,\n{},C,D,x,1,\n\
         {},\"E\"\"F\",\"a name, and more\",18,1,\n",
        address(1),
        address(2),
        address(3)
    );
    let error =
        store.try_load(DatasetKind::Tokens, text.clone(), &ethereum()).await.expect_err("a refusal").to_string();
    assert!(error.contains("test:2: column `name` has control characters: `two\\nlines, one name`"), "{error}");
    assert!(error.contains("test:4: column `decimals` has an invalid value: `x`"), "{error}");
    store.try_load(DatasetKind::Tokens, text, &skipping()).await.expect("the good row");
    assert_eq!(
        store.rows("SELECT symbol, name, decimals FROM tokens FINAL").await,
        [["E\"F", "a name, and more", "18"]]
    );
}

#[tokio::test]
async fn what_is_missing_is_said_in_a_sentence() {
    let store = Store::new("sentences").await;
    let csv = etl_csv(&logs());
    let refusal = async |kind, text: &str, options: &IngestOptions| {
        store.try_load(kind, text, options).await.expect_err("a refusal").to_string()
    };
    let nowhere = IngestOptions::default();
    let unknown = IngestOptions { chain: Some("etherium".to_owned()), ..IngestOptions::default() };
    let logs = DatasetKind::Logs;
    assert_eq!(
        refusal(logs, &csv.replacen("address", "adress", 1), &ethereum()).await,
        "test has no column `address`, which logs need (also taken as: address, contract_address, emitter); --address says it \
         for all rows"
    );
    assert_eq!(
        refusal(logs, &etl_json(&self::logs()).replace("\"address\"", "\"adress\""), &ethereum()).await,
        "test has no column `address`, which logs need (also taken as: address, contract_address, emitter); --address says it \
         for all rows"
    );
    assert!(
        refusal(logs, &csv, &unknown)
            .await
            .starts_with("unknown chain `etherium`; known chains are ethereum (1), optimism (10)")
    );
    assert!(refusal(logs, &csv, &nowhere).await.contains("--chain"));
    assert!(refusal(logs, &etl_json(&self::logs()), &nowhere).await.contains("--chain"));
    assert!(refusal(logs, csv.lines().next().unwrap_or_default(), &ethereum()).await.contains("holds no rows"));
    assert!(refusal(logs, "", &ethereum()).await.contains("holds no rows"));
    assert!(refusal(logs, "[{}]", &ethereum()).await.contains("no column"));
    let ranged = IngestOptions { replace_range: true, ..ethereum() };
    assert!(refusal(DatasetKind::Tokens, &tokens_csv((1, 1)), &ranged).await.contains("belong to no block"));
    let other_chain = cryo_csv(&self::logs()).replacen(",64,1\n", ",64,137\n", 1);
    assert!(
        refusal(logs, &other_chain, &ethereum())
            .await
            .contains("test:2: column `chain_id` has an invalid value: `137`")
    );
    assert_eq!(store.cell("SELECT count() FROM logs").await, "0");
}

#[tokio::test]
async fn a_damaged_file_loads_nothing() {
    let folder = fresh_folder("damaged");
    let store = Store::new("damaged").await;
    let csv: String = etl_csv(&(1..3000).map(|block| transfer(block, 0)).collect::<Vec<_>>());
    let whole = gzip(csv.as_bytes());
    let cut = write(&folder, "cut.csv.gz", &whole[..whole.len() / 2]);
    let error = store.load_file(DatasetKind::Logs, &cut, &ethereum()).await.expect_err("a refusal");
    assert!(matches!(error, IngestError::Damaged { .. }), "{error}");
    let absent =
        store.load_file(DatasetKind::Logs, &folder.join("absent.csv"), &ethereum()).await.expect_err("a refusal");
    assert!(absent.to_string().contains("absent.csv"), "{absent}");
    let parquet = write(&folder, "cut.parquet", b"PAR1 and then nothing of the kind");
    let error = store.load_file(DatasetKind::Logs, &parquet, &ethereum()).await.expect_err("a refusal");
    assert!(error.to_string().contains("cut.parquet"), "{error}");
    assert_eq!(store.cell("SELECT count() FROM logs").await, "0");
    assert_eq!(
        store.cell("SELECT count() FROM system.tables WHERE name LIKE 'staging%' AND database = 'damaged'").await,
        "0"
    );
}

#[tokio::test]
async fn a_changed_migration_is_refused_and_an_applied_one_rests() {
    let store = Store::new("migrations").await;
    let again = migrate(&store.warehouse, &MigrationSettings::default()).await.expect("nothing to do");
    assert!(again.is_empty(), "{again:?}");
    let falsify = "INSERT INTO schema_migrations (number, name, checksum, applied_at) \
                   SELECT number, name, 'other', now() + 1 FROM schema_migrations FINAL WHERE number = 2";
    store.warehouse.execute(falsify).await.expect("another checksum");
    let error = migrate(&store.warehouse, &MigrationSettings::default()).await.expect_err("a refusal");
    assert!(matches!(error, MigrationError::Changed { name: "0002_raw", .. }), "{error}");
    let odd = MigrationSettings { engine_prefix: "x'; DROP".to_owned(), cluster: None };
    assert!(migrate(&store.warehouse, &odd).await.is_err());
}
