//! Facts that a file leaves out stay unknown, and stored facts stay true: absent columns, times in every unit, files that were
//! cut, rows that contradict each other.

use crate::ingest_support::*;
use quarry::ingest::{DatasetKind, IngestError, IngestOptions};

fn replacing() -> IngestOptions {
    IngestOptions { replace: true, ..ethereum() }
}

#[tokio::test]
async fn a_column_that_is_not_in_the_file_is_null_and_no_zero() {
    let store = Store::new("absent").await;
    let hash = block_hash(7, 0);
    store.load(DatasetKind::Blocks, format!("number,timestamp,hash\n7,1704067200,{hash}\n")).await;
    let blocks = "SELECT isNull(miner), isNull(gas_limit), isNull(gas_used), isNull(extra_data) FROM blocks FINAL";
    assert_eq!(store.rows(blocks).await, [["1", "1", "1", "1"]]);

    let without = format!("block_number,transaction_index,hash,from_address,value\n7,0,{hash},{},5\n", address(3));
    store.load(DatasetKind::Transactions, without).await;
    let transactions =
        "SELECT isNull(nonce), isNull(input), isNull(to_address), toString(creates_contract) FROM transactions FINAL";
    assert_eq!(store.rows(transactions).await, [["1", "1", "1", "null"]]);

    // The column is there and empty: the transaction made a contract. So it is in JSON, where null says the same.
    let header = "block_number,transaction_index,hash,from_address,value,to_address,nonce,input";
    let creation = format!("{header}\n8,0,{},{},5,,0,0x\n", block_hash(8, 0), address(3));
    store.load(DatasetKind::Transactions, creation).await;
    let json = serde_json::json!({"block_number": 9, "transaction_index": 0, "hash": block_hash(9, 0), "from_address": address(3),
        "value": "5", "to_address": null});
    store.load(DatasetKind::Transactions, format!("{json}\n")).await;
    let created = "SELECT block_number, toString(creates_contract), toString(nonce), hex(assumeNotNull(input)), isNull(input) \
                   FROM transactions FINAL WHERE block_number > 7 ORDER BY block_number";
    assert_eq!(store.rows(created).await, [["8", "1", "0", "", "0"], ["9", "1", "null", "", "1"]]);
}

#[tokio::test]
async fn a_column_that_is_not_in_a_file_changes_nothing_that_is_known() {
    let store = Store::new("merged").await;
    store.load(DatasetKind::Tokens, tokens_csv((6, 18))).await;
    store.load(DatasetKind::Tokens, format!("address,decimals\n{},7\n", address(1))).await;
    store.load(DatasetKind::Tokens, format!("address,symbol\n{},\n", address(2))).await;
    let tokens = "SELECT symbol, name, decimals FROM tokens FINAL ORDER BY address";
    assert_eq!(store.rows(tokens).await, [["ONE", "One", "7"], ["TWO", "Two", "18"]]);

    // Receipts add to transactions, and take nothing away.
    let hash = block_hash(7, 255);
    let whole = format!(
        "hash,nonce,block_hash,block_number,transaction_index,from_address,to_address,value,gas,gas_price,input,block_timestamp\n\
         {hash},4,{},7,0,{},{},12,21000,5,0xabcd,1704067284\n",
        block_hash(7, 0),
        address(3),
        address(4)
    );
    store.load(DatasetKind::Transactions, whole).await;
    let receipt = format!(
        "transaction_hash,transaction_index,block_hash,block_number,cumulative_gas_used,gas_used,status\n\
         {hash},0,{},7,99,20000,1\n",
        block_hash(7, 0)
    );
    let summary = store.load(DatasetKind::Transactions, receipt).await;
    assert_eq!(summary.conflicts, 0);
    let row = "SELECT toString(value), nonce, hex(assumeNotNull(input)), gas_used, success, creates_contract FROM transactions FINAL";
    assert_eq!(store.rows(row).await, [["12", "4", "ABCD", "20000", "1", "0"]]);
}

