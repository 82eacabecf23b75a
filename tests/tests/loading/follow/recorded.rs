//! A block that a real node served, as that node served it.

use quarry::ingest::follow::FollowSettings;
use serde_json::{Value as Json, json};

use crate::follow::support::{Fixture, settings};

#[tokio::test]
async fn a_recorded_block_comes_back_field_by_field() {
    let folder = std::env::var_os("QUARRY_REAL_DATA").map_or_else(
        || std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/data"),
        std::path::PathBuf::from,
    );
    let folder = folder.join("blocks/shovel");
    let read = |name: &str| std::fs::read_to_string(folder.join(name));
    let (Ok(block), Ok(logs)) = (read("block-18000000.json"), read("logs-18000000.json")) else {
        eprintln!("skipped: no recorded block in {}", folder.display());
        return;
    };
    let answers = |text: &str| serde_json::from_str::<Json>(text).expect("JSON");
    let (block, logs) = (answers(&block)[0]["result"].clone(), answers(&logs));
    let logs = logs
        .as_array()
        .expect("answers")
        .iter()
        .map(|answer| &answer["result"])
        .find(|result| result[0]["topics"].is_array());
    let logs = logs.expect("logs").clone();
    let first_block = Some(18_000_000);
    let fixture =
        Fixture { settings: FollowSettings { first_block, ..settings() }, ..Fixture::new("recorded", 0).await };
    fixture.server.ask("test_recorded", json!([block, logs]));
    assert_eq!(fixture.catch_up().await.loaded_blocks, 1);
    fixture.assert_is_the_chain().await;

    let counts = "SELECT (SELECT count() FROM logs FINAL), (SELECT count() FROM transactions FINAL)";
    assert_eq!(fixture.store.rows(counts).await, [["291", "94"]]);
    let stored = "SELECT log_index, lower(hex(address)), lower(hex(transaction_hash)), lower(hex(data)), topic_count, \
                  lower(hex(topic0)), toUnixTimestamp(block_timestamp) FROM logs FINAL ORDER BY log_index";
    let hex = |value: &Json| value.as_str().expect("hex").trim_start_matches("0x").to_owned();
    let mut expected: Vec<Vec<String>> = logs
        .as_array()
        .expect("logs")
        .iter()
        .map(|log| {
            let topics = log["topics"].as_array().expect("topics");
            let index = u64::from_str_radix(&hex(&log["logIndex"]), 16).expect("an index");
            let topic0 = topics.first().map_or_else(|| "0".repeat(64), hex);
            vec![
                index.to_string(),
                hex(&log["address"]),
                hex(&log["transactionHash"]),
                hex(&log["data"]),
                topics.len().to_string(),
                topic0,
                0x64ea_268f_u64.to_string(),
            ]
        })
        .collect();
    expected.sort_by_key(|row| row[0].parse::<u64>().expect("an index"));
    assert_eq!(fixture.store.rows(stored).await, expected);
}
