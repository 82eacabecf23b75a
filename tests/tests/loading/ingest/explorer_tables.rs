//! The tables behind the explorer: whatever is loaded, replayed or reorganised, each lens holds what the logs say, and the
//! counts by day are the counts of the rows.

use crate::ingest_support::*;
use quarry::ingest::migrate::{MigrationSettings, migrate};
use quarry::ingest::{DatasetKind, IngestError, IngestOptions};
use std::path::{Path, PathBuf};

/// A part of the real data; `None` where the folder is absent, which is said.
fn real_data(part: &str) -> Option<PathBuf> {
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

/// Asserts that the lenses hold the same as the logs, worked out here in other words.
async fn assert_lenses_agree(store: &Store) {
    let zeros = "unhex('000000000000000000000000')";
    let is_transfer = format!(
        "topic0 = unhex('{}') AND topic_count = 3 AND length(data) = 32 AND substring(topic1, 1, 12) = {zeros} \
         AND substring(topic2, 1, 12) = {zeros}",
        &TRANSFER[2..]
    );
    let subjects = format!(
        "SELECT DISTINCT * FROM (\
         SELECT 'address' AS lens, chain_id, lower(hex(address)) AS subject, block_number, log_index FROM logs FINAL UNION ALL \
         SELECT 'address', chain_id, substring(lower(hex(topic1)), 25), block_number, log_index FROM logs FINAL WHERE {is_transfer} UNION ALL \
         SELECT 'address', chain_id, substring(lower(hex(topic2)), 25), block_number, log_index FROM logs FINAL WHERE {is_transfer} UNION ALL \
         SELECT 'topic', chain_id, lower(hex(topic0)), block_number, log_index FROM logs FINAL WHERE topic_count > 0)"
    );
    let held = "SELECT CAST(lens, 'String') AS lens, chain_id, \
        if(lens = 'address', substring(lower(hex(subject)), 25), lower(hex(subject))) AS subject, block_number, log_index \
        FROM lens_logs FINAL";
    let differing =
        format!("SELECT count() FROM (({subjects} EXCEPT ALL {held}) UNION ALL ({held} EXCEPT ALL {subjects}))");
    assert_eq!(store.cell(&differing).await, "0", "rows that only one side has");

    let counted = "SELECT lens, chain_id, subject, topic0, day, logs, first_block, last_block FROM lens_days FINAL";
    let counts = "SELECT lens, chain_id, subject, topic0, toDate(ifNull(block_timestamp, toDateTime(0, 'UTC'))) AS day, \
        count() AS logs, min(block_number) AS first_block, max(block_number) AS last_block \
        FROM lens_logs FINAL GROUP BY lens, chain_id, subject, topic0, day";
    let differing =
        format!("SELECT count() FROM (({counted} EXCEPT ALL {counts}) UNION ALL ({counts} EXCEPT ALL {counted}))");
    assert_eq!(store.cell(&differing).await, "0", "counts that differ");

    for (column, table) in [("logs", "logs"), ("transactions", "transactions"), ("blocks", "blocks")] {
        let sums = store
            .rows(&format!("SELECT (SELECT sum({column}) FROM chain_days FINAL), (SELECT count() FROM {table} FINAL)"))
            .await
            .remove(0);
        assert_eq!(sums[0], sums[1], "{table}");
    }
    assert_eq!(store.cell("SELECT count() FROM touched_chain_days").await, "0");
}

/// A fingerprint of what the explorer reads.
async fn explorer_contents(store: &Store) -> Vec<String> {
    let mut contents = Vec::new();
    for table in ["lens_logs", "lens_days", "chain_days", "transaction_places"] {
        let sql = format!(
            "SELECT concat(toString(count()), ' rows, ', toString(groupBitXor(cityHash64(tuple(* EXCEPT version))))) FROM {table} FINAL"
        );
        contents.push(format!("{table}: {}", store.cell(&sql).await));
    }
    contents
}

#[tokio::test]
async fn a_replay_changes_neither_lens_nor_count() {
    let store = Store::new("explorer_replay").await;
    let pool = address(50);
    let logs: Vec<Log> = (0..40)
        .flat_map(|block| [transfer(block * 700, 0), sync(block * 700, 1, &pool, 10, 20), transfer(block * 700, 2)])
        .collect();
    store.load(DatasetKind::Logs, etl_csv(&logs)).await;
    assert_lenses_agree(&store).await;
    let before = explorer_contents(&store).await;
    store.load(DatasetKind::Logs, etl_csv(&logs)).await;
    store.load(DatasetKind::Logs, etl_csv(&logs[30..60])).await;
    assert_eq!(explorer_contents(&store).await, before);
    // Three days of blocks; both parties, the emitter and the topic.
    let days = store.cell("SELECT uniqExact(day) FROM lens_days FINAL").await;
    assert_eq!(days, "4");
    let matching = "SELECT sum(logs) FROM lens_days FINAL WHERE lens = 'address' AND endsWith(subject, unhex('c9'))";
    assert_eq!(store.cell(matching).await, "80", "party 201 of every transfer");
}

#[tokio::test]
async fn logs_that_are_copied_into_smaller_granules_are_the_same_and_lenses_go_on() {
    let store = Store::new("explorer_copied").await;
    let pool = address(50);
    store.load(DatasetKind::Logs, etl_csv(&[transfer(1, 0), sync(2, 0, &pool, 1, 2), sync(2, 1, &pool, 3, 4)])).await;
    store.load(DatasetKind::Logs, etl_csv(&[sync(2, 0, &pool, 5, 6).fork(1)])).await;
    let before = store.contents().await;
    // As after a crash between the copy and the record of it: what came after it was not yet there either.
    let forget = "ALTER TABLE schema_migrations DELETE WHERE number >= 25 SETTINGS mutations_sync = 2";
    store.warehouse.execute(forget).await.expect("forgotten");
    migrate(&store.warehouse, &MigrationSettings::default()).await.expect("the schema");
    assert_eq!(store.contents().await, before);
    store.load(DatasetKind::Logs, etl_csv(&[transfer(3, 0), sync(2, 0, &pool, 7, 8).fork(2)])).await;
    assert_lenses_agree(&store).await;
    assert_eq!(store.cell("SELECT count() FROM v2_syncs FINAL").await, "1");
}

#[tokio::test]
async fn a_reorganised_block_takes_its_logs_out_of_lenses_and_counts() {
    let store = Store::new("explorer_reorganisation").await;
    let (first, second) = (address(50), address(51));
    store.load(DatasetKind::Logs, etl_csv(&[transfer(1, 0), sync(2, 0, &first, 1, 2), sync(2, 1, &first, 3, 4)])).await;
    assert_lenses_agree(&store).await;
    // The same block under another hash: one log instead of two, of another address.
    store.load(DatasetKind::Logs, etl_csv(&[sync(2, 0, &second, 5, 6).fork(1)])).await;
    assert_lenses_agree(&store).await;
    let count = |subject: &str| {
        format!(
            "SELECT sum(logs) FROM lens_days FINAL WHERE lens = 'address' AND endsWith(subject, unhex('{}'))",
            &subject[2..]
        )
    };
    assert_eq!(store.cell(&count(&first)).await, "0");
    assert_eq!(store.cell(&count(&second)).await, "1");
    let total = "SELECT sum(logs) FROM lens_days FINAL WHERE lens = 'topic'";
    assert_eq!(store.cell(total).await, "2");
    // A range that is replaced by fewer logs.
    let options = IngestOptions { replace_range: true, ..ethereum() };
    store.try_load(DatasetKind::Logs, cryo_csv(&[transfer(1, 0), transfer(2, 0)]), &options).await.expect("a load");
    store.load(DatasetKind::Blocks, blocks_csv(&[(1, 0), (2, 1)])).await;
    assert_lenses_agree(&store).await;
    assert_eq!(store.cell(&count(&second)).await, "0");
}

#[tokio::test]
async fn logs_that_wait_for_their_block_count_apart_until_it_comes() {
    let store = Store::new("explorer_waiting").await;
    let logs = [transfer(5, 0).untimed(), transfer(6, 0).untimed(), transfer(7, 0)];
    store.load(DatasetKind::Logs, etl_csv(&logs)).await;
    assert_lenses_agree(&store).await;
    let untimed = "SELECT sum(logs) FROM chain_days FINAL WHERE day = toDate(0)";
    assert_eq!(store.cell(untimed).await, "2");
    store.load(DatasetKind::Blocks, blocks_csv(&[(5, 0)])).await;
    assert_lenses_agree(&store).await;
    assert_eq!(store.cell(untimed).await, "1");
    store.load(DatasetKind::Blocks, blocks_csv(&[(6, 0)])).await;
    assert_lenses_agree(&store).await;
    assert_eq!(store.cell(untimed).await, "0");
}

#[tokio::test]
async fn transfers_of_another_shape_are_kept_counted_and_never_guessed() {
    let store = Store::new("explorer_shapes").await;
    let plain = transfer(1, 0);
    let mut without_topics = transfer(1, 1);
    without_topics.topics.truncate(1);
    let mut token_of_its_own = transfer(1, 2);
    token_of_its_own.topics.push(format!("0x{:064x}", 7));
    token_of_its_own.data = "0x".to_owned();
    let mut no_address = transfer(1, 3);
    no_address.topics[1] = format!("0x{}", "ff".repeat(32));
    let loaded = store.load(DatasetKind::Logs, etl_csv(&[plain, without_topics, token_of_its_own, no_address])).await;
    assert_eq!((loaded.rows_loaded, loaded.undecoded), (4, 2), "an ERC-721 transfer is one, and is not followed");
    assert_lenses_agree(&store).await;
    let listed = "SELECT groupArray(log_index) FROM (SELECT log_index FROM undecoded_logs FINAL WHERE event = 'erc20_transfer' ORDER BY log_index)";
    assert_eq!(store.cell(&listed.replace("groupArray(log_index)", "toString(groupArray(log_index))")).await, "[1,3]");
}

/// The warehouse merges the small parts of a few loads as soon as the last of them is written: a tombstone and the log in its place
/// become that log, before the run counts.
#[tokio::test]
async fn a_block_that_is_reorganised_again_and_again_leaves_no_count_behind() {
    let store = Store::new("explorer_forks").await;
    store.load(DatasetKind::Logs, etl_csv(&[transfer(1, 0)])).await;
    for fork in 0..7 {
        let logs = [0, 1].map(|index| sync(2, index, &address(50 + fork), 5, 6).fork(fork));
        store.load(DatasetKind::Logs, etl_csv(&logs)).await;
    }
    assert_lenses_agree(&store).await;
}

/// What is made of a log has its address and topics in its key: it does not go of itself when another log has the place.
#[tokio::test]
async fn a_log_that_replaces_another_leaves_nothing_of_it() {
    let store = Store::with_pools("explorer_replaced").await;
    let (wrong, right) = (address(10), address(20));
    store.load(DatasetKind::Logs, etl_csv(&[sync(1, 0, &wrong, 5, 6), transfer(1, 1)])).await;
    let corrected = etl_csv(&[sync(1, 0, &right, 5, 6), sync(1, 1, &right, 7, 8)]);
    let replacing = IngestOptions { replace: true, ..ethereum() };
    store.try_load(DatasetKind::Logs, corrected.as_str(), &replacing).await.expect("a load");
    assert_lenses_agree(&store).await;
    let synced = "SELECT lower(hex(pool)), toString(log_index) FROM v2_syncs FINAL ORDER BY log_index";
    assert_eq!(store.rows(synced).await, [[&right[2..], "0"], [&right[2..], "1"]]);
    assert_eq!(
        store.cell(&format!("SELECT count() FROM price_bars FINAL WHERE pool = unhex('{}')", &wrong[2..])).await,
        "0"
    );
    assert_eq!(store.cell("SELECT count() FROM logs FINAL").await, "2");
}

#[tokio::test]
async fn real_logs_are_in_every_lens_that_they_concern() {
    let Some(path) = real_data("logs/logs.csv.gz") else { return };
    let store = Store::new("explorer_real_logs").await;
    store.load_file(DatasetKind::Logs, &path, &IngestOptions::default()).await.expect("a load");
    assert_lenses_agree(&store).await;
    let before = explorer_contents(&store).await;
    store.load_file(DatasetKind::Logs, &path, &IngestOptions::default()).await.expect("a replay");
    assert_eq!(explorer_contents(&store).await, before);
}

#[tokio::test]
async fn event_declarations_load_from_a_file_and_give_their_topic() {
    let store = Store::new("explorer_names").await;
    let known = "SELECT lower(hex(topic0)), signature, toString(topic_count), toString(head_bytes) FROM topic_names FINAL \
        WHERE name = 'PairSwept'";
    let file = "declaration\n\"PairSwept(address indexed pair, uint256[] amounts, bytes32, string note)\"\n";
    store.try_load(DatasetKind::TopicNames, file, &IngestOptions::default()).await.expect("a load");
    let topic = alloy_primitives::keccak256("PairSwept(address,uint256[],bytes32,string)");
    let expected = [
        format!("{topic:x}"),
        "PairSwept(address,uint256[],bytes32,string)".to_owned(),
        "2".to_owned(),
        "96".to_owned(),
    ];
    assert_eq!(store.rows(known).await, [expected]);
    for bad in [
        "Swap(uint amount)",
        "Swap((uint256,uint256) pair)",
        "Swap",
        "Swap(address indexed a, address indexed b, address indexed c, address indexed d)",
        "Swap(uint256[2] pair)",
    ] {
        let refused = store
            .try_load(DatasetKind::TopicNames, format!("declaration\n\"{bad}\"\n"), &IngestOptions::default())
            .await;
        match refused {
            Err(IngestError::BadRows { rows, .. }) => {
                assert!(format!("{:?}", rows[0]).contains("declaration"), "{rows:?}")
            }
            other => panic!("{bad}: {other:?}"),
        }
    }
    let transfer = store
        .rows("SELECT toString(topic_count) FROM topic_names FINAL WHERE name = 'Transfer' ORDER BY topic_count")
        .await;
    assert_eq!(transfer, [["3"], ["4"]], "what is shipped stays: ERC-20 and ERC-721");
}