#[tokio::test]
async fn a_file_of_logs_without_data_or_topics_is_refused_and_not_taken_for_empty_logs() {
    let store = Store::new("no_data").await;
    let csv = etl_csv(&[sync(1, 0, &address(10), 2, 1)]);
    for column in ["data", "topics"] {
        let text = csv.replacen(&format!(",{column}"), ",other", 1);
        let error = store.try_load(DatasetKind::Logs, text, &ethereum()).await.expect_err("a refusal");
        assert!(error.to_string().starts_with(&format!("test has no column `{column}`, which logs need")), "{error}");
        let json = serde_json::json!({"block_number": 1, "log_index": 0, "transaction_hash": block_hash(1, 255),
            "transaction_index": 0, "address": address(10), "data": "0x", "topics": []});
        let mut json = json;
        json.as_object_mut().expect("an object").remove(column);
        let error = store.try_load(DatasetKind::Logs, format!("{json}\n"), &ethereum()).await.expect_err("a refusal");
        assert!(error.to_string().contains(&format!("no column `{column}`")), "{error}");
    }
    assert_eq!(store.cell("SELECT count() FROM logs").await, "0");
}

#[tokio::test]
async fn a_time_is_read_in_its_unit_or_the_row_is_named() {
    let store = Store::new("units").await;
    let row = |time: &str| format!("number,timestamp\n1,{time}\n");
    let read = [
        ("1704067200", 1_704_067_200_u64),
        ("1704067200123", 1_704_067_200),
        ("1704067200123456", 1_704_067_200),
        ("1704067200123456789", 1_704_067_200),
        ("1704067200.0", 1_704_067_200),
        ("1.7040672e9", 1_704_067_200),
        ("0x65920080", 1_704_067_200),
        ("20240101", 1_704_067_200),
        ("20240101000001", 1_704_067_201),
        ("2024-01-01", 1_704_067_200),
        ("2024-01-01T02:00:00+02:00", 1_704_067_200),
        ("2024-01-01 00:00:01.250 UTC", 1_704_067_201),
        ("4294967295", 4_294_967_295),
    ];
    for (form, seconds) in read {
        store
            .try_load(DatasetKind::Blocks, row(form), &replacing())
            .await
            .unwrap_or_else(|error| panic!("{form}: {error}"));
        assert_eq!(
            store.cell("SELECT toUInt64(toUnixTimestamp(block_timestamp)) FROM blocks FINAL").await,
            seconds.to_string(),
            "{form}"
        );
    }
    let refused = [
        "4294967296",
        "19704067",
        "20231399",
        "2023-02-30",
        "2024-01-01 25:00:00",
        "1950-01-01",
        "2150-01-01",
        "-1",
        "17040672",
        "soon",
    ];
    for form in refused {
        let error = store.try_load(DatasetKind::Blocks, row(form), &replacing()).await.expect_err(form).to_string();
        assert!(
            error.contains(&format!("test:2: column `timestamp` has an invalid value: `{form}`; give seconds")),
            "{error}"
        );
    }
}

