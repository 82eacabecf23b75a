//! Series and queries: their value is a digest of their rows, each in canonical JSON.

use super::{assert_hashed, canonical, cited, sha256};
use crate::datasets::ask;
use quarry_tests::server::shared;
use serde_json::{Value as Json, json};

/// `sha256:` over the canonical JSON of each row and the end of its line.
fn digest(rows: &[Json]) -> Json {
    let lines: String = rows.iter().map(|row| canonical(row) + "\n").collect();
    json!(format!("sha256:{}", sha256(&lines)))
}

#[test]
fn the_value_of_a_query_is_the_digest_of_its_rows() {
    quarry_tests::on_one_engine!();
    let columns = ["block_number", "collateral_amount", "receives_deposit_token", "block_timestamp"];
    let body = json!({ "dataset": "liquidations", "columns": columns, "chain": "ethereum" });
    let citation = cited(&body);
    assert_eq!(citation["kind"], "dataset_query");
    let cells =
        ask("SELECT toString(block_number), toString(collateral_amount), ifNull(toString(receives_deposit_token), ''),
            formatDateTime(block_timestamp, '%Y-%m-%dT%H:%i:%SZ')
         FROM liquidations FINAL WHERE chain_id = 1 ORDER BY block_number, log_index");
    let truth = |cell: &str| match cell {
        "" => Json::Null,
        cell => json!(cell == "1" || cell == "true"),
    };
    let rows: Vec<Json> = cells
        .chunks(4)
        .map(|row| {
            json!({
                "block_number": row[0], "collateral_amount": row[1], "receives_deposit_token": truth(&row[2]),
                "block_timestamp": row[3]
            })
        })
        .collect();
    assert_eq!((&citation["value"], &citation["row_count"]), (&digest(&rows), &json!(rows.len())));
    // In the dataset's order, whichever they were named in.
    let asked = &citation["cited"]["parameters"]["columns"];
    assert_eq!(*asked, json!(["block_number", "block_timestamp", "collateral_amount", "receives_deposit_token"]));
    assert_hashed(&citation);
}

#[test]
fn a_price_series_has_the_bars_that_were_over() {
    quarry_tests::on_one_engine!();
    let pool = "0xb4e16d0168e52d35cacd2c6185b44281ec28c9dc";
    let columns = ["start", "close"];
    let citation = cited(&json!({ "kind": "price_series", "pool": pool, "period": "daily", "columns": columns }));
    let until = citation["cited"]["parameters"]["until"].as_str().expect("a time").to_owned();
    let series = shared().get(&format!("/pools/{pool}/prices?period=daily&limit=500")).json();
    let bars = series["bars"].as_array().unwrap_or_else(|| panic!("{series}"));
    let mut rows: Vec<Json> = bars
        .iter()
        .map(|bar| json!({ "start": bar["start"], "close": bar["close"] }))
        .filter(|row| row["start"].as_str() < Some(&until[..]))
        .collect();
    rows.sort_by_key(|row| row["start"].as_str().map(str::to_owned));
    assert!(!rows.is_empty(), "{series}");
    assert_eq!((&citation["value"], &citation["row_count"]), (&digest(&rows), &json!(rows.len())), "{citation}");
    // The record says which way round its prices are; the hash is of what was hashed before it did.
    let record = shared().get_keyless(&format!("/citations/{}", citation["hash"].as_str().expect("a hash"))).json();
    for shown in [&citation, &record] {
        assert_eq!(shown["orientation"], "token0_per_token1", "{shown}");
        assert!(!shown["cited"].to_string().contains("orientation"), "{shown}");
    }
    assert_eq!((&citation["cited"]["pool"], &citation["cited"]["dataset"]), (&json!(pool), &Json::Null));
    assert_eq!(citation["cited"]["parameters"]["chain"], "ethereum");
    assert_hashed(&citation);
    // Hourly ones are another series.
    assert_ne!(cited(&json!({ "pool": pool, "period": "hourly" }))["hash"], citation["hash"]);
}

#[test]
fn a_query_of_more_rows_than_can_be_read_is_refused() {
    quarry_tests::on_one_engine!();
    let answer = super::by_key(&json!({ "dataset": "logs", "columns": ["log_index"] }));
    assert_eq!((answer.status, answer.code().as_str()), (422, "too_many_rows"), "{}", answer.text);
    assert!(answer.detail().contains("narrow"), "{}", answer.text);
}