#[tokio::test]
async fn a_csv_that_was_cut_in_its_last_field_is_refused_even_with_skip_bad() {
    let store = Store::new("cut").await;
    let skipping = IngestOptions { skip_bad: true, ..ethereum() };
    let pool = address(10);
    // A hash, an address, data of an even number of digits, a list of topics, an open quote: each shows that it is short.
    let log = |last: &str, header: &str| {
        format!(
            "block_number,log_index,transaction_hash,transaction_index,topic0,{header}\n1,0,{},0,,{last}",
            block_hash(1, 255)
        )
    };
    let topics = format!(
        "block_number,log_index,transaction_hash,transaction_index,address,data,topics\n1,0,{},0,{pool},0x,",
        block_hash(1, 255)
    );
    let hash = block_hash(1, 0);
    let cases = [
        (log(&format!("{pool},0x,{}", &hash[..65]), "address,data,block_hash"), "block_hash"),
        (log(&format!("0x,{}", &pool[..41]), "data,address"), "address"),
        (log(&format!("{pool},0x123"), "address,data"), "data"),
        (format!("{topics}\"{SYNC},{}", &SYNC[..40]), "quoted field"),
        (format!("{topics}{}", &SYNC[..40]), "topics"),
    ];
    for (text, expected) in cases {
        let error = store.try_load(DatasetKind::Logs, text.clone(), &skipping).await.expect_err(expected);
        assert!(matches!(error, IngestError::Damaged { .. }), "{expected}: {error}");
        let sentence = error.to_string();
        assert!(sentence.contains("line 2 is the last one, has no end") && sentence.contains(expected), "{sentence}");
    }
    assert_eq!(store.cell("SELECT count() FROM logs").await, "0");
    // A whole line without an end is loaded, and the report says so.
    let summary = store.load(DatasetKind::Logs, log(&format!("{pool},0x,{hash}"), "address,data,block_hash")).await;
    assert_eq!(summary.rows_loaded, 1);
    assert!(summary.to_string().contains("the last line has no end"), "{summary}");
    let ended = store.load(DatasetKind::Logs, log(&format!("{pool},0x,{hash}\n"), "address,data,block_hash")).await;
    assert!(!ended.to_string().contains("has no end"), "{ended}");
}

#[tokio::test]
async fn two_rows_of_one_log_that_differ_are_a_conflict_and_the_stored_one_stays() {
    let store = Store::new("conflicts").await;
    let pool = address(10);
    store.load(DatasetKind::Logs, etl_csv(&[sync(1, 0, &pool, 2, 1), sync(2, 0, &pool, 3, 1)])).await;
    let other = [sync(1, 0, &pool, 9, 1), sync(2, 0, &pool, 3, 1), sync(3, 0, &pool, 4, 1)];
    let summary = store.load(DatasetKind::Logs, etl_csv(&other)).await;
    assert_eq!((summary.conflicts, summary.rows_loaded), (1, 2));
    let report = summary.to_string();
    assert!(report.contains("conflicts           1 (the stored rows stay; --replace takes this file's)"), "{report}");
    assert!(report.contains("ethereum block 1, log 0: data differ from load 1 (test), this is load 2"), "{report}");
    let reserves = "SELECT toString(reserve0) FROM v2_syncs FINAL ORDER BY block_number";
    assert_eq!(store.rows(reserves).await, [["2"], ["3"], ["4"]]);
    let listed =
        "SELECT block_number, position, load, stored_load, arrayStringConcat(columns, ',') FROM load_conflicts FINAL";
    assert_eq!(store.rows(listed).await, [["1", "0", "2", "1", "data"]]);

    // --replace takes the new one, and still says that there was another.
    let summary = store.try_load(DatasetKind::Logs, etl_csv(&other), &replacing()).await.expect("a load");
    assert_eq!((summary.conflicts, summary.rows_loaded), (1, 3));
    assert_eq!(store.rows(reserves).await, [["9"], ["3"], ["4"]]);

    // A file that contradicts itself: the first of its rows stays.
    let fresh = Store::new("conflict_within").await;
    let summary = fresh
        .load(
            DatasetKind::Logs,
            etl_csv(&[
                sync(1, 0, &pool, 2, 1),
                sync(1, 0, &pool, 9, 1),
                sync(1, 1, &pool, 5, 1),
                sync(1, 1, &pool, 5, 1),
            ]),
        )
        .await;
    assert_eq!(summary.conflicts, 1);
    assert!(summary.to_string().contains("differ from the same file"), "{summary}");
    assert_eq!(fresh.rows("SELECT toString(reserve0) FROM v2_syncs FINAL ORDER BY log_index").await, [["2"], ["5"]]);
    // What is reorganised away is no conflict: another hash is another block.
    let summary = fresh.load(DatasetKind::Logs, etl_csv(&[sync(1, 0, &pool, 7, 1).fork(1)])).await;
    assert_eq!((summary.conflicts, summary.blocks_replaced), (0, 1));
}

#[tokio::test]
async fn volumes_past_256_bits_are_null_and_no_small_number() {
    let store = Store::new("wide").await;
    let pool = address(10);
    store.load(DatasetKind::Tokens, tokens_csv((0, 0))).await;
    store.load(DatasetKind::Pools, pools_csv(&[(&pool, "uniswap_v2")])).await;
    let half = alloy_primitives::U256::MAX >> 1;
    let mut swap = v2_swap(1, 1, &pool, 1, 1);
    let word = |value: alloy_primitives::U256| format!("{value:064x}");
    swap.data = format!(
        "0x{}{}{}{}",
        word(alloy_primitives::U256::MAX),
        word(half),
        word(half),
        word(alloy_primitives::U256::from(7))
    );
    store.load(DatasetKind::Logs, etl_csv(&[sync(1, 0, &pool, 2, 1), swap])).await;
    let volumes = "SELECT toString(volume_token0), toString(volume_token0_raw), toString(volume_token1_raw) FROM price_bars FINAL WHERE period = 'daily'";
    let second = half + alloy_primitives::U256::from(7);
    assert_eq!(store.rows(volumes).await, [["null", "null", &second.to_string()]]);
}

#[tokio::test]
async fn what_the_warehouse_says_itself_reaches_nobody_and_a_sentence_does() {
    let store = Store::new("no_engine_words").await;
    store.warehouse.execute("DROP TABLE blocks SYNC").await.expect("no table");
    let error = store.try_load(DatasetKind::Blocks, blocks_csv(&[(1, 0)]), &ethereum()).await.expect_err("a failure");
    let chain = format!("{:#}", anyhow::Error::new(error));
    for word in ["DB::Exception", "Code:", "SELECT", "UNKNOWN_TABLE"] {
        assert!(!chain.contains(word), "{chain}");
    }
    assert!(chain.starts_with("the warehouse refused a statement (code 60) while"), "{chain}");
    // Rows were on their way, so the same file completes it; a file that failed before that left nothing.
    assert!(chain.ends_with("loading the same file again completes it"), "{chain}");
    store.warehouse.execute("DROP TABLE chains SYNC").await.expect("no table");
    let error = store.try_load(DatasetKind::Tokens, tokens_csv((1, 1)), &ethereum()).await.expect_err("a failure");
    assert!(error.to_string().ends_with("nothing of it was loaded"), "{error}");
}

#[tokio::test]
async fn a_word_that_is_too_long_is_named_by_line_and_column() {
    let store = Store::new("long_words").await;
    let row =
        |protocol: &str, slug: &str| format!("address,protocol,slug,name\n{},{protocol},{slug},Name\n", address(1));
    let refusal = async |text: String| {
        store.try_load(DatasetKind::LendingDeployments, text, &ethereum()).await.expect_err("a refusal").to_string()
    };
    let error = refusal(row("aave_v3", &"x".repeat(70))).await;
    assert!(error.contains("test:2: column `slug` is longer than 64 characters: `xxx"), "{error}");
    let error = refusal(row("Aave V3", "aave-v3")).await;
    assert!(
        error.contains("test:2: column `protocol` has an invalid value: `Aave V3`")
            && error.contains("such as aave_v1, aave_v2"),
        "{error}"
    );
    let error = refusal(row("aave_v3", "aave-v3").replacen(",protocol", ",kind", 1)).await;
    assert!(error.contains("no column `protocol`") && error.contains("protocols are aave_v1, aave_v2"), "{error}");
    let error = store
        .try_load(
            DatasetKind::Tokens,
            format!("address,symbol\n{},{}\n", address(1), "y".repeat(65 << 20)),
            &ethereum(),
        )
        .await;
    let error = error.expect_err("a refusal").to_string();
    assert!(error.contains("line 2: a line is longer than 64 MiB"), "{error}");
}
